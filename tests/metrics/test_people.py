"""People exactly right, pairs of names and certainty, counted by hand."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.metrics.people import Certainty, Pairs, PeopleCounts, count_people, owners, right_people

# ann in documents 1 1 2, ben in 1 2, cy in 2; the response splits ann, and joins ben with a name of ann.
GOLD = ["ann", "ann", "ann", "ben", "ben", "cy"]
DOCUMENTS = [1, 1, 2, 1, 2, 2]
LABELS = ["x", "x", "y", "y", "y", "z"]


def test_a_worked_example() -> None:
    counts = count_people(GOLD, LABELS, DOCUMENTS, {"ann", "ben"})
    assert counts == PeopleCounts(
        people=3,
        right=1,  # cy
        hard=2,
        hard_right=0,
        across=Pairs(right=1, wrong=1, missed=2),  # ben 1-2; ann 2 with ben 1; ann 1-2 twice
        within=Pairs(right=1, wrong=1, missed=0),  # ann 1-1; ann 2 with ben 2
    )
    assert (counts.across.precision, counts.across.recall) == (1 / 2, 1 / 3)
    assert counts.to_json()["across"]["f1"] == pytest.approx(2 / 5)


def test_a_name_that_was_not_found_is_alone_and_its_person_wrong() -> None:
    assert right_people(["ann", "ann", "ben"], ["x", None, None]) == set()
    counts = count_people(["ann", "ann", "ben"], ["x", None, None], [1, 2, 2])
    assert counts.across == Pairs(0, 0, 1)
    assert counts.within == Pairs(0, 0, 0)


def test_no_pairs_are_no_wrong_pairs() -> None:
    assert (Pairs().precision, Pairs().recall) == (1.0, 1.0)
    assert (Pairs(missed=1).precision, Pairs(wrong=1).recall) == (1.0, 1.0)


names = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from(["x", "y", None]), st.integers(1, 3)), min_size=1, max_size=12
)


@given(names)
def test_pairs_are_those_of_all_pairs(rows: list[tuple[str, str | None, int]]) -> None:
    found = {"across": [0, 0, 0], "within": [0, 0, 0]}
    for (who, label, document), (other, label2, document2) in combinations(rows, 2):
        place = found["within" if document == document2 else "across"]
        together = label is not None and label == label2
        if together and who == other:
            place[0] += 1
        elif together:
            place[1] += 1
        elif who == other:
            place[2] += 1
    gold, labels, documents = (list(column) for column in zip(*rows, strict=True))
    counts = count_people(gold, labels, documents)
    assert counts.across == Pairs(*found["across"])
    assert counts.within == Pairs(*found["within"])


def test_counts_add_up() -> None:
    one = count_people(GOLD, LABELS, DOCUMENTS, {"ann"})
    both = one + one
    assert (both.people, both.right, both.hard) == (6, 2, 2)
    assert both.across == Pairs(2, 2, 4)


def test_owners_are_those_of_most_names() -> None:
    assert owners(GOLD, LABELS) == {"x": "ann", "y": "ben", "z": "cy"}
    assert owners(["ann", "ben"], ["x", "x"]) == {"x": "ann"}
    assert owners(["ann"], [None]) == {}


def test_certainty_is_held_against_what_was_right() -> None:
    sure = Certainty.of([(0.95, True), (0.95, False), (0.35, False), (1.0, True)])
    # bin 0.9–1: three answers, certainty 2.9, right 2; bin 0.3–0.4: one, 0.35, right 0
    assert sure.error == pytest.approx((0.9 + 0.35) / 4)
    doubled = sure + sure
    assert doubled.error == pytest.approx(sure.error)
    assert [bin["answers"] for bin in doubled.to_json()["bins"]] == [2, 6]
    assert Certainty().error == 0.0
