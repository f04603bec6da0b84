"""Initials that end no sentence, and the cells of tables, which are sentences of their own."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.syntax.tokenization.sentence_rules import initials, never_begin, surely_begin
from namesakes.syntax.tokenization.tokenizer import Tokenizer


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.shipped()


@pytest.mark.parametrize(
    "sentences",
    [
        ["Michael I. Harris left.", "He was late."],
        ["It was written by I. Newton.", "We met Mr. I. Berg and Dr. T. I. Olsen."],
        ["J. K. Rowling wrote it.", "We met Mr. T. S. Eliot."],
        ["Gen. George C. Marshall Jr. said that he would go.", "He went."],
        ["Henry I. was king.", "So was Henry II."],
        ["It was Harris and I.", "Then we left."],
        ["Not I.", "Harris did it."],
        ["He fought in World War I.", "Harris did not."],
        ["So did I.", "He did not."],
        ["Wm. Cutler and Eliz. Marsh left.", "Engr. Okafor stayed."],
        ["It was seconded by U.-M. Lind.", "He left."],
    ],
)
def test_initials(tokenizer: Tokenizer, sentences: list[str]) -> None:
    document = tokenizer(Document(text=" ".join(sentences)))
    assert [sentence.text for sentence in document.sentences] == sentences


def test_an_initial_is_a_token(tokenizer: Tokenizer) -> None:
    assert tokenizer(Document(text="Michael I. Harris and I.")).words == ("Michael", "I.", "Harris", "and", "I", ".")


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Name\tCity\nAnn Lee\tOslo\n", ["Name", "City", "Ann Lee", "Oslo"]),
        ("| Ann Lee | Oslo |\n| Bo Orr | Rome |", ["| Ann Lee", "| Oslo", "|", "| Bo Orr", "| Rome", "|"]),
        ("\tAnn Lee came home.", ["Ann Lee came home."]),
        ("a | b is what he wrote.", ["a | b is what he wrote."]),
    ],
)
def test_cells(tokenizer: Tokenizer, text: str, cells: list[str]) -> None:
    assert [sentence.text for sentence in tokenizer(Document(text=text)).sentences] == cells


@pytest.mark.parametrize("word", ["won", "Won"])
def test_won_is_one_word(tokenizer: Tokenizer, word: str) -> None:
    assert tokenizer(Document(text=f"They {word}. They {word}!")).words == ("They", word, ".", "They", word, "!")
    assert tokenizer(Document(text=f"They {word}'t.")).words == ("They", word[:2], "n't", ".")


@pytest.mark.parametrize("name", ["d’Artagnan", "d'Artagnan", "O'Brien", "L’Écuyer", "D’Ávila"])
def test_an_apostrophe_belongs_to_the_name(tokenizer: Tokenizer, name: str) -> None:
    assert tokenizer(Document(text=f"Then {name} left.")).words == ("Then", name, "left", ".")


@given(st.text("I. AbMr\t|\n,", max_size=40))
@example("b | A\nb | \nb | A")
def test_rules_name_places_of_the_text(text: str) -> None:
    assert all(match[0] == "I." for match in initials(text))
    for place in (*never_begin(text).tolist(), *surely_begin(text).tolist()):
        assert 0 <= place < len(text)
        assert not text[place].isspace()
