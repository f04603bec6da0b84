"""Turns: who speaks where nobody is named beside a quote."""

from itertools import product

import numpy as np
import pytest

from namesakes.arrays import Float64Array
from namesakes.mentions.conversations import Conversations
from namesakes.mentions.speakers import speeches
from namesakes.mentions.turn_features import TurnFeatures, TurnSettings
from namesakes.mentions.turns import Field, names_of, teller_names, turns
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


def test_without_paragraphs_quotes_that_meet_are_turns() -> None:
    found = told("“Who is it?” “It is me.” “Come in,” said Emma Hill. “Thank you,” said Tom Reed.")
    assert [speaker for speaker, _ in found] == ["Emma", "Tom", "Emma", "Tom"]


def test_a_pronoun_is_nobody_of_the_other_gender() -> None:
    assert told("“I am late,” said Tom Reed. Emma Hill laughed. “You are,” she said.\n\nIt rained.")[1][0] != "Tom"


def test_probabilities_and_addressees() -> None:
    document = parsed(START + "“You are.”\n\n“Not at all.”\n\nIt rained.\n\n“Ann Lee, come here,” said Tom.")
    found = turns(document, speeches(document))
    assert [each.chance == 1.0 for each in found] == [True, True, False, False, True]
    assert all(0.5 < each.chance < 1.0 for each in found[2:4])
    assert [document.words[each.addressee] for each in found] == ["Tom", "Emma", "Tom", "Emma", "Ann"]


def test_probabilities_are_those_of_all_ways_to_speak() -> None:
    document = parsed(START + "“You are.”\n\nTom and Ann Lee sat down.\n\n“Well.”\n\n“Not at all,” she said.")
    field = Field(TurnFeatures(Conversations(document, speeches(document)), TurnSettings(), {}))
    lattice = field.lattice()
    pieces, sizes = field.pieces(lattice), [len(each) for each in lattice.people]
    ways = list(product(*map(range, sizes)))
    scores = np.array([sum(float(piece[two, one, own]) for piece, two, one, own in _path(pieces, way)) for way in ways])
    shares = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
    for turn, chances in enumerate(field.chances(lattice)):
        summed = np.bincount([way[turn] for way in ways], weights=shares, minlength=sizes[turn])
        np.testing.assert_allclose(chances, summed, atol=1e-9)


def _path(pieces: list[Float64Array], way: tuple[int, ...]) -> list[tuple[Float64Array, int, int, int]]:
    padded = (0, 0, *way)
    return [(piece, *padded[number : number + 3]) for number, piece in enumerate(pieces)]  # type: ignore[misc]


def test_chains_say_who_he_is() -> None:
    document = parsed("Tom Reed met Bo Wise.\n\n“Well,” he said.")
    he, tom, bo = (document.words.index(word) for word in ("he", "Tom", "Bo"))
    first, last = (turns(document, speeches(document), {he: name})[0] for name in (tom, bo))
    assert document.words[last.speaker] in ("Bo", "Wise")
    assert document.words[first.speaker] in ("Tom", "Reed") or first.chance < last.chance


def test_a_text_without_quotes() -> None:
    assert told("Emma was late.") == told("") == []


def test_names_of_chains() -> None:
    document = parsed("Tom Reed left. He and she ran.")
    heads = np.array([document.words.index(word) for word in ("Tom", "He", "she")])
    assert names_of(document, heads, np.array([0, 0, 1])) == {int(heads[1]): int(heads[0])}
    assert names_of(document, heads, np.array([-1, 0, -1])) == {}


def test_the_name_of_who_tells_the_story() -> None:
    text = "Tom Reed came to see me.\n\n“Well, Colley,” said Tom, “here I am.”\n\n“You are,” I said.\n\n“Come, Tom.”"
    document = parsed(text)
    assert [document.words[token] for token in teller_names(document, speeches(document))] == ["Colley"]
    document = parsed(text.replace("came to see me.", "came to see me. Colley was out."))
    assert teller_names(document, speeches(document)) == []
