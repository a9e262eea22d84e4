from conference.admin import (
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
