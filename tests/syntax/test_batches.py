"""Long documents: scored in batches of sentences with the same outcome, and with word of how far it is."""

from dataclasses import replace

import numpy as np
import pytest

from namesakes.learning import linear_chain
from namesakes.pipeline import coreference
from namesakes.pipeline.pipeline import load
from namesakes.syntax.entities.name_finder import NameFinder
from namesakes.syntax.parsing.parser import Parser
from namesakes.syntax.parts import Syntax
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.document import Document

TEXT = (
    "Mary Smith lives in Paris. THE OFFICE opens at nine. she has worked for Acme Corporation since May. Her brother, "
    "Tom Smith, does not. Smith and his wife live in the office of the Corporation. It never closes."
)


def test_tags_and_names_are_the_same_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Syntax.shipped().tokenizer(Document(id="text", text=TEXT))
    tagger, names = Tagger.shipped(), NameFinder.shipped()
    penalties = np.zeros((len(document.starts), len(tagger.tags)))
    penalties[:, tagger.tags.index("NNP")] = -100.0
    whole, penalised = names(tagger(document)), tagger.tag(document, penalties)
    assert whole.columns["xpos"] != penalised.columns["xpos"]
    monkeypatch.setattr(linear_chain, "BATCH", 10)
    assert names(tagger(document)) == whole
    assert tagger.tag(document, penalties) == penalised
    assert len(whole.entities) > 1


def test_a_parser_says_how_far_it_is() -> None:
    document = Tagger.shipped()(Syntax.shipped().tokenizer(Document(id="text", text=TEXT)))
    lines: list[tuple[int, int]] = []
    parser = Parser.shipped()
    assert parser.parse(document, progress=lambda *numbers: lines.append(numbers)) == parser(document)
    assert lines == [(number, len(document.sentences)) for number in range(len(document.sentences))]


def test_those_who_wait_are_told_how_many_sentences_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coreference, "_OFTEN", 2)
    lines: list[str] = []
    found = replace(load().coreference(), progress=lines.append)(Document(id="text", text=TEXT))
    assert found == load().coreference()(Document(id="text", text=TEXT))
    done = [line for line in lines if "sentences" in line and "trees" in line]
    assert done[0] == f"text: trees (5 of 7), 2 of {len(found.sentences)} sentences"
