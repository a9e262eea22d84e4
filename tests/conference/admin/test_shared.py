from conference.models import Keyword, Lecture, OldSlug, Page, Person, PersonIdentifier
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url
from tests.conference.admin.forms import errors, filled


def test_a_new_keyword_gets_key_and_address(cast: Cast) -> None:
    cast.client("organizer").post(admin_url(Keyword, "add"), {"name": "C++ Models"})
    assert list(Keyword.objects.values_list("name", "key", "slug")) == [
        ("C++ Models", "c++ models", "c-plus-plus-models")
    ]


def test_adding_a_keyword_that_is_there_gives_that_one(cast: Cast) -> None:
    """Also where another conference's draft is the only one to use it."""
    hidden = factories.LectureFactory(conference=cast.annex, state="draft")
    keyword = factories.KeywordFactory(name="LLMs", key="llms", slug="llms")
    hidden.keywords.add(keyword)
    response = cast.client("organizer").post(
        admin_url(Keyword, "add") + "?_popup=1", {"name": "llms ", "_popup": "1"}
    )
    assert response.status_code == 200
    assert f'"value": "{keyword.pk}"' in response.context["popup_response_data"]
    assert list(Keyword.objects.values_list("name", flat=True)) == ["LLMs"]


def test_a_renamed_keyword_is_found_by_its_new_name(cast: Cast) -> None:
    lecture = factories.LectureFactory(conference=cast.hall, title="One")
    keyword = factories.KeywordFactory(name="old word", slug="old-word")
    lecture.keywords.add(keyword)
    cast.client("organizer").post(admin_url(keyword, "change"), {"name": "new word"})
    assert Lecture.objects.get(pk=lecture.pk).names_text == "one · new word · "
    keyword.refresh_from_db()
    assert (keyword.key, keyword.slug) == ("new word", "old-word")


def test_a_renamed_person_is_renamed_on_their_lectures(cast: Cast) -> None:
    person = factories.PersonFactory(name="Ana Velo")
    lecture = factories.LectureFactory(conference=cast.hall)
    factories.AuthorshipFactory(lecture=lecture, person=person)
    client, url = cast.client("organizer"), admin_url(person, "change")
    assert client.post(url, filled(client, url) | {"name": "Ana Toro"}).status_code == 302
    assert Lecture.objects.get(pk=lecture.pk).authors_text == "Ana Toro"


def test_an_organizer_adds_a_person_and_then_finds_them(cast: Cast) -> None:
    client = cast.client("organizer")
    response = client.post(admin_url(Person, "add"), {"name": "Ana Velo"})
    assert response.status_code == 302
    assert client.get(admin_url(Person.objects.get(name="Ana Velo"), "change")).status_code == 200


def test_a_person_with_lectures_is_not_deleted(cast: Cast) -> None:
    person = factories.AuthorshipFactory(lecture__conference=cast.hall).person
    response = cast.client("organizer").post(admin_url(person, "delete"), {"post": "yes"})
    assert response.status_code == 200
    assert Person.objects.filter(pk=person.pk).exists()


def test_a_conferences_old_address_goes_on_leading_there(cast: Cast) -> None:
    client, url = cast.client("organizer"), admin_url(cast.hall, "change")
    assert client.post(url, filled(client, url) | {"slug": "hall-25", "venue": "Hall"}).status_code == 302
    cast.hall.refresh_from_db()
    assert (cast.hall.slug, cast.hall.venue) == ("hall-25", "Hall")
    assert list(OldSlug.objects.values_list("slug", "conference")) == [("hall-2025", cast.hall.pk)]


def test_a_pages_old_address_is_not_given_to_another(cast: Cast) -> None:
    page = factories.PageFactory(conference=cast.hall, slug="faq", title="FAQ")
    client = cast.client("organizer")
    client.post(admin_url(page, "change"), filled(client, admin_url(page, "change")) | {"slug": "questions"})
    assert list(OldSlug.objects.values_list("slug", "page")) == [("faq", page.pk)]
    data = {"conference": cast.hall.pk, "title": "FAQ", "slug": "faq", "body": "New", "position": 0}
    assert list(errors(client.post(admin_url(Page, "add"), data))) == ["slug"]


def test_access_rules_name_ticket_types_of_their_own_conference(cast: Cast) -> None:
    factories.OrganizerFactory(conference=cast.annex, user=cast.organizer)
    ticket = factories.TicketTypeFactory(conference=cast.annex)
    client, url = cast.client("organizer"), admin_url(cast.hall, "change")
    rule = {
        "access_rules-TOTAL_FORMS": 1,
        "access_rules-0-subject": "live",
        "access_rules-0-audience": "tickets",
        "access_rules-0-ticket_types": [ticket.pk],
    }
    response = client.post(url, filled(client, url) | rule)
    assert errors(response) == {"ticket_types": ["These ticket types are of another conference."]}
    rule["access_rules-0-ticket_types"] = [cast.regular.pk]
    assert client.post(url, filled(client, url) | rule).status_code == 302
    assert list(cast.hall.access_rules.get().ticket_types.all()) == [cast.regular]


def test_organizers_neither_make_nor_delete_conferences(cast: Cast) -> None:
    client = cast.client("organizer")
    answers = [
        client.get(url).status_code
        for url in (admin_url(type(cast.hall), "add"), admin_url(cast.hall, "delete"))
    ]
    assert answers == [403, 403]


def test_ids_of_a_person_are_shown_to_organizers_and_changed_by_administrators(cast: Cast) -> None:
    person = factories.PersonFactory()
    factories.AuthorshipFactory(lecture__conference=cast.hall, person=person)
    known = PersonIdentifier.objects.create(person=person, source="anthology", external_id="ana-velo")
    url = admin_url(person, "change")
    organizer, administrator = cast.client("organizer"), cast.client("administrator")
    assert "<p>ana-velo</p>" in organizer.get(url).text
    row = {"identifiers-0-external_id": "other"}
    organizer.post(url, filled(organizer, url) | row)
    known.refresh_from_db()
    assert known.external_id == "ana-velo"
    administrator.post(url, filled(administrator, url) | row)
    known.refresh_from_db()
    assert known.external_id == "other"
