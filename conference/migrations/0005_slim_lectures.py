"""Keeps lists of lectures off their wide rows: what they read stands in an index, and texts and vectors out of line."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("conference", "0004_person_ids_and_import_options"),
    ]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE conference_lecture SET (toast_tuple_target = 512)",
            "ALTER TABLE conference_lecture RESET (toast_tuple_target)",
        ),
        migrations.RemoveIndex(
            model_name="lecture",
            name="lecture_in_program",
        ),
        migrations.AddIndex(
            model_name="lecture",
            index=models.Index(
                fields=["conference", "position", "id"],
                include=("state", "access", "kind", "track", "has_video", "has_slides", "has_poster"),
                name="lecture_in_program",
            ),
        ),
    ]
