"""Synthetic people, and identities of many of them from end to end."""

from collections import Counter

import numpy as np
import pytest

from namesakes.errors import ConfigError
from namesakes.identities.synthetic import Rates, SyntheticPeople
from namesakes.identities.synthetic_names import made_families, made_givens, misspelled, nicknames, respelled

PEOPLE = SyntheticPeople(3_000, seed=4)


def test_the_same_people_for_the_same_seed() -> None:
    again = SyntheticPeople(3_000, seed=4)
    assert list(again) == list(PEOPLE)
    assert np.array_equal(again.identities, PEOPLE.identities)
    assert [one.name.full for one in SyntheticPeople(3_000, seed=5)] != [one.name.full for one in PEOPLE]


def test_any_chain_can_be_made_alone() -> None:
    places = np.array([2_999, 5, 700])
    assert PEOPLE.profiles(places) == [PEOPLE[2_999], PEOPLE[5], PEOPLE[700]] == [PEOPLE[-1], PEOPLE[5], PEOPLE[700]]
    assert PEOPLE[4:6] == [PEOPLE[4], PEOPLE[5]]
    assert len(PEOPLE) == 3_000
    with pytest.raises(IndexError):
        PEOPLE[3_000]
    with pytest.raises(ConfigError):
        SyntheticPeople(-1)


def test_few_names_have_many_bearers() -> None:
    families = Counter(one.name.family for one in PEOPLE)
    assert families.most_common(1)[0][1] > 20 * np.median(list(families.values()))
    sizes = Counter(Counter(PEOPLE.identities.tolist()).values())
    assert sizes[1] > sizes[2] > sizes[5]
    assert len(set(made_families(5_000))) == 5_000
    assert len(set(made_givens(500))) == 500


def test_names_are_written_in_several_ways() -> None:
    plain = SyntheticPeople(3_000, seed=4, rates=Rates(0, 0, 0, 0, 0))
    pairs = list(zip(plain, PEOPLE, strict=True))
    assert all(one.name.given and not one.name.honorific for one, _ in pairs)
    assert 0.02 < np.mean([other.name.honorific == "Mr" for _, other in pairs]) < 0.045
    assert 0.07 < np.mean([other.name.given.endswith(".") for _, other in pairs]) < 0.13
    called = [other.name.given in nicknames().get(one.name.given, ()) for one, other in pairs]
    assert 0.02 < np.mean(called) < 0.12
    assert 0.01 < np.mean([one.name.family != other.name.family for one, other in pairs]) < 0.04


def test_people_have_facts_of_their_own() -> None:
    births: dict[int, set[str]] = {}
    for identity, one in zip(PEOPLE.identities.tolist(), PEOPLE, strict=True):
        births.setdefault(identity, set()).update(one.values("birth"))
    assert max(map(len, births.values())) == 1
    assert 0.3 < np.mean([bool(one.values("employer")) for one in PEOPLE]) < 0.5
    assert 1.0 < np.mean([len(one.people) for one in PEOPLE]) < 2.5


@pytest.mark.parametrize("where", np.linspace(0, 0.999, 23))
def test_misspellings_are_one_slip_away(where: float) -> None:
    wrong = misspelled("Harrington", where)
    assert wrong[0] == "H"
    assert abs(len(wrong) - 10) <= 1
    assert misspelled("Li", where)
    assert respelled("Fischer") != "Fischer"
    assert respelled("Bo") == "Bo"
