import io
import json
from typing import Any

import pytest
from django.core.management import call_command

from tests import factories

pytestmark = pytest.mark.django_db

GOOD = "We measure $n^2$ things for $5 and find them so."
BROKEN = r"We measure $\frac{1}{$ things and find \unknowncommand them so."


def printed(*options: str) -> str:
    out = io.StringIO()
    call_command("render_report", "hall-2025", *options, stdout=out)
    return out.getvalue()


def test_abstracts_with_latex_left_over_are_counted_and_shown() -> None:
    hall = factories.ConferenceFactory(slug="hall-2025")
    factories.LectureFactory.create_batch(3, conference=hall, abstract=GOOD)
    factories.LectureFactory(conference=hall, abstract="")
    broken = factories.LectureFactory(conference=hall, abstract=BROKEN, title="A broken one")
    report: dict[str, Any] = json.loads(printed("--json"))
    assert (report["abstracts"], report["residue"], report["percent"]) == (4, 1, 25.0)
    assert [(case["lecture"], case["title"]) for case in report["cases"]] == [(broken.pk, "A broken one")]
    assert report["warnings"]
    assert printed().startswith("4 abstracts; LaTeX is left in 1 of them (25.0 %).")


def test_a_conference_without_lectures_has_nothing_left_over() -> None:
    factories.ConferenceFactory(slug="hall-2025")
    report = json.loads(printed("--json"))
    assert (report["abstracts"], report["percent"], report["cases"]) == (0, 0.0, [])
