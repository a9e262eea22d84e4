"""The people who are known, by id in one source, by ORCID and by name; newcomers wait in it until they are saved."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import Q

from conference.importers.records import AuthorRecord
from conference.models import Person, PersonIdentifier


def speaks_of(author: AuthorRecord, person: Person, source: str) -> bool:
    """Whether an entry may mean this person: it gives their name, or one of their ids. Needs `identifiers` prefetched."""
    ids = [known.external_id for known in person.identifiers.all() if known.source == source]
    return (
        author.name == person.name
        or bool(author.orcid and author.orcid == person.orcid)
        or bool(author.external_id and author.external_id in ids)
    )


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
        """Those whom the authors could be, and the people present (by primary key), in two queries."""
        people = Person.objects.filter(
            Q(pk__in=present)
            | Q(name__in={author.name for author in authors})
            | Q(orcid__in={author.orcid for author in authors if author.orcid})
            | Q(
                pk__in=PersonIdentifier.objects.filter(
                    source=source, external_id__in={author.external_id for author in authors}
                ).values("person")
            )
        )
        directory = cls(source)
        for person in people.order_by("pk").prefetch_related("identifiers"):
            directory._take(person)
        return directory

    def _take(self, person: Person) -> None:
        self.by_pk[person.pk] = person
        self._by_name[person.name].append(person)
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
