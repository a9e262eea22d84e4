"""aclpub2's folders, zipped."""

import io
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

import pytest

from conference.importers import aclpub2
from conference.importers.records import (
    AuthorRecord,
    LectureRecord,
    MaterialRecord,
    MessageRecord,
    Problem,
    PublicationRecord,
    SessionRecord,
    SlotRecord,
)
from tests.conference.importers.aclpub2_folders import ABSTRACT, at, packed, paper, read, refusal, session
from tests.conference.importers.privacy import without_private_addresses
from tests.shared import SHARED, needs_shared

SAMPLE = Path(aclpub2.__file__).parent / "samples/aclpub2.zip"
NO_ZONE = "Times have no zone; they are taken to be in that of the conference."


def test_the_sample_reads_without_problems() -> None:
    reading = aclpub2.read(SAMPLE.read_bytes())
    assert (reading.source, reading.read, reading.problems) == ("aclpub2:expo-main", 4, ())
    assert reading.volumes == ("main",)
    assert reading.unsaid == {"keywords"}
    assert reading.notes == (
        "Not part of the program, and skipped: sponsors.yml.",
        "1 talks, tutorials and workshops have no end: one, three and eight hours were taken.",
        NO_ZONE,
    )
    assert [record.external_id for record in reading.records] == [
        "1",
        "2",
        "invited_talks/velo",
        "tutorials/hanging",
    ]
    assert reading.messages == (
        MessageRecord(
            external_id="prefaces/general_chair",
            body=r"Welcome to the exposition! We hope that you will find \emph{many} posters to your liking.",
            volume="main",
            position=1,
            signed_by="Lena Mara",
            role="General Chair",
            affiliation="Lareva University",
            where="prefaces.yml, line 1",
        ),
    )


def test_a_paper_of_the_sample() -> None:
    title = "Counting to $n^2$: A Study of Squares"
    assert aclpub2.read(SAMPLE.read_bytes()).records[0] == LectureRecord(
        external_id="1",
        volume="main",
        position=1,
        title=title,
        abstract=r"We count to $n^2$ and show that it takes \textit{longer} than counting to its root, "
        r"in 3.6\% of all cases.",
        kind="oral",
        track="Arithmetic",
        authors=(
            AuthorRecord(
                "Ana", "Velo", "Ana Velo", orcid="0000-0002-1825-0097", affiliation="Lareva University"
            ),
            AuthorRecord("", "Lirano", "Lirano"),
        ),
        publication=PublicationRecord(
            title,
            booktitle="Proceedings of the 2031 Exposition on Language and Posters",
            year=2031,
            publisher="Society for Posters",
        ),
        slots=(SlotRecord("numbers", at("22T09:30"), at("22T09:50"), 1),),
        where="papers.yml, line 1",
    )


def test_what_is_not_archival_is_no_publication_and_links_are_materials() -> None:
    record = aclpub2.read(SAMPLE.read_bytes()).records[1]
    assert (record.publication, record.kind) == (None, "poster")
    assert record.authors == (AuthorRecord("Rito", "van der Toro", "Rito van der Toro"),)
    assert record.materials == (MaterialRecord("code", "https://example.org/self-reading-poster"),)
    assert record.slots == (SlotRecord("posters", position=1),)


def test_talks_of_the_sample() -> None:
    talk, tutorial = aclpub2.read(SAMPLE.read_bytes()).records[2:]
    assert (talk.kind, talk.title) == ("keynote", "What Posters Want")
    parts = talk.abstract.split("\n\n")
    assert parts == [
        "A talk about the wishes of posters, and about how to hear them.",
        r"\subsection*{About the speaker}",
        "Ana Velo has hung posters for thirty years.",
    ]
    assert talk.authors == (AuthorRecord("", "", "Ana Velo", affiliation="Lareva University"),)
    assert talk.slots == (SlotRecord("invited_talks/velo", position=1),)
    assert (tutorial.kind, tutorial.title) == ("tutorial", "How to Hang a Poster")
    assert [author.name for author in tutorial.authors] == ["Ana Velo", "Rito van der Toro"]
    assert tutorial.slots == (SlotRecord("tutorials/hanging", position=1),)


