"""The settings in `examples/conll2012` are understood; their templates look at mentions, pairs and clusters alone."""

from pathlib import Path

import pytest

from namesakes.chains.features.template_sets import SETS, looks_further
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.training.feature_selection import SelectionSettings
from namesakes.chains.training.recipe import RecipeSettings
from namesakes.config import read_config
from tests.conftest import CHECKOUT

FOLDER = CHECKOUT / "examples" / "conll2012"
FILES = sorted(FOLDER.glob("*local.toml"))
LANGUAGES = {"english": "en", "chinese": "zh", "arabic": "ar"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_settings_of_the_paper(path: Path) -> None:
    settings = read_config(path, RecipeSettings)
    name, _, kind = path.stem.partition("-")
    assert settings.language == LANGUAGES[name]
    assert (settings.syntax, settings.chains.epochs) == ("constituents", 25)
    features = settings.chains.features
    assert (len(features.clusters) > 0, settings.chains.update) == (
        (True, "delayed-laso") if kind == "non-local" else (False, "baseline")
    )
    BeamModel(features).templates.check()
    assert [each for each in (*features.pairs, *features.alone, *features.clusters) if looks_further(each)] == []
    assert any(template.startswith("g.") for template in features.clusters) == (kind == "non-local")


def test_there_are_two_for_each_language() -> None:
    assert len(FILES) == 6


@pytest.mark.parametrize("name", ["english", "arabic"])
def test_settings_of_a_learned_loss(name: str) -> None:
    settings = read_config(FOLDER / f"{name}-learned-loss.toml", RecipeSettings)
    chains = settings.chains
    assert (settings.language, settings.syntax) == (LANGUAGES[name], "constituents")
    assert (chains.update, chains.loss, chains.epochs, chains.step.kind) == (
        ("loss-augmented", "learned", 50, "perceptron")
    )
    assert chains.augmentation.model == f"{name}-loss"
    assert chains.features.pairs == SETS["local"].pairs


def test_settings_of_selection() -> None:
    settings = read_config(CHECKOUT / "examples" / "chains" / "selection.toml", SelectionSettings)
    assert (settings.keep, settings.held_out) == ("first", 0.25)
    assert settings.pairs == SETS["local"].pairs
    BeamModel(settings.chains.features).templates.check()
