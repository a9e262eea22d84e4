"""The point in time at which the demo looks at ACL 2025."""

from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

VIENNA = ZoneInfo("Europe/Vienna")


class Stage(StrEnum):
    BEFORE = "before"
    DURING = "during"
    AFTER = "after"

    @property
    def moment(self) -> datetime:
        return _MOMENTS[self]


_MOMENTS = {
    Stage.BEFORE: datetime(2025, 7, 15, 11, 20, tzinfo=VIENNA),
    # A Tuesday morning: talks in three rooms, posters downstairs.
    Stage.DURING: datetime(2025, 7, 29, 11, 20, tzinfo=VIENNA),
    Stage.AFTER: datetime(2025, 8, 29, 11, 20, tzinfo=VIENNA),
}
