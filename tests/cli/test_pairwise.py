"""Models of pairs and the comparison of learners, from end to end."""

import json
from pathlib import Path

import pytest

from tests.chains.made import story
from tests.conftest import CHECKOUT, Command

PAIRS = """\
model = "pairwise-crf"
[pairwise]
e-step = "{e_step}"
rounds = 3
[pairwise.bias]
pairs = "closest"
factor = 3.0
[chains]
decoder = "{decoder}"
[chains.features]
bits = 12
pairs = ["same_head m.kind a.kind", "same_string", "genders m.kind a.kind", "sentences m.kind", "m.head a.head"]
"""
TREE = """\
[chains]
epochs = 3
[chains.features]
bits = 12
pairs = ["same_head m.kind a.kind", "genders m.kind", "m.head a.head"]
alone = ["m.kind", "m.head"]
"""


@pytest.fixture
def stories(tmp_path: Path) -> Path:
    """Stories to train on, others to score on, and configurations."""
    for folder, numbers in (("train", range(8)), ("dev", range(8, 12))):
        (tmp_path / folder).mkdir()
        for number in numbers:
            (tmp_path / folder / f"{number}.conllu").write_text(story(number))
    (tmp_path / "pairs.toml").write_text(PAIRS.format(e_step="B", decoder="single-link"))
    (tmp_path / "local.toml").write_text(PAIRS.format(e_step="none", decoder="closest-first"))
    (tmp_path / "tree.toml").write_text(TREE)
    return tmp_path


TRAIN = ("train", "chains", "--train", "train", "--dev", "dev")


def test_train_and_evaluate_pairs(namesakes: Command, stories: Path) -> None:
    done = namesakes(*TRAIN, "--config", "pairs.toml", "--out", "model", "--work", "work")
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stderr.splitlines()]
    assert ["epoch", "seconds", "loss", "error", "f1", "muc", "conll"] in rows
    assert [row[0] for row in rows if row[0].isdigit() and "mentions" not in row] == ["1", "2", "3"]
    again = namesakes(*TRAIN, "--config", "pairs.toml", "--out", "again", "--work", "work")
    assert again.returncode == 0, again.stderr
    afresh = namesakes(*TRAIN, "--config", "pairs.toml", "--out", "afresh")
    assert afresh.returncode == 0, afresh.stderr
    for name in ("model.json", "arrays.npz"):
        expected = (stories / "model" / name).read_bytes()
        assert (stories / "again" / name).read_bytes() == (stories / "afresh" / name).read_bytes() == expected
    settings = json.loads((stories / "model" / "model.json").read_text())["settings"]
    assert (settings["decoder"], settings["features"]["alone"]) == ("single-link", [])
    done = namesakes("evaluate", "chains", "--data", "dev", "--model", "model", "--drop-singletons", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["metrics"]["muc"]["f1"] > 0.7
    (stories / "one.txt").write_text("Anna met Tom. She likes his house. The house pleases Anna.")
    done = namesakes("coref", "one.txt", "--model", "model", "--explain")
    assert done.returncode == 0, done.stderr
    assert "Anna" in done.stdout


def test_a_model_that_is_not_known(namesakes: Command, stories: Path) -> None:
    (stories / "wrong.toml").write_text('model = "pairwise"\n')
    done = namesakes(*TRAIN, "--config", "wrong.toml", "--out", "model")
    assert done.returncode != 0
    assert "no model called 'pairwise'. Did you mean 'pairwise-crf'?" in done.stderr


def test_compare(namesakes: Command, stories: Path) -> None:
    assert namesakes(*TRAIN, "--config", "local.toml", "--out", "kept").returncode == 0
    call = ("compare", "--configs", "tree.toml", "pairs.toml", "kept", "--data", "dev", "--train", "train")
    call = (*call, "--work", "work", "--drop-singletons")
    done = namesakes(*call, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found["learners"]) == ["tree", "pairs", "kept"]
    best = max(found["learners"], key=lambda name: found["learners"][name]["conll"])
    assert found["best"] == best
    for name, each in found["learners"].items():
        assert (each["wilcoxon_p"] is None) == (name == best)
        assert each["genres"].keys() == {"news", "essay"}
        assert each["documents_per_second"] > 0
        assert (each["training_seconds"] is None) == (name == "kept")
    sizes = [(stories / "kept" / name).stat().st_size for name in ("model.json", "arrays.npz")]
    assert found["learners"]["kept"]["bytes"] == sum(sizes)
    alone = namesakes("evaluate", "chains", "--data", "dev", "--model", "kept", "--drop-singletons", "--json")
    assert json.loads(alone.stdout)["conll"] == found["learners"]["kept"]["conll"]
    again = namesakes(*call)
    assert again.returncode == 0, again.stderr
    assert again.stderr.count("trained before") == 2
    lines = [line.split() for line in again.stdout.splitlines()]
    assert lines[0] == ["tree", "pairs", "kept"]
    shown = [f"{100 * each['conll']:.2f}" for each in found["learners"].values()]
    assert ["CoNLL", *shown] in lines
    assert any(line[:2] == ["CoNLL,", "news"] for line in lines)
    assert "best" in again.stdout


def test_what_cannot_be_compared(namesakes: Command, stories: Path) -> None:
    for call, said in (
        ((), "nothing to compare"),
        (("--configs", "tree.toml"), "name them with --train"),
        (("--configs", "none.toml", "--train", "train"), "neither a configuration nor a folder"),
    ):
        done = namesakes("compare", *call, "--data", "dev")
        assert done.returncode == 2
        assert said in done.stderr
    (stories / "more").mkdir()
    (stories / "more" / "tree.toml").write_text(TREE)
    done = namesakes("compare", "--configs", "tree.toml", "more/tree.toml", "--data", "dev", "--train", "train")
    assert done.returncode == 2
    assert "the same name" in done.stderr


EXAMPLES = [path for path in sorted((CHECKOUT / "examples" / "chains").glob("*.toml")) if path.stem != "selection"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_valid(path: Path) -> None:
    from namesakes.chains.training.recipe import MODELS, RecipeSettings
    from namesakes.config import read_config

    settings = read_config(path, RecipeSettings)
    assert settings.model in MODELS
    assert settings.learner.features.pairs
