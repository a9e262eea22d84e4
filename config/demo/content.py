"""What the demo consists of, as its data files say it. A misspelt key or an unknown id stops the reading."""

import tomllib
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("data")
SLUGS = ("acl-2025", "emnlp-2023", "acl-2023")


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonContent:
    at: str
    given: str = ""
    family: str = ""
    name: str = ""

    @property
    def display_name(self) -> str:
        return self.name or f"{self.given} {self.family}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicationContent:
    pages: str
    doi: str
    bibkey: str
    awards: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class MaterialContent:
    """With `url` a link; ready or withheld without one, a file that files.py makes; otherwise nothing yet."""

    kind: str
    state: str = "ready"
    title: str = ""
    access: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LectureContent:
    id: str
    title: str
    abstract: str
    keywords: list[str]
    authors: list[str]  # keys of people.toml
    kind: str = "poster"
    state: str = "published"
    track: str = ""
    publication: PublicationContent | None = None
    materials: list[MaterialContent] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionContent:
    """Times are those of the conference's place, without a zone. `board` is what board numbers begin with."""

    kind: str
    name: str
    room: str
    starts_at: datetime
    ends_at: datetime
    code: str = ""
    track: str = ""
    chair: str = ""
    live_url: str = ""
    board: str = ""
    minutes: int | None = None  # for each lecture; None where they share the session's time
    lectures: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleContent:
    subject: str
    audience: str
    tickets: list[str] = field(default_factory=list)
    opens_at: datetime | None = None
    closes_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConferenceContent:
    slug: str
    series: str
    facts: dict[str, Any]  # fields of Conference
    tickets: dict[str, str]
    tracks: dict[str, str]
    welcome: list[dict[str, Any]]
    pages: list[dict[str, Any]]
    rules: list[RuleContent]
    sessions: list[SessionContent]
    lectures: list[LectureContent]  # in the order of the program

    @property
    def starts_on(self) -> date:
        day: date = self.facts["starts_on"]
        return day


@dataclass(frozen=True, slots=True, kw_only=True)
class CastMember:
    """Somebody to log in as. `presents` is a key of people.toml, `organizes` and `conference` are slugs."""

    email: str
    name: str
    shows: str
    conference: str = "acl-2025"
    ticket: str = ""
    status: str = "confirmed"
    presents: str = ""
    organizes: str = ""
    administrator: bool = False
    unknown: bool = False


def people() -> dict[str, PersonContent]:
    return {key: PersonContent(**table) for key, table in _read(DATA / "people.toml").items()}


def cast() -> list[CastMember]:
    return [CastMember(**table) for table in _read(DATA / "cast.toml")["people"]]


def conferences() -> list[ConferenceContent]:
    return [_conference(slug) for slug in SLUGS]


def _conference(slug: str) -> ConferenceContent:
    folder = DATA / slug
    table = _read(folder / "conference.toml")
    sessions = [SessionContent(**session) for session in _read(folder / "program.toml")["sessions"]]
    lectures = [lecture for path in sorted(folder.glob("lectures/*.toml")) for lecture in _lectures(path)]
    return ConferenceContent(
        slug=slug,
        series=table.pop("series"),
        tickets=table.pop("tickets"),
        tracks=table.pop("tracks"),
        welcome=table.pop("welcome"),
        pages=table.pop("pages"),
        rules=[RuleContent(**rule) for rule in table.pop("rules")],
        facts=table,
        sessions=sessions,
        lectures=_in_program_order(lectures, sessions),
    )


def _lectures(path: Path) -> list[LectureContent]:
    table = _read(path)
    return [_lecture({"track": table.get("track", ""), **lecture}) for lecture in table["lectures"]]


def _lecture(table: dict[str, Any]) -> LectureContent:
    paper = table.pop("publication", None)
    materials = [MaterialContent(**material) for material in table.pop("materials", [])]
    return LectureContent(
        **table, materials=materials, publication=PublicationContent(**paper) if paper else None
    )


def _in_program_order(lectures: list[LectureContent], sessions: list[SessionContent]) -> list[LectureContent]:
    """By their first place in the program; who has none comes last."""
    named = [key for session in sorted(sessions, key=lambda one: one.starts_at) for key in session.lectures]
    place = {key: number for number, key in reversed(list(enumerate(named)))}
    if unknown := place.keys() - {lecture.id for lecture in lectures}:
        raise ValueError(f"The program names lectures that are not there: {', '.join(sorted(unknown))}.")
    return sorted(lectures, key=lambda lecture: place.get(lecture.id, len(named)))


def _read(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)
