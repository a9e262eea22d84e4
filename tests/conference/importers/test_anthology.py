"""The ACL Anthology's XML."""

from collections import Counter
from pathlib import Path

import pytest

from conference.importers import anthology
from conference.importers.records import (
    AuthorRecord,
    LectureRecord,
    MaterialRecord,
    Problem,
    PublicationRecord,
    Reading,
    UnreadableFile,
)
from tests.shared import SHARED, needs_shared

SAMPLE = Path(anthology.__file__).parent / "samples/anthology.xml"
LONG = "An abstract that is long enough to be taken for one, whoever reads it."
AUTHOR = "<author><first>Ana</first><last>Velo</last></author>"


def read(papers: str, volume: str = "main", volumes: list[str] | None = None) -> Reading[LectureRecord]:
    meta = "<meta><booktitle>Proceedings</booktitle><publisher>SP</publisher><year>2031</year></meta>"
    text = f'<collection id="2031.expo">\n<volume id="{volume}">{meta}\n{papers}\n</volume></collection>'
    return anthology.read(text.encode(), volumes=volumes)


def paper(
    number: int, inside: str = "", *, title: str = "T", authors: str = AUTHOR, abstract: str = ""
) -> str:
    abstract = abstract or f"{LONG} {number}"
    return (
        f'<paper id="{number}"><title>{title}</title>{authors}<abstract>{abstract}</abstract>'
        f"<url>2031.expo-main.{number}</url>{inside}</paper>"
    )


def test_the_sample_reads_without_problems() -> None:
    reading = anthology.read(SAMPLE.read_bytes())
    assert (reading.source, reading.read, reading.problems) == ("anthology:2031.expo", 2, ())
    assert reading.notes == ("Volume main: 1 of 1 papers read.", "Volume demo: 1 of 1 papers read.")
    assert reading.records[0] == LectureRecord(
        external_id="2031.expo-main.1",
        volume="main",
        position=1,
        title="Counting to $n^2$: A Study of Squares",
        abstract=r"We count to $n^2$ and show that it takes \textit{longer} than counting to its root.",
        kind="poster",
        track="Main conference",
        authors=(
            AuthorRecord(
                given="Ana",
                family="Velo",
                name="Ana Velo",
                external_id="ana-velo",
                orcid="0000-0002-1825-0097",
                affiliation="Lareva University",
            ),
            AuthorRecord(given="", family="Lirano", name="Lirano"),
        ),
        publication=PublicationRecord(
            title="Counting to $n^2$: A Study of Squares",
            booktitle="Proceedings of the 2031 Exposition on Language and Posters",
            pages="1-9",
            year=2031,
            doi="10.5555/2031.expo-main.1",
            url="https://aclanthology.org/2031.expo-main.1",
            bibkey="velo-lirano-2031-counting",
            publisher="Society for Posters",
            awards=("Best Poster",),
        ),
        materials=(
            MaterialRecord("paper", "https://aclanthology.org/2031.expo-main.1.pdf"),
            MaterialRecord("poster", "https://aclanthology.org/attachments/2031.expo-main.1.poster.pdf"),
            MaterialRecord("video", "https://aclanthology.org/2031.expo-main.1.mp4"),
        ),
        where="Line 9 (2031.expo-main.1)",
    )


@pytest.mark.parametrize(
    ("volume", "track", "kind"),
    [
        ("main", "Main conference", "poster"),
        ("long", "Long papers", "poster"),
        ("demo", "System demonstrations", "demo"),
        ("industry", "Industry", "poster"),
        ("srw", "Student research workshop", "poster"),
        ("tutorials", "Tutorials", "tutorial"),
        ("1", "", "poster"),
    ],
)
def test_track_and_kind_come_from_the_volume(volume: str, track: str, kind: str) -> None:
    [record] = read(paper(1), volume=volume).records
    assert (record.volume, record.track, record.kind) == (volume, track, kind)


