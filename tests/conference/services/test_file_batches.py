"""Many files at once: what the report says of each, and what becomes of them."""

import io
import zipfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from time import sleep

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.db import connection, transaction
from django.utils import timezone
from fpdf import FPDF
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from conference.models import BatchFile, Conference, FileBatch, Lecture, Material
from conference.services import index
from conference.services.batches import unpacking
from conference.services.batches.keeping import (
    Kept,
    give_up_batch,
    give_up_old_batches,
    keep_batch,
    renew_report,
    send_files,
)
from conference.services.batches.placing import lacking
from conference.services.batches.unpacking import Sent
from conference.services.materials import keep_file, store_file
from conference.services.submissions import set_material_state
from tests.factories import ConferenceFactory, LectureFactory, SourceRecordFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
MP4 = b"\0\0\0\x20ftypisom" + b"0" * 50
PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 50


@pytest.fixture
def lectures() -> list[Lecture]:
    """Of one conference, with the ids p.1, p.2 and p.3."""
    conference = ConferenceFactory()
    made: list[Lecture] = [
        LectureFactory(conference=conference, title=f"Measuring the {one} thing carefully")
        for one in ("first", "second", "third")
    ]
    for number, lecture in enumerate(made, 1):
        SourceRecordFactory(conference=conference, lecture=lecture, external_id=f"p.{number}")
    return made


def pdf(text: str) -> bytes:
    document = FPDF()
    document.add_page()
    document.set_font("helvetica", size=12)
    document.multi_cell(0, text=text)
    return bytes(document.output())


def packed(files: Iterable[tuple[str, bytes]]) -> SimpleUploadedFile:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return SimpleUploadedFile("all.zip", content.getvalue())


def sent(conference: Conference, *files: tuple[str, bytes], kind: str = "") -> FileBatch:
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return send_files(conference=conference, files=named(*uploads), kind=kind, actor=UserFactory())


def named(*uploads: UploadedFile[bytes]) -> list[Sent]:
    return [Sent(str(upload.name), upload) for upload in uploads]


def said(batch: FileBatch) -> dict[str, tuple[str, str, int | None]]:
    return {one.name: (one.verdict, one.kind, one.lecture_id) for one in batch.files.all()}


def stored(media: Path) -> int:
    return sum(path.is_file() for path in media.rglob("*"))


def test_an_archive_is_reported_file_by_file_and_nothing_is_kept(
    lectures: list[Lecture], media: Path
) -> None:
    first, second, third = lectures
    upload = packed(
        [
            ("all/p.1.mp4", MP4),
            ("all/p.2_poster.png", PNG),
            ("all/p.3.mp4", PNG),
            ("all/p.9.mp4", MP4),
            ("all/p.3_poster.html", b"<html>"),
            ("all/.DS_Store", b"x"),
            ("__MACOSX/all/p.1.mp4", b"x"),
            ("../p.2.mp4", MP4),
            ("all/p.2_paper.png", PNG),
        ]
    )
    batch = send_files(conference=first.conference, files=named(upload), actor=UserFactory())
    assert said(batch) == {
        "all/p.1.mp4": ("new", "video", first.pk),
        "all/p.2_poster.png": ("new", "poster", second.pk),
        "all/p.3.mp4": ("refused", "poster", third.pk),
        "all/p.9.mp4": ("unmatched", "", None),
        "all/p.3_poster.html": ("refused", "", third.pk),
        "all/p.2_paper.png": ("refused", "paper", second.pk),
    }
    reasons = dict(batch.files.exclude(reason="").values_list("name", "reason"))
    assert reasons == {
        "all/p.3.mp4": "It is called a file of type MP4 and is one of type PNG: is it the right one?",
        "all/p.9.mp4": "No lecture has an id that this name begins with.",
        "all/p.3_poster.html": "It is of no type that a material may be. What a file is called does not count, only what is in it.",
        "all/p.2_paper.png": "all/p.2_paper.png is not one of: PDF. What a file is called does not count, only what is in it.",
    }
    assert (Material.objects.count(), stored(media)) == (0, 2)
    missing = {one.kind: one.lectures for one in lacking(first.conference, batch.files.all())}
    assert missing == {"video": [second, third], "poster": [first, third]}


