"""Universal parts of speech from the corpus's own tags and the words around them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from namesakes.arrays import AnyArray, Int32Array, UInt32Array
from namesakes.learning.linear_chain import LinearChain, Tokens
from namesakes.learning.linear_chain_training import Example, LinearChainSettings, LinearChainTrainer
from namesakes.syntax.tagging.features import UNIVERSAL, tag_columns
from namesakes.syntax.tagging.lexicon import chosen_rows, found, label_numbers
from namesakes.syntax.tagging.word_forms import folded
from namesakes.text.strings import Strings

SHARE = 0.0005
"""A universal tag may stand beside a tag that it was seen with at least this often."""


class Universal:
    """A small chain over universal tags that sees the corpus's own tags; most of those leave it little choice.

    Parameters
    ----------
    chain : over the universal tags.
    tags : the codes of the corpus's own tags, sorted.
    offsets, labels : the universal tags that may stand beside each of `tags`; the last row is for other tags.
    """

    def __init__(self, chain: LinearChain, tags: UInt32Array, offsets: Int32Array, labels: Int32Array) -> None:
        self.chain, self.known, self.offsets, self.labels = chain, tags, offsets, labels

    @classmethod
    def build(
        cls, names: Sequence[str], settings: LinearChainSettings, pairs: Iterable[tuple[str, str]] = ()
    ) -> "Universal":
        """An untrained model, given the pairs of tags that were seen together."""
        seen: defaultdict[str, Counter[int]] = defaultdict(Counter)
        for tag, name in pairs:
            seen[tag][names.index(name)] += 1
        rows = [[label for label, count in row.items() if count >= SHARE * row.total()] for row in seen.values()]
        codes, order = np.unique(folded(list(seen)), return_index=True)
        every = [*(rows[place] for place in order.tolist()), list(range(len(names)))]
        offsets = np.cumsum([0, *map(len, every)], dtype=np.int32)
        labels = np.array([label for row in every for label in sorted(row)], dtype=np.int32)
        return cls(LinearChain(names, UNIVERSAL, settings.bits, most=settings.most), codes, offsets, labels)

    @classmethod
    def train(
        cls,
        tokens: list[Tokens],
        tags: list[Strings],
        universal: list[Strings],
        settings: LinearChainSettings,
        seed: int,
    ) -> "Universal":
        """The model of documents, each given as its tokens, the corpus's own tags and the universal ones."""
        names = sorted({name for rows in universal for name in rows.values})
        pairs = (pair for one, other in zip(tags, universal, strict=True) for pair in zip(one, other, strict=True))
        model = cls.build(names, settings, pairs)
        examples = [
            Example(model.tokens(row, own), label_numbers(gold, names))
            for row, own, gold in zip(tokens, tags, universal, strict=True)
        ]
        trainer = LinearChainTrainer(model.chain, examples, settings, seed)
        for _ in range(settings.rounds):
            trainer.round()
        model.chain = trainer.averaged()
        return model

    def tokens(self, tokens: Tokens, tags: Strings) -> Tokens:
        """The tokens as this chain sees them, given the corpus's own tags."""
        codes = folded(tags.values)
        known, place = found(self.known, codes)
        rows = np.where(known, place, len(self.known))
        offsets, labels = chosen_rows(self.offsets, self.labels, rows[tags.indices])
        return Tokens(tag_columns(tokens.columns, tags), tokens.edges, offsets, labels)

    def tags(self, tokens: Tokens, tags: Strings) -> Strings:
        """The universal tags of tokens that have these tags."""
        return Strings.from_indices(self.chain.names, self.chain.lattice(self.tokens(tokens, tags)).best())

    def arrays(self) -> dict[str, AnyArray]:
        """The model as arrays by name."""
        return {**self.chain.arrays(), "known": self.known, "offsets": self.offsets, "labels": self.labels}

    def fill(self, arrays: dict[str, AnyArray]) -> None:
        """Take the model from its arrays."""
        self.chain.fill(arrays)
        self.known, self.offsets, self.labels = arrays["known"], arrays["offsets"], arrays["labels"]