def test_sessions_of_the_sample() -> None:
    sessions = aclpub2.read(SAMPLE.read_bytes()).sessions
    assert [(one.external_id, one.kind, one.starts_at, one.ends_at, one.room) for one in sessions] == [
        ("opening", "plenary", at("22T09:00"), at("22T09:30"), "Great Hall"),
        ("numbers", "oral", at("22T09:30"), at("22T10:15"), "Room 2"),
        ("posters", "poster", at("22T10:15"), at("22T11:00"), "Foyer"),
        ("coffee-break", "break", at("22T11:00"), at("22T11:30"), ""),
        ("invited_talks/velo", "plenary", at("22T11:30"), at("22T12:30"), "Great Hall"),
        ("tutorials/hanging", "tutorial", at("23T09:00"), at("23T12:00"), "Room 3"),
        ("workshops/self_reading", "workshop", at("24T09:00"), at("24T10:00"), "Room 4"),
    ]
    assert sessions[1] == SessionRecord(
        external_id="numbers",
        name="Numbers",
        starts_at=at("22T09:30"),
        ends_at=at("22T10:15"),
        volume="main",
        code="1",
        room="Room 2",
        chair="Cara Boma",
        items=(
            SlotRecord("numbers", at("22T09:50"), at("22T10:15"), 2, title="A guest from another volume"),
        ),
        where="program.yml, line 9",
    )
    assert [(item.title, item.starts_at) for item in sessions[-1].items] == [
        ("Welcome", at("24T09:00")),
        ("On Reading (Cara Boma, Lena)", at("24T09:15")),
    ]


def test_two_papers_with_one_id_refuse_the_file() -> None:
    data = packed({"papers.yml": paper(7) + paper(8) + paper(7)})
    assert refusal(data) == ("papers.yml, line 11", "The id 7 stands twice, in lines 1 and 11.")


@pytest.mark.parametrize("papers", [None, "", "# none yet\n"])
def test_a_volume_without_papers_is_one(papers: str | None) -> None:
    reading = aclpub2.read(packed({} if papers is None else {"papers.yml": papers}))
    assert (reading.records, reading.read, reading.problems) == ((), 0, ())


def test_papers_without_an_optional_key_get_its_default_and_are_counted() -> None:
    reading = read(papers="- id: 1\n  title: T\n  authors: [{first_name: Ana, last_name: Velo}]\n")
    assert reading.records[0].publication == PublicationRecord("T", booktitle="Proceedings", year=2031)
    assert reading.problems == (Problem("warning", "papers.yml, line 1", "The paper has no abstract."),)
    assert "1 papers do not say whether they are archival and were taken to be." in reading.notes


@pytest.mark.parametrize(
    ("details", "source", "volume", "booktitle"),
    [
        (
            "name: Old Book\nvolume: Proceedings of the Conference\nabbreviation: EXPO\nisbn: XXX-PLACEHOLDER",
            "aclpub2:expo",
            "",
            "Old Book",
        ),
        (
            "book_title: New Book\nevent_name: Expo\nanthology_venue_id: EXPO\nvolume_name: demo",
            "aclpub2:expo-demo",
            "demo",
            "New Book",
        ),
    ],
)
def test_details_with_old_and_new_keys(details: str, source: str, volume: str, booktitle: str) -> None:
    reading = aclpub2.read(packed({"conference_details.yml": details, "papers.yml": paper(1)}))
    assert (reading.source, reading.volumes) == (source, (volume,))
    publication = reading.records[0].publication
    assert publication is not None
    assert publication.booktitle == booktitle


def test_dates_that_contradict_each_other_are_told() -> None:
    details = "start_date: 2031-05-24\nend_date: 2031-05-22"
    reading = aclpub2.read(packed({"conference_details.yml": details}))
    message = "The start_date 2031-05-24 is after the end_date."
    assert reading.problems == (Problem("warning", "conference_details.yml, line 1", message),)
    outside = read(program=session("Talks").replace("05-22", "06-01"))
    assert [problem.message for problem in outside.problems] == [
        "There are sessions on 2031-06-01, outside the dates of the conference."
    ]


def test_misspelt_keys_are_read_and_told() -> None:
    author = "  authors: [{first-name: Ana, last_name: Velo, instituion: Lareva University, shoe: 38}]\n"
    reading = read(papers=f"- id: 1\n  titel: T\n  archival: true\n  abstract: {ABSTRACT}\n{author}")
    assert reading.records[0].authors == (
        AuthorRecord("Ana", "Velo", "Ana Velo", affiliation="Lareva University"),
    )
    assert reading.problems == (
        Problem("warning", "papers.yml, line 2", "“titel” was read as “title”."),
        Problem("warning", "papers.yml, line 5", "“first-name” was read as “first_name”."),
        Problem("warning", "papers.yml, line 5", "“instituion” was read as “institution”."),
    )
    assert "papers.yml: skipped keys that are not known: shoe (1)." in reading.notes


def test_a_title_that_needs_quotes_is_read_and_told() -> None:
    reading = read(papers=paper(1, title="Foo: bar"))
    assert reading.records[0].title == "Foo: bar"
    assert [(problem.where, problem.message) for problem in reading.problems] == [
        ("papers.yml, line 2", "This text needs quotes; it was read as if it had them.")
    ]


def test_broken_yaml_refuses_the_whole() -> None:
    where, message = refusal(packed({"papers.yml": paper(1), "program.yml": "- title: [a\n"}))
    assert where == "program.yml, line 2"
    assert message == "The YAML is broken here: did not find expected ',' or ']'."


