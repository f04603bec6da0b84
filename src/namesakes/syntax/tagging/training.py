"""Training of the tagger on any documents with gold tags."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from namesakes.arrays import Float64Array, Int32Array
from namesakes.errors import DataError
from namesakes.learning.linear_chain import LinearChain, Tokens
from namesakes.learning.linear_chain_training import Example, LinearChainTrainer
from namesakes.syntax.tagging.features import HIDDEN, WORDS, SurfaceTokens
from namesakes.syntax.tagging.lexicon import Lexicon, label_numbers
from namesakes.syntax.tagging.tagger import Report, Tagger, TaggerSettings
from namesakes.syntax.tagging.universal import Universal
from namesakes.syntax.tagging.window_network import NetworkSettings, WindowNetwork
from namesakes.syntax.tagging.window_training import TaggedInputs, train_network
from namesakes.text.document import Document
from namesakes.text.strings import Strings


def train(
    documents: Sequence[Document], settings: TaggerSettings, dev: Sequence[Document] | None, report: Report | None
) -> Tagger:
    """A tagger trained on these documents."""
    parts = [SurfaceTokens.of(document) for document in documents]
    column = "xpos" if all("xpos" in document.columns for document in documents) else "upos"
    gold = [part.column(document, column) for part, document in zip(parts, documents, strict=True)]
    names = sorted({name for rows in gold for name in rows.values})
    if not names:
        raise DataError("the training data has no tokens.", "Give documents with gold tags.")
    lexicon = _lexicon(parts, gold, names, settings)
    tagger = Tagger(settings, column, lexicon, LinearChain(names, WORDS, settings.chain.bits, most=settings.chain.most))
    tokens = [tagger.tokens(part) for part in parts]
    labels = [label_numbers(rows, names) for rows in gold]
    hidden = hidden_shares(parts, settings.hidden)
    if settings.network is not None:
        tagger.network = _network(tagger, settings.network, parts, tokens, labels, hidden)
    _learn(tagger, [Example(*each) for each in zip(tokens, labels, hidden, strict=True)], dev, report)
    if column == "xpos" and all("upos" in document.columns for document in documents):
        universal = [part.column(document, "upos") for part, document in zip(parts, documents, strict=True)]
        tagger.universal = Universal.train(tokens, gold, universal, settings.universal, settings.seed)
    return tagger


def accuracy(tagger: Tagger, documents: Sequence[Document]) -> float:
    """The share of tokens whose tag of the first chain is right."""
    right = total = 0
    for document in documents:
        part = SurfaceTokens.of(document)
        gold = part.column(document, tagger.column)
        guess = part.column(tagger.tag(document), tagger.column)
        right += int((gold.codes == guess.codes).sum())
        total += len(gold)
    return right / total if total else 0.0


def _lexicon(
    parts: Sequence[SurfaceTokens], gold: Sequence[Strings], names: list[str], settings: TaggerSettings
) -> Lexicon:
    pairs = (
        pair
        for part, rows in zip(parts, gold, strict=True)
        for pair in zip(part.words, label_numbers(rows, names).tolist(), strict=True)
    )
    return Lexicon.build(pairs, names, known=settings.known, classed=settings.classed, frequent=settings.frequent)


def hidden_shares(parts: Sequence[SurfaceTokens], weight: float) -> list[Float64Array]:
    """How often each token's word is hidden: w / (w + n) for one that is seen n times (Kiperwasser & Goldberg 2016)."""
    counts = Counter(word for part in parts for word in part.words)
    seen = [np.array([counts[word] for word in part.words.values], dtype=np.float64) for part in parts]
    return [(weight / (weight + each))[part.words.indices] for part, each in zip(parts, seen, strict=True)]


def _network(
    tagger: Tagger,
    settings: NetworkSettings,
    parts: Sequence[SurfaceTokens],
    tokens: Sequence[Tokens],
    labels: Sequence[Int32Array],
    hidden: Sequence[Float64Array],
) -> WindowNetwork:
    """The window network, trained on its own: together the two know more than either."""
    empty = WindowNetwork(settings, len(tagger.tags))
    documents = [
        TaggedInputs(empty.inputs(part.words, row.columns, part.edges), gold, often)
        for part, row, gold, often in zip(parts, tokens, labels, hidden, strict=True)
    ]
    return train_network(documents, len(tagger.tags), settings, tagger.settings.seed)


def _learn(tagger: Tagger, examples: Sequence[Example], dev: Sequence[Document] | None, report: Report | None) -> None:
    """Train the first chain; with development documents, keep the best round."""
    settings = tagger.settings
    columns = HIDDEN if settings.hidden else ()
    trainer = LinearChainTrainer(tagger.chain, examples, settings.chain, settings.seed, columns)
    best, since = -1.0, 0
    for number in range(1, settings.chain.rounds + 1):
        line = f"round {number}: {100 * trainer.round():.2f} on training data"
        if dev is not None:
            candidate = Tagger(settings, tagger.column, tagger.lexicon, trainer.averaged(), network=tagger.network)
            score = accuracy(candidate, dev)
            line += f", {100 * score:.2f} on development data"
            since = 0 if score > best else since + 1
            if score > best:
                best, tagger.chain = score, candidate.chain
        if report is not None:
            report(line)
        if since >= settings.patience:
            break
    if dev is None:
        tagger.chain = trainer.averaged()
