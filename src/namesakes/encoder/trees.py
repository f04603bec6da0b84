"""Trees of an encoder's arcs: few are left, and what the linear parser says of them may be added.

The scores of arcs are the encoder's; with a share those of the linear parser are added to them, and its siblings
(McDonald & Pereira 2006) and grandparents (Koo & Collins 2010) beside them, so that trees are of its order.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from namesakes.arrays import Float32Array, Int32Array
from namesakes.encoder.readings import LONGEST, Reading, pieces
from namesakes.errors import ConfigError, UnknownNameError
from namesakes.syntax.parsing.features import Sentences
from namesakes.syntax.parsing.parser import DECODERS, LONG, Parser, rows_of
from namesakes.syntax.parsing.scores import NOTHING, Rows, Scored, filter_arcs


@dataclass(frozen=True)
class TreeSettings:
    """How trees are made of an encoder's scores.

    Parameters
    ----------
    share : what the scores of the linear parser count beside the encoder's: of arcs, siblings and grandparents. With 0
        trees are of the first order.
    decoder : "eisner" for projective trees, "spanning-tree" for all trees (first order).
    heads, margin : how many heads of a word are left at most before the linear parser's scores are added or sentences
        agree, and how much worse than the best a tree through an arc may be (natural logarithms).
    """

    share: float = 0.0
    decoder: str = "eisner"
    heads: int = 12
    margin: float = 12.0

    def __post_init__(self) -> None:
        if self.share < 0 or self.heads < 1 or self.margin <= 0:
            raise ConfigError("trees need a share of 0 or more, at least one head a word, and a margin above 0.")
        if self.decoder not in DECODERS:
            raise UnknownNameError("decoder", self.decoder, DECODERS)
        if self.share and self.decoder != "eisner":
            raise ConfigError(f"the decoder '{self.decoder}' is of the first order, and takes no share of the parser.")

    @property
    def plain(self) -> bool:
        """Whether the best trees are those that a reading has."""
        return not self.share and self.decoder == "eisner"


def sentence_scores(
    arcs: Float32Array, settings: TreeSettings, linear: Parser | None = None, rows: Rows | None = None
) -> Scored:
    """The scores of one sentence's arcs that are left, with the linear parser's share of them and of what is beside.

    Parameters
    ----------
    arcs : the encoder's scores by head and dependent, the root first.
    linear, rows : the linear parser, and the sentence as it sees it.
    """
    scores = arcs.astype(np.float64)
    if settings.decoder != "eisner":
        np.fill_diagonal(scores, NOTHING)
        scores[:, 0] = NOTHING
        return Scored(scores, decoder=settings.decoder)
    kept = filter_arcs(scores, settings.heads, settings.margin)
    left = np.where(kept, scores, NOTHING)
    if linear is None or rows is None or not settings.share:
        return Scored(left)
    share = settings.share
    if rows.size > LONG + 1:
        return Scored(np.where(kept, scores + share * linear.arcs.arcs(rows, kept), NOTHING))
    found = linear.arcs.score(rows, kept, settings.decoder)
    return replace(
        found,
        arcs=np.where(kept, scores + share * found.arcs, NOTHING),
        siblings=None if found.siblings is None else share * found.siblings,
        grandparents=None if found.grandparents is None else share * found.grandparents,
    )


def scored_sentences(
    reading: Reading, seen: Sentences, settings: TreeSettings, linear: Parser | None = None
) -> Iterator[tuple[Scored | None, tuple[Int32Array, float]]]:
    """By sentence its scores, None for a long one or one without words, and its best tree with its score."""
    arcs = {low: scores for (low, _), scores in zip(pieces(reading.edges), reading.arcs, strict=True)}
    low = 0
    for number in range(len(seen)):
        high = low + len(seen.words(number))
        if high == low or high - low > LONGEST:
            own = reading.heads[low:high]
            yield None, (np.append(-1, np.where(own >= 0, own - low + 1, 0)).astype(np.int32), 0.0)
        else:
            scored = sentence_scores(arcs[low], settings, linear, rows_of(seen, number) if linear else None)
            yield scored, scored.tree()
        low = high
