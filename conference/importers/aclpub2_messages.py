"""prefaces.yml of an aclpub2 folder: a welcome message each, signed as its last lines say."""

import re

from django.utils.translation import gettext as _

from .aclpub2_files import Package
from .limits import too_long
from .records import MessageRecord
from .yaml_files import Mapping, place

FILES = ("prefaces.yml", "prefaces_handbook.yml")
_ROLE = re.compile(
    r"(?:welcome\s+)?(?:message|preface|foreword|letter|greetings?|words?|welcome)\s+(?:from|by|of)\s+(?:the\s+)?(.+)",
    re.IGNORECASE,
)
_CHAIRS = re.compile(r"\b(?:chairs?|co-chairs?|president|organi[sz]ers?)\b", re.IGNORECASE)
_LINE_END = re.compile(r"\s*\\\\\s*$")
_MAX_LINES = 8
_MAX_LINE = 100


def messages_of(package: Package, volume: str) -> list[MessageRecord]:
    """Each text once, though both lists may name it. What only stands in the printed front matter is a message too."""
    messages: dict[str, MessageRecord] = {}
    for name in FILES:
        for entry in package.entries(name):
            record = _message(package, entry, place(name, entry.line), volume, len(messages) + 1)
            if record:
                messages.setdefault(record.external_id, record)
    return list(messages.values())


def _message(
    package: Package, entry: Mapping, where: str, volume: str, position: int
) -> MessageRecord | None:
    file = entry.text("file")
    text = package.tex("prefaces", file, where)
    if not text:
        package.fail(where, _("The preface has no text; it was left out."), _("Name its file under “file”."))
        return None
    body, signers, line = _signature(text)
    role = _ROLE.fullmatch(entry.text("title"))
    record = MessageRecord(
        external_id=f"prefaces/{file.rpartition('/')[2].removesuffix('.tex')}",
        body=body,
        volume=volume,
        position=position,
        signed_by=", ".join(name for name, _affiliation in signers),
        role=role[1] if role else line,
        affiliation="; ".join(dict.fromkeys(place for _name, place in signers if place)),
        where=where,
    )
    if overlong := too_long(record):
        for message in overlong:
            package.fail(where, message, _("Shorten it."), record.external_id)
        return None
    return record


def _signature(text: str) -> tuple[str, list[tuple[str, str]], str]:
    """The text without its last paragraph, if that is a line about chairs and one for each of them."""
    body, gap, last = text.rpartition("\n\n")
    lines = [_LINE_END.sub("", line).strip() for line in last.strip().split("\n")]
    roles = [line for line in lines if _CHAIRS.search(line)]
    is_short = len(lines) <= _MAX_LINES and max(map(len, lines)) <= _MAX_LINE
    is_signed = len(roles) == 1 and len(lines) > 1 and not any(line.endswith(".") for line in lines)
    if not (gap and is_short and is_signed):
        return text, [], ""
    signers = [_divided(line) for line in lines if line and line != roles[0]]
    return body.strip(), signers, roles[0]


def _divided(line: str) -> tuple[str, str]:
    name, _comma, affiliation = line.partition(",")
    return name.strip(), affiliation.strip()
