"""The measures of WePS: cases worked by hand, and against others where no item is in two clusters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.metrics.clustering import compare_labels
from namesakes.metrics.measure import ratio
from namesakes.metrics.pages import compare_clusters, shared_items

LABELS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12)


def test_by_hand() -> None:
    found = compare_clusters([["1", "2", "3"], ["4"]], [["1", "2"], ["3", "4"]])
    assert found["purity"] == pytest.approx(3 / 4)  # 2 and 1 of 4
    assert found["inverse_purity"] == pytest.approx(3 / 4)  # 2 of 3 and 1 of 1
    assert found["b3_precision"] == pytest.approx((1 + 1 + 1 / 2 + 1 / 2) / 4)
    assert found["b3_recall"] == pytest.approx((2 / 3 + 2 / 3 + 1 / 3 + 1) / 4)
    assert found["f02"] == pytest.approx(3 / 4)


def test_a_page_about_two_people() -> None:
    gold = [["1", "2"], ["2", "3"]]
    assert set(compare_clusters(gold, gold).values()) == {1.0}
    found = compare_clusters(gold, [["1", "2", "3"]])
    assert found["purity"] == pytest.approx(2 / 3)
    assert found["inverse_purity"] == 1.0
    # 1 shares its cluster with 1, 2, 3 and a person with 1, 2; 2 shares one with all; 3 with 2, 3
    assert found["b3_precision"] == pytest.approx((2 / 3 + 1 + 2 / 3) / 3)
    # 2 has two persons with itself and one cluster: 1/2
    assert found["b3_recall"] == pytest.approx((1 + (1 + 1 / 2 + 1) / 3 + 1) / 3)


def test_what_does_not_count() -> None:
    """Pages that the key discards are out; those that an answer lacks are alone in it."""
    assert shared_items([["1"], ["2", "3"]], [["1", "9"], ["2"]]) == ([{"1"}, {"2", "3"}], [{"1"}, {"2"}, {"3"}])
    assert set(compare_clusters([], [["1"]]).values()) == {0.0}


@given(LABELS)
def test_as_other_measures_where_every_item_has_one_cluster(labels: list[tuple[int, int]]) -> None:
    sides = [[[item for item, each in enumerate(labels) if each[side] == one] for one in range(4)] for side in (0, 1)]
    found = compare_clusters(*sides)
    gold, given_labels = zip(*labels, strict=True)
    plain = compare_labels(gold, given_labels)
    assert found["purity"] == pytest.approx(ratio(*plain["purity"].precision))
    assert found["inverse_purity"] == pytest.approx(ratio(*plain["purity"].recall))
    assert found["f05"] == pytest.approx(plain["purity"].f1)
    assert found["f02"] == pytest.approx(plain["f02"].f1)
    assert found["b3_precision"] == pytest.approx(ratio(*plain["b3"].precision))
    assert found["b3_f05"] == pytest.approx(plain["b3"].f1)
