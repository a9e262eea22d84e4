"""Dates and times as program files write them. Without a zone they stay so: they are the conference's."""

import re
from datetime import date, datetime, time, timedelta

YEARS = range(1900, 2200)
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_DURATION = re.compile(r"(\d{1,3}):(\d{2})(?::\d{1,2})?")
_ISO_DURATION = re.compile(r"PT(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:\d{1,9}S)?")


def moment(text: str) -> datetime | None:
    """ISO 8601 with date and time, such as `2031-05-23T09:00:00+02:00`; None for all else."""
    try:
        read = datetime.fromisoformat(text) if ":" in text else None
    except ValueError:
        return None
    return read if read and read.year in YEARS else None


def moment_of(day: str, clock: str) -> datetime | None:
    """Of two cells, such as `2031-05-23` and `9:00`."""
    match = _CLOCK.fullmatch(clock.strip())
    if not match:
        return None
    hour, minute, second = map(int, match.groups("0"))
    try:
        on, at = date.fromisoformat(day.strip()), time(hour, minute, second)
    except ValueError:
        return None
    return datetime.combine(on, at) if on.year in YEARS else None


def duration(text: str) -> timedelta | None:
    """Hours and minutes of `1:30`, `01:30:00` or `PT1H30M`; None for all else and for no time at all."""
    if match := _DURATION.fullmatch(text) or _ISO_DURATION.fullmatch(text):
        hours, minutes = (int(part or 0) for part in match.groups())
        return timedelta(hours=hours, minutes=minutes) or None
    return None


def is_span(starts: datetime, ends: datetime) -> bool:
    """Whether they are a beginning and an end; with a zone and without cannot be told."""
    return is_zoned(starts) == is_zoned(ends) and starts < ends


def lies_within(starts: datetime, ends: datetime, first: datetime, last: datetime) -> bool:
    zones = {is_zoned(one) for one in (starts, ends, first, last)}
    return len(zones) == 1 and first <= starts < ends <= last


def is_zoned(value: datetime) -> bool:
    return value.tzinfo is not None


def shown(starts: datetime, ends: datetime) -> str:
    """For messages: `2031-05-23 09:00–10:30`."""
    return f"{starts:%Y-%m-%d %H:%M}–{ends:%H:%M}"
