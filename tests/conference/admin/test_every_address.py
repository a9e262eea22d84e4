"""Every address of the admin that holds an id, typed by an editor of another conference: nothing is shown, and nothing changes."""

from collections import Counter
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.urls import URLPattern, URLResolver, reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from conference.models import Conference, FileBatch, ImportRun, OldSlug, Person
from tests.cast import Cast
from tests.conference.admin.desk import Holdings, holdings, series

pytestmark = pytest.mark.django_db

OF_A_CONFERENCE = ("overview", "copy", "files", "export")
OF_A_BATCH = ("files-review", "files-keep", "files-give-up")
OF_AN_IMPORT = ("reread", "confirm", "refuse", "undo", "progress", "file")
OF_A_MAILING = ("review", "send", "abort", "test")
# For whoever enters the admin, or without an id of a row.
OPEN = {"import-sample", "app_list", "view_on_site"}


def named(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """Names of the patterns that take an argument."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from named(pattern.url_patterns)
        elif pattern.name and pattern.pattern.regex.groups:
            yield pattern.name


def addresses(hall: Conference, rows: tuple[Model, ...], batch: FileBatch) -> dict[str, str]:
    """By the pattern's name."""
    args: dict[str, list[int | str]] = {"conference-export-file": [hall.pk, "lectures-csv"]}
    for row in rows:
        name = f"{row._meta.app_label}_{row._meta.model_name}"
        args |= {f"{name}_{action}": [row.pk] for action in ("change", "delete", "history")}
    one = {type(row): row.pk for row in rows}
    args |= {f"conference-{name}": [hall.pk] for name in OF_A_CONFERENCE}
    args |= {f"conference-{name}": [hall.pk, batch.pk] for name in OF_A_BATCH}
    args |= {f"import-{name}": [one[ImportRun]] for name in OF_AN_IMPORT}
    mailing = next(row for row in rows if row._meta.model_name == "mailing")
    args |= {f"mailing-{name}": [mailing.pk] for name in OF_A_MAILING}
    args["person-split"] = [one[Person]]
    return {name: reverse(f"admin:{name}", args=values) for name, values in args.items()}


def everything() -> dict[str, str]:
    """A fingerprint of each table of ours."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table.startswith(("conference_", "accounts_", "account_")):
                cursor.execute(
                    f"SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM {table} AS t"
                )
                found[table] = cursor.fetchone()[0]
    return found


@pytest.fixture
def hall(cast: Cast) -> Holdings:
    return holdings(cast.hall)


def others(cast: Cast) -> tuple[Model, ...]:
    """What only administrators see."""
    now = timezone.now()
    task = DBTaskResult.objects.create(
        task_path="x", args_kwargs={}, run_after=now, backend_name="default", queue_name="default", priority=0
    )
    old = OldSlug.objects.create(slug="old", conference=cast.hall)
    return series(), old, cast.registered, EmailAddress.objects.get(user=cast.registered), task


def test_every_address_with_an_id_is_refused_to_others(cast: Cast, hall: Holdings) -> None:
    batch = FileBatch.objects.create(conference=cast.hall)
    asked = addresses(cast.hall, (*hall.rows, *others(cast)), batch)
    assert set(named(admin.site.urls[0])) - OPEN - {"autocomplete"} == set(asked)
    # Someone else's batch below one's own conference.
    for name in OF_A_BATCH:
        asked[f"own {name}"] = reverse(f"admin:conference-{name}", args=[cast.annex.pk, batch.pk])
    client, before = cast.client("outsider"), everything()
    answers = Counter(client.get(url).status_code for url in asked.values())
    answers += Counter(
        client.post(url, {"post": "yes", "name": "Mine"}).status_code for url in asked.values()
    )
    # Series are shared by all: organizers look at them, and change none. What only takes POST, or GET, says so to anybody.
    assert answers == {404: 142, 403: 21, 405: 10, 200: 3}
    assert everything() == before
    assert len(asked) == 88
