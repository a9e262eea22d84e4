"""Settings fail loudly: each contradiction stops the start with a sentence that names the variable."""

import logging
import re
import runpy
import subprocess
import sys
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from environs import EnvError

from tests.quality.test_tools import PRODUCTION, ROOT

WEBHOOK_SECRET = "reports:0123456789abcdef0123456789abcdef"
READS = re.compile(r'(?:env\.\w+\(|_required\(|VARIABLE = )\s*"(\w+)"')
VARIABLES = {
    name
    for file in ("config/settings.py", "config/services.py", "config/mode.py")
    for name in READS.findall((ROOT / file).read_text())
}


def settings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, Any]:
    for name in VARIABLES:
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
        ({"SECRET_KEY": "short"}, "SECRET_KEY is shorter than 32 characters"),
        ({"SITE_URL": "http://posterhall.example.org"}, "must start with https://"),
        ({"SITE_URL": "https://posterhall.example.org/hall"}, "a scheme and a host, and no more"),
        ({"SITE_URL": "https://other.example.org"}, "whose host is not among ALLOWED_HOSTS"),
        ({"DATABASE_URL": "sqlite:///x.db"}, "must name a PostgreSQL"),
        ({"EMAIL_SECURITY": "ssl"}, "one of: starttls, tls, none"),
        ({"EMAIL_HOST_USER": "desk"}, "EMAIL_HOST_USER and EMAIL_HOST_PASSWORD go together"),
        ({"DEFAULT_FROM_EMAIL": "Posterhall"}, "write desk@example.org"),
        ({"S3_REGION": "eu-1"}, "S3_BUCKET is not set, but other S3 settings are"),
        ({"S3_BUCKET": "files", "MEDIA_ROOT": "/files"}, "MEDIA_ROOT and S3_BUCKET are both set"),
        (
            {"S3_BUCKET": "files", "S3_ACCESS_KEY_ID": "k"},
            "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together",
        ),
        ({"S3_BUCKET": "files"}, r"pip install -r requirements-s3\.txt"),
        ({"MAIL_WEBHOOK_SECRET": WEBHOOK_SECRET}, "MAIL_PROVIDER is not set, but MAIL_WEBHOOK_SECRET"),
        ({"MAILGUN_SIGNING_KEY": "key"}, "MAIL_PROVIDER is not set, but"),
        ({"MAIL_PROVIDER": "pigeon"}, "one of: amazon_ses, brevo, mailgun, postmark"),
        ({"MAIL_PROVIDER": "postmark"}, "MAIL_WEBHOOK_SECRET must be a name, a colon and a long random word"),
        (
            {"MAIL_PROVIDER": "postmark", "MAIL_WEBHOOK_SECRET": WEBHOOK_SECRET[:-1]},
            "32 characters or more",
        ),
        (
            {"MAIL_PROVIDER": "postmark", "MAIL_WEBHOOK_SECRET": WEBHOOK_SECRET + "@"},
            "it stands in an address",
        ),
        (
            {"MAIL_PROVIDER": "mailgun", "MAIL_WEBHOOK_SECRET": WEBHOOK_SECRET},
            "MAILGUN_SIGNING_KEY goes with MAIL_PROVIDER=mailgun",
        ),
        (
            {"MAIL_PROVIDER": "brevo", "MAIL_WEBHOOK_SECRET": WEBHOOK_SECRET, "MAILGUN_SIGNING_KEY": "key"},
            "MAILGUN_SIGNING_KEY goes with MAIL_PROVIDER=mailgun",
        ),
        ({"MAIL_PROVIDER": "amazon_ses", "MAIL_WEBHOOK_SECRET": WEBHOOK_SECRET}, "pip install boto3"),
        ({"POSTERHALL_MODE": "demo"}, "unset ALLOWED_HOSTS"),
        ({"POSTERHALL_MODE": "demo", "ALLOWED_HOSTS": "localhost"}, "unset DATABASE_URL"),
    ],
)
def test_contradictions_are_named(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], complaint: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=complaint):
        settings(monkeypatch, **{**PRODUCTION, **changes})


