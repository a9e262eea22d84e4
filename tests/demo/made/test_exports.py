"""The demo's conferences go out in every format, and come back without a trace."""

import pytest

from conference.exports.formats import EXPORTS
from conference.models import Conference
from tests.conference.exports.programs import effect, exported, imported
from tests.demo.made.conftest import Demo


@pytest.mark.parametrize("slug", ["acl-2025", "acl-2023", "emnlp-2023"])
def test_each_file_comes_back_and_does_nothing(demo: Demo, slug: str) -> None:
    conference = Conference.objects.get(slug=slug)
    effects = {
        name: effect(imported(conference, exported(conference, name), export.subject))
        for name, export in EXPORTS.items()
    }
    assert effects == {name: {} for name in EXPORTS}
    assert len(effects) == 10
