"""The import commands: what they print, and what they refuse."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Registration
from conference.models import Conference, ImportRun, Lecture
from tests import factories

pytestmark = pytest.mark.django_db

PAPER = "<paper id='{0}'><title>Paper {0}</title><author><first>Ana</first><last>Velo</last></author></paper>"
PROGRAM = (
    "<collection id='2031.expo'>"
    f"<volume id='main'>{PAPER.format(1)}{PAPER.format(2)}<paper id='3'/></volume>"
    f"<volume id='demo'>{PAPER.format(4)}</volume></collection>"
)
LIST = "Email,Status\nana@example.org,paid\nnobody,paid\n"


@pytest.fixture(autouse=True)
def hall() -> Conference:
    factories.ConferenceFactory(slug="annex-2025")
    return factories.ConferenceFactory(slug="hall-2025")


def run(
    command: str, tmp_path: Path, content: str, *options: str, slug: str = "hall-2025"
) -> tuple[str, str]:
    path = tmp_path / "file"
    path.write_text(content)
    out, err = io.StringIO(), io.StringIO()
    call_command(command, slug, str(path), *options, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def report(command: str, tmp_path: Path, content: str, *options: str) -> dict[str, Any]:
    out, err = run(command, tmp_path, content, "--json", *options)
    assert "Reading" in err
    return dict(json.loads(out))


KEYS = {
    "read", "created", "changed", "unchanged", "skipped", "warnings", "conflicts", "gone", "seconds", "dry_run",
    "conference", "file", "source", "new", "changes", "matched", "only_here", "notes",
}  # fmt: skip


@pytest.mark.parametrize(
    ("command", "content"), [("import_program", PROGRAM), ("import_registrations", LIST)]
)
def test_json_is_one_object_on_standard_output(tmp_path: Path, command: str, content: str) -> None:
    assert set(report(command, tmp_path, content)) == KEYS


def test_a_program_comes_in_and_again_nothing_changes(tmp_path: Path) -> None:
    first, second = (report("import_program", tmp_path, PROGRAM) for _ in range(2))
    assert (first["read"], first["created"], len(first["skipped"])) == (4, 3, 1)
    assert (second["created"], second["changed"], second["unchanged"]) == (0, 0, 3)
    assert (first["conference"], first["dry_run"]) == ("hall-2025", False)
    assert set(ImportRun.objects.values_list("source", "state")) == {("anthology", "applied")}


def test_a_list_comes_in_and_bad_rows_are_named(tmp_path: Path) -> None:
    first = report("import_registrations", tmp_path, LIST)
    assert (first["read"], first["created"]) == (2, 1)
    assert first["skipped"] == [
        {"row": "Row 3", "reason": "“nobody” has no @ sign. Correct the address in this row."}
    ]


@pytest.mark.parametrize(
    ("command", "content"), [("import_program", PROGRAM), ("import_registrations", LIST)]
)
def test_a_dry_run_says_and_does_nothing(tmp_path: Path, command: str, content: str) -> None:
    dry = report(command, tmp_path, content, "--dry-run")
    assert dry["dry_run"] is True
    assert (Lecture.objects.count(), Registration.objects.count(), ImportRun.objects.count()) == (0, 0, 0)
    wet = report(command, tmp_path, content)
    assert {**wet, "seconds": 0, "dry_run": True} == {**dry, "seconds": 0}


def test_a_volume_gives_track_and_kind_unless_told_otherwise(tmp_path: Path) -> None:
    report("import_program", tmp_path, PROGRAM, "--volume", "demo")
    assert list(Lecture.objects.values_list("kind", "track__name")) == [("demo", "System demonstrations")]
    report("import_program", tmp_path, PROGRAM, "--volume", "main", "--kind", "oral")
    assert set(Lecture.objects.filter(track__slug="main-conference").values_list("kind", flat=True)) == {
        "oral"
    }


def test_an_unknown_volume_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"Volume dmeo: .* it holds main, demo\."):
        run("import_program", tmp_path, PROGRAM, "--volume", "dmeo", "--volume", "main")
    assert Lecture.objects.count() == 0


def test_an_unknown_conference_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"no conference “hal”\. Conferences: annex-2025, hall-2025\."):
        run("import_program", tmp_path, PROGRAM, slug="hal")


@pytest.mark.parametrize("content", ["", "<collection>", "PK\x03\x04"])
def test_an_unreadable_file_is_refused_by_name(tmp_path: Path, content: str) -> None:
    with pytest.raises(CommandError, match=r"file was not imported\. .+"):
        run("import_program", tmp_path, content)
    assert (Lecture.objects.count(), ImportRun.objects.count()) == (0, 0)


def test_a_missing_file_is_refused() -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("import_program", "hall-2025", "nowhere.xml", stderr=io.StringIO())


@pytest.mark.parametrize(
    ("command", "content"), [("import_program", PROGRAM), ("import_registrations", LIST)]
)
def test_a_dash_reads_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, content: str
) -> None:
    from_file = report(command, tmp_path, content, "--dry-run")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    out = io.StringIO()
    call_command(command, "hall-2025", "-", "--json", stdout=out, stderr=io.StringIO())
    again = json.loads(out.getvalue())
    assert {**again, "seconds": 0} == {**from_file, "seconds": 0, "dry_run": False, "file": "-"}
    assert ImportRun.objects.get().filename == "-"


def test_words_for_people_are_short(tmp_path: Path) -> None:
    out, _ = run("import_program", tmp_path, PROGRAM, "--dry-run")
    lines = out.splitlines()
    assert lines[0].startswith(
        "Nothing was written. Would be: 3 created, 0 changed, 0 unchanged, 1 skipped ("
    )
    assert "Skipped (1):" in lines


def test_a_list_in_another_encoding_is_read_when_told(tmp_path: Path, hall: Conference) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("Email;Name\nana@example.org;Mázá\n".encode("cp1252"))
    call_command(
        "import_registrations",
        "hall-2025",
        str(path),
        "--encoding",
        "cp1252",
        stdout=io.StringIO(),
        stderr=io.StringIO(),
    )
    assert Registration.objects.get().name == "Mázá"
