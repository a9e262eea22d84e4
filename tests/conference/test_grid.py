from datetime import UTC, datetime, timedelta

from conference.grid import Grid, grid_of
from conference.models import Session

START = datetime(2025, 7, 29, tzinfo=UTC)


def at(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def session(name: str, room: str, first: float, until: float, kind: str = "oral") -> Session:
    return Session(name=name, room=room, kind=kind, starts_at=at(first), ends_at=at(until))


def places(grid: Grid) -> dict[str, tuple[int, int, int, int]]:
    """First and last line, column and span, by name."""
    return {
        place.session.name: (place.first, place.until, place.column, place.span)
        for block in grid.blocks
        for place in block.placed
    }


def test_rooms_are_columns_and_times_are_lines() -> None:
    grid = grid_of(
        [
            session("keynote", "Hall A", 9, 10, "plenary"),
            session("parsing", "Room 10", 10, 11),
            session("ethics", "Room 2", 10, 12),
            session("speech", "Room 10", 11, 12),
        ],
        START,
    )
    assert grid.rooms == ["Room 2", "Room 10"]
    assert places(grid) == {
        "keynote": (1, 2, 1, 2),
        "ethics": (2, 4, 1, 1),
        "parsing": (2, 3, 2, 1),
        "speech": (3, 4, 2, 1),
    }
    assert [(block.starts_at, block.line) for block in grid.blocks] == [(at(9), 1), (at(10), 2), (at(11), 3)]
    assert [place.session.name for block in grid.blocks for place in block.placed if place.is_long] == [
        "ethics"
    ]


def test_what_stands_under_another_room_says_where_it_is() -> None:
    grid = grid_of(
        [
            session("keynote", "Ballroom", 9, 10, "plenary"),
            session("talks", "Pier 4", 10, 11),
            session("coffee", "Terrace", 11, 12, "break"),
        ],
        START,
    )
    elsewhere = {place.session.name: place.is_elsewhere for block in grid.blocks for place in block.placed}
    assert elsewhere == {"keynote": True, "talks": False, "coffee": True}


def test_a_plenary_beside_something_else_keeps_to_its_room() -> None:
    grid = grid_of([session("meeting", "Hall A", 9, 10, "plenary"), session("desk", "Hall B", 9, 10)], START)
    assert places(grid) == {"meeting": (1, 2, 1, 1), "desk": (1, 2, 2, 1)}


def test_a_break_spans_the_neighbouring_rooms_that_are_free() -> None:
    talks = [session(room, room, 9, 10) for room in "ABCDE"]
    grid = grid_of(
        [*talks, session("lunch", "Foyer", 10, 11, "break"), session("mentors", "B", 10, 11)], START
    )
    assert grid.rooms == ["A", "B", "C", "D", "E"]
    assert places(grid)["lunch"] == (2, 3, 3, 3)


def test_a_break_while_every_room_is_taken_has_a_column_of_its_own() -> None:
    grid = grid_of([session("talks", "A", 9, 11), session("coffee", "", 10, 11, "break")], START)
    assert (grid.rooms, places(grid)["coffee"]) == (["A", ""], (2, 3, 2, 1))


def test_two_sessions_in_one_room_at_one_time_stand_side_by_side() -> None:
    grid = grid_of(
        [
            session("one", "A", 9, 11),
            session("two", "A", 10, 12),
            session("three", "A", 11, 12),
            session("b", "B", 9, 12),
        ],
        START,
    )
    assert grid.rooms == ["A", "A", "B"]
    assert {name: place[2] for name, place in places(grid).items()} == {
        "one": 1,
        "two": 2,
        "three": 1,
        "b": 3,
    }


def test_nothing_overlaps_in_any_cell() -> None:
    sessions = [session(f"{n}", "ABC"[n % 3] if n % 4 else "", n % 7, n % 7 + 1 + n % 3) for n in range(30)]
    cells: list[tuple[int, int]] = []
    for first, until, column, span in places(grid_of(sessions, START)).values():
        cells += [(line, place) for line in range(first, until) for place in range(column, column + span)]
    assert len(cells) > 60
    assert len(cells) == len(set(cells))


def test_now_is_the_latest_beginning_of_what_goes_on() -> None:
    sessions = [session("long", "A", 9, 12), session("short", "B", 10, 11)]
    marked = {
        hours: [block.starts_at for block in grid_of(sessions, at(hours)).blocks if block.is_now]
        for hours in (8, 9, 10.5, 11, 12)
    }
    assert marked == {8: [], 9: [at(9)], 10.5: [at(10)], 11: [at(9)], 12: []}


def test_a_day_with_more_rooms_or_times_than_the_stylesheet_has_stays_a_list() -> None:
    rooms = {
        count: grid_of([session(f"{n}", f"Room {n}", 9, 10) for n in range(count)], START).fits
        for count in (15, 16)
    }
    times = {
        count: grid_of([session(f"{n}", "A", n / 2, (n + 1) / 2) for n in range(count)], START).fits
        for count in (39, 40)
    }
    assert (rooms, times) == ({15: True, 16: False}, {39: True, 40: False})


def test_an_empty_day_is_an_empty_grid() -> None:
    assert grid_of([], START).blocks == []
