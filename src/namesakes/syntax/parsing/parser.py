"""Parser: projective dependency trees by arcs, siblings and grandparents, and their relations.

The tree with the best sum of scores, w·Φ each, of its arcs (McDonald, Crammer & Pereira 2005), neighbouring dependents
(McDonald & Pereira 2006) and heads of heads (Koo & Collins 2010), by Eisner's algorithm; weights by online large-margin
learning. A small first-order model leaves few arcs to be scored in full (Rush & Petrov 2012). Relations are chosen
afterwards.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ClassVar, Self

import numpy as np

from namesakes import budget
from namesakes.arrays import AnyArray, ByteArray, Float64Array, Int32Array, UInt64Array
from namesakes.config import bounded, fill
from namesakes.errors import ConfigError, DataError, UnknownNameError
from namesakes.learning.model import Model, load_model, save_model
from namesakes.syntax.parsing.features import Sentences, sentences
from namesakes.syntax.parsing.forests import ScoredTrees
from namesakes.syntax.parsing.relations import Labeller
from namesakes.syntax.parsing.scores import ArcModel, Rows, Scored, filter_arcs, filter_long
from namesakes.syntax.tagging.tagger import TaggerSettings
from namesakes.text.document import NO_HEAD, ROOT, Document
from namesakes.text.strings import Strings

DECODERS = ("eisner", "spanning-tree")
FEATURES = ("full", "clusters", "mcdonald")
LONG, LONGEST, PIECE = 150, 400, 50
"""Sentences of more words are parsed at the first order; those of still more in pieces, of so many words."""

Penalties = Sequence[Float64Array | None] | Callable[[int], Float64Array | None]
"""By sentence: n + 1 by n + 1 numbers that are added to the scores of arcs, by head and dependent; 0 is the root."""


@dataclass(frozen=True)
class ParserSettings:
    """How a parser is made.

    Parameters
    ----------
    order : 1 for arcs alone, 2 for arcs and siblings, 3 for arcs, siblings and grandparents.
    features : "full"; "clusters" for these and others with clusters of English words (`WordVectors`); "mcdonald" for
        the templates of McDonald, Crammer & Pereira (2005) and McDonald & Pereira (2006) alone.
    decoder : "eisner" for projective trees, "spanning-tree" for all trees (first order).
    epochs, filter_epochs, label_epochs : how many there are of each model.
    bits, filter_bits, label_bits : there are 2^bits weights.
    heads, margin : how many heads of a word pruning leaves at most, and the pruning margin: how much worse than the
        best a tree through an arc may be.
    cap : the largest step of an update, the aggressiveness C of PA-I (Crammer et al. 2006).
    least : smaller bytes among the weights of arcs, siblings and grandparents are dropped in the end; `quantize_roots`.
    tag_folds : how many taggers give `train_parser` the tags that it learns from beside the gold ones; 0 for none.
    tagger : how these are trained.
    seed : for the order of sentences.
    """

    order: int = 3
    features: str = "full"
    decoder: str = "eisner"
    epochs: int = 6
    filter_epochs: int = 4
    label_epochs: int = 8
    bits: int = bounded(23, 1, 30)
    filter_bits: int = bounded(20, 1, 30)
    label_bits: int = bounded(21, 1, 30)
    heads: int = 12
    margin: float = 3.5
    cap: float = 0.02
    least: int = 0
    tag_folds: int = 4
    tagger: TaggerSettings = field(default_factory=TaggerSettings)
    seed: int = 1

    def __post_init__(self) -> None:
        if self.order not in (1, 2, 3):
            raise ConfigError(f"the parser's order is 1, 2 or 3, not {self.order}.")
        if self.features not in FEATURES:
            raise UnknownNameError("set of features", self.features, FEATURES)
        if self.decoder not in DECODERS:
            raise UnknownNameError("decoder", self.decoder, DECODERS)


class Parser:
    """A trained parser: give it a tagged document and it gives the document back with heads and relations.

    Clusters of words are those of the shipped `WordVectors`, which it loads.

    Parameters
    ----------
    settings : how it was made.
    inventory : the sorted codes of the coarse tags it tells apart.
    filter, arcs : the models that leave few arcs, and that choose among them.
    labeller : the model of relations.
    """

    KIND: ClassVar[str] = "parser"

    def __init__(
        self, settings: ParserSettings, inventory: UInt64Array, filter: ArcModel, arcs: ArcModel, labeller: Labeller
    ) -> None:
        self.settings, self.inventory = settings, inventory
        self.filter, self.arcs, self.labeller = filter, arcs, labeller

    def __call__(self, document: Document) -> Document:
        """The document with heads and relations."""
        return self.parse(document)

    def parse(
        self,
        document: Document,
        penalties: Penalties | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Document:
        """The document with heads and relations; empty nodes have none.

        Parameters
        ----------
        penalties : by sentence, numbers added to the scores of arcs; an arc whose number is positive is never filtered.
        progress : gets the number of each sentence before it is parsed, and how many there are.
        """
        seen = sentences(document, self.inventory)
        trees = []
        for number in range(len(seen)):
            budget.check()
            if progress is not None:
                progress(number, len(seen))
            added = None if penalties is None else penalty(penalties, number, len(seen.words(number)))
            trees.append(self.tree(rows_of(seen, number), added))
        return self.with_trees(document, seen, trees)

    def with_trees(self, document: Document, seen: Sentences, trees: Sequence[Int32Array]) -> Document:
        """The document with these trees, one a sentence, and the relations that fit them."""
        forest = np.full(len(seen.tokens), -1, dtype=np.int32)
        for first, tree in zip(seen.bounds[:-1].tolist(), trees, strict=True):
            np.add(tree[1:], first, out=forest[first + 1 : first + len(tree)])
        words = np.flatnonzero(seen.tokens >= 0)
        tokens, above = seen.tokens[words], seen.tokens[forest[words]]
        heads = np.full(len(document.starts), NO_HEAD, dtype=np.int32)
        heads[tokens] = np.where(above >= 0, above, ROOT)
        labels = np.zeros(len(document.starts), dtype=np.int32)
        labels[tokens] = self.labeller.label(Rows(seen.codes, seen.coarse), forest)[words] + 1
        column = Strings.from_indices(("_", *self.labeller.names), labels)
        return document.with_columns(label=column).replace(heads=heads)

    def scored_trees(self, document: Document) -> ScoredTrees:
        """The scored sentences of a document, each with its best tree."""
        seen = sentences(document, self.inventory)
        rows = [rows_of(seen, number) for number in range(len(seen))]
        scored = [self.score(each) if each.size <= LONGEST + 1 else None for each in rows]
        plain = [
            (self.tree(each), 0.0) if scores is None else scores.tree()
            for each, scores in zip(rows, scored, strict=True)
        ]
        return ScoredTrees(seen, scored, plain, lambda given, trees: self.with_trees(given, seen, trees))

    def scores(self, document: Document) -> Iterator[Scored]:
        """The scores of each sentence, whose best tree can be found again and again under other penalties."""
        seen = sentences(document, self.inventory)
        for number in range(len(seen)):
            yield self.score(rows_of(seen, number))

    def score(self, rows: Rows, penalties: Float64Array | None = None) -> Scored:
        """The scores of one sentence's arcs that pass the filter, or that a positive penalty asks for."""
        kept = self.kept(rows)
        if penalties is not None:
            kept |= penalties > 0
        if rows.size > LONG + 1:
            return Scored(self.arcs.arcs(rows, kept), decoder=self.settings.decoder)
        return self.arcs.score(rows, kept, self.settings.decoder)

    def kept(self, rows: Rows) -> ByteArray:
        """Which arcs of a sentence pass the filter."""
        scores = self.filter.arcs(rows)
        if rows.size > LONG + 1:
            return filter_long(scores, heads=4, longest=60)
        return filter_arcs(scores, self.settings.heads, self.settings.margin)

    def tree(self, rows: Rows, penalties: Float64Array | None = None) -> Int32Array:
        """The heads of one sentence; a very long one is parsed in pieces."""
        if rows.size <= 2:  # one word, whose head is the root
            return np.arange(-1, rows.size - 1, dtype=np.int32)
        if rows.size <= LONGEST + 1:
            return self.score(rows, penalties).tree(penalties)[0]
        tree = np.full(rows.size, -1, dtype=np.int32)
        for first in range(1, rows.size, PIECE):
            words = np.arange(first, min(first + PIECE, rows.size))
            places = np.append(0, words)
            added = None if penalties is None else penalties[np.ix_(places, places)]
            found = self.score(rows.part(words), added).tree(added)[0]
            tree[words] = places[found[1:]]
        roots = np.flatnonzero(tree == 0)
        tree[roots[1:]] = roots[0]
        return tree

    def save(self, folder: Path) -> None:
        """Write the model into a folder, its weights quantized to bytes."""
        arrays: dict[str, AnyArray] = {"inventory": self.inventory, "allowed": self.labeller.allowed}
        models: dict[str, ArcModel | Labeller] = {"filter": self.filter, "arcs": self.arcs, "labels": self.labeller}
        for name, model in models.items():
            arrays[name], arrays[f"{name}.largest"] = model.weights, np.array([model.largest])
        settings = {**asdict(self.settings), "labels": list(self.labeller.names)}
        save_model(folder, Model(self.KIND, settings, arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> Self:
        """The parser whose model is in a folder."""
        model = load_model(folder, cls.KIND)
        values = dict(model.settings)
        names = values.pop("labels")
        settings, arrays = fill(ParserSettings, values, place=str(folder)), model.arrays
        largest = {name: float(arrays[f"{name}.largest"][0]) for name in ("filter", "arcs", "labels")}
        clusters = settings.features == "clusters"
        labeller = Labeller(names, arrays["allowed"], arrays["labels"], clusters=clusters, largest=largest["labels"])
        filter = ArcModel(arrays["filter"], 0, largest=largest["filter"])
        arcs = ArcModel(arrays["arcs"], settings.order, settings.features, largest["arcs"])
        return cls(settings, arrays["inventory"], filter, arcs, labeller)

    @classmethod
    def shipped(cls) -> Self:
        """The English parser that comes with the library."""
        return cls.load(files("namesakes") / "models" / "en-parser")

    @classmethod
    def train(
        cls,
        documents: Sequence[Document],
        settings: ParserSettings | None = None,
        dev: Sequence[Document] | None = None,
        report: Callable[[Mapping[str, float]], None] | None = None,
    ) -> "Parser":
        """The parser learned from documents with tags, heads and relations.

        Parameters
        ----------
        dev : documents to score after each epoch.
        report : gets the numbers of each epoch.
        """
        from namesakes.syntax.parsing.training import train

        return train(documents, settings or ParserSettings(), dev, report)


def rows_of(seen: Sentences, number: int) -> Rows:
    """One sentence of a document."""
    rows = seen.rows(number)
    return Rows(seen.codes[rows], seen.coarse[rows])


def penalty(penalties: Penalties, number: int, words: int) -> Float64Array | None:
    """The penalties of one sentence, which must be of its size."""
    found = penalties(number) if callable(penalties) else penalties[number]
    if found is None:
        return None
    if np.shape(found) != (words + 1, words + 1):
        raise DataError(
            f"sentence {number} has {words} words and its penalties are {' by '.join(map(str, np.shape(found)))}",
            f"Give {words + 1} by {words + 1} numbers: by head and dependent, the root first.",
        )
    return np.asarray(found, dtype=np.float64)
