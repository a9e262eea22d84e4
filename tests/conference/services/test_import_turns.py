"""Two imports at the same time: one waits for the other, and both are done."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from conference.models import Conference, ImportRun, Keyword, Lecture, Person, SourceRecord
from conference.services.imports import runs
from conference.services.imports.runs import apply_import, confirm_import, import_at_once, start_import
from tests import factories
from tests.conference.services.program_files import importer_of, paper, reading

pytestmark = pytest.mark.django_db(transaction=True)

FILE = reading(paper(1, keywords=("LLMs",)), paper(2, keywords=("llms",)))
IMPORTER = importer_of(FILE)


@pytest.fixture
def hall() -> Conference:
    return factories.ConferenceFactory()


def at_once(conference: Conference) -> ImportRun:
    return import_at_once(conference=conference, importer=IMPORTER, filename="f", content=b"x", actor=None)


WAITING = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def stand_in_line(count: int) -> None:
    deadline = time.monotonic() + 10
    with connection.cursor() as cursor:
        while cursor.execute(WAITING).fetchone() < (count,):
            assert time.monotonic() < deadline, "an import went past the others, or failed"
            time.sleep(0.01)


def side_by_side(*jobs: Callable[[], ImportRun]) -> list[ImportRun]:
    """All begin while somebody else has the turn, so that each stands in line before any goes on."""

    def run(job: Callable[[], ImportRun]) -> ImportRun:
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as threads:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [runs.TURN])
            futures = []
            for place, job in enumerate(jobs, start=1):
                futures.append(threads.submit(run, job))
                stand_in_line(place)
        return [future.result(timeout=20) for future in futures]


def test_one_file_imported_twice_at_once_comes_in_once(hall: Conference) -> None:
    first, second = side_by_side(lambda: at_once(hall), lambda: at_once(hall))

    counts = [(run.report["created"], run.report["unchanged"]) for run in (first, second)]
    assert counts == [(2, 0), (0, 2)]
    made = [model.objects.count() for model in (Lecture, SourceRecord, Person, Keyword, ImportRun)]
    assert made == [2, 2, 1, 1, 2]


def confirmed(hall: Conference) -> ImportRun:
    run = start_import(conference=hall, importer=IMPORTER, filename="f", content=b"x", actor=None)
    confirm_import(run=run, actor=None)
    return run


def test_a_confirmed_file_that_another_import_overtakes_is_previewed_anew(hall: Conference) -> None:
    run = confirmed(hall)

    with pytest.raises(ValidationError, match="Something was changed"):
        side_by_side(lambda: at_once(hall), lambda: apply_import(run=run, importer=IMPORTER))

    run.refresh_from_db()
    assert (run.state, run.report["created"], run.report["unchanged"]) == ("planned", 0, 2)
    assert Lecture.objects.count() == 2


def test_a_file_confirmed_twice_at_once_is_applied_once(hall: Conference) -> None:
    run = confirmed(hall)
    with pytest.raises(ValidationError, match="imported already"):
        confirm_import(run=run, actor=None)

    def work() -> ImportRun:
        return apply_import(run=run, importer=IMPORTER)

    with pytest.raises(ValidationError, match="imported already"):
        side_by_side(work, work)
    assert (Lecture.objects.count(), ImportRun.objects.get().report["created"]) == (2, 2)


def test_files_of_two_conferences_share_their_people_and_keywords(hall: Conference) -> None:
    annex = factories.ConferenceFactory()

    side_by_side(lambda: at_once(hall), lambda: at_once(annex))

    made = [model.objects.count() for model in (Lecture, Person, Keyword)]
    assert made == [4, 1, 1]