def test_files_that_are_kept_are_materials_with_their_bytes(
    lectures: list[Lecture], media: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    first, second, _third = lectures
    batch = sent(first.conference, ("p.1.mp4", MP4), ("p.2_poster.png", PNG), ("p.2_slides.png", PNG))
    with django_capture_on_commit_callbacks(execute=True):
        kept = keep_batch(batch=batch, with_doubtful=False, actor=UserFactory())
    assert (kept.new, kept.replaced, FileBatch.objects.count(), stored(media)) == (2, 0, 0, 2)
    rows = Material.objects.order_by("lecture").values_list(
        "lecture", "kind", "state", "filename", "media_type", "size"
    )
    assert list(rows) == [
        (first.pk, "video", "ready", "p.1.mp4", "video/mp4", len(MP4)),
        (second.pk, "poster", "ready", "p.2_poster.png", "image/png", len(PNG)),
    ]
    assert Path(Material.objects.get(kind="video").file.path).read_bytes() == MP4
    first.refresh_from_db()
    assert (first.has_video, first.has_poster) == (True, False)


def test_a_file_takes_the_place_of_one_of_its_kind_and_keeps_its_address(
    lectures: list[Lecture], media: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    first, second, third = lectures
    presenters = keep_file(
        lecture=first, kind="video", upload=ContentFile(MP4 + b"3", "p.1.mp4"), state="submitted"
    )
    old = store_file(
        lecture=first,
        kind="video",
        upload=ContentFile(MP4 + b"old", "old.mp4"),
        access="everyone",
        actor=None,
    )
    store_file(lecture=second, kind="video", upload=ContentFile(MP4, "same.mp4"), actor=None)
    barred = Material.objects.create(lecture=third, kind="video", state="withheld")
    Material.objects.create(lecture=first, kind="video", url="https://videos.example.org/1")
    batch = sent(first.conference, *((f"p.{number}.mp4", MP4) for number in (1, 2, 3)))
    assert {name: verdict for name, (verdict, _kind, _lecture) in said(batch).items()} == {
        "p.1.mp4": "replaces", "p.2.mp4": "same", "p.3.mp4": "replaces",
    }  # fmt: skip
    assert set(batch.files.values_list("replaced", flat=True)) == {old.pk, None, barred.pk}
    with django_capture_on_commit_callbacks(execute=True):
        kept = keep_batch(batch=batch, with_doubtful=False, actor=UserFactory())
    assert (kept.new, kept.replaced, Material.objects.count(), stored(media)) == (0, 2, 5, 4)
    presenters.refresh_from_db()
    assert (presenters.state, presenters.size) == ("submitted", len(MP4) + 1)  # not decided on by the way
    new = Material.objects.get(pk=old.pk)
    assert (new.uuid, new.access, new.filename, Path(new.file.path).read_bytes()) == (
        old.uuid,
        "everyone",
        "p.1.mp4",
        MP4,
    )
    barred.refresh_from_db()
    assert (barred.state, barred.filename) == ("withheld", "p.3.mp4")  # a file is no permission


def test_of_several_files_for_one_place_none_is_guessed(lectures: list[Lecture]) -> None:
    batch = sent(
        lectures[0].conference,
        ("p.1_poster.png", PNG), ("p.1-poster.png", PNG + b"other"), ("p.2.png", PNG), ("p.2_poster.png", PNG),
    )  # fmt: skip
    assert {name: verdict for name, (verdict, _kind, _lecture) in said(batch).items()} == {
        "p.1_poster.png": "double", "p.1-poster.png": "double", "p.2.png": "new", "p.2_poster.png": "double",
    }  # fmt: skip
    reasons = dict(batch.files.exclude(reason="").values_list("name", "reason"))
    both = "Several files say that they are this: p.1-poster.png, p.1_poster.png. Send one of them."
    assert reasons == {
        "p.1_poster.png": both, "p.1-poster.png": both, "p.2_poster.png": "It is the same as p.2.png.",
    }  # fmt: skip


def test_a_pdf_with_another_title_is_doubted_and_kept_only_if_asked(lectures: list[Lecture]) -> None:
    conference = lectures[0].conference
    files = (
        (
            "p.1.pdf",
            pdf("Measuring the first\nthing carefully\nAn author, and what they found in the matter"),
        ),
        ("p.2.pdf", pdf("A wholly unrelated story about squirrels in the garden")),
        ("p.3.pdf", pdf("")),
    )
    batch = sent(conference, *files)
    assert dict(batch.files.exclude(doubt="").values_list("name", "doubt")) == {
        "p.2.pdf": "Its first page has not the lecture's title. It begins: “A wholly unrelated story about squirrels in the garden…”"
    }
    assert keep_batch(batch=batch, with_doubtful=False, actor=UserFactory()).new == 2
    assert keep_batch(batch=sent(conference, *files), with_doubtful=True, actor=UserFactory()).new == 1
    assert Material.objects.count() == 3


def test_what_changed_since_the_report_is_shown_before_anything_is_written(lectures: list[Lecture]) -> None:
    batch = sent(lectures[0].conference, ("p.1.mp4", MP4))
    store_file(lecture=lectures[0], kind="video", upload=ContentFile(MP4 + b"2", "meanwhile.mp4"), actor=None)
    with pytest.raises(ValidationError, match="nothing was written"):
        keep_batch(batch=batch, with_doubtful=False, actor=UserFactory())
    assert [one.filename for one in Material.objects.all()] == ["meanwhile.mp4"]
    renew_report(batch=batch)
    assert BatchFile.objects.get().verdict == "replaces"
    assert keep_batch(batch=batch, with_doubtful=False, actor=UserFactory()).replaced == 1
    with pytest.raises(ValidationError, match="meanwhile"):
        keep_batch(batch=batch, with_doubtful=False, actor=UserFactory())


def test_an_id_of_two_lectures_is_of_none_and_ours_comes_last(lectures: list[Lecture]) -> None:
    first, second, third = lectures
    for lecture in (first, second):
        SourceRecordFactory(
            conference=first.conference, lecture=lecture, external_id="7", source=f"of {lecture.pk}"
        )
    SourceRecordFactory(conference=first.conference, lecture=third, external_id=str(first.pk))
    elsewhere = LectureFactory()
    batch = sent(
        first.conference,
        ("7.mp4", MP4), (f"{first.pk}.mp4", MP4), (f"{second.pk}.mp4", MP4), (f"{elsewhere.pk}.mp4", MP4),
    )  # fmt: skip
    assert said(batch) == {
        "7.mp4": ("unmatched", "", None),
        f"{first.pk}.mp4": ("new", "video", third.pk),
        f"{second.pk}.mp4": ("new", "video", second.pk),
        f"{elsewhere.pk}.mp4": ("unmatched", "", None),
    }


def test_an_archive_named_after_a_lecture_is_a_file_itself(lectures: list[Lecture]) -> None:
    upload = packed([("run.py", b"print()")])
    upload.name = "p.1_code.zip"
    batch = send_files(conference=lectures[0].conference, files=named(upload), actor=UserFactory())
    assert said(batch) == {"p.1_code.zip": ("new", "code", lectures[0].pk)}


def test_hostile_archives_are_refused_with_a_reason(
    lectures: list[Lecture], media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conference = lectures[0].conference
    bomb = packed([("p.1.txt", b"0" * (3 * 1024 * 1024))])
    cut = SimpleUploadedFile("cut.zip", packed([("p.1.png", PNG)]).read()[:-10])
    damaged = packed([("p.2.png", PNG)]).read()
    place = damaged.index(b"p.2.png") + len("p.2.png") + 3
    broken = SimpleUploadedFile("broken.zip", damaged[:place] + b"\xff\xff\xff" + damaged[place + 3 :])
    batch = send_files(conference=conference, files=named(bomb, cut, broken), actor=UserFactory())
    assert dict(batch.files.values_list("name", "reason")) == {
        "p.1.txt": "It is packed more tightly than any real file. Send it by itself.",
        "cut.zip": "This is no ZIP archive, or it is damaged. Make it again.",
        "p.2.png": "It is damaged or encrypted in the archive. Make the archive again.",
    }
    monkeypatch.setattr(unpacking, "MAX_FILES", 1)
    many = send_files(
        conference=conference, files=named(packed([("p.1.png", PNG), ("p.2.png", PNG)])), actor=UserFactory()
    )
    monkeypatch.undo()
    monkeypatch.setattr(unpacking, "MAX_UNPACKED", len(PNG))
    big = send_files(
        conference=conference, files=named(packed([("p.1.png", PNG), ("p.2.png", PNG)])), actor=UserFactory()
    )
    assert [one.reason for one in many.files.all()] == [
        "The archive holds more than 1 files. Make several of it."
    ]
    assert {one.name: one.verdict for one in big.files.all()} == {"p.1.png": "new", "all.zip": "refused"}
    assert Material.objects.count() == 0


def test_a_batch_is_kept_only_when_all_of_it_was_looked_at(lectures: list[Lecture]) -> None:
    conference = lectures[0].conference
    said: list[str] = []

    def uploads() -> Iterable[Sent]:
        yield Sent("p.1.png", SimpleUploadedFile("p.1.png", PNG))
        with pytest.raises(ValidationError) as refusal:
            keep_batch(batch=FileBatch.objects.get(), with_doubtful=True, actor=UserFactory())
        said.extend(refusal.value.messages)
        yield Sent("p.2.png", SimpleUploadedFile("p.2.png", PNG))

    batch = send_files(conference=conference, files=uploads(), actor=UserFactory())
    assert (said, Material.objects.count()) == (["These files were kept or given up meanwhile."], 0)
    assert keep_batch(batch=batch, with_doubtful=False, actor=UserFactory()).new == 2


@pytest.mark.django_db(transaction=True)
def test_what_is_withheld_while_its_new_file_is_kept_stays_so(lectures: list[Lecture]) -> None:
    old = store_file(
        lecture=lectures[0], kind="video", upload=ContentFile(MP4 + b"old", "old.mp4"), actor=None
    )
    batch = sent(lectures[0].conference, ("p.1.mp4", MP4))

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            set_material_state(material_ids=[old.pk], state=Material.State.WITHHELD, actor=None)
            keeping = threads.submit(kept_apart, batch, UserFactory())
            wait_until_somebody_waits()
        assert keeping.result(timeout=30).replaced == 1
    old.refresh_from_db()
    assert (old.state, old.filename) == ("withheld", "p.1.mp4")


@pytest.mark.django_db(transaction=True)
def test_a_lecture_that_is_deleted_while_its_file_is_kept_takes_the_file_along(
    lectures: list[Lecture],
) -> None:
    first = lectures[0]
    batch = sent(first.conference, ("p.1.png", PNG), ("p.2.png", PNG))

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            index.hold([first.pk])
            keeping = threads.submit(kept_apart, batch, UserFactory())
            wait_until_somebody_waits()
            first.delete()
        assert keeping.result(timeout=30).new == 1
    assert [one.lecture for one in Material.objects.all()] == [lectures[1]]


def kept_apart(batch: FileBatch, actor: User) -> Kept:
    """Kept over a connection of its own, which a thread has."""
    try:
        return keep_batch(batch=batch, with_doubtful=False, actor=actor)
    finally:
        connection.close()


def wait_until_somebody_waits() -> None:
    """For a lock that this connection holds."""
    waiting = (
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    )
    for _try in range(200):
        with connection.cursor() as cursor:
            cursor.execute(waiting)
            if cursor.fetchone()[0]:
                return
        sleep(0.05)
    raise AssertionError("nobody waits for the lock")


def test_endless_names_in_archives_are_refused(lectures: list[Lecture]) -> None:
    upload = packed([("a/" * 1000 + "p.1.png", PNG)])
    one = send_files(conference=lectures[0].conference, files=named(upload), actor=UserFactory()).files.get()
    assert (one.name, one.verdict, one.reason) == (
        "a/" * 149 + "a…",
        "refused",
        "Its name is longer than 300 letters, with its folders. Shorten it.",
    )


@pytest.mark.parametrize("is_old", [False, True])
def test_given_up_by_a_person_or_by_time_nothing_is_left(
    lectures: list[Lecture],
    media: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    is_old: bool,
) -> None:
    batch = sent(lectures[0].conference, ("p.1.mp4", MP4))
    assert stored(media) == 1
    with django_capture_on_commit_callbacks(execute=True):
        give_up_old_batches()
    assert stored(media) == 1
    with django_capture_on_commit_callbacks(execute=True):
        if is_old:
            FileBatch.objects.update(created_at=timezone.now() - timedelta(days=8))
            give_up_old_batches()
        else:
            give_up_batch(batch=batch)
    assert (stored(media), FileBatch.objects.count(), BatchFile.objects.count()) == (0, 0, 0)
