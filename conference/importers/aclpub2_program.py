"""program.yml of an aclpub2 folder: sessions, and the places of papers in them."""

import re
from collections import Counter
from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.text import slugify
from django.utils.translation import gettext as _

from .aclpub2_files import Package, time_of
from .kinds import session_kind, session_kind_for
from .limits import too_long
from .records import SessionRecord, SlotRecord
from .times import is_span
from .yaml_files import Mapping, Scalar, Sequence, place

FILE = "program.yml"
_NUMBERED = re.compile(r"sessions?\s+(\S{1,20})", re.IGNORECASE)
_PLENARY = re.compile(r"\b(?:opening|closing|welcome|business meeting|invited|awards?)\b", re.IGNORECASE)

type Kinds = Lookup[str, str | None]


@dataclass(slots=True)
class Program:
    """`by_id` has the sessions by their ids, `slots` those of each paper by its id."""

    by_id: dict[str, SessionRecord] = field(default_factory=dict)
    slots: dict[str, tuple[SlotRecord, ...]] = field(default_factory=dict)

    @property
    def sessions(self) -> tuple[SessionRecord, ...]:
        return tuple(self.by_id.values())


@dataclass(slots=True)
class Ids:
    """Sessions have none: their titles are, numbered where they come again. Times would change them too often."""

    taken: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)

    def of(self, title: str) -> str:
        slug = slugify(title, allow_unicode=True)[:200] or "session"
        chosen = slug
        while chosen in self.taken:
            self.counts[slug] += 1
            chosen = f"{slug}-{self.counts[slug] + 1}"
        self.taken.add(chosen)
        return chosen


@dataclass(frozen=True, slots=True)
class Block:
    """An entry of a program, with what it has from the entry around it."""

    entry: Mapping
    around: Mapping
    where: str

    def text(self, key: str) -> str:
        return self.entry.text(key) or self.around.text(key)

    @property
    def title(self) -> str:
        return self.entry.text("title")


def blocks_of(entries: list[Mapping], name: str) -> Iterator[Block]:
    """The sessions; an entry around others is none, unless it has papers too."""
    for entry in entries:
        inner = entry.mappings("subsessions")
        if not inner or entry.items("papers"):
            yield Block(entry, Mapping(entry.line), place(name, entry.line))
        for sub in inner:
            yield Block(sub, entry, place(name, sub.line))


def program_of(package: Package, kinds: Kinds, volume: str) -> Program:
    """`kinds` are those of the papers, by id: no other paper has a place."""
    program, ids = Program(), Ids()
    for block in blocks_of(package.entries(FILE), FILE):
        external_id = ids.of(block.title)
        if span := span_of(package, block):
            items = _places(package, block, external_id, kinds, program)
            record = _session(
                block,
                external_id=external_id,
                span=span,
                items=items,
                kind=_kind(block, kinds),
                volume=volume,
            )
            add_session(package, record, program)
    return program


def add_session(package: Package, record: SessionRecord, program: Program) -> bool:
    """False, and no slots, where a value does not fit or another session has the id."""
    if first := program.by_id.get(record.external_id):
        message = _("The same id as the session at %(first)s; this one was left out.")
        mend = _("Give each its own id, file or title.")
        package.fail(record.where, message % {"first": first.where}, mend, record.external_id)
        return False
    overlong = too_long(record)
    for message in overlong:
        package.fail(record.where, message, _("Shorten it."), record.external_id)
    if overlong:
        program.slots = {
            paper: tuple(slot for slot in slots if slot.session != record.external_id)
            for paper, slots in program.slots.items()
        }
        return False
    program.by_id[record.external_id] = record
    return True


def span_of(package: Package, block: Block) -> tuple[datetime, datetime] | None:
    starts, ends = (time_of(block.entry.text(key)) for key in ("start_time", "end_time"))
    if starts and ends and is_span(starts, ends) and block.title:
        return starts, ends
    message = _("The session “%(title)s” was left out: it needs a title, a start, and an end after it.")
    package.fail(block.where, message % {"title": block.title}, _("Write the times as 2031-05-23 09:00:00."))
    return None


def own_times(package: Package, entry: Mapping, where: str) -> tuple[datetime | None, datetime | None]:
    """None and None where the session's own hold."""
    texts = [entry.text(key) for key in ("start_time", "end_time")]
    starts, ends = map(time_of, texts)
    if starts and (not texts[1] or (ends and is_span(starts, ends))):
        return starts, ends
    if any(texts):
        message = _("“%(start)s” to “%(end)s” is no time; that of the session holds.")
        package.warn(where, message % {"start": texts[0], "end": texts[1]})
    return None, None


def _session(
    block: Block,
    *,
    external_id: str,
    span: tuple[datetime, datetime],
    items: tuple[SlotRecord, ...],
    kind: str,
    volume: str,
) -> SessionRecord:
    numbered = _NUMBERED.fullmatch(block.around.text("title"))
    around = "" if numbered else block.around.text("title")
    return SessionRecord(
        external_id,
        f"{around}: {block.title}" if around else block.title,
        *span,
        volume=volume,
        kind=kind,
        code=numbered[1] if numbered else "",
        room=block.text("location") or block.text("room"),
        chair=block.text("chair"),
        items=items,
        where=block.where,
    )


def _kind(block: Block, kinds: Kinds) -> str:
    """By the title, or else by the lectures if all are of one kind."""
    if kind := session_kind(block.title):
        return kind
    if _PLENARY.search(block.title):
        return "plenary"
    own = {kinds.get(paper.text("id")) for paper in _papers(block.entry)}
    return session_kind_for(own.pop() or "") if len(own) == 1 else "oral"


def _places(
    package: Package, block: Block, session: str, kinds: Kinds, program: Program
) -> tuple[SlotRecord, ...]:
    """Adds the papers' slots to the program; gives those of what is no paper here."""
    items: list[SlotRecord] = []
    taken: set[str] = set()
    for position, entry in enumerate(_papers(block.entry), start=1):
        where = place(FILE, entry.line)
        paper, title = entry.text("id"), entry.text("title")
        if paper in taken:
            message = _("The paper %(id)s stands twice in this session; the first place holds.")
            package.warn(where, message % {"id": paper})
        elif paper in kinds:
            taken.add(paper)
            slot = SlotRecord(session, *own_times(package, entry, where), position)
            program.slots[paper] = (*program.slots.get(paper, ()), slot)
        elif title:
            items.append(item_of(package, entry, session, where, position))
        else:
            message = _("There is no paper %(id)s in papers.yml; its place was left out.")
            package.fail(
                where, message % {"id": paper or "–"}, _("Add the paper, or give the place a title.")
            )
    return tuple(items)


def item_of(package: Package, entry: Mapping, session: str, where: str, position: int) -> SlotRecord:
    title, authors = entry.text("title"), entry.text("authors")
    starts, ends = own_times(package, entry, where)
    shown = f"{title} ({authors})" if authors else title
    return SlotRecord(session, starts, ends, position, title=package.public(shown, where))


def _papers(entry: Mapping) -> list[Mapping]:
    """Also where a paper is a bare id."""
    node = entry.values.get("papers")
    nodes = node.nodes if isinstance(node, Sequence) else [node] if node else []
    return [
        Mapping(one.line, {"id": one}) if isinstance(one, Scalar) else one
        for one in nodes
        if not isinstance(one, Sequence)
    ]