@pytest.mark.parametrize("path", ["../../etc/passwd", "/etc/passwd", "C:/secret", "attachments/../../x"])
def test_no_path_leads_out_of_the_folder(path: str) -> None:
    papers = paper(1, f"  attachments: [{{type: software, file: '{path}'}}, attachments/2.zip, 3.zip]\n")
    reading = read(papers=papers, prefaces=f"- {{title: Preface, file: '{path}'}}\n")
    assert (reading.records[0].materials, reading.messages) == ((), ())
    assert [problem.message for problem in reading.problems] == [
        f"The attachment “{path}” lies outside the folder and was left out.",
        f"“{path}” leads out of the folder and is not read.",
        "The preface has no text; it was left out.",
    ]


@pytest.mark.parametrize("name", ["hello.tex", "prefaces/hello.tex"])
def test_the_folder_of_a_text_may_be_named(name: str) -> None:
    files = {
        "prefaces.yml": f"- {{title: Hello, file: {name}}}",
        "prefaces/hello.tex": "Hello!\n% not this\n",
    }
    [message] = aclpub2.read(packed(files)).messages
    assert (message.external_id, message.body, message.role) == ("prefaces/hello", "Hello!", "")


def test_several_chairs_sign_together() -> None:
    text = "Welcome!\n\nExpo Program Co-Chairs\nAna Velo, Lareva University\nCara Boma, Boma Labs\n"
    [message] = aclpub2.read(
        packed({"prefaces.yml": "- {title: Preface, file: p.tex}", "prefaces/p.tex": text})
    ).messages
    assert (message.body, message.signed_by, message.role, message.affiliation) == (
        "Welcome!",
        "Ana Velo, Cara Boma",
        "Expo Program Co-Chairs",
        "Lareva University; Boma Labs",
    )


def test_a_last_paragraph_that_is_no_signature_stays() -> None:
    text = "Welcome!\n\nAll of this is due to the chairs.\nThank you."
    [message] = aclpub2.read(
        packed({"prefaces.yml": "- {title: Preface, file: p.tex}", "prefaces/p.tex": text})
    ).messages
    assert (message.body, message.signed_by) == (text, "")


def test_addresses_stay_out_of_every_record() -> None:
    tex = "\\begin{center}Ana\\end{center}\nemail: \\texttt{ana@example.org}\\\\\nAsk (ana@example.org) why."
    files = {
        "papers.yml": paper(1, "  email: ana@example.org\n", title="Ask ana@example.org").replace(
            "last_name: Velo", "last_name: Velo, openreview: ana@example.org"
        ),
        "tutorials.yml": "- {title: Hanging, file: t.tex}",
        "tutorials/t.tex": tex,
    }
    reading = aclpub2.read(packed(files))
    assert "@" not in repr(reading.records)
    assert reading.records[1].abstract == "Ana\nAsk () why."


@pytest.mark.parametrize("top", ["", "a/", "a/b/c/"])
def test_the_folder_may_lie_in_others(top: str) -> None:
    reading = aclpub2.read(packed({"papers.yml": paper(1)}, top))
    assert [record.external_id for record in reading.records] == ["1"]


def test_text_that_is_not_utf_8_is_told() -> None:
    archive = io.BytesIO(packed({}))
    with ZipFile(archive, "a") as target:
        target.writestr("expo/papers.yml", paper(1, title="Café").encode("cp1252"))
    reading = aclpub2.read(archive.getvalue())
    assert reading.records[0].title == "Café"
    assert reading.problems == (
        Problem(
            "warning",
            "papers.yml",
            "The file is not UTF-8 and was read as Windows-1252.",
            "If letters look wrong, save it as UTF-8.",
        ),
    )


@needs_shared
@pytest.mark.parametrize(
    ("folder", "source", "counts", "kinds"),
    [
        ("handbook", "aclpub2:sigdial", (63, 63, 66, 4), {None: 41, "tutorial": 20, "keynote": 2}),
        ("sigdial", "aclpub2:sigdial-main", (43, 43, 43, 1), {"oral": 21, "poster": 20, "keynote": 2}),
        ("no_papers", "aclpub2:sigdial-main", (2, 2, 26, 1), {"keynote": 2}),
    ],
)
def test_folders_of_aclpub2_itself(
    folder: str, source: str, counts: tuple[int, ...], kinds: dict[str | None, int]
) -> None:
    root = SHARED / "data/aclpub2" / folder
    archive = io.BytesIO()
    with ZipFile(archive, "w") as target:
        for path in sorted(root.rglob("*.*")):
            target.write(path, path.relative_to(root))
    reading = aclpub2.read(archive.getvalue())
    assert (reading.read, len(reading.records), len(reading.sessions), len(reading.messages)) == counts
    assert (reading.source, Counter(record.kind for record in reading.records)) == (source, kinds)
    assert [problem for problem in reading.problems if problem.level == "error"] == []
    assert sum(len(record.slots) for record in reading.records) == counts[1]
    assert "@example.org" not in without_private_addresses(reading)
