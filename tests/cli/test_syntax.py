"""The commands for syntax from end to end: parse, evaluate, train."""

import json
from pathlib import Path

import pytest

from namesakes import read, write
from tests.conftest import Command

TEXT = "Mr. J. R. Smith didn't leave. He told his wife that the dog was asleep.\n\nShe laughed."


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_text(TEXT)
    return path


def test_parse_a_text(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    done = namesakes("parse", "letter.txt", "--out", "letter.conllu")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "1 document written to letter.conllu\n"
    (document,) = read(tmp_path / "letter.conllu")
    assert [len(sentence.tokens) for sentence in document.sentences] == [8, 10, 3]
    assert document.words[4:6] == ("did", "n't")
    assert document.columns["upos"][3] == "PROPN"
    assert document.columns["xpos"][8] == "PRP"
    assert document.columns["lemma"][9] == "tell"
    assert document.heads is not None
    assert [int(head) for head in document.heads].count(-1) == 3
    assert len(document.paragraphs) == 2


def test_parse_to_standard_output_in_two_processes(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    (tmp_path / "second.txt").write_text("Ann ran. Ben did not.")
    alone = namesakes("parse", "letter.txt", "second.txt")
    together = namesakes("parse", "letter.txt", "second.txt", "--jobs", "2")
    assert alone.returncode == 0
    assert alone.stdout == together.stdout
    assert alone.stdout.count("# newdoc id") == 2


def test_evaluate(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    namesakes("parse", "letter.txt", "--out", "gold.conllu")
    for options in ([], ["--raw"]):
        done = namesakes("evaluate", "syntax", "--data", "gold.conllu", "--json", "--known", "gold.conllu", *options)
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        names = ("tokens_f1", "sentences_f1", "upos", "xpos", "lemma", "uas", "las")
        assert {name: found[name] for name in names} == pytest.approx(dict.fromkeys(names, 1.0))
        assert found["tokens_per_second"] > 0
        assert "unknown_xpos" in found
    assert "tokens per second" in namesakes("evaluate", "syntax", "--data", "gold.conllu").stdout


@pytest.mark.parametrize("part", ["tokenizer", "tagger", "lemmas", "parser"])
def test_train_on_files_of_ones_own(namesakes: Command, letter: Path, tmp_path: Path, part: str) -> None:
    namesakes("parse", "letter.txt", "--out", "gold.conllu")
    (document,) = read(tmp_path / "gold.conllu")
    write([document.replace(id=f"copy{number}") for number in range(3)], tmp_path / "train.conllu")
    done = namesakes("train", part, "--train", "train.conllu", "--out", "model", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "model" / "model.json").read_text())["format"] == 1


def test_nothing_to_train_on(namesakes: Command, tmp_path: Path) -> None:
    done = namesakes("train", "tagger", "--out", "model")
    assert done.returncode == 2
    assert "Name the folder of the corpora with --data" in done.stderr
    done = namesakes("train", "tagger", "--out", "model", "--data", tmp_path)
    assert done.returncode == 1
    (tmp_path / "settings.toml").write_text("epoch = 3\n")
    done = namesakes("train", "parser", "--out", "model", "--data", tmp_path, "--config", "settings.toml")
    assert done.returncode == 2
    assert "Did you mean 'epochs'?" in done.stderr
