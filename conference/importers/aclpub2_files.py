"""The files of an aclpub2 folder, and what is found while reading them."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from .aclpub2_keys import mappings_in, mend_keys
from .aclpub2_texts import plain_tex
from .addresses import without_addresses
from .archives import Folder, inside
from .encodings import decode
from .records import Problem, UnreadableFile
from .times import moment, moment_of
from .yaml_files import Mapping, Node, Sequence, parse, place

_SHOWN_KEYS = 10


@dataclass(slots=True)
class Package:
    """`without_end` counts the talks of which only the start is known."""

    folder: Folder
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    without_end: int = 0

    def entries(self, name: str) -> list[Mapping]:
        """Those of the file's list; none where there is no such file. Raises UnreadableFile.

        A part that is broken refuses the whole: what it holds would look as if it had gone.
        """
        root = self._root(name)
        if root is None:
            return []
        if not isinstance(root, Sequence):
            raise UnreadableFile(
                _("The file holds no list."), place(name, root.line), _("Begin each entry with “- ”.")
            )
        for node in root.nodes:
            if not isinstance(node, Mapping):
                self.fail(place(name, node.line), _("This entry has no keys and was left out."))
        return [node for node in root.nodes if isinstance(node, Mapping)]

    def mapping(self, name: str) -> Mapping:
        root = self._root(name)
        return root if isinstance(root, Mapping) else Mapping(1)

    def tex(self, folder: str, path: str, where: str) -> str:
        """The text that an entry names; empty, with a warning, where it cannot be read."""
        if not path:
            return ""
        name = inside(folder, path)
        if name is None:
            self.warn(where, _("“%(path)s” leads out of the folder and is not read.") % {"path": path})
        elif name not in self.folder:
            self.warn(where, _("There is no file %(name)s in the archive.") % {"name": name})
        else:
            try:
                return self.public(plain_tex(self._text(name)), name)
            except UnreadableFile as error:
                self.warn(error.where, error.message, error.mend)
        return ""

    def public(self, text: str, where: str) -> str:
        kept = without_addresses(text)
        if kept != text:
            self.warn(where, _("E-mail addresses in the text were left out."))
        return kept

    def warn(self, where: str, message: str, mend: str = "") -> None:
        self.problems.append(Problem("warning", where, message, mend))

    def fail(self, where: str, message: str, mend: str = "", item: str = "") -> None:
        self.problems.append(Problem("error", where, message, mend, item))

    def note(self, message: str, count: int) -> None:
        """With `%(count)d` in it; nothing where there are none."""
        if count:
            self.notes.append(message % {"count": count})

    def _root(self, name: str) -> Node | None:
        if name not in self.folder:
            return None
        document = parse(self._text(name), name)
        message = _("This text needs quotes; it was read as if it had them.")
        for line in document.mended:
            self.warn(place(name, line), message, _("Put it in quotes."))
        if document.root:
            self._check_keys(name, document.root)
        return document.root

    def _text(self, name: str) -> str:
        try:
            text, encoding, _notes = decode(self.folder.read(name))
        except UnreadableFile as error:
            line = error.where if error.where != name else ""
            raise UnreadableFile(
                error.message, ", ".join(filter(None, [name, line])), _("Save the file as UTF-8.")
            ) from error
        if encoding == "cp1252":
            message = _("The file is not UTF-8 and was read as Windows-1252.")
            self.warn(name, message, _("If letters look wrong, save it as UTF-8."))
        return text

    def _check_keys(self, name: str, root: Node) -> None:
        """Misspelt keys are mended, and each named once."""
        known: dict[str, str | None] = {}
        skipped: Counter[str] = Counter()
        warned: set[str] = set()
        for mapping in mappings_in(root):
            for key in mapping.repeated:
                message = _("“%(key)s” stands here twice; the first was taken.")
                self.warn(place(name, mapping.line), message % {"key": key})
            for key, meant in mend_keys(mapping, known):
                if meant is None:
                    skipped[key] += 1
                elif key not in warned:
                    warned.add(key)
                    message = _("“%(key)s” was read as “%(meant)s”.") % {"key": key, "meant": meant}
                    self.warn(place(name, mapping.values[meant].line), message)
        if skipped:
            keys = ", ".join(f"{key} ({count})" for key, count in skipped.most_common(_SHOWN_KEYS))
            message = _("%(name)s: skipped keys that are not known: %(keys)s.")
            self.notes.append(message % {"name": name, "keys": keys})


def time_of(text: str) -> datetime | None:
    """`2031-05-23 09:00:00` or `2031-05-23 9:00`; None for all else."""
    day, _separator, clock = text.partition(" ")
    return moment(text) or moment_of(day, clock)
