"""What the ORM cannot say: composite foreign keys that keep a row's relations inside its conference, and how text is searched.

A lecture's track, a slot's session and lecture, and a registration's ticket type are of the row's own conference. The keys are
deferred, so that a conference can be copied or moved within one transaction.
"""

from django.contrib.postgres.operations import TrigramExtension, UnaccentExtension
from django.db import migrations

SAME_CONFERENCE = [
    ("conference_lecture", "track_id", "conference_track"),
    ("conference_session", "track_id", "conference_track"),
    ("conference_slot", "session_id", "conference_session"),
    ("conference_slot", "lecture_id", "conference_lecture"),
    ("accounts_registration", "ticket_type_id", "accounts_tickettype"),
]


def same_conference(table: str, column: str, target: str) -> migrations.RunSQL:
    name = f"{table}_{column}_same_conference"
    return migrations.RunSQL(
        f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY ({column}, conference_id)"
        f" REFERENCES {target} (id, conference_id) DEFERRABLE INITIALLY DEFERRED",
        f"ALTER TABLE {table} DROP CONSTRAINT {name}",
    )


# unaccent() itself is only stable, since its dictionary could be changed; an index needs a promise.
UNACCENT = """
CREATE FUNCTION f_unaccent(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $$ SELECT public.unaccent('public.unaccent', $1) $$
"""

# English stems, with accents ignored: `naive` finds `naïve`.
CONFIGURATION = """
CREATE TEXT SEARCH CONFIGURATION posterhall (COPY = english);
ALTER TEXT SEARCH CONFIGURATION posterhall
    ALTER MAPPING FOR hword, hword_part, word, asciihword, hword_asciipart, asciiword WITH unaccent, english_stem;
"""


class Migration(migrations.Migration):
    dependencies = [("conference", "0001_initial"), ("accounts", "0002_initial")]

    operations = [
        TrigramExtension(),
        UnaccentExtension(),
        migrations.RunSQL(UNACCENT, "DROP FUNCTION f_unaccent(text)"),
        migrations.RunSQL(CONFIGURATION, "DROP TEXT SEARCH CONFIGURATION posterhall"),
        *(same_conference(*key) for key in SAME_CONFERENCE),
    ]