def test_only_the_volumes_asked_for_are_read() -> None:
    assert read(paper(1), volumes=["main"]).read == 1
    reading = read(paper(1), volumes=["mian"])
    assert (reading.read, reading.records) == (0, ())
    assert reading.problems == (
        Problem("error", "Volume mian", "There is no such volume in this file; it holds main."),
    )


def test_a_volume_without_papers_is_no_error() -> None:
    reading = read("<frontmatter/>")
    assert (reading.records, reading.problems) == ((), ())
    assert reading.notes == (
        "Volume main: 0 of 0 papers read.",
        "The front matter of 1 volumes is no lecture and was skipped.",
    )


def test_an_id_is_built_where_the_paper_has_no_address() -> None:
    [record] = read(f'<paper id="7"><title>T</title>{AUTHOR}<abstract>{LONG}</abstract></paper>').records
    assert (record.external_id, record.materials) == ("2031.expo-main.7", ())


def test_of_two_papers_with_one_id_the_first_stays() -> None:
    reading = read(f"{paper(7, title='First')}\n{paper(7, title='Second', abstract=LONG)}\n{paper(8)}")
    assert [(record.title, record.position) for record in reading.records] == [("First", 1), ("T", 3)]
    assert reading.problems == (
        Problem(
            "error",
            "Line 4 (2031.expo-main.7)",
            "The same id as the paper at Line 3 (2031.expo-main.7); this one was left out.",
            "Give each paper its own id.",
        ),
    )
    assert reading.notes[0] == "Volume main: 2 of 3 papers read."


def test_a_paper_without_title_is_left_out() -> None:
    reading = read(f"{paper(1, title='')}\n{paper(2)}")
    assert [record.external_id for record in reading.records] == ["2031.expo-main.2"]
    assert reading.problems == (
        Problem(
            "error",
            "Line 3 (2031.expo-main.1)",
            "The paper has no title.",
            "Add a <title>.",
            item="2031.expo-main.1",
        ),
    )


def test_a_volume_without_papers_was_read_too() -> None:
    assert read("", volume="demo").volumes == ("demo",)
    assert read("", volume="demo", volumes=["main"]).volumes == ()


def warnings(papers: str) -> list[str]:
    reading = read(papers)
    assert {problem.level for problem in reading.problems} <= {"warning"}
    return [problem.message for problem in reading.problems]


def test_authors_that_need_a_look() -> None:
    authors = (
        "<author><first/><last/></author><author><first/><last>Lirano</last></author>"
        '<author orcid="0000"><first>cara@example.org</first><last>Boma</last></author>'
    )
    papers = paper(1, authors=authors)
    assert [author.name for author in read(papers).records[0].authors] == ["Lirano", "Boma"]
    assert warnings(papers) == [
        "An author without a name was left out.",
        "An e-mail address stood in an author’s name; it was left out.",
        "“0000” is not the ORCID of Boma; it was left out.",
    ]
    assert warnings(paper(1, authors="")) == ["The paper has no authors."]


def test_an_address_leaves_the_other_words_of_a_name() -> None:
    author = "<author><first>Cara @ cara@example.org</first><last>de  Boma (cara@example.org)</last></author>"
    assert read(paper(1, authors=author)).records[0].authors[0].name == "Cara @ de Boma"


def test_a_name_without_end_is_left_out_at_once() -> None:
    author = f"<author><first>{'x' * 1_000_000}</first><last>Boma</last></author>"
    reading = read(paper(1, authors=author))
    assert [problem.message[:47] for problem in reading.problems if problem.level == "error"] == [
        "The given has 1000000 characters, and no more t",
        "The name has 1000005 characters, and no more th",
    ]


def test_accents_typed_as_latex_are_decoded_in_names() -> None:
    author = r"<author><first>\`{E}tude</first><last>Sch{\"u}tze</last></author>"
    assert read(paper(1, authors=author)).records[0].authors == (
        AuthorRecord(given="Ètude", family="Schütze", name="Ètude Schütze"),
    )


