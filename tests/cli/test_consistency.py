"""Consistency through the installed command."""

import json
from pathlib import Path

import numpy as np
import pytest

from namesakes import read, write
from namesakes.syntax.consistency.consistency import NAMED, RUSH_2012, Consistency
from namesakes.syntax.parts import Syntax
from tests.conftest import Command
from tests.syntax.parsing.test_parser import bare, document

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


def test_support_of_raw_text(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("Nobody gribbles here.")
    (tmp_path / "more.txt").write_text("He gribbles it. She gribbles. They want to gribble. We gribble them.")
    write([document().replace(id="own")], tmp_path / "train.conllu")
    (tmp_path / "strong.toml").write_text("[tagger]\nsame = 20\nclose = 0\noff = 0\nrate = 4\n")
    done = namesakes("train", "consistency", "--train", "train.conllu", "--config", "strong.toml", "--into", "own")
    assert done.returncode == 0, done.stderr
    with_support = ("--support", "more.txt")
    for command in (("parse", "one.txt"), ("evaluate", "syntax", "--data", "train.conllu")):
        refused = namesakes(*command, *with_support)
        assert refused.returncode == 2
        assert "--consistency" in refused.stderr
    alone = namesakes("parse", "one.txt", "--pipeline", "own", "--consistency", "--explain", "alone.jsonl")
    helped = namesakes(
        "parse", "one.txt", "--pipeline", "own", "--consistency", "--explain", "helped.jsonl", *with_support
    )
    assert alone.returncode == helped.returncode == 0, helped.stderr
    assert helped.stdout.count("# newdoc id") == 1
    assert "gribbles" not in (tmp_path / "alone.jsonl").read_text()  # one occurrence agrees with itself
    done = namesakes(
        "evaluate", "syntax", "--data", "train.conllu", "--consistency", *with_support, "--json", "--pipeline", "own"
    )
    assert done.returncode == 0, done.stderr
    missing = namesakes("parse", "one.txt", "--consistency", "--support", "nothing.txt")
    assert missing.returncode != 0
    assert "nothing.txt" in missing.stderr


def test_the_papers_setting_by_name(namesakes: Command, tmp_path: Path) -> None:
    write([document().replace(id="own")], tmp_path / "train.conllu")
    done = namesakes("train", "consistency", "--train", "train.conllu", "--like", "rush-2012", "--out", "model")
    assert done.returncode == 0, done.stderr
    assert Consistency.load(tmp_path / "model").settings == RUSH_2012
    refused = namesakes("train", "consistency", "--train", "train.conllu", "--like", "rush", "--out", "other")
    assert refused.returncode == 2
    assert all(name in refused.stderr for name in NAMED)


def test_self_training(namesakes: Command, tmp_path: Path) -> None:
    write([document().replace(id="own")], tmp_path / "train.conllu")
    (tmp_path / "raw.txt").write_text("The clerk met Ada. Charles sent letters to the court.")
    (tmp_path / "small.toml").write_text(
        "order = 2\nepochs = 3\nfilter-epochs = 2\nbits = 14\nfilter-bits = 12\nlabel-bits = 12\n"
    )
    common = ("train", "parser", "--train", "train.conllu", "--config", "small.toml")
    for extra, out in (((), "plain"), (("--self-train", "raw.txt"), "again")):
        done = namesakes(*common, *extra, "--out", out)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "plain" / "model.json").read_text() != (tmp_path / "again" / "model.json").read_text()
    done = namesakes(*common, "--self-train", "nothing.txt", "--out", "none")
    assert done.returncode != 0
    assert "nothing.txt" in done.stderr


def test_trees_on_gold_tags(namesakes: Command, tmp_path: Path) -> None:
    made = document().replace(id="own")
    write([made], tmp_path / "gold.conllu")
    done = namesakes("evaluate", "syntax", "--data", "gold.conllu", "--gold-tags", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["upos"] == found["xpos"] == 1.0
    right = np.asarray(Syntax.shipped().parser(bare(made)).heads == made.heads)
    assert found["uas"] == pytest.approx(right.mean())
    refused = namesakes("evaluate", "syntax", "--data", "gold.conllu", "--gold-tags", "--raw")
    assert refused.returncode == 2
    assert "--raw" in refused.stderr
