"""Learning from corrections of links: towards what users say, and only where it helps with other documents."""

import numpy as np
import pytest

from namesakes.chains.resolver import Resolver
from namesakes.chains.training import corrections
from namesakes.chains.training.corrections import (
    RATES,
    CorrectedLinks,
    continued,
    corrected_links,
    learned_chains,
    share_right,
)
from namesakes.errors import DataError
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from namesakes.text.spans import Mentions

TEXTS = (
    "Ann Berg met Tom Lund in Oslo. He laughed, and she left.",
    "Clara Dunn saw Ben Ray. She waved at him.",
    "Tom Lund told Ann Berg that she was late. He was angry.",
    "Ben Ray and Clara Dunn came. He sat down.",
    "Eva Holt wrote to Jon Falk. She thanked him.",
)


@pytest.fixture(scope="module")
def resolver() -> Resolver:
    return Resolver.shipped()


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    return [Syntax.shipped().steps()(Document(id=str(number), text=text)) for number, text in enumerate(TEXTS)]


def links(resolver: Resolver, document: Document) -> CorrectedLinks | None:
    """The document with its last pronoun alone."""
    before = resolver.resolve(document, singletons=True).mention_table
    assert before is not None
    spans = list(zip(before.first.tolist(), before.end.tolist(), strict=True))
    labels = [str(chain) for chain in before.chains.tolist()]
    last = max(place for place, span in enumerate(spans) if document.words[span[0]].lower() in ("he", "she", "him"))
    labels[last] = "alone"
    return corrected_links(resolver, document, before, Mentions.build([[span] for span in spans], labels))


def test_what_was_corrected_is_learned(resolver: Resolver, documents: list[Document]) -> None:
    (found,) = (each for each in [links(resolver, documents[0])] if each is not None)
    assert share_right(resolver, found) < 1.0
    taught = continued(resolver, [found], 0.2)
    assert share_right(taught, found) > share_right(resolver, found)
    assert np.array_equal(resolver.model.weights, Resolver.shipped().model.weights)


def test_without_a_correction_there_is_nothing_to_learn(resolver: Resolver, documents: list[Document]) -> None:
    before = resolver.resolve(documents[0], singletons=True).mention_table
    assert before is not None
    assert corrected_links(resolver, documents[0], before, before) is None


def test_a_rate_of_nothing_is_the_same_resolver(resolver: Resolver, documents: list[Document]) -> None:
    found = links(resolver, documents[0])
    assert found is not None
    assert continued(resolver, [found], 0.0) is resolver


def test_it_is_chosen_by_documents_that_were_left_out(
    resolver: Resolver, documents: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corrections, "RATES", (0.0, 0.01))
    given = [found for each in documents if (found := links(resolver, each)) is not None]
    one, other = (learned_chains(resolver, given) for _ in range(2))
    assert [trial.rate for trial in one.trials] == [0.0, 0.01]
    assert one.trials == other.trials
    assert one.helps == (one.chosen.rate > 0)
    assert np.array_equal(one.resolver.model.weights, other.resolver.model.weights)
    assert RATES[0] == 0.0


def test_too_few_documents_are_refused(resolver: Resolver, documents: list[Document]) -> None:
    found = links(resolver, documents[0])
    assert found is not None
    with pytest.raises(DataError, match="too few to learn from"):
        learned_chains(resolver, [found] * 3)
