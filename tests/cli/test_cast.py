"""`namesakes cast` and `namesakes evaluate cast` from end to end."""

import csv
import io
import json
from pathlib import Path

import pytest

from namesakes import Document, load
from namesakes.pipeline.casting import casting_of, run_casts
from tests.chains.novels.made import write_novel
from tests.characters.made import STORY
from tests.conftest import Command


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    path = tmp_path / "mill.txt"
    path.write_text(STORY, encoding="utf-8")
    return path


def test_a_table_and_a_page(namesakes: Command, mill: Path) -> None:
    done = namesakes("cast", "mill.txt", "--to", "table")
    assert done.returncode == 0, done.stderr
    assert "Clara Dunn" in done.stdout
    done = namesakes("cast", "mill.txt", "--to", "html", "--out", "cast.html")
    assert done.stderr == "the cast of 1 document written to cast.html\n"
    assert "The cast of mill" in (mill.parent / "cast.html").read_text(encoding="utf-8")


def test_json_and_csv(namesakes: Command, mill: Path) -> None:
    (found,) = json.loads(namesakes("cast", "mill.txt").stdout)
    assert found["characters"][0]["name"] == "Clara Dunn"
    rows = list(csv.DictReader(io.StringIO(namesakes("cast", "mill.txt", "--to", "csv").stdout)))
    assert [row["name"] for row in rows] == [each["name"] for each in found["characters"]]


def test_wishes_and_wrong_calls(namesakes: Command, mill: Path) -> None:
    done = namesakes("cast", "mill.txt", "--same", "Tom=Mr. Peter Voss", "--min-mentions", "3")
    (found,) = json.loads(done.stdout)
    (one,) = [each for each in found["characters"] if "Tom" in {alias["text"] for alias in each["aliases"]}]
    assert {"Peter", "Tom Voss"} <= {alias["text"] for alias in one["aliases"]}
    done = namesakes("cast", "mill.txt", "--different", "Tom=Nobody")
    assert (done.returncode, "nobody is called 'Nobody' in this text" in done.stderr) == (1, True)
    assert namesakes("cast", "mill.txt", "--same", "Tom").returncode == 2
    done = namesakes("cast", "mill.txt", "--to", "htm")
    assert (done.returncode, "Did you mean 'html'?" in done.stderr) == (2, True)


def test_a_text_of_nobody_is_no_error_and_an_empty_file_is_one(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "rain.txt").write_text("It rained.\n")
    done = namesakes("cast", "rain.txt", "--to", "table")
    assert done.returncode == 0, done.stderr
    assert "no person's name was found" in done.stdout
    (tmp_path / "empty.txt").write_text("")
    done = namesakes("cast", "empty.txt")
    assert (done.returncode, "this file is empty" in done.stderr) == (1, True)


def test_bad_documents_are_left_out(namesakes: Command, tmp_path: Path) -> None:
    rows = [{"id": "a", "text": 1}, {"id": "b", "text": "Ann Lee sings. Ann Lee dances."}]
    (tmp_path / "bad.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    done = namesakes("cast", "bad.jsonl", "--skip-bad")
    assert done.returncode == 0, done.stderr
    assert [each["id"] for each in json.loads(done.stdout)] == ["b"]
    assert "left out 1 bad document" in done.stderr


def test_several_processes_give_the_same() -> None:
    documents = [Document(id=str(number), text=STORY) for number in range(3)]
    casting = casting_of(load(), min_mentions=2, wishes=None)
    alone = [each.to_json() for each in run_casts(documents, casting)]
    assert [each.to_json() for each in run_casts(documents, casting, jobs=2)] == alone


def test_evaluation(namesakes: Command, tmp_path: Path) -> None:
    write_novel(tmp_path / "novels" / "TheMill")
    done = namesakes("evaluate", "cast", "--data", "novels", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found["novels"]) == ["TheMill"]
    assert found["speakers"]["quotes"] == 5
    shown = namesakes("evaluate", "cast", "--data", "novels").stdout
    assert all(word in shown for word in ("TheMill", "characters", "names", "gender", "speakers", "mean"))
    assert namesakes("evaluate", "cast", "--data", "nothing").returncode == 1
