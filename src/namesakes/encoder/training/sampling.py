"""Mixed batches: each corpus gives its share of words to every step, and its examples in an order drawn anew."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from namesakes.encoder.examples import Example
from namesakes.encoder.folds import fold_of
from namesakes.errors import ConfigError

SHARES = {
    "ontogum": 1200,
    "litbank": 500,
    "craft": 150,
    "meantime": 60,
    "gap": 240,
    "en_ewt": 350,
    "en_atis": 20,
    "en_questions": 20,
    "en_newslike": 60,
    "wnut17": 90,
    "btc": 90,
    "wikigold": 90,
}
"""How many words of each corpus a step has, on average."""


def without_fold(examples: Sequence[Example], folds: int, left_out: int) -> list[Example]:
    """The examples but those with chains or pronouns whose document is in a fold; all where there are no folds."""
    return [each for each in examples if not folds or not _links(each) or fold_of(each.id, folds) != left_out]


def _links(example: Example) -> bool:
    return example.chains is not None or bool(len(example.pairs))


class Sampler:
    """An endless run of batches, each a list of examples.

    A corpus gains its share at each step and spends it on the next of its examples, so that after any number of steps
    each has been seen as often as it should; what is drawn depends on the seed alone.
    """

    def __init__(self, examples: Sequence[Example], shares: Mapping[str, float], seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._corpora: dict[str, list[Example]] = {}
        for each in examples:
            if shares.get(each.corpus, 0) > 0:
                self._corpora.setdefault(each.corpus, []).append(each)
        if not self._corpora:
            raise ConfigError("no corpus that is to be learnt from has an example; look at the shares.")
        self._shares = {name: shares[name] for name in self._corpora}
        self._queues: dict[str, list[Example]] = {name: [] for name in self._corpora}
        lengths = {name: float(np.mean([len(each) for each in found])) for name, found in self._corpora.items()}
        self._credit = {name: -float(self._random.random()) * length for name, length in lengths.items()}
        self.passes = dict.fromkeys(self._corpora, 0)

    def __iter__(self) -> Iterator[list[Example]]:
        while True:
            yield self.draw()

    def skip(self, count: int) -> None:
        """Draw so many batches and forget them: a run that goes on begins where it was."""
        for _ in range(count):
            self.draw()

    def draw(self) -> list[Example]:
        """The next batch, never an empty one."""
        batch: list[Example] = []
        while not batch:
            for name, share in self._shares.items():
                self._credit[name] += share
                while self._credit[name] > 0:
                    batch.append(self._next(name))
                    self._credit[name] -= len(batch[-1])
        return batch

    def _next(self, name: str) -> Example:
        if not self._queues[name]:
            order = self._random.permutation(len(self._corpora[name]))
            self._queues[name] = [self._corpora[name][place] for place in order]
            self.passes[name] += 1
        return self._queues[name].pop()
