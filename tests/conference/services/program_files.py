"""Program files for tests, and the short way through an import."""

from datetime import datetime
from typing import Any

from conference.importers.records import (
    AuthorRecord,
    LectureRecord,
    Problem,
    ProgramReading,
    PublicationRecord,
    SessionRecord,
)
from conference.models import Conference, ImportRun
from conference.services.imports import undoing
from conference.services.imports.program import ProgramPlan, plan_program
from conference.services.imports.runs import Importer, Options, apply_import, confirm_import, start_import
from conference.services.imports.writing import write_program

ABSTRACT = "We measure a thing in many ways and find it so."


def author(name: str, external_id: str = "", orcid: str = "", affiliation: str = "") -> AuthorRecord:
    given, _, family = name.rpartition(" ")
    return AuthorRecord(given, family, name, external_id, orcid, affiliation)


def paper(number: int, **values: Any) -> LectureRecord:
    return LectureRecord(
        **{
            "external_id": f"main.{number}",
            "volume": "main",
            "position": number,
            "title": f"Paper {number}",
            "abstract": ABSTRACT,
            "kind": "poster",
            "track": "Main conference",
            "authors": (author("Ana Velo"),),
            "where": f"Line {number}",
            **values,
        }
    )


def publication(**values: Any) -> PublicationRecord:
    return PublicationRecord(**{"title": "Paper 1", "doi": "10.1/1", "bibkey": "velo-2031-paper", **values})


def session(name: str, **values: Any) -> SessionRecord:
    """Its id is its name in small letters."""
    morning = {
        "starts_at": datetime.fromisoformat("2031-07-28T09:00"),
        "ends_at": datetime.fromisoformat("2031-07-28T10:30"),
    }
    return SessionRecord(**{"external_id": name.lower(), "name": name, **morning, **values})


def reading(
    *records: LectureRecord,
    source: str = "anthology:2031.expo",
    problems: tuple[Problem, ...] = (),
    **values: Any,
) -> ProgramReading:
    volumes = tuple(dict.fromkeys(("", *(record.volume for record in records))))
    read = len(records) + len(problems)
    return ProgramReading(source, records, problems, read=read, volumes=volumes, **values)


def importer_of(given: ProgramReading) -> Importer[ProgramReading, ProgramPlan]:
    """One that reads nothing else, whatever the file."""
    return Importer(
        "test", "test", "program", lambda *_: given, plan_program, write_program, undoing.PROGRAM, ""
    )


def take(
    conference: Conference, *records: LectureRecord, options: Options | None = None, **values: Any
) -> dict[str, Any]:
    """Import the records; gives the report."""
    given = reading(*records, **values)
    importer = importer_of(given)
    run = start_import(
        conference=conference, importer=importer, filename="f", content=b"x", options=options, actor=None
    )
    assert run.state == ImportRun.State.PLANNED
    confirm_import(run=run, actor=None)
    return dict(apply_import(run=run, importer=importer).report)


def counts(report: dict[str, Any]) -> tuple[int, int, int]:
    return report["created"], report["changed"], report["unchanged"]


def changed_fields(report: dict[str, Any], what: str = "changes") -> list[tuple[str, Any, Any]]:
    return [(one["field"], one["old"], one["new"]) for item in report[what] for one in item["fields"]]
