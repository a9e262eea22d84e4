"""The commands that bring derived data up to date, and the one that only looks."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from conference.models import Conference, Lecture, SimilarLecture
from tests import factories

pytestmark = pytest.mark.django_db


def run(*command: str) -> str:
    output = StringIO()
    call_command(*command, stdout=output, stderr=StringIO())
    return output.getvalue()


def test_what_refresh_wrote_is_not_stale() -> None:
    lecture = factories.LectureFactory(title="Zebras *gallop*")
    factories.AuthorshipFactory(lecture=lecture)
    run("reindex")
    assert run("reindex", "--check") == "Nothing is stale.\n"


def test_check_names_what_is_stale_exits_with_one_and_changes_nothing() -> None:
    lecture = factories.LectureFactory(title="Zebras gallop")
    factories.LectureFactory(title="Lions sleep")
    factories.AuthorshipFactory(lecture=lecture, person=factories.PersonFactory(name="Ana Velo"))
    output = StringIO()
    with pytest.raises(CommandError, match=r"1 lectures are stale: run manage\.py reindex\.") as stopped:
        call_command("reindex", "--check", stdout=output)
    assert stopped.value.returncode == 1
    stale = ["authors_text", "names_text", "names_vector", "abstract_vector"]
    assert output.getvalue() == f"lecture {lecture.pk}: {', '.join(stale)}\n"
    assert Lecture.objects.get(pk=lecture.pk).authors_text == ""


def test_reindex_mends_what_is_stale() -> None:
    lectures = [factories.LectureFactory(title="Zebras gallop", indexed=False) for _ in range(2)]
    assert run("reindex") == "2 lectures are up to date.\n"
    assert run("reindex", "--check") == "Nothing is stale.\n"
    assert SimilarLecture.objects.filter(lecture=lectures[0]).count() == 1


def test_rerender_takes_what_an_older_renderer_left() -> None:
    old, new = factories.LectureFactory(title="*Old*"), factories.LectureFactory(title="*New*")
    Lecture.objects.filter(pk=old.pk).update(title_html="left", renderer_version=0)
    Lecture.objects.filter(pk=new.pk).update(title_html="kept")
    conference = factories.ConferenceFactory(about="*About*")
    Conference.objects.filter(pk=conference.pk).update(about_html="left", renderer_version=0)
    page = factories.PageFactory(conference=conference)
    assert run("rerender").splitlines() == [
        "1 lectures rendered.",
        "1 conferences rendered.",
        "0 welcome messages rendered.",
        "0 pages rendered.",
    ]
    htmls = Lecture.objects.order_by("pk").values_list("title_html", flat=True)
    assert list(htmls) == ["<em>Old</em>", "kept"]
    conference.refresh_from_db()
    assert (conference.about_html, page.title) == ("<p><em>About</em></p>", "Code of conduct")
