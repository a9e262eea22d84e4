from datetime import date

import pytest

from conference.zones import zone_label


@pytest.mark.parametrize(
    ("name", "day", "label"),
    [
        ("Europe/Vienna", date(2025, 7, 27), "Vienna, UTC+2"),
        ("Europe/Vienna", date(2025, 12, 6), "Vienna, UTC+1"),
        ("America/New_York", date(2025, 7, 1), "New York, UTC−4"),
        ("America/St_Johns", date(2025, 1, 1), "St Johns, UTC−3:30"),
        ("Asia/Kolkata", date(2025, 1, 1), "Kolkata, UTC+5:30"),
        ("Asia/Singapore", date(2023, 12, 6), "Singapore, UTC+8"),
        ("Europe/London", date(2025, 1, 1), "London, UTC"),
        ("UTC", date(2025, 1, 1), "UTC"),
    ],
)
def test_a_zone_is_named_by_its_city_and_its_distance_on_that_day(name: str, day: date, label: str) -> None:
    assert zone_label(name, day) == label
