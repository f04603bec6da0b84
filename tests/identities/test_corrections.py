"""Learning from corrections of people: only what helps with names that were left out is learned."""

from dataclasses import replace

import numpy as np
import pytest

from namesakes.errors import DataError
from namesakes.identities.corrections import WAYS, CorrectedBlock, Way, learned
from namesakes.identities.mixing.ensemble import EnsembleSettings
from namesakes.identities.mixing.sampling import Sampling
from namesakes.identities.model import IdentityModel, IdentitySettings
from namesakes.identities.training import train_identities
from tests.identities.test_training import namesakes

SPECIALISTS = ("words", "context", "people-jaccard")


def trained(mixer: str) -> IdentityModel:
    settings = IdentitySettings(EnsembleSettings(SPECIALISTS, mixer, sampling=Sampling(0)))
    return train_identities([namesakes(name, seed) for seed, name in enumerate("abcdef")], settings)


@pytest.fixture(scope="module")
def model() -> IdentityModel:
    return trained("evidence")


def with_threshold(model: IdentityModel, threshold: float) -> IdentityModel:
    own = {**model.settings.clusterers[model.settings.clusterer], "threshold": threshold}
    clusterers = {**model.settings.clusterers, model.settings.clusterer: own}
    return IdentityModel(model.ensemble, replace(model.settings, clusterers=clusterers))


def at(model: IdentityModel) -> float:
    return float(model.settings.clusterers[model.settings.clusterer]["threshold"])


def blocks(count: int = 8, corrections: int = 2) -> list[CorrectedBlock]:
    """Names whose bearers are known, with pairs of whom some are one and some are not."""
    found = []
    for seed in range(count):
        group = namesakes("xyzuvwst"[seed], 60 + seed)
        labels = np.unique(np.array(group.gold), return_inverse=True)[1].tolist()
        found.append(CorrectedBlock(group.profiles, labels, [(0, 1, True), (0, 4, False)], corrections))
    return found


def highest_that_joins(model: IdentityModel) -> float:
    """A threshold a little above that at which people are found."""
    from namesakes.identities.evaluation import f05
    from namesakes.identities.name_table import name_constraints

    (block,) = blocks(1)
    gold, similar = np.array(block.labels), model.similarities(block.profiles)
    for threshold in np.arange(0.3, 1.0, 0.01).tolist():
        found = with_threshold(model, threshold).clusterer.cluster(similar, name_constraints(block.profiles))
        if threshold > at(model) and f05(gold, found) < 0.9:
            return float(round(threshold, 2))
    raise AssertionError("there is no such threshold")


def test_a_threshold_that_is_too_high_is_lowered(model: IdentityModel) -> None:
    shifted = with_threshold(model, highest_that_joins(model))
    found = learned(shifted, blocks())
    assert found.helps
    assert found.after > found.before or found.after == 1.0
    assert at(found.model) < at(shifted) or found.chosen.way.strength is not None
    best = max(found.trials, key=lambda trial: trial.score)
    assert best.score > found.trials[0].score


@pytest.mark.parametrize("mixer", ["evidence", "logistic"])
def test_where_nothing_is_wrong_nothing_is_learned(mixer: str) -> None:
    model = trained(mixer)
    found = learned(model, blocks())
    assert found.trials[0].score == 1.0
    assert not found.helps
    assert found.model is model
    assert found.chosen.way == WAYS[0] == Way()


def test_the_same_corrections_teach_the_same(model: IdentityModel) -> None:
    shifted = with_threshold(model, highest_that_joins(model))
    one, other = (learned(shifted, blocks()) for _ in range(2))
    assert one.trials == other.trials
    assert at(one.model) == at(other.model)
    group = namesakes("q", 99)
    assert np.array_equal(one.model.similarities(group.profiles), other.model.similarities(group.profiles))


@pytest.mark.parametrize("given", [[], blocks(2, 20), blocks(5, 1)], ids=["none", "two names", "five corrections"])
def test_too_little_is_refused(model: IdentityModel, given: list[CorrectedBlock]) -> None:
    with pytest.raises(DataError, match=r"too little to learn from(.|\n)*8 or more, of 3 names"):
        learned(model, given)


def test_ways_have_names() -> None:
    assert list(map(str, WAYS))[:3] == ["nothing", "threshold alone", "prior 300"]
