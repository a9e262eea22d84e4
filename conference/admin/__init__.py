from django.contrib import admin

from conference.admin import (
    changes,
    conferences,
    imports,
    keywords,
    lectures,
    materials,
    people,
    program,
    publications,
    records,
)
from conference.admin.deleting import delete_chosen

__all__ = [
    "changes",
    "conferences",
    "imports",
    "keywords",
    "lectures",
    "materials",
    "people",
    "program",
    "publications",
    "records",
]

admin.site.add_action(delete_chosen, "delete_selected")
