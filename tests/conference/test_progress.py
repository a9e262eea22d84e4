"""How far an import is: said on its own connection, seen on another, and gone with it."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from conference import progress, tasks
from conference.importers.samples import sample_path
from conference.models import ImportRun, Lecture
from conference.progress import Phase, Progress, imports_at_work
from conference.services.imports import links, runs, work, writing
from conference.services.imports.formats import IMPORTERS, recognised
from tests import factories

TOLD = re.compile(r"set_config\('application_name', 'import (\d+): (\w+ \d+/\d+)', true\)")


def queued(name: str = "anthology.xml") -> ImportRun:
    content = sample_path(name).read_bytes()
    importer = IMPORTERS["registrations"] if name == "registrations.csv" else recognised(content)
    run = runs.start_import(
        conference=factories.ConferenceFactory(),
        importer=importer,
        filename=name,
        content=content,
        actor=None,
    )
    runs.confirm_import(run=run, actor=None)
    return run


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], dict[int, Progress]]]:
    """What a page sees meanwhile: over a connection of its own."""
    other = connection.copy()

    def look() -> dict[int, Progress]:
        with monkeypatch.context() as patch:
            patch.setattr(progress, "connection", other)
            return imports_at_work()

    yield look
    other.close()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sample", "told"),
    [
        ("anthology.xml", [
            "reading 0/0", "turn 0/0", "comparing 0/0", "comparing 0/2", "comparing 1/2", "lectures 0/0", "people 0/0",
            "pages 0/2", "pages 1/2", "similar 0/0", "similar 0/2", "similar 1/2",
        ]),
        ("registrations.csv", ["reading 0/0", "turn 0/0", "comparing 0/0", "registrations 0/0"]),
    ],
)  # fmt: skip
def test_an_import_says_where_it_is(sample: str, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0)
    monkeypatch.setattr("conference.services.index.BATCH", 1)
    run = queued(sample)

    with CaptureQueriesContext(connection) as queries:
        work.do_confirmed(run=run)

    said = [TOLD.search(query["sql"]) for query in queries]
    assert [(found[1], found[2]) for found in said if found] == [(str(run.pk), word) for word in told]


@pytest.mark.django_db
def test_it_says_no_more_often_than_somebody_can_read() -> None:
    with CaptureQueriesContext(connection) as queries, progress.of_import(7):
        assert list(progress.counted(Phase.SIMILAR, range(1000))) == list(range(1000))
        progress.tell(Phase.PAGES)
    assert [found[2] for query in queries if (found := TOLD.search(query["sql"]))] == [
        "similar 0/1000",
        "pages 0/0",
    ]


@pytest.mark.django_db
def test_nothing_is_said_where_nothing_is_imported() -> None:
    run = queued()
    with CaptureQueriesContext(connection) as queries:
        lecture = factories.LectureFactory()
        runs.preview_import(
            conference=run.conference,
            importer=IMPORTERS[run.source],
            content=bytes(run.content),
            options={},
        )
    assert Lecture.objects.get() == lecture
    assert [query["sql"] for query in queries if "application_name" in query["sql"]] == []


@pytest.mark.django_db(transaction=True)
def test_others_see_it_while_it_is_done_and_nothing_afterwards(
    elsewhere: Callable[[], dict[int, Progress]], monkeypatch: pytest.MonkeyPatch
) -> None:
    run, seen = queued(), []
    write = links.write_materials

    def look(writings: list[links.Writing]) -> None:
        seen.append(elsewhere())
        write(writings)

    monkeypatch.setattr(writing, "write_materials", look)
    work.do_confirmed(run=run)

    assert seen == [{run.pk: Progress(Phase.PEOPLE, 0, 0)}]
    assert (elsewhere(), imports_at_work()) == ({}, {})
    with connection.cursor() as cursor:
        cursor.execute("SHOW application_name")
        assert cursor.fetchone() == ("",)


@pytest.mark.django_db(transaction=True)
def test_an_import_that_a_kill_ended_is_taken_up_and_one_that_is_done_elsewhere_is_not(
    elsewhere: Callable[[], dict[int, Progress]], monkeypatch: pytest.MonkeyPatch
) -> None:
    killed, alive = queued(), queued()
    ImportRun.objects.filter(pk=alive.pk).update(state=ImportRun.State.WORKING)

    def kill(_writings: object) -> None:
        raise SystemExit  # as a kill: nothing behind it runs

    with monkeypatch.context() as patch:
        patch.setattr(writing, "write_materials", kill)
        with pytest.raises(SystemExit):
            work.do_confirmed(run=killed)
    killed.refresh_from_db()
    assert (killed.state, Lecture.objects.count(), elsewhere()) == ("working", 0, {})

    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SET application_name = %s", [f"import {alive.pk}: pages 20/30"])
        assert imports_at_work() == {alive.pk: Progress(Phase.PAGES, 20, 30)}
        tasks.ensure_imports_go_on()
    finally:
        other.close()

    waiting = DBTaskResult.objects.filter(task_path=tasks.carry_out_import.module_path)
    assert [task.args_kwargs["args"] for task in waiting] == [[killed.pk]]
    tasks.carry_out_import.func(killed.pk)
    killed.refresh_from_db()
    assert (killed.state, Lecture.objects.count()) == ("applied", 2)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "name", ["import", "import 1", "import 1: nap 0/0", "import x: pages 0/0", "import 1: pages 0/0 and more"]
)
def test_names_of_other_programs_are_nothing_to_us(name: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('application_name', %s, true)", [name])
        assert imports_at_work() == {}
