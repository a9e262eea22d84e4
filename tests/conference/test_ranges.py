import io

import pytest

from conference.ranges import Part, UnsatisfiableError, Window, part_of


@pytest.mark.parametrize(
    ("header", "part"),
    [
        ("bytes=0-3", Part(0, 3)),
        ("bytes=4-", Part(4, 9)),
        ("bytes=-3", Part(7, 9)),
        ("bytes=-30", Part(0, 9)),
        ("bytes=5-99", Part(5, 9)),
        ("", None),
        ("bytes=-", None),
        ("bytes=3-1", None),
        ("bytes=0-1,3-4", None),
        ("lines=0-1", None),
        ("bytes=٣-٤", None),
        (f"bytes=0-{'9' * 5000}", None),
    ],
)
def test_a_range_is_the_part_it_asks_for_or_else_the_whole(header: str, part: Part | None) -> None:
    assert part_of(header, 10) == part


@pytest.mark.parametrize(("header", "size"), [("bytes=10-", 10), ("bytes=-0", 10), ("bytes=0-", 0)])
def test_a_range_beyond_the_end_cannot_be_had(header: str, size: int) -> None:
    with pytest.raises(UnsatisfiableError):
        part_of(header, size)


def test_a_window_shows_its_part_and_closes_the_file() -> None:
    content = io.BytesIO(b"0123456789")
    window = Window(content, Part(2, 7))
    assert [window.read(4) for _ in range(3)] == [b"2345", b"67", b""]
    window.close()
    assert content.closed
