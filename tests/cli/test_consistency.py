"""Consistency through the installed command."""

import json
from pathlib import Path

from namesakes import read, write
from namesakes.syntax.consistency.consistency import Consistency
from namesakes.syntax.parts import Syntax
from tests.conftest import Command
from tests.syntax.parsing.test_parser import document

TEXT = "The gribbles gribbled a gribble. Nobody gribbles it. A gribble ran, and the gribble that ran gribbled."


def test_parse_in_one_and_two_processes(namesakes: Command, tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.txt").write_text(f"{TEXT} The {name} gribble slept.")
    files = ("one.txt", "two.txt", "three.txt")
    alone = namesakes("parse", *files, "--consistency", "--explain", "alone.jsonl")
    together = namesakes("parse", *files, "--consistency", "--explain", "together.jsonl", "--jobs", "2")
    assert alone.returncode == 0, alone.stderr
    assert alone.stdout == together.stdout
    assert alone.stdout.count("# newdoc id") == 3
    assert (tmp_path / "alone.jsonl").read_text() == (tmp_path / "together.jsonl").read_text()
    for line in (tmp_path / "alone.jsonl").read_text().splitlines():
        change = json.loads(line)
        assert change["document"] in ("one", "two", "three")
        assert change["before"] != change["after"]


def test_explanations_need_consistency(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(TEXT)
    done = namesakes("parse", "one.txt", "--explain", "changes.jsonl")
    assert done.returncode == 2
    assert "--consistency" in done.stderr


def test_evaluate_and_train(namesakes: Command, tmp_path: Path) -> None:
    write([Syntax.shipped().steps()(next(iter(read_text(tmp_path))))], tmp_path / "gold.conllu")
    done = namesakes("evaluate", "syntax", "--data", "gold.conllu", "--consistency", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["tokens_f1"] == 1.0
    assert {"upos", "xpos", "uas", "las", "tokens_per_second"} <= set(found)
    write([document().replace(id="own")], tmp_path / "train.conllu")
    done = namesakes("train", "consistency", "--train", "train.conllu", "--out", "model")
    assert done.returncode == 0, done.stderr
    assert len(Consistency.load(tmp_path / "model").contexts) > 50


def read_text(folder: Path):  # type: ignore[no-untyped-def]
    (folder / "text.txt").write_text(TEXT)
    return read(folder / "text.txt")
