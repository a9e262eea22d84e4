"""Two who change one row at the same moment: the second waits, and nothing that the first did is lost."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from accounts.models import OutgoingMail, Registration
from accounts.services import delivery
from accounts.services.mail import queue_mail
from accounts.services.registration_import import plan_registrations
from conference.importers import registrations
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)

WAITING = """
SELECT count(*) FROM pg_locks WHERE NOT granted AND pid IN
(SELECT pid FROM pg_stat_activity WHERE datname = current_database())
"""


def until_somebody_waits() -> None:
    deadline = time.monotonic() + 10
    with connection.cursor() as cursor:
        while cursor.execute(WAITING).fetchone() != (1,):
            assert time.monotonic() < deadline, "nobody waited"
            time.sleep(0.01)


def test_housekeeping_does_not_overrule_a_slow_worker() -> None:
    mail = queue_mail(to="rea@example.org", subject="S", text="T")
    long_ago = timezone.now() - timedelta(hours=1)
    OutgoingMail.objects.update(state="sending", state_changed_at=long_ago)

    def keep_house() -> None:
        try:
            delivery.recover()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            OutgoingMail.objects.update(state="sent")
            done = threads.submit(keep_house)
            until_somebody_waits()
        done.result()

    mail.refresh_from_db()
    assert mail.state == "sent"


def test_nobody_changes_a_registration_between_the_plan_of_an_import_and_its_writing() -> None:
    row = factories.RegistrationFactory(email="rea@example.org")
    reading = registrations.read(b"Email,Name\nrea@example.org,Rea\n")

    def is_held() -> bool:
        try:
            with transaction.atomic():
                Registration.objects.select_for_update(nowait=True).get(pk=row.pk)
        except OperationalError:
            return True
        finally:
            connection.close()
        return False

    with ThreadPoolExecutor(1) as threads:
        plan_registrations(row.conference, reading)
        after_a_preview = threads.submit(is_held).result()
        with transaction.atomic():
            plan_registrations(row.conference, reading)
            while_it_is_applied = threads.submit(is_held).result()

    assert (after_a_preview, while_it_is_applied) == (False, True)
