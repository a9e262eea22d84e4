"""What a bulk action says when it is done: how many, how many not, and why not."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def tell(request: HttpRequest, *, done: int, already: int, refused: int, empty: int = 0) -> None:
    """`already` were as asked before; `empty` ones have nothing to open; `refused` are at conferences where this person may only look."""
    parts = [ngettext("%(count)d changed.", "%(count)d changed.", done) % {"count": done}]
    if already:
        parts.append(_("%(count)d skipped: they were so already.") % {"count": already})
    if empty:
        parts.append(_("%(count)d skipped: there is neither a file nor a link.") % {"count": empty})
    if refused:
        parts.append(
            _("%(count)d skipped: your role at their conference does not allow it.") % {"count": refused}
        )
    messages.add_message(request, messages.SUCCESS if done else messages.WARNING, " ".join(parts))


def tell_deleted(request: HttpRequest, *, done: int, refused: int, needed: int) -> None:
    parts = [ngettext("%(count)d deleted.", "%(count)d deleted.", done) % {"count": done}]
    if refused:
        parts.append(_("%(count)d skipped: you may not delete them.") % {"count": refused})
    if needed:
        parts.append(_("%(count)d skipped: something else needs them.") % {"count": needed})
    messages.add_message(request, messages.SUCCESS if done else messages.WARNING, " ".join(parts))
