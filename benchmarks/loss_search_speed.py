"""Search with a learned loss against plain best-first decoding, on one core: how many times as long a sweep takes.

Run: `OMP_NUM_THREADS=1 python benchmarks/loss_search_speed.py [mentions] [corpora]`. With the folder of the corpora the
document is the first of OntoGUM's training documents with at least so many mentions, cut after them; without it, the
mentions are made up. Plain best-first is what an update without a loss does: the scores of all arcs, and the best of
each mention. All earlier mentions are candidates.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.losses.gold import Gold
from namesakes.chains.losses.regressor import LossRegressor
from namesakes.chains.losses.search import search
from namesakes.chains.models.tree_model import FeatureSettings, TreeModel
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.examples import Example, examples_of
from namesakes.text.document import Document

FEATURES = FeatureSettings(bits=20)
TIMES = 15


def cut(document: Document, mentions: int) -> Document:
    """The document with its first mentions alone."""
    table = document.mention_table
    assert table is not None
    kept = replace(
        table,
        offsets=table.offsets[: mentions + 1],
        starts=table.starts[:mentions],
        ends=table.ends[:mentions],
        chains=table.chains[:mentions],
        heads=None if table.heads is None else table.heads[:mentions],
        extra={},
    )
    return document.replace(mention_table=kept)


def read_example(corpora: Path, mentions: int) -> Example:
    """A document of the corpora with so many mentions."""
    from namesakes.chains.preparation import prepared
    from namesakes.formats import read
    from namesakes.mentions.detection import with_mentions

    for gold in read(corpora / "ontogum" / "conllu" / "train"):
        seen = with_mentions(prepared(gold, "gold"))
        if len(seen.mentions) >= mentions:
            return examples_of([(cut(seen, mentions), gold)], ChainSettings(features=FEATURES))[0]
    raise SystemExit(f"no document has {mentions} mentions")


def made_up(mentions: int) -> Example:
    """Mentions that nobody wrote, in chains of three on average."""
    from tests.chains.made import made_example

    return made_example(mentions, 0, FEATURES)


def main() -> None:
    """Print the seconds of each part, and the ratio."""
    sys.path.insert(0, str(Path(__file__).parent.parent))  # `reproduction/` and `tests/` lie beside this folder
    from reproduction.timing import alternating, one_core

    mentions = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    example = read_example(Path(sys.argv[2]), mentions) if len(sys.argv) > 2 else made_up(mentions)
    pairs, gold = example.pairs, Gold.of(example)
    model, regressor = TreeModel(FEATURES), LossRegressor.shipped()
    model.weights[:] = np.random.default_rng(0).normal(0.0, 0.1, len(model.weights)).astype(np.float32)
    scores = model.scores(pairs)
    start, rows = best_first(scores, pairs), pairs.candidates
    strength = gold.found / 100.0

    def plain() -> None:
        best_first(model.scores(pairs), pairs)

    def sweep() -> None:
        search(rows, model.scores(pairs), start, gold, regressor.weights, strength, sweeps=1)

    def whole() -> None:
        search(rows, model.scores(pairs), start, gold, regressor.weights, strength)

    with one_core():
        times = alternating(TIMES, [plain, sweep, whole])
    sweeps = search(rows, scores, start, gold, regressor.weights, strength)[1]
    print(f"{pairs.count} mentions, {len(rows.antecedents):,} arcs")
    print(f"scores and best-first {1000 * times[0]:8.2f} ms")
    print(f"scores and one sweep  {1000 * times[1]:8.2f} ms, {times[1] / times[0]:.2f} times as long")
    print(f"scores and {sweeps} sweeps   {1000 * times[2]:8.2f} ms, {times[2] / times[0]:.2f} times as long")


if __name__ == "__main__":
    main()
