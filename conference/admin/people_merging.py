"""Several people become one: the page that shows who they are and what would become of them, and asks who is to stay."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Count, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from conference.models import Authorship, Conference, Lecture, Person, PersonEmail, PersonIdentifier
from conference.services.people_merging import merge_people

if TYPE_CHECKING:
    from accounts.models import User
    from conference.admin.people import PersonAdmin

MERGED_AT_ONCE = 20  # a choice that one page can show
SHOWN = 10  # titles of each person


@dataclass(frozen=True, slots=True)
class Card:
    """What tells whether somebody is one of the others."""

    person: Person
    lectures: Sequence[Lecture]
    emails: Sequence[PersonEmail]

    @property
    def shown(self) -> Sequence[Lecture]:
        return self.lectures[:SHOWN]

    @property
    def more(self) -> int:
        return len(self.lectures) - len(self.shown)

    @property
    def affiliations(self) -> list[str]:
        named = (authorship.affiliation for authorship in self.person.authorships.all())
        return list(dict.fromkeys(filter(None, named)))

    @property
    def conferences(self) -> list[Conference]:
        return list(dict.fromkeys(lecture.conference for lecture in self.lectures))


def card_of(person: Person, *, with_addresses: bool) -> Card:
    """Of somebody with `CARD_DATA` prefetched."""
    lectures = [authorship.lecture for authorship in person.authorships.all()]
    return Card(person, lectures, list(person.emails.all()) if with_addresses else [])


def with_card_data(people: QuerySet[Person]) -> QuerySet[Person]:
    """Latest lectures first."""
    columns = ("title", "title_text", "slug", "conference__acronym")
    authorships = (
        Authorship.objects.select_related("lecture__conference")
        .only("person", "affiliation", *(f"lecture__{column}" for column in columns))
        .order_by("-lecture__conference__starts_on", "lecture__conference", "lecture__position", "lecture")
    )
    identifiers = PersonIdentifier.objects.order_by("source", "external_id")
    return people.prefetch_related(
        Prefetch("authorships", authorships),
        Prefetch("identifiers", identifiers),
        Prefetch("emails", PersonEmail.objects.order_by("email")),
    )


def merge_chosen(desk: "PersonAdmin", request: HttpRequest, chosen: QuerySet[Person]) -> HttpResponse | None:
    """Asks who is to stay, and then merges the others into them."""
    counted = chosen.annotate(count=Count("authorships")).order_by("-count", "name", "pk")
    people = list(with_card_data(counted)[: MERGED_AT_ONCE + 1])
    if refusal := _why_not(desk, request, people):
        messages.error(request, refusal)
        return None
    kept = next((one for one in people if str(one.pk) == request.POST.get("kept")), None)
    if kept is None:
        return _page(desk, request, people)
    try:
        count = merge_people(
            person_id=kept.pk,
            other_ids=[one.pk for one in people if one != kept],
            with_all_orcids="with_all_orcids" in request.POST,
            actor=cast("User", request.user),
        )
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _page(desk, request, people)
    said = ngettext(
        "Merged into %(person)s: %(count)d lecture names them now in place of the others.",
        "Merged into %(person)s: %(count)d lectures name them now in place of the others.",
        count,
    )
    messages.success(request, said % {"person": kept, "count": count})
    return None


def _why_not(desk: "PersonAdmin", request: HttpRequest, people: Sequence[Person]) -> str:
    if not 1 < len(people) <= MERGED_AT_ONCE:
        return _("Choose two people or more, and at most %(count)d.") % {"count": MERGED_AT_ONCE}
    if shared := [one.name for one in people if not desk.is_own(request, one)]:
        told = _(
            "Other conferences have lectures of %(people)s: an administrator can merge whom several have."
        )
        return told % {"people": ", ".join(shared)}
    return ""


def _page(desk: "PersonAdmin", request: HttpRequest, people: Sequence[Person]) -> HttpResponse:
    context: dict[str, Any] = {
        **desk.admin_site.each_context(request),
        "opts": desk.opts,
        "title": _("Merge people"),
        "cards": [card_of(one, with_addresses=desk.may_see_addresses(request, one)) for one in people],
        "doubled": _doubled(people),
        "orcids": sorted({one.orcid for one in people if one.orcid}),
        "sources": _telling_apart(people),
    }
    return TemplateResponse(request, "admin/people/merge.html", context)


def _doubled(people: Iterable[Person]) -> list[Lecture]:
    """Lectures that name several of them."""
    counts = Counter(authorship.lecture for one in people for authorship in one.authorships.all())
    return [lecture for lecture, count in counts.items() if count > 1]


def _telling_apart(people: Iterable[Person]) -> list[str]:
    """Sources that have ids for several of them."""
    known: dict[str, set[int]] = defaultdict(set)
    for one in people:
        for identifier in one.identifiers.all():
            known[identifier.source].add(one.pk)
    return sorted(source for source, numbers in known.items() if len(numbers) > 1)
