"""The commands for syntax from end to end: parse, evaluate, train."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from namesakes import models, read, write
from namesakes.config import read_config
from namesakes.syntax.entities.name_finder import NameFinder
from namesakes.syntax.rebuild import PARTS, SyntaxSettings
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.spans import Spans
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


def test_parse_to_json_and_to_a_page(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    done = namesakes("parse", "letter.txt", "--to", "json")
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)
    assert [len(sentence["tokens"]) for sentence in row["sentences"]] == [8, 10, 3]
    tokens = [token for sentence in row["sentences"] for token in sentence["tokens"]]
    assert [row["text"][token["start"] : token["end"]] for token in tokens] == [token["text"] for token in tokens]
    assert tokens[9]["lemma"] == "tell"
    assert tokens[tokens[8]["head"]]["text"] == "told"
    assert ("J. R. Smith", "PER") in [(name["text"], name["label"]) for name in row["entities"]]
    done = namesakes("parse", "letter.txt", "--to", "html", "--out", "letter.html")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "letter.html").read_text()
    assert page.count("<svg") == 3
    assert "Smith<small>PER</small>" in page
    (tmp_path / "letter.json").write_text(json.dumps([row]))
    (from_page,), (from_json,) = read(tmp_path / "letter.html"), read(tmp_path / "letter.json")
    assert from_page.words == from_json.words
    assert from_page.entity_table == from_json.entity_table
    assert from_page.heads is not None
    assert from_page.heads.tolist() == [-1 if token["head"] is None else token["head"] for token in tokens]


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


SETTINGS = """
[tokenizer]
seed = 5

[tagger]
known = 1

[tagger.chain]
bits = 16
rounds = 2

[parser]
bits = 16
epochs = 1

[entities]
untagged = 1
"""


def test_train_everything_at_once(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    namesakes("parse", "letter.txt", "--out", "gold.conllu")
    (document,) = read(tmp_path / "gold.conllu")
    write([document.replace(id=f"copy{number}") for number in range(3)], tmp_path / "train.conllu")
    named = document.replace(entity_table=Spans.build([(1, 4, "PER")]))
    write([named.replace(id=f"copy{number}") for number in range(3)], tmp_path / "names.bio")
    (tmp_path / "all.toml").write_text(SETTINGS)
    trained = ["train", "syntax", "--config", "all.toml", "--train", "train.conllu", "--seed", "3", "--out"]
    done = namesakes(*trained, "models", "--names", "names.bio")
    assert done.returncode == 0, done.stderr
    parts = ["tokenizer", "tagger", "lemmas", "parser", "entities"]
    assert done.stderr.splitlines() == [f"model written to models/en-{part}" for part in parts]
    for part in parts[:4]:
        alone = namesakes("train", part, *trained[2:-1], "--out", f"alone/{part}")
        assert alone.returncode == 0, alone.stderr
        for file in ("model.json", "arrays.npz"):
            assert (tmp_path / "alone" / part / file).read_bytes() == (
                tmp_path / "models" / f"en-{part}" / file
            ).read_bytes()
    assert json.loads((tmp_path / "models" / "en-tokenizer" / "model.json").read_text())["settings"]["seed"] == 3
    finder, tagger = (
        NameFinder.load(tmp_path / "models" / "en-entities"),
        Tagger.load(tmp_path / "models" / "en-tagger"),
    )
    found = finder(tagger(document.replace(entity_table=None)))
    assert [name.text for name in found.entities] == ["J. R. Smith"]


def test_a_section_that_no_part_has(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    namesakes("parse", "letter.txt", "--out", "gold.conllu")
    (tmp_path / "all.toml").write_text("[parsers]\nepochs = 1\n")
    done = namesakes("train", "syntax", "--config", "all.toml", "--train", "gold.conllu", "--out", "models")
    assert done.returncode == 2
    assert "Did you mean 'parser'?" in done.stderr
    (tmp_path / "all.toml").write_text("[parser]\nepoch = 1\n")
    done = namesakes("train", "syntax", "--config", "all.toml", "--train", "gold.conllu", "--out", "models")
    assert done.returncode == 2
    assert "Did you mean 'epochs'?" in done.stderr
    assert not (tmp_path / "models").exists()


def differences(said: dict[str, Any], wanted: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The settings that both have and that differ; a model says more of itself, and not all of its training."""
    for name in said.keys() & wanted.keys():
        if isinstance(wanted[name], dict):
            yield from differences(said[name], wanted[name])
        elif said[name] != wanted[name]:
            yield name, said[name], wanted[name]


@pytest.mark.parametrize("part", PARTS)
def test_the_shipped_models_were_trained_with_the_shipped_settings(part: str) -> None:
    path = Path(models.__path__[0]) / "en-syntax.toml"
    said = json.loads((path.parent / f"en-{part}" / "model.json").read_text())["settings"]
    assert list(differences(said.get("training", said), asdict(getattr(read_config(path, SyntaxSettings), part)))) == []


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
