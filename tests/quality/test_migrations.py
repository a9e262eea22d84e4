import pytest
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader

OURS = ("accounts", "conference")


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", *OURS, check=True, dry_run=True, verbosity=0)  # exits otherwise


@pytest.mark.parametrize("app", OURS)
def test_migrations_are_one_line_without_forks(app: str) -> None:
    migrations = MigrationLoader(None).disk_migrations
    own = sorted(name for label, name in migrations if label == app)
    parents = {
        name: [parent for label, parent in migrations[app, name].dependencies if label == app] for name in own
    }
    assert parents == {
        name: [before] if before else [] for before, name in zip(["", *own], own, strict=False)
    }
