"""From scores to answers, against answers found another way."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from namesakes.encoder.decoding import clusters, named_spans


def test_chains_by_hand() -> None:
    starts, ends = np.array([0, 3, 5, 7]), np.array([1, 3, 6, 7])
    chosen = np.array([[0, 0], [0, 0], [1, 0], [2, 0]])
    scores = np.array([[0, -1e4, -1e4], [0, -2, -1e4], [0, -1, 2.0], [0, 1.0, 0.5]])
    assert clusters(starts, ends, chosen, scores).tolist() == [[0, 2, 0], [5, 7, 0], [7, 8, 0]]


@given(st.integers(1, 12), st.integers(0, 1000))
def test_chains_are_the_components_of_the_best_links(count: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    chosen = np.array([[random.integers(0, max(1, place)) for _ in range(3)] for place in range(count)])
    scores = np.concatenate([np.zeros((count, 1)), random.normal(size=(count, 3))], axis=1)
    scores[0, 1:] = -1e4
    places = np.arange(count)
    found = clusters(places, places, chosen, scores)
    sets = [{place} for place in range(count)]
    for place in range(count):
        best = int(scores[place].argmax())
        if best:
            joined = sets[place] | sets[chosen[place, best - 1]]
            for each in joined:
                sets[each] = joined
    wanted = {frozenset(each) for each in sets if len(each) > 1}
    assert {frozenset(found[found[:, 2] == chain, 0].tolist()) for chain in set(found[:, 2].tolist())} == wanted


def test_names_of_tags() -> None:
    tags = ["B-PER", "I-PER", "O", "I-LOC", "I-PER", "B-PER", "B-PER"]
    assert named_spans(tags) == {(0, 2, "PER"), (3, 4, "LOC"), (4, 5, "PER"), (5, 6, "PER"), (6, 7, "PER")}
