"""Documents piece by piece: nothing is lost, and pieces end where lines or sentences do."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from namesakes.store.pieces import PIECE, contents, piece, titles_of
from namesakes.store.records import StoredDocument
from namesakes.store.store import Store, open_store
from tests.store.made import document, key, write_people


def test_contents_of_a_document(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee", "Bo Hart")])
    write_people(store, {"Ann Lee": [key("a", 0)]})
    found = contents(store, "a")
    assert found is not None
    assert (found.title, found.characters, found.pieces) == ("Title of a", 20, (0, 20))
    assert [(one.name, one.mentions) for one in found.chains] == [("Ann Lee", ((0, 7),)), ("Bo Hart", ((12, 19),))]
    assert [one.home.identity if one.home else None for one in found.chains] == ["ann-lee-1", None]
    assert contents(store, "none") is None
    assert piece(store, "none", 0, 9) is None
    assert titles_of(store, ["a", "none"]) == {"a": "Title of a"}


@pytest.mark.parametrize(("start", "end"), [(0, 0), (0, 3), (2, 9), (5, 2), (0, 10**6), (10**6, 10**7)])
def test_a_piece_counts_characters(store: Store, start: int, end: int) -> None:
    text = "Zoë 😀 met שרה."
    store.documents.write([StoredDocument("a", text=text)])
    assert piece(store, "a", start, end) == text[start:end]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    words=st.lists(st.sampled_from(["so. ", "\n", "word ", "😀", "x" * 400]), min_size=1, max_size=40),
    times=st.integers(1, 60),
)
def test_pieces_are_the_text(words: list[str], times: int) -> None:
    text = "".join(words) * times
    with open_store(":memory:") as store:
        store.documents.write([StoredDocument("a", text=text)])
        found = contents(store, "a")
        assert found is not None
        ends = found.pieces
        assert "".join(piece(store, "a", start, end) or "" for start, end in pairwise(ends)) == text
        assert all(end - start <= 3 * PIECE for start, end in pairwise(ends))
