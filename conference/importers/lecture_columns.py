"""Which column of a table of lectures is which, among them the numbered ones of authors: `1: First Name`, `Author 2 Surname`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .columns import Columns, UnknownColumns, by_name, plain_key, words
from .own import ID_COLUMN, is_own_table
from .tables import Row, Table

FIELDS = {
    "title": gettext_lazy("Title"),
    "external_id": gettext_lazy("Paper number or id"),
    "authors": gettext_lazy("Authors, all in one cell"),
    "given": gettext_lazy("Given names of the only author"),
    "family": gettext_lazy("Family name of the only author"),
    "given_names": gettext_lazy("Given names, one author a line"),
    "family_names": gettext_lazy("Family names, one author a line"),
    "affiliation": gettext_lazy("Affiliation"),
    "orcids": gettext_lazy("ORCIDs, one author a line"),
    "abstract": gettext_lazy("Abstract"),
    "kind": gettext_lazy("Kind of presentation"),
    "status": gettext_lazy("Decision"),
    "withdrawn": gettext_lazy("Withdrawn or deleted"),
    "state": gettext_lazy("State: draft, published or withdrawn"),
    "access": gettext_lazy("Access: everyone, registered or organizers"),
    "track": gettext_lazy("Track"),
    "keywords": gettext_lazy("Keywords"),
    "position": gettext_lazy("Place in the program, a number"),
    "publication_title": gettext_lazy("Title of the publication"),
    "doi": gettext_lazy("DOI"),
    "pages": gettext_lazy("Pages"),
    "booktitle": gettext_lazy("Title of the proceedings"),
    "year": gettext_lazy("Year"),
    "url": gettext_lazy("Address of the paper’s page"),
    "bibkey": gettext_lazy("BibTeX key"),
    "publisher": gettext_lazy("Publisher"),
    "awards": gettext_lazy("Awards"),
    "paper": gettext_lazy("Link to the paper"),
    "slides": gettext_lazy("Link to the slides"),
    "poster": gettext_lazy("Link to the poster"),
    "video": gettext_lazy("Link to the video"),
    "captions": gettext_lazy("Link to the captions"),
    "transcript": gettext_lazy("Link to the transcript"),
    "code": gettext_lazy("Link to the code"),
    "data": gettext_lazy("Link to the data"),
    "supplement": gettext_lazy("Link to a supplement"),
}
PUBLICATION = (
    "publication_title",
    "doi",
    "pages",
    "booktitle",
    "year",
    "url",
    "bibkey",
    "publisher",
    "awards",
)
MATERIALS = (
    "paper", "slides", "poster", "video", "captions", "transcript", "code", "data", "supplement"
)  # fmt: skip

# Names without case, spaces and punctuation; `#` is a number.
_NAMES = {
    "title": "title papertitle lecturetitle talktitle submissiontitle contributiontitle",
    "external_id": """id number no paperid papernumber paperno submissionid submissionnumber submissionno submission uid
        pid lectureid abstractid contributionid""",
    "authors": "authors author authornames authorlist authorsnames speakers speaker",
    "given": "firstname given givenname givennames forename",
    "family": "lastname surname family familyname",
    "affiliation": "affiliation affiliations institution institutions organization organisation",
    "abstract": "abstract abstracts summary",
    "kind": """kind type presentation presentationtype presentationformat lecturekind lecturetype contributiontype
        format""",
    "status": "status acceptancestatus decision acceptance outcome finaldecision",
    "withdrawn": "withdrawn deleted",
    "track": "track trackname area subjectarea primarysubjectarea",
    "keywords": "keywords keyword keyphrases tags topics",
    "orcids": "orcids",
    "publication_title": "publicationtitle",
    "doi": "doi",
    "pages": "pages pagerange pagenumbers",
    "booktitle": "booktitle proceedings",
    "year": "year",
    "url": "url link address webpage website anthologyurl",
    "bibkey": "bibkey bibtexkey",
    "publisher": "publisher",
    "awards": "awards award",
    "paper": "paper paperurl paperlink paperpdf pdf pdfurl pdflink",
    "slides": "slides slidesurl slideslink slidespdf presentationurl slideshowurl",
    "poster": "poster posterurl posterlink posterpdf",
    "video": "video videourl videolink recording",
    "code": "code codeurl software repository",
    "captions": "captions captionsurl",
    "transcript": "transcript transcripturl",
    "data": "data dataset dataurl",
    "supplement": "supplement supplementary supplementarymaterial",
}
# What our own exports call them.
OWN_NAMES = {
    "external_id": ID_COLUMN,
    "title": "Title",
    "kind": "Kind",
    "state": "State",
    "access": "Access",
    "track": "Track",
    "authors": "Authors",
    "given_names": "Given names",
    "family_names": "Family names",
    "affiliation": "Affiliations",
    "orcids": "ORCIDs",
    "keywords": "Keywords",
    "abstract": "Abstract",
    "publication_title": "Publication title",
    "booktitle": "Book title",
    "pages": "Pages",
    "year": "Year",
    "doi": "DOI",
    "url": "URL",
    "bibkey": "BibTeX key",
    "publisher": "Publisher",
    "awards": "Awards",
    **{name: name.capitalize() for name in MATERIALS},
    "position": "Position",
}
_AUTHOR_NAMES = {
    "given": "firstname given givenname givennames first forename",
    "middle": "middlename middle",
    "family": "lastname surname family familyname last",
    "name": "name fullname author",
    "affiliation": "affiliation institution organization organisation",
    "orcid": "orcid orcidid",
    "email": "email mail emailaddress",
}
_FIELD_OF_NAME = words(_NAMES)
_FIELD_OF_OWN_NAME = {plain_key(title): name for name, title in OWN_NAMES.items()}
_PART_OF_NAME = words(_AUTHOR_NAMES)
_NUMBER_FIRST = re.compile(r"(?:author ?)?(\d{1,3})(.+)", re.IGNORECASE)
_NUMBER_LAST = re.compile(r"(.+?)(\d{1,3})", re.IGNORECASE)
_MAX_TITLE = 60


@dataclass(frozen=True, slots=True)
class LectureColumns:
    """`authors` are the numbered ones, in the order of their numbers. Own are those of an export of ours."""

    columns: Columns
    authors: tuple[Mapping[str, int], ...]
    is_own: bool = False

    def numbered_authors(self, row: Row) -> Iterator[dict[str, str]]:
        for places in self.authors:
            yield {part: row.cells[place].strip() for part, place in places.items()}

    def notes(self) -> tuple[str, ...]:
        return self.columns.notes([place for places in self.authors for place in places.values()])

    def has(self, *fields: str) -> bool:
        return any(field in self.columns.places for field in fields)


def find_columns(table: Table, by_hand: Mapping[str, str]) -> LectureColumns:
    """Raises UnknownColumns if no column holds titles."""
    found = guess_columns(table, by_hand)
    if not found.has("title"):
        raise UnknownColumns(
            _("No column holds the titles of lectures."),
            where=table.header.where,
            mend=_("Name one column “Title”, or say which it is."),
        )
    return found


def guess_columns(table: Table, by_hand: Mapping[str, str]) -> LectureColumns:
    is_own = is_own_table(table)
    columns = by_name(table, _FIELD_OF_OWN_NAME if is_own else _FIELD_OF_NAME).mapped(by_hand, FIELDS)
    return LectureColumns(columns, _authors(columns.titles or ()), is_own)


def _authors(titles: tuple[str, ...]) -> tuple[Mapping[str, int], ...]:
    numbered: dict[int, dict[str, int]] = {}
    for place, title in enumerate(titles):
        if part := _numbered(title):
            number, name = part
            numbered.setdefault(number, {}).setdefault(name, place)
    return tuple(places for _number, places in sorted(numbered.items()))


def _numbered(title: str) -> tuple[int, str] | None:
    if len(title) > _MAX_TITLE:
        return None
    if match := _NUMBER_FIRST.fullmatch(title):
        number, name = match.groups()
    elif match := _NUMBER_LAST.fullmatch(title):
        name, number = match.groups()
    else:
        return None
    part = _PART_OF_NAME.get(plain_key(name)) or _PART_OF_NAME.get(plain_key(name).removeprefix("author"))
    return (int(number), part) if part else None
