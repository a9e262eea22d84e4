"""Rows of the change log in words: who, how, of what, which field, from what to what."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import Field, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.viewer import Viewer
from conference.admin.changes.differences import Difference, difference
from conference.admin.scope import ADDRESSES
from conference.models import Change, Conference
from conference.querysets import EVENT_TEXTS

MODELS = {
    Change.Subject.CONFERENCE: "conference.Conference",
    Change.Subject.LECTURE: "conference.Lecture",
    Change.Subject.REGISTRATION: "accounts.Registration",
}
_DERIVED = {"authors_text": _("authors"), "keywords_text": _("keywords")}


@dataclass(frozen=True, slots=True)
class Told:
    at: str
    who: str
    how: str
    how_url: str  # the import's page
    thing: str
    thing_url: str  # empty, once it is deleted
    field: str
    difference: Difference


def told(changes: Sequence[Change], viewer: Viewer) -> list[Told]:
    """One query for the names of things. Changes come with conference and actor."""
    names = _names(changes)
    return [_told(change, _name_of(change, names), viewer) for change in changes]


def _told(change: Change, name: str, viewer: Viewer) -> Told:
    runs_url = reverse("admin:conference_importrun_change", args=[change.run_id]) if change.run_id else ""
    field = _field(change)
    return Told(
        at=_moment(change.at, change.conference),
        who=_who(change, viewer),
        how=f"{change.get_cause_display()} {change.run_id or ''}".strip(),
        how_url=runs_url if _may_see_import(change, viewer) else "",
        thing=f"{change.get_subject_display()} {name or _former_name(change)}",
        thing_url=_address(change) if name else "",
        field=_name(change, field),
        difference=difference(_value(change, field, change.old), _value(change, field, change.new)),
    )


def _names(changes: Iterable[Change]) -> dict[tuple[str, int], str]:
    """Of the lectures and registrations that are still there, in one query; conferences come with the changes."""
    lectures, registrations = (
        apps.get_model(MODELS[subject]).objects.filter(
            pk__in={change.thing_id for change in changes if change.subject == subject}
        )
        for subject in (Change.Subject.LECTURE, Change.Subject.REGISTRATION)
    )
    rows = _named(lectures, Change.Subject.LECTURE, "title_text").union(
        _named(registrations, Change.Subject.REGISTRATION, "email"), all=True
    )
    return {(subject, pk): name for subject, pk, name in rows.order_by()}


def _named(rows: QuerySet[Any], subject: Change.Subject, column: str) -> Any:
    named = rows.order_by().annotate(subject=Value(subject.value), name_shown=Cast(column, TextField()))
    return named.values_list("subject", "pk", "name_shown")


def _name_of(change: Change, names: Mapping[tuple[str, int], str]) -> str:
    """Empty, once the thing is deleted."""
    if change.subject == Change.Subject.CONFERENCE:
        return change.conference.acronym if change.conference else ""
    return names.get((change.subject, change.thing_id), "")


def _former_name(change: Change) -> str:
    name = "" if change.action == Change.Action.CHANGED else change.old or change.new
    return name or str(change.thing_id)


def _address(change: Change) -> str:
    model = MODELS[Change.Subject(change.subject)].lower().replace(".", "_")
    return reverse(f"admin:{model}_change", args=[change.thing_id])


def _may_see_import(change: Change, viewer: Viewer) -> bool:
    """Lists of registrations are imported, too."""
    sees_addresses = viewer.is_administrator or change.conference_id in ADDRESSES.viewed_by(viewer)
    return sees_addresses or change.subject != Change.Subject.REGISTRATION


def _who(change: Change, viewer: Viewer) -> str:
    """By name; the address of whoever has none is for those who see addresses."""
    if change.actor is None:
        return "—"
    if change.actor.name or viewer.is_administrator or change.conference_id in ADDRESSES.viewed_by(viewer):
        return change.actor.get_full_name()
    return _("an organizer")


def _field(change: Change) -> Field[Any, Any] | None:
    model = apps.get_model(MODELS[Change.Subject(change.subject)])
    columns = {field.column: field for field in model._meta.concrete_fields}  # noqa: SLF001 - Django's own spelling
    return columns.get(change.field)


def _name(change: Change, field: Field[Any, Any] | None) -> str:
    if change.action != Change.Action.CHANGED:
        return change.get_action_display()
    return str(_DERIVED.get(change.field) or (capfirst(field.verbose_name) if field else change.field))


def _value(change: Change, field: Field[Any, Any] | None, text: str) -> str:
    """As a form shows it: labels of choices, moments by the conference's clock."""
    if field is None or not text:
        return text
    if field.choices:
        return str(dict(field.flatchoices).get(text, text))
    match field.get_internal_type():
        case "BooleanField":
            return _("yes") if text == "true" else _("no")
        case "DateTimeField":
            return _moment(datetime.fromisoformat(text), change.conference)
    return text


def _moment(moment: datetime, conference: Conference | None) -> str:
    return date_format(conference.local(moment) if conference else moment, "DATETIME_FORMAT")


DEFERRED = tuple(f"conference__{name}" for name in EVENT_TEXTS)
