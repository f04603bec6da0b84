"""A text that is put together from pieces, with the place of each."""

from hypothesis import given
from hypothesis import strategies as st

from namesakes.formats.flow import CELL, LINE, PARAGRAPH, SPACE, Flow


def test_the_strongest_break_is_written() -> None:
    flow = Flow()
    for kind in (SPACE, PARAGRAPH, CELL):
        flow.pause(kind)
    flow.write("  a ")
    flow.pause(LINE)
    flow.pause(PARAGRAPH)
    flow.write("b\n\nc")
    flow.pause(PARAGRAPH)
    assert flow.text == "a\n\nb c"


def test_ranges_have_no_white_space_at_their_edges() -> None:
    flow = Flow()
    flow.write("x ")
    outer, nothing = flow.begin(), flow.begin()
    flow.finish(nothing)
    inner = flow.begin()
    flow.write(" ann lee ")
    flow.finish(inner)
    flow.pause(PARAGRAPH)
    flow.finish(outer)
    flow.write("y")
    assert flow.text[inner.start : inner.end] == flow.text[outer.start : outer.end] == "ann lee"
    assert not nothing


def test_a_word_goes_on() -> None:
    flow = Flow()
    flow.write("a gram-")
    flow.pause(LINE)
    flow.join("-")
    flow.write("mar")
    assert flow.text == "a grammar"
    assert len(flow.origin) == len(flow.text) + 1


@given(st.lists(st.tuples(st.text("ab \n", max_size=5), st.integers(0, PARAGRAPH))))
def test_each_character_stands_where_it_came_from(pieces: list[tuple[str, int]]) -> None:
    source, flow = "".join(piece for piece, _ in pieces), Flow()
    place = 0
    for piece, kind in pieces:
        flow.write(piece, place, place + len(piece))
        flow.pause(kind)
        place += len(piece)
    assert "".join(flow.text.split()) == "".join(source.split())
    assert len(flow.origin) == len(flow.text) + 1
    assert all(not one.strip() or source[at] == one for one, at in zip(flow.text, flow.origin.tolist(), strict=False))
    assert flow.origin.tolist() == sorted(flow.origin.tolist())
