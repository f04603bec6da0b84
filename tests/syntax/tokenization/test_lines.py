"""Lines that are items: which begin a sentence, and which do not."""

from itertools import pairwise

import pytest

from namesakes.syntax.tokenization.lines import items
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document


def pieces(text: str) -> list[str]:
    """The text cut where items begin."""
    edges = sorted({0, *items(text), len(text)})
    return [piece for first, end in pairwise(edges) if (piece := text[first:end].strip())]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[9:01] kay: who is in\n[9:02] lin: me", ["[9:01] kay: who is in", "[9:02] lin: me"]),
        ("07:00  Music with Una\n09:00  News", ["07:00  Music with Una", "09:00  News"]),
        ("HADD: Yes.\nAL-RASIM: No.", ["HADD: Yes.", "AL-RASIM: No."]),
        ("Dr. Lee (chair): Yes\nMs. Orr: No", ["Dr. Lee (chair): Yes", "Ms. Orr: No"]),
        ("Ann Lee | soup\nBo Orr | bread", ["Ann Lee |", "soup", "Bo Orr |", "bread"]),
        (
            "Ann; cook; Rome\nBo; mate; \nCy; boy; Oslo",
            ["Ann;", "cook;", "Rome", "Bo;", "mate;", "Cy;", "boy;", "Oslo"],
        ),
        ("1  Ann Lee  Rome  8\n2  Bo Orr  Oslo  7", ["1", "Ann Lee", "Rome", "8", "2", "Bo Orr", "Oslo", "7"]),
    ],
)
def test_items(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Note: one line",
        "Ann said:\nshe was here; and there; and gone",
        "She was tired; he was not; and\nthen it rained.",
        "It ended.  Then it\nbegan.  All over  again.",
        "\n".join(["so it went on and on"] * 30 + ["He said: no", "She said: yes"]),
    ],
)
def test_prose_is_left_alone(text: str) -> None:
    assert pieces(text) == ([text.strip()] if text else [])


def test_sentences_begin_with_items() -> None:
    document = Tokenizer.shipped()(Document(id="list", text="Ann Lee | soup\nBo Orr | bread"))
    assert [sentence.text for sentence in document.sentences] == ["Ann Lee |", "soup", "Bo Orr |", "bread"]
