import json
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from conference.management.importing import find_conference
from conference.models import Conference
from conference.rendering import render, render_inline, residue


class Command(BaseCommand):
    help = _("Count the abstracts of a conference in which LaTeX is still to be seen after rendering.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("conference", help=_("Slug of a conference, such as acl-2025."))
        parser.add_argument(
            "--json", action="store_true", help=_("Print one JSON object on standard output.")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        report = render_report(find_conference(options["conference"]))
        self.stdout.write(json.dumps(report, ensure_ascii=False) if options["json"] else _in_words(report))


def render_report(conference: Conference) -> dict[str, Any]:
    """Renders anew what authors typed, so that it speaks of the renderer at hand; warnings are those of titles, too."""
    cases = []
    warnings: Counter[str] = Counter()
    abstracts = 0
    for lecture in conference.lectures.only("title", "abstract").order_by("position", "pk").iterator():
        rendered = render(lecture.abstract)
        abstracts += bool(lecture.abstract)
        warnings.update(one.code for one in (*rendered.warnings, *render_inline(lecture.title).warnings))
        if left := residue(rendered):
            cases.append(
                {
                    "lecture": lecture.pk,
                    "title": lecture.title,
                    "left": left,
                    "excerpt": _around(rendered.text, left[0]),
                }
            )
    return {
        "conference": conference.slug,
        "abstracts": abstracts,
        "residue": len(cases),
        "percent": round(100 * len(cases) / abstracts, 2) if abstracts else 0.0,
        "cases": cases,
        "warnings": dict(warnings.most_common()),
    }


def _around(text: str, mark: str, width: int = 40) -> str:
    place = max(text.find(mark), 0)
    return " ".join(text[max(0, place - width) : place + width].split())


def _in_words(report: dict[str, Any]) -> str:
    counts = _("%(abstracts)d abstracts; LaTeX is left in %(residue)d of them (%(percent)s %%).")
    lines = [counts % report]
    lines += [f"  {case['lecture']} {case['title']}: … {case['excerpt']} …" for case in report["cases"]]
    if report["warnings"]:
        lines.append(_("Warnings of the renderer:"))
        lines += [f"  {code}: {count}" for code, count in report["warnings"].items()]
    return "\n".join(lines)
