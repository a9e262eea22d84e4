"""Registration lists: what comes in, what changes, and who may enter afterwards."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model

from accounts.models import Mailing, Organizer, Registration, TicketType
from accounts.services.registration_import import REGISTRATIONS, ticket_code
from accounts.viewer import viewer_for
from conference.models import Conference, SourceRecord
from conference.services.imports.runs import import_at_once, undo_import
from tests import factories
from tests.cast import Cast
from tests.shared import SHARED, needs_shared

pytestmark = pytest.mark.django_db

HEAD = "Email,Name,Type,Status,Affiliation"


@pytest.fixture
def hall() -> Conference:
    return factories.ConferenceFactory(slug="hall-2025", time_zone="Europe/Vienna")


def take(conference: Conference, *rows: str, head: str = HEAD, **options: Any) -> dict[str, Any]:
    content = "\n".join([head, *rows]).encode()
    run = import_at_once(
        conference=conference,
        importer=REGISTRATIONS,
        filename="list.csv",
        content=content,
        options=options,
        actor=None,
    )
    return dict(run.report)


def counts(report: dict[str, Any]) -> tuple[int, int, int]:
    return report["created"], report["changed"], report["unchanged"]


def test_a_row_makes_a_registration_with_an_account_and_an_unproved_address(hall: Conference) -> None:
    report = take(hall, " Ana@Example.ORG ,Ana Velo,Virtual Student,paid,Lareva")
    assert counts(report) == (1, 0, 0)
    registration = Registration.objects.get()
    assert (registration.email, registration.name, registration.status) == (
        "ana@example.org",
        "Ana Velo",
        "confirmed",
    )
    assert registration.ticket_type
    assert (registration.ticket_type.code, registration.ticket_type.name) == (
        "virtual-student",
        "Virtual Student",
    )
    address = EmailAddress.objects.get()
    assert (address.email, address.verified, address.user.has_usable_password()) == (
        "ana@example.org",
        False,
        False,
    )


def test_the_same_list_again_changes_nothing(hall: Conference) -> None:
    rows = ("ana@example.org,Ana,regular,paid,Lareva", "bo@example.org,Bo,student,cancelled,")
    take(hall, *rows)
    assert counts(take(hall, *rows)) == (0, 0, 2)


def test_one_registration_for_each_address_with_confirmed_before_cancelled(hall: Conference) -> None:
    report = take(hall, "ana@example.org,Ana,regular,cancelled,", "ANA@example.org,Ana,regular,paid,")
    assert (counts(report), Registration.objects.get().status) == ((1, 0, 0), "confirmed")
    assert [one["row"] for one in report["warnings"]] == ["Row 3"]


def test_a_bad_row_harms_no_other(hall: Conference) -> None:
    report = take(hall, "nobody,Ana,regular,paid,", "bo@example.org,Bo,regular,paid,")
    assert (counts(report), [one["row"] for one in report["skipped"]]) == ((1, 0, 0), ["Row 2"])


def test_cancelled_in_the_list_closes_the_door_at_once(cast: Cast) -> None:
    take(cast.hall, "sten@example.org,Sten,regular,paid,")
    assert viewer_for(cast.stranger).is_registered(cast.hall.pk)
    report = take(cast.hall, "sten@example.org,Sten,regular,cancelled,")
    assert counts(report) == (0, 1, 0)
    assert not viewer_for(cast.stranger).is_registered(cast.hall.pk)
    assert Registration.objects.get(conference=cast.hall, email="sten@example.org").status_changed_at


def test_a_new_row_opens_the_door_at_once(cast: Cast) -> None:
    assert not viewer_for(cast.stranger).is_registered(cast.hall.pk)
    take(cast.hall, "sten@example.org,Sten,regular,paid,")
    assert viewer_for(cast.stranger).is_registered(cast.hall.pk)


def test_an_organizer_ticket_is_no_right(cast: Cast) -> None:
    take(cast.hall, "sten@example.org,Sten,organizer,paid,", "admin@example.org,Ada,administrator,paid,")
    assert Organizer.objects.filter(conference=cast.hall).count() == 1
    assert not viewer_for(cast.stranger).runs_something
    user = get_user_model().objects.get(email="admin@example.org")
    assert (user.is_staff, user.is_superuser) == (False, False)
    assert cast.client("stranger").get("/admin/").status_code != 200


def test_a_hand_edit_stays_and_a_contradicted_one_is_a_conflict(hall: Conference) -> None:
    take(hall, "ana@example.org,Ana,regular,paid,Lareva")
    Registration.objects.update(name="Ana V.")
    assert counts(take(hall, "ana@example.org,Ana,regular,paid,Lareva")) == (0, 0, 1)
    report = take(hall, "ana@example.org,Ana Velo,regular,paid,Mirola")
    assert [one["fields"] for one in report["conflicts"]] == [
        [{"field": "name", "old": "Ana V.", "new": "Ana Velo"}]
    ]
    registration = Registration.objects.get()
    assert (registration.name, registration.affiliation) == ("Ana V.", "Mirola")


def test_a_list_with_fewer_columns_takes_nothing_away(hall: Conference) -> None:
    take(hall, "ana@example.org,Ana,regular,cancelled,Lareva")
    report = take(hall, "ana@example.org,Ana Velo", head="Email,Name")
    registration = Registration.objects.get()
    assert counts(report) == (0, 1, 0)
    assert (registration.status, registration.affiliation, registration.name) == (
        "cancelled",
        "Lareva",
        "Ana Velo",
    )


def test_a_registration_deleted_here_stays_so(hall: Conference) -> None:
    take(hall, "ana@example.org,Ana,regular,paid,")
    Registration.objects.all().delete()
    report = take(hall, "ana@example.org,Ana,regular,paid,")
    assert (counts(report), Registration.objects.count()) == ((0, 0, 0), 0)
    assert [one["row"] for one in report["skipped"]] == ["Row 2"]


def test_a_registration_made_by_hand_is_taken_over(hall: Conference) -> None:
    factories.RegistrationFactory(conference=hall, email="ana@example.org", name="")
    report = take(hall, "ana@example.org,Ana,regular,paid,")
    assert (counts(report), Registration.objects.get().name) == ((0, 1, 0), "Ana")


def test_who_is_missing_from_the_list_is_told_and_stays(hall: Conference) -> None:
    take(hall, "ana@example.org,Ana,regular,paid,", "bo@example.org,Bo,regular,paid,")
    report = take(hall, "ana@example.org,Ana,regular,paid,", "bo@example.org,Bo,regular,perhaps,")
    assert report["gone"] == []
    report = take(hall, "ana@example.org,Ana,regular,paid,")
    assert (report["gone"], Registration.objects.count()) == ([{"id": "bo@example.org", "label": ""}], 2)


def test_times_without_zone_are_of_the_conference_s_place(hall: Conference) -> None:
    report = take(hall, "ana@example.org,2025-07-01 09:00", head="Email,Registered at")
    [moment] = Registration.objects.values_list("registered_at", flat=True)
    assert moment
    assert moment.isoformat() == "2025-07-01T07:00:00+00:00"
    assert report["notes"][-1] == "Times without a zone were taken as those of Europe/Vienna."
    assert counts(take(hall, "ana@example.org,2025-07-01 09:00", head="Email,Registered at")) == (0, 0, 1)


def test_other_conferences_keep_their_registrations(cast: Cast) -> None:
    before = list(Registration.objects.filter(conference=cast.annex).values())
    take(cast.hall, "sten@example.org,Sten,regular,cancelled,")
    assert list(Registration.objects.filter(conference=cast.annex).values()) == before


def test_who_is_gone_is_cancelled_where_that_is_asked_for(hall: Conference) -> None:
    rows = ("ana@example.org,Ana,regular,paid,", "bo@example.org,Bo,regular,paid,")
    take(hall, *rows)
    factories.RegistrationFactory(conference=hall, email="by.hand@example.org")

    def statuses() -> list[str]:
        return list(Registration.objects.order_by("email").values_list("status", flat=True))

    take(hall, rows[0])
    assert statuses() == ["confirmed", "confirmed", "confirmed"]
    assert counts(take(hall, rows[0], gone=True)) == (0, 1, 1)
    assert statuses() == ["confirmed", "cancelled", "confirmed"]
    assert counts(take(hall, rows[0], gone=True)) == (0, 0, 2)
    assert counts(take(hall, *rows)) == (0, 1, 1)
    assert statuses() == ["confirmed", "confirmed", "confirmed"]


def test_an_import_is_undone(hall: Conference) -> None:
    take(hall, "ana@example.org,Ana,regular,paid,Lareva")
    before = list(Registration.objects.values("pk", "email", "name", "status", "affiliation"))
    said = list(SourceRecord.objects.values("external_id", "values"))
    content = f"{HEAD}\nana@example.org,Ana Velo,regular,cancelled,\nbo@example.org,Bo,student,paid,".encode()
    run = import_at_once(
        conference=hall, importer=REGISTRATIONS, filename="l.csv", content=content, actor=None
    )
    assert counts(run.report) == (1, 1, 0)
    undo_import(run=run, importer=REGISTRATIONS, actor=None)
    assert list(Registration.objects.values("pk", "email", "name", "status", "affiliation")) == before
    assert list(SourceRecord.objects.values("external_id", "values")) == said


def test_undoing_takes_away_the_ticket_types_that_nobody_uses(hall: Conference) -> None:
    content = (
        f"{HEAD}\na@example.org,A,regular,paid,\nb@example.org,B,student,paid,\nc@example.org,C,crew,paid,"
        "\nd@example.org,D,guest,paid,"
    ).encode()
    run = import_at_once(
        conference=hall, importer=REGISTRATIONS, filename="l.csv", content=content, actor=None
    )
    used = {one.code: one for one in TicketType.objects.all()}
    factories.RegistrationFactory(conference=hall, email="z@example.org", ticket_type=used["regular"])
    factories.AccessRuleFactory(conference=hall).ticket_types.add(used["student"])
    Mailing.objects.create(
        conference=hall, subject="S", body="B", audience="ticket", ticket_type=used["crew"]
    )
    undo_import(run=run, importer=REGISTRATIONS, actor=None)
    assert (set(used), {one.code for one in TicketType.objects.all()}) == (
        {"regular", "student", "crew", "guest"},
        {"regular", "student", "crew"},
    )


@pytest.mark.parametrize(
    ("name", "code"), [("Virtual Student", "virtual-student"), ("学生", "学生"), ("", "")]
)
def test_ticket_codes(name: str, code: str) -> None:
    assert ticket_code(name) == code


@needs_shared
def test_ten_thousand_rows_come_in_once(hall: Conference) -> None:
    content = (SHARED / "data/registrants/registrants_10k.csv").read_bytes()
    read = []
    for _ in range(2):
        report = import_at_once(
            conference=hall, importer=REGISTRATIONS, filename="r.csv", content=content, actor=None
        ).report
        read.append((report["created"], report["changed"], report["unchanged"]))
        assert report["created"] + report["unchanged"] + len(report["skipped"]) <= report["read"]
    stored = Registration.objects.count()
    assert read == [(stored, 0, 0), (0, 0, stored)]
    assert EmailAddress.objects.count() == stored
