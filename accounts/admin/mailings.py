"""Mailings: write, look at a real person's letter, try it on oneself, send, see how it goes, abort."""

from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.forms import AddressFormField
from accounts.models import Mailing, OutgoingMail, User
from accounts.placeholders import PLACEHOLDERS
from accounts.services import mailings
from accounts.services.audiences import Recipient, reach, somebody
from accounts.services.letters import Letters
from conference.admin.filters import OwnFilter
from conference.admin.previews import Previewed
from conference.admin.scope import ADDRESSES, ScopedAdmin, viewer_of

WELCOME = _(
    "Dear {name},\n\nwelcome to {conference} ({place})! It starts {starts}.\n\n"
    "Schedule, rooms and files are on [the event page]({event_url}).\n\nThe organizers of {conference}"
)
FILES = _(
    "Dear {name},\n\nplease send the poster, slides or video of what you present at {conference}, until {files_until}:\n\n"
    "{lectures}\n\nAn organizer looks at each file before others may open it.\n\nThe organizers of {conference}"
)


class RecipientForm(forms.Form):
    """Whose letter to look at."""

    to = AddressFormField(label=_("Letter to"), strip=False)

    def __init__(self, data: Any, *, mailing: Mailing) -> None:
        super().__init__(data)
        self._mailing = mailing

    def clean_to(self) -> Recipient:
        person = somebody(self._mailing, self.cleaned_data["to"])
        if person is None and self._mailing.is_to_presenters:
            raise ValidationError(_("No author of a lecture has this address."))
        if person is None:
            raise ValidationError(_("This address is not registered."))
        return person


@admin.register(Mailing)
class MailingAdmin(Previewed[Mailing], ScopedAdmin[Mailing]):
    rights = ADDRESSES
    list_display = ("subject", "kind", "audience", "state", "conference", "confirmed_at")
    list_filter = ("state", "kind", ("conference", OwnFilter))
    list_select_related = ("conference",)
    search_fields = ("subject", "conference__acronym")
    autocomplete_fields = ("conference", "ticket_type")
    previewed_texts = ("body",)
    fieldsets = (
        (None, {"fields": ("conference", "kind", ("audience", "ticket_type"))}),
        (_("Letter"), {"fields": ("subject", "body"), "description": _("In braces stand placeholders, listed below.")}),
    )  # fmt: skip
    ordering = ("-created_at",)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        steps = {"send": self.send, "abort": self.abort, "test": self.test}
        return [
            path("<int:pk>/review/", wrap(self.review), name="mailing-review"),
            *(
                path(f"<int:pk>/{name}/", wrap(require_POST(step)), name=f"mailing-{name}")
                for name, step in steps.items()
            ),
            *super().get_urls(),
        ]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        initial = super().get_changeform_initial_data(request)
        if initial.get("audience") == Mailing.Audience.PRESENTERS:
            texts = {
                "kind": Mailing.Kind.REMINDER,
                "subject": gettext("Your files for {conference}"),
                "body": FILES,
            }
        else:
            texts = {"subject": gettext("Welcome to {conference}"), "body": WELCOME}
        return {**texts, **initial}

    def get_readonly_fields(self, request: HttpRequest, obj: Mailing | None = None) -> Any:
        """What people have been sent stays as it was."""
        if obj is not None and obj.state != Mailing.State.DRAFT:
            return ("conference", "kind", "audience", "ticket_type", "subject", "body")
        return super().get_readonly_fields(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """With a mailing went the record of who has had it."""
        is_sent = obj is not None and obj.state != Mailing.State.DRAFT
        may = super().has_delete_permission(request, obj)
        return may and (not is_sent or viewer_of(request).is_administrator)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        return super().render_change_form(request, context | {"placeholders": PLACEHOLDERS}, *args, **kwargs)

    def response_add(self, request: HttpRequest, obj: Mailing, post_url_continue: str | None = None) -> Any:
        return redirect("admin:mailing-review", obj.pk)

    def response_change(self, request: HttpRequest, obj: Mailing) -> Any:
        return redirect("admin:mailing-review", obj.pk)

    def review(self, request: HttpRequest, pk: int) -> HttpResponse:
        """How many it goes to, what one of them gets; once it is confirmed, how far it has come."""
        mailing = self.get_object(request, str(pk))
        form = RecipientForm(request.GET if "to" in request.GET else None, mailing=mailing)
        person = form.cleaned_data["to"] if form.is_valid() else somebody(mailing)
        context = {
            "title": str(mailing),
            "mailing": mailing,
            "reach": reach(mailing),
            "form": form,
            "person": person,
            "letter": Letters(mailing).to(person) if person else None,
            "states": _states(mailing),
            "changeable": self.has_change_permission(request, mailing),
            "opts": self.opts,
        }
        return TemplateResponse(
            request, "admin/mailings/review.html", {**self.admin_site.each_context(request), **context}
        )

    def send(self, request: HttpRequest, pk: int) -> HttpResponse:
        mailing = self._to_change(request, pk)
        try:
            count = mailings.send_mailing(mailing=mailing, actor=cast("User", request.user))
        except ValidationError as refusal:
            messages.warning(request, " ".join(refusal.messages))
        else:
            messages.success(
                request,
                ngettext("%(count)d mail is on its way.", "%(count)d mails are on their way.", count)
                % {"count": count},
            )
        return redirect("admin:mailing-review", pk)

    def abort(self, request: HttpRequest, pk: int) -> HttpResponse:
        mailing = self._to_change(request, pk)
        try:
            count = mailings.abort_mailing(mailing=mailing, actor=cast("User", request.user))
        except ValidationError as refusal:
            messages.warning(request, " ".join(refusal.messages))
        else:
            messages.success(
                request,
                ngettext(
                    "Aborted. %(count)d mail was withdrawn.",
                    "Aborted. %(count)d mails were withdrawn.",
                    count,
                )
                % {"count": count},
            )
        return redirect("admin:mailing-review", pk)

    def test(self, request: HttpRequest, pk: int) -> HttpResponse:
        mailing = self._to_change(request, pk)
        form = RecipientForm(request.POST, mailing=mailing)
        back = redirect("admin:mailing-review", pk)
        if not form.is_valid():
            messages.warning(request, " ".join(map(str, form.errors["to"])))
            return back
        person = form.cleaned_data["to"]
        mail = mailings.send_test(mailing=mailing, recipient=person, actor=cast("User", request.user))
        messages.success(request, gettext("A test is on its way to %(email)s.") % {"email": mail.recipient})
        return HttpResponseRedirect(f"{back.url}?{urlencode({'to': person.email})}")

    def _to_change(self, request: HttpRequest, pk: int) -> Mailing:
        mailing = self.get_object(request, str(pk))
        if not self.has_change_permission(request, mailing):
            raise PermissionDenied
        return mailing


def _states(mailing: Mailing) -> list[tuple[str, int, str]]:
    """Each state that mails of this mailing are in, how many are, and where they are listed."""
    counts = dict(mailing.mails.order_by().values_list("state").annotate(Count("pk")))
    mails = reverse("admin:accounts_outgoingmail_changelist")
    return [
        (
            str(label),
            counts[state],
            f"{mails}?{urlencode({'mailing__id__exact': mailing.pk, 'state__exact': state})}",
        )
        for state, label in OutgoingMail.State.choices
        if state in counts
    ]
