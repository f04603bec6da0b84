"""Training of identities and their evaluation."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.errors import DataError, ModelError
from namesakes.identities.clustering.memberships import Memberships
from namesakes.identities.evaluation import evaluate, f05, scores
from namesakes.identities.linker import Linker
from namesakes.identities.mixing.ensemble import EnsembleSettings
from namesakes.identities.mixing.sampling import Sampling
from namesakes.identities.model import IdentityModel, IdentitySettings
from namesakes.identities.rows import QueryGroup
from namesakes.identities.training import fold_numbers, train_identities, tune_clusterer
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


def test_a_corpus_is_left_out_as_a_whole() -> None:
    groups = [
        replace(namesakes(name, seed), corpus=name[0]) for seed, name in enumerate(("a1", "a2", "b1", "c1", "b2"))
    ]
    assert fold_numbers(groups, 0) == [0, 0, 1, 2, 1]
    alone = fold_numbers([replace(group, corpus="") for group in groups], 0)
    assert sorted(alone) == [0, 1, 2, 3, 4], "one corpus is divided by names"


def test_certainty_is_learned(trained: IdentityModel) -> None:
    assert trained.certainty is not None
    group = namesakes("held", 91)
    found = evaluate([group], Linker(trained), 0.2)
    assert found["certainty"]["expected_error"] < 0.25
    assert sum(count for *_, count in found["certainty"]["table"]) == len(group.gold)
    assert trained.with_clusterer("connected").certainty is None, "its curves are those of one clusterer"


def test_settings_that_are_given_are_not_tuned() -> None:
    groups = [namesakes("a", 1), namesakes("b", 2)]
    fixed = replace(SETTINGS, clusterers={"average-link": {"threshold": 0.37}})
    assert train_identities(groups, fixed).settings.clusterers["average-link"] == {"threshold": 0.37}


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12))
def test_the_quick_f_is_the_one_that_is_reported(pairs: list[tuple[int, int]]) -> None:
    gold, labels = (np.array(side) for side in zip(*pairs, strict=True))
    found = Memberships(labels, np.ones(len(labels)))
    group = QueryGroup("Lee", [], [str(one) for one in gold.tolist()])
    codes = np.unique(gold, return_inverse=True)[1]
    assert f05(codes, found) == pytest.approx(scores(group, found)["f05"])
