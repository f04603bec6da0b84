"""Scenes: who is together, against brute force."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from namesakes.characters.character import NOBODY, Quote
from namesakes.characters.scenes import MOST, meetings, scene_starts
from namesakes.mentions.speakers import speeches
from tests.mentions.test_speakers import parsed


@given(
    st.lists(st.integers(1, 39), max_size=5, unique=True),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 4)), max_size=20),
    st.lists(st.tuples(st.integers(NOBODY, 4), st.integers(NOBODY, 4)), max_size=6),
)
def test_meetings(edges: list[int], present: list[tuple[int, int]], said: list[tuple[int, int]]) -> None:
    starts = [0, *sorted(edges)]
    quotes = [Quote(0, 1, "x", 1, one, other) for one, other in said]
    found = meetings(np.array(starts), present, quotes, 5)
    expected = set()
    for one, other in combinations(range(5), 2):
        scenes = 0
        for start, end in zip(starts, [*starts[1:], 99], strict=True):
            here = {number for token, number in present if start <= token < end}
            scenes += {one, other} <= here
        spoken = said.count((one, other)), said.count((other, one))
        if scenes or any(spoken):
            expected.add((one, other, scenes, *spoken))
    assert {(each.one, each.other, each.scenes, each.said, each.answered) for each in found} == expected
    assert [each.scenes for each in found] == sorted((each.scenes for each in found), reverse=True)


def test_a_conversation_is_one_scene_and_other_paragraphs_are_one_each() -> None:
    text = "Ann sat.\n\nBo stood.\n\n“Go,” said Ann.\n\n“No,” said Bo.\n\nNight fell.\n\n“Well,” said Ann."
    document = parsed(text)
    words = [document.words[place] for place in scene_starts(document, speeches(document)).tolist()]
    assert words == ["Ann", "Bo", "“", "Night", "“"]


def test_of_very_many_characters_the_most_important_meet() -> None:
    found = meetings(np.array([0]), [(0, number) for number in range(MOST + 5)], [], MOST + 5)
    assert len(found) == MOST * (MOST - 1) // 2
