"""Tables of lectures."""

from pathlib import Path

import pytest

from conference.importers import lecture_tables
from conference.importers.columns import UnknownColumns
from conference.importers.records import (
    AuthorRecord,
    LectureRecord,
    MaterialRecord,
    Problem,
    ProgramReading,
    PublicationRecord,
    UnreadableFile,
)
from tests.conference.importers.workbook_files import workbook
from tests.shared import SHARED, needs_shared

SAMPLE = Path(lecture_tables.__file__).parent / "samples/lectures.csv"
SOFTCONF = SHARED / "data/aclpub2/softconf/paper-metadata.csv"
COMMA = "Columns are separated by: comma."
NO_IDS = "There is no column of ids: a lecture is known by its title, and is a new one if that changes."


def read(text: str, **columns: str) -> ProgramReading:
    return lecture_tables.read(text.encode(), columns=columns)


def people(reading: ProgramReading) -> list[tuple[str, str, str]]:
    return [(one.given, one.family, one.name) for one in reading.records[0].authors]


def test_the_sample_reads_without_problems() -> None:
    reading = lecture_tables.read(SAMPLE.read_bytes())
    assert (reading.source, reading.read, reading.problems) == ("table", 3, ())
    assert reading.notes == (COMMA, "1 rows are rejected, withdrawn or deleted and were left out.")
    assert reading.records[0] == LectureRecord(
        external_id="12",
        volume="",
        position=1,
        title="Counting to $n^2$: A Study of Squares",
        abstract=r"We count to $n^2$ and show that it takes \textit{longer} than counting to its root.",
        kind="poster",
        track="Arithmetic",
        authors=(
            AuthorRecord("", "", "Ana Velo", affiliation="Lareva University"),
            AuthorRecord("", "", "Lirano", affiliation="Institute of Boards"),
        ),
        keywords=("counting", "squares"),
        publication=PublicationRecord(
            "Counting to $n^2$: A Study of Squares",
            pages="1-9",
            doi="10.5555/expo.12",
            url="https://papers.example.org/12",
        ),
        materials=(MaterialRecord("video", "https://videos.example.org/12.mp4"),),
        where="Row 2",
    )
    assert [author.name for author in reading.records[1].authors] == [
        "Toro Nuri",
        "Cara Boma, Jr.",
        "Ana van der Rito",
    ]
    assert (reading.records[1].kind, reading.records[1].position) == ("oral", 2)


def test_easychair_names() -> None:
    reading = read(
        "#,track #,track name,title,authors,submitted,keywords,decision,notified,abstract,deleted?\n"
        '7,1,Boards,Of Boards,"Ana Velo, Toro Nuri and Cara Boma",2031-01-02,"boards\n\nlight, dark",ACCEPT,yes,,no\n'
        "8,1,Boards,Of Nails,Ana Velo,2031-01-02,,accept,yes,,yes\n"
        "9,1,Boards,Of Glue,Ana Velo,2031-01-02,,reject,yes,,no\n"
    )
    [lecture] = reading.records
    assert (lecture.external_id, lecture.title, lecture.track) == ("7", "Of Boards", "Boards")
    assert lecture.keywords == ("boards", "light, dark")
    assert [author.name for author in lecture.authors] == ["Ana Velo", "Toro Nuri", "Cara Boma"]
    assert reading.problems == ()
    assert reading.notes == (
        COMMA,
        "Columns not used: track #, submitted, notified.",
        "2 rows are rejected, withdrawn or deleted and were left out.",
    )


def test_softconf_names() -> None:
    reading = read(
        "Submission ID,Title,Authors,Track,Acceptance Status,1: Username,1: First Name,1: Middle Name,1: Last Name,"
        "1: Email,1: Affiliation,2: First Name,2: Last Name,2: Affiliation,10: First Name,10: Last Name\n"
        "7,Of Boards,A. Velo and others,Boards,Accept-Poster,av,Ana,M.,Velo,ana@example.org,Lareva University,,Lirano,"
        ",Cara,van der Boma\n"
    )
    [lecture] = reading.records
    assert (lecture.external_id, lecture.kind) == ("7", "poster")
    assert lecture.authors == (
        AuthorRecord(
            "Ana M.", "Velo", "Ana M. Velo", affiliation="Lareva University", email="ana@example.org"
        ),
        AuthorRecord("", "Lirano", "Lirano"),
        AuthorRecord("Cara", "van der Boma", "Cara van der Boma"),
    )
    assert reading.notes == (COMMA, "Columns not used: 1: Username.")


def test_an_address_that_is_none_is_left_out() -> None:
    reading = read("Title,1: Last Name,1: Email\nOf Boards,Velo,ana at example\n")
    assert (reading.records[0].authors, [problem.message for problem in reading.problems]) == (
        (AuthorRecord("", "Velo", "Velo"),),
        ["The address of Velo is none; it was left out."],
    )


