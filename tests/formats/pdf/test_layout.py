"""The layout of pages: columns, running heads, paragraphs, tables and lists."""

from pathlib import Path

import pytest

pytest.importorskip("pypdf")

from namesakes import read_one
from namesakes.formats.pdf.columns import in_order
from namesakes.formats.pdf.paragraphs import paragraphs
from namesakes.formats.pdf.reader import join_pages
from namesakes.formats.pdf.running_heads import without_running_heads
from tests.formats.made_pdf import Line, column, laid_out

LEFT = [
    "Clara Dunn opened a shop in the", "old market of York, and sold tea", "there for twenty years. She had a",
    "sister, Ann, who kept the books of", "the shop until she married a gram-", "marian, Tom Reed.",
]  # fmt: skip
RIGHT = [
    "The bank that lent her the money", "was run by John Hart, who came", "from Leeds. Hart was no friend of",
    "shops, but he liked her tea well,", "and never asked for the money in", "all the years that he lived.",
]  # fmt: skip


def text(folder: Path, *pages: list[Line]) -> str:
    path = folder / "a.pdf"
    path.write_bytes(laid_out(pages))
    return read_one(path).text


def test_columns_come_one_after_the_other(tmp_path: Path) -> None:
    title: list[Line] = [(150, 740, "A shop in York")]
    found = text(tmp_path, [*title, *column(60, 700, LEFT), *column(330, 700, RIGHT)])
    left = "\n".join(LEFT).replace("gram-\nmarian", "grammarian")
    assert found == f"A shop in York\n\n{left}\n\n" + "\n".join(RIGHT)


def test_a_sentence_runs_on_into_the_next_column(tmp_path: Path) -> None:
    found = text(tmp_path, [*column(60, 700, LEFT[:5]), *column(330, 700, ["marian there.", *RIGHT[:4]])])
    assert "married a grammarian there.\n\nThe bank" in found


def test_three_columns() -> None:
    words = [
        "Clara Dunn sold tea,",
        "and so did her sister",
        "Ann in the old market",
        "of York for many years",
        "until she went away.",
    ]
    lines = [f"{one:<26}    {one:<26}    {one}" for one in words]
    assert [block for block in in_order(lines) if any(block)] == [words, words, words]


def test_a_table_is_no_columns() -> None:
    rows = [
        "Name            Role        Town",
        "Clara Dunn      grocer      York",
        "John Hart       banker      Leeds",
    ] * 3
    assert in_order(rows) == [rows]
    assert paragraphs(rows)[:2] == ["Name\tRole\tTown", "Clara Dunn\tgrocer\tYork"]


def test_running_heads_and_numbers_of_pages_are_left_out(tmp_path: Path) -> None:
    pages = [
        [(60.0, 780.0, "A History of York"), (500.0, 780.0, str(number)), *column(60, 740, [f"Page {word} of it."]),
         (300.0, 20.0, f"- {number} -")]
        for number, word in enumerate(("one", "two", "three"), start=7)
    ]  # fmt: skip
    assert text(tmp_path, *pages) == "Page one of it.\n\nPage two of it.\n\nPage three of it."


@pytest.mark.parametrize(
    ("pages", "found"),
    [
        ([["Part 1", "a"], ["Part 4", "b"]], [["Part 1", "a"], ["Part 4", "b"]]),
        ([["Part 1", "a"], ["Part 2", "b"]], [["a"], ["b"]]),
        ([["iv", "one"], ["v", "two"], ["vi", "six"]], [["one"], ["two"], ["six"]]),
        ([["a", "Page 1 of 2"]], [["a"]]),
        ([["Dear Ann", "a"], ["Dear Ann", "b"]], [["Dear Ann", "a"], ["b"]]),
        ([["1921"]], [["1921"]]),
        ([["a", "3"], ["b", "9"]], [["a", "3"], ["b", "9"]]),
        ([["Ann", "one"], ["T", "two"], ["T", "four"], ["T", "six"]], [["Ann", "one"], ["two"], ["four"], ["six"]]),
        ([[], [""]], [[], [""]]),
    ],
)
def test_what_is_a_running_head(pages: list[list[str]], found: list[list[str]]) -> None:
    assert without_running_heads(pages) == found


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["one two three", "four five six"], ["one two three\nfour five six"]),
        (["one two three", "", "four five six"], ["one two three", "four five six"]),
        (
            ["a b c d e f g h i.", "  Ann came home to", "York in the end of it."],
            ["a b c d e f g h i.", "Ann came home to\nYork in the end of it."],
        ),
        (
            ["It ended so.", "Ann Moore came home to York in May"],
            ["It ended so.", "Ann Moore came home to York in May"],
        ),
        (["• one and", "  more", "• two"], ["• one and\nmore", "• two"]),
        (["1. one", "2. two"], ["1. one", "2. two"]),
        (["a", "", "b", "", "c", "", "", "d", "", "e"], ["a\nb\nc", "d\ne"]),
        (["Shops . . . . . . . . 7"], ["Shops … 7"]),
        (["", " "], []),
    ],
)
def test_paragraphs(lines: list[str], found: list[str]) -> None:
    assert paragraphs(lines) == found


def test_pages_are_joined() -> None:
    assert join_pages(["The gram-\nmar of Anne-\nMarie", "", "x"]) == ("The grammar of Anne-\nMarie\nx", [0, 26, 27])
    assert join_pages(["He was a gram-", "marian."]) == ("He was a grammarian.", [0, 13])
    assert join_pages(["He came.", "She left."]) == ("He came.\n\nShe left.", [0, 10])


def test_cells_and_items_are_sentences_of_their_own(tmp_path: Path) -> None:
    rows = [(60.0, 700.0, "Clara Dunn"), (250.0, 700.0, "grocer"), (60.0, 688.0, "John Hart"), (250.0, 688.0, "banker")]
    found = text(tmp_path, [*rows, *column(60, 640, ["- tea for Ann", "- milk for Bo"])])
    assert found == "Clara Dunn\tgrocer\n\nJohn Hart\tbanker\n\n- tea for Ann\n\n- milk for Bo"
