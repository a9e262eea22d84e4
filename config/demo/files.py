"""Files and links of the demo's lectures, made when it is: other bytes for each lecture, always the same for one."""

from collections.abc import Callable

from django.core.files.base import ContentFile

from conference.models import Lecture, Material
from conference.models.lecture import lecture_slug
from conference.rendering import render, render_inline
from conference.services import materials
from config.demo.content import MaterialContent
from config.demo.printing import STATED, Printed, paper, poster, slides, writable

HAS_FILE = {Material.State.READY, Material.State.WITHHELD}
SECONDS_A_CUE = 6


def attach(lecture: Lecture, entries: list[MaterialContent]) -> None:
    """Give the lecture its links and files, in order. The caller refreshes the index."""
    for entry in entries:
        if entry.url or entry.state not in HAS_FILE:
            position = lecture.materials.count()
            Material.objects.create(
                lecture=lecture,
                kind=entry.kind,
                state=entry.state,
                title=entry.title,
                access=entry.access,
                url=entry.url,
                position=position,
            )
        else:
            _attach_file(lecture, entry)


def _printed(lecture: Lecture) -> Printed:
    people = lecture.people.order_by("authorships__position")
    # A name in two scripts loses the second, one in another script goes altogether.
    names = [writable(person.name).replace(" ()", "") for person in people]
    return Printed(
        title=render_inline(lecture.title).text,
        authors=", ".join(name for name in names if name.strip(" -")),
        abstract=render(lecture.abstract).text,
        conference=lecture.conference,
    )


def _attach_file(lecture: Lecture, entry: MaterialContent) -> None:
    suffix, made = MAKERS[entry.kind]
    printed = _printed(lecture)
    material = materials.keep_file(
        lecture=lecture,
        kind=entry.kind,
        title=entry.title,
        access=entry.access,
        upload=ContentFile(made(printed), name=f"{lecture_slug(printed.title)}-{entry.kind}.{suffix}"),
    )
    if entry.state != material.state:
        material.state = entry.state
        material.save(update_fields=["state"])


def _captions(printed: Printed) -> bytes:
    cues = [
        f"{_clock(number)} --> {_clock(number + 1)}\n{sentence}"
        for number, sentence in enumerate(printed.sentences)
    ]
    return ("WEBVTT\n\n" + "\n\n".join(cues) + "\n").encode()


def _clock(cue: int) -> str:
    minutes, seconds = divmod(cue * SECONDS_A_CUE, 60)
    return f"00:{minutes:02}:{seconds:02}.000"


def _transcript(printed: Printed) -> bytes:
    return "\n\n".join([printed.title, *printed.sentences, STATED]).encode()


def _table(printed: Printed) -> bytes:
    rows = [f"{number},{len(sentence.split())}" for number, sentence in enumerate(printed.sentences, 1)]
    return "\n".join(["sentence,words", *rows, ""]).encode()


MAKERS: dict[str, tuple[str, Callable[[Printed], bytes]]] = {
    Material.Kind.PAPER: ("pdf", paper),
    Material.Kind.SLIDES: ("pdf", slides),
    Material.Kind.POSTER: ("png", poster),
    Material.Kind.CAPTIONS: ("vtt", _captions),
    Material.Kind.TRANSCRIPT: ("txt", _transcript),
    Material.Kind.DATA: ("csv", _table),
    Material.Kind.SUPPLEMENT: ("txt", _transcript),
}
