"""Corrections as must-links and cannot-links."""

from dataclasses import replace

from namesakes.store.constraints import constraints_within, pairs_of
from namesakes.store.records import ChainKey, Correction
from tests.store.made import key

A, B, C, D = (key(name) for name in "abcd")
SAME = Correction(1, "same", (A, B), (C, D))
DIFFERENT = Correction(2, "different", (A, B), (C, D))


def test_same_links_all_chains_to_the_surest() -> None:
    assert pairs_of([SAME], [A, B, C, D]) == ([(A, B), (A, C), (A, D)], [])


def test_different_keeps_the_surest_of_each_side_from_the_other_side() -> None:
    assert pairs_of([DIFFERENT], [A, B, C, D]) == ([], [(A, C), (A, D), (B, C)])


def test_a_correction_without_chains_on_one_side_binds_nobody() -> None:
    nothing: tuple[list[tuple[ChainKey, ChainKey]], list[tuple[ChainKey, ChainKey]]] = ([], [])
    assert pairs_of([SAME], [A, B]) == nothing
    assert pairs_of([replace(SAME, undone="now")], [A, B, C, D]) == nothing
    assert pairs_of([Correction(1, "rename", (A,), value="Ann")], [A]) == nothing


def test_chains_that_were_split_off_are_not_bound_by_what_was_said_before() -> None:
    later = Correction(2, "different", (A, B, D), (C,))
    must, cannot = pairs_of([SAME, later], [A, B, C, D])
    assert (must, cannot) == ([(A, B), (A, D)], [(A, C), (B, C), (D, C)])


def test_a_block_takes_only_the_pairs_within_it() -> None:
    pairs = pairs_of([SAME], [A, B, C, D])
    assert constraints_within(pairs, [A, B, C, D]).must.tolist() == [[0, 1], [0, 2], [0, 3]]
    assert constraints_within(pairs, [B, C, D]).must.tolist() == []
    assert constraints_within(pairs, [C, A]).must.tolist() == [[1, 0]]
