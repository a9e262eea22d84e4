"""YAML from strangers, each value with its line: no tags, no references, bounded in depth and number.

Everything but a list or a mapping is text; what a number or a date means, its reader knows.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml
from django.utils.translation import gettext as _

from .records import UnreadableFile
from .yaml_mending import mended

MAX_DEPTH = 20
MAX_NODES = 500_000
# What libyaml refuses to read, and what an escape may write all the same.
_NO_TEXT = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_ODD_LINE_ENDS = re.compile("\r\n?")
_NOTHING = frozenset({"", "~", "null"})

type Node = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True)
class Scalar:
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Sequence:
    line: int
    nodes: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Of two values under one key the first is kept; `repeated` has the keys."""

    line: int
    values: dict[str, Node] = field(default_factory=dict)
    repeated: list[str] = field(default_factory=list)

    def body(self, key: str) -> str:
        """With its lines and paragraphs; empty where there is no such key, or no text behind it."""
        node = self.values.get(key)
        return node.text.strip() if isinstance(node, Scalar) else ""

    def text(self, *keys: str) -> str:
        """On one line: what the first of the keys holds that holds anything."""
        return next((line for key in keys if (line := " ".join(self.body(key).split()))), "")

    def items(self, key: str) -> list[Node]:
        """Those of a list; a mapping alone is a list of one."""
        node = self.values.get(key)
        return node.nodes if isinstance(node, Sequence) else [node] if isinstance(node, Mapping) else []

    def mappings(self, key: str) -> "list[Mapping]":
        return [node for node in self.items(key) if isinstance(node, Mapping)]


@dataclass(frozen=True, slots=True)
class Document:
    """`root` is None for a file without content. `mended` are the lines that needed quotes."""

    root: Node | None
    mended: tuple[int, ...] = ()


def place(name: str, line: int) -> str:
    return _("%(name)s, line %(line)d") % {"name": name, "line": line}


def parse(text: str, name: str) -> Document:
    """Text that needs quotes and has none gets them. Raises UnreadableFile, naming file and line."""
    text = _NO_TEXT.sub(" ", _ODD_LINE_ENDS.sub("\n", text))
    try:
        return Document(_root(text, name))
    except UnreadableFile:
        quoted, lines = mended(text)
        if not lines:
            raise
        return Document(_root(quoted, name), lines)


def _root(text: str, name: str) -> Node | None:
    try:
        return _Builder(name).build(yaml.parse(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise UnreadableFile(
            _("The YAML is broken here: %(detail)s.") % {"detail": getattr(error, "problem", None) or error},
            place(name, mark.line + 1 if mark else 1),
            _("Put text with colons and other signs in quotes, and indent with spaces."),
        ) from error


class _Builder:
    """From events to nodes, without recursion."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0
        self.documents = 0

    def build(self, events: Iterator[yaml.Event]) -> Node | None:
        root: Node | None = None
        # Each open list or mapping, and the key that waits for its value.
        stack: list[tuple[Sequence | Mapping, Node | None]] = []
        for event in events:
            if isinstance(event, yaml.CollectionEndEvent):
                stack.pop()
                continue
            if (node := self._node(event)) is None:
                continue
            if stack:
                stack[-1] = (stack[-1][0], _added(*stack[-1], node))
            else:
                root = node
            if not isinstance(node, Scalar):
                stack.append((node, None))
            self._refuse_size(node, len(stack))
        return root

    def _node(self, event: yaml.Event) -> Node | None:
        line = event.start_mark.line + 1 if event.start_mark else 1
        match event:
            case yaml.ScalarEvent():
                plain = not event.style
                text = _NO_TEXT.sub(" ", event.value)
                return Scalar(line, "" if plain and text in _NOTHING else text)
            case yaml.SequenceStartEvent():
                return Sequence(line)
            case yaml.MappingStartEvent():
                return Mapping(line)
            case yaml.AliasEvent():
                raise UnreadableFile(
                    _("Here is a reference (*%(name)s), which is not read.") % {"name": event.anchor},
                    place(self.name, line),
                    _("Write the value itself, or put the text in quotes."),
                )
            case yaml.DocumentStartEvent():
                self._refuse_second_document(line)
        return None

    def _refuse_second_document(self, line: int) -> None:
        self.documents += 1
        if self.documents > 1:
            raise UnreadableFile(
                _("A second document begins here, after “---”."),
                place(self.name, line),
                _("Keep one list in the file."),
            )

    def _refuse_size(self, node: Node, depth: int) -> None:
        self.count += 1
        if depth > MAX_DEPTH or self.count > MAX_NODES:
            raise UnreadableFile(
                _("The file is nested too deeply, or holds too much."),
                place(self.name, node.line),
                _("Choose another file."),
            )


def _added(parent: Sequence | Mapping, key: Node | None, node: Node) -> Node | None:
    """Put the node into its parent; gives the key that now waits for a value."""
    if isinstance(parent, Sequence):
        parent.nodes.append(node)
        return None
    if key is None:
        return node
    name = key.text if isinstance(key, Scalar) else ""
    if name in parent.values:
        parent.repeated.append(name)
    else:
        parent.values[name] = node
    return None
