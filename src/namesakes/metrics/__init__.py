"""Measures: how far a response agrees with a key."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from namesakes.formats import read
from namesakes.metrics import attachment, clustering, coreference, entities, segmentation, tagging
from namesakes.metrics.comparison import Comparison
from namesakes.metrics.measure import MEASURES, Measure, Score, needed_layers
from namesakes.metrics.result import Result
from namesakes.metrics.significance import Significance, compare
from namesakes.text.document import Document

__all__ = [
    "COREFERENCE",
    "MEASURES",
    "Comparison",
    "Measure",
    "Result",
    "Score",
    "Significance",
    "attachment",
    "clustering",
    "compare",
    "coreference",
    "entities",
    "score",
    "segmentation",
    "tagging",
]

COREFERENCE = ("muc", "b3", "ceaf_m", "ceaf_e", "blanc", "lea", "mentions")
"""The measures that `score` takes where none are named."""


def score(
    key: str | Path | Iterable[Document],
    response: str | Path | Iterable[Document],
    *,
    metrics: Sequence[str] = COREFERENCE,
    keep_singletons: bool = True,
    first_of_duplicates: bool = False,
    known_words: Iterable[str] = (),
    minimal: bool = True,
) -> Result:
    """The scores of a response against a key, each a file, a folder or documents.

    Parameters
    ----------
    metrics : names of measures; an unknown one is an error that lists the known ones.
    keep_singletons : whether chains of one mention count, on both sides.
    first_of_duplicates : of several mentions with one span keep the first, instead of refusing them.
    known_words : the words of the training data, for `known_xpos`, `unknown_xpos` and the like.
    minimal : whether MUC's MIN in a key is enough of a mention, and those with STATUS="OPT" need not be found.
    """
    chosen = [MEASURES[name] for name in metrics]
    layers = needed_layers(metrics)
    comparison = Comparison(
        read(key, layers=layers) if isinstance(key, str | Path) else key,
        read(response, layers=layers) if isinstance(response, str | Path) else response,
        keep_singletons=keep_singletons,
        first_of_duplicates=first_of_duplicates,
        known_words=frozenset(known_words),
        minimal=minimal,
    )
    counts = {measure.name: measure.counts(comparison) for measure in chosen}
    return Result(comparison.names, comparison.genres, counts)
