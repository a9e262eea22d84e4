"""Tables in text form: encodings, delimiters, line ends and broken rows."""

import pytest

from conference.importers.records import Problem, UnreadableFile
from conference.importers.tables import Row, Table, read_table

GUESSED = (
    "The file is not UTF-8 and was read as Windows-1252. Line 2 reads: “Zoé,1”. If letters look wrong, "
    "choose another encoding, or save the file as “CSV UTF-8”."
)


def cells(table: Table) -> list[tuple[str, ...]]:
    return [table.header.cells, *(row.cells for row in table.rows)]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_every_line_end(end: str) -> None:
    table = read_table(f"a,b{end}c,d{end}".encode())
    assert table.header == Row(1, ("a", "b"))
    assert table.rows == (Row(2, ("c", "d")),)


@pytest.mark.parametrize(
    ("text", "delimiter", "expected"),
    [
        ('"Title";"Score"\n"A";"3,5"\n', ";", [("Title", "Score"), ("A", "3,5")]),
        ("Title;Score\nA;3,5\nB;4,5\n", ";", [("Title", "Score"), ("A", "3,5"), ("B", "4,5")]),
        ("Velo, Ana;a@example.org\nBoma, Cara;c@example.org\n", ";", None),
        ("a\tb,c\nd\te,f\n", "\t", [("a", "b,c"), ("d", "e,f")]),
        ("a|b\nc|d\n", "|", [("a", "b"), ("c", "d")]),
        ("email\nana@example.org\n", ",", [("email",), ("ana@example.org",)]),
        ("sep=;\r\na,b;c\r\nd,e;f\r\n", ";", [("a,b", "c"), ("d,e", "f")]),
    ],
)
def test_the_delimiter_is_found(text: str, delimiter: str, expected: list[tuple[str, ...]] | None) -> None:
    table = read_table(text.encode())
    assert table.delimiter == delimiter
    if expected:
        assert cells(table) == expected


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("name,x\nZoé,1\n".encode(), "utf-8"),
        ("name,x\nZoé,1\n".encode("utf-8-sig"), "utf-8-sig"),
        ("name,x\nZoé,1\n".encode("utf-16"), "utf-16"),
        (b"\xfe\xff" + "name,x\nZoé,1\n".encode("utf-16-be"), "utf-16"),
        ("name,x\nZoé,1\n".encode("cp1252"), "cp1252"),
    ],
)
def test_every_usual_encoding(data: bytes, encoding: str) -> None:
    table = read_table(data)
    assert table.encoding == encoding
    assert cells(table) == [("name", "x"), ("Zoé", "1")]


def test_a_guessed_encoding_is_shown() -> None:
    table = read_table("name,x\nZoé,1\n".encode("cp1252"))
    assert table.notes == (GUESSED, "Columns are separated by: comma.")


def test_the_chosen_encoding_is_taken_but_a_byte_order_mark_wins() -> None:
    assert cells(read_table("name,x\nŁu,1\n".encode("cp1250"), encoding="cp1250"))[1] == ("Łu", "1")
    assert cells(read_table("name,x\nŁu,1\n".encode("utf-8-sig"), encoding="cp1250"))[1] == ("Łu", "1")


def test_line_breaks_in_quoted_cells_are_kept() -> None:
    table = read_table(b'id,text\n1,"line\r\nline"\n2,x\n')
    assert table.rows == (Row(2, ("1", "line\r\nline")), Row(3, ("2", "x")))


def test_blank_rows_are_skipped_but_counted() -> None:
    table = read_table(b"\na,b\n\n,\nc,d\n")
    assert table.header.number == 2
    assert table.rows == (Row(5, ("c", "d")),)


def test_uneven_rows_are_reported_and_harm_no_other() -> None:
    table = read_table(b"a,b\n1\n2,3,4\n5,6,\n7,8\n9,1\0\n")
    assert table.rows == (Row(2, ("1", "")), Row(4, ("5", "6")), Row(5, ("7", "8")))
    assert table.problems == (
        Problem(
            "warning", "Row 2", "The row has 1 cells instead of 2; the missing ones were taken as empty."
        ),
        Problem(
            "error",
            "Row 3",
            "The row has 3 cells instead of 2.",
            "Put cells that hold the delimiter between quotation marks.",
        ),
        Problem(
            "error", "Row 6", "The row holds a NUL byte.", "Export the table again, or type the row anew."
        ),
    )


@pytest.mark.parametrize(
    ("data", "where", "message"),
    [
        (b"", "", "The file is empty (0 bytes)."),
        (b"\n\n", "", "The file holds no rows."),
        (b"%PDF-1.7", "", "This is a PDF, not a table in text form."),
        (b"\x01\x02\x03a,b", "", "This is not a text file, or it is UTF-16 without its byte order mark."),
        (
            b'a,b\n1,2\n3,"open\n4,5\n',
            "Row 3",
            "A quotation mark opens a cell here and is not closed as it should be (unexpected end of data).",
        ),
        (
            b'a,b\n1,2\n"open,3\n"x",5\n',
            "Row 3",
            "A quotation mark opens a cell here and is not closed as it should be (',' expected after '\"').",
        ),
        (b"a,b\n1," + b"x" * 200_000, "Row 2", "A cell here has more than 131072 characters."),
        (b"first column,second column\0\n1,2\n", "Row 1", "The row holds a NUL byte."),
        (
            b"," * 1000 + b"x\n",
            "",
            "The table has 1 rows of 1001 columns, which is more than can be read.",
        ),
        (b"a,b\n\xe9\x81,2\n", "Line 2", "A byte here is no letter in the encoding cp1252."),
    ],
)
def test_an_unreadable_table_says_where_and_why(data: bytes, where: str, message: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        read_table(data)
    assert (refusal.value.where, refusal.value.message) == (where, message)


def test_an_encoding_that_does_not_fit_or_is_not_known_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="Line 2: A byte here is no letter in the encoding utf-8"):
        read_table("a,b\nZoé,1\n".encode("cp1252"), encoding="utf-8")
    with pytest.raises(UnreadableFile, match="The encoding “klingon” is not known"):
        read_table(b"a,b\n", encoding="klingon")
    with pytest.raises(
        UnreadableFile, match="Line 1: A byte here is no letter in the encoding unicode_escape"
    ):
        read_table(b"a,b\n\\ud800,1\n", encoding="unicode_escape")


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conference.importers.tables.MAX_ROWS", 2)
    with pytest.raises(UnreadableFile, match="more than 2 rows"):
        read_table(b"a\nb\nc\n")
    monkeypatch.setattr("conference.importers.files.MAX_MEGABYTES", 0)
    with pytest.raises(UnreadableFile, match="larger than 0 MB"):
        read_table(b"a\n")


def test_what_a_damaged_line_reads_is_shown_without_signs_that_nothing_can_keep() -> None:
    table = read_table(b"a,b\n" + b"2,3\n" * 20 + b"Zo\xe9\0,1\n")
    assert table.notes[0].startswith(
        "The file is not UTF-8 and was read as Windows-1252. Line 22 reads: “Zoé\N{REPLACEMENT CHARACTER},1”."
    )
