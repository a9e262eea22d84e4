import logging

import pytest
import time_machine
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from tests.site.walk import Walk, walk
from tests.site.world import AT_THE_TIME, build


@pytest.fixture(scope="session")
def site(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Walk:
    """The walk through the whole site, done once. Its rows are gone when the tests look at what came back."""
    with (
        django_db_blocker.unblock(),
        override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media")),
        transaction.atomic(),
        time_machine.travel(AT_THE_TIME, tick=False),
    ):
        logging.disable(logging.WARNING)  # a thousand lines on pages that are refused, as they should be
        found = walk(build())
        logging.disable(logging.NOTSET)
        transaction.set_rollback(True)
    return found
