"""Training of named entities on any documents with gold ones."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.errors import DataError
from namesakes.learning.linear_chain import Tokens, joined_tokens
from namesakes.syntax.entities.crf_training import EntityTrainer, Examples
from namesakes.syntax.entities.features import blocks, entity_tokens
from namesakes.syntax.entities.labels import gold_labels, label_names, label_types
from namesakes.syntax.entities.likeness import Likeness, learned_likeness
from namesakes.syntax.entities.name_finder import CORPUS, EntitySettings, NameFinder, Report, empty_chain
from namesakes.syntax.tagging.features import CLASS, TAG, SurfaceTokens
from namesakes.syntax.tagging.lexicon import Lexicon
from namesakes.syntax.tagging.training import hidden_shares
from namesakes.syntax.tagging.word_forms import CASE, LOWER, folded, word_forms
from namesakes.text.document import Document
from namesakes.text.glove import Vectors

FOLDS = 10
"""A word's class is learned with as it would be without a tenth of the blocks of sentences, its own among them."""

Gold = Sequence[tuple[SurfaceTokens, Int32Array]]


def train(
    documents: Sequence[Document], settings: EntitySettings, vectors: Vectors | None, report: Report | None
) -> NameFinder:
    """A name finder trained on these documents."""
    for document in documents:
        if document.entity_table is None:
            raise DataError(f"document {document.key} has no named entities, which training needs")
    types = sorted({entity.label for document in documents for entity in document.entities})
    if not types:
        raise DataError("the training data has no named entities.", "Give documents with gold ones.")
    names = label_names(types)
    parts = [SurfaceTokens.of(document) for document in documents]
    gold = [(part, gold_labels(document, part, names)) for document, part in zip(documents, parts, strict=True)]
    lexicon = _lexicon(_pairs(gold), names, settings)
    likeness, honest = _likeness(gold, len(types), vectors, settings.seed)
    finder = NameFinder(settings, types, _domain(documents[0]), lexicon, likeness, empty_chain(types, settings))
    trainer = EntityTrainer(finder.chain, _examples(finder, documents, gold, honest), settings)
    for number in range(1, settings.rounds + 1):
        right = trainer.round()
        if report is not None:
            report(f"round {number}: {100 * right:.2f} on training data")
    trainer.finish()
    return finder


def _domain(document: Document) -> str:
    return str(document.meta.get(CORPUS, ""))


def _pairs(gold: Gold, fold: int = -1) -> Iterator[tuple[str, int]]:
    """Each token's word and the number of its label, but for those of one fold."""
    for part, labels in gold:
        for number, (begin, end) in enumerate(blocks(part.edges)):
            if number % FOLDS != fold:
                yield from zip(part.words[begin:end], labels[begin:end].tolist(), strict=True)


def _lexicon(pairs: Iterator[tuple[str, int]], names: Sequence[str], settings: EntitySettings) -> Lexicon:
    """The lexicon of the training data, in which a word is outside all entities or may take every label.

    A narrower choice (such as I-LOC alone) could leave a sentence without any valid sequence.
    """
    found = Lexicon.build(pairs, names, known=settings.known, classed=settings.classed, frequent=settings.frequent)
    alone = np.diff(found.offsets) == 1
    outside = alone & (found.labels[np.minimum(found.offsets[:-1], len(found.labels) - 1)] == 0)
    count = int(outside.sum())
    return replace(
        found,
        closed=found.closed[outside],
        offsets=np.arange(count + 1, dtype=np.int32),
        labels=np.zeros(count, dtype=np.int32),
        open_labels=np.arange(len(names), dtype=np.int32),
    )


def _likeness(gold: Gold, types: int, vectors: Vectors | None, seed: int) -> tuple[Likeness, Likeness]:
    """The likeness of words to names, from the tokens in names and all others that are not in small letters."""
    forms = np.concatenate([word_forms(part.words.values)[part.words.indices] for part, _ in gold])
    kinds = label_types(types)[np.concatenate([labels for _, labels in gold])]
    chosen = (kinds > 0) | (forms[:, CASE] != folded(["lower"]))
    return learned_likeness(forms[chosen, LOWER], kinds[chosen], types, vectors, seed)


def _examples(finder: NameFinder, documents: Sequence[Document], gold: Gold, honest: Likeness) -> Examples:
    """What the chain learns from: a token's class and likeness owe nothing to its own label, and some tags are gone."""
    settings, seen = finder.settings, []
    for document, (part, _) in zip(documents, gold, strict=True):
        tags = part.column(document, "xpos") if "xpos" in document.columns else None
        tokens = entity_tokens(part, tags, finder.lexicon, honest, _domain(document))
        if settings.untagged:
            for begin, end in blocks(part.edges)[settings.untagged - 1 :: settings.untagged]:
                tokens.columns[begin:end, TAG] = 0
        seen.append(tokens)
    _hold_out_classes(seen, gold, finder)
    labels = np.concatenate([row for _, row in gold])
    tokens = joined_tokens(seen)
    free = (np.diff(tokens.offsets) > 1) | (labels > 0)
    hidden = hidden_shares([part for part, _ in gold], settings.hidden)
    return Examples(tokens, labels, free.astype(np.uint8), np.concatenate(hidden))


def _hold_out_classes(seen: Sequence[Tokens], gold: Gold, finder: NameFinder) -> None:
    """Give each block of sentences the classes that words have without its fold."""
    for fold in range(FOLDS):
        lexicon = _lexicon(_pairs(gold, fold), finder.chain.names, finder.settings)
        for tokens, (part, _) in zip(seen, gold, strict=True):
            classes = lexicon.ambiguity(word_forms(part.words.values)[:, LOWER])[part.words.indices]
            for begin, end in blocks(part.edges)[fold::FOLDS]:
                tokens.columns[begin:end, CLASS] = classes[begin:end]
