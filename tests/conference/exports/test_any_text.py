"""Whatever a text holds: tables give it back, and XML stays XML."""

import io
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from lxml import etree

from conference.exports.tables import csv_lines
from conference.exports.workbooks import write_workbook
from conference.importers import lecture_tables
from conference.importers.addresses import without_addresses
from conference.importers.lecture_columns import OWN_NAMES
from conference.models import Lecture
from tests import factories
from tests.conference.exports.programs import exported

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
lines = (
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=20)
    .map(str.strip)
    .filter(bool)
)
FILLER = "A text that makes control characters a small part of the file. " * 20


def written(rows: list[dict[str, str]], form: str) -> bytes:
    cells = [[row.get(name, "") for name in OWN_NAMES] for row in rows]
    if form == "csv":
        return "".join(csv_lines([*OWN_NAMES.values()], cells)).encode()
    file = io.BytesIO()
    write_workbook(file, {"Lectures": [[*OWN_NAMES.values()], *cells]})
    return file.getvalue()


def plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


@settings(deadline=None, max_examples=200)
@given(
    title=texts.filter(str.strip),
    abstract=texts,
    keywords=st.lists(lines, max_size=3, unique=True),
    people=st.lists(st.tuples(lines, lines | st.just(""), lines | st.just("")), max_size=3),
    form=st.sampled_from(["csv", "xlsx"]),
)
@example(
    title="''=x", abstract="'\t=\r\n+", keywords=["=a; b, c"], people=[("@x and y", "", "'-")], form="csv"
)
@example(
    title="_x0041_",
    abstract="_x005F_x0041_\x0b",
    keywords=["_x000D_"],
    people=[("a", "", "b;c")],
    form="xlsx",
)
def test_a_row_of_a_table_comes_back(
    title: str, abstract: str, keywords: list[str], people: list[tuple[str, str, str]], form: str
) -> None:
    assume(without_addresses(title) == title and without_addresses(abstract) == abstract)
    row = {
        "external_id": "0b7d",
        "title": title,
        "abstract": f"{FILLER}{abstract}!",
        "keywords": "\n".join(keywords),
        "authors": "\n".join(name for name, _given, _place in people),
        "given_names": "\n".join(given for _name, given, _place in people),
        "affiliation": "\n".join(place for _name, _given, place in people),
    }
    [record] = lecture_tables.read(written([row], form)).records
    authors = [(author.name, author.given, author.affiliation) for author in record.authors]
    assert (record.title, record.abstract) == (plain(title), plain(row["abstract"]))
    assert (record.keywords, authors) == (tuple(keywords), people)


@pytest.fixture
def lecture(db: None) -> Lecture:
    slot: Any = factories.SlotFactory()
    found: Lecture = slot.lecture
    return found


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(title=texts.filter(str.strip), abstract=texts)
@example(title="]]> ?> <!-- &amp; \x1f\ufffe", abstract="\x0b--\uffff")
def test_a_schedule_is_xml_whatever_it_says(lecture: Lecture, title: str, abstract: str) -> None:
    Lecture.objects.filter(pk=lecture.pk).update(title=title, abstract=abstract)
    event = etree.fromstring(exported(lecture.conference, "schedule-xml")).find("day/room/event")
    assert event is not None
    found = [event.findtext(name, "") for name in ("title", "abstract")]
    assert found == [held(title), held(abstract)]


def held(text: str) -> str:
    """What of it XML can hold."""
    return "".join(sign for sign in text if sign in "\t\n\r" or (sign >= " " and sign not in "\ufffe\uffff"))