@pytest.mark.parametrize(
    ("abstract", "message"),
    [
        (" ", "The paper has no abstract."),
        ("t", "The text is too short to be what it stands for. “t”"),
        ("N/A", "The text looks like a placeholder that was never filled in. “N/A”"),
        (
            f"Lost \ufffd here. {LONG}",
            "A character was lost before the text came here (U+FFFD). “Lost \ufffd here. An abstr”",
        ),
    ],
)
def test_abstracts_that_need_a_look(abstract: str, message: str) -> None:
    assert warnings(paper(1, abstract=abstract)) == [message]


def test_the_same_abstract_twice_is_reported() -> None:
    assert warnings(paper(1, abstract=LONG) + "\n" + paper(2, abstract=LONG)) == [
        "The abstract is the same as that of Line 3 (2031.expo-main.1)."
    ]


def test_a_lost_letter_in_a_name_is_reported() -> None:
    author = "<author><first>Zo\ufffd</first><last>Velo</last></author>"
    assert warnings(paper(1, authors=author)) == [
        "A character was lost before the text came here (U+FFFD). “Zo\ufffd Velo”"
    ]


def test_a_retracted_paper_is_taken_and_said() -> None:
    assert warnings(paper(1, '<retracted date="2031-05-01">Wrong data.</retracted>')) == [
        "The Anthology has withdrawn this paper: Wrong data."
    ]


def test_materials_are_links_to_the_web_and_nothing_else() -> None:
    papers = paper(
        1,
        '<attachment type="presentation">a b.pdf</attachment><attachment>../../etc/passwd</attachment>'
        '<video href="https://video.example/1"/><video href="javascript:alert(1)"/><video href=""/>',
    )
    assert read(papers).records[0].materials == (
        MaterialRecord("paper", "https://aclanthology.org/2031.expo-main.1.pdf"),
        MaterialRecord("slides", "https://aclanthology.org/attachments/a%20b.pdf"),
        MaterialRecord("supplement", "https://aclanthology.org/attachments/../../etc/passwd"),
        MaterialRecord("video", "https://video.example/1"),
    )
    assert warnings(papers) == [
        "The link “javascript:alert(1)” is no web address and was left out.",
        "The link “” is no web address and was left out.",
    ]


def test_talks_of_the_event_are_mentioned() -> None:
    text = '<collection id="x"><event id="e"><talk><title>Keynote</title></talk></event></collection>'
    assert anthology.read(text.encode()).notes == ("1 talks of the event are not papers and were skipped.",)


@pytest.mark.parametrize("data", [b"<collection/>", b'<collection id="a b"/>'])
def test_a_collection_without_id_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match=r"Line 1: The collection has no id such as 2023\.emnlp"):
        anthology.read(data)


def test_a_paper_that_does_not_fit_is_left_out() -> None:
    reading = read(f"{paper(1, title='t' * 1001)}\n{paper(2)}")
    assert [record.external_id for record in reading.records] == ["2031.expo-main.2"]
    assert [(problem.level, problem.where) for problem in reading.problems] == [
        ("error", "Line 3 (2031.expo-main.1)"),
        ("error", "Line 3 (2031.expo-main.1)"),
    ]


@needs_shared
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        (
            "2023.acl",
            {"long": 911, "short": 164, "demo": 58, "srw": 34, "industry": 76, "tutorials": 6},
        ),
        ("2023.emnlp", {"main": 1047, "tutorial": 6, "demo": 52, "industry": 77}),
    ],
)
def test_real_collections(name: str, counts: dict[str, int]) -> None:
    reading = anthology.read((SHARED / f"data/anthology/{name}.xml").read_bytes())
    assert Counter(record.volume for record in reading.records) == counts
    assert reading.read == sum(counts.values())
    assert [problem for problem in reading.problems if problem.level == "error"] == []
