"""Attributes of mentions: kinds, grammar, words and repetition, and that they do not depend on where a text stands."""

import numpy as np
import pytest

from namesakes import Document
from namesakes.mentions.attributes import COLUMNS, NAME, NOMINAL, PLACES, PRONOUN, Attributes, attributes
from namesakes.mentions.detection import heads_of, with_heads, with_mentions
from namesakes.mentions.pronouns import ANIMATE, CITATIONS, DETERMINERS, ENGLISH, FEMININE, PLURAL, determiner_kinds
from namesakes.syntax.parts import Syntax
from namesakes.text.spans import Mentions
from namesakes.text.vocabulary import code, codes

TEXT = (
    "Ada Byron met the old engineer. She admired his engines. "
    "The Royal Steam Board (RSB) wrote to her. The RSB thanked the engineer and his sons."
)


@pytest.fixture(scope="module")
def parsed() -> Document:
    return with_mentions(Syntax.shipped().steps()(Document(id="a", text=TEXT)))


@pytest.fixture(scope="module")
def known(parsed: Document) -> Attributes:
    return attributes(parsed)


def row(document: Document, text: str, which: int = 0) -> int:
    """The row of a mention by its text; the root is row 0."""
    found = [place + 1 for place, mention in enumerate(document.mentions) if mention.text == text]
    return found[which]


def value(known: Attributes, mention: int, column: str) -> int:
    return int(known.column(column)[mention])


def test_kinds(parsed: Document, known: Attributes) -> None:
    assert value(known, row(parsed, "Ada Byron"), "kind") == NAME
    assert value(known, row(parsed, "the old engineer"), "kind") == NOMINAL
    assert value(known, row(parsed, "She"), "kind") == PRONOUN
    assert value(known, 0, "kind") == 0


def test_pronouns_have_grammar_and_one_class_in_all_cases(parsed: Document, known: Attributes) -> None:
    she, her = row(parsed, "She"), row(parsed, "her")
    assert value(known, she, "gender") == FEMININE
    assert value(known, she, "animacy") == ANIMATE
    assert value(known, she, "class") == value(known, her, "class") != value(known, row(parsed, "his"), "class")


def test_words_without_their_determiner_and_repetition(parsed: Document, known: Attributes) -> None:
    first, again = row(parsed, "the old engineer"), row(parsed, "the engineer and his sons")
    assert value(known, first, "content") != value(known, first, "string")
    assert value(known, first, "lemma") == value(known, again, "lemma") == code("engineer")
    assert value(known, first, "head_repeated") < value(known, row(parsed, "the engineer"), "head_repeated")


def test_an_acronym_has_the_initials_of_what_it_stands_for(parsed: Document, known: Attributes) -> None:
    letters = {value(known, place, "letters") for place in range(1, known.count + 1)}
    initials = {value(known, place, "initials") for place in range(1, known.count + 1)}
    assert code("RSB") in letters & initials


def test_a_coordination_is_plural(parsed: Document, known: Attributes) -> None:
    assert value(known, row(parsed, "the engineer and his sons"), "number") == PLURAL


def test_the_same_words_have_the_same_codes_wherever_they_stand(parsed: Document, known: Attributes) -> None:
    longer = with_mentions(Syntax.shipped().steps()(Document(id="b", text="It rained all day, as ever. " + TEXT)))
    found = attributes(longer)
    for text in ("Ada Byron", "the old engineer", "her"):
        one, other = row(parsed, text), row(longer, text)
        for column in ("string", "content", "head", "role", "governor", "class", "path"):
            assert value(known, one, column) == value(found, other, column), (text, column)


def test_content_words_are_sorted_and_the_root_has_none(known: Attributes) -> None:
    assert known.word_offsets[1] == 0
    for place in range(known.count + 1):
        words = known.words[known.word_offsets[place] : known.word_offsets[place + 1]]
        assert list(words) == sorted(words)


def test_places_lie_in_the_document(parsed: Document, known: Attributes) -> None:
    places = {name: known.places[1:, PLACES.index(name)] for name in PLACES}
    assert (places["first"] <= places["head"]).all()
    assert (places["head"] < places["end"]).all()
    assert (places["clause"] >= 0).all()
    assert len(known.codes[0]) == len(COLUMNS)


def test_a_description_has_the_gender_of_the_name_beside_it() -> None:
    seen = with_mentions(Syntax.shipped().steps()(Document(id="c", text="The manager, Susan Lee, smiled.")))
    found = attributes(seen)
    whole = row(seen, "The manager, Susan Lee")
    assert value(found, row(seen, "Susan Lee"), "gender") == FEMININE
    assert value(found, whole, "gender") == FEMININE


@pytest.mark.parametrize("text", ["", "Yes.", "42", "…"])
def test_texts_with_nothing_in_them(text: str) -> None:
    found = attributes(with_mentions(Syntax.shipped().steps()(Document(id="x", text=text))))
    assert found.count <= 1
    assert len(found.word_offsets) == found.count + 2


def test_heads_of_given_mentions_are_those_of_the_tree(parsed: Document) -> None:
    mentions = parsed.mention_table
    assert mentions is not None
    spans = [mentions.parts(place) for place in range(len(mentions))]
    given = parsed.replace(mention_table=Mentions.build(spans, [None] * len(spans)))
    found = with_heads(given).mention_table
    assert found is not None
    assert found.heads is not None
    assert mentions.heads is not None
    whole = np.array([text != "coordination" for text in mentions.extra["phrase"]])
    assert (found.heads == mentions.heads)[whole].mean() > 0.9
    assert (heads_of(parsed, mentions.first, mentions.end) == found.heads).all()


def test_every_pronoun_is_found_and_nothing_else() -> None:
    places = ENGLISH.find(codes(["he", "him", "himself", "table", ""]))
    citations = [CITATIONS[ENGLISH.citations[place]] if place >= 0 else None for place in places]
    assert citations == ["he", "he", "he", None, None]
    kinds = [DETERMINERS[kind] for kind in determiner_kinds(codes(["the", "a", "those", "my", "every", "red"]))]
    assert kinds == ["definite", "indefinite", "demonstrative", "possessive", "quantified", ""]
