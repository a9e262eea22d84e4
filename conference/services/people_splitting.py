"""One person who is several becomes two."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from conference.models import Authorship, FormerPerson, Lecture, Person, PersonEmail, PersonIdentifier
from conference.services import index
from conference.services.imports.runs import take_turn
from conference.services.people_merging import locked_lectures

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def split_person(
    *,
    person_id: int,
    other: Person,
    lecture_ids: Collection[int],
    identifier_ids: Collection[int] = (),
    email_ids: Collection[int] = (),
    with_orcid: bool = False,
    actor: "User | None",
) -> Person:
    """The other, who has these lectures, ids, private addresses and perhaps the ORCID from now on: somebody new if not saved yet.

    Imports go on taking one for the other at these lectures, and no longer put them back. Of what is not the person's nothing moves.
    Raises ValidationError if either is gone, if none of the lectures is to go or none to stay, if the other is an author of one of
    them already or has another ORCID, and if the values of somebody new are not good.
    """
    take_turn()
    is_new = other.pk is None
    lectures = locked_lectures([person_id])
    rows = Person.objects.filter(pk__in=[person_id, other.pk or person_id]).order_by("pk").select_for_update()
    found = {one.pk: one for one in rows}
    if person_id not in found or not (is_new or other.pk in found):
        raise ValidationError(_("One of the two is gone: merged or deleted by somebody else."), code="gone")
    person, other = found[person_id], other if is_new else found[other.pk]
    going = {*lectures} & {*lecture_ids}
    _check(person, other, going, len(lectures))
    with_orcid = with_orcid and bool(person.orcid)
    if with_orcid:
        _give_orcid(person, other)
    if is_new:
        other.full_clean()
    other.save()
    identities = PersonIdentifier.objects.filter(person=person, pk__in=identifier_ids).update(person=other)
    _give_addresses(person, other, email_ids)
    authorships = Authorship.objects.filter(person=person)
    if identities or with_orcid:
        # Who stays is now told apart from whom the sources mean by them.
        _staying(authorships, other, going).update(taken_for=other)
    authorships.filter(lecture__in=going).update(
        person=other, taken_for=Coalesce(NullIf(F("taken_for"), Value(other.pk)), Value(person.pk))
    )
    again = Q(name=other.name) | (Q(orcid=other.orcid) if other.orcid else Q())
    FormerPerson.objects.filter(again, person=person).update(person=other)
    index.refresh(going)
    if actor is not None:
        _log(person, other, len(going), is_new, actor)
    return other


def _check(person: Person, other: Person, going: set[int], count: int) -> None:
    if other.pk == person.pk:
        raise ValidationError(_("Nobody is split from themselves."), code="same")
    if not going:
        raise ValidationError(_("Choose a lecture that is somebody else’s."), code="none")
    if len(going) == count:
        message = _("Leave them one lecture at least. If all are somebody else’s, merge the two.")
        raise ValidationError(message, code="all")
    both = (
        Lecture.objects.filter(pk__in=going, authorships__person=other.pk).order_by("pk") if other.pk else ()
    )
    if titles := [str(lecture) for lecture in both]:
        message = _("%(person)s is an author of %(titles)s already.")
        titled = ", ".join(f"“{title}”" for title in titles)
        raise ValidationError(message % {"person": other, "titles": titled}, code="both")


def _give_orcid(person: Person, other: Person) -> None:
    if other.orcid and other.orcid != person.orcid:
        message = _("%(person)s has the ORCID %(orcid)s already.")
        raise ValidationError(message % {"person": other, "orcid": other.orcid}, code="orcids")
    other.orcid, person.orcid = person.orcid, None
    person.save(update_fields=["orcid"])


def _give_addresses(person: Person, other: Person, email_ids: Collection[int]) -> None:
    chosen = PersonEmail.objects.filter(person=person, pk__in=email_ids)
    chosen.filter(email__in=other.emails.values("email")).delete()
    chosen.update(person=other)


def _staying(authorships: QuerySet[Authorship], other: Person, going: set[int]) -> QuerySet[Authorship]:
    beside = Authorship.objects.filter(person=other).values("lecture")
    return authorships.filter(taken_for=None).exclude(lecture__in=going).exclude(lecture__in=beside)


def _log(person: Person, other: Person, count: int, is_new: bool, actor: "User") -> None:
    said = ngettext("%(count)d lecture", "%(count)d lectures", count) % {"count": count}
    gave = _("Split: %(lectures)s went to %(person)s (%(number)d).")
    LogEntry.objects.log_actions(
        actor.pk, [person], CHANGE, gave % {"lectures": said, "person": other, "number": other.pk}
    )
    got = _("Split: %(lectures)s came from %(person)s (%(number)d).")
    LogEntry.objects.log_actions(
        actor.pk,
        [other],
        ADDITION if is_new else CHANGE,
        got % {"lectures": said, "person": person, "number": person.pk},
    )
