"""How good and how fast a resolver is on documents with gold chains."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from namesakes.chains.calibration import Decisions, calibration_error
from namesakes.chains.certainty import chain_decisions
from namesakes.chains.kind_evaluation import KindCounts, right_by_kind
from namesakes.chains.preparation import prepared
from namesakes.chains.resolver import Resolver
from namesakes.errors import DataError
from namesakes.mentions.detection import GOLD, PREDICTED, mention_source
from namesakes.metrics import score
from namesakes.metrics.result import Result
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document


@dataclass(frozen=True)
class Evaluation:
    """How good and how fast a resolver is.

    Parameters
    ----------
    result : the measures of chains.
    kinds : of the mentions that go back to something how many are linked right, by what they are called.
    certainty : the mentions in chains: how sure the chain is, and whether a mention belongs to it.
    speed : documents a second.
    """

    result: Result
    kinds: Mapping[str, KindCounts]
    certainty: Decisions
    speed: float

    @property
    def expected_error(self) -> float:
        """By how much the certainty of chains is off: the expected calibration error over their mentions."""
        return calibration_error(self.certainty)

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        figures = self.result.to_json()
        return {
            **figures,
            "genre": {name: each["conll"] for name, each in figures.get("genres", {}).items()},
            "kinds": {name: each.to_json() for name, each in self.kinds.items()},
            "certainty": {"mentions": len(self.certainty), "expected_error": self.expected_error},
            "documents_per_second": self.speed,
        }


def evaluate(
    resolver: Resolver,
    documents: Sequence[Document],
    *,
    syntax: str = "gold",
    mentions: str = "predicted",
    drop_singletons: bool = False,
    without: Collection[str] = (),
    components: Syntax | None = None,
) -> Evaluation:
    """The scores of a resolver against the gold chains of documents, and the documents that a second is enough for.

    Of gold mentions with the same span the first counts, as in the reference scorer.

    Parameters
    ----------
    syntax : "gold" to keep the tags and trees that documents have, "predicted" for predicted ones, "constituents" for
        their phrases with nothing parsed. The time is that of mentions and chains, with predicted syntax that of all
        that comes after the words.
    mentions : "gold" to give the resolver the gold mentions; where some of these are alone in their chains, the
        resolver's chains of one mention count too.
    drop_singletons : whether chains of one mention are left out on both sides.
    without : parts of postprocessing that are switched off; see `decoding.postprocessing`.
    components : what predicts syntax; the shipped components by default.
    """
    gold = mention_source(mentions) == GOLD
    for document in documents:
        if document.mention_table is None:
            raise DataError(f"document {document.key} has no gold chains", "Give documents with chains.")
    alone = gold and any(_has_singletons(document) for document in documents)
    options: dict[str, Any] = {"mentions": GOLD if gold else PREDICTED, "singletons": alone, "without": without}
    if documents:  # what is loaded when it is first used is not what the time is about
        resolver.resolve(_with_mentions_of(documents[0], prepared(documents[0], syntax, components)), **options)
    rows, seconds = [], 0.0
    for document in documents:
        start = time.perf_counter()
        seen = _with_mentions_of(document, prepared(document, syntax, components))
        start = start if syntax == "predicted" else time.perf_counter()
        found = resolver.resolve(seen, **options)
        seconds += time.perf_counter() - start
        rows.append((document, seen, found))
    chains = [found for _, _, found in rows]
    return Evaluation(
        score(documents, chains, keep_singletons=not drop_singletons, first_of_duplicates=True),
        right_by_kind(rows),
        Decisions.joined(chain_decisions(found, gold) for gold, _, found in rows),
        len(documents) / seconds if seconds else 0.0,
    )


def _has_singletons(document: Document) -> bool:
    return document.mention_table is not None and bool((document.mention_table.sizes == 1).any())


def _with_mentions_of(gold: Document, document: Document) -> Document:
    return document.replace(mention_table=gold.mention_table)
