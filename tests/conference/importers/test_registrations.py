"""Registration lists."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from conference.importers import registrations
from conference.importers.columns import UnknownColumns
from conference.importers.records import Problem, Reading, RegistrationRecord, UnreadableFile
from tests.conference.importers.workbook_files import workbook
from tests.shared import SHARED, needs_shared

SAMPLE = Path(registrations.__file__).parent / "samples/registrations.csv"
LISTS = SHARED / "data/registrants"
NO_STATUS = "There is no column for the status: every row counts as confirmed."


def read(text: str) -> Reading[RegistrationRecord]:
    return registrations.read(text.encode())


def test_the_sample_reads_without_problems() -> None:
    reading = registrations.read(SAMPLE.read_bytes())
    assert (reading.read, reading.problems) == (3, ())
    assert reading.records[0] == RegistrationRecord(
        email="ana.velo@example.org",
        name="Ana Velo",
        ticket_type="Regular",
        status="confirmed",
        affiliation="Lareva University",
        country="PT",
        external_id="R-0001",
        registered_at=datetime(2031, 3, 2, 9, 15, tzinfo=UTC),
        where="Row 2",
    )
    assert (reading.records[2].name, reading.records[2].status) == ("Lirano", "cancelled")


@pytest.mark.parametrize(
    "header",
    ["Full name,E-mail address,Ticket", '"Surname, Given",Mail,Pass', "NAME,EMAIL,TICKET TYPE"],
)
def test_columns_go_by_many_names(header: str) -> None:
    [record] = read(f'{header}\n"Velo, Ana",Ana@Example.org ,Student\n').records
    assert (record.name, record.email, record.ticket_type) == ("Ana Velo", "ana@example.org", "Student")


def test_what_was_not_used_is_said() -> None:
    reading = read("Email,Dietary needs,Shirt\nana@example.org,none,M\n")
    assert reading.notes == (
        "Columns are separated by: comma.",
        "Columns not used: Dietary needs, Shirt.",
        NO_STATUS,
    )


def test_a_column_of_addresses_under_another_name_is_found() -> None:
    reading = read("Name,Where to write\nAna Velo,ana@example.org\nCara Boma,cara@example.org\n")
    assert [record.email for record in reading.records] == ["ana@example.org", "cara@example.org"]


def test_a_list_without_header_goes_by_what_its_columns_hold() -> None:
    reading = read(
        "R-1,Ana,Velo,ana@example.org,student,Lareva University,PT,2031-03-02,paid\n"
        "R-2,Cara,Boma,cara@example.org,regular,Institute of Boards,KE,2031-03-03,refunded\n"
    )
    assert reading.notes[-1] == (
        "There is no header row; columns were told apart by what they hold: 1 external id, 2 given, "
        "3 family, 4 email, 5 ticket type, 6 affiliation, 7 country, 8 registered at, 9 status."
    )
    assert reading.read == 2
    assert reading.records[1] == RegistrationRecord(
        email="cara@example.org",
        name="Cara Boma",
        ticket_type="regular",
        status="cancelled",
        affiliation="Institute of Boards",
        country="KE",
        external_id="R-2",
        registered_at=datetime(2031, 3, 3),  # noqa: DTZ001 - the list names no zone
        where="Row 2",
    )


def test_addresses_alone_are_a_list() -> None:
    reading = read("ana@example.org\ncara@example.org\n")
    assert [(record.email, record.name) for record in reading.records] == [
        ("ana@example.org", ""),
        ("cara@example.org", ""),
    ]


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("Velo, Ana", "Ana Velo"),
        ("Ana Velo", "Ana Velo"),
        ("Ana Velo, PhD", "Ana Velo, PhD"),
        ("Velo, Ana, Jr.", "Velo, Ana, Jr."),
        ("Lirano,", "Lirano,"),
    ],
)
def test_full_names(cell: str, name: str) -> None:
    assert read(f'Email,Name\nana@example.org,"{cell}"\n').records[0].name == name


def test_a_bad_address_skips_its_row_and_says_why() -> None:
    reading = read("Email,Name\nn/a,Ana\nne\u200bvi@example.org,Nevi\n\u200btoro@example.org\u00a0,Toro\n")
    assert [record.email for record in reading.records] == ["toro@example.org"]
    assert reading.problems == (
        Problem("error", "Row 2", "“n/a” has no @ sign.", "Correct the address in this row."),
        Problem(
            "error",
            "Row 3",
            "The address contains a character that cannot be seen: zero width space (U+200B).",
            "Correct the address in this row.",
        ),
    )
    assert reading.read == 3


@pytest.mark.parametrize(
    ("cell", "status"), [("Paid", "confirmed"), ("checked-in", "confirmed"), ("Canceled", "cancelled")]
)
def test_statuses(cell: str, status: str) -> None:
    assert read(f"Email,Status\nana@example.org,{cell}\n").records[0].status == status


@pytest.mark.parametrize("cell", ["pending", ""])
def test_an_unknown_status_never_grants(cell: str) -> None:
    reading = read(f"Email,Status,Name\nana@example.org,{cell},Ana\n")
    assert reading.records == ()
    assert reading.problems == (
        Problem(
            "error",
            "Row 2",
            f"The status “{cell}” says neither confirmed nor cancelled.",
            "Write “confirmed” or “cancelled”.",
            item="ana@example.org",
        ),
    )


def test_two_rows_of_one_address_make_one_registration() -> None:
    reading = read(
        "Email,Ticket\nAna@example.org,Regular\ncara@example.org,Regular\n ana@Example.org ,Student\n"
    )
    assert [(record.email, record.ticket_type) for record in reading.records] == [
        ("ana@example.org", "Regular"),
        ("cara@example.org", "Regular"),
    ]
    assert reading.problems == (
        Problem("warning", "Row 4", "The same address as in Row 2; that row counts, this one does not."),
    )


@pytest.mark.parametrize(
    ("first", "second", "taken", "message"),
    [
        (
            "cancelled",
            "paid",
            "Row 3",
            "The same address as in Row 2, which is cancelled; this confirmed row counts.",
        ),
        ("paid", "cancelled", "Row 2", "The same address as in Row 2; that row counts, this one does not."),
    ],
)
def test_confirmed_beats_cancelled(first: str, second: str, taken: str, message: str) -> None:
    reading = read(f"Email,Status\nana@example.org,{first}\nana@example.org,{second}\n")
    assert [(record.status, record.where) for record in reading.records] == [("confirmed", taken)]
    assert reading.problems == (Problem("warning", "Row 3", message),)


def test_an_id_shared_by_several_addresses_is_not_taken() -> None:
    reading = read("ID,Email\nG7,ana@example.org\nG7,cara@example.org\nG8,toro@example.org\n")
    assert [record.external_id for record in reading.records] == ["", "", "G8"]
    assert [problem.where for problem in reading.problems] == ["Row 2", "Row 3"]


def test_times_in_another_form_are_reported_once() -> None:
    reading = read("Email,Date\na@example.org,7/17/2031\nb@example.org,7/18/2031\nc@example.org,2031-07-18\n")
    assert [record.registered_at is None for record in reading.records] == [True, True, False]
    assert reading.problems == (
        Problem(
            "warning",
            "Row 2",
            "The time “7/17/2031” was not understood and left out, here and in 1 other rows.",
            "Write 2025-07-28 09:00.",
        ),
    )


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0001-01-01"])
def test_a_time_at_the_end_of_the_calendar_is_left_out(time: str) -> None:
    reading = read(f"Email,Date\na@example.org,{time}\n")
    assert [record.registered_at for record in reading.records] == [None]
    assert [problem.message for problem in reading.problems] == [
        f"The time “{time}” was not understood and left out, here and in 0 other rows."
    ]


def test_a_message_repeats_no_whole_page() -> None:
    reading = read(f"Email,Date,Status\na@example.org,{'1' * 5000},{'x' * 5000}\n")
    assert [problem.message for problem in reading.problems] == [
        f"The time “{'1' * 60}” was not understood and left out, here and in 0 other rows.",
        f"The status “{'x' * 60}” says neither confirmed nor cancelled.",
    ]


def test_rows_that_the_table_lost_are_counted_as_read() -> None:
    reading = read("Email,Name\nana@example.org,Velo, Ana\ncara@example.org,Cara\n")
    assert (reading.read, len(reading.records), len(reading.problems)) == (2, 1, 1)


def test_an_overlong_value_skips_its_row() -> None:
    reading = read(f"Email,Name\nana@example.org,{'x' * 201}\n")
    message = f"The name has 201 characters, and no more than 200 fit: “{'x' * 40}…”"
    assert reading.records == ()
    assert reading.problems == (Problem("error", "Row 2", message, "Shorten it.", item="ana@example.org"),)


def test_a_list_says_nothing_of_columns_it_lacks() -> None:
    assert read("Email,First,Status\nana@example.org,Ana,paid\n").unsaid == {
        "ticket_type",
        "affiliation",
        "country",
        "external_id",
        "registered_at",
    }


def test_a_list_without_addresses_is_refused() -> None:
    with pytest.raises(UnreadableFile) as refusal:
        read("Name,Ticket\nAna,Student\n")
    assert str(refusal.value) == "Row 1: No column holds e-mail addresses. Name one column “Email”."


def test_a_workbook_is_a_list_too() -> None:
    when = datetime(2031, 3, 2, 9, 15)  # noqa: DTZ001 - a workbook knows no zones
    reading = registrations.read(
        workbook(
            {
                "Notes": [["Exported in March"]],
                "People": [["ID", "Email", "Name", "Date"], [7, "ana@example.org", "Velo, Ana", when]],
            }
        ),
        sheet="People",
    )
    assert reading.records == (
        RegistrationRecord(
            email="ana@example.org",
            name="Ana Velo",
            external_id="7",
            registered_at=when,
            where="Sheet “People”, row 2",
        ),
    )
    assert reading.notes == ("Read from the sheet “People”.", NO_STATUS)


@pytest.mark.parametrize(
    ("columns", "family", "given", "unused"),
    [
        ({}, "Velo", "Ana", "Wen"),
        ({"given": "Surname", "family": "First"}, "Ana", "Velo", "Wen"),
        ({"given": "3", "family": "4"}, "Ana", "Velo", "Wen"),
        ({"email": "Wen", "family": ""}, "", "Ana", "Mail, Surname"),
    ],
)
def test_columns_are_mapped_by_hand(columns: dict[str, str], family: str, given: str, unused: str) -> None:
    data = b"Mail,Wen,Surname,First\nana@example.org,wen@example.org,Velo,Ana\n"
    reading = registrations.read(data, columns=columns)
    assert reading.records[0].name == f"{given} {family}".strip()
    assert reading.records[0].email == ("wen@example.org" if "email" in columns else "ana@example.org")
    assert reading.notes[1] == f"Columns not used: {unused}."


def test_columns_of_a_list_without_header_are_mapped_by_number() -> None:
    data = b"Velo,Ana,ana@example.org,gold\n"
    reading = registrations.read(data, columns={"family": "1", "given": "2", "ticket_type": "4"})
    assert [(one.name, one.ticket_type) for one in reading.records] == [("Ana Velo", "gold")]
    assert reading.notes[1] == (
        "There is no header row; columns were told apart by what they hold: 1 family, 2 given, 3 email, "
        "4 ticket type."
    )


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"phone": "1"}, "“phone” is no field; there are: email, name, given,"),
        ({"name": "Who"}, "There is no column “Who”. Give its name, or a number from 1 to 2."),
        ({"name": "3"}, "There is no column “3”. Give its name, or a number from 1 to 2."),
        ({"email": ""}, "Row 1: No column holds e-mail addresses. Name one column “Email”."),
    ],
)
def test_columns_that_are_none_are_refused(columns: dict[str, str], message: str) -> None:
    with pytest.raises(UnknownColumns) as refusal:
        registrations.read(b"Email,Name\nana@example.org,Ana\n", columns=columns)
    assert str(refusal.value).startswith(message)


def test_words_of_the_list_are_mapped() -> None:
    reading = registrations.read(
        b"Email,Status,Ticket\na@example.org,Ja,Stud.\nb@example.org,nein,Gold\nc@example.org,paid,stud\n",
        statuses={"ja": "confirmed", "Nein": "cancelled"},
        ticket_types={"STUD": "Student"},
    )
    assert [(one.status, one.ticket_type) for one in reading.records] == [
        ("confirmed", "Student"),
        ("cancelled", "Gold"),
        ("confirmed", "Student"),
    ]
    assert reading.problems == ()


def test_a_look_shows_what_would_be_read() -> None:
    data = "Mail;Wer;Status;Pass\nzoé@example.org;Zoé;ja;Gold\nb@example.org;B;ja;\n".encode("cp1252")
    look = registrations.look(data, columns={"name": "Wer"})
    assert (look.encoding, look.delimiter, look.sheet, look.sheets) == ("cp1252", ";", "", ())
    assert look.header == ("Mail", "Wer", "Status", "Pass")
    assert look.rows == (("zoé@example.org", "Zoé", "ja", "Gold"), ("b@example.org", "B", "ja", ""))
    assert look.columns == {"email": "1", "name": "2", "status": "3", "ticket_type": "4"}
    assert look.values == {"status": ("ja",), "ticket_type": ("Gold",)}
    assert look.notes[0].startswith("The file is not UTF-8 and was read as Windows-1252.")


def test_a_look_at_a_list_that_cannot_be_read_yet() -> None:
    look = registrations.look(b"Name,Ticket\nAna,Student\n")
    assert (look.header, look.columns) == (("Name", "Ticket"), {"name": "1", "ticket_type": "2"})
    headless = registrations.look(b"ana@example.org,Ana\n")
    assert (headless.header, headless.rows) == (None, (("ana@example.org", "Ana"),))


@needs_shared
@pytest.mark.parametrize(
    ("name", "rows", "cancelled"),
    [
        ("registrants_10k.csv", 10_000, 1_000),
        ("registrants_bom_crlf_excel.csv", 200, 20),
        ("registrants_semicolon_cp1252.csv", 200, 20),
        ("registrants_no_header.csv", 20, 2),
        ("registrants_other_headers.csv", 30, 0),
    ],
)
def test_real_variants(name: str, rows: int, cancelled: int) -> None:
    reading = registrations.read((LISTS / name).read_bytes())
    assert (len(reading.records), reading.problems) == (rows, ())
    assert sum(record.status == "cancelled" for record in reading.records) == cancelled
    assert (reading.records[0].email, reading.records[0].name) == ("mz.lenivi1@example.org", "Mázá Lenivi")
