"""How usual terms are: learned from profiles, and guessed where nothing was learned."""

import numpy as np
import pytest

from namesakes.errors import ModelError
from namesakes.identities.terms.statistics import READERS, Statistics
from tests.identities.specialists.made import counted, profile

PROFILES = [
    profile("Ann Lee", given="Ann", family="Lee", people=counted("Dean Rusk"), words=counted("fleet, treaty")),
    profile("Bo Lee", given="Bo", family="Lee", people=counted("DEAN RUSK, Cy Day"), words=counted("treaty")),
    profile("Cy Day", given="Cy", family="Day", context=counted("treaty")),
]


def test_shares_of_profiles() -> None:
    found = Statistics.learn(PROFILES)
    assert found.documents["names"] == 3
    assert found.documents["people"] == 2
    assert found.frequencies("names", ["lee", "ann", "unknown"]) == pytest.approx([2 / 4, 1 / 4, 1 / 4])
    assert found.frequencies("people", ["dean rusk", "cy day"]) == pytest.approx([2 / 3, 1 / 3])
    assert found.frequencies("words", ["treaty"]) == pytest.approx([3 / 4])


def test_statistics_survive_packing() -> None:
    found = Statistics.learn(PROFILES, least=1)
    again = Statistics.unpacked(*found.packed())
    for kind in READERS:
        np.testing.assert_array_equal(again.frequencies(kind, ["lee", "x"]), found.frequencies(kind, ["lee", "x"]))
    with pytest.raises(ModelError, match="lack"):
        Statistics.unpacked({}, {})


def test_without_a_corpus_rare_english_words_are_rare() -> None:
    found = Statistics().frequencies("words", ["said", "treaty", "qwxyzzy"])
    assert found == pytest.approx([0.8111, 0.0257, 5.1e-5], rel=0.01)
    assert Statistics().frequencies("people", ["dean rusk"]).tolist() == [0.002]
    assert Statistics.learn([]).frequencies("people", ["dean rusk"]).tolist() == [0.002]
    assert len(Statistics().frequencies("words", [])) == 0


def test_a_corpus_of_unique_terms() -> None:
    found = Statistics.learn(PROFILES[:1])
    assert found.frequencies("people", ["dean rusk", "cy day"]).tolist() == [0.5, 0.5]
