"""Chains on constituents from end to end: a release as it is, in three languages, without a parser."""

import json
import re
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, Command
from tests.release import story, write_release

CONFIG = """\
syntax = "constituents"
language = "{language}"
[chains]
epochs = 3
step = {{kind = "perceptron"}}
[chains.features]
bits = 12
pairs = ["same_head m.kind a.kind", "same_string", "genders m.kind", "sentences m.kind", "m.head a.head"]
alone = ["m.kind", "m.head", "m.match m.kind"]
"""


@pytest.mark.parametrize(
    ("name", "language", "least"), [("english", "en", 0.8), ("chinese", "zh", 0.5), ("arabic", "ar", 0.7)]
)
def test_train_and_evaluate(namesakes: Command, tmp_path: Path, name: str, language: str, least: float) -> None:
    write_release(tmp_path / "train", name, range(8))
    write_release(tmp_path / "dev", name, range(8, 11), auto_chains=False)
    (tmp_path / "chains.toml").write_text(CONFIG.format(language=language))
    train = ("train", "chains", "--config", "chains.toml", "--train", "train", "--dev", "dev", "--out", "model")
    done = namesakes(*train, "--annotation", "auto")
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr
    about = json.loads((tmp_path / "model" / "model.json").read_text())
    assert about.get("language", "en") == language
    options = ("--data", "dev", "--annotation", "auto", "--syntax", "constituents", "--model", "model", "--json")
    done = namesakes("evaluate", "chains", *options)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["documents"], found["syntax"]) == (3, "constituents")
    assert found["conll"] > least


def test_what_is_not_said_is_asked_for(namesakes: Command, tmp_path: Path) -> None:
    write_release(tmp_path / "en", "english", range(2))
    write_release(tmp_path / "zh", "chinese", range(8))
    done = namesakes("evaluate", "chains", "--data", "en")
    assert done.returncode == 1
    assert "Say which one is meant: --annotation auto, or gold." in done.stderr
    done = namesakes("evaluate", "chains", "--data", "zh", "--annotation", "gold")
    assert done.returncode == 1
    assert "6 documents are probably not in English" in done.stderr, "the other two are too short to tell"
    assert "has other tags (AD, AS, DEG, NR …) than the Penn Treebank has" in done.stderr
    done = namesakes("evaluate", "chains", "--data", "zh", "--annotation", "gold", "--language", "zh")
    assert (done.returncode, done.stderr) == (
        2,
        "namesakes: there is no shipped model of chains for the language 'zh'.\n"
        "Train one, and name its folder with --model.\n",
    )
    done = namesakes("evaluate", "chains", "--data", "zh", "--language", "de")
    assert done.returncode == 2
    assert "Known: ar, en, zh." in done.stderr
    (tmp_path / "chains.toml").write_text('syntax = "gold"\nlanguage = "zh"\n')
    done = namesakes("train", "chains", "--config", "chains.toml", "--train", "zh", "--out", "model")
    assert done.returncode == 2
    assert 'Train on the phrases that documents have: syntax = "constituents".' in done.stderr


PARSER = """\
epochs = 1
filter-epochs = 1
label-epochs = 1
bits = 12
filter-bits = 12
label-bits = 12
tag-folds = 0
"""


def test_a_parser_is_trained_on_bracketed_trees(namesakes: Command, tmp_path: Path) -> None:
    trees = (re.sub(r"\[\d |\]", "", tree) for number in range(10) for tree in story("english", number)[1])
    (tmp_path / "wsj").mkdir()
    (tmp_path / "wsj" / "a.mrg").write_text("\n".join(trees))
    done = namesakes("convert", "wsj", "wsj.conllu", "--dependencies", "penn2malt")
    assert done.returncode == 0, done.stderr
    assert "1\tAnn\t_\tPROPN\tNNP\t_\t2\tVMOD\t_\t_\n" in (tmp_path / "wsj.conllu").read_text()
    done = namesakes("convert", "wsj", "-", "--to", "conllu", "--dependencies", "malt")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no convention of dependencies called 'malt'. Did you mean 'penn2malt'?" in done.stderr
    (tmp_path / "parser.toml").write_text(PARSER)
    done = namesakes("train", "parser", "--train", "wsj.conllu", "--config", "parser.toml", "--into", "wsj-parser")
    assert done.returncode == 0, done.stderr
    done = namesakes("evaluate", "syntax", "--data", "wsj.conllu", "--pipeline", "wsj-parser", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["uas"] > 0.5
    assert "lemma" not in found


@pytest.mark.parametrize(("name", "language"), [("english", "en"), ("arabic", "ar")])
def test_a_learned_loss(namesakes: Command, tmp_path: Path, name: str, language: str) -> None:
    """The commands of `docs/reproduce.md` for Haponchyk & Moschitti (2017), with the settings of `examples/`."""
    write_release(tmp_path / "train", name, range(8))
    write_release(tmp_path / "dev", name, range(8, 11), auto_chains=False)
    shared = f'syntax = "constituents"\nlanguage = "{language}"\n'
    (tmp_path / "loss.toml").write_text(f"{shared}rounds = 4\n")
    grid = 'losses = ["tree-edges"]\nstrengths = [1, 100]\ntree-edges = [0.1]\n'
    chains = '[chains]\nepochs = 2\nupdate = "loss-augmented"\nstep = {kind = "perceptron"}\n'
    (tmp_path / "grid.toml").write_text(f"{shared}{grid}{chains}")
    data = ("--train", "train", "--dev", "dev")
    for call in (("train", "loss", "--config", "loss.toml"), ("tune-loss", "--config", "grid.toml")):
        done = namesakes(*call, *data, "--out", f"{name}-loss")
        assert (done.returncode, "--annotation auto, or gold" in done.stderr) == (1, True)
    done = namesakes("train", "loss", "--config", "loss.toml", *data, "--annotation", "auto", "--out", f"{name}-loss")
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr
    done = namesakes("tune-loss", "--config", "grid.toml", *data, "--annotation", "auto", "--out", "best.toml")
    assert (done.returncode, "strength" in (tmp_path / "best.toml").read_text()) == (0, True), done.stderr
    config = CHECKOUT / "examples" / "conll2012" / f"{name}-learned-loss.toml"
    done = namesakes("train", "chains", "--config", config, *data, "--annotation", "auto", "--out", "model")
    assert done.returncode == 0, done.stderr
    options = ("--data", "dev", "--annotation", "auto", "--syntax", "constituents", "--model", "model", "--json")
    done = namesakes("evaluate", "chains", *options, "--drop-singletons")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["conll"] > 0.5


@pytest.mark.parametrize("language", ["de", "EN"])
def test_losses_know_languages(namesakes: Command, tmp_path: Path, language: str) -> None:
    write_release(tmp_path / "en", "english", range(2))
    (tmp_path / "settings.toml").write_text(f'language = "{language}"\n')
    for call in (("train", "loss", "--out", "loss"), ("tune-loss", "--dev", "en")):
        done = namesakes(*call, "--config", "settings.toml", "--train", "en", "--annotation", "gold")
        assert done.returncode == 2
        assert "Known: ar, en, zh." in done.stderr
