"""Parts of files, which players ask for to seek in a video (RFC 9110, section 14)."""

import re
from dataclasses import dataclass
from typing import BinaryIO

_one_range = re.compile(r"bytes=(\d*)-(\d*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Part:
    """Bytes `first` to `last`, both included."""

    first: int
    last: int

    @property
    def length(self) -> int:
        return self.last - self.first + 1


class UnsatisfiableError(ValueError):
    """The range asked for lies beyond the end of the file: 416."""


def part_of(header: str, size: int) -> Part | None:
    """What the Range header asks for; None, the whole file, for one that is absent, odd or of several ranges."""
    match = _one_range.fullmatch(header.strip())
    if not match or not (match[1] or match[2]) or len(header) > 60:  # noqa: PLR2004 - longer numbers are nonsense
        return None
    if not match[1]:
        suffix = int(match[2])
        if not suffix or not size:
            raise UnsatisfiableError
        return Part(max(size - suffix, 0), size - 1)
    first, last = int(match[1]), int(match[2]) if match[2] else size - 1
    if first >= size:
        raise UnsatisfiableError
    return None if last < first else Part(first, min(last, size - 1))


class Window:
    """The part of a file, as a file of its own that can be read to its end."""

    def __init__(self, content: BinaryIO, part: Part) -> None:
        content.seek(part.first)
        self._content = content
        self._left = part.length

    def read(self, size: int) -> bytes:
        chunk = self._content.read(min(size, self._left))
        self._left -= len(chunk)
        return chunk

    def close(self) -> None:
        self._content.close()
