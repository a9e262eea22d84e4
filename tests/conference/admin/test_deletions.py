"""What is deleted in the admin goes with all that hangs on it, and leaves nothing behind."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from conference.models import (
    Conference,
    Keyword,
    Lecture,
    LectureTerm,
    Material,
    SimilarLecture,
    SourceRecord,
)
from conference.services.materials import keep_file
from conference.services.staleness import stale
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url, holdings
from tests.conference.admin.forms import filled

PDF = b"%PDF-1.4\n%made for a test\n"


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def kept(lecture: Lecture) -> Material:
    return keep_file(lecture=lecture, kind="slides", upload=ContentFile(PDF, "slides.pdf"))


def files(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


def delete(client: Client, row: Any) -> int:
    return client.post(admin_url(row, "delete"), {"post": "yes"}).status_code


def delete_chosen(client: Client, *rows: Any) -> int:
    data = {"action": "delete_selected", "_selected_action": [row.pk for row in rows]}
    url = admin_url(type(rows[0]), "changelist")
    asked = client.post(url, data).context["chosen"]
    return client.post(url, data | {"count": len(asked.rows)}).status_code


def test_an_imported_lecture_is_deleted_by_its_organizer(cast: Cast) -> None:
    held = holdings(cast.hall)
    lecture = held.one(Lecture)
    assert delete(cast.client("organizer"), lecture) == 302
    assert not Lecture.objects.filter(pk=lecture.pk).exists()
    assert not SourceRecord.objects.exists()


def test_a_conference_is_deleted_with_all_that_it_holds(cast: Cast) -> None:
    holdings(cast.hall)
    assert delete(cast.client("administrator"), cast.hall) == 302
    assert list(Conference.objects.values_list("slug", flat=True)) == ["annex-2025"]


def test_the_confirmation_names_no_rows_that_are_computed(cast: Cast) -> None:
    lecture, other = (factories.LectureFactory(conference=cast.hall, title=f"Deep {n}") for n in range(2))
    assert SimilarLecture.objects.filter(lecture=lecture, other=other).exists()
    assert LectureTerm.objects.filter(lecture=lecture).exists()
    counts = cast.client("organizer").get(admin_url(lecture, "delete")).context["model_count"]
    assert dict(counts) == {"lectures": 1}


def test_what_one_may_not_delete_stays(cast: Cast) -> None:
    factories.OrganizerFactory(conference=cast.annex, user=cast.organizer, role="viewer")
    own, other = (
        factories.LectureFactory(conference=cast.hall),
        factories.LectureFactory(conference=cast.annex),
    )
    client = cast.client("organizer")
    assert delete(client, other) == 403
    assert delete_chosen(client, own, other) == 302
    assert list(Lecture.objects.filter(pk__in=[own.pk, other.pk])) == [other]
    page = client.get(admin_url(Lecture, "changelist"))
    assert [str(message) for message in page.context["messages"]] == [
        "1 deleted. 1 skipped: you may not delete them."
    ]


def test_the_confirmation_names_the_first_hundred_and_says_how_many_more(cast: Cast) -> None:
    held = [
        factories.LectureFactory(conference=cast.annex, title=f"Deep {n}", indexed=False) for n in range(120)
    ]
    for lecture in held:
        factories.AuthorshipFactory(lecture=lecture)
    client, url = cast.client("administrator"), admin_url(cast.annex, "delete")
    client.get(url)
    with CaptureQueriesContext(connection) as queries:
        page = client.get(url)
    assert dict(page.context["model_count"])["lectures"] == 120
    (lines,) = [page.context["deleted_objects"]]
    assert lines[-1] == "and 143 more"
    assert len(flat(lines)) == 101
    assert len(queries) == 26


def flat(lines: list[Any]) -> list[str]:
    return [one for line in lines for one in (flat(line) if isinstance(line, list) else [line])]


@pytest.mark.parametrize("one_by_one", [True, False])
def test_a_deleted_keyword_is_derived_away_from_its_lectures(cast: Cast, *, one_by_one: bool) -> None:
    keyword = factories.KeywordFactory(name="transfer", key="transfer")
    lecture = factories.LectureFactory(conference=cast.hall, indexed=False)
    lecture.keywords.add(keyword)
    client = cast.client("organizer")
    assert (delete if one_by_one else delete_chosen)(client, keyword) == 302
    assert not Keyword.objects.exists()
    lecture.refresh_from_db()
    assert "transfer" not in lecture.names_text
    assert lecture.pk not in dict(stale())


@pytest.mark.parametrize("whole", ["material", "lecture", "conference"])
def test_files_go_with_what_they_belong_to(
    cast: Cast, folder: Path, django_capture_on_commit_callbacks: Any, whole: str
) -> None:
    lecture = factories.LectureFactory(conference=cast.hall)
    material = kept(lecture)
    rows = {"material": material, "lecture": lecture, "conference": cast.hall}
    with django_capture_on_commit_callbacks(execute=True):
        assert delete(cast.client("administrator"), rows[whole]) == 302
        assert files(folder) == [PDF]
    assert files(folder) == []


def test_a_file_that_is_replaced_or_taken_off_is_deleted(
    cast: Cast, folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    lecture = factories.LectureFactory(conference=cast.hall)
    kept(lecture)
    client, url = cast.client("organizer"), admin_url(lecture, "change")
    newer = PDF + b"%and again\n"
    with django_capture_on_commit_callbacks(execute=True):
        client.post(url, filled(client, url) | {"materials-0-file": SimpleUploadedFile("b.pdf", newer)})
    assert files(folder) == [newer]
    with django_capture_on_commit_callbacks(execute=True):
        client.post(url, filled(client, url) | {"materials-0-DELETE": "on"})
    assert (files(folder), lecture.materials.count()) == ([], 0)


def test_a_form_that_is_refused_deletes_no_file(
    cast: Cast, folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    lecture = factories.LectureFactory(conference=cast.hall)
    kept(lecture)
    client, url = cast.client("organizer"), admin_url(lecture, "change")
    wrong = SimpleUploadedFile("b.pdf", b"<script>")
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(url, filled(client, url) | {"materials-0-file": wrong}).status_code == 200
    assert files(folder) == [PDF]