@pytest.mark.parametrize(
    "header", ["Author 2 Surname,Author 2 Given,Author 1 Name", "Surname 2,Given name 2,Author name 1"]
)
def test_numbered_authors_go_by_number(header: str) -> None:
    reading = read(f"ID,Title,{header}\n1,T,Boma,Cara,Ana Velo\n")
    assert people(reading) == [("", "", "Ana Velo"), ("Cara", "Boma", "Cara Boma")]


@pytest.mark.parametrize(
    ("header", "row"), [("Surname,Given name", "de la Nube,ana"), ("Given name,Surname", "ana,de la Nube")]
)
def test_names_go_by_the_column_and_not_by_its_place(header: str, row: str) -> None:
    reading = read(f"ID,Title,{header},Affiliation\n1,T,{row},Lareva University\n")
    assert people(reading) == [("ana", "de la Nube", "ana de la Nube")]
    assert reading.records[0].authors[0].affiliation == "Lareva University"


def test_columns_are_mapped_by_hand() -> None:
    text = "Nr,Was,Wer,Art\n1,Of Boards,Ana Velo,Vortrag\n"
    with pytest.raises(UnknownColumns) as refusal:
        read(text)
    assert str(refusal.value) == (
        "Row 1: No column holds the titles of lectures. Name one column “Title”, or say which it is."
    )
    look = lecture_tables.look(text.encode())
    assert (look.header, look.columns) == (("Nr", "Was", "Wer", "Art"), {})
    reading = read(text, title="Was", authors="3", external_id="Nr")
    assert [(one.external_id, one.title) for one in reading.records] == [("1", "Of Boards")]
    assert people(reading) == [("", "", "Ana Velo")]
    assert reading.notes == (COMMA, "Columns not used: Art.")


def test_of_many_unused_columns_the_first_are_named() -> None:
    header = ",".join(f"X{number}" for number in range(1, 16))
    assert read(f"ID,Title,{header},{'Y' * 99}\n").notes[1] == (
        "Columns not used: X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12 and 4 more."
    )


def test_a_look_shows_the_words_for_kinds_and_decisions() -> None:
    look = lecture_tables.look(b"Title,Kind,Decision\nA,Poster,accept\nB,Long,accept\n")
    assert look.columns == {"title": "1", "kind": "2", "status": "3"}
    assert look.values == {"kind": ("Poster", "Long"), "status": ("accept",)}


@pytest.mark.parametrize(
    ("decision", "kind"),
    [("Accept-Poster", "poster"), ("accepted (talk)", "oral"), ("Conditionally accepted", None)],
)
def test_accepted(decision: str, kind: str | None) -> None:
    assert [one.kind for one in read(f"ID,Title,Decision\n1,T,{decision}\n").records] == [kind]


@pytest.mark.parametrize(
    "decision", ["Reject", "not accepted", "Desk-rejected", "withdrawn", "accept, then retracted"]
)
def test_refused(decision: str) -> None:
    reading = read(f'ID,Title,Decision\n1,T,"{decision}"\n')
    assert (reading.read, reading.records, reading.problems) == (1, (), ())
    assert reading.notes[-1] == "1 rows are rejected, withdrawn or deleted and were left out."


@pytest.mark.parametrize("decision", ["", "pending", "unaccepted"])
def test_undecided_ones_are_never_shown(decision: str) -> None:
    reading = read(f"ID,Title,Decision\n1,T,{decision}\n")
    assert reading.records == ()
    message = f"The decision “{decision}” says neither accepted nor rejected."
    mend = "Write “accept” or “reject”, or map no column to it."
    assert reading.problems == (Problem("error", "Row 2", message, mend, "1"),)


def test_a_word_that_is_no_kind_is_said_once() -> None:
    reading = read("ID,Title,Type\n1,A,Long paper\n2,B,Long paper\n3,C,Demo\n")
    assert [one.kind for one in reading.records] == [None, None, "demo"]
    assert reading.notes == (COMMA, "These say no kind of presentation: Long paper.")


def test_two_with_one_id_are_told_with_both_rows() -> None:
    reading = read("ID,Title\n7,A\n7,B\n")
    assert [one.title for one in reading.records] == ["A"]
    assert reading.problems == (
        Problem(
            "error",
            "Row 3",
            "The same id as the lecture at Row 2; this one was left out.",
            "Give each lecture its own id.",
        ),
    )


def test_the_same_ids_in_another_volume_are_others() -> None:
    reading = lecture_tables.read(b"ID,Title\n7,A\n", volume="demo")
    assert ([one.volume for one in reading.records], reading.volumes) == (["demo"], ("demo",))


def test_without_ids_titles_tell_lectures_apart() -> None:
    reading = read('Title\nOf Boards: A  Study\n"of boards, a study"\n???\n1984\n')
    ids = [one.external_id for one in reading.records]
    assert ids == ["title:ofboardsastudy", "title:???", "title:1984"]
    assert reading.notes == (COMMA, NO_IDS)
    assert [problem.where for problem in reading.problems] == ["Row 3"]


