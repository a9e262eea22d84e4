"""Doing in the background what was confirmed."""

import logging

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from conference.importers.records import UnreadableFile
from conference.models import ImportRun
from conference.services.imports.formats import IMPORTERS
from conference.services.imports.runs import apply_import

logger = logging.getLogger(__name__)


def do_confirmed(*, run: ImportRun) -> None:
    """Write the import. Where that fails nothing is written, and the import waits again, with what went wrong in `problem`."""
    begun = ImportRun.objects.filter(pk=run.pk, state__in=ImportRun.UNFINISHED)
    if not begun.update(state=ImportRun.State.WORKING, problem=""):
        return
    try:
        apply_import(run=run, importer=IMPORTERS[run.source])
    except ValidationError as refusal:
        _wait_again(run, " ".join(refusal.messages))
    except UnreadableFile as refusal:
        _wait_again(run, str(refusal))
    except Exception:
        logger.exception("Import %s failed.", run.pk)
        _wait_again(run, _("Something went wrong here, and nothing was written. It can be tried again."))
        raise


def _wait_again(run: ImportRun, problem: str) -> None:
    unfinished = ImportRun.objects.filter(
        pk=run.pk, state__in=(*ImportRun.UNFINISHED, ImportRun.State.PLANNED)
    )
    unfinished.update(state=ImportRun.State.PLANNED, problem=problem)
