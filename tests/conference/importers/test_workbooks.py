"""Tables in Excel workbooks: which sheet, which cells as which text, and workbooks made to do harm."""

import io
from contextlib import suppress
from datetime import date, datetime, time
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conference.importers.records import UnreadableFile
from conference.importers.tables import Row, read_table
from tests.conference.importers.workbook_files import with_part, workbook

SHEET = "xl/worksheets/sheet1.xml"
PAPERS = workbook({"Papers": [["id", "title"], [1, "Boards"]]})
DAMAGED = (
    "This is no Excel workbook (.xlsx), or it is damaged. Open it in a spreadsheet program and save it as .xlsx "
    "or as “CSV UTF-8”."
)
TOO_MUCH = "The workbook unpacks to more than can be read. Save the sheet as “CSV UTF-8”, or split it into several files."
TOO_WIDE = (
    "The table has 1 rows of 1001 columns, which is more than can be read. Remove empty columns, or split it into "
    "several files."
)


def refusal(data: bytes, sheet: str | None = None) -> str:
    with pytest.raises(UnreadableFile) as refused:
        read_table(data, sheet=sheet)
    return str(refused.value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Zoé ", "Zoé "),
        (7, "7"),
        (7.0, "7"),
        (7.5, "7.5"),
        (True, "TRUE"),
        (datetime(2031, 3, 2, 9, 15), "2031-03-02 09:15:00"),  # noqa: DTZ001 - a workbook knows no zones
        (date(2031, 3, 2), "2031-03-02"),
        (time(9, 30), "09:30:00"),
        (None, ""),
        ("two_x000D_\nlines", "two\nlines"),
    ],
)
def test_cells_become_text(value: object, text: str) -> None:
    table = read_table(workbook({"S": [["a", "b"], [value, "x"]]}))
    assert table.rows == (Row(2, (text, "x")),)


def test_rows_keep_their_numbers_and_are_as_wide_as_the_widest() -> None:
    table = read_table(workbook({"S": [[], ["a", "b"], [1], [], [1, 2, 3], ["", " "]]}))
    assert table.header == Row(2, ("a", "b", ""))
    assert table.rows == (Row(3, ("1", "", "")), Row(5, ("1", "2", "3")))
    assert (table.encoding, table.delimiter, table.notes, table.problems) == ("", "", (), ())


def test_a_title_above_the_header_is_left_out_and_said() -> None:
    table = read_table(workbook({"S": [["All papers"], [None, "of March"], ["a", "b"], [1, 2]]}))
    assert (table.header, table.rows) == (Row(3, ("a", "b")), (Row(4, ("1", "2")),))
    assert table.notes == ("Above the header row was left out: All papers / of March.",)


def test_one_column_is_no_title() -> None:
    table = read_table(workbook({"S": [["Email"], ["ana@example.org"], ["cara@example.org", "late"]]}))
    assert table.header == Row(1, ("Email", ""))


def test_the_first_sheet_that_holds_anything_is_read_unless_one_is_named() -> None:
    data = workbook({"Notes": [], "Papers": [["id"], [1]], "Old": [["x"], [2]]})
    table = read_table(data)
    assert (table.sheet, table.sheets) == ("Papers", ("Notes", "Papers", "Old"))
    assert table.rows == (Row(2, ("1",), "Papers"),)
    assert table.rows[0].where == "Sheet “Papers”, row 2"
    assert table.notes == ("Read from the sheet “Papers”.",)
    assert read_table(data, sheet="Old").rows == (Row(2, ("2",), "Old"),)
    assert refusal(data, "New") == "There is no sheet “New”. Choose one of these: Notes, Papers, Old."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04rest", DAMAGED),
        (PAPERS[:-30], DAMAGED),
        (with_part(PAPERS, SHEET, b"<worksheet><sheetData><row>"), DAMAGED),
        (
            with_part(
                PAPERS,
                SHEET,
                b'<!DOCTYPE w [<!ENTITY e "x">]><worksheet><sheetData>&e;</sheetData></worksheet>',
            ),
            DAMAGED,
        ),
        (with_part(PAPERS, "xl/workbook.xml", b"<workbook/>"), "The workbook has no sheet with cells."),
        (with_part(PAPERS, SHEET, b"<c/>" * 1_000_001), TOO_MUCH),
        (with_part(PAPERS, SHEET, b" " * (64 << 20)), TOO_MUCH),
        (workbook({"S": []}), "The file holds no rows. Choose another file."),
        (workbook({"S": [["x"] * 1001]}), TOO_WIDE),
    ],
)
def test_a_workbook_that_is_none_or_too_large_is_refused(data: bytes, message: str) -> None:
    assert refusal(data) == message


def test_a_row_far_below_any_sheet_is_refused() -> None:
    namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rows = '<row r="999999999999"><c r="A1"><v>1</v></c></row>'
    far = f'<worksheet xmlns="{namespace}"><sheetData>{rows}</sheetData></worksheet>'
    assert refusal(with_part(PAPERS, SHEET, far.encode())) == "A cell lies where no spreadsheet has one."


def test_what_a_sheet_says_of_its_size_is_not_believed() -> None:
    with ZipFile(io.BytesIO(PAPERS)) as archive:
        sheet = archive.read(SHEET)
    small = sheet.replace(b"<sheetData>", b'<dimension ref="A1:A1"/><sheetData>')
    assert small != sheet
    assert read_table(with_part(PAPERS, SHEET, small)) == read_table(PAPERS)


def test_another_archive_is_named() -> None:
    other = with_part(PAPERS, SHEET, b"").replace(b"xl/workbook.xml", b"xl/wordbook.xml")
    assert refusal(other).startswith("This ZIP archive holds no Excel workbook (.xlsx).")


@settings(deadline=None, max_examples=60)
@given(
    part=st.sampled_from(
        ["[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", SHEET]
    ),
    noise=st.one_of(
        st.binary(max_size=20), st.sampled_from([b"<c/>", b'r="ZZZZ9"', b't="d"', b"<v>1e999</v>", b"-1"])
    ),
    start=st.integers(0, 2000),
    length=st.integers(0, 40),
)
def test_damage_inside_a_part_is_refused_or_read(part: str, noise: bytes, start: int, length: int) -> None:
    with ZipFile(io.BytesIO(PAPERS)) as archive:
        content = archive.read(part)
    start %= len(content)
    with suppress(UnreadableFile):
        table = read_table(with_part(PAPERS, part, content[:start] + noise + content[start + length :]))
        assert {len(row.cells) for row in table.rows} <= {len(table.header.cells)}
