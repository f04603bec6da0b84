"""`namesakes resolve` from end to end, as it is installed."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, Command
from tests.pipeline.newsroom import TEXTS, newsroom


@pytest.fixture
def news(tmp_path: Path) -> Path:
    return newsroom(tmp_path / "news")


def test_the_newsroom_of_the_examples(namesakes: Command, tmp_path: Path) -> None:
    shutil.copytree(CHECKOUT / "examples" / "newsroom", tmp_path / "newsroom")
    assert len(list((tmp_path / "newsroom").iterdir())) >= 12
    (tmp_path / "newsroom" / "scan.txt").write_bytes(b"")
    done = namesakes("resolve", "newsroom")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.startswith("14 documents · 1,")
    assert "names are shared by several people" in done.stdout
    assert "mark-johnson-1" in done.stdout
    assert "newsroom/scan.txt (this file is empty: there is no text in it)" in done.stdout
    assert "Next:  namesakes show " in done.stdout
    with sqlite3.connect(tmp_path / "people.db") as database:
        (count,) = database.execute("SELECT COUNT(*) FROM documents").fetchone()
    database.close()
    assert count == 14
    johnsons = [json.loads(line) for line in namesakes("people", "Mark Johnson", "--json").stdout.splitlines()]
    owner = {document: one["id"] for one in johnsons for document in one["documents"]}
    assert owner["newsroom/01-prize.txt"] == owner["newsroom/04-parser.txt"] == owner["newsroom/13-lecture.txt"]
    assert owner["newsroom/02-signing.txt"] != owner["newsroom/01-prize.txt"]
    assert owner["newsroom/09-fire.txt"] not in (owner["newsroom/01-prize.txt"], owner["newsroom/02-signing.txt"])


def test_again_more_and_less(namesakes: Command, news: Path) -> None:
    first = json.loads(namesakes("resolve", "news", "--json").stdout)
    assert first["documents"] == {"new": 5, "changed": 0, "unchanged": 0, "removed": 0}
    assert first["nothing_to_do"] is False
    assert first["people"]["counts"]["person"] >= 4
    assert {"reading", "identities"} <= set(first["seconds"])
    again = namesakes("resolve", "news")
    assert again.stdout == "Nothing to do: all 5 documents are in people.db, and nothing has changed.\n"
    (news / "a.txt").unlink()
    newsroom(news, {"b.txt": TEXTS["b.txt"] + " She was kind.", "z.txt": "Dora Finch sings."})
    later = namesakes("resolve", "news")
    assert later.stdout.startswith("2 documents · ")
    assert "(1 changed, 3 known already, 1 removed)" in later.stdout.splitlines()[0]
    (news / "z.txt").unlink()
    assert namesakes("resolve", "news").stdout.splitlines()[0].startswith("4 documents in people.db · ")


def test_options(namesakes: Command, news: Path, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(
        'batch = 2\nkinds = ["person", "place"]\n[identities]\nwithin-document = "apart"\n[limits]\nmegabytes = 1\n'
    )
    arguments = ("--store", "other.db", "--config", "settings.toml", "--jobs", "2", "--max-size", "0.00008")
    done = namesakes("resolve", "news", "news/a.txt", *arguments)
    assert done.returncode == 0, done.stderr
    assert " place" in done.stdout.splitlines()[1]
    assert " organisation" not in done.stdout
    assert "--store other.db" in done.stdout
    assert "raise the limit with --max-size" in done.stdout
    assert not (tmp_path / "people.db").exists()
    with sqlite3.connect(tmp_path / "other.db") as database:
        manifests = [json.loads(row[0]) for row in database.execute("SELECT manifest FROM runs")]
    database.close()
    assert manifests[-1]["settings"]["identities"]["within_document"] == "apart"
    assert namesakes("resolve", "news", "--store", "quiet.db", "-q").stdout == ""


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["nowhere"], 1, "nowhere: there is no such file or folder"),
        (["news", "--language", "de"], 2, "the pipeline 'en' is for 'en', not for 'de'"),
        (["news", "--output", "tables"], 2, "--out and --master are for Spark"),
        (["news", "--engine", "flink"], 2, "'flink' is not one of"),
        (["news", "--config", "none.toml"], 2, "this configuration cannot be read"),
        (["news", "--config", "wrong.toml"], 2, "there is no setting called 'bath'"),
        (["news", "--store", "news"], 1, "this is a folder"),
        (["news", "--store", "news/a.txt"], 1, "this is not a store; nothing was changed"),
    ],
)
def test_errors_help(
    namesakes: Command, news: Path, tmp_path: Path, arguments: list[str], status: int, message: str
) -> None:
    (tmp_path / "wrong.toml").write_text("bath = 2\n")
    done = namesakes("resolve", *arguments)
    assert done.returncode == status
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert (news / "a.txt").read_text() == TEXTS["a.txt"]


def test_an_empty_folder(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = namesakes("resolve", "empty")
    assert done.returncode == 0
    assert done.stdout.startswith(("There was nothing to read.", "0 documents in people.db"))


def test_names_are_text(namesakes: Command, tmp_path: Path) -> None:
    newsroom(tmp_path / "news", {"[red]a[/red].txt": "[bold]Ann Moore[/bold] sings. Ann Moore, <b>singer</b>, waved."})
    (tmp_path / "news" / "[link=x]b.txt").write_text("")
    done = namesakes("resolve", "news")
    assert done.returncode == 0, done.stderr
    assert "news/[link=x]b.txt (this file is empty" in done.stdout


def test_progress_is_for_terminals(news: Path, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    program = Path(sys.executable).with_name("namesakes")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    running = subprocess.Popen(
        [program, "resolve", "news"], cwd=tmp_path, stderr=theirs, stdout=subprocess.PIPE, env=environment, text=True
    )
    os.close(theirs)
    seen = b""
    try:
        while piece := os.read(ours, 4096):
            seen += piece
    except OSError:  # the other end is closed
        pass
    printed, _ = running.communicate()
    os.close(ours)
    assert running.returncode == 0
    assert b"reading" in seen
    assert re.search(rb"[0-9]/[0-9]", seen)
    assert printed.startswith("5 documents · ")
