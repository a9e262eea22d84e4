"""Whatever the files in an archive hold gives a reading or a refusal: damage to the archive itself hides what is in it."""

import io
from contextlib import suppress
from pathlib import Path
from zipfile import ZipFile

from hypothesis import given, settings
from hypothesis import strategies as st

from conference.importers import aclpub2
from conference.importers.limits import Limited, too_long
from conference.importers.records import UnreadableFile

with ZipFile(Path(aclpub2.__file__).parent / "samples/aclpub2.zip") as sample:
    FILES = {name: sample.read(name) for name in sample.namelist()}

NOISE = st.one_of(
    st.binary(max_size=40),
    st.text(alphabet=" \n:-[]{}\"'#&*!|>%\\@\0é", max_size=40).map(str.encode),
    st.sampled_from([b"\n- ", b": ", b"[]", b"{}", b"~", rb'"\0"', b"\n  papers: [1, [2], {id: [3]}]\n"]),
)


@settings(deadline=None)
@given(
    name=st.sampled_from(sorted(FILES)),
    noise=NOISE,
    start=st.integers(0, 900),
    length=st.integers(0, 60),
)
def test_noise_in_a_file_of_an_archive(name: str, noise: bytes, start: int, length: int) -> None:
    data = FILES[name]
    damaged = data[:start] + noise + data[start + length :]
    archive = io.BytesIO()
    with ZipFile(archive, "w") as target:
        for other, content in FILES.items():
            target.writestr(other, damaged if other == name else content)
    with suppress(UnreadableFile):
        reading = aclpub2.read(archive.getvalue())
        assert len(reading.records) <= reading.read
        assert "\0" not in repr(reading)
        sessions = [session.external_id for session in reading.sessions]
        assert len(set(sessions)) == len(sessions)
        assert {slot.session for record in reading.records for slot in record.slots} <= set(sessions)
        everything: list[Limited] = [*reading.records, *reading.sessions, *reading.messages]
        assert [too_long(record) for record in everything if too_long(record)] == []
