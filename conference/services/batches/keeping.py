"""Many files at once: looked at and reported, and made materials when a person has seen the report."""

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, BinaryIO, cast

from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from conference.filenames import kind_of, read_name
from conference.filetypes import PDF, TYPES, FileType, sniff
from conference.models import BatchFile, Conference, FileBatch, Lecture, Material
from conference.pdfs import first_page_text
from conference.services import index
from conference.services.batches.placing import ids_of, place
from conference.services.batches.unpacking import Sent, unpacked
from conference.services.imports.finding import folded
from conference.services.materials import discard_files, examine

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)

V = BatchFile.Verdict
KEPT_FOR = timedelta(days=7)  # until a batch that nobody decides on is given up
LEAST_TEXT = 40  # letters on a page that can be judged
LEAST_SHARE = 0.5  # of a title's words that its first page should have
FILLED = ("file", "filename", "media_type", "size", "sha256", "state", "preview_tries")
BY_EXTENSION = {kind.extension: kind for kind in TYPES.values()} | {"jpeg": TYPES["image/jpeg"]}


@dataclass(frozen=True, slots=True)
class Kept:
    new: int
    replaced: int


def send_files(*, conference: Conference, files: Iterable[Sent], kind: str = "", actor: "User") -> FileBatch:
    """Looks at each file, and keeps aside those that could be materials. `kind` is for names that do not say one.

    Each row is written before its file, so that a process that dies leaves no file that nobody knows of.
    """
    batch = FileBatch.objects.create(conference=conference, actor=actor)
    ids = ids_of(conference)
    titles = dict(Lecture.objects.filter(conference=conference).values_list("pk", "title_text"))
    for sent in unpacked(files, is_one_file=lambda name: bool(read_name(name, ids).lectures)):
        one = _looked_at(BatchFile(batch=batch, name=sent.name), sent, ids, kind)
        if one.verdict == V.NEW and sent.content is not None:
            one.doubt = _doubt(one, sent.content, titles.get(one.lecture_id or 0, ""))
            one.file.name = f"materials/{conference.pk}/{one.uuid}"
            one.save()
            sent.content.seek(0)
            default_storage.save(one.file.name, sent.content)
        else:
            one.save()
    renew_report(batch=batch)
    batch.is_complete = True
    batch.save(update_fields=["is_complete"])
    return batch


def renew_report(*, batch: FileBatch) -> None:
    """Brings the report up to what the conference holds by now."""
    files = list(batch.files.all())
    if place(files):
        BatchFile.objects.bulk_update(
            files, ["verdict", "reason", "replaced", "replaced_sha256"], batch_size=500
        )


@transaction.atomic
def keep_batch(*, batch: FileBatch, with_doubtful: bool, actor: "User") -> Kept:
    """Makes materials of the files, as the report says. Raises ValidationError where it would be other by now."""
    # One at a time at a conference: two people may have sent the same poster.
    Conference.objects.select_for_update(no_key=True).get(pk=batch.conference_id)
    if not FileBatch.objects.select_for_update().filter(pk=batch.pk, is_complete=True).exists():
        raise ValidationError(_("These files were kept or given up meanwhile."))
    # Before the files are read: a lecture that is being deleted takes its own along.
    lectures_now = Lecture.objects.filter(pk__in=batch.files.values("lecture")).order_by("pk")
    list(lectures_now.select_for_update(no_key=True).values_list("pk", flat=True))
    # Locked before they are read: what is withheld at this moment stays so.
    replaced_now = Material.objects.filter(pk__in=batch.files.values("replaced")).order_by("pk")
    list(replaced_now.select_for_update(no_key=True).values_list("pk", flat=True))
    files = list(batch.files.select_related("replaced"))
    if place(files):
        raise ValidationError(
            _(
                "The lectures' files have changed since this report was made: look at it again, nothing was written."
            )
        )
    kept = [one for one in files if one.is_kept and (with_doubtful or not one.doubt)]
    replaced = [one.replaced for one in kept if one.replaced]
    gone = [material.file.name for material in replaced]
    Material.objects.bulk_create(_new_materials([one for one in kept if one.replaced is None]))
    for one in kept:
        if one.replaced:
            _fill(one.replaced, one)
            one.replaced.save(update_fields=FILLED)
    gone += [one.file.name for one in files]  # of which discarding leaves those that are materials now
    batch.delete()
    discard_files(map(str, gone))
    lectures = {one.lecture_id for one in kept if one.lecture_id}
    index.refresh(lectures)
    LogEntry.objects.log_actions(
        actor.pk,
        Lecture.objects.filter(pk__in=lectures).only("title", "title_text"),
        CHANGE,
        _("Files uploaded."),
    )
    logger.info("%s files kept at conference %s by user %s", len(kept), batch.conference_id, actor.pk)
    return Kept(new=len(kept) - len(replaced), replaced=len(replaced))


