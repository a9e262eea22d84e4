"""How a time zone is named to people: by its city and its distance from UTC."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def utc_offset(moment: datetime) -> str:
    """`UTC+2`, `UTC−3:30` or `UTC`, of an aware moment in its own zone."""
    offset = moment.utcoffset() or timedelta()
    hours, minutes = divmod(abs(int(offset.total_seconds())) // 60, 60)
    if not hours and not minutes:
        return "UTC"
    sign = "−" if offset < timedelta() else "+"
    return f"UTC{sign}{hours}" + (f":{minutes:02}" if minutes else "")


def zone_city(name: str) -> str:
    """`Vienna` for Europe/Vienna, `New York` for America/New_York."""
    return name.rpartition("/")[2].replace("_", " ")


def zone_label(name: str, day: date) -> str:
    """`Vienna, UTC+2` of a day in Europe/Vienna; a zone that is UTC itself is named once."""
    city, offset = zone_city(name), utc_offset(datetime.combine(day, time(12), ZoneInfo(name)))
    return offset if city == offset else f"{city}, {offset}"
