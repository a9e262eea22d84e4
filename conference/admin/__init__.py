from conference.admin import (
    conferences,
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
    "keywords",
    "lectures",
    "materials",
    "people",
    "program",
    "publications",
    "records",
]
