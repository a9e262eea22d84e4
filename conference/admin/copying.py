"""The page that copies a conference as the start of its next edition."""

from datetime import date
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from conference.admin.scope import validate_year
from conference.models import Conference
from conference.services.conference_copies import Edition, copy_conference

if TYPE_CHECKING:
    from accounts.models import User


class EditionForm(forms.ModelForm[Conference]):
    with_messages = forms.BooleanField(label=gettext_lazy("Copy the welcome messages, too"), required=False)

    class Meta:
        model = Conference
        fields = ("acronym", "slug", "name", "starts_on", "ends_on")
        widgets = dict.fromkeys(
            ("starts_on", "ends_on"), forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("starts_on", "ends_on"):
            self.fields[name].validators.append(validate_year)


def copy_page(request: HttpRequest, source: Conference, site: AdminSite) -> HttpResponse:
    form = EditionForm(request.POST or None, initial=_next(source))
    if request.method == "POST" and form.is_valid():
        made = _copied(request, source, form)
        if made is not None:
            messages.success(request, _("%(conference)s is a draft now.") % {"conference": made})
            return redirect("admin:conference-overview", made.pk)
    context: dict[str, Any] = {
        **site.each_context(request),
        "title": _("Copy %(conference)s as its next edition") % {"conference": source},
        "form": form,
        "conference": source,
        "opts": Conference._meta,  # noqa: SLF001 - as Django's own pages do
    }
    return TemplateResponse(request, "admin/overview/copy.html", context)


def _copied(request: HttpRequest, source: Conference, form: EditionForm) -> Conference | None:
    """None, with an error in the form, where somebody else was faster with the acronym or the slug."""
    values = dict(form.cleaned_data)
    with_messages = values.pop("with_messages")
    try:
        return copy_conference(
            source=source,
            edition=Edition(**values),
            with_messages=with_messages,
            actor=cast("User", request.user),
        )
    except ValidationError as refusal:
        form.add_error(None, ValidationError(refusal.messages))
        return None


def _next(source: Conference) -> dict[str, Any]:
    """A year later, as far as the names and dates say."""
    year = str(source.starts_on.year)
    after = str(source.starts_on.year + 1)
    return {
        "acronym": source.acronym.replace(year, after),
        "slug": source.slug.replace(year, after),
        "name": source.name.replace(year, after),
        "starts_on": _year_later(source.starts_on),
        "ends_on": _year_later(source.ends_on),
    }


def _year_later(day: date) -> date:
    """The same weekday, 52 weeks on."""
    return date.fromordinal(day.toordinal() + 364)
