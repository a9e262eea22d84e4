"""Takes private addresses out of people's histories, which everybody reads who finds the person."""

from django.db import migrations

FORGET = r"""
UPDATE django_admin_log AS entry
SET change_message = regexp_replace(
    entry.change_message, '("name": "private address", "object": ")[^"]*"', '\1…"', 'g'
)
FROM django_content_type AS kind
WHERE kind.id = entry.content_type_id AND kind.app_label = 'conference' AND kind.model = 'person'
    AND entry.change_message LIKE '%private address%'
"""


class Migration(migrations.Migration):
    dependencies = [
        ("conference", "0017_complete_batches"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunSQL(FORGET, migrations.RunSQL.noop)]
