"""Speakers: who says a quote, in texts that the shipped pipeline has parsed."""

import pytest

from namesakes.mentions.speakers import speeches, with_quoted_speakers
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document


def parsed(text: str) -> Document:
    return Syntax.shipped().steps()(Document(id="text", text=text))


def told(text: str) -> list[tuple[str, str]]:
    """The speaker of each quote and the rule that found it."""
    document = parsed(text)
    return [(document.words[each.speaker] if each.speaker >= 0 else "", each.rule) for each in speeches(document)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“I am late,” said Emma.", [("Emma", "after")]),
        ("“I am late,” she added.", [("she", "after")]),
        ("“Are you late?” the doctor asked.", [("doctor", "after")]),
        ("“I am late,” said the old doctor quietly.", [("doctor", "after")]),
        ("Emma said: “I am late.”", [("Emma", "before")]),
        ("He turned around and asked, “Are you late?”", [("He", "before")]),
        ("“I am late,” said Emma, “and you are early.”", [("Emma", "after"), ("Emma", "before")]),
        ("“I am late,” said Emma. “You are early.”", [("Emma", "after"), ("Emma", "between")]),
        ("The so-called “late train” was early.", [("", "")]),
        ("“I am late.” The doctor explained that it was noon.", [("", "")]),
    ],
)
def test_rules(text: str, expected: list[tuple[str, str]]) -> None:
    assert told(text) == expected


def test_another_paragraph_has_another_speaker() -> None:
    same = told("“I am late,” said Emma. “You are early.”")
    other = told("“I am late,” said Emma.\n\n“You are early.”")
    assert same[1] == ("Emma", "between")
    assert other[1] == ("", "")


def test_a_quote_that_goes_on_in_the_next_paragraph_keeps_its_speaker() -> None:
    assert told("Emma said: “I am late.\n\n“I am always late.”")[1] == ("Emma", "continued")


def test_tokens_in_quotes_have_the_speakers_name() -> None:
    document = parsed("“I am late,” said Emma Hill. “Go,” he said. “My train was late,” Hill added.")
    found = with_quoted_speakers(document)
    speakers = {word: token.speaker for word, token in zip(found.words, found.tokens, strict=True)}
    assert speakers["I"] == speakers["My"] == "Emma Hill"
    assert speakers["Go"] == speakers["added"] == ""


def test_a_document_keeps_its_own_speakers() -> None:
    document = parsed("“I am late,” said Emma.")
    spoken = document.with_columns(speaker=["Bo"] * len(document.words))
    assert with_quoted_speakers(spoken) is spoken


def test_without_quotes_nothing_changes() -> None:
    document = parsed("Emma was late.")
    assert with_quoted_speakers(document) is document
    assert speeches(document) == []


def test_an_empty_document_has_no_speeches() -> None:
    assert told("") == []
