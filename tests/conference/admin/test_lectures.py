from datetime import UTC, datetime

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Organizer
from conference.models import Lecture, Material
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url, logged
from tests.conference.admin.forms import errors, filled

PDF = b"%PDF-1.4\n%made for a test\n"


def new_lecture(cast: Cast, **values: object) -> dict[str, object]:
    empty = {
        f"{prefix}-{name}_FORMS": 0
        for prefix in ("authorships", "slots", "materials")
        for name in ("TOTAL", "INITIAL")
    }
    return {
        **empty, "conference": cast.hall.pk, "title": "On $x^2$", "kind": "oral", "state": "published", "position": 3,
        **values,
    }  # fmt: skip


def test_a_new_lecture_is_derived_with_its_authors_and_keywords(cast: Cast) -> None:
    person, keyword = factories.PersonFactory(name="Ana Velo"), factories.KeywordFactory(name="transfer")
    data = new_lecture(
        cast,
        abstract="We **do**.",
        keywords=[keyword.pk],
        **{"authorships-TOTAL_FORMS": 1, "authorships-0-person": person.pk, "authorships-0-position": 0},
    )
    response = cast.client("organizer").post(admin_url(Lecture, "add"), data)
    assert response.status_code == 302
    lecture = Lecture.objects.get(title="On $x^2$")
    assert (lecture.slug, lecture.authors_text) == ("on-x2", "Ana Velo")
    assert lecture.names_text == "on x² · transfer · ana velo"
    assert "<strong>do</strong>" in lecture.abstract_html


def test_a_changed_title_is_derived_and_keeps_the_address(cast: Cast) -> None:
    lecture = factories.LectureFactory(conference=cast.hall, title="Old")
    client, url = cast.client("organizer"), admin_url(lecture, "change")
    assert client.post(url, filled(client, url) | {"title": "New"}).status_code == 302
    lecture.refresh_from_db()
    assert (lecture.title_text, lecture.slug) == ("New", "old")
    assert client.get(url).context["original"].get_absolute_url() == reverse(
        "lecture", args=[lecture.pk, "old"]
    )


def test_line_breaks_of_browsers_change_no_text(cast: Cast) -> None:
    lecture = Lecture.objects.get(title="The first lecture")
    Lecture.objects.filter(pk=lecture.pk).update(abstract="One line.\nAnother.")
    data = filled(cast.client("organizer"), admin_url(lecture, "change"))
    assert data["abstract"] == "One line.\nAnother."
    sent = {**data, "abstract": "One line.\r\nAnother.", "position": 7}
    cast.client("organizer").post(admin_url(lecture, "change"), sent)
    lecture.refresh_from_db()
    assert (lecture.abstract, lecture.position) == ("One line.\nAnother.", 7)
    assert logged(lecture) == ['[{"changed": {"fields": ["Position"]}}]']


def test_a_lecture_stays_at_its_conference(cast: Cast) -> None:
    factories.OrganizerFactory(conference=cast.annex, user=cast.organizer)
    lecture = factories.LectureFactory(conference=cast.hall)
    client, url = cast.client("organizer"), admin_url(lecture, "change")
    client.post(url, filled(client, url) | {"conference": cast.annex.pk})
    lecture.refresh_from_db()
    assert lecture.conference == cast.hall


def test_track_and_session_of_another_conference_are_refused(cast: Cast) -> None:
    factories.OrganizerFactory(conference=cast.annex, user=cast.organizer)
    track = factories.TrackFactory(conference=cast.annex)
    session = factories.SessionFactory(conference=cast.annex)
    data = new_lecture(
        cast, track=track.pk, **{"slots-TOTAL_FORMS": 1, "slots-0-session": session.pk, "slots-0-position": 0}
    )
    response = cast.client("organizer").post(admin_url(Lecture, "add"), data)
    assert errors(response) == {
        "track": ["This track is of another conference."],
        "session": ["This is of another conference."],
    }
    assert not Lecture.objects.filter(title="On $x^2$").exists()


def test_times_of_slots_are_those_of_the_place(cast: Cast) -> None:
    lecture = factories.LectureFactory(conference=cast.hall)
    slot = factories.SlotFactory(
        session__conference=cast.hall, lecture=lecture, starts_at=datetime(2025, 7, 29, 9, 0, tzinfo=UTC)
    )
    client, url = cast.client("organizer"), admin_url(lecture, "change")
    data = filled(client, url)
    page = client.get(url).text
    assert 'name="slots-0-starts_at_1" value="11:00:00"' in page
    assert "Times are those of Europe/Vienna." in page
    client.post(url, data | {"slots-0-starts_at_1": "12:30:00"})
    slot.refresh_from_db()
    assert slot.starts_at == datetime(2025, 7, 29, 10, 30, tzinfo=UTC)


