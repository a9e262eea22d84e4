"""What the tests of the whole site walk through: one thing of each kind, open, gated, hidden or not yet there, and what of it is secret.

hall   published, as the defaults of access.py have it      draft  not published, run by nobody of the cast but the administrator
annex  published; schedule and files open to everyone,      veil   published, its program hidden; nobody of the cast organizes it
       abstracts to registered people
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from conference.models import Audience, Conference, Keyword, Lecture, Material, Subject
from conference.models.slugs import OldSlug
from conference.services import index
from tests import factories
from tests.cast import Cast, assemble

NOBODY: frozenset[str] = frozenset()
ADMINISTRATOR = frozenset({"administrator"})
ORGANIZERS = frozenset({"organizer", "administrator"})
MEMBERS = ORGANIZERS | {"registered", "presenter"}  # of hall
ANNEXED = frozenset({"stranger", "outsider", "administrator"})  # members of annex

# Text that stands on pages for these people only; everybody else's pages, headers and downloads are searched for it.
SECRETS: dict[str, frozenset[str]] = {
    "Undisclosed zebrafinch title": ORGANIZERS,
    "undisclosed abstract": ORGANIZERS,
    "gated abstract of wombats": MEMBERS,
    "abstract of the annex": ANNEXED,
    "files.example.org/locked-slides": MEMBERS,
    "files.example.org/withheld-video": ORGANIZERS,
    "%PDF-1.4 locked bytes": MEMBERS,
    "live.example.org/room": MEMBERS,
    "handbook.example.org": MEMBERS,
    "Ballroom Q": MEMBERS,
    "Door code for members": MEMBERS,
    "Unpublished page": ORGANIZERS,
    "Gathering nobody knows of": ADMINISTRATOR,
    "DRAFT 2026": ADMINISTRATOR,
    "Lecture nobody knows of": ADMINISTRATOR,
    "Quiet Quokka": ADMINISTRATOR,
    "hushed keyword": ADMINISTRATOR,
    "Veiled lecture": ADMINISTRATOR,
    "Veiled session": ADMINISTRATOR,
    "Veiled Author": ADMINISTRATOR,
    "private@example.org": NOBODY,
}


@dataclass(frozen=True)
class World:
    cast: Cast
    places: dict[str, str]  # the names that the tables of the walk write in braces

    def at(self, path: str) -> str:
        return path.format_map(self.places)


def build() -> World:
    cast = assemble()
    places = {"hall": "/events/hall-2025", "annex": "/events/annex-2025"}
    places |= _hall(cast) | _annex(cast.annex) | _draft() | _veil()
    index.refresh(Lecture.objects.values_list("pk", flat=True))
    return World(cast, places)


def _hall(cast: Cast) -> dict[str, str]:
    hall = cast.hall
    hall.handbook_url = "https://handbook.example.org/hall"
    hall.about = "A meeting about **measuring** things."
    hall.login_message = "Use the address you registered with."
    hall.save()
    OldSlug.objects.create(conference=hall, slug="hall-25")
    factories.WelcomeMessageFactory(conference=hall)
    first = Lecture.objects.get(title="The first lecture")
    gated = _lecture(
        hall, "Scaling $\\textbf{L}$oad by 45$^{\\circ}$ & more", "gated abstract of wombats, $x+y$"
    )
    Lecture.objects.filter(pk=gated.pk).update(access="registered")
    undisclosed = _lecture(hall, "Undisclosed zebrafinch title", "undisclosed abstract", state="draft")
    withdrawn = _lecture(hall, "Withdrawn lecture", "It was here.", state="withdrawn")
    keyword = _tagged("Measures", first, gated, undisclosed)
    author = factories.PersonFactory(given="Zoë", family="Łu", name="Zoë Łu")
    factories.PersonEmailFactory(person=author, email="private@example.org")
    for lecture in (first, gated, undisclosed, withdrawn):
        factories.AuthorshipFactory(lecture=lecture, person=author, affiliation="Somewhere")
    session = factories.SessionFactory(
        conference=hall, name="Opening talks", room="Ballroom Q", live_url="https://live.example.org/room"
    )
    for lecture in (first, gated, undisclosed):
        factories.SlotFactory(session=session, lecture=lecture)
    return {
        "first": _without_end(first),
        "gated": _without_end(gated),
        "undisclosed": _without_end(undisclosed),
        "withdrawn": _without_end(withdrawn),
        "first_id": str(first.pk),
        "keyword": keyword.get_absolute_url(),
        "author": author.get_absolute_url(),
        "session": session.get_absolute_url(),
        **_pages(hall),
        **_materials(first, gated, withdrawn),
    }


def _pages(hall: Conference) -> dict[str, str]:
    return {
        "page": factories.PageFactory(conference=hall).get_absolute_url(),
        "members_page": factories.PageFactory(
            conference=hall,
            title="Getting in",
            slug="getting-in",
            body="Door code for members: 12",
            registered_only=True,
        ).get_absolute_url(),
        "unpublished_page": factories.PageFactory(
            conference=hall, title="Unpublished page", slug="unpublished", is_published=False
        ).get_absolute_url(),
    }


def _materials(first: Lecture, gated: Lecture, withdrawn: Lecture) -> dict[str, str]:
    locked_file = factories.MaterialFactory(lecture=gated, kind="paper", url="", state="missing")
    locked_file.file.save("paper.pdf", ContentFile(b"%PDF-1.4 locked bytes"), save=False)
    locked_file.state, locked_file.filename, locked_file.media_type = "ready", "paper.pdf", "application/pdf"
    locked_file.previewed_file, locked_file.preview_width, locked_file.preview_height = (
        locked_file.file.name,
        3,
        4,
    )
    locked_file.save()
    default_storage.save(locked_file.preview_name, ContentFile(b"%PDF-1.4 locked bytes, as a picture"))
    made = {
        "locked_link": factories.MaterialFactory(
            lecture=first, url="https://files.example.org/locked-slides"
        ),
        "open_link": factories.MaterialFactory(
            lecture=gated, kind="code", url="https://files.example.org/open-code", access="everyone"
        ),
        "withheld_link": factories.MaterialFactory(
            lecture=first,
            kind="video",
            url="https://files.example.org/withheld-video",
            state="withheld",
            access="everyone",
        ),
        "withdrawn_link": factories.MaterialFactory(
            lecture=withdrawn, url="https://files.example.org/gone", access="everyone"
        ),
        "missing_file": factories.MaterialFactory(lecture=first, kind="poster", url="", state="missing"),
        "locked_file": locked_file,
    }
    assert Material.objects.count() == len(made)
    places = {name: material.get_absolute_url() for name, material in made.items()}
    return places | {"locked_preview": f"/materials/{locked_file.uuid}/preview/"}


def _annex(annex: Conference) -> dict[str, str]:
    for subject in (Subject.SCHEDULE, Subject.FILES):
        factories.AccessRuleFactory(conference=annex, subject=subject, audience=Audience.EVERYONE)
    factories.AccessRuleFactory(conference=annex, subject=Subject.ABSTRACTS, audience=Audience.REGISTERED)
    lecture = _lecture(annex, "A lecture of the annex", "abstract of the annex, measured")
    session = factories.SessionFactory(conference=annex, name="Annex session", room="Corridor")
    factories.SlotFactory(session=session, lecture=lecture)
    link = factories.MaterialFactory(lecture=lecture, url="https://files.example.org/annex-slides")
    return {
        "annex_lecture": _without_end(lecture),
        "annex_session": session.get_absolute_url(),
        "annex_link": link.get_absolute_url(),
    }


def _draft() -> dict[str, str]:
    draft = factories.ConferenceFactory(
        acronym="DRAFT 2026", slug="draft-2026", name="Gathering nobody knows of", state="draft"
    )
    return _closed(
        draft, "draft", lecture="Lecture nobody knows of", author="Quiet Quokka", keyword="hushed keyword"
    )


def _veil() -> dict[str, str]:
    veil = factories.ConferenceFactory(acronym="VEIL 2025", slug="veil-2025", program_hidden=True)
    factories.AccessRuleFactory(conference=veil, subject=Subject.SCHEDULE, audience=Audience.EVERYONE)
    return _closed(veil, "veil", lecture="Veiled lecture", author="Veiled Author", keyword="veiled keyword")


def _closed(conference: Conference, name: str, *, lecture: str, author: str, keyword: str) -> dict[str, str]:
    """A conference whose things do not exist for the public, each under its kind and `name`."""
    made = _lecture(conference, lecture, f"What the {name} is about.")
    person = factories.PersonFactory(name=author)
    factories.AuthorshipFactory(lecture=made, person=person)
    session = factories.SessionFactory(conference=conference, name=f"{name.capitalize()}ed session")
    factories.SlotFactory(session=session, lecture=made)
    link = factories.MaterialFactory(lecture=made, url=f"https://files.example.org/{name}", access="everyone")
    page = factories.PageFactory(conference=conference)
    return {
        name: conference.get_absolute_url().rstrip("/"),
        f"{name}_lecture": _without_end(made),
        f"{name}_author": person.get_absolute_url(),
        f"{name}_keyword": _tagged(keyword, made).get_absolute_url(),
        f"{name}_session": session.get_absolute_url(),
        f"{name}_link": link.get_absolute_url(),
        f"{name}_page": page.get_absolute_url(),
    }


def _lecture(conference: Conference, title: str, abstract: str, state: str = "published") -> Lecture:
    lecture: Lecture = factories.LectureFactory(
        conference=conference, title=title, abstract=abstract, state=state, indexed=True
    )
    return lecture


def _tagged(name: str, *lectures: Lecture) -> Keyword:
    keyword: Keyword = factories.KeywordFactory(
        name=name, key=name.lower(), slug=name.lower().replace(" ", "-")
    )
    keyword.lectures.set(lectures)
    return keyword


def _without_end(lecture: Lecture) -> str:
    """Its address, to which a slash or an extension is put."""
    return lecture.get_absolute_url().rstrip("/")


AT_THE_TIME = datetime(
    2025, 7, 29, 9, 30, tzinfo=UTC
)  # while hall's session goes on, so that live links are shown
