"""Sessions, talks, tutorials and workshops of aclpub2's folders."""

import pytest

from conference.importers.records import Problem, SlotRecord
from tests.conference.importers.aclpub2_folders import at, paper, read, session


def test_places_of_papers_that_are_not_there() -> None:
    inside = "  papers:\n    - id: 9\n    - {id: 9, title: Guest}\n    - 1\n    - id: 1\n"
    reading = read(papers=paper(1), program=session("Talks", inside))
    assert reading.records[0].slots == (SlotRecord("talks", position=3),)
    assert reading.sessions[0].items == (SlotRecord("talks", position=2, title="Guest"),)
    assert reading.problems == (
        Problem(
            "error",
            "program.yml, line 5",
            "There is no paper 9 in papers.yml; its place was left out.",
            "Add the paper, or give the place a title.",
        ),
        Problem(
            "warning",
            "program.yml, line 8",
            "The paper 1 stands twice in this session; the first place holds.",
        ),
    )


def test_a_session_without_times_is_left_out_and_so_are_its_places() -> None:
    program = session("Talks", "  papers: [1]\n", ("10:00", "09:00")) + session("Posters", "  papers: [1]\n")
    reading = read(papers=paper(1), program=program)
    assert [one.external_id for one in reading.sessions] == ["posters"]
    assert reading.records[0].slots == (SlotRecord("posters", position=1),)
    assert reading.problems == (
        Problem(
            "error",
            "program.yml, line 1",
            "The session “Talks” was left out: it needs a title, a start, and an end after it.",
            "Write the times as 2031-05-23 09:00:00.",
        ),
    )


def test_a_session_that_does_not_fit_takes_its_places_with_it() -> None:
    reading = read(papers=paper(1), program=session("x" * 251, "  papers: [1]\n"))
    assert (reading.sessions, reading.records[0].slots) == ((), ())
    assert [(problem.level, problem.where) for problem in reading.problems] == [
        ("error", "program.yml, line 1")
    ]


def test_a_time_that_is_none_leaves_that_of_the_session() -> None:
    inside = "  papers: [{id: 1, start_time: soon}]\n"
    reading = read(papers=paper(1), program=session("Talks", inside))
    assert reading.records[0].slots == (SlotRecord("talks", position=1),)
    assert [problem.message for problem in reading.problems] == [
        "“soon” to “” is no time; that of the session holds."
    ]


def test_ids_of_sessions_stay_when_times_change() -> None:
    program = session("Break") + session("Break", hours=("11:00", "11:30")) + session("Break 2")
    later = program.replace("11:00", "11:05")
    ids = [[one.external_id for one in read(program=text).sessions] for text in (program, later)]
    assert ids == [["break", "break-2", "break-2-2"]] * 2


def test_two_workshops_with_one_id() -> None:
    reading = read(
        workshops="- {id: w, title: Pins, date: 2031-05-23}\n- {id: w, title: Tape, date: 2031-05-24}"
    )
    assert [one.name for one in reading.sessions] == ["Pins"]
    assert [(problem.where, problem.message) for problem in reading.problems] == [
        (
            "workshops.yml, line 2",
            "The same id as the session at workshops.yml, line 1; this one was left out.",
        )
    ]


def test_a_session_around_others_names_them() -> None:
    inner = session("Numbers").replace("\n", "\n    ").rstrip()
    program = session("Tuesday morning", f"  chair: Cara Boma\n  subsessions:\n    {inner}\n")
    [record] = read(program=program).sessions
    assert (record.name, record.code, record.chair) == ("Tuesday morning: Numbers", "", "Cara Boma")


@pytest.mark.parametrize(("kind", "own"), [("poster", "poster"), ("demo", "demo"), ("oral", "oral")])
def test_the_kind_of_a_session_is_that_of_its_papers(kind: str, own: str) -> None:
    papers = paper(1, f"  attributes: {{presentation_type: {kind}}}\n")
    assert [one.kind for one in read(papers=papers, program=session("S", "  papers: [1]\n")).sessions] == [
        own
    ]


def test_an_invited_talk_takes_its_place_in_the_program() -> None:
    talks = "- {title: On Pins, speaker_name: Ana Velo, date: 2031-05-22 9:00}"
    reading = read(invited_talks=talks, program=session("Keynote"))
    assert [one.external_id for one in reading.sessions] == ["keynote"]
    assert reading.records[0].external_id == "invited_talks/on-pins"
    assert reading.records[0].slots == (SlotRecord("keynote", position=1),)


def test_a_workshop_of_which_only_the_day_is_known() -> None:
    [record] = read(workshops="- {title: Pins, date: 2031-05-23 00:00:00}\n- {title: Nowhen}").sessions
    assert (record.external_id, record.starts_at, record.ends_at) == (
        "workshops/pins",
        at("23T00:00"),
        at("24T00:00"),
    )
