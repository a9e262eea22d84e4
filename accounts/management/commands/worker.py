"""`manage.py worker`: sends mail and does other work that pages do not wait for. Run at least one beside the web server."""

from typing import Any

from django_tasks_db.management.commands import db_worker

from accounts import tasks
from conference.tasks import ensure_imports_go_on


class Command(db_worker.Command):
    help = "Send mail and do other background work, log-in mail first, until stopped."

    def handle(self, **options: Any) -> None:
        tasks.ensure_housekeeping()
        # A killed worker may have been in the middle of these.
        tasks.ensure_mailings()
        ensure_imports_go_on()
        super().handle(**{**options, "queue_name": "login,default,mailing"})
