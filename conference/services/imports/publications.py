"""The papers behind lectures, each once: found by DOI, then by BibTeX key."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from conference.importers.records import PublicationRecord
from conference.models import Lecture, Publication
from conference.services.imports.comparing import PUBLICATION_FIELDS, is_of_publication, publication_value
from conference.services.imports.merging import Change


@dataclass(slots=True)
class Shelf:
    _by_doi: dict[str, Publication] = field(default_factory=dict)
    _by_key: dict[str, Publication] = field(default_factory=dict)
    _new: list[Publication] = field(default_factory=list)
    _changed: dict[int, Publication] = field(default_factory=dict)

    @classmethod
    def of(cls, records: Iterable[PublicationRecord]) -> "Shelf":
        records = list(records)
        shelf = cls()
        with_doi = Publication.objects.filter(doi__in=[one.doi for one in records if one.doi])
        with_key = Publication.objects.filter(bibkey__in=[one.bibkey for one in records if one.bibkey])
        # Without an order of their own: Django leaves one in where the other part of a union is empty.
        for publication in with_doi.order_by().union(with_key.order_by()).order_by("pk"):
            shelf._add(publication)
        return shelf

    def _add(self, publication: Publication) -> None:
        if publication.doi:
            self._by_doi.setdefault(publication.doi, publication)
        if publication.bibkey:
            self._by_key.setdefault(publication.bibkey, publication)

    def place(self, record: PublicationRecord) -> Publication:
        """The publication that is stored, or a new one, unsaved until `save`."""
        if publication := self._find(record):
            return publication
        values = {name: getattr(record, name) for name in PUBLICATION_FIELDS}
        publication = Publication(**values | {"doi": record.doi or None, "awards": list(record.awards)})
        self._new.append(publication)
        self._add(publication)
        return publication

    def _find(self, record: PublicationRecord) -> Publication | None:
        if publication := self._by_doi.get(record.doi):
            return publication
        publication = self._by_key.get(record.bibkey)
        # One key with two DOIs is two papers.
        return None if publication and publication.doi and record.doi else publication

    def change(self, lecture: Lecture, record: PublicationRecord, changes: Iterable[Change]) -> None:
        """Take the changes of the lecture's publication; a lecture without one is given the record's."""
        values = dict(
            publication_value(one.field, one.new) for one in changes if is_of_publication(one.field)
        )
        if not values:
            return
        other = self._by_doi.get(values.get("doi") or "")
        if lecture.publication is None or (other and other.pk != lecture.publication.pk):
            lecture.publication = self.place(record)
            return
        for name, value in values.items():
            setattr(lecture.publication, name, value)
        self._changed[lecture.publication.pk] = lecture.publication

    def save(self) -> None:
        Publication.objects.bulk_create(self._new)
        Publication.objects.bulk_update(self._changed.values(), PUBLICATION_FIELDS, batch_size=500)
