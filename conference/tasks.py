"""What the worker does for conferences. A task carries an id; the state of things is in their own rows."""

from django.tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from conference.models import ImportRun
from conference.progress import imports_at_work
from conference.services.imports.work import do_confirmed
from conference.services.previews import make_preview, without_preview

SOME = 20  # pictures in a row; then other work comes in between


@task()
def carry_out_import(run_id: int) -> None:
    run = ImportRun.objects.filter(pk=run_id).first()
    if run is not None:
        do_confirmed(run=run)


def ensure_imports_go_on() -> None:
    """Have imports done that a killed worker left. What another worker is at stays its own: waiting for it would keep mail waiting."""
    at_work = imports_at_work()
    for run_id in ImportRun.objects.unfinished().order_by("pk").values_list("pk", flat=True):
        if run_id not in at_work:
            carry_out_import.enqueue(run_id)


@task()
def make_previews() -> None:
    for material in without_preview()[:SOME]:
        make_preview(material=material)
    ensure_previews()


def ensure_previews() -> None:
    """Have pictures made of what has none yet."""
    waiting = DBTaskResult.objects.filter(task_path=make_previews.module_path, status=TaskResultStatus.READY)
    if without_preview().exists() and not waiting.exists():
        make_previews.enqueue()
