"""What `index.refresh` derives, and that nobody else needs to."""

import pytest
from django.core.files.base import ContentFile
from django.db import connection

from conference.models import Lecture, Material, SimilarLecture
from conference.rendering import RENDERER_VERSION, render
from conference.services import index
from conference.services.transcripts import spoken
from tests import factories

pytestmark = pytest.mark.django_db


def derived(lecture: Lecture) -> dict[str, object]:
    names = [
        field.name
        for field in Lecture._meta.get_fields()
        if not getattr(field, "editable", True) and not field.auto_created
    ]
    row: dict[str, object] = Lecture.objects.values(*names).get(pk=lecture.pk)
    return row | {"indexed_at": None}


def test_title_and_abstract_are_rendered_and_kept_as_text() -> None:
    abstract = "First.\n\nSecond, $x^2$."
    lecture = factories.LectureFactory(title=r"$\textbf{L}$oad on *one* line", abstract=abstract)
    assert lecture.title_html == "<strong>L</strong>oad on <em>one</em> line"
    assert lecture.title_text == "Load on one line"
    assert (lecture.abstract_html, lecture.abstract_text) == (render(abstract).html, render(abstract).text)
    assert lecture.renderer_version == RENDERER_VERSION


def test_slug_is_made_once() -> None:
    lecture = factories.LectureFactory(title="A first title")
    assert lecture.slug == "a-first-title"
    Lecture.objects.filter(pk=lecture.pk).update(title="A second title")
    index.refresh([lecture.pk])
    lecture.refresh_from_db()
    assert (lecture.title_text, lecture.slug) == ("A second title", "a-first-title")


def test_title_without_a_latin_letter_still_has_an_address() -> None:
    lecture = factories.LectureFactory(title="日本語の翻訳")
    assert lecture.get_absolute_url() == f"/lecture/{lecture.pk}-lecture/"


def test_authors_stand_in_their_order() -> None:
    lecture = factories.LectureFactory()
    for position, name in [(2, "Cara Boma"), (0, "Ana Velo"), (1, "René Kobo")]:
        factories.AuthorshipFactory(
            lecture=lecture, position=position, person=factories.PersonFactory(name=name)
        )
    index.refresh([lecture.pk])
    lecture.refresh_from_db()
    assert lecture.authors_text == "Ana Velo, René Kobo, Cara Boma"
    assert lecture.names_text.endswith(" · ana velo, rene kobo, cara boma")


@pytest.mark.parametrize(
    ("state", "expected"),
    [(Material.State.READY, True), (Material.State.PROCESSING, False), (Material.State.WITHHELD, False)],
)
def test_flags_tell_of_ready_materials(state: str, *, expected: bool) -> None:
    lecture = factories.LectureFactory()
    factories.MaterialFactory(lecture=lecture, kind=Material.Kind.VIDEO, state=state)
    index.refresh([lecture.pk])
    lecture.refresh_from_db()
    assert (lecture.has_video, lecture.has_slides, lecture.has_poster) == (expected, False, False)


def test_twice_is_once() -> None:
    lectures = [
        factories.LectureFactory(title=f"Transfer of culture {n}", abstract=f"Words {n}.") for n in range(3)
    ]
    before = [derived(lecture) for lecture in lectures]
    similar = list(
        SimilarLecture.objects.order_by("lecture", "other").values_list("lecture", "other", "score")
    )
    index.refresh([lecture.pk for lecture in lectures])
    assert [derived(lecture) for lecture in lectures] == before
    assert (
        list(SimilarLecture.objects.order_by("lecture", "other").values_list("lecture", "other", "score"))
        == similar
    )


def test_nothing_to_refresh_asks_nothing() -> None:
    with connection.execute_wrapper(lambda *_: pytest.fail("a query")):
        index.refresh([])


def test_captions_are_searched_by_what_is_said() -> None:
    lecture = factories.LectureFactory()
    file = ContentFile(b"WEBVTT\n\n1\n00:00.000 --> 00:02.000\n<v Ana>Zebras gallop\n", name="talk.vtt")
    factories.MaterialFactory(lecture=lecture, kind=Material.Kind.CAPTIONS, url="", file=file)
    index.refresh([lecture.pk])
    lecture.refresh_from_db()
    assert lecture.transcript_text == "Zebras gallop"


def test_captions_closed_more_strictly_than_their_lecture_are_not_searched() -> None:
    lecture = factories.LectureFactory()
    file = ContentFile(b"Zebras gallop", name="talk.txt")
    factories.MaterialFactory(
        lecture=lecture, kind=Material.Kind.TRANSCRIPT, url="", file=file, access="organizers"
    )
    index.refresh([lecture.pk])
    lecture.refresh_from_db()
    assert (lecture.transcript_text, lecture.transcript_vector) == ("", "")


def test_missing_transcript_file_harms_nothing() -> None:
    lecture = factories.LectureFactory()
    material = factories.MaterialFactory(
        lecture=lecture, kind=Material.Kind.TRANSCRIPT, url="", file="materials/none", filename="t.txt"
    )
    index.refresh([lecture.pk])
    lecture.refresh_from_db()
    assert (material.lecture_id, lecture.transcript_text) == (lecture.pk, "")


def test_spoken_leaves_times_and_marks_out() -> None:
    assert spoken(
        "WEBVTT\r\n\r\nNOTE made by hand\r\n\r\n1\r\n00:01.000 --> 00:02.000\r\n<i>Hello</i>\r\nthere, 5 of you"
    ) == ("Hello there, 5 of you")
    assert spoken("1\n00:00:01,000 --> 00:00:02,000 align:start\nHello") == "Hello"
