"""The one keeper of what is derived from lectures.

Everybody who writes lectures, their keywords, authorships or materials, or people's names, calls `refresh` afterwards, once, within
the same transaction. Nothing else writes the derived columns.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import batched
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from conference import similarity
from conference.models import Lecture, Material
from conference.models.lecture import lecture_slug
from conference.progress import Phase, tell
from conference.rendering import RENDERER_VERSION, render, render_inline
from conference.services.transcripts import SPOKEN, transcripts

BATCH = 200  # lectures whose texts are in memory at once

WRITE_TEXTS = """
UPDATE conference_lecture AS lecture
SET title_html = new.title_html, title_text = new.title_text,
    abstract_html = new.abstract_html, abstract_text = new.abstract_text,
    slug = CASE WHEN lecture.slug = '' THEN new.slug ELSE lecture.slug END,
    transcript_text = new.transcript_text, renderer_version = %s
FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[])
    AS new (id, title_html, title_text, abstract_html, abstract_text, slug, transcript_text)
WHERE lecture.id = new.id
"""

# What stands in other tables, then the vectors over all of it. A vector is empty where its text is, so that a lecture without an
# abstract is no hit among abstracts. The long vectors repeat the names: `velo transfer` finds Velo's abstract about transfer.
WRITE_VECTORS = """
WITH names AS (
    SELECT lecture.id, f_searchable(lecture.title_text) AS title,
        COALESCE((
            SELECT string_agg(person.name, ', ' ORDER BY authorship.position, authorship.id)
            FROM conference_authorship AS authorship JOIN conference_person AS person ON person.id = authorship.person_id
            WHERE authorship.lecture_id = lecture.id
        ), '') AS authors,
        COALESCE((
            SELECT string_agg(keyword.name, ', ' ORDER BY keyword.name)
            FROM conference_lecture_keywords AS tag JOIN conference_keyword AS keyword ON keyword.id = tag.keyword_id
            WHERE tag.lecture_id = lecture.id
        ), '') AS keywords,
        ARRAY(
            SELECT material.kind FROM conference_material AS material
            WHERE material.lecture_id = lecture.id AND material.state = 'ready'
        ) AS materials
    FROM conference_lecture AS lecture WHERE lecture.id = ANY(%(ids)s)
), vectors AS (
    SELECT id, authors, keywords, materials,
        setweight(to_tsvector('posterhall', title), 'A')
        || setweight(to_tsvector('posterhall', f_searchable(keywords)), 'B')
        || setweight(to_tsvector('posterhall', f_searchable(authors)), 'C')
        || setweight(to_tsvector('posterhall_names', f_searchable(authors)), 'C') AS vector
    FROM names
)
UPDATE conference_lecture AS lecture
SET authors_text = authors, keywords_text = keywords,
    names_text = lower(f_unaccent(concat_ws(' · ', lecture.title_text, keywords, authors))),
    has_video = 'video' = ANY(materials), has_slides = 'slides' = ANY(materials), has_poster = 'poster' = ANY(materials),
    names_vector = vector,
    abstract_vector = CASE WHEN lecture.abstract_text = '' THEN ''
        ELSE vector || to_tsvector('posterhall', f_searchable(left(lecture.abstract_text, %(longest)s))) END,
    transcript_vector = CASE WHEN lecture.transcript_text = '' THEN ''
        ELSE vector || to_tsvector('posterhall', f_searchable(left(lecture.transcript_text, %(longest)s))) END,
    indexed_at = now()
FROM vectors WHERE lecture.id = vectors.id
"""
# The one part of this that hangs on files and links, but for what is said in them.
WRITE_FLAGS = """
UPDATE conference_lecture AS lecture
SET has_video = 'video' = ANY(materials), has_slides = 'slides' = ANY(materials), has_poster = 'poster' = ANY(materials)
FROM (
    SELECT one.id, ARRAY(
        SELECT material.kind FROM conference_material AS material
        WHERE material.lecture_id = one.id AND material.state = 'ready'
    ) AS materials
    FROM conference_lecture AS one WHERE one.id = ANY(%s)
) AS found
WHERE lecture.id = found.id
"""
LONGEST = 250_000  # characters; PostgreSQL refuses a vector over one megabyte


@dataclass(frozen=True, slots=True)
class Texts:
    """What rendering makes of one lecture."""

    pk: int
    title_html: str
    title_text: str
    abstract_html: str
    abstract_text: str
    slug: str


def refresh(lecture_ids: Iterable[int]) -> None:
    """Brings all that is derived from these lectures up to date. Doing it twice changes nothing.

    Locks the lectures in the order of their ids, and only then the one lock that guards similar lectures: whoever waits for that one
    holds nothing that its holder still wants.
    """
    ids = sorted(set(lecture_ids))
    if not ids:
        return
    with transaction.atomic():
        for number, batch in enumerate(batched(ids, BATCH, strict=False)):
            tell(Phase.PAGES, number * BATCH, len(ids))
            refresh_texts(batch)
        similarity.update(ids)


def hold(lecture_ids: Iterable[int]) -> None:
    """Before lectures are deleted: nobody derives anything of them until the transaction ends. Locks as `refresh` does."""
    rows = Lecture.objects.filter(pk__in=list(lecture_ids)).order_by("pk")
    list(rows.select_for_update().values_list("pk", flat=True))
    similarity.lock()


def refresh_files(lecture_ids: Iterable[int]) -> None:
    """As `refresh`, where nothing but files and links came, went or changed: thousands in a moment, as long as none has a transcript."""
    ids = sorted(set(lecture_ids))
    spoken = Material.objects.filter(lecture=OuterRef("pk"), kind__in=SPOKEN)
    with transaction.atomic():
        rows = Lecture.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True)
        said = list(rows.filter(~Q(transcript_text="") | Exists(spoken)).values_list("pk", flat=True))
        refresh(said)
        others = list(rows.exclude(pk__in=said).values_list("pk", flat=True))
        with connection.cursor() as cursor:
            cursor.execute(WRITE_FLAGS, [others])


def refresh_all() -> Iterable[int]:
    """Every lecture, batch by batch, each in a transaction of its own; yields how many are done."""
    ids = list(Lecture.objects.order_by("pk").values_list("pk", flat=True))
    done = 0
    for batch in batched(ids, BATCH, strict=False):
        with transaction.atomic():
            refresh_texts(batch)
        done += len(batch)
        yield done
    with transaction.atomic():
        similarity.update_all()


def texts_of(lecture: Lecture) -> Texts:
    title, abstract = render_inline(lecture.title), render(lecture.abstract)
    # A title without a Latin letter still needs an address.
    slug = lecture_slug(title.text) or "lecture"
    return Texts(lecture.pk, str(title.html), title.text, str(abstract.html), abstract.text, slug)


def refresh_texts(ids: Sequence[int]) -> None:
    lectures = (
        Lecture.objects.filter(pk__in=ids)
        .order_by("pk")
        .only("title", "abstract")
        .select_for_update(no_key=True)
    )
    texts = [texts_of(lecture) for lecture in lectures]
    said = transcripts(ids)
    columns: list[list[Any]] = [
        [text.pk for text in texts],
        [text.title_html for text in texts],
        [text.title_text for text in texts],
        [text.abstract_html for text in texts],
        [text.abstract_text for text in texts],
        [text.slug for text in texts],
        [said.get(text.pk, "") for text in texts],
    ]
    with connection.cursor() as cursor:
        cursor.execute(WRITE_TEXTS, [RENDERER_VERSION, *columns])
        cursor.execute(WRITE_VECTORS, {"ids": list(ids), "longest": LONGEST})
