"""The triggers that write the change log: whichever way a row is written, from forms, in bulk or by SQL, they see it.

They run once for a statement, not for a row. Who asks for it, and why, stands in a comment before the statement
(services/changes.py), so that there is no state to be set, kept and forgotten.
"""

from django.conf import settings
from django.db import migrations

CAUSE = r"""
CREATE FUNCTION change_cause(OUT actor bigint, OUT cause text, OUT run bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
    said text[] := regexp_match(left(current_query(), 80), '^/\* by (\d+), (hand|import|undo) (\d+) \*/');
BEGIN
    actor := nullif(said[1], '0');
    cause := coalesce(said[2], 'command');
    run := nullif(said[3], '0');
END $$
"""

LOG = """
INSERT INTO conference_change (conference_id, subject, thing_id, action, field, old, new, actor_id, cause, run_id, at)
"""
CAUSED = "caused.actor, caused.cause, caused.run, now()"

# By subject: its table, the column of its conference, the one that names it, and those whose values are logged.
LOGGED = {
    "conference": (
        "conference_conference", "id", "acronym",
        ("series_id", "acronym", "slug", "name", "state", "program_hidden", "starts_on", "ends_on", "time_zone", "venue", "city",
         "country", "accent", "about", "login_message", "website", "registration_url", "handbook_url", "help_email",
         "materials_until"),
    ),
    "lecture": (
        "conference_lecture", "conference_id", "title",
        ("track_id", "publication_id", "kind", "state", "title", "abstract", "position", "access", "authors_text", "keywords_text"),
    ),
    "registration": (
        "accounts_registration", "conference_id", "email",
        ("email", "name", "affiliation", "country", "ticket_type_id", "status", "external_id", "registered_at"),
    ),
}  # fmt: skip

# Where a value is the number of a row, the log has that row's name: it may be gone some day.
NAMED = {
    "series_id": ("acronym", "conference_series"),
    "track_id": ("name", "conference_track"),
    "publication_id": ("title", "conference_publication"),
    "ticket_type_id": ("name", "accounts_tickettype"),
}

# What a lecture gets when it is derived for the first time is no change.
FIRST = "AND NOT (value.field IN ('authors_text', 'keywords_text') AND was.indexed_at IS NULL)"

# A deleted registration takes its address along: from this log, and from the admin's own.
FORGET = """
    DELETE FROM conference_change AS change USING was WHERE change.subject = 'registration' AND change.thing_id = was.id;
    DELETE FROM django_admin_log AS entry USING was, django_content_type AS kind
        WHERE kind.app_label = 'accounts' AND kind.model = 'registration'
        AND entry.content_type_id = kind.id AND entry.object_id = was.id::text;
"""
# Those of its lectures and registrations, too, which went before it.
FORGET_ALL = "DELETE FROM conference_change AS change USING was WHERE change.conference_id = was.id;"


def named(column, side):
    cases = [
        f"WHEN '{field}' THEN (SELECT {name} FROM {table} WHERE id = value.{side}::bigint)"
        for field, (name, table) in NAMED.items()
        if field in column
    ]
    return f"CASE value.field {' '.join(cases)} ELSE value.{side} END"


def function(name, body):
    return f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} RETURN NULL; END $$"


def trigger(name, event, table, rows):
    return (
        f"CREATE TRIGGER {name} AFTER {event} ON {table} REFERENCING {rows}"
        f" FOR EACH STATEMENT EXECUTE FUNCTION {name}()"
    )


def added(subject, conference, label):
    return f"""
    {LOG} SELECT became.{conference}, '{subject}', became.id, 'added', '', '', became.{label}, {CAUSED}
    FROM became, change_cause() AS caused ORDER BY became.id;
    """


def changed(subject, conference, columns):
    values = ", ".join(f"('{column}', was.{column}::text, became.{column}::text)" for column in columns)
    return f"""
    {LOG} SELECT became.{conference}, '{subject}', became.id, 'changed', value.field,
        coalesce({named(columns, "old")}, ''), coalesce({named(columns, "new")}, ''), {CAUSED}
    FROM was JOIN became USING (id), LATERAL (VALUES {values}) AS value (field, old, new), change_cause() AS caused
    WHERE value.old IS DISTINCT FROM value.new {FIRST if subject == "lecture" else ""}
    ORDER BY became.id;
    """


def deleted(subject, conference, label):
    before = {"registration": FORGET, "conference": FORGET_ALL}.get(subject, "")
    # What is deleted last belongs to no conference any more; what goes along with its conference is not worth a row.
    where = "NULL" if subject == "conference" else f"was.{conference}"
    name = "''" if subject == "registration" else f"was.{label}"
    return f"""
    {before}
    {LOG} SELECT {where}, '{subject}', was.id, 'deleted', '', {name}, '', {CAUSED}
    FROM was, change_cause() AS caused ORDER BY was.id;
    """


def log(subject):
    table, conference, label, columns = LOGGED[subject]
    parts = {
        "added": ("INSERT", "NEW TABLE AS became", added(subject, conference, label)),
        "changed": ("UPDATE", "OLD TABLE AS was NEW TABLE AS became", changed(subject, conference, columns)),
        "deleted": ("DELETE", "OLD TABLE AS was", deleted(subject, conference, label)),
    }
    for action, (event, rows, body) in parts.items():
        name = f"log_{action}_{subject}"
        yield migrations.RunSQL(
            [function(name, body), trigger(name, event, table, rows)], f"DROP FUNCTION {name}() CASCADE"
        )


# As services/index.py has it, so that it is no change when that derives it anew.
KEYWORDS = """
UPDATE conference_lecture AS lecture SET keywords_text = found.names
FROM (
    SELECT tag.lecture_id, string_agg(keyword.name, ', ' ORDER BY keyword.name) AS names
    FROM conference_lecture_keywords AS tag JOIN conference_keyword AS keyword ON keyword.id = tag.keyword_id
    GROUP BY tag.lecture_id
) AS found
WHERE found.lecture_id = lecture.id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("conference", "0014_changes"),
        ("accounts", "0005_bounced_mail"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL(KEYWORDS, migrations.RunSQL.noop),
        migrations.RunSQL(CAUSE, "DROP FUNCTION change_cause()"),
        *(operation for subject in LOGGED for operation in log(subject)),
    ]
