"""What monitors see, and what visitors see while the database is away."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import OutgoingMail
from accounts.services.mail import queue_mail
from config import health
from config.database.server import DatabaseUnavailable


@pytest.mark.django_db
def test_health_tells_database_and_mail_in_one_query_without_a_session(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.cookies["sessionid"] = "somebody"
    with django_assert_num_queries(1):
        response = client.get("/healthz")

    assert (response.status_code, response.json()) == (
        200,
        {"status": "ok", "database": True, "mail_lag_seconds": 0},
    )


@pytest.mark.django_db
def test_the_mail_lag_is_that_of_the_mail_that_waits_longest(client: Client) -> None:
    for minutes in (1, 10, -60):
        queue_mail(to="rea@example.org", subject="S", text="T")
        late = OutgoingMail.objects.order_by("-pk")[:1].values("pk")
        OutgoingMail.objects.filter(pk__in=late).update(due_at=timezone.now() - timedelta(minutes=minutes))
    OutgoingMail.objects.filter(due_at__lt=timezone.now() - timedelta(hours=1)).update(state="sent")

    assert client.get("/healthz").json()["mail_lag_seconds"] == 600


@pytest.mark.parametrize("error", [OperationalError("gone"), DatabaseUnavailable("no binaries")])
def test_health_is_503_when_the_database_is_away(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    _take_away(monkeypatch, error)

    response = client.get("/healthz")

    assert (response.status_code, response.json()) == (503, {"status": "unavailable", "database": False})


def test_liveness_asks_nothing_of_the_database(client: Client) -> None:
    assert client.get("/healthz/live").json() == {"status": "ok"}


@pytest.mark.parametrize("error", [OperationalError("gone"), DatabaseUnavailable("no binaries")])
@pytest.mark.parametrize("path", ["/me/", "/accounts/email/"])
def test_a_page_says_503_when_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, error: Exception, path: str
) -> None:
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "somebody"
    _take_away(monkeypatch, error)

    response = client.get(path)

    assert (response.status_code, response["Retry-After"]) == (503, "30")
    assert "The database does not answer just now." in response.content.decode()


def test_another_fault_is_500(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(health, "_mail_lag", broken)

    response = Client(raise_request_exception=False).get("/healthz")

    assert response.status_code == 500
    assert "Something broke" in response.content.decode()


def _take_away(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def away(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", away)