@transaction.atomic
def give_up_batch(*, batch: FileBatch) -> None:
    discard_files(map(str, batch.files.values_list("file", flat=True)))
    batch.delete()


def give_up_old_batches() -> None:
    for batch in FileBatch.objects.filter(created_at__lt=timezone.now() - KEPT_FOR):
        give_up_batch(batch=batch)


def _looked_at(one: BatchFile, sent: Sent, ids: dict[str, frozenset[int]], kind: str) -> BatchFile:
    """With a verdict of new, unmatched or refused; what is here already, placing finds."""
    one.verdict = V.REFUSED
    if sent.content is None:
        one.reason = sent.problem
        return one
    named = read_name(sent.name, ids)
    if not named.lectures:
        one.verdict, one.reason = V.UNMATCHED, _("No lecture has an id that this name begins with.")
        return one
    if len(named.lectures) > 1:
        one.verdict = V.UNMATCHED
        one.reason = _(
            "%(count)d lectures have this id: name the file after our own number of one of them, %(ids)s."
        )
        one.reason %= {"count": len(named.lectures), "ids": ", ".join(map(str, sorted(named.lectures)))}
        return one
    (one.lecture_id,) = named.lectures
    found = sniff(cast("BinaryIO", sent.content))
    if found is None:
        one.reason = _(
            "It is of no type that a material may be. What a file is called does not count, only what is in it."
        )
        return one
    one.kind = kind_of(named.words, found, kind)
    try:
        _examine(one, sent, found)
    except ValidationError as refusal:
        one.reason = " ".join(refusal.messages)
        return one
    one.verdict = V.NEW
    return one


def _examine(one: BatchFile, sent: Sent, found: FileType) -> None:
    said = BY_EXTENSION.get(sent.name.rpartition(".")[2].lower())
    if said is not None and said is not found:
        raise ValidationError(
            _("It is called a file of type %(said)s and is one of type %(found)s: is it the right one?"),
            params={"said": said.label, "found": found.label},
        )
    content = cast("File[bytes]", sent.content)
    examined = examine(upload=content, material_kind=one.kind)
    one.filename, one.media_type = examined.filename, examined.kind.media_type
    one.size, one.sha256 = examined.size, examined.sha256


def _doubt(one: BatchFile, content: File[bytes], title: str) -> str:
    """Why a PDF does not look like the lecture's; nothing where its first page cannot be read."""
    if one.media_type != PDF.media_type or one.kind == Material.Kind.SUPPLEMENT:
        return ""
    text = first_page_text(cast("BinaryIO", content))
    letters = folded(text)  # words that a line break or a wide spacing takes apart are whole again
    words = {folded(word) for word in re.findall(r"\w{4,}", title)}
    if len(letters) < LEAST_TEXT or not words:
        return ""
    if sum(word in letters for word in words) >= LEAST_SHARE * len(words):
        return ""
    return _("Its first page has not the lecture's title. It begins: “%(start)s…”") % {
        "start": " ".join(text.split())[:100]
    }


def _new_materials(files: list[BatchFile]) -> list[Material]:
    """Behind those that the lectures have."""
    counts: dict[int, int] = {}
    for number in Material.objects.filter(lecture__in={one.lecture_id for one in files}).values_list(
        "lecture", flat=True
    ):
        counts[number] = counts.get(number, 0) + 1
    made = []
    for one in files:
        assert one.lecture_id is not None  # noqa: S101 - a check constraint holds it
        position = counts.get(one.lecture_id, 0)
        counts[one.lecture_id] = position + 1
        material = Material(lecture_id=one.lecture_id, kind=one.kind, position=position)
        _fill(material, one)
        made.append(material)
    return made


def _fill(material: Material, one: BatchFile) -> None:
    """What is withheld stays so: a new file is no permission."""
    material.file.name = one.file.name
    material.filename, material.media_type = one.filename, one.media_type
    material.size, material.sha256 = one.size, one.sha256
    material.preview_tries = 0
    if material.state != Material.State.WITHHELD:
        material.state = Material.State.READY
