"""The pages that take many files at once."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from conference.admin.batches import page as batch_page
from conference.models import FileBatch, Lecture, Material
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.usefixtures("media")
PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 50


def page(cast: Cast, name: str = "files", batch: FileBatch | None = None) -> str:
    return reverse(f"admin:conference-{name}", args=[cast.hall.pk, *([batch.pk] if batch else [])])


def send(cast: Cast, name: str = "organizer", **extra: Any) -> Any:
    number = Lecture.objects.get(title="The first lecture").pk
    files = [SimpleUploadedFile(f"{number}_poster.png", PNG), SimpleUploadedFile("nobody's.png", PNG)]
    return cast.client(name).post(page(cast), {"uploads": files, **extra})


def test_an_organizer_sends_reads_the_report_and_keeps(cast: Cast) -> None:
    form = cast.client("organizer").get(page(cast))
    assert ("Poster", "PDF, PNG, JPEG, WebP", "50\xa0MB") in [
        (kind.capitalize(), types, limit) for kind, types, limit in form.context["limits"]
    ]
    answer = send(cast)
    batch = FileBatch.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, page(cast, "files-review", batch))
    report = cast.client("organizer").get(page(cast, "files-review", batch))
    assert dict(report.context["counts"]) == {
        "new": 1, "takes the place of a file": 0, "here already": 0,
        "sent twice": 0, "of no lecture": 1, "cannot be kept": 0,
    }  # fmt: skip
    assert Material.objects.count() == 0
    kept = cast.client("organizer").post(page(cast, "files-keep", batch), follow=True)
    assert [str(one) for one in kept.context["messages"]] == ["1 file is new. 0 took the place of others."]
    material = Material.objects.get()
    assert (material.kind, material.lecture.title) == ("poster", "The first lecture")


@pytest.mark.parametrize("count", [1, 3])
def test_the_report_reads_of_lectures_no_more_than_it_shows(
    cast: Cast, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    lectures = [factories.LectureFactory(conference=cast.hall) for _ in range(count)]
    for one in lectures:
        factories.MaterialFactory(lecture=one, kind="poster")
    files = [SimpleUploadedFile(f"{one.pk}_poster.png", PNG + bytes([one.pk % 256])) for one in lectures]
    client = cast.client("organizer")
    client.post(page(cast), {"uploads": files})
    address = page(cast, "files-review", FileBatch.objects.get())
    client.get(address)
    with django_assert_num_queries(11) as asked:
        report = client.get(address)
    assert len(report.context["kept"]) == count
    assert sum("abstract" in one["sql"] for one in asked.captured_queries) == 0


def test_lists_that_are_cut_say_so(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_page, "SHOWN", 1)
    files = [SimpleUploadedFile(f"nobody's-{letter}.png", PNG) for letter in "abc"]
    report = cast.client("organizer").post(page(cast), {"uploads": files}, follow=True)
    assert report.content.decode().count('<p class="help">The first 1 of 3.</p>') == 1


def test_what_is_still_under_way_is_not_decided_on(cast: Cast) -> None:
    send(cast)
    batch = FileBatch.objects.get()
    FileBatch.objects.update(is_complete=False)
    client = cast.client("organizer")
    assert list(client.get(page(cast)).context["waiting"]) == []
    names = ("files-review", "files-keep", "files-give-up")
    assert [client.post(page(cast, name, batch)).status_code for name in names] == [404] * 3
    assert (FileBatch.objects.count(), Material.objects.count()) == (1, 0)


@pytest.mark.parametrize("name", ["lecture", "conference"])
def test_with_what_it_is_of_a_waiting_file_goes_too(
    cast: Cast,
    tmp_path: Path,
    name: str,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    send(cast)
    pk = cast.hall.pk if name == "conference" else Lecture.objects.get(title="The first lecture").pk
    before = sum(path.is_file() for path in tmp_path.rglob("*"))
    with django_capture_on_commit_callbacks(execute=True):
        cast.client("administrator").post(
            reverse(f"admin:conference_{name}_delete", args=[pk]), {"post": "yes"}
        )
    assert (before, sum(path.is_file() for path in tmp_path.rglob("*"))) == (1, 0)


def test_given_up_nothing_changes(cast: Cast) -> None:
    send(cast)
    answer = cast.client("organizer").post(page(cast, "files-give-up", FileBatch.objects.get()), follow=True)
    assert [str(one) for one in answer.context["messages"]] == [
        "None of the files was kept. Nothing has changed."
    ]
    assert (FileBatch.objects.count(), Material.objects.count()) == (0, 0)


def test_without_files_or_with_an_empty_one_it_says_so(cast: Cast) -> None:
    answer = cast.client("organizer").post(page(cast), {})
    assert answer.context["form"].errors == {"__all__": ["Choose files, or a folder."]}
    cast.client("organizer").post(page(cast), {"uploads": [SimpleUploadedFile("1.pdf", b"")]})
    assert FileBatch.objects.get().files.get().verdict == "unmatched"


def test_other_conferences_and_lookers_on_are_kept_out(cast: Cast) -> None:
    send(cast)
    batch = FileBatch.objects.get()
    pages = [
        page(cast),
        *(page(cast, name, batch) for name in ("files-review", "files-keep", "files-give-up")),
    ]
    assert [cast.client("outsider").post(one).status_code for one in pages] == [404] * 4
    through_annex = reverse("admin:conference-files-keep", args=[cast.annex.pk, batch.pk])
    assert cast.client("outsider").post(through_annex).status_code == 404
    cast.hall.organizers.update(role="viewer")
    assert [cast.client("organizer").post(one).status_code for one in pages] == [403] * 4
    assert (FileBatch.objects.count(), Material.objects.count()) == (1, 0)


def test_the_form_of_a_material_says_the_limits_that_hold(cast: Cast) -> None:
    form = cast.client("organizer").get(reverse("admin:conference_material_add")).context["adminform"].form
    parts = str(form.fields["file"].help_text).split("; ")
    assert (len(parts), parts[2]) == (len(Material.Kind), "poster: PDF, PNG, JPEG, WebP, 50\xa0MB")


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        ('["posters/17/a.png", "posters/18/a.png"]', ["posters/17/a.png", "posters/18/a.png"]),
        ('["posters/17/a.png"]', ["a.png", "a.png"]),
        ('["a\\u0000", "\\ud800"]', ["a.png", "a.png"]),
        ("[1, 2]", ["a.png", "a.png"]),
        ("{", ["a.png", "a.png"]),
        ("", ["a.png", "a.png"]),
    ],
)
def test_files_of_a_folder_say_where_they_lay(cast: Cast, paths: str, names: list[str]) -> None:
    folder = [SimpleUploadedFile("a.png", PNG), SimpleUploadedFile("a.png", PNG)]
    cast.client("organizer").post(page(cast), {"folder": folder, "paths": paths})
    assert list(FileBatch.objects.get().files.values_list("name", flat=True)) == names


def test_more_files_than_are_taken_at_once_are_refused_in_words(cast: Cast) -> None:
    folder = [SimpleUploadedFile(f"{number}.png", PNG) for number in range(101)]
    answer = cast.client("organizer").post(page(cast), {"folder": folder})
    assert (answer.status_code, "more files at once than are taken" in answer.text) == (400, True)