def test_files_lie_on_the_disk_unless_there_is_a_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    local = settings(monkeypatch, **PRODUCTION)
    monkeypatch.setattr("config.services.find_spec", lambda name: name)  # as if the packages were there
    bucket = settings(monkeypatch, **PRODUCTION, S3_BUCKET="files", S3_REGION="eu-1")
    assert (local["STORAGES"]["default"], local["SIGNED_LINK_SECONDS"]) == (
        {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        None,
    )
    storage = bucket["STORAGES"]["default"]
    assert (storage["BACKEND"], bucket["SIGNED_LINK_SECONDS"]) == ("storages.backends.s3.S3Storage", 900)
    assert storage["OPTIONS"] == {
        "bucket_name": "files", "endpoint_url": None, "region_name": "eu-1", "access_key": None, "secret_key": None,
        "file_overwrite": False, "signature_version": "s3v4", "max_memory_size": 8 * 1024 * 1024,
    }  # fmt: skip


def test_bounces_are_reported_only_where_a_provider_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    without = settings(monkeypatch, **PRODUCTION)
    named = settings(monkeypatch, **PRODUCTION, MAIL_PROVIDER="postmark", MAIL_WEBHOOK_SECRET=WEBHOOK_SECRET)
    assert (without["MAIL_PROVIDER"], without["ANYMAIL"]) == ("", {})
    assert named["MAIL_PROVIDER"] == "postmark"
    assert named["ANYMAIL"] == {"WEBHOOK_SECRET": WEBHOOK_SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": ""}


def test_reports_have_an_address_where_a_provider_is_named() -> None:
    code = "import django; django.setup()\nfrom django.urls import reverse; print(reverse('mail-reports'))"
    environment = {**PRODUCTION, "MAIL_PROVIDER": "postmark", "MAIL_WEBHOOK_SECRET": WEBHOOK_SECRET}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("/mail/reports/\n", 0)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("TRUSTED_PROXY_COUNT", "-1"),
        ("TRUSTED_PROXY_COUNT", "two"),
        ("DATABASE_POOL_SIZE", "0"),
        ("ANSWER_CACHE_SECONDS", "-5"),
        ("EMAIL_PORT", "0"),
        ("LOG_LEVEL", "LOUD"),
        ("DEBUG", "perhaps"),
    ],
)
def test_impossible_values_are_named(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    with pytest.raises(EnvError, match=variable):
        settings(monkeypatch, **{**PRODUCTION, variable: value})


def test_host_names_may_stand_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    found = settings(
        monkeypatch, **{**PRODUCTION, "ALLOWED_HOSTS": "posterhall.example.org, hall.example.org,"}
    )
    assert found["ALLOWED_HOSTS"] == ["posterhall.example.org", "hall.example.org"]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"EMAIL_HOST": ""}, "EMAIL_HOST is not set: without mail nobody can log in."),
        ({"POSTERHALL_MODE": "x"}, "POSTERHALL_MODE is 'x'; it must be one of: production, dev, demo, test."),
        ({"LOG_LEVEL": "LOUD"}, 'Environment variable "LOG_LEVEL" invalid: Not a valid log level.'),
    ],
)
def test_the_command_line_says_it_in_one_line(changes: dict[str, str], complaint: str) -> None:
    command = [sys.executable, "manage.py", "migrate"]
    done = subprocess.run(
        command, cwd=ROOT, env={**PRODUCTION, **changes}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{complaint}\n")


def test_the_command_line_refuses_what_is_no_text() -> None:
    command = [
        sys.executable,
        "manage.py",
        "import_program",
        "acl-2025",
        "\udcff.xml",
    ]  # surrogates stand for bytes
    done = subprocess.run(command, cwd=ROOT, env=PRODUCTION, capture_output=True, text=True, check=False)
    complaint = "'\\udcff.xml' is not UTF-8: type it anew. For a file of that name, rename it, or let - read standard input."
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{complaint}\n")


def test_unknown_mode_names_the_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match="production, dev, demo, test"):
        settings(monkeypatch, POSTERHALL_MODE="staging")


def test_content_security_policy_allows_nothing_inline(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = settings(monkeypatch, **PRODUCTION)["SECURE_CSP"]
    assert {source for sources in policy.values() for source in sources} == {"'self'", "'none'", "data:"}


def test_the_readme_has_every_variable_and_no_other() -> None:
    section = (ROOT / "README.md").read_text().split("## Configuration")[1].split("\n## ")[0]
    told = [
        name
        for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    ]
    assert len(told) > 15
    assert sorted(told) == sorted(VARIABLES)


def test_each_line_is_logged_once() -> None:
    assert logging.getLogger("django").handlers == []
