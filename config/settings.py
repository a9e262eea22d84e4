"""Every setting, from the environment. docs/deploy.md and the README's table say what each variable means; a test keeps them complete.

Production is the default and guesses nothing: a missing secret or host, or two settings that contradict each other, stop the start
with a sentence that says what to set.
"""

import logging
import os
import re
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _
from environs import Env, validate

from config import mode, services
from config.mode import Mode
from config.services import POSITIVE, SHORTEST_SECRET

django_stubs_ext.monkeypatch()

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent
NOT_NEGATIVE = validate.Range(min=0)

MODE = mode.current()
PRODUCTION = MODE is Mode.PRODUCTION
DEBUG = env.bool("DEBUG", MODE is Mode.DEV)

if DEBUG and PRODUCTION:
    raise ImproperlyConfigured("DEBUG is on in production: unset DEBUG, or set POSTERHALL_MODE=dev.")


def _required(variable: str, meaning: str, elsewhere: str) -> str:
    """The variable's value; outside production `elsewhere` stands in for it."""
    value = env.str(variable, "" if PRODUCTION else elsewhere)
    if not value:
        raise ImproperlyConfigured(
            f"{variable} is not set: {meaning}. (To try Posterhall on this machine, set POSTERHALL_MODE=dev, or run manage.py demo.)"
        )
    return value


# --- Who and where -----------------------------------------------------------------------------------------------------------------

SECRET_KEY = _required(
    "SECRET_KEY", "a long random text that signs sessions and links", "not-a-secret-outside-production"
)
SITE_URL = _required(
    "SITE_URL", "the address people use, such as https://posterhall.example.org", "http://127.0.0.1:8000"
).rstrip("/")
ALLOWED_HOSTS = [
    host.strip()
    for host in _required(
        "ALLOWED_HOSTS", "host names, separated by commas", "localhost,127.0.0.1,[::1],testserver"
    ).split(",")
    if host.strip()
]
if PRODUCTION and len(SECRET_KEY) < SHORTEST_SECRET:
    raise ImproperlyConfigured(
        f"SECRET_KEY is shorter than {SHORTEST_SECRET} characters, and could be guessed: use a long random text."
    )
if PRODUCTION and not SITE_URL.startswith("https://"):
    raise ImproperlyConfigured(f"SITE_URL is {SITE_URL!r}: in production it must start with https://.")
if not re.fullmatch(r"https?://[^/?#@]+", SITE_URL):
    raise ImproperlyConfigured(f"SITE_URL is {SITE_URL!r}: it must be a scheme and a host, and no more.")
if PRODUCTION and not validate_host(str(urlsplit(SITE_URL).hostname), ALLOWED_HOSTS):
    raise ImproperlyConfigured(
        f"SITE_URL is {SITE_URL!r}, whose host is not among ALLOWED_HOSTS: no page could be asked for."
    )
if MODE is Mode.DEMO and set(ALLOWED_HOSTS) - {"localhost", "127.0.0.1", "[::1]", "testserver"}:
    raise ImproperlyConfigured(
        "The demo shows mailed codes and answers on the loopback interface only: unset ALLOWED_HOSTS."
    )
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", [SITE_URL])
# How many proxies of ours stand in front; limits for an address of the network count the one behind them.
TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", 0, validate=NOT_NEGATIVE)

# --- Application -------------------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "conference",
    "accounts",
    "config.apps.PosterhallAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "django.contrib.sitemaps",
    "allauth",
    "allauth.account",
    "django_filters",
    "django_countries",
    "django_htmx",
    "django_tasks_db",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.answers.AnswerCacheMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.ViewerMiddleware",
    "conference.middleware.AccessMiddleware",
    "conference.middleware.ChangesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.viewer",
            ],
        },
    }
]
# Our templates restyle forms and elements of other packages.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
INSTALLED_APPS.append("django.forms")

# --- Database ----------------------------------------------------------------------------------------------------------------------


