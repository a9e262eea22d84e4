"""XML from strangers."""

import pytest

from conference.importers.records import UnreadableFile
from conference.importers.xml_files import parse, place_of

BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE r [
<!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
]>
<r>&c;</r>"""
NO_TYPES = "The file declares a document type or entities, which are not read."


@pytest.mark.parametrize(
    ("data", "where", "message"),
    [
        (b"", "", "The file is empty (0 bytes)."),
        (b"PK\x03\x04", "", "This is a ZIP archive or an Excel workbook (.xlsx), not an XML file."),
        (BOMB, "Line 2", NO_TYPES),
        (b'<!DOCTYPE r SYSTEM "file:///etc/hostname"><r/>', "Line 1", NO_TYPES),
        (b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r>&x;</r>', "Line 1", NO_TYPES),
        (b"<other/>", "Line 1", "The outermost element is <other>, not <r>."),
        (
            b"<r>\n<a>\n</r>",
            "Line 3",
            "The XML is broken here: Opening and ending tag mismatch: a line 2 and r.",
        ),
    ],
)
def test_a_refusal_says_where_and_why(data: bytes, where: str, message: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        parse(data, root="r")
    assert (refusal.value.where, refusal.value.message) == (where, message)


@pytest.mark.parametrize(
    "data",
    [
        b"<r>\n<a>cut off",
        b"no XML at all",
        b"<r>\n&undefined;</r>",
        b"<r>\n\xff\xfe</r>",
        b"<a>" * 5000 + b"</a>" * 5000,
    ],
)
def test_broken_xml_is_refused_with_its_line(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match=r"^Line \d+: The XML is broken here: .+\."):
        parse(data, root="r")


def test_an_entity_in_an_attribute_reads_no_file_and_stays_small() -> None:
    with pytest.raises(UnreadableFile):
        parse(BOMB.replace(b"<r>&c;</r>", b'<r x="&c;"/>'), root="r")


def test_lines_are_right_in_long_files() -> None:
    root = parse(b"<r>" + b"\n" * 70_000 + b"<a>x</a></r>", root="r")
    assert place_of(root[0]) == "Line 70001"
