from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import OutgoingMail
from accounts.services.resending import send_again
from conference.admin.filters import OwnFilter
from conference.admin.scope import ADDRESSES, ReadOnlyAdmin, viewer_of
from conference.exports.tables import as_csv

if TYPE_CHECKING:
    from accounts.models import User


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnlyAdmin[OutgoingMail]):
    """The outbox. What a log-in mail says is shown to nobody: it holds a code."""

    list_display = (
        "recipient",
        "subject",
        "state",
        "queue",
        "conference",
        "created_at",
        "state_changed_at",
    )
    list_filter = ("state", "queue", ("conference", OwnFilter), ("mailing", OwnFilter))
    list_select_related = ("conference",)
    search_fields = ("recipient",)
    date_hierarchy = "created_at"
    fields = (
        "recipient", "subject", "text_shown", "state", "reason", "attempts", "queue", "conference",
        "mailing", "original", "reply_to", "created_at", "due_at", "state_changed_at",
    )  # fmt: skip
    actions = ("send_again", "export")

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutgoingMail]:
        return super().get_queryset(request).defer("html")

    @admin.display(description=gettext_lazy("text"))
    def text_shown(self, mail: OutgoingMail) -> str:
        return _("(not shown)") if mail.queue == OutgoingMail.Queue.LOGIN else mail.text

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Nor is it found out by asking for it in the address."""
        is_content = lookup.split("__", maxsplit=1)[0] in {"text", "html"}
        return not is_content and super().lookup_allowed(lookup, value, request)

    def has_send_permission(self, request: HttpRequest) -> bool:
        viewer = viewer_of(request)
        return viewer.is_administrator or bool(ADDRESSES.changed_by(viewer))

    @admin.action(description=gettext_lazy("Export the selected mails as CSV"), permissions=["view"])
    def export(self, request: HttpRequest, queryset: QuerySet[OutgoingMail]) -> HttpResponse:
        """Without what they say."""
        rows = queryset.values_list(
            "recipient", "registration__name", "state", "state_changed_at", "reason", "subject", "message_id"
        )
        header = ("Email", "Name", "State", "Since", "Reason", "Subject", "Message-ID")
        return HttpResponse(
            as_csv(header, rows.iterator()),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": 'attachment; filename="mails.csv"'},
        )

    @admin.action(description=gettext_lazy("Send the selected mails again"), permissions=["send"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[OutgoingMail]) -> None:
        chosen = queryset.count()
        sent = send_again(mails=queryset, actor=cast("User", request.user))
        said = ngettext("%(count)d mail is on its way.", "%(count)d mails are on their way.", sent) % {
            "count": sent
        }
        if skipped := chosen - sent:
            said += " " + _(
                "%(count)d skipped: under way, sent again already, never sent, cancelled since, or a log-in code."
            ) % {"count": skipped}
        messages.add_message(request, messages.SUCCESS if sent else messages.WARNING, said)
