"""Ensembles: training on made-up people, sampling of pairs, saving, and what they say of a pair."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.config import fill
from namesakes.errors import ConfigError, DataError, ModelError, UnknownNameError, UsageError
from namesakes.identities.mixing.ensemble import Ensemble, EnsembleSettings, create_mixer
from namesakes.identities.mixing.sampling import Sampling, sampled_pairs
from namesakes.identities.terms.statistics import Statistics
from namesakes.learning.mixer import MIXERS
from namesakes.learning.model import Model, save_model
from namesakes.profiles.profile import Profile
from tests.identities.specialists.made import counted, profile

SOME = ("people", "context", "title-words", "gender", "births")


def people(seed: int, count: int = 24, identities: int = 4) -> tuple[list[Profile], list[str]]:
    """A block of profiles of a few people, each with friends, words and a title of their own, and noise."""
    random = np.random.default_rng(seed)
    found, labels = [], []
    for place in range(count):
        who = place % identities
        friends = {f"Friend{who}x{random.integers(3)} Family{who}": 1, f"Noise{random.integers(9)} Usual": 1}
        words = {f"word{who}x{random.integers(4)}": 1, f"common{random.integers(5)}": 2}
        facts = {"title": ["nurse", "senator", "pilot", "judge"][who]} if random.random() < 0.5 else {}
        found.append(profile("Lee", facts, document=str(place), family="Lee", people=friends, context=words))
        labels.append(f"lee-{seed}-{who}")
    return found, labels


def trained(mixer: str, **learning: object) -> Ensemble:
    blocks, labels = zip(*(people(seed) for seed in range(3)), strict=True)
    return Ensemble.train(blocks, labels, EnsembleSettings(SOME, mixer, learning))


MEANS = {
    "seg": (0.386, 0.064),
    "logistic": (0.672, 0.309),
    "evidence": (0.575, 0.428),
    "boosted": (0.613, 0.405),
    "equal": (0.284, 0.071),
}
"""The mean similarities of one person's profiles and of two persons'."""


@pytest.mark.parametrize("mixer", list(MIXERS))
def test_an_ensemble_tells_people_it_never_saw_apart(mixer: str) -> None:
    ensemble = trained(mixer)
    profiles, labels = people(9)
    found = ensemble.similarities(profiles)
    np.testing.assert_array_equal(found, found.T)
    assert (found.diagonal() == 1).all()
    same = np.equal.outer(labels, labels)
    others = ~np.eye(len(labels), dtype=bool)
    assert (np.nanmean(found[same & others]), np.nanmean(found[~same])) == pytest.approx(MEANS[mixer], abs=0.005)


@pytest.mark.parametrize("mixer", list(MIXERS))
def test_a_saved_ensemble_is_the_same_and_has_the_same_bytes(mixer: str, tmp_path: Path) -> None:
    ensemble = trained(mixer)
    ensemble.save(tmp_path / "one")
    again = Ensemble.load(tmp_path / "one")
    again.save(tmp_path / "two")
    for name in ("arrays.npz", "model.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    profiles, _ = people(8)
    np.testing.assert_array_equal(again.similarities(profiles), ensemble.similarities(profiles))
    assert again.settings == ensemble.settings


def test_no_evidence_is_no_number() -> None:
    ensemble = Ensemble.untrained(EnsembleSettings(SOME))
    found = ensemble.similarities([Profile("a", 0), Profile("b", 0), people(1)[0][0]])
    assert np.isnan(found[0, 1])
    assert np.isnan(found[0, 2])
    assert ensemble.similarities([]).shape == (0, 0)
    assert ensemble.similarities([Profile("a", 0)]).tolist() == [[1.0]]


def test_votes_say_who_was_awake_and_what_each_changed() -> None:
    ensemble = trained("seg")
    a = profile("Lee", {"title": "nurse"}, gender="female", people=counted("Dean Rusk, Bo Ek"))
    b = profile("Lee", {"title": "nurse"}, gender="male", people=counted("Dean Rusk"))
    votes = {vote.specialist: vote for vote in ensemble.votes(a, b)}
    assert set(votes) == set(SOME)
    assert votes["gender"].vote == 0
    assert votes["gender"].effect == pytest.approx(-0.254, abs=1e-3)
    assert votes["title-words"].vote == pytest.approx(1)
    assert votes["births"].vote is None
    assert votes["births"].effect == 0
    assert sum(vote.weight for vote in votes.values()) == pytest.approx(1)


def test_the_block_changes_what_usual_people_tell() -> None:
    ensemble = Ensemble.untrained(EnsembleSettings(("people-shared",)))
    a, b = (profile(people=counted("Dean Rusk")) for _ in range(2))
    crowd = [profile(people=counted("Dean Rusk")) for _ in range(30)]
    (alone,), (among,) = ensemble.votes(a, b), ensemble.votes(a, b, [a, b, *crowd])
    assert alone.vote is not None
    assert among.vote is not None
    assert among.vote < alone.vote
    assert among.vote == pytest.approx(float(ensemble.specialists[0].compare([a, b, *crowd])[0, 1]))


LABELS = st.lists(st.sampled_from(["a", "b", "c", None]), max_size=15)


@given(LABELS, st.integers(0, 99))
def test_sampled_pairs_are_balanced_and_right(labels: list[str | None], seed: int) -> None:
    (some, others), same = sampled_pairs(labels, Sampling(), np.random.default_rng(seed))
    for one, other, known in zip(some.tolist(), others.tolist(), same.tolist(), strict=True):
        assert one < other
        assert labels[one] is not None
        assert labels[other] is not None
        assert (labels[one] == labels[other]) == known
    assert len(set(zip(some.tolist(), others.tolist(), strict=True))) == len(same)
    assert (~same).sum() <= max(same.sum(), 1)


def test_sampling_by_its_settings() -> None:
    labels = ["a"] * 10 + ["b"] * 10 + [None]
    random = np.random.default_rng(0)
    assert len(sampled_pairs(labels, Sampling(ratio=0), random)[1]) == 190
    same = sampled_pairs(labels, Sampling(ratio=2, most=20), random)[1]
    assert (same.sum(), (~same).sum()) == (20, 40)


def test_even_blocks_count_the_same() -> None:
    blocks, labels = zip(people(1, 8, 2), people(2, 30, 3), strict=True)
    ensemble = Ensemble.untrained(EnsembleSettings(SOME, sampling=Sampling(even=1.0)))
    found = ensemble.instances([ensemble.block_votes(block) for block in blocks], labels)
    first = len(sampled_pairs(labels[0], Sampling(), np.random.default_rng(0))[1])
    assert found.weights[:first].sum() == pytest.approx(found.weights[first:].sum())
    assert found.weights.mean() == pytest.approx(1)


def test_rescoring_sees_the_whole_block() -> None:
    blocks, labels = zip(*(people(seed, 12, 3) for seed in range(1, 6)), strict=True)
    settings = EnsembleSettings(SOME, "logistic", second="boosted", second_learning={"trees": 5, "least": 5})
    ensemble = Ensemble.train(blocks, labels, settings)
    found = ensemble.similarities(blocks[0])
    assert np.array_equal(found, found.T)
    assert ((found >= 0) & (found <= 1)).all()
    pair = ensemble.similarities(blocks[0][:2])
    assert pair[0, 1] == Ensemble(ensemble.statistics, ensemble.mixer, settings).similarities(blocks[0][:2])[0, 1]
    with pytest.raises(DataError, match="several names"):
        Ensemble.train(blocks[:1], labels[:1], settings)


def test_rescoring_is_kept(tmp_path: Path) -> None:
    blocks, labels = zip(*(people(seed, 12, 3) for seed in range(1, 4)), strict=True)
    settings = EnsembleSettings(SOME, "logistic", second="boosted", second_learning={"trees": 3, "least": 5})
    ensemble = Ensemble.train(blocks, labels, settings)
    ensemble.save(tmp_path / "model", {"note": 1})
    again, more = Ensemble.load_with(tmp_path / "model")
    assert np.array_equal(again.similarities(blocks[0]), ensemble.similarities(blocks[0]))
    assert more == {"note": 1}


def test_given_names_are_asked_only_where_some_clash() -> None:
    settings = EnsembleSettings(("nicknames", "context"), "equal", contrast=("nicknames",))
    ensemble, words = Ensemble.untrained(settings), {"parser": 1}
    marks = [profile("Mark Lee", document=str(n), given="Mark", family="Lee", context=words) for n in range(3)]
    other = profile("Bob Lee", document="9", given="Bob", family="Lee", context=words)
    assert np.isnan(ensemble.block_votes(marks).votes[:, 0]).all()
    assert ensemble.block_votes([*marks, other]).votes[:, 0].tolist() == [1, 1, 0, 1, 0, 0]
    assert fill(EnsembleSettings, {"contrast": ["nicknames"]}).contrast == ("nicknames",)


def test_training_is_the_same_for_the_same_seed() -> None:
    assert trained("seg").mixer.weights == trained("seg").mixer.weights


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    block, labels = people(1)
    with pytest.raises(UsageError, match="differ in length"):
        Ensemble.train([block], [labels[1:]])
    with pytest.raises(UsageError, match="one of the two kinds is missing"):
        Ensemble.train([block], [["x"] * len(block)], EnsembleSettings(SOME))
    with pytest.raises(UsageError, match="one of the two kinds is missing"):
        Ensemble.train([block], [[None] * len(block)], EnsembleSettings(SOME))
    with pytest.raises(UnknownNameError, match="there is no mixer called 'blender'"):
        Ensemble.untrained(EnsembleSettings(SOME, "blender"))
    with pytest.raises(UnknownNameError, match="there is no specialist"):
        Ensemble.untrained(EnsembleSettings(("horoscope",)))
    with pytest.raises(ConfigError, match="has no settings"):
        create_mixer("equal", SOME, {"rate": 1.0})
    with pytest.raises(UnknownNameError, match="speed"):
        create_mixer("seg", SOME, {"speed": 1.0})
    with pytest.raises(ConfigError, match="ratio"):
        Sampling(ratio=-1)
    save_model(tmp_path, Model("identities", {}, {}))
    with pytest.raises(ModelError, match="lacks 'mixer'"):
        Ensemble.load(tmp_path)


def test_settings_from_a_file() -> None:
    values = {"specialists": ["people"], "mixer": "seg", "learning": {"rate": 0.1}, "sampling": {"ratio": 2}}
    settings = fill(EnsembleSettings, values)
    assert settings == EnsembleSettings(("people",), "seg", {"rate": 0.1}, Sampling(ratio=2.0))
    assert Ensemble.untrained(settings, Statistics()).mixer.settings.rate == 0.1
