"""Whatever is uploaded gives a reading or a refusal, never another error."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conference.importers import anthology, registrations
from conference.importers.records import Reading, UnreadableFile

SAMPLES = Path(anthology.__file__).parent / "samples"
Read = Callable[[bytes], Reading[Any]]


@pytest.mark.parametrize(
    ("read", "sample"), [(anthology.read, "anthology.xml"), (registrations.read, "registrations.csv")]
)
@settings(deadline=None)
@given(
    noise=st.one_of(
        st.binary(max_size=60), st.text(alphabet=' \n\r\t"<>&;,|@é\0', max_size=60).map(str.encode)
    ),
    start=st.integers(0, 2000),
    end=st.integers(0, 2000),
)
def test_noise_in_a_file(read: Read, sample: str, noise: bytes, start: int, end: int) -> None:
    data = (SAMPLES / sample).read_bytes()
    for damaged in (noise, data[:start] + noise + data[end:]):
        with suppress(UnreadableFile):
            reading = read(damaged)
            assert len(reading.records) <= reading.read
            assert r"\u0000" not in json.dumps([record.as_values() for record in reading.records])
