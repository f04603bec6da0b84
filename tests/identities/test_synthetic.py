"""Identities of many synthetic people from end to end."""

import numpy as np
import pytest

from namesakes.errors import ConfigError
from namesakes.identities.block_resolution import BlockResolver
from namesakes.identities.blocking.blocking import Blocking
from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.clustering.constraints import Constraints, ContradictionError, clashing_years
from namesakes.identities.mixing.plain_similarity import plain_similarities
from namesakes.metrics.clustering import compare_labels
from namesakes.profiles.profile import Profile
from reproduction.synthetic.people import SyntheticPeople
from tests.identities.made import profile

PEOPLE = SyntheticPeople(3_000, seed=4)


@pytest.mark.parametrize("processes", [1, 2])
def test_identities_from_end_to_end(processes: int) -> None:
    blocks = Blocking(limit=100).blocks(PEOPLE)
    resolver = BlockResolver(
        PEOPLE.profiles, plain_similarities, clusterer("connected", {"threshold": 0.6}), processes=processes, batch=500
    )
    labels = resolver.resolve(blocks)
    scores = compare_labels(PEOPLE.identities.tolist(), labels.tolist())
    alone = compare_labels(PEOPLE.identities.tolist(), list(range(len(PEOPLE))))
    assert scores["purity"].f1 > max(0.85, alone["purity"].f1)
    whole = BlockResolver(PEOPLE.profiles, plain_similarities, resolver.clusterer).resolve(blocks)
    assert np.array_equal(labels, whole)


def test_constraints_of_blocks_hold() -> None:
    profiles = [profile("Ann Smith", ("birth", year)) for year in ("1950", "1950", "1980")]

    def fetch(rows: np.ndarray) -> list[Profile]:
        return [profiles[row] for row in rows]

    blocks = Blocking().blocks(profiles)
    free = BlockResolver(fetch, plain_similarities, clusterer("connected", {"threshold": 0.4}))
    assert free.resolve(blocks).tolist() == [0, 0, 0]
    bound = BlockResolver(fetch, plain_similarities, free.clusterer, constrain=clashing_years)
    assert bound.resolve(blocks).tolist() == [0, 0, 1]
    with pytest.raises(ConfigError):
        BlockResolver(fetch, plain_similarities, free.clusterer, processes=0)


def impossible(profiles: list[Profile]) -> Constraints:
    return Constraints.of(must=[(0, 1)], cannot=[(0, 1)])


@pytest.mark.parametrize("processes", [1, 2])
def test_contradictions_in_a_block_name_the_chains(processes: int) -> None:
    how = BlockResolver(PEOPLE.profiles, plain_similarities, clusterer("dbscan"), impossible, processes=processes)
    with pytest.raises(ContradictionError, match=r"items made-\d+:\d \(.*\) and made-\d+:\d \(.*\) must be apart"):
        how.resolve(Blocking().blocks(PEOPLE))


def test_plain_similarities() -> None:
    profiles = [
        profile("John Smith", people={"Eve Fox": 1}),
        profile("Jack Smith", people={"Eve Fox": 1}),
        profile("J. Smith"),
        profile("Jonh Smith"),
        profile("Mary Smith", people={"Eve Fox": 1}),
        profile("Mr Smith"),
    ]
    found = plain_similarities(profiles)
    assert np.array_equal(found, found.T)
    assert np.diagonal(found).tolist() == [1.0] * 6
    assert ((found >= 0) & (found <= 1)).all()
    assert found[0, 1] > found[0, 2] > found[0, 4] == found[1, 4] == 0.0
    assert found[0, 3] > 0
    assert found[4, 5] > 0
    assert plain_similarities(profiles[:1]).tolist() == [[1.0]]
