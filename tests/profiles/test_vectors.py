"""Vectors of profiles: which passages are read, and how they are written."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import coref
from namesakes.arrays import Float32Array
from namesakes.errors import DataError
from namesakes.profiles.extraction import profiles, query_profile
from namesakes.profiles.profile import Profile
from namesakes.profiles.vectors import MOST, chosen, decoded, encoded, passages


@given(st.lists(st.text("ab ", max_size=30), max_size=30), st.integers(1, 60))
def test_passages_are_whole_sentences_in_order(sentences: list[str], letters: int) -> None:
    found = passages(sentences, letters)
    edges = [*(first for _, first in found), len(sentences)]
    assert [text for text, _ in found] == [" ".join(sentences[low:high]) for low, high in pairwise(edges)]
    assert all(len(text) <= letters or high - low == 1 for (text, low), high in zip(found, edges[1:], strict=True))


def test_the_passages_of_a_person_are_those_with_mentions_and_not_too_many() -> None:
    known = [(str(place), 2 * place) for place in range(100)]
    assert chosen(known, [3, 2, 7]) == [1, 3]
    assert chosen(known[:3], []) == [0, 1, 2]
    assert chosen([], []) == []
    some = chosen(known, range(200))
    assert (len(some), some[0], some[-1]) == (MOST, 0, 99)
    assert some == sorted(set(some))


@given(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=20))
def test_a_vector_comes_back_nearly_as_it_was(numbers: list[float]) -> None:
    vector = np.array(numbers, dtype=np.float32)
    vectors, known = decoded(["", encoded(vector)])
    assert not known[0]
    assert known[1] == (np.abs(vector).max() >= 1e-6)
    if known[1]:
        assert float(vectors[1] @ vector) > 0.99 * float(np.linalg.norm(vector))


def test_vectors_of_another_size_and_damaged_ones() -> None:
    small, large = encoded(np.ones(3, dtype=np.float32)), encoded(np.ones(4, dtype=np.float32))
    assert decoded(["", small, large, small])[1].tolist() == [False, True, False, True]
    assert decoded(["", ""])[1].tolist() == [False, False]
    with pytest.raises(DataError, match="damaged"):
        decoded(["no base64"])


def letters(texts: Sequence[str]) -> Float32Array:
    """How often texts have each of three letters, instead of a model."""
    return np.array([[text.count(letter) for letter in "aeo"] for text in texts], dtype=np.float32)


TEXT = "Ann Lee sings. " + "Nobody knows what the others do. " * 30 + "Bob Ash paints."


def test_people_have_vectors_where_there_is_a_model() -> None:
    document = coref(TEXT, singletons=True, explain=False)
    ann, bob = profiles(document, vectors=letters)
    first, *_, last = [text for text, _ in passages([sentence.text for sentence in document.sentences])]
    assert ann.vector == encoded(letters([first])[0])
    assert bob.vector == encoded(letters([last])[0])
    assert Profile.from_json(ann.to_json()) == ann
    assert query_profile(document, "Bob Ash", letters).vector == bob.vector
    assert query_profile(document, "Zoe Quux", letters).vector != ""
    assert all("vector" not in profile.to_json() for profile in profiles(document))
