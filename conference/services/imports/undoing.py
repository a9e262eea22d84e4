"""Undoing an import: what was there before is kept as rows, and what the import left as fingerprints.

Fingerprints tell whether anything was built on the import since: then it stays. Rows are kept and put back as PostgreSQL's own JSON of
them, so that a column that is added some day is kept too. What is derived is left out, and derived anew.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Model, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from conference.models import (
    Authorship,
    Keyword,
    Lecture,
    Material,
    Person,
    Publication,
    Session,
    Slot,
    SourceRecord,
    Track,
    WelcomeMessage,
)
from conference.services import index

type Row = dict[str, Any]

NAMED = 5  # things that a refusal names


@dataclass(frozen=True, slots=True)
class Part:
    """Rows that hang on a thing: `joined` says in SQL how `part` belongs to `thing`.

    Owned ones are put back as they were, shared ones are only set back where they still are, watched ones belong to something else.
    """

    table: str
    joined: str
    is_shared: bool = False
    is_watched: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """A kind of rows that imports write, without the columns that are derived or only note a time."""

    model: type[Model]
    label: str  # a column that names the row to people
    skipped: tuple[str, ...]
    parts: tuple[Part, ...]

    @property
    def table(self) -> str:
        return table_of(self.model)


@dataclass(frozen=True, slots=True)
class Things:
    """What a kind of import writes, by name. `newcomers` come along for others to use too; undoing takes away those that nobody does."""

    kinds: Mapping[str, Thing]
    newcomers: Mapping[type[Model], Q]

    @property
    def columns(self) -> dict[str, list[str]]:
        """Of every table that is looked at. An update of Posterhall may add some, which no row and no fingerprint had before."""
        tables = {
            table
            for thing in self.kinds.values()
            for table in (thing.table, *(part.table for part in thing.parts))
        }
        return {
            table_of(model): sorted(str(field.column) for field in model._meta.concrete_fields)  # noqa: SLF001 - Django's own spelling
            for model in apps.get_models(include_auto_created=True)
            if table_of(model) in tables
        }


def table_of(model: type[Model]) -> str:
    return model._meta.db_table  # noqa: SLF001 - Django's own spelling


def _hanging(model: type[Model], column: str, condition: str = "") -> Part:
    return Part(table_of(model), f"part.{column} = thing.id {condition}")


_DERIVED = tuple(
    str(field.column)
    for field in Lecture._meta.concrete_fields  # noqa: SLF001 - Django's own spelling
    if not field.editable
)
PROGRAM = Things(
    kinds={
        "lecture": Thing(
            Lecture,
            "title_text",
            (*_DERIVED, "slug", "created_at", "updated_at"),
            (
                _hanging(Authorship, "lecture_id"),
                _hanging(Material, "lecture_id"),
                _hanging(Slot, "lecture_id"),
                _hanging(Lecture.keywords.through, "lecture_id"),
                _hanging(SourceRecord, "lecture_id"),
                Part(table_of(Publication), "part.id = thing.publication_id", is_shared=True),
            ),
        ),
        "session": Thing(
            Session,
            "name",
            (),
            (
                _hanging(Slot, "session_id", "AND part.lecture_id IS NULL"),
                _hanging(SourceRecord, "session_id"),
                Part(
                    table_of(Slot),
                    "part.session_id = thing.id AND part.lecture_id IS NOT NULL",
                    is_watched=True,
                ),
            ),
        ),
        "message": Thing(
            WelcomeMessage,
            "signed_by",
            ("body_html", "renderer_version"),
            (_hanging(SourceRecord, "message_id"),),
        ),
    },
    newcomers={
        Person: Q(authorships=None, emails=None, mistaken=None),
        Keyword: Q(lectures=None),
        Publication: Q(lectures=None),
        Track: Q(lectures=None, sessions=None),
    },
)
# When a source was heard last is no part of what it said; and nobody built anything by making a small picture of a file.
_UNTOLD = ("seen_at", "previewed_file", "preview_width", "preview_height", "preview_tries")


def _highest(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT coalesce(max(id), 0) FROM {table}")  # noqa: S608 - a table's name
        return int(cursor.fetchone()[0])


def _images(thing: Thing, ids: Sequence[int]) -> dict[int, Row]:
    """Each thing's row, and the rows of its parts by table, as they are now."""
    owned = [part for part in thing.parts if not part.is_watched]
    kept: dict[int, Row] = {
        pk: {"row": json.loads(row), "parts": {part.table: [] for part in owned}}
        for pk, row in _fetched(
            f"SELECT id, to_jsonb(thing) - %s::text[] FROM {thing.table} AS thing WHERE id = ANY(%s)",  # noqa: S608 - a table's name
            [list(thing.skipped), list(ids)],
        )
    }
    for part in owned:
        found = _fetched(
            f"SELECT thing.id, to_jsonb(part) FROM {thing.table} AS thing JOIN {part.table} AS part ON {part.joined}"  # noqa: S608 - names of tables
            " WHERE thing.id = ANY(%s) ORDER BY part.id",
            [list(ids)],
        )
        for pk, row in found:
            kept[pk]["parts"][part.table].append(json.loads(row))
    return kept


def _fingerprints(thing: Thing, ids: Sequence[int]) -> dict[int, str]:
    """Of each thing that is there, its parts included."""
    parts = " || ".join(
        f"coalesce((SELECT string_agg((to_jsonb(part) - %(untold)s::text[])::text, ',' ORDER BY part.id)"  # noqa: S608 - names of tables
        f" FROM {part.table} AS part WHERE {part.joined}), '')"
        for part in thing.parts
    )
    return dict(
        _fetched(
            f"SELECT id, md5((to_jsonb(thing) - %(skipped)s::text[])::text || {parts})"  # noqa: S608 - names of tables
            f" FROM {thing.table} AS thing WHERE id = ANY(%(ids)s)",
            {"untold": list(_UNTOLD), "skipped": list(thing.skipped), "ids": list(ids)},
        )
    )


