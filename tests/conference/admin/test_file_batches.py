"""The pages that take many files at once."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pytest_django import Settings

from conference.models import FileBatch, Lecture, Material
from tests.cast import Cast

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 50


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def page(cast: Cast, name: str = "files", batch: FileBatch | None = None) -> str:
    return reverse(f"admin:conference-{name}", args=[cast.hall.pk, *([batch.pk] if batch else [])])


def send(cast: Cast, name: str = "organizer", **extra: Any) -> Any:
    number = Lecture.objects.get(title="The first lecture").pk
    files = [SimpleUploadedFile(f"{number}_poster.png", PNG), SimpleUploadedFile("nobody's.png", PNG)]
    return cast.client(name).post(page(cast), {"uploads": files, **extra})


def test_an_organizer_sends_reads_the_report_and_keeps(cast: Cast) -> None:
    form = cast.client("organizer").get(page(cast))
    assert ("Poster", "PDF, PNG, JPEG, WebP", "50.0\xa0MB") in [
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


def test_given_up_nothing_changes(cast: Cast) -> None:
    send(cast)
    answer = cast.client("organizer").post(page(cast, "files-give-up", FileBatch.objects.get()), follow=True)
    assert [str(one) for one in answer.context["messages"]] == [
        "None of the files was kept. Nothing has changed."
    ]
    assert (FileBatch.objects.count(), Material.objects.count()) == (0, 0)


def test_without_files_or_with_an_empty_one_it_says_so(cast: Cast) -> None:
    answer = cast.client("organizer").post(page(cast), {})
    assert answer.context["form"].errors == {"uploads": ["This field is required."]}
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
    assert (len(parts), parts[2]) == (len(Material.Kind), "poster: PDF, PNG, JPEG, WebP, 50.0\xa0MB")
