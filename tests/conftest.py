"""What all tests share."""

from pathlib import Path

import pytest
from pytest_django import Settings

pytest_plugins = ["tests.cast"]


@pytest.fixture
def media(settings: Settings, tmp_path: Path) -> Path:
    """An empty folder in which this test's uploads lie."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path
