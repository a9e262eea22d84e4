"""The import of a registration list in the admin: nothing is written before it is confirmed."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.admin.upload import SAMPLE
from accounts.models import Organizer, Registration, User
from accounts.services.registrations import register
from conference.models import ImportRun
from tests.cast import Cast

UPLOAD = "/admin/accounts/registration/import/"
LIST = "Email,Name,Status\r\nnew@example.org,Nevi,confirmed\r\nrea@example.org,Rea R.,confirmed\r\nnobody,X,confirmed\r\n"


def upload(
    client: Client, cast: Cast, content: bytes, name: str = "list.csv", encoding: str = ""
) -> HttpResponse:
    file = SimpleUploadedFile(name, content)
    return client.post(UPLOAD, {"conference": cast.hall.pk, "file": file, "encoding": encoding})  # type: ignore[return-value]


def planned(client: Client, cast: Cast, content: str = LIST) -> ImportRun:
    upload(client, cast, content.encode())
    return ImportRun.objects.get()


def url(run: ImportRun, step: str) -> str:
    return reverse(f"admin:registration-import-{step}", args=[run.pk])


def said(response: object) -> list[str]:
    return [str(message) for message in response.context["messages"]]  # type: ignore[attr-defined]


def test_the_preview_shows_what_the_list_would_do_and_writes_nothing(cast: Cast) -> None:
    client = cast.client("organizer")
    before = list(Registration.objects.values())
    run = planned(client, cast)
    page = client.get(url(run, "review"))
    report = page.context["report"]
    assert [report[part] for part in ("read", "created", "changed", "unchanged")] == [3, 1, 1, 0]
    assert [one["row"] for one in report["skipped"]] == ["Row 4"]
    assert "new@example.org" in page.text
    assert report["skipped"][0]["reason"] in page.text.replace("&#x27;", "'").replace("&quot;", '"')
    assert list(Registration.objects.values()) == before
    assert not User.objects.filter(email="new@example.org").exists()


def test_a_list_that_changes_shows_old_and_new_field_by_field(cast: Cast) -> None:
    client = cast.client("organizer")
    client.post(url(planned(client, cast, "Email,Name\r\nnew@example.org,Nevi\r\n"), "confirm"))
    ImportRun.objects.all().delete()
    run = planned(client, cast, "Email,Name\r\nnew@example.org,Nevi Toro\r\n")
    assert run.report["changes"][0]["fields"] == [{"field": "name", "old": "Nevi", "new": "Nevi Toro"}]
    assert "<td>Nevi</td><td>Nevi Toro</td>" in client.get(url(run, "review")).text


def test_confirming_applies_the_list_and_tells_what_it_did(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast)
    response = client.post(url(run, "confirm"), follow=True)
    assert said(response) == ["The list is imported."]
    assert Registration.objects.get(conference=cast.hall, email="new@example.org").name == "Nevi"
    run.refresh_from_db()
    assert (run.state, run.actor) == ("applied", cast.organizer)


def test_a_second_submit_applies_nothing(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast)
    client.post(url(run, "confirm"))
    Registration.objects.filter(email="new@example.org").update(name="By hand")
    response = client.post(url(run, "confirm"), follow=True)
    assert said(response)[-1] == "This file was imported already, or given up."
    assert Registration.objects.get(email="new@example.org").name == "By hand"


def test_what_changed_since_the_preview_is_compared_anew_and_said(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast)
    register(conference=cast.hall, email="new@example.org", name="Nevi", actor=None)
    response = client.post(url(run, "confirm"), follow=True)
    assert said(response)[-1].startswith("Something had changed since the preview was made")
    assert Registration.objects.filter(email="new@example.org").count() == 1


def test_a_list_that_is_given_up_is_not_applied_any_more(cast: Cast) -> None:
    client = cast.client("organizer")
    run = planned(client, cast)
    client.post(url(run, "discard"))
    response = client.post(url(run, "confirm"), follow=True)
    assert said(response)[-1] == "This file was imported already, or given up."
    assert not Registration.objects.filter(email="new@example.org").exists()


@pytest.mark.parametrize(
    ("content", "encoding", "error"),
    [
        (b"", "", "The file is empty (0 bytes)."),
        (b"PK\x03\x04rest of a workbook", "", "This is a ZIP archive or an Excel workbook (.xlsx)"),
        (b"Email\r\nzo\xe9@example.org\r\n", "utf-8", "A byte here is no letter in the encoding utf-8."),
        (b"Name,Town\r\nAna,Lirano\r\n", "", "No column holds e-mail addresses."),
        (b"\x00\x01\x02\x03" * 50, "", "This is not a text file"),
    ],
)
def test_a_list_that_cannot_be_read_is_an_error_beside_the_file(
    cast: Cast, content: bytes, encoding: str, error: str
) -> None:
    response = upload(cast.client("organizer"), cast, content, encoding=encoding)
    assert response.status_code == 200
    (told,) = response.context["form"].errors["file"]  # type: ignore[attr-defined]
    assert error in told
    assert ImportRun.objects.count() == 0


def test_no_file_is_an_error_beside_the_file(cast: Cast) -> None:
    response = cast.client("organizer").post(UPLOAD, {"conference": cast.hall.pk})
    assert response.context["form"].errors == {"file": ["This field is required."]}


def test_letters_read_in_a_guessed_encoding_are_shown(cast: Cast) -> None:
    client = cast.client("organizer")
    upload(client, cast, "Email,Name\r\nzoe@example.org,Zoé\r\n".encode("cp1252"))
    page = client.get(url(ImportRun.objects.get(), "review")).text
    assert "was read as Windows-1252" in page
    assert "Zoé" in page


def test_the_sample_imports_without_a_word(cast: Cast) -> None:
    client = cast.client("organizer")
    sample = client.get(reverse("admin:registration-import-sample"))
    assert sample["Content-Disposition"] == 'attachment; filename="registrations-sample.csv"'
    assert sample.content.decode() == SAMPLE
    report = planned(client, cast, SAMPLE).report
    assert [report[part] for part in ("read", "created", "skipped", "warnings")] == [2, 2, [], []]


def test_another_conference_cannot_be_chosen(cast: Cast) -> None:
    response = upload(cast.client("outsider"), cast, LIST.encode())
    assert list(response.context["form"].errors) == ["conference"]  # type: ignore[attr-defined]
    assert ImportRun.objects.count() == 0


@pytest.mark.parametrize(
    ("role", "status"), [("owner", 200), ("editor", 200), ("registrations", 200), ("viewer", 403)]
)
def test_who_may_import(cast: Cast, role: str, status: int) -> None:
    Organizer.objects.filter(user=cast.organizer).update(role=role)
    assert cast.client("organizer").get(UPLOAD).status_code == status


def test_a_viewer_does_not_find_a_run(cast: Cast) -> None:
    run = planned(cast.client("organizer"), cast)
    Organizer.objects.filter(user=cast.organizer).update(role="viewer")
    client = cast.client("organizer")
    answers = [
        client.get(url(run, "review")),
        client.post(url(run, "confirm")),
        client.post(url(run, "discard")),
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert Registration.objects.filter(email="new@example.org").count() == 0
