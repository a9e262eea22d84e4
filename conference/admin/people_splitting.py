"""One person becomes two: the page that asks which lectures are somebody else's, who that is, and what is theirs besides."""

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from conference.admin.careful import CarefulAutocomplete
from conference.models import Authorship, Lecture, Person, PersonEmail, PersonIdentifier
from conference.services.people_splitting import split_person

if TYPE_CHECKING:
    from accounts.models import User
    from conference.admin.people import PersonAdmin

NEW = ("name", "given", "family", "orcid")  # what may be said of somebody new


class LecturesField(forms.ModelMultipleChoiceField[Lecture]):
    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, obj: Lecture) -> str:
        return f"{obj} ({obj.conference})"


class SplitForm(forms.Form):
    lectures = LecturesField(Lecture.objects.none(), label=gettext_lazy("Lectures that are somebody else’s"))
    other = forms.ModelChoiceField(
        Person.objects.none(),
        label=gettext_lazy("Somebody who is here already"),
        required=False,
    )
    name = forms.CharField(label=gettext_lazy("Or somebody new: name"), max_length=200, required=False)
    given = forms.CharField(label=gettext_lazy("Given names"), max_length=150, required=False)
    family = forms.CharField(label=gettext_lazy("Family name"), max_length=150, required=False)
    orcid = forms.CharField(label=gettext_lazy("ORCID"), max_length=19, required=False, empty_value=None)
    identifiers = forms.ModelMultipleChoiceField(
        PersonIdentifier.objects.none(),
        label=gettext_lazy("Ids in sources"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    emails = forms.ModelMultipleChoiceField(
        PersonEmail.objects.none(),
        label=gettext_lazy("Private addresses"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    with_orcid = forms.BooleanField(required=False)

    def __init__(self, data: Any, *, desk: "PersonAdmin", request: HttpRequest, person: Person) -> None:
        super().__init__(data)
        self.desk, self.request = desk, request
        lectures = Lecture.objects.filter(authorships__person=person).select_related("conference")
        columns = ("title", "title_text", "conference__acronym")
        self._of("lectures").queryset = lectures.by_conference().only(*columns)
        self._of("other").queryset = desk.get_queryset(request).exclude(pk=person.pk)
        self._of("other").widget = CarefulAutocomplete(
            Authorship._meta.get_field("person"),  # noqa: SLF001 - the choice is the one of a lecture's authors
            desk.admin_site,
            choices=self._of("other").choices,
        )
        self._of("identifiers").queryset = person.identifiers.order_by("source", "external_id")
        if desk.may_see_addresses(request, person):
            self._of("emails").queryset = person.emails.order_by("email")
        self.fields["with_orcid"].label = _("The ORCID %(orcid)s") % {"orcid": person.orcid}

    def _of(self, name: str) -> Any:
        return self.fields[name]

    def clean_other(self) -> Person | None:
        other: Person | None = self.cleaned_data["other"]
        if other is not None and not self.desk.is_own(self.request, other):
            raise ValidationError(
                _("Other conferences have lectures of %(person)s: an administrator can do this."),
                params={"person": other},
            )
        return other

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        said = [name for name in NEW if cleaned.get(name)]
        if cleaned.get("other") and said:
            self.add_error("other", _("Choose somebody, or say who is new, but not both."))
        if {"other", "name"} <= cleaned.keys() and not (cleaned["other"] or cleaned["name"]):
            self.add_error(
                "name", _("Choose somebody who is here already, or give the name of somebody new.")
            )
        return cleaned

    def chosen(self) -> Person:
        return self.cleaned_data["other"] or Person(**{name: self.cleaned_data[name] for name in NEW})


def split_page(desk: "PersonAdmin", request: HttpRequest, person: Person) -> HttpResponse:
    form = SplitForm(request.POST or None, desk=desk, request=request, person=person)
    if request.method == "POST" and form.is_valid() and (other := _split(request, person, form)):
        count = len(form.cleaned_data["lectures"])
        said = ngettext(
            "%(count)d lecture is by %(person)s now.", "%(count)d lectures are by %(person)s now.", count
        )
        messages.success(request, said % {"count": count, "person": other})
        return redirect("admin:conference_person_change", other.pk)
    context: dict[str, Any] = {
        **desk.admin_site.each_context(request),
        "opts": desk.opts,
        "title": _("Split %(person)s") % {"person": person},
        "person": person,
        "form": form,
        "media": desk.media + form.media,
        "told": [form[name] for name in ("other", *NEW)],
        "boxes": [form[name] for name in ("identifiers", "emails") if form.fields[name].queryset],  # type: ignore[attr-defined]
    }
    return TemplateResponse(request, "admin/people/split.html", context)


def _split(request: HttpRequest, person: Person, form: SplitForm) -> Person | None:
    """None, with an error in the form, where it cannot be done."""
    chosen = form.cleaned_data
    try:
        return split_person(
            person_id=person.pk,
            other=form.chosen(),
            lecture_ids=[one.pk for one in chosen["lectures"]],
            identifier_ids=[one.pk for one in chosen["identifiers"]],
            email_ids=[one.pk for one in chosen["emails"]],
            with_orcid=chosen["with_orcid"],
            actor=cast("User", request.user),
        )
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return None
