"""What the found lectures could be narrowed by, with counts: one query for all of it.

Counts are taken over a sample of limited size, since counting a hundred thousand lectures takes longer than finding them. Up to CAP
they are exact; beyond, and wherever the sample was full, they say 'at least': `1,000+`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.utils.text import capfirst

from accounts.viewer import Viewer
from conference.filters import FLAGS, LectureFilter
from conference.models import Conference, Keyword, Lecture, Track
from conference.models.kinds import LectureKind
from conference.querysets import LectureQuerySet

CAP = 1_000
SAMPLE = 5_000  # lectures counted while browsing; a search counts those it ranked
SHOWN = 12  # values of a facet, besides those in use

COLUMNS = "id, conference_id, track_id, kind, has_video, has_slides, has_poster"
FACETS = {
    "conference": (
        "SELECT 'conference', conference.slug, conference.acronym, count(*) FROM {base} AS base"
        " JOIN conference_conference AS conference ON conference.id = base.conference_id"
        " GROUP BY 2, 3 ORDER BY 4 DESC, 3 LIMIT {shown}"
    ),
    "kind": "SELECT 'kind', kind, '', count(*) FROM {base} GROUP BY 2",
    "track": (
        "SELECT 'track', track.slug, min(track.name), count(*) FROM {base} AS base"
        " JOIN conference_track AS track ON track.id = base.track_id GROUP BY 2 ORDER BY 4 DESC, 2 LIMIT {shown}"
    ),
    "keyword": (
        "SELECT 'keyword', keyword.slug, keyword.name, tagged.count FROM ("
        " SELECT tag.keyword_id, count(*) FROM {base} AS base"
        " JOIN conference_lecture_keywords AS tag ON tag.lecture_id = base.id"
        " GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {shown}"
        ") AS tagged JOIN conference_keyword AS keyword ON keyword.id = tagged.keyword_id"
    ),
    "has": (
        "SELECT 'has', flag.name, '', count(*) FROM {base} AS base,"
        " LATERAL (VALUES ('video', has_video), ('slides', has_slides), ('poster', has_poster)) AS flag (name, holds)"
        " WHERE flag.holds GROUP BY 2"
    ),
}


@dataclass(frozen=True, slots=True)
class Count:
    number: int
    is_least: bool = False  # there may be more
    is_exact: bool = False  # was counted to the end, whatever its size

    def __str__(self) -> str:
        if self.number > CAP and not self.is_exact:
            return f"{intcomma(CAP)}+"
        return f"{intcomma(self.number)}+" if self.is_least else intcomma(self.number)


@dataclass(frozen=True, slots=True)
class Value:
    """One choice of a facet."""

    slug: str
    label: str
    count: Count
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    name: str
    label: str
    values: list[Value]


@dataclass(frozen=True, slots=True)
class Counted:
    total: Count
    facets: list[Facet]
    unknown: list[tuple[str, str]]  # filter and value: asked for, and not there for this viewer


def counted(
    chosen: LectureFilter,
    found: LectureQuerySet,
    others: Mapping[str, LectureQuerySet],
    viewer: Viewer,
    *,
    sample: int,
) -> Counted:
    """The facets of `found`. Beside a filter that widens what is found, as it would be without it: `others`, by filter."""
    bases = {"found": found, **others}
    rows = _rows(bases, chosen.chosen, viewer, sample)
    sizes = {name: rows.pop(("total", name))[1] for name in bases}
    facets, unknown = [], []
    for name in FACETS:
        there = {slug: row for (facet, slug), row in rows.items() if facet == name}
        in_use = chosen.chosen.get(name, [])
        unknown += [(name, slug) for slug in in_use if slug not in there]
        is_least = sizes.get(name, sizes["found"]) >= sample
        values = [
            Value(slug, _label(name, slug, label), Count(count, is_least), slug in in_use)
            for slug, (label, count) in there.items()
        ]
        values.sort(key=lambda value: (not value.is_chosen, -value.count.number, value.label))
        facets.append(Facet(name, str(chosen.filters[name].label), values))
    total = Count(sizes["found"], sizes["found"] >= sample)
    return Counted(total, [facet for facet in facets if facet.values], unknown)


def _rows(
    bases: dict[str, LectureQuerySet], in_use: dict[str, list[str]], viewer: Viewer, sample: int
) -> dict[tuple[str, str], tuple[str, int]]:
    """By facet and slug its label and count."""
    parts: list[str] = []
    branches: list[str] = []
    params: list[Any] = []
    for name, lectures in bases.items():
        sql, values = _compiled(lectures, sample)
        parts.append(f"{name}_lectures ({COLUMNS}) AS MATERIALIZED ({sql})")
        branches.append(f"SELECT 'total', '{name}', '', count(*) FROM {name}_lectures")  # noqa: S608 - a name of ours
        params += values
    for name, branch in FACETS.items():
        branches.append(branch.format(base=f"{name if name in bases else 'found'}_lectures", shown=SHOWN))
    for sql, values in _in_use(in_use, viewer):
        branches.append(sql)
        params += values
    union = " UNION ALL ".join(f"({branch})" for branch in branches)
    rows: dict[tuple[str, str], tuple[str, int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(f"WITH {', '.join(parts)} {union}", params)
        for facet, slug, label, count in cursor:
            known = rows.get((facet, slug), (label, 0))
            rows[facet, slug] = (known[0], max(known[1], count))
    return rows


def _compiled(lectures: LectureQuerySet, sample: int) -> tuple[str, list[Any]]:
    try:
        sliced = lectures.order_by().values_list(*COLUMNS.split(", "))[:sample]
        sql, params = sliced.query.sql_with_params()
    except EmptyResultSet:
        return f"SELECT {COLUMNS} FROM conference_lecture WHERE false", []  # noqa: S608 - a constant
    return sql, list(params)


def _in_use(in_use: dict[str, list[str]], viewer: Viewer) -> list[tuple[str, list[Any]]]:
    """What the values in use are called, if they are there for this viewer, even where they leave nothing."""
    program = Lecture.objects.visible_to(viewer)
    named = {
        "conference": (Conference.objects.visible_to(viewer), "acronym"),
        "track": (Track.objects.filter(pk__in=program.values("track")), "name"),
        "keyword": (Keyword.objects.visible_to(viewer), "name"),
    }
    branches: list[tuple[str, list[Any]]] = []
    for name, (things, label) in named.items():
        if slugs := in_use.get(name):
            query = things.filter(slug__in=slugs).order_by().values_list("slug", label).query
            sql, params = query.sql_with_params()
            branch = f"SELECT '{name}', slug, label, 0 FROM ({sql}) AS named (slug, label)"  # noqa: S608 - a name of ours
            branches.append((branch, list(params)))
    for name, known in (("kind", LectureKind.values), ("has", list(FLAGS))):
        if slugs := [slug for slug in in_use.get(name, []) if slug in known]:
            branches.append((f"SELECT '{name}', unnest(%s::text[]), '', 0", [slugs]))
    return branches


def _label(name: str, slug: str, label: str) -> str:
    if name == "kind":
        return capfirst(str(LectureKind(slug).label))
    return str(FLAGS[slug]) if name == "has" else label
