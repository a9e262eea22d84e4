"""The import desk in the admin: nothing is written before it is confirmed, and what was written can be undone."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django_tasks_db.models import DBTaskResult
from pytest_django import DjangoAssertNumQueries

from accounts.models import Organizer, Registration, User
from accounts.services.registrations import register
from conference.admin.imports import standing
from conference.importers.samples import sample_path
from conference.models import Conference, ImportRun, Lecture, Session
from conference.progress import Phase, Progress
from conference.services.imports import work
from conference.services.imports.formats import IMPORTERS
from tests import factories
from tests.cast import Cast

UPLOAD = "/admin/conference/importrun/add/"
LISTS = f"{UPLOAD}?subject=registrations"
LIST = "Email,Name,Status\r\nnew@example.org,Nevi,confirmed\r\nrea@example.org,Rea R.,confirmed\r\nnobody,X,confirmed\r\n"
TABLE = "Paper number,Title,Kind\r\n7,Counting sheep,poster\r\n8,Herding cats,talk\r\n"
NO_TITLE = "Nr;Thing;Who\r\n7;Counting sheep;Ana Velo\r\n"
LISTED = "/admin/conference/importrun/"


def upload(
    client: Client,
    conference: Conference,
    content: str | bytes,
    name: str = "list.csv",
    to: str = LISTS,
    **said: str,
) -> Any:
    data = content.encode() if isinstance(content, str) else content
    return client.post(to, {"conference": conference.pk, "file": SimpleUploadedFile(name, data), **said})


def planned(client: Client, conference: Conference, content: str | bytes = LIST, **said: str) -> ImportRun:
    upload(client, conference, content, **said)
    return ImportRun.objects.latest("pk")


def page_of(run: ImportRun) -> str:
    return reverse("admin:conference_importrun_change", args=[run.pk])


def step(client: Client, run: ImportRun, name: str, **data: Any) -> Any:
    return client.post(reverse(f"admin:import-{name}", args=[run.pk]), data, follow=True)


def worked_off() -> None:
    for run in ImportRun.objects.unfinished():
        work.do_confirmed(run=run)


def said(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def test_the_preview_shows_what_the_list_would_do_and_writes_nothing(cast: Cast) -> None:
    client = cast.client("organizer")
    before = list(Registration.objects.values())
    run = planned(client, cast.hall)
    page = client.get(page_of(run))
    report = page.context["report"]
    assert [report[part] for part in ("read", "created", "changed", "unchanged")] == [3, 1, 1, 0]
    assert [one["row"] for one in report["skipped"]] == ["Row 4"]
    assert "new@example.org" in page.text
    assert report["skipped"][0]["reason"] in page.text.replace("&#x27;", "'").replace("&quot;", '"')
    assert list(Registration.objects.values()) == before
    assert not User.objects.filter(email="new@example.org").exists()


def test_a_list_that_changes_shows_old_and_new_field_by_field(cast: Cast) -> None:
    client = cast.client("organizer")
    step(client, planned(client, cast.hall, "Email,Name\r\nnew@example.org,Nevi\r\n"), "confirm")
    worked_off()
    run = planned(client, cast.hall, "Email,Name\r\nnew@example.org,Nevi Toro\r\n")
    assert run.report["changes"][0]["fields"] == [{"field": "name", "old": "Nevi", "new": "Nevi Toro"}]
    assert "<td>Nevi</td><td>Nevi Toro</td>" in client.get(page_of(run)).text


def test_a_confirmed_file_is_written_by_the_worker(
    cast: Cast, django_capture_on_commit_callbacks: Any
) -> None:
    client = cast.client("organizer")
    run = planned(client, cast.hall)
    with django_capture_on_commit_callbacks(execute=True):
        response = step(client, run, "confirm")
    assert "written as soon as the worker is free" in response.text
    assert not Registration.objects.filter(email="new@example.org").exists()
    task = DBTaskResult.objects.get()
    assert (task.task_path, task.args_kwargs["args"]) == ("conference.tasks.carry_out_import", [run.pk])
    worked_off()
    assert Registration.objects.get(conference=cast.hall, email="new@example.org").name == "Nevi"
    run.refresh_from_db()
    assert (run.state, run.actor) == ("applied", cast.organizer)
    assert "This is what it did." in client.get(page_of(run)).text


def test_a_second_submit_applies_nothing(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast.hall)
    step(client, run, "confirm")
    worked_off()
    Registration.objects.filter(email="new@example.org").update(name="By hand")
    assert said(step(client, run, "confirm")) == ["This file was imported already, or given up."]
    worked_off()
    assert Registration.objects.get(email="new@example.org").name == "By hand"


def test_what_changed_since_the_preview_is_shown_before_it_is_done(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast.hall)
    register(conference=cast.hall, email="new@example.org", name="Nevi", actor=None)
    step(client, run, "confirm")
    worked_off()
    run.refresh_from_db()
    assert (run.state, run.report["created"]) == ("planned", 0)
    assert "Something was changed here since the preview" in client.get(page_of(run)).text
    step(client, run, "confirm")
    worked_off()
    run.refresh_from_db()
    assert (run.state, run.problem) == ("applied", "")


def test_an_import_that_fails_waits_again(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    client = cast.client("organizer")
    run = planned(client, cast.hall)
    step(client, run, "confirm")

    def broken(**_given: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(work, "apply_import", broken)
    with pytest.raises(RuntimeError):
        worked_off()
    run.refresh_from_db()
    assert (run.state, run.problem) == (
        "planned",
        "Something went wrong here, and nothing was written. It can be tried again.",
    )


def test_a_list_that_is_given_up_is_not_applied_any_more(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast.hall)
    step(client, run, "refuse")
    assert said(step(client, run, "confirm")) == ["This file was imported already, or given up."]
    worked_off()
    assert not Registration.objects.filter(email="new@example.org").exists()


def test_an_import_is_undone_from_its_page(cast: Cast) -> None:
    client = cast.client("organizer")
    before = list(Registration.objects.order_by("pk").values())
    run = planned(client, cast.hall)
    step(client, run, "confirm")
    worked_off()
    assert said(step(client, run, "undo")) == ["The import is undone. Everything is as it was before."]
    assert list(Registration.objects.order_by("pk").values()) == before
    assert said(step(client, run, "undo"))[-1].startswith("This import cannot be undone")


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "The file is empty (0 bytes)."),
        (b"%PDF-1.7 rest of a paper", "This is a PDF, not a table"),
        (b"\x00\x01\x02\x03" * 50, "This is not a text file"),
    ],
)
def test_a_list_that_cannot_be_read_is_an_error_beside_the_file(
    cast: Cast, content: bytes, error: str
) -> None:
    response = upload(cast.client("organizer"), cast.hall, content)
    (told,) = response.context["form"].errors["file"]
    assert error in told
    assert ImportRun.objects.count() == 0


def test_no_file_is_an_error_beside_the_file(cast: Cast) -> None:
    response = cast.client("organizer").post(LISTS, {"conference": cast.hall.pk})
    assert response.context["form"].errors == {"file": ["This field is required."]}


def test_letters_read_in_a_guessed_encoding_are_shown_and_can_be_read_again(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast.hall, "Email,Name\r\nzoe@example.org,Zoé\r\n".encode("mac-roman"))
    assert "was read as Windows-1252" in client.get(page_of(run)).text
    step(client, run, "reread", encoding="mac-roman", column_1="email", column_2="name")
    step(client, run, "confirm")
    worked_off()
    assert Registration.objects.get(email="zoe@example.org").name == "Zoé"


def test_words_of_a_status_column_are_given_their_meaning(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast.hall, "Email,Status\r\nnew@example.org,va bene\r\n")
    assert [one["row"] for one in run.report["skipped"]] == ["Row 2"]
    step(client, run, "reread", column_1="email", column_2="status", status_0="confirmed")
    run.refresh_from_db()
    assert (run.report["created"], run.report["skipped"]) == (1, [])


def test_columns_that_are_not_recognised_are_named_by_a_person(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast.hall, NO_TITLE, to=UPLOAD)
    page = client.get(page_of(run))
    assert (run.report, run.problem != "") == ({}, True)
    assert [(title, cells) for title, _field, cells in page.context["form"].columns()] == [
        ("Nr", ["7"]),
        ("Thing", ["Counting sheep"]),
        ("Who", ["Ana Velo"]),
    ]
    assert said(step(client, run, "confirm")) == ["Say first which column is which."]
    step(client, run, "reread", column_1="external_id", column_2="title", column_3="authors")
    step(client, run, "confirm")
    worked_off()
    lecture = Lecture.objects.get(title="Counting sheep")
    assert [str(one) for one in lecture.authorships.all()] == ["Ana Velo"]


def test_two_columns_of_one_meaning_are_an_error(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast.hall, TABLE, to=UPLOAD)
    page = step(client, run, "reread", column_1="title", column_2="title")
    assert page.context["form"].non_field_errors() == ["Two columns are said to be “Title”."]


@pytest.mark.parametrize("theirs", ["one", "all", "none"])
def test_conflicts_are_decided_one_by_one_or_all_at_once(cast: Cast, theirs: str) -> None:
    client = cast.client("organizer")
    step(client, planned(client, cast.hall, TABLE, to=UPLOAD), "confirm")
    worked_off()
    Lecture.objects.filter(conference=cast.hall, title="Counting sheep").update(title="By hand", kind="demo")
    run = planned(client, cast.hall, TABLE.replace("sheep,poster", "goats,talk"), to=UPLOAD)
    (conflict,) = run.report["conflicts"]
    assert [one["field"] for one in conflict["fields"]] == ["title", "kind"]
    said_columns = {"column_1": "external_id", "column_2": "title", "column_3": "kind"}
    chosen = {"one": [f"{conflict['key']}|title"], "all": ["*"], "none": []}[theirs]
    step(client, run, "reread", theirs=chosen, **said_columns)
    step(client, run, "confirm")
    worked_off()
    lecture = Lecture.objects.get(conference=cast.hall, source_records__external_id="7")
    expected = {
        "one": ("Counting goats", "demo"),
        "all": ("Counting goats", "oral"),
        "none": ("By hand", "demo"),
    }
    assert (lecture.title, lecture.kind) == expected[theirs]


@pytest.mark.parametrize("name", sorted(IMPORTERS))
def test_each_sample_is_recognised_comes_in_again_and_goes(cast: Cast, name: str) -> None:
    importer = IMPORTERS[name]
    client, hall = cast.client("administrator"), factories.ConferenceFactory()
    to = f"{UPLOAD}?subject={importer.subject}"
    content = sample_path(importer.sample).read_bytes()
    answer = client.get(reverse("admin:import-sample", args=[importer.sample]))
    assert b"".join(answer.streaming_content) == content  # type: ignore[attr-defined]
    if name == "virtual-platform":
        lectures_with_ids_of(hall, content)
    before = (Lecture.objects.count(), Session.objects.count(), Registration.objects.count())
    run = planned(client, hall, content, name=importer.sample, to=to)
    assert (run.source, run.problem, run.report["skipped"]) == (name, "", [])
    step(client, run, "confirm")
    worked_off()
    run.refresh_from_db()
    assert (run.state, run.report["created"] + run.report["changed"] > 0) == ("applied", True)
    again = planned(client, hall, content, name=importer.sample, to=to)
    assert [again.report[part] for part in ("created", "changed", "conflicts", "gone")] == [0, 0, [], []]
    step(client, run, "undo")
    run.refresh_from_db()
    assert run.state == "undone"
    assert (Lecture.objects.count(), Session.objects.count(), Registration.objects.count()) == before


def lectures_with_ids_of(hall: Conference, content: bytes) -> None:
    for record in IMPORTERS["virtual-platform"].read(content, {}).records:
        factories.SourceRecordFactory(
            conference=hall,
            external_id=record.external_id,
            lecture=factories.LectureFactory(conference=hall),
        )


def test_the_file_is_given_back_as_it_was(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast.hall)
    answer = client.get(reverse("admin:import-file", args=[run.pk]))
    assert b"".join(answer.streaming_content) == LIST.encode()  # type: ignore[attr-defined]
    assert answer["Content-Disposition"] == 'attachment; filename="list.csv"'


def test_another_conference_cannot_be_chosen(cast: Cast) -> None:
    response = upload(cast.client("outsider"), cast.hall, LIST)
    assert list(response.context["form"].errors) == ["conference"]
    assert ImportRun.objects.count() == 0


@pytest.mark.parametrize(
    ("role", "program", "lists"),
    [
        ("owner", True, True),
        ("editor", True, True),
        ("registrations", False, True),
        ("viewer", False, False),
    ],
)
def test_who_may_import_what(cast: Cast, role: str, program: bool, lists: bool) -> None:
    Organizer.objects.filter(user=cast.organizer).update(role=role)
    client = cast.client("organizer")
    assert client.get(UPLOAD).status_code == (200 if program or lists else 403)
    for to, content, may in ((UPLOAD, TABLE, program), (LISTS, LIST, lists)):
        before = ImportRun.objects.count()
        upload(client, cast.hall, content, to=to)
        assert ImportRun.objects.count() - before == int(may)


def test_a_viewer_finds_no_list_of_people(cast: Cast) -> None:
    owner = cast.client("organizer")
    people, program = planned(owner, cast.hall), planned(owner, cast.hall, TABLE, to=UPLOAD)
    Organizer.objects.filter(user=cast.organizer).update(role="viewer")
    client = cast.client("organizer")
    assert (client.get(page_of(people)).status_code, client.get(page_of(program)).status_code) == (404, 200)
    for name in ("reread", "confirm", "refuse", "undo"):
        assert (step(client, people, name).status_code, step(client, program, name).status_code) == (404, 403)
    assert client.get(reverse("admin:import-file", args=[program.pk])).status_code == 403
    assert [run.state for run in ImportRun.objects.all()] == ["planned", "planned"]


def waiting(cast: Cast, monkeypatch: pytest.MonkeyPatch, state: str, **at_work: int) -> ImportRun:
    run = planned(cast.client("organizer"), cast.hall)
    ImportRun.objects.filter(pk=run.pk).update(state=state)
    there = {run.pk: Progress(Phase.SIMILAR, at_work["done"], at_work["total"])} if at_work else {}
    monkeypatch.setattr(standing, "imports_at_work", lambda: there)
    return run


INTERRUPTED = "It was interrupted, and nothing is written yet. The worker begins anew within a minute."


@pytest.mark.parametrize(
    ("state", "at_work", "told"),
    [
        ("queued", {}, (True, "Confirmed. It is written as soon as the worker is free.", False, 0, 0, "")),
        ("working", {"done": 300, "total": 1200}, (True, "Finding similar lectures", True, 300, 1200, "300 of 1,200")),
        ("working", {"done": 0, "total": 0}, (True, "Finding similar lectures", True, 0, 0, "")),
        ("working", {}, (True, INTERRUPTED, False, 0, 0, "")),
        ("applied", {}, (False, "", False, 0, 0, "")),
        ("planned", {}, (False, "", False, 0, 0, "")),
    ],
)  # fmt: skip
def test_who_waits_is_told_how_far_it_is(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    state: str,
    at_work: dict[str, int],
    told: tuple[object, ...],
) -> None:
    run, client = waiting(cast, monkeypatch, state, **at_work), cast.client("organizer")

    answer = client.get(f"/admin/conference/importrun/{run.pk}/progress/")

    names = ("waits", "text", "at_work", "done", "total", "count")
    assert answer.json() == dict(zip(names, told, strict=True))
    page = client.get(page_of(run)).text
    assert (f'<span id="waiting" role="status">{told[1]}</span>' in page) is told[0]


def test_without_scripts_the_page_shows_the_same(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    run = waiting(cast, monkeypatch, "working", done=300, total=1200)
    page = cast.client("organizer").get(page_of(run)).text
    assert '<progress aria-labelledby="waiting" value="300" max="1200"></progress>' in page
    assert "<span data-count>300 of 1,200</span>" in page


def test_progress_costs_a_literal_number_of_queries(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    run, client = planned(cast.client("organizer"), cast.hall), cast.client("organizer")
    ImportRun.objects.update(state="working")
    with django_assert_num_queries(
        6
    ):  # session, user, viewer (1), the import, what is at work, its state once more
        client.get(f"/admin/conference/importrun/{run.pk}/progress/")


def test_progress_is_for_those_who_see_the_import(cast: Cast) -> None:
    run = planned(cast.client("organizer"), cast.hall)
    url = f"/admin/conference/importrun/{run.pk}/progress/"
    answers = {
        name: cast.client(name).get(url).status_code for name in ("organizer", "outsider", "registered")
    }
    assert answers == {"organizer": 200, "outsider": 404, "registered": 302}
    assert cast.client("organizer").post(url).status_code == 405


def test_who_imported_is_told_by_name_where_addresses_are_not_for_the_viewer(cast: Cast) -> None:
    planned(cast.client("organizer"), cast.hall, TABLE, to=UPLOAD)
    User.objects.filter(pk=cast.organizer.pk).update(name="")
    listed, front = LISTED, reverse("admin:conference-overview", args=[cast.hall.pk])
    assert "olga@" in cast.client("administrator").get(listed).text
    Organizer.objects.filter(user=cast.outsider).update(conference=cast.hall, role="viewer")
    pages = [cast.client("outsider").get(url) for url in (listed, front)]
    assert [("list.csv" in page.text, "olga@" in page.text) for page in pages] == [(True, False)] * 2
    User.objects.filter(pk=cast.organizer.pk).update(name="Olga Orr")
    pages = [cast.client("outsider").get(url) for url in (listed, front)]
    assert ["Olga Orr" in page.text for page in pages] == [True, True]
