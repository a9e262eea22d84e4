"""Conferences to export, and the way out and back."""

import io
from datetime import UTC, datetime
from typing import Any

from conference.exports.formats import EXPORTS
from conference.models import Conference, Lecture, Session, Slot
from conference.services.imports.formats import IMPORTERS, recognised
from conference.services.imports.runs import import_at_once
from tests import factories

SESSION_FIELDS = ("name", "kind", "code", "room", "chair", "live_url", "starts_at", "ends_at")
ABSTRACT = """We show that $\\alpha < \\beta$ & *more*, "quoted"; semicolons, commas.

- one
  - two, under it

    code = "verbatim"

Write to ana.velo@example.org for the data."""


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2025, 7, 29, hour, minute, tzinfo=UTC)


def exported(conference: Conference, name: str) -> bytes:
    file = io.BytesIO()
    EXPORTS[name].write(conference, file)
    return file.getvalue()


def imported(conference: Conference, data: bytes, subject: str = "program") -> dict[str, Any]:
    importer = IMPORTERS["registrations"] if subject == "registrations" else recognised(data)
    run = import_at_once(conference=conference, importer=importer, filename="f", content=data, actor=None)
    return dict(run.report)


def effect(report: dict[str, Any]) -> dict[str, Any]:
    """Whatever a file did that was not nothing."""
    counted = {
        f"{part} {name}": counts[name]
        for part, counts in {
            "things": report,
            **{p: report.get(p, {}) for p in ("sessions", "messages")},
        }.items()
        for name in ("created", "changed")
        if counts.get(name)
    }
    told = {name: report[name] for name in ("skipped", "conflicts", "changes", "matched") if report[name]}
    return counted | told


def lecture(conference: Conference, title: str, **values: Any) -> Lecture:
    made: Lecture = factories.LectureFactory(conference=conference, title=title, **values)
    return made


def rich(conference: Conference) -> None:
    """Everything that has ever come back as something else."""
    track = factories.TrackFactory(conference=conference, name="Machine Learning", slug="ml")
    nihongo = factories.TrackFactory(conference=conference, name="言語処理", slug="nlp")
    paper = factories.PublicationFactory(
        title="Counting, Revisited", booktitle="Proceedings; of, things", pages="1–9", year=2025,
        doi="10.5555/expo.12", url="https://papers.example.org/12?a=b&c=d", bibkey="velo-2025-counting",
        publisher="ACL", awards=["Best Paper", "Test of Time, 10 years"],
    )  # fmt: skip
    first = lecture(
        conference, "Q&A <A,B> in R&D: $n^2$", abstract=ABSTRACT.replace("\n", "\r\n"), kind="oral",
        track=track, publication=paper, position=7,
    )  # fmt: skip
    people(
        first,
        ("Mira van der Rito", "Mira", "van der Rito", "Lareva; Graz (AT)"),
        ("Ana Velo and Sons", "", "", ""),
    )
    people(first, ("Zoë Łu, Jr.", "Zoë", "Łu, Jr.", ""), ("مها سالم", "", "", "جامعة"), start=3)
    tagged(first, "parsing, deep", "LLMs; small", "'quoted'")
    for kind, url, title in [
        ("video", "https://videos.example.org/1.mp4", ""),
        ("video", "https://videos.example.org/2.mp4", "Second take; longer"),
        ("supplement", "https://files.example.org/x", "=1+1"),
        ("captions", "https://videos.example.org/1.vtt", ""),
    ]:
        factories.MaterialFactory(lecture=first, kind=kind, url=url, title=title)
    factories.MaterialFactory(lecture=first, url="https://files.example.org/held", state="withheld")
    factories.MaterialFactory(lecture=first, url="https://files.example.org/own", access="organizers")
    for number, title in enumerate(
        [
            "=1+1",
            "+1",
            "-ing forms",
            "@home",
            "'quoted' words",
            "'=already marked",
            "''-twice",
            "Same",
            "Same",
        ]
    ):
        lecture(conference, title, abstract="=SUM(A1)\n\n+more", position=10 + number)
    lecture(conference, "二つの言語", abstract="要旨\nです", track=nihongo, kind="poster", position=0)
    lecture(conference, "_x0041_ and _x000D_ are text", abstract="a\tb\u2028c", kind="keynote", position=0)
    lecture(conference, "عنوان عربي", abstract="", kind="other", state="draft", position=30)
    lecture(conference, "Gone", state="withdrawn", position=31)
    lecture(conference, "Closed", access="organizers", kind="tutorial", position=32)
    other = factories.PublicationFactory(title="A paper of another title", doi=None)
    lecture(conference, "A talk about a paper", publication=other, kind="demo", position=33)


