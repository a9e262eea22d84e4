"""What to cite for a lecture: the paper that it presents, or else the talk itself. All records are made from this."""

from dataclasses import dataclass
from datetime import date

from django.utils.safestring import SafeString
from django.utils.text import slugify

from conference.links import absolute
from conference.models import Lecture, Person
from conference.rendering import render_inline, stored_html

_SMALL_WORDS = frozenset(
    {"a", "an", "and", "can", "do", "for", "how", "in", "is", "of", "on", "the", "to", "what", "with"}
)


NAMED = 12  # of more authors than this, a citation in words names the first; records name all


@dataclass(frozen=True, slots=True)
class Citation:
    """A paper's fields are the publication's alone: no identifier, date or place of the talk is ever among them."""

    is_paper: bool
    key: str
    title: str  # as its author typed it
    title_html: SafeString
    title_text: str
    authors: tuple[Person, ...]
    container: str  # the book of a paper, the conference of a talk
    year: int | None
    url: str
    pages: str = ""
    publisher: str = ""
    doi: str = ""
    kind: str = ""  # a talk's
    place: str = ""  # a talk's
    month: date | None = None  # a talk's: its day is not everybody's to know

    @property
    def title_stop(self) -> str:
        """What ends the title in a sentence."""
        return "" if self.title_text.endswith(("?", "!", ".")) else "."

    @property
    def named(self) -> tuple[Person, ...]:
        return self.authors if len(self.authors) <= NAMED else self.authors[:1]

    @property
    def doi_url(self) -> str:
        return f"https://doi.org/{self.doi}" if self.doi else ""


def citation_of(lecture: Lecture) -> Citation:
    """Reads the publication, the conference, and the authorships with their people: fetch them with the lecture."""
    return _paper(lecture) if lecture.publication else _talk(lecture)


def _authors(lecture: Lecture) -> tuple[Person, ...]:
    return tuple(authorship.person for authorship in lecture.authorships.all())


def _paper(lecture: Lecture) -> Citation:
    paper, authors = lecture.publication, _authors(lecture)
    assert paper is not None  # noqa: S101 - citation_of looked
    title_html, title_text = stored_html(lecture.title_html), lecture.title_text
    if paper.title != lecture.title:
        rendered = render_inline(paper.title)
        title_html, title_text = rendered.html, rendered.text
    return Citation(
        is_paper=True,
        key=paper.bibkey or _key(authors, paper.year, title_text),
        title=paper.title,
        title_html=title_html,
        title_text=title_text,
        authors=authors,
        container=paper.booktitle,
        year=paper.year,
        url=paper.url,
        pages=paper.pages,
        publisher=paper.publisher,
        doi=paper.doi or "",
    )


def _talk(lecture: Lecture) -> Citation:
    conference, authors = lecture.conference, _authors(lecture)
    return Citation(
        is_paper=False,
        key=_key(authors, conference.starts_on.year, lecture.title_text),
        title=lecture.title,
        title_html=stored_html(lecture.title_html),
        title_text=lecture.title_text,
        authors=authors,
        container=conference.acronym,
        year=conference.starts_on.year,
        url=absolute(lecture.get_absolute_url()),
        kind=str(lecture.get_kind_display()).capitalize(),
        place=conference.place,
        month=conference.starts_on,
    )


def _key(authors: tuple[Person, ...], year: int | None, title: str) -> str:
    """A BibTeX key as the ACL Anthology builds them: varga-etal-2025-balanced."""
    families = [slugify(person.family or person.name) for person in authors]
    names = families if len(families) <= 2 else [families[0], "etal"]  # noqa: PLR2004 - two authors are both named
    words = [word for word in slugify(title).split("-") if word and word not in _SMALL_WORDS]
    return "-".join(filter(None, [*names, str(year or ""), *words[:1]])) or "lecture"
