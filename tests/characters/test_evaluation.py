"""Casts of novels: counts by hand, sums, and the simple ways beside them."""

from collections import Counter
from pathlib import Path

import pytest

from namesakes.characters.baselines import NearbyNames, by_names, labelled
from namesakes.characters.evaluation import counted
from namesakes.characters.measures import WAYS, CastCounts, finished
from namesakes.characters.people import People, Somebody
from tests.chains.novels.made import made_document, made_novel


@pytest.fixture
def counts(tmp_path: Path) -> CastCounts:
    novel = made_novel(tmp_path)
    return counted(novel, People(made_document(novel)), seconds=2.0)


def test_characters_names_and_genders(counts: CastCounts) -> None:
    found = counts.to_json()
    # names of one alone: Tom Hale, Mrs. Hale, Clara Finch, twice Clara and Tom; a bare Hale is of two
    assert found["characters"]["gold"] == 3
    assert counts.counts["found cast"] >= 2
    assert found["aliases"]["cast"]["precision"] == 1.0
    assert found["aliases"]["cast"]["f1"] > found["aliases"]["each"]["f1"]
    assert found["gender"]["characters"] == 2
    assert (found["gender"]["cast"]["right"], found["gender"]["male"]["right"]) == (1.0, 0.5)


def test_speakers(counts: CastCounts) -> None:
    found = counts.to_json()["speakers"]
    # Good day, and She is well; nobody knows who cries Fire!, and of the miller no pronoun says that he is somebody
    assert found["quotes"] == 5
    assert counts.counts["speaker cast right"] == 2  # the key gives Come in to another on purpose
    assert found["nearest"] <= found["cast"]
    assert 0 < found["sure"] <= 1


def test_sums_and_means(counts: CastCounts) -> None:
    found = finished({"one": counts, "two": counts})
    assert found["words"] == 2 * counts.to_json()["words"]
    assert found["seconds"] == 4.0
    assert found["characters"]["gold"] == 6
    for way in WAYS:
        assert found["means"]["aliases"][way] == pytest.approx(counts.to_json()["aliases"][way])
    assert finished({})["speakers"]["quotes"] == 0


def test_simple_ways(tmp_path: Path) -> None:
    people = People(made_document(made_novel(tmp_path)))
    ways = labelled(people)
    assert set(ways) == set(WAYS)
    assert len({frozenset(each) for each in ways.values()}) == 1, "all begin with the same names"
    nearby = NearbyNames(people)
    assert nearby.nearest(0) == -1
    assert NearbyNames(people).frequent(10**6, 10**6 + 1) == -1
    by_hand = Counter(
        people.numbers[place] for place, at in enumerate(people.cast.places) if people.inside[at.first] < 0
    )
    assert nearby.frequent(0, len(people.words)) in {
        number for number, count in by_hand.items() if count == max(by_hand.values())
    }
    assert by_names(Somebody(forms=Counter({"Mr. Hale": 1}), named=[0])).value == "male"
    assert by_names(Somebody(forms=Counter({"Hale": 1}), named=[0], pronouns=Counter(she=9))).value == ""
