"""Where an import stands that was confirmed, in an organizer's words."""

from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _

from conference.models import ImportRun
from conference.progress import imports_at_work


@dataclass(frozen=True, slots=True)
class Standing:
    """`waits` until it is done, or given back. While it is worked at, `done` of `total`, where that is counted."""

    waits: bool
    text: str
    at_work: bool = False
    done: int = 0
    total: int = 0

    @property
    def count(self) -> str:
        if not self.total:
            return ""
        return _("%(done)s of %(total)s") % {"done": intcomma(self.done), "total": intcomma(self.total)}

    def as_values(self) -> dict[str, object]:
        names = ("waits", "text", "at_work", "done", "total", "count")
        return {name: getattr(self, name) for name in names}


def standing_of(run: ImportRun) -> Standing:
    progress = imports_at_work().get(run.pk)
    if progress is not None:
        return Standing(
            waits=True,
            text=str(progress.phase.label),
            at_work=True,
            done=progress.done,
            total=progress.total,
        )
    run.refresh_from_db(fields=["state"])  # it may have begun or ended since it was read
    if run.state == ImportRun.State.QUEUED:
        return Standing(waits=True, text=_("Confirmed. It is written as soon as the worker is free."))
    if run.state == ImportRun.State.WORKING:
        text = _("It was interrupted, and nothing is written yet. The worker begins anew within a minute.")
        return Standing(waits=True, text=text)
    return Standing(waits=False, text="")
