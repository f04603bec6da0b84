"""Corrections of mentions by the installed command, from end to end."""

import json
from pathlib import Path

import pytest

from namesakes.cli.main import main
from namesakes.pipeline.resolve import resolve_into
from namesakes.store.store import open_store
from tests.conftest import Command

TEXT = "Susan Lee, a chemist, works for Harbour Bank in Leeds. Lee was born in York. Dr Lee met Tom Hart. He left.\n"


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that a store has read."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "one.txt"
    path.write_text(TEXT)
    with open_store("people.db") as store:
        resolve_into(store, [Path("one.txt")])
    return path


def test_by_the_installed_command(namesakes: Command, text: Path) -> None:
    listed = namesakes("show", "one.txt", "--mentions").stdout.splitlines()
    assert listed[0].split() == ["one.txt:0-20", "1", "susan-lee-1", "Susan", "Lee,", "a", "chemist"]
    reference = next(line.split()[0] for line in listed if line.endswith("  Lee"))
    done = namesakes("correct", "split", reference, "--who", "ann")
    assert done.stdout.startswith("recorded: 1  ")
    assert "one.txt:55-58 “Lee” is somebody else than one.txt:0-20" in done.stdout
    again = namesakes("correct", "join", "one.txt:Lee#2", "one.txt:Susan Lee")
    assert again.returncode == 1
    assert "correction 1 (" in again.stderr
    assert "namesakes correct undo 1" in again.stderr


def said(capsys: pytest.CaptureFixture[str], *call: str) -> str:
    """What a command prints that goes well."""
    capsys.readouterr()
    assert status(*call) == 0
    return capsys.readouterr().out


def status(*call: str) -> object:
    """The exit status of a command."""
    with pytest.raises(SystemExit) as done:
        main(list(call))
    return done.value.code


def test_every_kind_and_what_becomes_of_it(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = said(capsys, "show", "one.txt", "--mentions")
    said(capsys, "correct", "split", "one.txt:Lee#2")
    said(capsys, "correct", "nobody", 'one.txt:"Tom Hart"')
    assert said(capsys, "correct", "is", "one.txt:Dr Lee", "lee-1", "--quiet") == ""
    said(capsys, "correct", "two", "one.txt:Harbour Bank in Leeds")
    rows = [json.loads(line) for line in said(capsys, "correct", "list", "--json").splitlines()]
    assert [row["what"] for row in rows] == ["split", "nobody", "is", "two"]
    assert "mentions: one.txt:" in said(capsys, "why", "susan-lee-1")
    assert "one.txt:88-96 “Tom Hart” is nobody" in said(capsys, "history")
    text.write_text("A new first line.\n" + TEXT)
    said(capsys, "resolve", "one.txt", "--quiet")
    mentions = said(capsys, "show", "one.txt", "--mentions")
    assert "Tom Hart" not in mentions
    assert "Harbour" not in mentions
    assert [line.split()[2] for line in mentions.splitlines() if line.endswith("Lee")] == ["lee-1", "lee-1"]
    text.write_text("Nothing of it is left.\n")
    assert "4 corrections (1, 2, 3, 4)" in said(capsys, "resolve", "one.txt")
    assert said(capsys, "correct", "list").count("(sleeps: ") == 4
    for number in ("4", "2", "3", "1"):
        said(capsys, "correct", "undo", number)
    text.write_text(TEXT)
    said(capsys, "resolve", "one.txt", "--quiet")
    chains = [line.split()[1] for line in said(capsys, "show", "one.txt", "--mentions").splitlines()]
    assert chains == [line.split()[1] for line in listed.splitlines()]


def test_learning_from_too_little_is_refused(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status("learn") == 1
    assert capsys.readouterr().err.startswith("namesakes: there is too little to learn from\n0 corrections about")
    assert status("learn", "--store", "nowhere.db") == 1
