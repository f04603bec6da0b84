"""Purity of sets that may share items."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.metrics.clustering import compare_labels, compare_sets

LABELS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=20)


@given(LABELS)
def test_without_shared_items_they_are_labels(pairs: list[tuple[int, int]]) -> None:
    gold, found = [a for a, _ in pairs], [b for _, b in pairs]
    sets = [[place for place, label in enumerate(found) if label == each] for each in sorted(set(found))]
    labelled, shared = compare_labels(gold, found), compare_sets(gold, sets)
    for name in ("purity", "f02"):
        assert shared[name].recall == pytest.approx(labelled[name].recall)
        assert shared[name].precision == pytest.approx(labelled[name].precision)
        assert shared[name].f1 == pytest.approx(labelled[name].f1)


def test_an_item_in_two_sets_counts_in_both() -> None:
    """Gold {0, 1}, {2}; sets {0, 1, 2} and {2}: purity (2 + 1) / 4, inverse purity (2 + 1) / 3."""
    found = compare_sets("aab", [[0, 1, 2], [2]])["purity"]
    assert (found.precision, found.recall) == ((3.0, 4.0), (3.0, 3.0))
    assert found.f1 == pytest.approx(2 / (4 / 3 + 1))


def test_nothing() -> None:
    assert compare_sets([], [])["purity"].f1 == 0.0
