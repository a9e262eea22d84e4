"""A file's format is told from what it holds."""

import io
from zipfile import ZipFile

import pytest

from conference.importers.recognition import recognise
from conference.importers.records import UnreadableFile
from conference.importers.samples import sample_path

SAMPLES = {
    "anthology.xml": "anthology",
    "aclpub2.zip": "aclpub2",
    "lectures.csv": "table",
    "miniconf-papers.csv": "miniconf-papers",
    "miniconf.json": "miniconf",
    "openreview.json": "openreview",
    "program-posters.tsv": "program-table",
    "program-talks.tsv": "program-table",
    "schedule.json": "schedule",
    "schedule.xml": "schedule",
    "virtual-platform.xlsx": "virtual-platform",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_recognised(name: str) -> None:
    assert recognise(sample_path(name).read_bytes()) == SAMPLES[name]


def test_a_byte_order_mark_and_space_before_it_hide_nothing() -> None:
    assert recognise(b"\xef\xbb\xbf\n  " + sample_path("schedule.xml").read_bytes()) == "schedule"


def test_a_workbook_of_another_kind_is_a_table() -> None:
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("xl/workbook.xml", '<workbook><sheet name="Papers"/></workbook>')
    assert recognise(packed.getvalue()) == "table"


def zipped(**files: str) -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<html><body/></html>", "This XML is neither a collection nor a schedule."),
        (b'{"name": "x"}', "This JSON has neither"),
        (b"{broken", "The JSON is broken here"),
        (zipped(readme="x"), "This archive is neither a folder of aclpub2 nor a workbook."),
        (sample_path("virtual-platform.xlsx").read_bytes()[:900], "The archive is damaged."),
        (b"", "The file is empty"),
        (b"%PDF-1.7", "This is a PDF"),
    ],
)
def test_what_is_none_of_them_is_refused_in_words(content: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message) as refusal:
        recognise(content)
    assert refusal.value.mend


def test_a_workbook_damaged_in_the_middle_is_refused_in_words() -> None:
    whole = sample_path("virtual-platform.xlsx").read_bytes()
    place = whole.index(b"xl/workbook.xml") + 60
    damaged = whole[:place] + bytes(byte ^ 0xFF for byte in whole[place : place + 60]) + whole[place + 60 :]
    with pytest.raises(UnreadableFile, match="The archive is damaged"):
        recognise(damaged)
