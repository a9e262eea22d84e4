"""Whatever is uploaded gives a reading or a refusal, never another error."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conference.importers import (
    aclpub2,
    anthology,
    frab,
    lecture_tables,
    miniconf,
    miniconf_csv,
    openreview,
    program_tsv,
    registrations,
    virtual_platform,
)
from conference.importers.limits import too_long
from conference.importers.records import ProgramReading, Reading, UnreadableFile

SAMPLES = Path(anthology.__file__).parent / "samples"
Read = Callable[[bytes], Reading[Any]]

READERS: list[tuple[Read, str]] = [
    (anthology.read, "anthology.xml"),
    (registrations.read, "registrations.csv"),
    (lecture_tables.read, "lectures.csv"),
    (virtual_platform.read, "virtual-platform.xlsx"),
    (aclpub2.read, "aclpub2.zip"),
    (openreview.read, "openreview.json"),
    (miniconf.read, "miniconf.json"),
    (miniconf_csv.read, "miniconf-papers.csv"),
    (program_tsv.read, "program-talks.tsv"),
    (program_tsv.read, "program-posters.tsv"),
    (frab.read, "schedule.json"),
    (frab.read, "schedule.xml"),
]
# An odd number of backslashes: an even one is the text `\\u0000`, which harms nobody.
NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
NOISE = st.one_of(
    st.binary(max_size=60),
    st.text(alphabet=' \n\r\t"<>&;,|@é\0', max_size=60).map(str.encode),
    st.sampled_from([b"null", b"{}", b"[]", b"1e999", rb'"\ud800"', rb'"\u0000"', b'"0001-01-01T00:00"']),
)


@pytest.mark.parametrize(("read", "sample"), READERS)
@settings(deadline=None)
@given(noise=NOISE, start=st.integers(0, 4000), end=st.integers(0, 4000))
def test_noise_in_a_file(read: Read, sample: str, noise: bytes, start: int, end: int) -> None:
    data = (SAMPLES / sample).read_bytes()
    for damaged in (noise, data[:start] + noise + data[end:], data[:start]):
        _reads_or_refuses(read, damaged)


@pytest.mark.parametrize(("read", "sample"), READERS)
@settings(deadline=None, max_examples=40)
@given(places=st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 7)), min_size=1, max_size=4))
def test_flipped_bits(read: Read, sample: str, places: list[tuple[int, int]]) -> None:
    data = bytearray((SAMPLES / sample).read_bytes())
    for place, bit in places:
        data[place % len(data)] ^= 1 << bit
    _reads_or_refuses(read, bytes(data))


@pytest.mark.parametrize(("read", "sample"), [one for one in READERS if one[1].endswith(".json")])
@settings(deadline=None, max_examples=60)
@given(noise=st.sampled_from(["null", "[]", "{}", "7", "true", '""', '["x", 1, null]']), data=st.data())
def test_values_of_another_type(read: Read, sample: str, noise: str, data: st.DataObject) -> None:
    """Any value of the JSON, however large, replaced by another."""
    text = (SAMPLES / sample).read_text()
    starts = [match.end() for match in re.finditer(r'": ', text)]
    start = data.draw(st.sampled_from(starts))
    _value, end = json.JSONDecoder().raw_decode(text, start)
    _reads_or_refuses(read, (text[:start] + noise + text[end:]).encode())


def _reads_or_refuses(read: Read, data: bytes) -> None:
    with suppress(UnreadableFile):
        reading = read(data)
        assert len(reading.records) <= reading.read
        values = json.dumps([record.as_values() for record in reading.records], ensure_ascii=False)
        assert not NUL.search(values)
        assert values.encode()
        if isinstance(reading, ProgramReading):
            sessions = {session.external_id for session in reading.sessions}
            assert len(sessions) == len(reading.sessions)
            assert {slot.session for record in reading.records for slot in record.slots} <= sessions
            assert not any(map(too_long, reading.records))
            assert not any(map(too_long, reading.sessions))
