"""What the worker does. Tasks carry ids; the state of things is in their own rows, so a task may run twice or get lost."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.tasks import TaskResultStatus, task
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts import limits
from accounts.models import OutgoingMail
from accounts.services import delivery, pace
from conference.services.batches.keeping import give_up_old_batches
from conference.tasks import ensure_imports_go_on, ensure_previews

LOGIN_FIRST = 50
KEPT = timedelta(days=1)  # finished tasks, for whoever looks into a failure
EVERY = timedelta(minutes=1)


@task()
def deliver(mail_id: int) -> None:
    again = delivery.deliver(mail_id)
    if again is not None:
        send_to_worker(OutgoingMail.objects.get(pk=mail_id))


def send_to_worker(mail: OutgoingMail) -> None:
    """Have `mail` sent when it is due; log-in mail before all else."""
    is_login = mail.queue == OutgoingMail.Queue.LOGIN
    deliver.using(
        queue_name=mail.queue, priority=LOGIN_FIRST if is_login else 0, run_after=_later(mail.due_at)
    ).enqueue(mail.pk)


@task(queue_name=OutgoingMail.Queue.MAILING)
def send_mailings() -> None:
    """A few seconds' worth of what mailings wait for, and again, so that other work comes in between."""
    again = pace.send_some()
    if again is not None:
        ensure_mailings(run_after=again)


def ensure_mailings(*, run_after: datetime | None = None) -> None:
    if not _waiting(send_mailings).exists():
        send_mailings.using(run_after=_later(run_after) if run_after else None).enqueue()


@task()
def resend_welcome(conference_id: int, email: str) -> None:
    from accounts.services import mailings  # noqa: PLC0415 - which enqueues tasks

    mailings.resend_welcome(conference_id=conference_id, email=email)


@task()
def keep_house() -> None:
    """Set right what killed workers left, forget what is old, and come again in a minute, whatever happens."""
    try:
        _carry_late_mail()
        if pace.is_waited_for():
            ensure_mailings()
        ensure_imports_go_on()
        give_up_old_batches()
        ensure_previews()
        limits.purge()
        SessionStore.clear_expired()
        DBTaskResult.objects.filter(finished_at__lt=timezone.now() - KEPT).delete()
    finally:
        ensure_housekeeping(run_after=timezone.now() + EVERY)


def _carry_late_mail() -> None:
    waiting = {arguments["args"][0] for arguments in _waiting(deliver).values_list("args_kwargs", flat=True)}
    for mail in delivery.recover():
        if mail.pk not in waiting:
            send_to_worker(mail)


def ensure_housekeeping(*, run_after: datetime | None = None) -> None:
    """See to it that a housekeeping task waits, however many workers start."""
    if not _waiting(keep_house).exists():
        keep_house.using(run_after=run_after).enqueue()


def _waiting(wanted: Any) -> Any:
    return DBTaskResult.objects.filter(task_path=wanted.module_path, status=TaskResultStatus.READY)


def _later(moment: datetime) -> datetime | None:
    return moment if moment > timezone.now() else None
