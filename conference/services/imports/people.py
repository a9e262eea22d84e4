"""Whom the authors of a program file are: found by id, by ORCID, then by an exact name that only one person has."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from conference.importers.records import AuthorRecord, Problem
from conference.models import Person
from conference.services.imports.directory import Directory, speaks_of


@dataclass(frozen=True, slots=True)
class Byline:
    """The authors of one paper as a source gives them, and (by primary key) the people who stand there now.

    `mistaken` has those of them whom sources take for somebody else, and for whom.
    """

    where: str
    authors: tuple[AuthorRecord, ...]
    present: Sequence[int] = ()
    mistaken: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Credit:
    person: Person
    affiliation: str
    email: str


@dataclass(slots=True)
class PeopleMatch:
    """Unsaved people among the credits are new; `directory.save()` writes them."""

    directory: Directory
    credits: list[list[Credit]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    ways: Counter[str] = field(default_factory=Counter)

    def notes(self) -> tuple[str, ...]:
        """How many were found in which way: a name is no proof."""
        if not self.ways:
            return ()
        message = _("People: %(new)d new, known by id %(id)d, by ORCID %(orcid)d, by name alone %(name)d.")
        return (message % {way: self.ways[way] for way in ("new", "id", "orcid", "name")},)


def match_people(bylines: Sequence[Byline], source: str) -> PeopleMatch:
    """The people of each byline, in order.

    Whoever stands there already under the name stays: merged and split people survive. Entries with an id or an ORCID come before
    those without, so that the order of papers decides nothing.
    """
    authors = [author for byline in bylines for author in byline.authors]
    present = [number for byline in bylines for number in (*byline.present, *byline.mistaken.values())]
    match = PeopleMatch(Directory.of(authors, source, present))
    matcher = _Matcher(match, source)
    # An id that is new belongs to whoever is certain before it belongs to whom sources mistake.
    order = sorted(range(len(bylines)), key=lambda number: bool(bylines[number].mistaken))
    kept = {number: matcher.kept(bylines[number]) for number in order}
    matcher.settle_identities(bylines)
    match.credits = [matcher.credited(byline, kept[number]) for number, byline in enumerate(bylines)]
    return match


@dataclass(slots=True)
class _Matcher:
    match: PeopleMatch
    source: str
    _by_name_alone: dict[str, Person] = field(default_factory=dict)

    @property
    def directory(self) -> Directory:
        return self.match.directory

    def kept(self, byline: Byline) -> dict[int, Person]:
        """Those of the people present whom an entry speaks of, or else mistakes for somebody, by the entry's place."""
        stay: dict[int, Person] = {}
        for taken_for in ({number: number for number in byline.present}, byline.mistaken):
            for place, author in enumerate(byline.authors):
                if place not in stay and (person := self._meant(author, taken_for, stay.values())):
                    stay[place] = person
                    self.directory.tie(person, author)
        return stay

    def _meant(
        self, author: AuthorRecord, taken_for: Mapping[int, int], placed: Collection[Person]
    ) -> Person | None:
        """Whom of those taken for themselves or for somebody else, and not placed yet, the entry means."""
        known = self._known(author)
        for number, meant in taken_for.items():
            person, other = self.directory.by_pk[number], self.directory.by_pk[meant]
            if person not in placed and known in (None, other) and speaks_of(author, other, self.source):
                return person
        return None

    def _known(self, author: AuthorRecord) -> Person | None:
        return self.directory.with_id(author) or self.directory.with_orcid(author)

    def settle_identities(self, bylines: Sequence[Byline]) -> None:
        """A person for every id and ORCID. One name with several of them is several people."""
        unknown: defaultdict[str, dict[AuthorRecord, str]] = defaultdict(dict)
        for author, where in _with_identity(bylines):
            if person := self._known(author):
                self.match.ways["id" if self.directory.with_id(author) else "orcid"] += 1
                self.directory.tie(person, author)
            else:
                unknown[author.name].setdefault(author, where)
        for name, entries in unknown.items():
            self._introduce(name, entries)

    def _introduce(self, name: str, entries: dict[AuthorRecord, str]) -> None:
        namesakes = list(self.directory.named(name))
        first, where = next(iter(entries.items()))
        joins = len(entries) == len(namesakes) == 1 and self.directory.can_be(namesakes[0], first)
        for author in entries:
            person = self._known(author)
            if person is None:
                person = namesakes[0] if joins else self.directory.add(author)
                self.match.ways["name" if joins else "new"] += 1
            self.directory.tie(person, author)
        if not joins and len(self.directory.named(name)) > 1:
            self._report_namesakes(where, name, _("Their ids tell them apart."))

    def credited(self, byline: Byline, stay: dict[int, Person]) -> list[Credit]:
        people: list[Credit] = []
        for place, author in enumerate(byline.authors):
            person = stay.get(place) or self._known(author) or self._namesake(author, byline.where)
            if any(credit.person is person for credit in people):
                is_namesake = author.name in {other.name for other in byline.authors[:place]}
                if author.external_id or author.orcid or not is_namesake:
                    message = _("“%(name)s” stands twice among the authors; once is enough.")
                    self._warn(byline.where, message % {"name": author.name})
                    continue
                message = _("Two authors of this paper are called “%(name)s”; they were taken as two people.")
                self._warn(byline.where, message % {"name": author.name})
                self.match.ways["new"] += 1
                person = self.directory.add(author)
            people.append(Credit(person, author.affiliation, author.email))
        return people

    def _namesake(self, author: AuthorRecord, where: str) -> Person:
        """Whom a bare name means, the same all over the file."""
        if author.name not in self._by_name_alone:
            self._by_name_alone[author.name] = self._chosen(author, where)
        return self._by_name_alone[author.name]

    def _chosen(self, author: AuthorRecord, where: str) -> Person:
        named = self.directory.named(author.name)
        candidates = named if len(named) == 1 else [one for one in named if self.directory.is_bare(one)]
        if len(named) > 1:
            known = _("This one, without an id, was taken as the one who has none.")
            new = _("This one, without an id, was taken as a new person.")
            self._report_namesakes(where, author.name, known if len(candidates) == 1 else new)
        if len(candidates) == 1:
            self.match.ways["name"] += 1
            return candidates[0]
        self.match.ways["new"] += 1
        return self.directory.add(author)

    def _report_namesakes(self, where: str, name: str, what: str) -> None:
        count = len(self.directory.named(name))
        message = _("%(count)d people are called “%(name)s”.") % {"count": count, "name": name}
        self._warn(where, f"{message} {what}")

    def _warn(self, where: str, message: str) -> None:
        self.match.problems.append(Problem("warning", where, message))


def _with_identity(bylines: Sequence[Byline]) -> list[tuple[AuthorRecord, str]]:
    """Each entry that has an id or an ORCID once, those with both first, and where it stands."""
    found: dict[tuple[str, str, str], tuple[AuthorRecord, str]] = {}
    for byline in bylines:
        for author in byline.authors:
            if author.external_id or author.orcid:
                key = (author.name, author.external_id, author.orcid)
                found.setdefault(key, (author, byline.where))
    return sorted(found.values(), key=lambda entry: not (entry[0].external_id and entry[0].orcid))
