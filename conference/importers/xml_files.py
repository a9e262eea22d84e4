"""XML from strangers: no entities, no network, bounded in size and depth."""

from typing import Any

from django.utils.translation import gettext as _
from lxml import etree

from .files import refuse_foreign
from .records import UnreadableFile

type Element = etree._Element  # noqa: SLF001 - lxml's only name for it


def parse(data: bytes, *, root: str) -> Element:
    """The root element, which must have the name `root`. Raises UnreadableFile, naming the line."""
    return parse_with(data, root=root)[0]


def parse_with(data: bytes, *, root: str, target: str = "") -> tuple[Element, list[str]]:
    """With what processing instructions for `target` say; all of them are taken out of the tree."""
    refuse_foreign(data, wanted=_("an XML file"), mend=_("Choose the XML file."))
    # Entities in attributes are always expanded; libxml2 stops at its own limits as long as huge_tree is off.
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=not target,
    )
    try:
        element = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableFile(
            _("The XML is broken here: %(detail)s.") % {"detail": error.msg.partition(", line ")[0]},
            where=line_place(error.lineno or 1),
            mend=_("Download the file again; it may have been cut off or edited."),
        ) from error
    if element.getroottree().docinfo.internalDTD is not None:
        raise UnreadableFile(
            _("The file declares a document type or entities, which are not read."),
            where=line_place(data[: data.find(b"<!DOCTYPE") + 1].count(b"\n") + 1),
            mend=_("Remove the <!DOCTYPE> declaration."),
        )
    if element.tag != root:
        raise UnreadableFile(
            _("The outermost element is <%(found)s>, not <%(wanted)s>.")
            % {"found": element.tag, "wanted": root},
            where=place_of(element),
            mend=_("Choose another file or another format."),
        )
    instructions: list[Any] = list(element.iter(etree.PI))
    found = [str(one.text) for one in instructions if one.target == target]
    etree.strip_tags(element, etree.PI)
    return element, found


def line_place(line: int) -> str:
    return _("Line %(line)d") % {"line": line}


def place_of(element: Element) -> str:
    line: int | None = element.sourceline  # type: ignore[assignment]
    return line_place(line or 1)


def all_text(element: Element) -> str:
    return "".join(map(str, element.itertext()))


def text_of(element: Element | None) -> str:
    """All text inside, on one line; empty for an element that is not there."""
    return "" if element is None else " ".join(all_text(element).split())