def _database() -> dict[str, Any]:
    url = env.str("DATABASE_URL", "")
    if url and MODE is Mode.DEMO:
        raise ImproperlyConfigured(
            "The demo keeps to its own database: unset DATABASE_URL, or run in another mode."
        )
    if not url and PRODUCTION:
        raise ImproperlyConfigured(
            "DATABASE_URL is not set: postgres://user:password@host/name of a PostgreSQL >= 15. (To try Posterhall with the"
            " database that starts by itself, set POSTERHALL_MODE=dev, or run manage.py demo.)"
        )
    database: dict[str, Any]
    if url:
        database = dict(dj_database_url.parse(url))
        if "postgresql" not in database["ENGINE"]:
            raise ImproperlyConfigured(
                "DATABASE_URL must name a PostgreSQL: postgres://user:password@host/name."
            )
    else:
        database = {"ENGINE": "config.database", "NAME": f"posterhall_{MODE}"}
    # Two runs of the suite on one server must not meet in one test database.
    database["TEST"] = {"NAME": f"test_posterhall_{os.getpid()}"}
    # A connection for every request costs a factor of three; the pool keeps them.
    database["CONN_MAX_AGE"] = 0
    if MODE is not Mode.TEST:
        pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL_SIZE", 8, validate=POSITIVE), "timeout": 5}
        database.setdefault("OPTIONS", {})["pool"] = pool
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Accounts ----------------------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_request_login_code"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30  # a conference and the weeks around it

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "request_login_code": "accounts.forms.RequestCodeForm",
    "add_email": "accounts.forms.AddAddressForm",
    "confirm_email_verification_code": "accounts.forms.ConfirmAddressForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # seconds; mail is slow
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_RATE_LIMITS = False  # accounts/limits.py counts in locked rows instead of a cache
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT

# --- Mail and background work ------------------------------------------------------------------------------------------------------

DEFAULT_FROM_EMAIL = _required(
    "DEFAULT_FROM_EMAIL", "the sender of all mail", "Posterhall <posterhall@example.org>"
)
if "@" not in parseaddr(DEFAULT_FROM_EMAIL)[1]:
    raise ImproperlyConfigured(
        f"DEFAULT_FROM_EMAIL is {DEFAULT_FROM_EMAIL!r}: write desk@example.org, or Desk <desk@example.org>."
    )
SERVER_EMAIL = DEFAULT_FROM_EMAIL
MAILERS = {"default": services.mailer(env, MODE)}
# django-anymail reads the reports (accounts/views/mail_reports.py); mail itself leaves by SMTP.
MAIL_PROVIDER, ANYMAIL = services.bounce_reports(env, MODE)
# Log-in mail never waits behind a mailing.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["login", "default", "mailing"]}}
# What the mail provider allows; log-in mail is not counted.
MAILING_PER_MINUTE = env.int("MAILING_PER_MINUTE", 600, validate=POSITIVE)

# --- Speed ---------------------------------------------------------------------------------------------------------------------

# How long an answer for readers who are not logged in may be kept (config/answers.py); 0 switches it off.
ANSWER_CACHE_SECONDS = env.int("ANSWER_CACHE_SECONDS", 5 if PRODUCTION else 0, validate=NOT_NEGATIVE)

# --- Files -------------------------------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = Path(
    env.str("MEDIA_ROOT", str(BASE_DIR / ("media" if PRODUCTION else f".posterhall/media-{MODE}")))
)

# No MEDIA_URL: files leave through conference/views/downloads.py, which asks the gate.
STORAGES = {
    "default": services.file_storage(env, MODE),
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
# From a bucket the gate sends those who may to an address that holds for so long; None where we send the bytes ourselves.
SIGNED_LINK_SECONDS = 15 * 60 if "OPTIONS" in STORAGES["default"] else None
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not PRODUCTION

# --- Security ----------------------------------------------------------------------------------------------------------------------

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^healthz"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if PRODUCTION else 0
# Promises for other hosts, which browsers keep for a year, are not ours to make.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024  # bytes; files are apart from this

# --- Language, time, log -----------------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en-gb"
FORMAT_MODULE_PATH = ["config.formats"]
LANGUAGES = [("en-gb", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"  # stored and server time; pages show the conference's own zone
USE_TZ = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    # Without Django's own handler, which says each line a second time where DEBUG is on.
    "loggers": {"django": {"handlers": []}},
    "root": {
        "handlers": ["console"],
        "level": env.log_level("LOG_LEVEL", logging.WARNING if MODE is Mode.TEST else logging.INFO),
    },
}
