"""iCalendar (.ics): one event for each slot, in the conference's own zone and with that zone's rules in the file."""

from collections.abc import Iterable

from icalendar import Calendar, Event

from conference.links import absolute
from conference.models import Conference, Slot

MEDIA_TYPE = "text/calendar; charset=utf-8"


def ical(slots: Iterable[Slot], *, name: str) -> bytes:
    """Reads each slot's session and its lecture (or, without one, its conference): fetch them with it.

    The same slot has the same UID in every file for ever, so that calendars replace an event instead of doubling it; what is withdrawn
    is cancelled in them.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Posterhall//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    for slot in slots:
        calendar.add_component(_event(slot))
    calendar.add_missing_timezones()
    content: bytes = calendar.to_ical()
    return content


def uid(slot: Slot) -> str:
    host = absolute("").partition("://")[2].partition(":")[0]
    return f"slot-{slot.pk}@{host}"


def _event(slot: Slot) -> Event:
    session, lecture = slot.session, slot.lecture
    conference = lecture.conference if lecture else slot.conference
    event = Event()
    event.add("uid", uid(slot))
    event.add("dtstamp", lecture.updated_at if lecture else conference.updated_at)
    event.add("dtstart", conference.local(slot.begins))
    event.add("dtend", conference.local(slot.finishes))
    event.add("summary", lecture.title_text if lecture else slot.title)
    event.add("location", _location(slot, conference))
    board = f"{slot.board}, {session.name}" if slot.board else session.name
    event.add("description", "\n".join(filter(None, [board, lecture.authors_text if lecture else ""])))
    if lecture:
        event.add("url", absolute(lecture.get_absolute_url()))
    event.add("status", "CANCELLED" if lecture and lecture.is_withdrawn else "CONFIRMED")
    return event


def _location(slot: Slot, conference: Conference) -> str:
    return ", ".join(filter(None, [slot.session.room, conference.venue, conference.place]))
