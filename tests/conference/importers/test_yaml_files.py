"""YAML from strangers: text with lines, and no more."""

import pytest

from conference.importers.records import UnreadableFile
from conference.importers.yaml_files import MAX_DEPTH, Mapping, Scalar, Sequence, parse

QUOTES = "Put text with colons and other signs in quotes, and indent with spaces."


def entries(text: str) -> dict[str, str]:
    root = parse(text, "papers.yml").root
    assert isinstance(root, Mapping)
    return {key: root.text(key) for key in root.values}


def refusal(text: str) -> tuple[str, str, str]:
    with pytest.raises(UnreadableFile) as refused:
        parse(text, "papers.yml")
    return refused.value.where, refused.value.message, refused.value.mend


def test_every_value_is_text_and_has_its_line() -> None:
    document = parse("- id: 007\r\n  on: 2031-05-23\r\n- [yes,\r\n   Null]\r\n", "papers.yml")
    assert document.mended == ()
    assert document.root == Sequence(
        1,
        [
            Mapping(1, {"id": Scalar(1, "007"), "on": Scalar(2, "2031-05-23")}),
            Sequence(3, [Scalar(3, "yes"), Scalar(4, "Null")]),
        ],
    )


def test_nothing_is_empty_text_and_quoted_it_is_a_word() -> None:
    assert entries('a: ~\nb: null\nc:\nd: "null"') == {"a": "", "b": "", "c": "", "d": "null"}


def test_an_empty_file_has_no_root() -> None:
    assert parse("# nothing yet\n", "papers.yml").root is None


def test_of_two_values_under_one_key_the_first_stays() -> None:
    assert parse("a: 1\na: 2", "papers.yml").root == Mapping(1, {"a": Scalar(1, "1")}, ["a"])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Foo: bar", "Foo: bar"),
        ("It's *new*: a model\n  of things", "It's *new*: a model of things"),
        ("Foo: bar # note", "Foo: bar # note"),
        ("*SEM 2031", "*SEM 2031"),
        ("{BERT} and more", "{BERT} and more"),
        ("@work", "@work"),
        (r'"3.6\% of \"x\" and \xi"', r'3.6\% of "x" and \xi'),
    ],
)
def test_text_that_needs_quotes_gets_them(written: str, meant: str) -> None:
    text = f"id: 3\ntitle: {written}\nnote: |\n  key: a: b\nlist: [a, 'b: c']"
    assert parse(text, "papers.yml").mended == (2,)
    assert entries(text) == {"id": "3", "title": meant, "note": "key: a: b", "list": ""}


def test_backslashes_in_plain_text_stay() -> None:
    assert entries(r"title: 3.6\% of \textbf{x}") == {"title": r"3.6\% of \textbf{x}"}


def test_an_entry_indented_too_deeply_is_no_part_of_the_title() -> None:
    where = refusal("- title: Foo: bar\n    id: 3\n")[0]
    assert where == "papers.yml, line 1"


def test_what_is_broken_elsewhere_is_named_with_its_line() -> None:
    assert refusal("- title: Foo: bar\n- authors: [a\n- b: c\n") == (
        "papers.yml, line 3",
        "The YAML is broken here: did not find expected ',' or ']'.",
        QUOTES,
    )


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("a: &x [1]\nb: [*x, *x]", "papers.yml, line 2", "Here is a reference (*x), which is not read."),
        ("a: 1\n---\nb: 2", "papers.yml, line 2", "A second document begins here, after “---”."),
        (
            "- " * (MAX_DEPTH + 1) + "x",
            "papers.yml, line 1",
            "The file is nested too deeply, or holds too much.",
        ),
        (
            "[" * 100_000,
            "papers.yml, line 1",
            "The YAML is broken here: exceeded maximum nesting depth.",
        ),
    ],
)
def test_refused(text: str, where: str, message: str) -> None:
    assert refusal(text)[:2] == (where, message)


def test_tags_do_nothing() -> None:
    assert entries("a: !!python/object/apply:os.getcwd [x]\nb: !!int 3") == {"a": "", "b": "3"}


def test_no_text_holds_what_no_database_takes() -> None:
    assert entries('a: "x\\0y"\nb: x\0y\ud800z') == {"a": "x y", "b": "x y z"}
