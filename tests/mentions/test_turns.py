"""Turns: who speaks where nobody is named beside a quote."""

import pytest

from namesakes.mentions.speakers import speeches
from namesakes.mentions.turns import turns
from tests.mentions.test_speakers import parsed

START = "Emma Hill met Tom Reed in the garden.\n\n“You are late,” said Emma.\n\n“I am not,” said Tom.\n\n"


def told(text: str) -> list[tuple[str, str]]:
    """The speaker of each quote and the rule that found it."""
    document = parsed(text)
    found = turns(document, speeches(document))
    return [(document.words[each.speaker] if each.speaker >= 0 else "", each.rule) for each in found]


def test_two_speak_in_turns() -> None:
    found = told(START + "“You are.”\n\n“Not at all.”\n\n“Well, come in.”")
    assert found[2:] == [("Emma", "turn"), ("Tom", "turn"), ("Emma", "turn")]


def test_turns_are_counted_backwards_too() -> None:
    found = told("“Who is it?”\n\n“It is me.”\n\n“Come in,” said Emma Hill.\n\n“Thank you,” said Tom Reed.")
    assert [speaker for speaker, _ in found] == ["Emma", "Tom", "Emma", "Tom"]


@pytest.mark.parametrize("action", ["“We shall see.” Tom closed the door.", "Tom closed the door. “We shall see.”"])
def test_who_does_something_in_the_paragraph_speaks(action: str) -> None:
    text = "Emma Hill met Tom Reed in the garden. Tom was late.\n\n" + action
    assert told(text) == [("Tom", "turn")]


def test_who_does_something_right_before_speaks() -> None:
    assert told("Emma Hill met Tom Reed.\n\nTom closed the door.\n\n“We shall see.”") == [("Tom", "turn")]


def test_who_is_called_answers_and_does_not_speak() -> None:
    text = (
        START
        + "“Where is Ann Lee?” said Emma. Ann Lee came out.\n\n“Here, Emma.”\n\n“Come here, Ann.”\n\n“I am coming.”"
    )
    assert told(text)[-1][0] == "Ann"


def test_a_pronoun_means_somebody_of_its_gender_who_takes_part() -> None:
    found = told(START + "“You are,” she said.\n\n“Not at all,” he said.")
    assert found[2:] == [("Emma", "after"), ("Tom", "after")]


def test_the_quotes_of_a_paragraph_have_one_speaker() -> None:
    assert told(START + "“Go,” said Emma. She sat down. A bell rang far away. “It is time.”")[2:] == [
        ("Emma", "after"),
        ("Emma", "turn"),
    ]


def test_who_tells_the_story_speaks() -> None:
    found = told("I met Tom Reed.\n\n“You are late,” I said.\n\n“I am not,” said Tom.\n\n“You are.”")
    assert [speaker for speaker, _ in found] == ["I", "Tom", "I"]


def test_without_paragraphs_nothing_changes() -> None:
    document = parsed("“You are late,” said Emma. “Well.”").replace(paragraph_starts=[])
    spoken = speeches(document)
    assert turns(document, spoken) == spoken


def test_a_text_without_quotes() -> None:
    assert told("Emma was late.") == told("") == []
