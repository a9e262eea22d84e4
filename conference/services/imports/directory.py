"""The people who are known, by id in one source, by ORCID and by name; newcomers wait in it until they are saved."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from conference.importers.records import AuthorRecord
from conference.models import Authorship, FormerPerson, Person, PersonIdentifier

KNOWN_BY = ("identifiers", "former")  # to be prefetched, besides name and ORCID


def speaks_of(author: AuthorRecord, person: Person, source: str) -> bool:
    """Whether an entry may mean this person: it gives their name, ORCID or id, or those of somebody merged into them.

    Needs `KNOWN_BY` prefetched.
    """
    ids = [known.external_id for known in person.identifiers.all() if known.source == source]
    return (
        author.name in names_of(person)
        or bool(author.orcid and author.orcid in {person.orcid, *(one.orcid for one in person.former.all())})
        or bool(author.external_id and author.external_id in ids)
    )


def means(author: AuthorRecord, authorship: Authorship, source: str) -> bool:
    """Whether an entry may mean this author of its lecture, or whom sources take them for. One of `known_authorships`."""
    people = filter(None, (authorship.person, authorship.taken_for))
    return any(speaks_of(author, person, source) for person in people)


def known_authorships() -> QuerySet[Authorship]:
    """With all by which an entry can mean them."""
    people = ("person", "taken_for")
    related = (f"{person}__{name}" for person in people for name in KNOWN_BY)
    return Authorship.objects.select_related(*people).prefetch_related(*related)


def names_of(person: Person) -> set[str]:
    return {person.name, *(one.name for one in person.former.all())}


@dataclass(slots=True)
class Directory:
    source: str
    by_pk: dict[int, Person] = field(default_factory=dict)
    _by_id: dict[str, Person] = field(default_factory=dict)
    _by_orcid: dict[str, Person] = field(default_factory=dict)
    _by_name: defaultdict[str, list[Person]] = field(default_factory=lambda: defaultdict(list))
    _with_id: list[Person] = field(default_factory=list)
    _new: list[Person] = field(default_factory=list)
    _given_orcid: list[Person] = field(default_factory=list)
    _new_ids: dict[str, Person] = field(default_factory=dict)

    @classmethod
    def of(cls, authors: Collection[AuthorRecord], source: str, present: Collection[int] = ()) -> "Directory":
        """Those whom the authors could be, and the people present (by primary key), in three queries."""
        ids = {author.external_id for author in authors}
        named = Q(name__in={author.name for author in authors})
        named |= Q(orcid__in={author.orcid for author in authors if author.orcid})
        people = Person.objects.filter(
            named
            | Q(pk__in=present)
            | Q(pk__in=FormerPerson.objects.filter(named).values("person"))
            | Q(pk__in=PersonIdentifier.objects.filter(source=source, external_id__in=ids).values("person"))
        )
        directory = cls(source)
        for person in people.order_by("pk").prefetch_related(*KNOWN_BY):
            directory._take(person)
        return directory

    def _take(self, person: Person) -> None:
        self.by_pk[person.pk] = person
        for name in names_of(person):
            self._by_name[name].append(person)
        for former in person.former.all():
            if former.orcid:
                self._by_orcid.setdefault(former.orcid, person)
        if person.orcid:
            self._by_orcid[person.orcid] = person
        for known in person.identifiers.all():
            if known.source == self.source:
                self._by_id[known.external_id] = person
                self._with_id.append(person)

    def with_id(self, author: AuthorRecord) -> Person | None:
        return self._by_id.get(author.external_id)

    def with_orcid(self, author: AuthorRecord) -> Person | None:
        return self._by_orcid.get(author.orcid)

    def named(self, name: str) -> list[Person]:
        return self._by_name[name]

    def can_be(self, person: Person, author: AuthorRecord) -> bool:
        """Whether nothing of the entry's identity contradicts the person's."""
        other_id = bool(author.external_id) and self._is_identified(person)
        return not other_id and not (author.orcid and person.orcid)

    def is_bare(self, person: Person) -> bool:
        """Known by name alone."""
        return not person.orcid and not self._is_identified(person)

    def _is_identified(self, person: Person) -> bool:
        return any(known is person for known in self._with_id)

    def add(self, author: AuthorRecord) -> Person:
        person = Person(name=author.name, given=author.given, family=author.family)
        self._new.append(person)
        self._by_name[person.name].append(person)
        return person

    def tie(self, person: Person, author: AuthorRecord) -> None:
        """Give the person the ids of the entry that they lack and nobody else has."""
        if author.external_id and author.external_id not in self._by_id:
            self._by_id[author.external_id] = self._new_ids[author.external_id] = person
            self._with_id.append(person)
        if author.orcid and not person.orcid and author.orcid not in self._by_orcid:
            person.orcid = author.orcid
            self._by_orcid[author.orcid] = person
            if person.pk:
                self._given_orcid.append(person)

    def save(self) -> None:
        Person.objects.bulk_create(self._new)
        Person.objects.bulk_update(self._given_orcid, ["orcid"])
        PersonIdentifier.objects.bulk_create(
            PersonIdentifier(source=self.source, external_id=external_id, person=person)
            for external_id, person in self._new_ids.items()
        )
