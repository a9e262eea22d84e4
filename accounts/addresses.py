"""The one normal form of an e-mail address: the only form that is stored, and compared exactly."""

import re
import unicodedata
from functools import lru_cache

import idna
from django.utils.translation import gettext as _

MAX_LENGTH = 254
MAX_LOCAL_OCTETS = 64

# Shown as nothing although Unicode counts them among letters and marks.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
_ASCII_DOMAIN = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_PUNCTUATION = frozenset("!#$%&'*+-/=?^_`{|}~.")


class InvalidAddress(ValueError):  # noqa: N818 - says what the address is
    """The message is for the person who typed the address or keeps the list."""


def normal_address(raw: str) -> str:
    """Trimmed, NFC, lower case, with an ASCII (IDNA) domain. Dots and `+tags` stay: they tell inboxes apart.

    Judges syntax only, never asks the network. Raises InvalidAddress. Applied twice it changes nothing.
    """
    address = _trimmed(raw)
    if not address:
        raise InvalidAddress(_("The address is empty."))
    if len(address) > MAX_LENGTH:
        raise InvalidAddress(_("The address is longer than %(limit)d characters.") % {"limit": MAX_LENGTH})
    _refuse_unseen(address)
    local, at, domain = _lower(address).rpartition("@")
    if not at:
        raise InvalidAddress(_("“%(address)s” has no @ sign.") % {"address": address})
    normal = f"{_checked_local(local)}@{_ascii_domain(domain)}"
    if len(normal) > MAX_LENGTH:
        raise InvalidAddress(_("The address is longer than %(limit)d characters.") % {"limit": MAX_LENGTH})
    return normal


def _trimmed(raw: str) -> str:
    start, end = 0, len(raw)
    while start < end and _is_unseen(raw[start]):
        start += 1
    while end > start and _is_unseen(raw[end - 1]):
        end -= 1
    return raw[start:end]


def _lower(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).lower())


def _is_unseen(character: str) -> bool:
    if character.isascii():
        return not character.isprintable() or character == " "
    return (
        character in _INVISIBLE
        or unicodedata.category(character)[0] in "CZ"
        or unicodedata.name(character, "").startswith("VARIATION SELECTOR")
    )


def _refuse_unseen(address: str) -> None:
    for character in address:
        if _is_unseen(character):
            raise InvalidAddress(
                _("The address contains a character that cannot be seen: %(character)s.")
                % {"character": _described(character)}
            )


def _described(character: str) -> str:
    """Such as `zero width space (U+200B)`."""
    name = {"\t": "tab", "\n": "line break", "\r": "line break"}.get(character)
    name = name or unicodedata.name(character, "control character").lower()
    return f"{name} (U+{ord(character):04X})"


def _checked_local(local: str) -> str:
    if not local:
        raise InvalidAddress(_("Nothing stands before the @ sign."))
    if "@" in local:
        raise InvalidAddress(_("The address has more than one @ sign."))
    if len(local.encode()) > MAX_LOCAL_OCTETS:
        raise InvalidAddress(_("The part before the @ sign is too long."))
    if local.startswith(".") or local.endswith(".") or ".." in local:
        raise InvalidAddress(_("A dot before the @ sign must stand between two other characters."))
    for character in local:
        if not character.isascii() and unicodedata.category(character)[0] in "LMN":
            # Few mail servers take SMTPUTF8: an address that no code can reach must not look registered.
            raise InvalidAddress(
                _(
                    "Mail cannot be sent to an address with “%(character)s” before the @ sign: use another address."
                )
                % {"character": character}
            )
        if character not in _PUNCTUATION and not character.isalnum():
            raise InvalidAddress(
                _("“%(character)s” cannot be part of an address.") % {"character": character}
            )
    return local


@lru_cache(maxsize=1024)  # a list of thousands of addresses has few domains
def _ascii_domain(domain: str) -> str:
    if not domain.isascii() or "xn--" in domain:
        try:
            domain = idna.encode(domain, uts46=True).decode("ascii")
        except UnicodeError as error:
            raise _bad_domain(domain) from error
    if "." not in domain.strip("."):
        raise InvalidAddress(
            _("“%(domain)s”, the part after the @ sign, has no ending such as .org.") % {"domain": domain}
        )
    if not _ASCII_DOMAIN.fullmatch(domain) or domain.rpartition(".")[2].isdigit():
        raise _bad_domain(domain)
    return domain


def _bad_domain(domain: str) -> InvalidAddress:
    return InvalidAddress(
        _("“%(domain)s”, the part after the @ sign, is not a domain name.") % {"domain": domain}
    )
