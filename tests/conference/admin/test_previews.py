from pytest_django import DjangoAssertNumQueries

from conference.rendering import render
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url

PREVIEW = "/admin/preview/"


def test_the_form_shows_the_text_as_readers_will_see_it(cast: Cast) -> None:
    lecture = factories.LectureFactory(conference=cast.hall, abstract="We find $x^2$ \\emph{true}.")
    page = cast.client("organizer").get(admin_url(lecture, "change")).text
    assert str(render(lecture.abstract).html) in page
    assert '<script src="/static/js/preview.js" type="module"></script>' in page


def test_the_preview_is_the_same_renderer_and_tells_its_warnings(cast: Cast) -> None:
    source = "Broken $\\undefined{x}$ and **good**."
    response = cast.client("organizer").post(PREVIEW, {"source": source, "inline": "false"})
    rendered = render(source)
    assert str(rendered.html) in response.text
    assert [warning.message in response.text for warning in rendered.warnings] == [True] * len(
        rendered.warnings
    )
    assert rendered.warnings


def test_a_title_is_previewed_on_one_line(cast: Cast) -> None:
    response = cast.client("organizer").post(PREVIEW, {"source": "# On *time*", "inline": "true"})
    assert "<em>time</em>" in response.text
    assert "<h" not in response.text


def test_nothing_hostile_comes_back(cast: Cast) -> None:
    source = "<svg onload=alert(1)> [x](javascript:alert(1)) <script>alert(1)</script>"
    page = cast.client("organizer").post(PREVIEW, {"source": source}).text
    assert [sign for sign in ("<svg", "<script", 'href="javascript') if sign in page] == []


def test_the_preview_is_for_organizers_and_only_for_posts(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert cast.client("visitor").post(PREVIEW, {"source": "x"}).status_code == 302
    assert cast.client("registered").post(PREVIEW, {"source": "x"}).status_code == 302
    client = cast.client("organizer")
    assert client.get(PREVIEW).status_code == 405
    with django_assert_num_queries(3):
        client.post(PREVIEW, {"source": "x"})
