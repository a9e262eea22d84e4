"""What is worth a look in the texts of a record, whatever file they came from."""

from collections.abc import Iterable

from conference.rendering import text_warnings

from .records import LectureRecord, Problem

# A title may be one word, and a person may be called Test.
_OF_LONG_TEXTS = frozenset({"too-short", "placeholder"})


def text_problems(record: LectureRecord) -> Iterable[Problem]:
    names = [author.name for author in record.authors]
    found = [
        warning
        for text in (record.title, *names)
        for warning in text_warnings(text)
        if warning.code not in _OF_LONG_TEXTS
    ]
    found += text_warnings(record.abstract)
    return [Problem("warning", record.where, f"{warning.message} “{warning.excerpt}”") for warning in found]
