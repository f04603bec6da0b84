"""The commands for losses from end to end: a loss is learned, tuned, and trained with."""

import json
from pathlib import Path

import pytest

from tests.chains.made import story
from tests.conftest import Command

FEATURES = """\
bits = 12
pairs = ["same_head m.kind a.kind", "same_string", "genders m.kind", "sentences m.kind", "m.head a.head"]
alone = ["m.kind", "m.head", "m.match m.kind"]
"""
LOSS = f"rounds = 6\n[loss]\nstrength = 10\n[features]\n{FEATURES}"
CHAINS = f"""\
[chains]
epochs = 4
update = "loss-augmented"
loss = "learned"
most = 200
step = {{kind = "perceptron"}}
[chains.augmentation]
strength = 10
model = "lea-loss"
[chains.features]
{FEATURES}"""
GRID = f"""\
losses = ["tree-edges", "learned"]
strengths = [1, 100]
tree-edges = [0.1]
documents = 3
[chains]
update = "loss-augmented"
epochs = 2
step = {{kind = "perceptron"}}
[chains.features]
{FEATURES}"""


@pytest.fixture
def stories(tmp_path: Path) -> Path:
    for folder, numbers in (("train", range(6)), ("dev", range(8, 11))):
        (tmp_path / folder).mkdir()
        for number in numbers:
            (tmp_path / folder / f"{number}.conllu").write_text(story(number))
    for name, text in (("loss.toml", LOSS), ("chains.toml", CHAINS), ("grid.toml", GRID)):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_loss_is_learned_and_trained_with(namesakes: Command, stories: Path) -> None:
    data = ("--train", "train", "--dev", "dev")
    done = namesakes("train", "loss", "--config", "loss.toml", *data, "--measure", "lea", "--out", "lea-loss")
    assert done.returncode == 0, done.stderr
    assert "squared correlation" in done.stderr
    assert json.loads((stories / "lea-loss" / "model.json").read_text())["settings"]["measure"] == "lea"
    for out in ("one", "two"):
        done = namesakes("train", "chains", "--config", "chains.toml", *data, "--out", out)
        assert done.returncode == 0, done.stderr
    assert (stories / "one" / "arrays.npz").read_bytes() == (stories / "two" / "arrays.npz").read_bytes()
    done = namesakes("evaluate", "chains", "--data", "dev", "--model", "one", "--drop-singletons", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["conll"] > 0.4


def test_a_measure_of_something_else_is_refused(namesakes: Command, stories: Path) -> None:
    done = namesakes("train", "loss", "--train", "train", "--measure", "uas", "--out", "loss")
    assert done.returncode == 2
    assert "no measure of chains" in done.stderr


def test_losses_are_tuned(namesakes: Command, stories: Path) -> None:
    call = ("tune-loss", "--config", "grid.toml", "--train", "train", "--dev", "dev", "--log", "log.jsonl")
    done = namesakes(*call, "--out", "best.toml")
    assert done.returncode == 0, done.stderr
    assert len((stories / "log.jsonl").read_text().splitlines()) == 4
    assert (stories / "best.toml").read_text() == done.stdout
    assert done.stdout.startswith('[chains]\nupdate = "loss-augmented"\n')
    again = namesakes(*call)
    assert again.stdout == done.stdout
    assert again.stderr.count("best") == 2
    assert again.stderr.count("\n") == 2
