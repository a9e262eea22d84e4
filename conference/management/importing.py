"""What the import commands have in common: one conference, one file, a dry run, a report for people or for programs."""

import io
import json
import sys
import time
from argparse import ArgumentParser
from itertools import islice
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from conference.importers.records import UnreadableFile
from conference.models import Conference
from conference.services.imports.runs import AnyImporter, import_at_once, preview_import

_LISTED = 20
_STANDARD_INPUT = "-"


class ImportCommand(BaseCommand):
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("conference", help=_("Slug of a conference, such as acl-2025."))
        parser.add_argument(
            "file", help=_("Path of the file, or of a folder, which is zipped; - reads standard input.")
        )
        parser.add_argument(
            "--dry-run", action="store_true", help=_("Say what would be done, and do nothing.")
        )
        parser.add_argument(
            "--gone",
            action="store_true",
            help=_("Withdraw lectures, or cancel registrations, that are no longer in the file."),
        )
        parser.add_argument(
            "--json", action="store_true", help=_("Print one JSON object on standard output.")
        )

    def importer(self, options: dict[str, Any], content: bytes) -> AnyImporter:
        """Raises UnreadableFile if the file is of no known format."""
        raise NotImplementedError

    def reading_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """How the file is to be read, without what was not given."""
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        started = time.monotonic()
        conference = find_conference(options["conference"])
        content = _content(options["file"])
        self._tell(
            _("Reading %(bytes)d bytes of %(file)s …") % {"bytes": len(content), "file": options["file"]}
        )
        try:
            report = self._report(conference, content, options)
        except UnreadableFile as problem:
            raise CommandError(
                _("%(file)s was not imported. %(problem)s") % {"file": options["file"], "problem": problem}
            ) from problem
        report |= {
            "seconds": round(time.monotonic() - started, 2),
            "dry_run": options["dry_run"],
            "conference": conference.slug,
            "file": options["file"],
        }
        self.stdout.write(json.dumps(report, ensure_ascii=False) if options["json"] else in_words(report))

    def _report(self, conference: Conference, content: bytes, options: dict[str, Any]) -> dict[str, Any]:
        importer = self.importer(options, content)
        reading_options = {name: value for name, value in self.reading_options(options).items() if value}
        reading_options |= {"gone": True} if options["gone"] else {}
        if options["dry_run"]:
            return preview_import(
                conference=conference, importer=importer, content=content, options=reading_options
            )
        run = import_at_once(
            conference=conference,
            importer=importer,
            filename=Path(options["file"]).name,
            content=content,
            options=reading_options,
            actor=None,
        )
        return dict(run.report)

    def _tell(self, progress: str) -> None:
        self.stderr.write(progress, self.style.NOTICE)


def find_conference(slug: str) -> Conference:
    """Whatever its state. Raises CommandError, with the slugs there are."""
    conference = Conference.objects.filter(slug=slug).first()
    if conference is None:
        slugs = ", ".join(Conference.objects.order_by("slug").values_list("slug", flat=True)) or _("none yet")
        raise CommandError(
            _("There is no conference “%(slug)s”. Conferences: %(slugs)s.") % {"slug": slug, "slugs": slugs}
        )
    return conference


def _content(path: str) -> bytes:
    if path == _STANDARD_INPUT:
        return sys.stdin.buffer.read()
    try:
        return zipped(Path(path)) if Path(path).is_dir() else Path(path).read_bytes()
    except OSError as error:
        raise CommandError(
            _("%(file)s cannot be read: %(reason)s.") % {"file": path, "reason": error.strerror}
        ) from error


def zipped(folder: Path) -> bytes:
    """A folder as its upload would be: what a reader may take of it, and no link that leads out of it."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink() and path.resolve().is_relative_to(folder.resolve()):
                archive.write(path, path.relative_to(folder))
    return packed.getvalue()


def in_words(report: dict[str, Any]) -> str:
    head = _("Nothing was written. Would be") if report["dry_run"] else _("Written")
    counts = _("%(created)d created, %(changed)d changed, %(unchanged)d unchanged, %(skipped)d skipped")
    numbers = {name: report[name] for name in ("created", "changed", "unchanged")}
    lines = [f"{head}: {counts % (numbers | {'skipped': len(report['skipped'])})} ({report['seconds']} s)."]
    for name, what in (("sessions", _("Sessions")), ("messages", _("Welcome messages"))):
        if part := report.get(name):
            line = _("%(what)s: %(created)d created, %(changed)d changed, %(unchanged)d unchanged.")
            lines.append(line % (part | {"what": what}))
    lines += report["notes"]
    titles = {
        "skipped": _("Skipped"),
        "conflicts": _("Changed by the source and by hand; ours stays"),
        "gone": _("No longer in the file"),
        "matched": _("Found by something other than its id"),
        "only_here": _("In the conference, and not in this file"),
        "warnings": _("Worth a look"),
    }
    for name, title in titles.items():
        lines += _listed(title, report[name])
    return "\n".join(lines)


def _listed(title: str, items: list[dict[str, Any]]) -> list[str]:
    if not items:
        return []
    lines = [f"{title} ({len(items)}):", *(f"  {_line(item)}" for item in islice(items, _LISTED))]
    if len(items) > _LISTED:
        lines.append("  " + _("… and %(count)d more; --json shows all.") % {"count": len(items) - _LISTED})
    return lines


def _line(item: dict[str, Any]) -> str:
    if "reason" in item:
        return f"{item['row']}: {item['reason']}"
    if "fields" in item:
        return f"{item['label']}: {', '.join(each['field'] for each in item['fields'])}"
    return " ".join(filter(None, [item["id"], item["label"]]))
