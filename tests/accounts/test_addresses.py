"""The normal form of an address."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from accounts.addresses import InvalidAddress, normal_address


@pytest.mark.parametrize(
    ("raw", "normal"),
    [
        ("Mara.Velino@Example.ORG", "mara.velino@example.org"),
        ("mara.velino@example.org ", "mara.velino@example.org"),
        ("\u200bnevi@example.org", "nevi@example.org"),
        ("nevi@example.org\u00a0", "nevi@example.org"),
        ("\ufeff\u200e nevi@example.org\u200f\r\n", "nevi@example.org"),
        ("ana.velo+acl@gmail.example", "ana.velo+acl@gmail.example"),
        ("o'neri_x/y=z@example.org", "o'neri_x/y=z@example.org"),
        ("toro@bücher.example", "toro@xn--bcher-kva.example"),
        ("toro@BU\u0308CHER.example", "toro@xn--bcher-kva.example"),
        ("toro@xn--bcher-kva.example", "toro@xn--bcher-kva.example"),
        ("toro@straße.example", "toro@xn--strae-oqa.example"),
        ("toro@例え。example", "toro@xn--r8jz45g.example"),
        ("a@no-such-domain.example", "a@no-such-domain.example"),
    ],
)
def test_the_normal_form(raw: str, normal: str) -> None:
    assert normal_address(raw) == normal


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("", "The address is empty."),
        ("\u200b \t", "The address is empty."),
        ("n/a", "“n/a” has no @ sign."),
        ("@example.org", "Nothing stands before the @ sign."),
        ("a@b@example.org", "The address has more than one @ sign."),
        (
            "ne\u200bvi@example.org",
            "The address contains a character that cannot be seen: zero width space (U+200B).",
        ),
        (
            "nevi@exa\u00a0mple.org",
            "The address contains a character that cannot be seen: no-break space (U+00A0).",
        ),
        ("ne vi@example.org", "The address contains a character that cannot be seen: space (U+0020)."),
        ("ne\nvi@example.org", "The address contains a character that cannot be seen: line break (U+000A)."),
        (
            "ne\ufe0fvi@example.org",
            "The address contains a character that cannot be seen: variation selector-16 (U+FE0F).",
        ),
        ("nevi<x>@example.org", "“<” cannot be part of an address."),
        (
            "Zoe\u0308@example.org",
            "Mail cannot be sent to an address with “ë” before the @ sign: use another address.",
        ),
        (".nevi@example.org", "A dot before the @ sign must stand between two other characters."),
        ("ne..vi@example.org", "A dot before the @ sign must stand between two other characters."),
        ("ana@example", "“example”, the part after the @ sign, has no ending such as .org."),
        ("ana@example.", "“example.”, the part after the @ sign, has no ending such as .org."),
        ("ana@example.org.", "“example.org.”, the part after the @ sign, is not a domain name."),
        ("ana@-x.org", "“-x.org”, the part after the @ sign, is not a domain name."),
        ("ana@exa_mple.org", "“exa_mple.org”, the part after the @ sign, is not a domain name."),
        ("ana@192.0.2.1", "“192.0.2.1”, the part after the @ sign, is not a domain name."),
        ("ana@xn--a.example", "“xn--a.example”, the part after the @ sign, is not a domain name."),
        ("a" * 65 + "@example.org", "The part before the @ sign is too long."),
        ("a@" + "b" * 300 + ".org", "The address is longer than 254 characters."),
        ("a" * 62 + "@" + ("ü" * 20 + ".") * 7 + "org", "The address is longer than 254 characters."),
    ],
)
def test_a_refusal_says_what_is_wrong(raw: str, message: str) -> None:
    with pytest.raises(InvalidAddress) as refusal:
        normal_address(raw)
    assert str(refusal.value) == message


@settings(deadline=None)
@given(
    st.one_of(
        st.emails(), st.text(max_size=40), st.builds("{}@{}.org".format, st.text(), st.text(min_size=1))
    )
)
@example("İ@example.org")
@example("ΑΣ@ΑΣ.example")
@example("K\u030a@example.org")
def test_normalising_twice_changes_nothing(raw: str) -> None:
    try:
        once = normal_address(raw)
    except InvalidAddress:
        return
    assert normal_address(once) == once