def test_an_empty_id_is_worth_a_look() -> None:
    reading = read("ID,Title\n,A\n2,\n")
    assert [one.external_id for one in reading.records] == ["title:a"]
    message = "The id is empty: the lecture is known by its title, and is a new one if that changes."
    assert reading.problems == (
        Problem("warning", "Row 2", message, "Give it an id."),
        Problem("error", "Row 3", "The lecture has no title.", "Add its title.", "2"),
    )


@pytest.mark.parametrize("doi", ["10.5555/a.1", "https://doi.org/10.5555/a.1", "doi:10.5555/a.1"])
def test_dois(doi: str) -> None:
    reading = read(f"ID,Title,DOI\n1,T,{doi}\n")
    assert reading.records[0].publication == PublicationRecord("T", doi="10.5555/a.1")


def test_what_is_no_doi_year_or_address_is_left_out_with_a_word() -> None:
    reading = read("ID,Title,DOI,Year,URL,Slides\n1,T,none,soon,papers/1,javascript:alert(1)\n2,U,,2031,,\n")
    assert reading.records[0].publication == PublicationRecord("T")
    assert reading.records[1].publication == PublicationRecord("U", year=2031)
    assert [(one.level, one.where, one.message) for one in reading.problems] == [
        ("warning", "Row 2", "“none” is no DOI and was left out."),
        ("warning", "Row 2", "“soon” is no year and was left out."),
        ("warning", "Row 2", "“papers/1” is no web address and was left out."),
        ("warning", "Row 2", "The link “javascript:alert(1)” is no web address and was left out."),
    ]


def test_affiliations_that_do_not_fit_the_authors_are_left_out_with_a_word() -> None:
    reading = read("ID,Title,Authors,Affiliations\n1,T,Ana Velo; Lirano,Lareva University\n")
    assert [author.affiliation for author in reading.records[0].authors] == ["", ""]
    assert [problem.message for problem in reading.problems] == [
        "There are 1 affiliations for 2 authors; they were left out."
    ]


def test_an_address_among_the_authors_becomes_no_name() -> None:
    reading = read("ID,Title,Authors\n1,T,Ana Velo <ana@example.org>; cara@example.org\n")
    assert people(reading) == [("", "", "Ana Velo")]
    assert "@example" not in str(reading.records)


def test_abstracts_keep_their_lines_without_indentation() -> None:
    reading = read(
        'ID,Title,Abstract\n1,"T\n  U","We count boards\r\n        and nails.\r\n\r\nThen we stop counting."\n'
    )
    assert reading.records[0].title == "T U"
    assert reading.records[0].abstract == "We count boards\nand nails.\n\nThen we stop counting."


def test_a_table_says_nothing_of_columns_it_lacks() -> None:
    assert read("ID,Title,Authors,Track,Decision,DOI\n").unsaid == {
        "abstract",
        "keywords",
        "materials",
        "slots",
        "publication_booktitle",
        "publication_pages",
        "publication_url",
        "publication_year",
        "publication_bibkey",
        "publication_publisher",
        "publication_awards",
    }


def test_a_workbook_is_a_table_too() -> None:
    reading = lecture_tables.read(
        workbook({"S": [["Accepted papers"], ["No.", "Title"], [7.0, "Of Boards"]]})
    )
    assert [(one.external_id, one.title, one.where) for one in reading.records] == [
        ("7", "Of Boards", "Row 3")
    ]


def test_an_overlong_value_leaves_its_row_out() -> None:
    reading = read(f"ID,Title\n1,{'t' * 1001}\n2,B\n")
    assert [one.external_id for one in reading.records] == ["2"]
    assert [(one.level, one.item) for one in reading.problems] == [("error", "1")]


@needs_shared
def test_the_real_softconf_file() -> None:
    """It breaks off inside a quoted cell, which is said; closed, it holds one paper."""
    data = SOFTCONF.read_bytes()
    with pytest.raises(UnreadableFile, match=r"^Row 2: A quotation mark opens a cell here"):
        lecture_tables.read(data)
    reading = lecture_tables.read(data + b'"')
    [lecture] = reading.records
    assert (lecture.external_id, lecture.kind, len(lecture.authors)) == ("108", "poster", 3)
    assert [problem.message for problem in reading.problems] == [
        "The row has 8 cells instead of 256; the missing ones were taken as empty."
    ]


@needs_shared
def test_a_real_list_of_papers() -> None:
    reading = lecture_tables.read((SHARED / "data/miniconf/mini-conf-papers.csv").read_bytes())
    assert (reading.read, len(reading.records)) == (687, 687)
    assert sum(problem.level == "error" for problem in reading.problems) == 0
    assert sum(len(one.authors) for one in reading.records) == 3046
