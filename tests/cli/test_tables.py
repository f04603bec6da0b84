"""Tables through the installed command: as files, in folders, and over standard input."""

import json
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.formats.made_tables import workbook

TABLE = 'no;tale;when\n1;"Mark Hale, a baker, left York. He sang.";3 May 1921\n2;;\n3;Ann Lee waved.;1922\n'
OPTIONS = ("--text-column", "tale", "--id-column", "no", "--date-column", "when")


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    path = tmp_path / "letters.csv"
    path.write_text(TABLE)
    return path


@pytest.mark.slow
def test_the_main_job_on_a_table(letters: Path, namesakes: Command) -> None:
    done = namesakes("resolve", "letters.csv", *OPTIONS)
    assert done.returncode == 0, done.stderr
    assert "2 documents" in done.stdout
    assert "Skipped 1 row:\n  letters.csv:3 (there is no text in the column tale)" in done.stdout
    assert "letters.csv#1  1921-05-03" in namesakes("show", "mark-hale-1").stdout
    letters.write_text(TABLE.replace("1922", "1923"))
    again = json.loads(namesakes("resolve", "letters.csv", *OPTIONS, "--json").stdout)
    assert again["documents"] == {"new": 0, "changed": 1, "unchanged": 1, "removed": 0}


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [("coref", "--to", "jsonl"), ("parse", "--to", "jsonl"), ("cast", "--to", "json"), ("profile", "--json")]
)
def test_commands_read_tables_and_standard_input(letters: Path, namesakes: Command, command: tuple[str, ...]) -> None:
    name, *rest = command
    done = namesakes(name, "letters.csv", *OPTIONS, *rest)
    assert done.returncode == 0, done.stderr
    assert "Mark Hale" in done.stdout
    assert "left out 1 row without a text:\n  letters.csv:3: there is no text" in done.stderr
    piped = namesakes(name, "-", *OPTIONS, "--from", "csv", *rest, stdin=TABLE)
    assert piped.stdout == done.stdout


def test_convert_and_score_read_standard_input(tmp_path: Path, letters: Path, namesakes: Command) -> None:
    made = namesakes("convert", "-", "-", "--from", "csv", "--to", "jsonl", *OPTIONS, stdin=TABLE)
    assert [json.loads(line)["doc_id"] for line in made.stdout.splitlines()] == ["1", "3"]
    assert "left out 1 row without a text" in made.stderr
    (tmp_path / "a.xlsx").write_bytes(workbook({"One": [["text"], ["Ann."]]}))
    assert '"doc_id": "a-2"' in namesakes("convert", "a.xlsx", "-", "--to", "jsonl").stdout
    rows = '{"doc_id": "a", "tokens": ["Ann", "she"], "clusters": [[[0, 1], [1, 2]]]}\n'
    (tmp_path / "key.jsonl").write_text(rows)
    done = namesakes("score", "key.jsonl", "-", "--from", "jsonl", "--metrics", "b3", stdin=rows)
    assert "100.00" in done.stdout


@pytest.mark.slow
def test_standard_input_is_resolved(tmp_path: Path, namesakes: Command) -> None:
    done = namesakes("resolve", "-", "--encoding", "latin-1", stdin="Zoe Hale sang in York. She left.")
    assert done.returncode == 0, done.stderr
    assert "stdin" in namesakes("show", "zoe-hale-1").stdout
    assert namesakes("resolve", "-", "--from", "csv", stdin="a,b\n1,2\n").returncode == 1


def test_columns_that_are_not_there_are_listed(letters: Path, namesakes: Command) -> None:
    done = namesakes("convert", "letters.csv", "-", "--to", "jsonl")
    assert done.returncode == 1
    assert done.stderr.startswith(
        "namesakes: letters.csv: none of the columns is plainly called text\nName it with --text-column"
    )
    assert "The columns are: no, tale, when." in done.stderr


@pytest.mark.slow
def test_with_strict_what_is_left_out_counts(letters: Path, namesakes: Command) -> None:
    assert namesakes("coref", "letters.csv", *OPTIONS, "--strict", "--to", "jsonl").returncode == 1


def test_pictures_in_a_folder_say_what_to_do(tmp_path: Path, namesakes: Command) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Ann sang.")
    (tmp_path / "in" / "scan.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    done = namesakes("convert", "in", "-", "--to", "plain")
    assert (done.returncode, done.stdout) == (0, "Ann sang.")
    said = "  in/scan.png: this is a picture (PNG), which cannot be read; run OCR first\n"
    assert done.stderr == f"namesakes: left out 1 bad document:\n{said}"
