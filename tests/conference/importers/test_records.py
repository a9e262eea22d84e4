"""What is kept of a record as what its source last said."""

import json
from datetime import UTC, datetime

from conference.importers.records import (
    AuthorRecord,
    LectureRecord,
    MaterialRecord,
    PublicationRecord,
    RegistrationRecord,
    UnreadableFile,
)


def test_a_lecture_s_values_survive_json_and_forget_the_line() -> None:
    record = LectureRecord(
        external_id="2031.expo-main.1",
        volume="main",
        position=1,
        title="Counting",
        authors=(AuthorRecord("Ana", "Velo", "Ana Velo"),),
        publication=PublicationRecord("Counting", year=2031, awards=("Best Poster",)),
        materials=(MaterialRecord("paper", "https://example.org/1.pdf"),),
        where="Line 10",
    )
    assert json.loads(json.dumps(record.as_values())) == {
        "external_id": "2031.expo-main.1",
        "volume": "main",
        "position": 1,
        "title": "Counting",
        "abstract": "",
        "kind": None,
        "track": "",
        "authors": [
            {
                "given": "Ana",
                "family": "Velo",
                "name": "Ana Velo",
                "external_id": "",
                "orcid": "",
                "affiliation": "",
                "email": "",
            }
        ],
        "keywords": [],
        "publication": {
            "title": "Counting",
            "booktitle": "",
            "pages": "",
            "year": 2031,
            "doi": "",
            "url": "",
            "bibkey": "",
            "publisher": "",
            "awards": ["Best Poster"],
        },
        "materials": [{"kind": "paper", "url": "https://example.org/1.pdf", "title": ""}],
        "slots": [],
        "state": "",
        "access": "",
    }


def test_a_registration_s_time_is_kept_with_its_zone() -> None:
    record = RegistrationRecord(
        "ana@example.org", registered_at=datetime(2031, 3, 2, 9, 15, tzinfo=UTC), where="Row 2"
    )
    assert record.as_values() == {
        "email": "ana@example.org",
        "name": "",
        "ticket_type": "",
        "status": "confirmed",
        "affiliation": "",
        "country": "",
        "external_id": "",
        "registered_at": "2031-03-02T09:15:00+00:00",
    }


def test_an_unreadable_file_says_where_what_and_how_to_mend_it() -> None:
    assert (
        str(UnreadableFile("The tag is open.", "Line 3", "Close it.")) == "Line 3: The tag is open. Close it."
    )
    assert str(UnreadableFile("The file is empty.")) == "The file is empty."
