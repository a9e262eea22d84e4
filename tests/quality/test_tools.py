"""The tools that read the code. `pytest tests/quality` runs them all, and so does every whole run of the suite."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
TEMPLATES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("templates/**/*.html"))
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "POSTERHALL_MODE": "production",
    "SECRET_KEY": "a-long-random-text-for-the-deployment-check-0123456789-abcdefghij",
    "SITE_URL": "https://posterhall.example.org",
    "ALLOWED_HOSTS": "posterhall.example.org",
    "DATABASE_URL": "postgres://posterhall@localhost/posterhall",
    "DEFAULT_FROM_EMAIL": "posterhall@example.org",
    "EMAIL_HOST": "mail.example.org",
}
COMMANDS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy", "."],
    "djade": ["djade", "--target-version", "6.1", "--check", *TEMPLATES],
    "import-linter": ["lint-imports", "--no-logo"],
}


def passes(command: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(command[:4])}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("tool", COMMANDS)
def test_tool_finds_nothing(tool: str) -> None:
    name, *arguments = COMMANDS[tool]
    passes([str(BIN / name), *arguments], {"POSTERHALL_MODE": "test"})


def test_templates_are_looked_at() -> None:
    assert len(TEMPLATES) > 30


def test_deployment_check_finds_nothing_under_production_settings() -> None:
    passes([sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION)
