"""Training of named entities on any documents with gold ones."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from namesakes.errors import DataError
from namesakes.syntax.chain_training import ChainTrainer, Example
from namesakes.syntax.entities import EntitySettings, NameFinder, Report, empty_chain
from namesakes.syntax.entity_features import blocks
from namesakes.syntax.entity_labels import gold_labels, label_names
from namesakes.syntax.lexicon import Integers, Lexicon
from namesakes.syntax.tag_features import HIDDEN, TAG, Part
from namesakes.syntax.word_clusters import Clusters
from namesakes.text.document import Document


def train(
    documents: Sequence[Document], settings: EntitySettings, clusters: Clusters, report: Report | None
) -> NameFinder:
    """A finder of names, learned from these documents."""
    for document in documents:
        if document.entity_table is None:
            raise DataError(f"document {document.key} has no named entities, which training needs")
    types = sorted({entity.label for document in documents for entity in document.entities})
    if not types:
        raise DataError("the training data has no named entities.", "Give documents with gold ones.")
    names = label_names(types)
    parts = [Part.of(document) for document in documents]
    gold = [gold_labels(document, part, names) for document, part in zip(documents, parts, strict=True)]
    lexicon = _lexicon(parts, gold, names, settings)
    finder = NameFinder(settings, types, lexicon, clusters, empty_chain(types, settings))
    examples = _examples(finder, documents, parts, gold)
    chain_settings = replace(settings.chain, most=len(names))
    trainer = ChainTrainer(finder.chain, examples, chain_settings, settings.seed, HIDDEN if settings.hidden else ())
    for number in range(1, settings.chain.rounds + 1):
        right = trainer.round()
        if report is not None:
            report(f"round {number}: {100 * right:.2f} on training data")
    finder.chain = trainer.averaged()
    return finder


def _lexicon(
    parts: Sequence[Part], gold: Sequence[Integers], names: Sequence[str], settings: EntitySettings
) -> Lexicon:
    """The lexicon of the training data, in which a word is outside all entities or may take every label.

    A narrower choice (such as I-LOC alone) could leave a sentence without any valid sequence.
    """
    pairs = (
        pair for part, labels in zip(parts, gold, strict=True) for pair in zip(part.words, labels.tolist(), strict=True)
    )
    found = Lexicon.build(pairs, names, known=settings.known, classed=settings.classed, frequent=settings.frequent)
    alone = np.diff(found.offsets) == 1
    outside = alone & (found.labels[found.offsets[:-1]] == 0)
    count = int(outside.sum())
    return replace(
        found,
        closed=found.closed[outside],
        offsets=np.arange(count + 1, dtype=np.int32),
        labels=np.zeros(count, dtype=np.int32),
        open_labels=np.arange(len(names), dtype=np.int32),
    )


def _examples(
    finder: NameFinder, documents: Sequence[Document], parts: Sequence[Part], gold: Sequence[Integers]
) -> list[Example]:
    """What the chain learns from; every so manieth block of sentences without its tags."""
    every, found = finder.settings.untagged, []
    for document, part, labels, hidden in zip(
        documents, parts, gold, _hidden(parts, finder.settings.hidden), strict=True
    ):
        tokens = finder.tokens(document, part)
        if every:
            for begin, end in blocks(part.edges)[every - 1 :: every]:
                tokens.columns[begin:end, TAG] = 0
        found.append(Example(tokens, labels, hidden))
    return found


def _hidden(parts: Sequence[Part], weight: float) -> Iterator[NDArray[np.float64]]:
    """How often each word is hidden: w / (w + n) for one that is seen n times (Kiperwasser & Goldberg 2016)."""
    counts = Counter(word for part in parts for word in part.words)
    for part in parts:
        seen = np.array([counts[word] for word in part.words.values], dtype=np.float64)
        yield (weight / (weight + seen))[part.words.indices]
