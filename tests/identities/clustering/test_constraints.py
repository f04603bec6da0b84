"""Constraints: closures, contradictions, and those that profiles imply."""

import pickle

import numpy as np
import pytest

from namesakes.errors import DataError
from namesakes.identities.clustering.clusterer import CLUSTERERS, clusterer
from namesakes.identities.clustering.constraints import Constraints, ContradictionError, clashing_years
from tests.identities.made import block_matrix, profile


def test_must_links_are_closed() -> None:
    groups = Constraints.of(must=[(0, 3), (3, 5)], cannot=[(5, 1)]).groups(6)
    assert groups.labels.tolist() == [0, 1, 2, 0, 3, 0]
    assert groups.sizes.tolist() == [3, 1, 1, 1]
    assert np.argwhere(groups.apart).tolist() == [[0, 1], [1, 0]]
    matrix = np.arange(36.0).reshape(6, 6) / 36
    small = groups.contracted((matrix + matrix.T) / 2)
    assert small[0, 1] == 0.0
    assert small[0, 2] == pytest.approx(np.mean([(matrix[i, 2] + matrix[2, i]) / 2 for i in (0, 3, 5)]))
    assert np.diagonal(small) == pytest.approx(1.0)


@pytest.mark.parametrize("name", list(CLUSTERERS))
def test_contradictions_are_reported(name: str) -> None:
    constraints = Constraints.of(must=[(0, 1), (4, 2), (1, 4), (5, 6)], cannot=[(3, 5), (2, 0)])
    with pytest.raises(
        ContradictionError, match=r"items 2 and 0 must be apart, .* 2–4, 4–1, 1–0\n.*nothing was"
    ) as told:
        clusterer(name).cluster(block_matrix([4, 3]), constraints)
    assert told.value.pair == (2, 0)
    again = pickle.loads(pickle.dumps(told.value))  # as from another process
    assert str(again) == str(told.value)
    assert str(again.named(list("abcdefg"))).startswith("items c and a must be apart, but must-links join them: c–e")
    assert str(pickle.loads(pickle.dumps(again.named(list("abcdefg"))))).startswith("items c and a")


def test_nobody_is_apart_from_themselves() -> None:
    with pytest.raises(ContradictionError, match="item 3 must be apart from itself"):
        Constraints.of(cannot=[(3, 3)]).groups(5)


@pytest.mark.parametrize("pairs", [{"must": [(0, 9)]}, {"cannot": [(-1, 2)]}])
def test_items_that_are_not_there(pairs: dict[str, list[tuple[int, int]]]) -> None:
    with pytest.raises(DataError, match="there are 5"):
        Constraints.of(**pairs).groups(5)


def test_constraints_add_up() -> None:
    both = Constraints.of(must=[(0, 1)]) + Constraints.of(cannot=[(1, 2)])
    assert both.must.tolist() == [[0, 1]]
    assert both.cannot.tolist() == [[1, 2]]


def test_years_that_clash() -> None:
    births = [
        ("birth", "3 May 1950"),
        ("birth", "about 1951"),
        ("birth", "1970"),
        ("birth", "long ago"),
        ("death", "1990"),
    ]
    profiles = [profile("Ann Smith", birth) for birth in births]
    profiles.append(profile("Ann Smith", ("birth", "1950"), ("birth", "1969")))  # not sure of it: clashes with nobody
    assert clashing_years(profiles).cannot.tolist() == [[0, 2], [1, 2]]
    assert clashing_years(profiles, tolerance=0).cannot.tolist() == [[0, 1], [0, 2], [1, 2], [2, 5]]
    assert clashing_years(profiles, fact="death").cannot.tolist() == []