def people(made: Lecture, *names: tuple[str, str, str, str], start: int = 1) -> None:
    for position, (name, given, family, affiliation) in enumerate(names, start):
        person = factories.PersonFactory(name=name, given=given, family=family)
        factories.AuthorshipFactory(lecture=made, person=person, position=position, affiliation=affiliation)


def tagged(made: Lecture, *names: str) -> None:
    from conference.services.keywords import keywords_for  # noqa: PLC0415 - only where the database is

    made.keywords.add(*keywords_for(names).values())


def lectures_of(conference: Conference) -> list[dict[str, Any]]:
    """All that exports may carry of lectures, field by field, in a form in which two conferences can be compared."""
    found = Lecture.objects.filter(conference=conference).with_export_data()
    return sorted((_lecture(one) for one in found), key=repr)


def _lecture(one: Lecture) -> dict[str, Any]:
    paper = one.publication
    return {
        "title": one.title,
        "abstract": one.abstract.replace("\r\n", "\n").replace("ana.velo@example.org", ""),  # no file carries addresses
        "kind": one.kind,
        "state": one.state,
        "access": one.access,
        "position": one.position,
        "track": one.track.name if one.track else "",
        "keywords": sorted(keyword.key for keyword in one.keywords.all()),
        "authors": [
            (each.person.name, each.person.given, each.person.family, each.affiliation)
            for each in one.authorships.all()
        ],
        "paper": paper
        and (
            paper.title, paper.booktitle, paper.pages, paper.year, paper.doi, paper.url, paper.bibkey,
            paper.publisher, paper.awards,
        ),
        "links": sorted((each.kind, each.url, each.title) for each in one.materials.all() if each.is_plain_link),
    }  # fmt: skip


def scheduled(conference: Conference) -> None:
    """Sessions for the lectures of `rich`: what has its own time and what has not, twice the same name, and nothing in one."""
    lectures = {one.title: one for one in Lecture.objects.filter(conference=conference).order_by("-pk")}
    first = lectures["Q&A <A,B> in R&D: $n^2$"]
    track = conference.tracks.get(slug="ml")
    talks = session(
        conference, "T01: Talks; “of”, all", kind="oral", code="11B", chair="Mira Otan; Bo Lio", track=track,
        live_url="https://live.example.org/1", room="=Hall 1",
    )  # fmt: skip
    posters = session(
        conference, "Posters", kind="poster", room="Hall X", starts_at=at(11), ends_at=at(12, 30)
    )
    again = session(conference, "Posters", kind="poster", room="Hall Y", starts_at=at(11), ends_at=at(12, 30))
    session(conference, "夕食", kind="social", room="", starts_at=at(18), ends_at=at(22))
    slot(talks, first, starts_at=at(9), ends_at=at(9, 20), position=3)
    slot(talks, lectures["Same"], starts_at=at(9, 20), ends_at=at(9, 40))
    slot(talks, None, title="=Opening, with “words”", starts_at=at(8, 50), ends_at=at(9))
    slot(talks, lectures["عنوان عربي"], starts_at=at(9, 40))
    slot(posters, first, board="12", kind="poster")
    slot(posters, lectures["Same"], board="=13", position=2)
    slot(again, lectures["二つの言語"], board="12", position=32_000)
    slot(again, lectures["Gone"])
    slot(again, lectures["Closed"])


def session(conference: Conference, name: str, **values: Any) -> Session:
    made: Session = factories.SessionFactory(
        conference=conference, name=name, **{"starts_at": at(8, 50), "ends_at": at(10, 30), **values}
    )
    return made


def slot(where: Session, what: Lecture | None, **values: Any) -> None:
    factories.SlotFactory(session=where, lecture=what, **values)


def sessions_of(conference: Conference) -> list[dict[str, Any]]:
    """All that exports may carry of sessions and places."""
    found = Session.objects.filter(conference=conference).with_export_data()
    return [_session(one) for one in sorted(found, key=lambda one: (one.starts_at, one.name, one.room))]


def _session(one: Session) -> dict[str, Any]:
    values = {name: getattr(one, name) for name in SESSION_FIELDS}
    return values | {
        "track": one.track.name if one.track else "",
        "slots": sorted(_slot(one, each) for each in one.slots.all()),
    }


def _slot(one: Session, each: Slot) -> tuple[Any, ...]:
    title = each.lecture.title if each.lecture else ""
    times = (each.starts_at or one.starts_at, each.ends_at or one.ends_at)
    return (title, each.title, *times, each.position, each.board, each.kind)
