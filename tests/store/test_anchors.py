"""Anchors: a mention is found again in a changed text, or not at all; never another one in its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.store.anchors import AROUND, anchor, found, occurrences

TEXT = (
    "Susan Lee, a chemist, works for Harbour Bank in Leeds. Lee was born in York. "
    "Her brother, Tom Lee, keeps a shop there. Lee said on Monday that the shop was closed. "
    "Nobody in the street had seen Lee since the storm."
)
WORDS = st.lists(st.sampled_from("Lee Tom said shop was. born in Leeds the".split()), max_size=12).map(" ".join)


def places(text: str, exact: str = "Lee") -> list[tuple[int, int]]:
    return list(occurrences(text, exact))


@pytest.mark.parametrize("place", range(5))
def test_in_the_same_text_its_characters_hold(place: int) -> None:
    span = places(TEXT)[place]
    assert found(anchor("a", TEXT, span), TEXT) == span


def test_whole_words_with_any_blanks_between() -> None:
    assert places("Lee Leeds Leeward McLee Lee", "Lee") == [(0, 3), (24, 27)]
    assert places("Ann\n  Lee (Ann Lee)", "Ann Lee") == [(0, 9), (11, 18)]
    assert places("anything", "") == []
    assert places("J. R.! J. R.", "J. R.") == [(0, 5), (7, 12)]


def test_what_stands_between_the_same_words_is_found() -> None:
    span = places(TEXT)[3]
    made = anchor("a", TEXT, span)
    longer = "A headline that says Lee.\n\n" + TEXT + " Lee."
    moved = found(made, longer)
    assert moved == (span[0] + 27, span[1] + 27)


def test_blanks_and_line_breaks_do_not_count() -> None:
    span = places(TEXT)[3]
    folded = TEXT.replace(" ", "\n")
    assert found(anchor("a", TEXT, span), folded) == span


def test_one_side_is_enough_where_it_stood_once() -> None:
    span = places(TEXT)[3]
    changed = TEXT.replace("keeps a shop there.", "left.")
    assert found(anchor("a", TEXT, span), changed) == (changed.index("Lee said"), changed.index("Lee said") + 3)


def test_two_that_look_the_same_are_none() -> None:
    line = "Then came a long row of words before Lee and a long row of words after it came. "
    made = anchor("a", line + "More.", places(line)[0])
    assert found(made, "Now. " + line + "More.") is not None
    assert found(made, line + line) is None


def test_what_is_gone_is_not_found() -> None:
    made = anchor("a", TEXT, places(TEXT)[3])
    assert found(made, TEXT.replace("Lee said on Monday that", "It was said that")) is None
    assert found(made, "") is None
    assert found(made, "Lee") is None


def test_short_words_at_the_end_are_not_enough() -> None:
    """Where only the full stop at the end agrees, it is another mention."""
    text = "Nobody knew where he was. In the end it was Lee."
    made = anchor("a", text, places(text)[0])
    assert found(made, "This was written by somebody who is called Lee.") is None


@given(WORDS, st.integers(0, len(TEXT)), st.integers(0, 4))
def test_edits_elsewhere_never_move_it(inserted: str, at: int, place: int) -> None:
    """Words put in outside a mention and what it is known by leave it where it is, or let it sleep."""
    span = places(TEXT)[place]
    made = anchor("a", TEXT, span)
    if span[0] < at < span[1] or TEXT[at - 1 : at + 1].isalnum():
        return
    edited = f"{TEXT[:at]} {inserted} {TEXT[at:]}"
    shift = len(inserted) + 2 if at <= span[0] else 0
    right = (span[0] + shift, span[1] + shift)
    assert found(made, edited) in (right, None)
    if at < span[0] - 2 * AROUND or at > span[1] + 2 * AROUND:
        assert found(made, edited) == right


@given(st.integers(0, len(TEXT)), st.integers(0, 60), st.integers(0, 4))
def test_what_is_cut_out_never_moves_it(at: int, length: int, place: int) -> None:
    span = places(TEXT)[place]
    made = anchor("a", TEXT, span)
    edited = TEXT[:at] + TEXT[at + length :]
    where = found(made, edited)
    if at >= span[1]:
        assert where in (span, None)
    elif at + length <= span[0]:
        assert where in ((span[0] - length, span[1] - length), None)
    else:
        assert where is None or length == 0 or at + length > len(TEXT)
