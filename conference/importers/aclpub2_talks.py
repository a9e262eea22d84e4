"""Invited talks, tutorials and workshops of an aclpub2 folder, each with a session of its own where the program has none."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta
from pathlib import PurePosixPath

from django.utils.text import slugify
from django.utils.translation import gettext as _

from .aclpub2_files import Package, time_of
from .aclpub2_program import Program, add_session, blocks_of, item_of
from .archives import inside
from .author_cells import authors_in
from .people import author_record, named_record
from .records import AuthorRecord, LectureRecord, SessionRecord, SlotRecord
from .times import is_span
from .yaml_files import Mapping, place

# The files say when these begin, and not when they end.
_TALK = timedelta(hours=1)
_TUTORIAL = timedelta(hours=3)
_WORKSHOP = timedelta(hours=8)
_DAY = timedelta(days=1)

type Span = tuple[datetime, datetime]


def invited_talks(package: Package, program: Program, volume: str) -> Iterator[LectureRecord]:
    name = "invited_talks.yml"
    for entry in package.entries(name):
        where, file = place(name, entry.line), entry.text("abstract_file")
        if not _has_title(package, entry, where):
            continue
        abstract = package.tex("invited_talks", file, where)
        if bio := package.tex("invited_talks", entry.text("bio_file"), where):
            abstract += f"\n\n\\subsection*{{{_('About the speaker')}}}\n\n{bio}"
        record = LectureRecord(
            external_id=_id("invited_talks", file, entry),
            volume=volume,
            position=0,
            title=entry.text("title"),
            abstract=abstract.strip(),
            kind="keynote",
            authors=_people(
                package, entry.text("speaker_name"), where, entry.text("institution", "affiliation")
            ),
            where=where,
        )
        starts = time_of(entry.text("date"))
        if own := _keynote_session(program, starts):
            yield replace(record, slots=(SlotRecord(own.external_id, position=1),))
        else:
            yield _in_own_session(package, program, record, entry, _span(package, entry, _TALK))


def tutorials(package: Package, program: Program, volume: str) -> Iterator[LectureRecord]:
    """Those of tutorials.yml, which have texts, and of tutorial_program.yml, which have people, rooms and times."""
    listed = _by_title(package.entries("tutorials.yml"))
    name = "tutorial_program.yml"
    planned = _by_title(
        entry
        for block in blocks_of(package.entries(name), name)
        for entry in block.entry.mappings("tutorials")
    )
    for title in dict.fromkeys([*listed, *planned]):
        about, plan = listed.get(title), planned.get(title)
        entry = Mapping(0, {**(plan.values if plan else {}), **(about.values if about else {})})
        where = place("tutorials.yml", about.line) if about else place(name, plan.line if plan else 1)
        if not _has_title(package, entry, where):
            continue
        file = entry.text("file")
        record = LectureRecord(
            external_id=_id("tutorials", file, entry),
            volume=volume,
            position=0,
            title=entry.text("title"),
            abstract=package.tex("tutorials", file, where),
            kind="tutorial",
            authors=_people(package, entry.text("authors"), where),
            where=where,
        )
        yield _in_own_session(package, program, record, entry, _span(package, entry, _TUTORIAL))


def workshops(package: Package, program: Program, volume: str) -> None:
    """Adds a session for each workshop; its own program, where there is one, becomes the items."""
    name = "workshops.yml"
    for entry in package.entries(name):
        where, key = place(name, entry.line), entry.text("id") or slugify(entry.text("title"))
        external_id = f"workshops/{key}"[:254]
        items = _items(package, key, external_id)
        span = _around(items) or _workshop_day(package, entry)
        if not span or not entry.text("title"):
            message = _("The workshop was left out: it needs a title, and a date.")
            package.fail(where, message, _("Write the date as 2031-05-23 09:00:00."))
            continue
        record = _session(external_id, "workshop", entry, span, where)
        add_session(package, replace(record, volume=volume, items=items), program)


def _items(package: Package, key: str, session: str) -> tuple[SlotRecord, ...]:
    file = inside("workshops", f"{key}.yml") if key else None
    if not file:
        return ()
    entries: list[Mapping] = []
    for block in blocks_of(package.entries(file), file):
        entries += block.entry.mappings("papers") or [block.entry]
    return tuple(
        item_of(package, entry, session, place(file, entry.line), position)
        for position, entry in enumerate(entries, start=1)
        if entry.text("title")
    )


def _around(items: tuple[SlotRecord, ...]) -> Span | None:
    starts = [item.starts_at for item in items if item.starts_at]
    ends = [item.ends_at for item in items if item.ends_at]
    if not starts or not ends or len({one.tzinfo is None for one in (*starts, *ends)}) > 1:
        return None
    return min(starts), max(ends)


def _workshop_day(package: Package, entry: Mapping) -> Span | None:
    """The whole day where only that is known."""
    starts = time_of(entry.text("date")) or time_of(f"{entry.text('date')} 00:00")
    if starts and starts.time() == time():
        return starts, starts + _DAY
    return _span(package, entry, _WORKSHOP)


def _span(package: Package, entry: Mapping, usual: timedelta) -> Span | None:
    starts = time_of(entry.text("start_time")) or time_of(entry.text("date"))
    ends = time_of(entry.text("end_time"))
    if not starts:
        return None
    if ends and is_span(starts, ends):
        return starts, ends
    package.without_end += 1
    return starts, starts + usual


def _in_own_session(
    package: Package, program: Program, record: LectureRecord, entry: Mapping, span: Span | None
) -> LectureRecord:
    if span is None:
        package.warn(
            record.where, _("It has no date and time that can be read, and no place in the program.")
        )
        return record
    kind = "plenary" if record.kind == "keynote" else "tutorial"
    session = _session(record.external_id, kind, entry, span, record.where)
    if not add_session(package, replace(session, volume=record.volume), program):
        return record
    return replace(record, slots=(SlotRecord(session.external_id, position=1),))


def _session(external_id: str, kind: str, entry: Mapping, span: Span, where: str) -> SessionRecord:
    return SessionRecord(
        external_id,
        entry.text("title"),
        *span,
        kind=kind,
        room=entry.text("room", "location"),
        chair=entry.text("chair"),
        where=where,
    )


def _keynote_session(program: Program, starts: datetime | None) -> SessionRecord | None:
    return next((one for one in program.sessions if one.kind == "plenary" and one.starts_at == starts), None)


def _id(folder: str, file: str, entry: Mapping) -> str:
    """By the file of its text: a title is the first thing to change."""
    return f"{folder}/{PurePosixPath(file).stem or slugify(entry.text('title'), allow_unicode=True)}"


def _has_title(package: Package, entry: Mapping, where: str) -> bool:
    if not entry.text("title"):
        package.fail(where, _("It has no title; it was left out."), _("Add “title: …”."))
    return bool(entry.text("title"))


def _by_title(entries: Iterator[Mapping] | list[Mapping]) -> dict[str, Mapping]:
    found: dict[str, Mapping] = {}
    for entry in entries:
        found.setdefault(entry.text("title").casefold(), entry)
    return found


def _people(package: Package, cell: str, where: str, affiliation: str = "") -> tuple[AuthorRecord, ...]:
    authors = []
    for one in authors_in(cell):
        place_of_work = one.affiliation or affiliation
        if one.name:
            author, found = named_record(one.name, where=where, affiliation=place_of_work)
        else:
            author, found = author_record(one.given, one.family, where=where, affiliation=place_of_work)
        package.problems += found
        if author:
            authors.append(author)
    return tuple(authors)
