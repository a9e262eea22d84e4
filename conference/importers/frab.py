"""The schedules of pretalx, frab and their kin: schedule.json and schedule.xml, which say the same in two forms."""

from collections import Counter

from django.utils.translation import gettext as _

from . import frab_json, frab_xml
from .frab_events import Event
from .frab_lectures import lectures_of
from .frab_sessions import sessions_of
from .gathering import gather
from .own import SOURCE as OWN
from .records import ProgramReading
from .times import is_zoned

SOURCE = "frab"
_UNSAID = frozenset({"keywords", "publication"})


def read(data: bytes) -> ProgramReading:
    """A bad event is reported and harms no other. Raises UnreadableFile if the file is no schedule."""
    is_xml = data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    events, refused, own = frab_xml.events(data) if is_xml else frab_json.events(data)
    sessions = sessions_of(events, own.sessions)
    records, problems = gather(lectures_of(events, sessions))
    return ProgramReading(
        f"{OWN}:{SOURCE}" if own.sessions else SOURCE,
        tuple(records),
        (*refused, *sessions.problems, *problems),
        read=len(records) + sum(problem.level == "error" for problem in (*refused, *problems)),
        notes=tuple(_notes(events, len(sessions.records))),
        unsaid=_UNSAID | {"position"} if own.sessions else _UNSAID,
        sessions=tuple(sessions.records.values()),
    )


def _notes(events: list[Event], sessions: int) -> list[str]:
    counts = {"events": len(events), "sessions": sessions}
    if any(event.own for event in events):
        text = _("%(events)d events in %(sessions)d sessions were found.")
    else:
        text = _("%(events)d events in %(sessions)d sessions were found: one session for each room and day.")
    notes = [text % counts]
    if naive := sum(not is_zoned(event.starts_at) for event in events):
        text = _("The times of %(count)d events name no zone and are taken as the conference’s.")
        notes.append(text % {"count": naive})
    if types := Counter(event.type for event in events if not event.kind and not event.is_break):
        names = ", ".join(sorted(types))
        notes.append(_("Types that are no kind of lecture here: %(names)s.") % {"names": names})
    return notes
