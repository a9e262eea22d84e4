"""How names are found when they are not spelt as written, and how rare words are known.

`f_searchable` is applied to what is indexed and to what is sought alike, since the text search parser reads `GPT-4` as a word and a
negative number, `and/or` as a file, and loses what tells `C++` from `C`.
"""

import django.contrib.postgres.indexes
from django.db import migrations, models

SEARCHABLE = r"""
CREATE FUNCTION f_searchable(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
SELECT regexp_replace(
    regexp_replace(
        regexp_replace($1, '\m([[:alpha:]])\+\+', '\1plusplus', 'g'),
        '\m([[:alpha:]])#', '\1sharp', 'g'),
    '(?<=[[:alnum:]])[-/‐‑‒–—''’ʼ](?=[[:alnum:]])', ' ', 'g')
$$
"""

# Names of people are no English: neither stems nor stop words, so that An Do is found.
NAMES = """
CREATE TEXT SEARCH CONFIGURATION posterhall_names (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION posterhall_names
    ALTER MAPPING FOR hword, hword_part, word, asciihword, hword_asciipart, asciiword WITH unaccent, simple;
"""


class Migration(migrations.Migration):
    dependencies = [("conference", "0002_integrity_and_search")]

    operations = [
        migrations.CreateModel(
            name="TermFrequency",
            fields=[
                ("term", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("lectures", models.PositiveIntegerField()),
            ],
            options={"verbose_name_plural": "term frequencies"},
        ),
        migrations.AddField(
            model_name="lecture",
            name="names_text",
            field=models.TextField(default="", editable=False),
        ),
        migrations.AddIndex(
            model_name="lecture",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["names_text"], name="lecture_names_close", opclasses=["gin_trgm_ops"]
            ),
        ),
        migrations.RunSQL(SEARCHABLE, "DROP FUNCTION f_searchable(text)"),
        migrations.RunSQL(NAMES, "DROP TEXT SEARCH CONFIGURATION posterhall_names"),
    ]