def uploaded(cast: Cast, lecture: Lecture, kind: str, file: SimpleUploadedFile) -> object:
    client, url = cast.client("organizer"), admin_url(lecture, "change")
    row = {
        "materials-TOTAL_FORMS": 1,
        "materials-0-kind": kind,
        "materials-0-state": "ready",
        "materials-0-position": 0,
    }
    return client.post(url, filled(client, url) | row | {"materials-0-file": file})


def test_an_uploaded_file_is_looked_at_and_kept(cast: Cast, settings: Settings, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path
    lecture = factories.LectureFactory(conference=cast.hall)
    file = SimpleUploadedFile("..\\My slides.PDF", PDF)
    assert uploaded(cast, lecture, "slides", file).status_code == 302  # type: ignore[attr-defined]
    material = Material.objects.get(lecture=lecture)
    assert (material.filename, material.media_type, material.size) == (
        "My slides.pdf",
        "application/pdf",
        len(PDF),
    )
    lecture.refresh_from_db()
    assert lecture.has_slides
    page = cast.client("organizer").get(admin_url(lecture, "change")).text
    assert material.get_absolute_url() in page
    assert str(material.file.name) not in page


def test_a_file_of_the_wrong_kind_is_refused_beside_its_field(cast: Cast) -> None:
    lecture = factories.LectureFactory(conference=cast.hall)
    file = SimpleUploadedFile("slides.pdf", b"<script>alert(1)</script>")
    response = uploaded(cast, lecture, "slides", file)
    assert list(errors(response)) == ["file"]
    assert not Material.objects.filter(lecture=lecture).exists()


def test_links_and_states_that_do_not_fit_are_refused_with_the_reason(cast: Cast) -> None:
    lecture = factories.LectureFactory(conference=cast.hall)
    client, url = cast.client("organizer"), admin_url(lecture, "change")
    row = {
        "materials-TOTAL_FORMS": 1,
        "materials-0-kind": "code",
        "materials-0-state": "ready",
        "materials-0-position": 0,
    }
    response = client.post(url, filled(client, url) | row)
    assert errors(response) == {"__all__": ["A ready material needs a file or a link."]}


def test_actions_say_how_many_were_done_and_why_others_were_not(cast: Cast) -> None:
    Organizer.objects.create(user=cast.organizer, conference=cast.annex, role="viewer")
    own = [
        factories.LectureFactory(conference=cast.hall, state=state)
        for state in ("draft", "draft", "published")
    ]
    foreign = factories.LectureFactory(conference=cast.annex, state="draft")
    data = {"action": "publish", "_selected_action": [lecture.pk for lecture in (*own, foreign)]}
    response = cast.client("organizer").post(admin_url(Lecture, "changelist"), data, follow=True)
    assert [str(message) for message in response.context["messages"]] == [
        "2 changed. 1 skipped: they were so already. 1 skipped: your role at their conference does not allow it."
    ]
    states = [Lecture.objects.get(pk=lecture.pk).state for lecture in (*own, foreign)]
    assert states == ["published", "published", "published", "draft"]
    assert logged(own[0]) == ["State set to published."]


def test_a_draft_says_who_sees_it(cast: Cast) -> None:
    lecture = factories.LectureFactory(conference=cast.hall, state="draft")
    client, url = cast.client("organizer"), admin_url(lecture, "change")
    assert "Organizers and its authors only: it is a draft." in client.get(url).text
    Lecture.objects.filter(pk=lecture.pk).update(state="published")
    assert "Everybody, as far as the access rules open it." in client.get(url).text


def test_titles_with_formulas_are_rendered_in_the_list(cast: Cast) -> None:
    factories.LectureFactory(conference=cast.hall, title="Halves $\\frac{a}{2}$")
    page = cast.client("organizer").get(admin_url(Lecture, "changelist")).text
    assert "<math" in page
    assert "$" not in page.partition("<tbody>")[2]


def test_private_addresses_are_for_the_roles_that_see_addresses(cast: Cast) -> None:
    lecture = Lecture.objects.get(title="The first lecture")
    lecture.authorships.update(email="pia@lareva.example")
    seen = {}
    for role in ("owner", "editor", "registrations", "viewer"):
        Organizer.objects.filter(user=cast.organizer).update(role=role)
        page = cast.client("organizer").get(admin_url(lecture, "change")).text
        seen[role] = "pia@lareva.example" in page
    assert seen == {"owner": True, "editor": True, "registrations": True, "viewer": False}
