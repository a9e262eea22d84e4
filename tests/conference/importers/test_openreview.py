"""OpenReview's notes, in the three forms that its API has given them."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from conference.importers import openreview
from conference.importers.records import (
    AuthorRecord,
    LectureRecord,
    MaterialRecord,
    Problem,
    ProgramReading,
    UnreadableFile,
)
from tests.conference.importers.privacy import without_private_addresses
from tests.shared import SHARED, needs_shared

SAMPLE = Path(openreview.__file__).parent / "samples/openreview.json"
ABSTRACT = "An abstract that is long enough to be taken for one, whoever reads it."
CONTENT = {"title": "T", "abstract": ABSTRACT, "authors": ["Ana Velo"], "venue": "EXPO 2031 Poster"}


def note(number: int, **content: Any) -> dict[str, Any]:
    key = f"note{number}"
    return {"id": key, "forum": key, "content": {**CONTENT, **content}}


def read(*notes: object) -> ProgramReading:
    return openreview.read(json.dumps({"notes": notes}).encode())


def test_the_sample_reads_without_problems() -> None:
    reading = openreview.read(SAMPLE.read_bytes())
    assert (reading.source, reading.read, reading.problems) == ("openreview", 3, ())
    assert reading.notes == ("1 submissions are not accepted by what their venue says, and were left out.",)
    assert reading.unsaid == {"publication", "slots", "track"}
    assert reading.records == (
        LectureRecord(
            external_id="aB3xExpo01",
            volume="",
            position=1,
            title="Counting to $n^2$: A Study of Squares",
            abstract="We count to $n^2$ and show that it takes *longer* than counting to its root.",
            kind="oral",
            authors=(
                AuthorRecord("", "", "Ana Velo", "~Ana_Velo1"),
                AuthorRecord("", "", "Lirano", email="lirano@example.org"),
            ),
            keywords=("counting", "squares"),
            materials=(MaterialRecord("paper", "https://openreview.net/pdf/aB3xExpo01.pdf"),),
            where="Note 1 (aB3xExpo01)",
        ),
        LectureRecord(
            external_id="aB3xExpo02",
            volume="",
            position=2,
            title="A Poster That Reads Itself",
            abstract="The poster reads itself aloud to whoever stands before it, and stops when they leave.",
            kind="poster",
            authors=(
                AuthorRecord(
                    "", "", "Rito van der Toro", "~Rito_van_der_Toro1", affiliation="Lareva University"
                ),
            ),
            keywords=("posters",),
            materials=(MaterialRecord("code", "https://example.org/self-reading-poster"),),
            where="Note 2 (aB3xExpo02)",
        ),
    )


@pytest.mark.parametrize(
    ("venue", "kind"),
    [
        ("EXPO 2031 oral", "oral"),
        ("EXPO 2031 Findings", "poster"),
        ("EXPO 2031 spotlight", "poster"),
        ("EXPO 2031 Demo", "demo"),
        ("EXPO 2031 Main", None),
        ("", None),
    ],
)
def test_the_kind_is_in_the_venue(venue: str, kind: str | None) -> None:
    assert [record.kind for record in read(note(1, venue=venue)).records] == [kind]


@pytest.mark.parametrize(
    "content",
    [
        {"venue": "Submitted to EXPO 2031"},
        {"venue": "EXPO 2031 Conference Withdrawn Submission"},
        {"venue": "EXPO 2031 Conference Desk Rejected Submission"},
        {"venue": "", "venueid": "example.org/EXPO/2031/Conference/Rejected_Submission"},
    ],
)
def test_what_is_not_accepted_is_counted(content: dict[str, str]) -> None:
    reading = read(note(1), note(2, **content))
    assert [record.external_id for record in reading.records] == ["note1"]
    assert reading.notes == ("1 submissions are not accepted by what their venue says, and were left out.",)


def test_reviews_are_no_papers() -> None:
    reading = read(note(1), {"id": "r1", "forum": "note1", "content": {"title": "Official Review"}})
    assert [record.external_id for record in reading.records] == ["note1"]
    assert reading.notes == ("1 notes are reviews, decisions or the like, and were skipped.",)


def test_profiles_that_are_not_one_for_each_author_are_nobodys() -> None:
    [record] = read(note(1, authors=["Ana Velo", "Cara Boma"], authorids=["~Cara_Boma1"])).records
    assert record.authors == (AuthorRecord("", "", "Ana Velo"), AuthorRecord("", "", "Cara Boma"))


def test_addresses_are_their_owners_and_nothing_else() -> None:
    people = [{"fullname": "Ana Velo ana@example.org", "username": "ana@example.org"}]
    [record] = read(note(1, authors=people, abstract=f"{ABSTRACT} Write to ana@example.org.")).records
    assert record.authors == (AuthorRecord("", "", "Ana Velo", email="ana@example.org"),)
    assert record.abstract == f"{ABSTRACT} Write to "


def test_keywords_may_stand_on_one_line() -> None:
    assert read(note(1, keywords="posters, pins; posters")).records[0].keywords == ("posters", "pins")


def test_a_note_without_title_harms_no_other() -> None:
    reading = read(note(1, title=None), note(2))
    assert [record.external_id for record in reading.records] == ["note2"]
    assert reading.problems == (
        Problem("error", "Note 1 (note1)", "The note has no title; it was left out.", "", "note1"),
    )


def test_of_two_notes_with_one_id_the_first_stays() -> None:
    reading = read(note(1, title="First"), note(1, title="Second"))
    assert [record.title for record in reading.records] == ["First"]
    assert [(problem.level, problem.where) for problem in reading.problems] == [("error", "Note 2 (note1)")]


def test_a_file_without_notes_is_refused() -> None:
    with pytest.raises(UnreadableFile) as refused:
        openreview.read(b'{"profiles": []}')
    assert refused.value.message == "The file has no list of “notes”."
    assert refused.value.mend == "Save the answer of OpenReview’s /notes as it is."


@needs_shared
@pytest.mark.parametrize("form", ["notes-v1", "notes-v2", "notes-v2-unified-authors"])
def test_the_forms_of_the_api_say_the_same(form: str) -> None:
    folder = SHARED / "data/openreview"
    reading = openreview.read((folder / f"{form}.json").read_bytes())
    assert (reading.read, len(reading.records), reading.problems) == (60, 57, ())
    assert Counter(record.kind for record in reading.records) == {None: 22, "poster": 22, "oral": 13}
    assert reading.records == openreview.read((folder / "notes-v2.json").read_bytes()).records
    assert "@example.org" not in without_private_addresses(reading)