@dataclass(frozen=True, slots=True)
class Memory:
    """What undoing needs to know, taken down around the writing of an import."""

    things: Things
    images: dict[str, dict[int, Row]]
    highest: dict[str, int]

    @classmethod
    def before(cls, things: Things, met: Mapping[str, Sequence[int]]) -> "Memory":
        """`met` are the rows that were there already and that the import speaks of."""
        kept = {name: _images(things.kinds[name], ids) for name, ids in met.items() if ids}
        return cls(things, kept, {table_of(model): _highest(table_of(model)) for model in things.newcomers})

    def after(self, created: Mapping[str, Sequence[int]]) -> dict[str, Any]:
        """JSON-able."""
        names = {*self.images, *created}
        left = {
            name: _fingerprints(self.things.kinds[name], [*self.images.get(name, {}), *created.get(name, [])])
            for name in sorted(names)
        }
        newcomers = {
            table: [pk for (pk,) in _fetched(f"SELECT id FROM {table} WHERE id > %s ORDER BY id", [highest])]  # noqa: S608 - a table's name
            for table, highest in self.highest.items()
        }
        return {
            "before": self.images,
            "left": left,
            "newcomers": newcomers,
            "columns": self.things.columns,
        }


def undo(things: Things, kept: Mapping[str, Any]) -> list[str]:
    """Put things back as they were, in the transaction that holds the imports' turn.

    Gives names of what was built on since; then nothing was done. Raises ValidationError for imports of an earlier Posterhall.
    """
    if kept.get("columns") != things.columns:
        raise ValidationError(
            _(
                "Posterhall was updated since this import, and keeps more by now: it cannot be undone any more."
            ),
            code="updated",
        )
    if built_on := _built_on(things, kept["left"]):
        return built_on
    for name, rows in kept["before"].items():
        for pk, image in rows.items():
            _put_back(things.kinds[name], int(pk), image)
    for name, left in kept["left"].items():
        created = [int(pk) for pk in left if pk not in kept["before"].get(name, {})]
        _delete_parts(things.kinds[name], created)
        things.kinds[name].model._default_manager.filter(pk__in=created).delete()  # noqa: SLF001 - Django's own spelling
    _send_home(things, kept["newcomers"])
    index.refresh(map(int, kept["before"].get("lecture", {})))
    for message in WelcomeMessage.objects.filter(pk__in=kept["before"].get("message", {})):
        message.save()
    return []


def _built_on(things: Things, left: Mapping[str, Mapping[str, str]]) -> list[str]:
    names = []
    for name, prints in left.items():
        thing = things.kinds[name]
        now = _fingerprints(thing, [int(pk) for pk in prints])
        changed = [int(pk) for pk, fingerprint in prints.items() if now.get(int(pk)) != fingerprint]
        shown = dict(
            thing.model._default_manager.filter(pk__in=changed).values_list("pk", thing.label)  # noqa: SLF001 - Django's own spelling
        )
        names += [shown.get(pk) or _("something that was deleted") for pk in changed]
    return names


def _put_back(thing: Thing, pk: int, image: Row) -> None:
    _write_row(thing.table, pk, image["row"])
    _delete_parts(thing, [pk])
    for part in thing.parts:
        rows = image["parts"].get(part.table, [])
        if part.is_shared:
            for row in rows:
                _write_row(part.table, row["id"], row)
        elif rows and not part.is_watched:
            _run(
                f"INSERT INTO {part.table} SELECT * FROM jsonb_populate_recordset(NULL::{part.table}, %s)",  # noqa: S608 - a table's name
                [json.dumps(rows)],
            )


def _delete_parts(thing: Thing, ids: Sequence[int]) -> None:
    for part in thing.parts:
        if not (part.is_shared or part.is_watched):
            _run(
                f"DELETE FROM {part.table} WHERE id IN"  # noqa: S608 - names of tables
                f" (SELECT part.id FROM {part.table} AS part JOIN {thing.table} AS thing ON {part.joined} WHERE thing.id = ANY(%s))",
                [list(ids)],
            )


def _write_row(table: str, pk: int, row: Row) -> None:
    """Set its columns, and no others, to what they were."""
    columns = ", ".join(connection.ops.quote_name(column) for column in row if column != "id")
    _run(
        f"UPDATE {table} SET ({columns}) = (SELECT {columns} FROM jsonb_populate_record(NULL::{table}, %s)) WHERE id = %s",  # noqa: S608 - names of a table and its columns
        [json.dumps(row), pk],
    )


def _send_home(things: Things, newcomers: Mapping[str, Sequence[int]]) -> None:
    for model, is_idle in things.newcomers.items():
        came = model._default_manager.filter(pk__in=newcomers.get(table_of(model), []))  # noqa: SLF001 - Django's own spelling
        came.filter(is_idle).delete()


def refusal(names: Sequence[str]) -> str:
    shown = ", ".join(f"“{name}”" for name in names[:NAMED])
    message = ngettext(
        "%(count)d thing was changed since the import, so it was not undone: %(names)s.",
        "%(count)d things were changed since the import, so it was not undone: %(names)s.",
        len(names),
    )
    return message % {"count": len(names), "names": shown + (" …" if len(names) > NAMED else "")}


def _fetched(query: str, values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor)


def _run(query: str, values: Iterable[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(query, list(values))
