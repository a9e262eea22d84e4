"""Two real programs, imported whole."""

from typing import Any

import pytest

from conference.models import Conference, Lecture
from conference.services.imports.formats import ANTHOLOGY
from conference.services.imports.runs import import_at_once
from tests import factories
from tests.shared import SHARED, needs_shared

pytestmark = [needs_shared, pytest.mark.django_db]


def take(conference: Conference, name: str) -> dict[str, Any]:
    content = (SHARED / f"data/anthology/{name}.xml").read_bytes()
    run = import_at_once(
        conference=conference, importer=ANTHOLOGY, filename=f"{name}.xml", content=content, actor=None
    )
    return dict(run.report)


@pytest.mark.parametrize(("name", "papers"), [("2023.emnlp", 1182), ("2023.acl", 1249)])
def test_a_real_program_comes_in_whole_and_once(name: str, papers: int) -> None:
    conference = factories.ConferenceFactory()
    for created in (papers, 0):
        report = take(conference, name)
        assert (report["read"], report["created"], report["changed"]) == (papers, created, 0)
        assert report["unchanged"] == papers - created
        assert (report["skipped"], report["conflicts"], report["gone"]) == ([], [], [])
    assert Lecture.objects.filter(conference=conference).count() == papers
