"""Windows over pieces."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from namesakes.encoder.windows import piece_shapes, spans, windows
from tests.encoder.made import MARKS


def test_cores_follow_each_other_and_context_stands_around() -> None:
    assert spans(10, core=4, context=3) == [(0, 7, 0, 4), (1, 10, 4, 8), (5, 10, 8, 10)]
    assert spans(0) == []


def test_places_of_words_by_hand() -> None:
    pieces, first = np.arange(10, 16, dtype=np.int32), np.array([0, 1, 4, 5], dtype=np.int32)
    found = windows([(pieces, first)], MARKS, core=3, context=1)
    assert found.pieces[:, :6].tolist() == [[0, 10, 11, 12, 13, 2], [0, 12, 13, 14, 15, 2]]
    assert found.lengths.tolist() == [6, 6]
    assert set(found.pieces[:, 6:].ravel().tolist()) == {MARKS[2]}
    assert found.pieces.ravel()[found.places].tolist() == [10, 11, 14, 15]
    assert found.owners[:, :6].tolist() == [[-1, 0, 1, 1, 1, -1], [-1, 1, 1, 2, 3, -1]]
    assert piece_shapes(found.owners, np.array([3, 0, 0, 1], dtype=np.int8))[1, :6].tolist() == [0, 1, 1, 1, 2, 0]


@given(st.lists(st.lists(st.integers(1, 8), max_size=30), max_size=4), st.integers(1, 12), st.integers(0, 9))
def test_every_word_is_found_again(documents: list[list[int]], core: int, context: int) -> None:
    made = []
    for number, sizes in enumerate(documents):
        first = np.cumsum([0, *sizes])[:-1].astype(np.int32)
        made.append((np.arange(sum(sizes), dtype=np.int32) + 100 + 1000 * number, first))
    found = windows(made, MARKS, core, context)
    wanted = np.concatenate([pieces[first] for pieces, first in made]) if made else np.zeros(0)
    assert found.pieces.ravel()[found.places].tolist() == wanted.tolist()
    assert found.owners.ravel()[found.places].tolist() == list(range(len(wanted)))
    assert (found.lengths <= core + 2 * context + 2).all()


def test_nothing_at_all() -> None:
    found = windows([(np.zeros(0, np.int32), np.zeros(0, np.int32))], MARKS)
    assert found.pieces.shape[0] == 0
    assert len(found.places) == 0
