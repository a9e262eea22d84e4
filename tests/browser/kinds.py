"""One page of each kind that the site has, and who looks at it."""

from dataclasses import dataclass

from django.urls import reverse

from conference.models import Keyword, Lecture, Person, Session
from tests.browser.desk import draft_mailing, waiting_files, waiting_import

EVENT = "/events/acl-2025/"


@dataclass(frozen=True)
class Kind:
    path: str  # names in braces are those of `places`
    member: str = "visitor"
    status: int = 200


KINDS = {
    "home": Kind("/"),
    "event from outside": Kind(EVENT),
    "event from inside": Kind(EVENT, "rea"),
    "event of a stranger": Kind(EVENT, "sten"),
    "event of someone cancelled": Kind(EVENT, "caro"),
    "gate": Kind(f"{EVENT}schedule/", status=401),
    "schedule": Kind(f"{EVENT}schedule/", "rea"),
    "session": Kind("{session}", "rea"),
    "posters": Kind(f"{EVENT}posters/", "rea"),
    "lectures": Kind(f"{EVENT}lectures/"),
    "lecture with maths and locked files": Kind("{lecture}"),
    "lecture with open files": Kind("{lecture}", "rea"),
    "library": Kind("/library/"),
    "library with results": Kind("/library/?q=language&kind=poster"),
    "library without results": Kind("/library/?q=qqqqqqqq"),
    "keyword": Kind("{keyword}"),
    "person": Kind("{person}"),
    "page of a conference": Kind(f"{EVENT}pages/faq/"),
    "login": Kind("/accounts/login/code/"),
    "sign-up, which is closed": Kind("/accounts/signup/"),
    "log-out": Kind("/accounts/logout/", "rea"),
    "welcome mail once more": Kind("/accounts/welcome-mail/acl-2025/"),
    "one's own page": Kind("/me/", "rea"),
    "addresses": Kind("/accounts/email/", "rea"),
    "not found": Kind("/events/never/", status=404),
    "forbidden": Kind("/admin/login/", "rea", status=403),
    "admin": Kind("/admin/", "olga"),
    "front page of a conference in the admin": Kind("{front_page}", "olga"),
    "admin list": Kind("/admin/conference/lecture/", "olga"),
    "admin form": Kind("{lecture_form}", "olga"),
    "admin of registrations": Kind("/admin/accounts/registration/", "olga"),
    "mailing in the admin": Kind("/admin/accounts/mailing/add/", "olga"),
    "sending files": Kind("{submission}", "pia"),
    "many files in the admin": Kind("{files}", "olga"),
    "exports in the admin": Kind("{exports}", "olga"),
    "report of many files": Kind("{sent_files}", "olga"),
    "preview of an import": Kind("{import}", "olga"),
    "preview of a list of registrations": Kind("{list}", "olga"),
    "split of a person": Kind("{split}", "olga"),
    "history of a lecture": Kind("{history}", "olga"),
    "changes of a conference": Kind("/admin/conference/change/", "olga"),
    "mailing to presenters": Kind("{mailing}", "olga"),
    "import of registrations": Kind("/admin/conference/importrun/add/?subject=registrations", "olga"),
}


def places() -> dict[str, str]:
    lecture = Lecture.objects.filter(
        conference__slug="acl-2025",
        abstract_html__contains="<math",
        materials__file__gt="",
        slots__isnull=False,
    ).first()
    session = Session.objects.filter(conference__slug="acl-2025", slots__lecture__isnull=False).first()
    keyword = Keyword.objects.filter(lectures=lecture).first()
    person = Person.objects.filter(lectures=lecture).first()
    presented = Lecture.objects.filter(authorships__person__emails__email="pia@example.org").first()
    assert lecture
    assert presented
    assert session
    assert keyword
    assert person
    acl = lecture.conference
    elsewhere = Lecture.objects.exclude(conference=acl)
    namesake = Person.objects.filter(lectures__conference=acl).exclude(lectures__in=elsewhere).first()
    assert namesake
    return {
        "lecture": lecture.get_absolute_url(),
        "submission": reverse("submission", args=[presented.pk, presented.slug]),
        "lecture_form": reverse("admin:conference_lecture_change", args=[lecture.pk]),
        "exports": reverse("admin:conference-export", args=[lecture.conference_id]),
        "files": reverse("admin:conference-files", args=[lecture.conference_id]),
        "sent_files": reverse("admin:conference-files-review", args=[acl.pk, waiting_files(acl).pk]),
        "import": reverse("admin:conference_importrun_change", args=[waiting_import(acl, "table").pk]),
        "list": reverse("admin:conference_importrun_change", args=[waiting_import(acl, "registrations").pk]),
        "split": reverse("admin:person-split", args=[namesake.pk]),
        "history": reverse("admin:conference_lecture_history", args=[lecture.pk]),
        "mailing": reverse("admin:mailing-review", args=[draft_mailing(acl).pk]),
        "front_page": reverse("admin:conference-overview", args=[lecture.conference_id]),
        "session": session.get_absolute_url(),
        "keyword": keyword.get_absolute_url(),
        "person": person.get_absolute_url(),
    }
