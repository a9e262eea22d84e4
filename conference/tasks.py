"""What the worker does for conferences. A task carries an id; the state of things is in their own rows."""

from django.tasks import task

from conference.models import ImportRun
from conference.services.imports.work import do_confirmed


@task()
def carry_out_import(run_id: int) -> None:
    run = ImportRun.objects.filter(pk=run_id).first()
    if run is not None:
        do_confirmed(run=run)


def ensure_imports_go_on() -> None:
    """Have imports done that a killed worker left. One that is being done meanwhile waits for it, and then finds it done."""
    for run_id in ImportRun.objects.unfinished().values_list("pk", flat=True):
        carry_out_import.enqueue(run_id)
