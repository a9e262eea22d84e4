"""A registration list goes out and comes back as it was."""

import csv
import io
from datetime import UTC, datetime
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.models import Registration
from conference.importers import registrations as lists
from conference.models import Conference
from tests import factories
from tests.conference.exports.programs import effect, exported, imported

pytestmark = pytest.mark.django_db
FORMATS = ["registrations-csv", "registrations-xlsx"]
FIELDS = (
    "email",
    "name",
    "affiliation",
    "country",
    "status",
    "external_id",
    "registered_at",
    "ticket_type__name",
)


@pytest.fixture
def hall() -> Conference:
    conference: Conference = factories.ConferenceFactory(slug="hall-2025", time_zone="Asia/Kathmandu")
    tickets = [("regular", "Regular"), ("VIP", "Guest"), ("a", "Twice"), ("b", "Twice"), ("c", "a")]
    for number, (code, name) in enumerate(tickets):
        ticket = factories.TicketTypeFactory(conference=conference, code=code, name=name)
        factories.RegistrationFactory(
            conference=conference,
            email=f"{code.lower()}@example.org",
            name=f"Person {number}",
            ticket_type=ticket,
        )
    for name, more in NASTY.items():
        factories.RegistrationFactory(conference=conference, name=name, **more)
    return conference


NASTY: dict[str, dict[str, Any]] = {
    "=Eval": {"email": "+tag@example.org", "affiliation": "@home", "country": "-", "external_id": "'=1"},
    "'Quoted'": {"affiliation": 'Lareva; Graz, "AT"\nsecond line', "external_id": "007"},
    "Velo, Ana": {"status": "cancelled", "registered_at": datetime(2025, 3, 2, 9, 15, 7, 123456, tzinfo=UTC)},
    "": {"country": "Côte d’Ivoire"},
}  # fmt: skip


def everybody(conference: Conference) -> list[tuple[Any, ...]]:
    return list(Registration.objects.filter(conference=conference).order_by("email").values_list(*FIELDS))


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_exported_comes_back_and_does_nothing(hall: Conference, name: str) -> None:
    before = everybody(hall)
    for _time in range(2):
        report = imported(hall, exported(hall, name), "registrations")
        assert (report["read"], effect(report), report["warnings"]) == (9, {}, [])
    assert everybody(hall) == before


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_conference_gets_the_same_people(hall: Conference, name: str) -> None:
    hall.ticket_types.filter(name="Twice").delete()  # two of one name go by their codes
    copy = factories.ConferenceFactory()
    report = imported(copy, exported(hall, name), "registrations")
    assert (report["created"], everybody(copy)) == (9, everybody(hall))
    assert effect(imported(copy, exported(copy, name), "registrations")) == {}


def test_no_cell_is_a_formula(hall: Conference) -> None:
    text = exported(hall, "registrations-csv").decode()
    cells = [cell for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))) for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []
    assert text.startswith("\ufeffEmail,")
    sheet = openpyxl.load_workbook(io.BytesIO(exported(hall, "registrations-xlsx"))).active
    assert sheet is not None
    assert {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None} <= {
        "s",
        "inlineStr",
    }
    assert sheet.max_row == 10


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12).map(str.strip)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=st.lists(texts, min_size=1, max_size=4), name=st.sampled_from(FORMATS))
@example(names=["_x0041_", "_x005F_", "a\x0b\x1f", "\ufffe"], name="registrations-xlsx")
@example(names=["''=1", "'", "=", "\t", '"', "a\rb"], name="registrations-csv")
def test_whatever_a_name_is_it_comes_back(names: list[str], name: str) -> None:
    """Read alone, without the database; line ends become plain ones, and blanks around a name are none of it."""
    from conference.exports.tables import csv_lines  # noqa: PLC0415 - beside its counterpart
    from conference.exports.workbooks import write_workbook  # noqa: PLC0415

    rows = [[f"p{number}@example.org", one, "A university, " * 20] for number, one in enumerate(names)]
    header = ("Email", "Name as shown", "Affiliation")  # a text of nothing but control characters is none
    file = io.BytesIO()
    if name.endswith("csv"):
        file.write("".join(csv_lines(header, rows)).encode())
    else:
        write_workbook(file, {"People": [header, *rows]})
    read = lists.read(file.getvalue())
    wanted = [one.replace("\r\n", "\n").replace("\r", "\n").strip() for one in names]
    assert [record.name for record in read.records] == wanted
