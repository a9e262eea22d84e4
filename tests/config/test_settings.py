"""Settings fail loudly: each contradiction stops the start with a sentence that names the variable."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.quality.test_tools import PRODUCTION, ROOT


def settings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, Any]:
    for name in (*PRODUCTION, "DEBUG", "EMAIL_SECURITY", "TRUSTED_PROXY_COUNT"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "config/settings.py"))


def test_production_is_the_default_and_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    without_mode = {name: value for name, value in PRODUCTION.items() if name != "POSTERHALL_MODE"}
    found = settings(monkeypatch, **without_mode)
    names = (
        "MODE",
        "DEBUG",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "ALLOWED_HOSTS",
    )
    assert [found[name] for name in names] == [
        "production",
        False,
        True,
        True,
        True,
        ["posterhall.example.org"],
    ]


@pytest.mark.parametrize(
    "missing", ["SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS", "DATABASE_URL", "DEFAULT_FROM_EMAIL", "EMAIL_HOST"]
)
def test_production_names_what_is_missing(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{missing} is not set"):
        settings(monkeypatch, **{name: value for name, value in PRODUCTION.items() if name != missing})


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"DEBUG": "1"}, "DEBUG is on in production"),
        ({"SITE_URL": "http://posterhall.example.org"}, "must start with https://"),
        ({"DATABASE_URL": "sqlite:///x.db"}, "must name a PostgreSQL"),
        ({"EMAIL_SECURITY": "ssl"}, "one of: starttls, tls, none"),
        ({"POSTERHALL_MODE": "demo"}, "unset ALLOWED_HOSTS"),
        ({"POSTERHALL_MODE": "demo", "ALLOWED_HOSTS": "localhost"}, "unset DATABASE_URL"),
    ],
)
def test_contradictions_are_named(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], complaint: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=complaint):
        settings(monkeypatch, **{**PRODUCTION, **changes})


def test_unknown_mode_names_the_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="production, dev, demo, test"):
        settings(monkeypatch, POSTERHALL_MODE="staging")


def test_content_security_policy_allows_nothing_inline(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = settings(monkeypatch, **PRODUCTION)["SECURE_CSP"]
    assert {source for sources in policy.values() for source in sources} == {"'self'", "'none'", "data:"}


def test_every_variable_is_in_the_readme() -> None:
    source = Path(ROOT / "config/settings.py").read_text() + Path(ROOT / "config/mode.py").read_text()
    names = {
        part.split('"')[1]
        for call in ("env.str(", "env.bool(", "env.int(", "env.list(", "_required(", "VARIABLE = ")
        for part in source.split(call)[1:]
        if part.lstrip().startswith('"')
    }
    readme = (ROOT / "README.md").read_text()
    assert len(names) > 15
    assert sorted(name for name in names if f"`{name}`" not in readme) == []
