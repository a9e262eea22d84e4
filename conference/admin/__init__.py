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
