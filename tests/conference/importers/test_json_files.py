"""JSON from strangers."""

import pytest

from conference.importers.json_files import body, lines, objects, parse, text
from conference.importers.records import UnreadableFile


@pytest.mark.parametrize(
    ("data", "where", "message"),
    [
        (b"", "", "The file is empty (0 bytes)."),
        (b"PK\x03\x04", "", "This is a ZIP archive or an Excel workbook (.xlsx), not a JSON file."),
        (b'{\n"a": 1,\n"b": ', "Line 3", "The JSON is broken here: Expecting value."),
        (b'{\n"a": "\xe9"}', "Line 2", "A byte here is no letter in the encoding utf-8."),
        (b"[1, 2]", "Line 1", "The outermost value is no object { … }."),
        (b'{"papers": {"7": {}, "7": {}}}', "", "“7” stands twice in one object."),
        (
            b'{"a":' * 100_000,
            "",
            "The JSON is nested too deeply, or holds a number without end.",
        ),
        (
            b'{"a": %s}' % (b"9" * 5000),
            "",
            "The JSON is nested too deeply, or holds a number without end.",
        ),
        (b'{"a": [%s[]]}' % (b"[]," * 1_000_000), "", "The file holds more than 2000000 values."),
        (b'{"a": NaN}', "", "The JSON is nested too deeply, or holds a number without end."),
    ],
)
def test_a_refusal_says_where_and_why(data: bytes, where: str, message: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        parse(data)
    assert (refusal.value.where, refusal.value.message) == (where, message)


def test_values_of_any_type_become_text() -> None:
    item = parse(
        rb'{"a": " Two\n words ", "n": 7, "b": true, "none": null, "bad": "x\u0000y\ud800z", "l": ["a", 2, {}]}'
    )
    assert [text(item, name) for name in ("a", "n", "b", "none", "missing", "bad", "l")] == [
        "Two words",
        "7",
        "",
        "",
        "",
        "x\ufffdy\ufffdz",
        "",
    ]
    assert text(item, "none", "n") == "7"
    assert lines(item["l"]) == ("a", "2")
    assert lines("alone") == ("alone",)


def test_a_body_keeps_its_paragraphs() -> None:
    assert body({"a": "One\r\n\r\ntwo \n"}, "a") == "One\n\ntwo"


def test_objects_of_a_list_and_of_an_object() -> None:
    assert objects({"x": {"a": 1}, "y": 2}) == [{"a": 1}]
    assert objects([{"a": 1}, None]) == [{"a": 1}]
    assert objects("neither") == []
