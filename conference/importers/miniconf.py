"""MiniConf's conference.json: papers, sessions with what is in them, plenaries, tutorials and workshops."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from .gathering import FoundLecture, gather
from .json_files import Json, parse
from .miniconf_papers import paper_record
from .miniconf_sessions import Places, places_of
from .miniconf_talks import talk_records
from .own import SOURCE as OWN
from .own import is_own_json
from .records import Problem, ProgramReading, UnreadableFile

SOURCE = "miniconf"


def read(data: bytes) -> ProgramReading:
    """A bad paper or session is reported and harms no other. Raises UnreadableFile if the file is of another kind."""
    root = parse(data)
    papers = root.get("papers")
    if not isinstance(papers, dict) or not isinstance(root.get("sessions"), dict):
        raise UnreadableFile(
            _("This is no conference.json of MiniConf: it has no “papers” and “sessions” by their ids."),
            mend=_("Choose another file or another format."),
        )
    places = places_of(root)
    talks, talk_problems = talk_records(root, places, first=len(papers) + 1)
    records, problems = gather([*_papers(papers, places), *((talk, []) for talk in talks)])
    counts = {"papers": len(papers), "talks": len(talks), "sessions": len(places.sessions)}
    note = _("%(papers)d papers, %(talks)d other lectures and %(sessions)d sessions were found.")
    is_own = is_own_json(root)
    return ProgramReading(
        f"{OWN}:{SOURCE}" if is_own else SOURCE,
        tuple(records),
        (*problems, *talk_problems, *places.problems, *_without_paper(papers, places)),
        read=len(papers) + len(talks),
        notes=(note % counts, *_without_zone(places)),
        unsaid=frozenset({"position"} if is_own else ()),
        implied=frozenset({"publication_title"}),
        sessions=tuple(places.sessions.values()),
    )


def _papers(papers: Json, places: Places) -> Iterator[FoundLecture]:
    for position, (key, paper) in enumerate(papers.items(), start=1):
        if isinstance(paper, dict):
            yield paper_record(key, paper, position, places)
        else:
            message = _("This is no paper, but a value of another type.")
            yield None, [Problem("error", f"papers › {key}", message, item=key)]


def _without_paper(papers: Json, places: Places) -> Iterator[Problem]:
    for paper, slots in places.papers.items():
        if paper not in papers:
            message = _("The session has the paper %(paper)s, which the file does not hold.")
            yield Problem("warning", f"sessions › {next(iter(slots))}", message % {"paper": paper})


def _without_zone(places: Places) -> list[str]:
    count = sum(session.starts_at.tzinfo is None for session in places.sessions.values())
    text = _("The times of %(count)d sessions name no zone and are taken as the conference’s.")
    return [text % {"count": count}] if count else []
