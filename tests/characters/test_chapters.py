"""Chapters: headings that stand alone, and lines that only look like them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.characters.chapters import chapter_of, chapters

BODY = "It rained all day, and nobody came to the house by the river.\n\n" * 2


def titles(*headings: str) -> list[str]:
    return [each.title for each in chapters("".join(f"{heading}\n\n{BODY}" for heading in headings))]


@pytest.mark.parametrize(
    "headings",
    [
        ("CHAPTER I", "CHAPTER II", "CHAPTER III"),
        ("Chapter 1. The Mill", "Chapter 2. The River"),
        ("Chapter the First", "Chapter the Last"),
        ("I", "II", "III", "IV"),
        ("I. THE MILL", "II. THE RIVER"),
        ("PART ONE", "PART TWO"),
        ("Prologue", "Chapter One", "Epilogue"),
        ("Letter 1", "Letter 2", "Chapter 1", "Chapter 2"),
    ],
)
def test_headings(headings: tuple[str, ...]) -> None:
    assert titles(*headings) == list(headings)


@pytest.mark.parametrize(
    "lines",
    [
        ("Chapter one of her life was over.", "Part two was hard."),
        ("The river", "The mill"),
        ("1", "2", "3"),  # pages
        ("1984", "2001"),
        ("V", "X"),
    ],
)
def test_lines_that_are_no_headings(lines: tuple[str, ...]) -> None:
    assert titles(*lines) == [""]


def test_a_table_of_contents_is_no_chapters() -> None:
    contents = "Chapter I\n\nChapter II\n\n"
    assert [each.title for each in chapters(contents + f"Chapter I\n\n{BODY}Chapter II\n\n{BODY}")] == [
        "Chapter I",
        "Chapter II",
    ]


def test_what_stands_before_the_first_heading_is_a_part_where_it_is_long() -> None:
    long, short = BODY * 5, "The Mill\n\n"
    text = f"Chapter 1\n\n{BODY}Chapter 2\n\n{BODY}"
    assert [each.title for each in chapters(long + text)] == ["", "Chapter 1", "Chapter 2"]
    assert chapters(short + text)[0].start == 0


@given(st.lists(st.sampled_from(["CHAPTER I\n", "CHAPTER II\n", "II\n", BODY, "\n", "x"]), max_size=12).map("".join))
def test_chapters_leave_nothing_out(text: str) -> None:
    found = chapters(text)
    assert found[0].start == 0
    assert found[-1].end == len(text)
    assert all(one.end == other.start for one, other in pairwise(found))
    for place in range(len(text)):
        each = found[chapter_of(found, place)]
        assert each.start <= place < each.end


def test_an_empty_text_and_long_lines() -> None:
    assert [(each.start, each.end) for each in chapters("")] == [(0, 0)]
    assert len(chapters("I" * 100_000)) == 1
