"""Writers: who says I where nothing is between quotation marks."""

import pytest

from namesakes.mentions.writers import writers
from tests.mentions.test_speakers import parsed


@pytest.mark.parametrize(
    "text",
    [
        "I, Josiah Fenwick, leave my house to my daughter.",
        "My name is Josiah Fenwick and I live in Bath.",
        "The diary of Josiah Fenwick\n\nI rose early. I wrote to my brother.",
        "A winter in Bath\n\nBy Josiah Fenwick\n\nI rose early.",
        "By Josiah Fenwick, our correspondent\n\nI rose early.",
    ],
)
def test_who_says_who_they_are(text: str) -> None:
    document = parsed(text)
    (found,) = writers(document)
    assert document.words[found.speaker] in ("Josiah", "Fenwick")
    assert found.rule == "named"
    assert (found.quote.first, found.quote.end) == (0, len(document.words))


@pytest.mark.parametrize(
    "text",
    [
        "I, Ann Lee, and you know it. I, Bo Wise, say so too.",
        "By Ann Lee and Bo Wise\n\nI rose early.",
        "By noon I was tired.",
        "My name is a long story.",
        "",
    ],
)
def test_others_do_not_say_it(text: str) -> None:
    assert writers(parsed(text)) == []


def test_letters_come_before() -> None:
    found = writers(parsed("Dear Tom,\n\nMy name is Clara Dunn. I write to you.\n\nYours,\nClara Dunn"))
    assert [each.rule for each in found] == ["letter"]
