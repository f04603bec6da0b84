"""Self-training: texts without trees that the parser learns from as it sees them itself."""

import pytest

from namesakes.errors import DataError
from namesakes.syntax.parsing.parser import Parser, ParserSettings
from namesakes.syntax.parsing.self_training import self_trained, tagged
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document
from tests.syntax.parsing.test_parser import SMALL, bare, document

SETTINGS = ParserSettings(order=2, tag_folds=0, **SMALL)
MORE = """
The/DET/2/det clerk/NOUN/3/nsubj left/VERB/0/root
She/PRON/2/nsubj met/VERB/0/root the/DET/4/det king/NOUN/2/obj
"""


def test_it_is_a_second_training_on_what_the_first_parser_says() -> None:
    raw = bare(document(MORE))
    first = Parser.train([document()], SETTINGS)
    wanted = Parser.train([document(), first(raw)], SETTINGS)
    found = self_trained([document()], [raw], SETTINGS)
    assert found.arcs.weights.tolist() == wanted.arcs.weights.tolist()
    assert found.arcs.weights.tolist() != first.arcs.weights.tolist()


def test_trees_of_the_texts_are_not_looked_at() -> None:
    wrong = document(MORE.replace("/2/det", "/3/det"))
    found, wanted = (self_trained([document()], [each], SETTINGS) for each in (wrong, bare(wrong)))
    assert found.arcs.weights.tolist() == wanted.arcs.weights.tolist()


def test_texts_get_words_and_tags_where_they_have_none() -> None:
    text, words = (
        Document(text="The clerk left. She met the king."),
        bare(document(MORE)).with_columns(upos=None, xpos=None),
    )
    found = tagged([text, words, bare(document(MORE))], Tokenizer.shipped(), Tagger.shipped())
    assert [len(each.sentence_starts) for each in found] == [2, 2, 2]
    assert all({"upos", "xpos"} <= set(each.columns) for each in found)
    assert found[2].columns["upos"] == document(MORE).columns["upos"]


def test_texts_without_words_are_refused() -> None:
    with pytest.raises(DataError, match="nothing for self-training"):
        self_trained([document()], [Document(text="")], SETTINGS)
