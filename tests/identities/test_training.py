"""Training of identities and their evaluation."""

from pathlib import Path

import numpy as np
import pytest

from namesakes.errors import DataError, ModelError
from namesakes.identities.clustering.memberships import Memberships
from namesakes.identities.evaluation import evaluate, scores
from namesakes.identities.linker import Linker
from namesakes.identities.mixing.ensemble import EnsembleSettings
from namesakes.identities.mixing.sampling import Sampling
from namesakes.identities.model import IdentityModel, IdentitySettings
from namesakes.identities.rows import QueryGroup
from namesakes.identities.training import train_identities, tune_clusterer
from namesakes.profiles.profile import PersonName, Profile

SETTINGS = IdentitySettings(EnsembleSettings(("words", "context", "people-jaccard"), "logistic", sampling=Sampling(0)))


def namesakes(name: str, seed: int, people: int = 3, documents: int = 4) -> QueryGroup:
    """People of one name, each with words and company of their own among words that all have."""
    random, profiles, gold = np.random.default_rng(seed), [], []
    for person in range(people):
        own = [f"{name}{person}word{number}" for number in range(12)]
        for document in range(documents):
            words = dict.fromkeys(random.choice(own, 6, replace=False).tolist(), 2)
            words |= {f"common{number}": 1 for number in random.integers(0, 20, 8).tolist()}
            company = {f"{name} Friend{person}": 1, f"Guest {random.integers(0, 9)}": 1}
            profile = Profile(
                f"{name}-{person}-{document}", 0, name=PersonName(name), words=words, context=words, people=company
            )
            profiles.append(profile)
            gold.append(f"{name}-{person}")
    return QueryGroup(name, profiles, gold)


@pytest.fixture(scope="module")
def trained() -> IdentityModel:
    return train_identities([namesakes(name, seed) for seed, name in enumerate("abcdef")], SETTINGS)


def test_people_are_told_apart(trained: IdentityModel) -> None:
    groups = [namesakes(name, seed) for seed, name in enumerate("xyz", start=50)]
    found = evaluate(groups, Linker(trained), trained.settings.baseline)
    assert [found[name] for name in ("purity", "inverse_purity", "f05", "f02", "b3")] == [1.0] * 5
    assert found["tfidf_baseline"] == 1.0
    assert found["all_in_one"] == pytest.approx(0.5)
    assert found["one_in_one"] == pytest.approx(0.4)
    assert found["names"] == 3
    assert set(found["by_name"]) == set("xyz")


@pytest.mark.parametrize("name", ["dbscan", "connected", "karc", "frc-hard"])
def test_every_clusterer_can_be_asked_for(trained: IdentityModel, name: str) -> None:
    group = namesakes("w", 99)
    found = Linker(trained.with_clusterer(name)).memberships(group.profiles)
    assert found.labels.tolist() == np.repeat([0, 1, 2], 4).tolist()
    assert scores(group, found)["f05"] == 1.0


def test_a_model_is_kept(trained: IdentityModel, tmp_path: Path) -> None:
    trained.save(tmp_path / "model")
    again, group = IdentityModel.load(tmp_path / "model"), namesakes("w", 98)
    assert again.settings.clusterers == trained.settings.clusterers
    assert again.settings.baseline == trained.settings.baseline
    assert Linker(again)(group.profiles) == Linker(trained)(group.profiles)


def test_a_model_without_a_clusterer_is_refused(trained: IdentityModel, tmp_path: Path) -> None:
    trained.ensemble.save(tmp_path / "model")
    with pytest.raises(ModelError, match="lacks 'clusterer'"):
        IdentityModel.load(tmp_path / "model")


def test_training_gives_the_same_bytes(tmp_path: Path) -> None:
    groups = [namesakes(name, seed) for seed, name in enumerate("abc")]
    for place in ("one", "other"):
        train_identities(groups, SETTINGS, seed=3).save(tmp_path / place)
    for name in ("model.json", "arrays.npz"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def test_nothing_to_learn_from_is_an_error() -> None:
    with pytest.raises(DataError, match="no name to learn from"):
        train_identities([])


def test_of_equal_settings_the_middle_one_is_taken() -> None:
    group = QueryGroup("n", [Profile(str(number), 0) for number in range(4)], ["a", "a", "b", "b"])
    blocks = np.kron(np.eye(2), np.ones((2, 2))).astype(np.float32)
    chosen, score = tune_clusterer([(group, blocks)], "average-link", {"threshold": (0.1, 0.5, 0.9)}, {})
    assert (chosen, score) == ({"threshold": 0.5}, 1.0)


def test_items_in_two_sets_count_in_both() -> None:
    shares = np.array([[0.9, 0.1], [0.6, 0.4], [0.1, 0.9]])
    found = Memberships(shares.argmax(axis=1), shares.max(axis=1), shares, 0.3)
    measured = scores(QueryGroup("n", [Profile("", 0)] * 3, ["a", "a", "b"]), found)
    assert measured["purity"] == pytest.approx(3 / 4)
    assert measured["inverse_purity"] == 1.0
    assert measured["b3"] == 1.0
