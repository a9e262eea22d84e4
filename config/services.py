"""What Posterhall speaks to outside: the mail server, whoever reports bounces, the store of files.

Each is read from the environment whole, or refused with ImproperlyConfigured and a sentence that says what to set.
"""

import re
from importlib.util import find_spec
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from environs import Env, validate

from config.mode import Mode

SHORTEST_SECRET = 32  # characters
POSITIVE = validate.Range(min=1)
MAIL_PROVIDERS = ("amazon_ses", "brevo", "mailgun", "postmark")


def mailer(env: Env, mode: Mode) -> dict[str, Any]:
    """Where mail goes: an SMTP server; in development the terminal, without one."""
    if mode is Mode.TEST:
        return {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}
    host = env.str("EMAIL_HOST", "")
    if not host and mode is Mode.PRODUCTION:
        raise ImproperlyConfigured("EMAIL_HOST is not set: without mail nobody can log in.")
    if not host:
        return {"BACKEND": "accounts.mailbox.TerminalBackend"}
    security = env.str("EMAIL_SECURITY", "starttls")
    if security not in {"starttls", "tls", "none"}:
        raise ImproperlyConfigured(f"EMAIL_SECURITY is {security!r}; it must be one of: starttls, tls, none.")
    user, password = env.str("EMAIL_HOST_USER", ""), env.str("EMAIL_HOST_PASSWORD", "")
    if bool(user) != bool(password):
        raise ImproperlyConfigured(
            "EMAIL_HOST_USER and EMAIL_HOST_PASSWORD go together: set both or neither."
        )
    options = {
        "host": host,
        "port": env.int("EMAIL_PORT", 465 if security == "tls" else 587, validate=POSITIVE),
        "username": user,
        "password": password,
        "use_tls": security == "starttls",
        "use_ssl": security == "tls",
        "timeout": 20,
    }
    return {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}


def bounce_reports(env: Env, mode: Mode) -> tuple[str, dict[str, str]]:
    """The provider behind the SMTP server that reports what came back, and what proves that a report is theirs."""
    provider, secret = env.str("MAIL_PROVIDER", ""), env.str("MAIL_WEBHOOK_SECRET", "")
    signing_key = env.str("MAILGUN_SIGNING_KEY", "")
    if not provider:
        if secret or signing_key:
            raise ImproperlyConfigured(
                "MAIL_PROVIDER is not set, but MAIL_WEBHOOK_SECRET or MAILGUN_SIGNING_KEY is: set it, or unset them."
            )
        return "", {}
    if provider not in MAIL_PROVIDERS:
        choices = ", ".join(MAIL_PROVIDERS)
        raise ImproperlyConfigured(f"MAIL_PROVIDER is {provider!r}; it must be one of: {choices}.")
    if mode is Mode.DEMO:
        raise ImproperlyConfigured("The demo sends no mail: unset MAIL_PROVIDER.")
    if not re.fullmatch(rf"[\w.~-]+:[\w.~-]{{{SHORTEST_SECRET},}}", secret, re.ASCII):
        raise ImproperlyConfigured(
            "MAIL_WEBHOOK_SECRET must be a name, a colon and a long random word, such as reports:1f9d...: "
            f"{SHORTEST_SECRET} characters or more, of letters, digits and . _ ~ - only, for it stands in an address."
        )
    if (provider == "mailgun") != bool(signing_key):
        raise ImproperlyConfigured(
            "MAILGUN_SIGNING_KEY goes with MAIL_PROVIDER=mailgun, and only with it: Mailgun signs its reports."
        )
    if provider == "amazon_ses" and not find_spec("boto3"):
        raise ImproperlyConfigured(
            "MAIL_PROVIDER is amazon_ses: install what confirms its subscription, pip install boto3."
        )
    return provider, {"WEBHOOK_SECRET": secret, "MAILGUN_WEBHOOK_SIGNING_KEY": signing_key}


def file_storage(env: Env, mode: Mode) -> dict[str, Any]:
    """The local disk, or a bucket that speaks S3."""
    bucket = env.str("S3_BUCKET", "")
    endpoint, region = env.str("S3_ENDPOINT_URL", ""), env.str("S3_REGION", "")
    key, secret = env.str("S3_ACCESS_KEY_ID", ""), env.str("S3_SECRET_ACCESS_KEY", "")
    if not bucket:
        if endpoint or region or key or secret:
            raise ImproperlyConfigured(
                "S3_BUCKET is not set, but other S3 settings are: set it, or unset them."
            )
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    if mode is Mode.DEMO:
        raise ImproperlyConfigured("The demo keeps its files on this machine: unset S3_BUCKET.")
    if env.str("MEDIA_ROOT", ""):
        raise ImproperlyConfigured("MEDIA_ROOT and S3_BUCKET are both set: files lie in one place only.")
    if bool(key) != bool(secret):
        raise ImproperlyConfigured(
            "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both, or neither to use the machine's role."
        )
    if not (find_spec("storages") and find_spec("boto3")):
        raise ImproperlyConfigured(
            "S3_BUCKET is set: install what speaks to it, pip install -r requirements-s3.txt."
        )
    options = {
        "bucket_name": bucket,
        "endpoint_url": endpoint or None,
        "region_name": region or None,
        "access_key": key or None,
        "secret_key": secret or None,
        "file_overwrite": False,
        "signature_version": "s3v4",
        # In bytes: what is larger goes over the disk when we read it ourselves.
        "max_memory_size": 8 * 1024 * 1024,
    }
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
