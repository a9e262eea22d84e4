"""Several people who are one become one."""

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from conference.models import Authorship, FormerPerson, Lecture, Person, PersonEmail
from conference.services import index
from conference.services.imports.runs import take_turn

if TYPE_CHECKING:
    from accounts.models import User

_OF_A_PLACE = ("affiliation", "email", "taken_for_id")  # what an author's place in a lecture holds


@transaction.atomic
def merge_people(
    *, person_id: int, other_ids: Collection[int], with_all_orcids: bool = False, actor: "User | None"
) -> int:
    """The number of lectures that named one of the others and name the kept one now.

    The others' addresses redirect for good; their names, ORCIDs and ids in sources mean the kept one from then on, so that the next
    import does not bring them back. Others that are gone already are left out. Raises ValidationError if the one to be kept is gone,
    or if several ORCIDs say that they are several people, unless `with_all_orcids`.
    """
    take_turn()  # an import that is being written may just have found one of the others
    # Before the people: whoever saves a lecture holds it, and then wants its authors.
    lectures = locked_lectures([*other_ids, person_id])
    rows = Person.objects.filter(pk__in=[person_id, *other_ids]).order_by("pk").select_for_update()
    found = {person.pk: person for person in rows}
    kept, others = found.pop(person_id, None), list(found.values())
    if kept is None:
        raise ValidationError(
            _("The one who was to stay is gone: merged or deleted by somebody else."), code="gone"
        )
    _share_orcid(kept, others, with_all_orcids)
    count = Lecture.objects.filter(authorships__person__in=others).distinct().count()
    together = Authorship.objects.filter(person__in=[kept, *others], taken_for__in=[kept, *others])
    together.update(taken_for=None)
    _keep_one_place([kept, *others])
    _keep_addresses_once(kept, others)
    _hand_over(kept, others)
    FormerPerson.objects.bulk_create(_former(kept, other) for other in others)
    Person.objects.filter(pk__in=found).delete()
    kept.save(update_fields=["orcid"])  # which another one had until now
    index.refresh(lectures)
    if actor is not None and others:
        names = ", ".join(f"{other.name} ({other.pk})" for other in others)
        LogEntry.objects.log_actions(
            actor.pk, [kept], CHANGE, _("Merged with %(people)s.") % {"people": names}
        )
    return count


def locked_lectures(people: Collection[int]) -> list[int]:
    """Ids of all lectures of these people, each locked until the transaction ends."""
    named = Authorship.objects.filter(person__in=people).values("lecture")
    lectures = Lecture.objects.filter(pk__in=named).order_by("pk").select_for_update(no_key=True)
    return list(lectures.values_list("pk", flat=True))


def _share_orcid(kept: Person, others: Iterable[Person], with_all_orcids: bool) -> None:
    orcids = list(dict.fromkeys(person.orcid for person in (kept, *others) if person.orcid))
    if len(orcids) > 1 and not with_all_orcids:
        message = _("They have different ORCIDs (%(orcids)s), so they are taken for different people.")
        raise ValidationError(message % {"orcids": ", ".join(orcids)}, code="orcids")
    kept.orcid = next(iter(orcids), None)


def _keep_one_place(people: Collection[Person]) -> None:
    """Of a lecture that names several of them the first place stays, and is given what it lacks; the gap closes."""
    named = Authorship.objects.filter(person__in=people).order_by().values("lecture")
    several = named.annotate(places=Count("pk")).filter(places__gt=1).values("lecture")
    rows = Authorship.objects.filter(lecture__in=several).order_by("lecture", "position", "pk")
    ids = {person.pk for person in people}
    kept, doubled = [], []
    for _lecture, authors in groupby(rows, lambda row: row.lecture_id):
        line = list(authors)
        first, *rest = (row for row in line if row.person_id in ids)
        for field in _OF_A_PLACE:
            values = [getattr(row, field) for row in (first, *rest)]
            setattr(first, field, next(filter(None, values), values[0]))
        doubled += rest
        for position, row in enumerate((row for row in line if row not in rest), start=1):
            row.position = position
            kept.append(row)
    Authorship.objects.filter(pk__in=[row.pk for row in doubled]).delete()
    Authorship.objects.bulk_update(kept, ["position", *_OF_A_PLACE])


def _keep_addresses_once(kept: Person, others: Collection[Person]) -> None:
    theirs = PersonEmail.objects.filter(person__in=others)
    addresses = sorted(set(theirs.values_list("email", flat=True)))
    theirs.delete()
    PersonEmail.objects.bulk_create(
        [PersonEmail(person=kept, email=email) for email in addresses], ignore_conflicts=True
    )


def _hand_over(kept: Person, others: Collection[Person]) -> None:
    """Whatever else points to them, relations that are yet to be made included."""
    for relation in Person._meta.related_objects:  # noqa: SLF001 - Django's own spelling
        if relation.one_to_many:
            rows = relation.related_model._default_manager.filter(**{f"{relation.field.name}__in": others})  # noqa: SLF001
            rows.update(**{relation.field.name: kept})


def _former(kept: Person, other: Person) -> FormerPerson:
    orcid = other.orcid if other.orcid != kept.orcid else None
    return FormerPerson(number=other.pk, person=kept, name=other.name, orcid=orcid or "")
