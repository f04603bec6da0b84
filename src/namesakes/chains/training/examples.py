"""Examples: documents to learn from, with the right antecedents of their mentions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from namesakes.arrays import ByteArray, Float64Array, Int32Array, Int64Array, IntegerArray
from namesakes.chains.decoding.entities import Entities
from namesakes.chains.features.mention_pairs import MentionPairs, correct_rows, gold_chains, gold_sizes, mention_pairs
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.training.costs import Costs
from namesakes.errors import DataError
from namesakes.text.document import Document

if TYPE_CHECKING:
    from namesakes.chains.settings import ChainSettings
    from namesakes.chains.training.encoder_folds import OpinionSource


@dataclass(frozen=True)
class Example:
    """A document to learn from.

    Parameters
    ----------
    pairs, chains : its mentions made ready for scoring, and the gold chain of each.
    right, costs, owners : of each row of candidates, whether it is right, what it costs, and whose it is.
    sizes : how many mentions each gold chain has, detected or not.
    """

    pairs: MentionPairs
    chains: Int32Array
    right: ByteArray
    costs: Float64Array
    owners: Int32Array
    sizes: Int64Array

    @classmethod
    def build(
        cls, pairs: MentionPairs, chains: Int32Array, costs: Costs, sizes: IntegerArray | None = None
    ) -> "Example":
        """The example with these gold chains; without their sizes, those of the detected mentions alone."""
        right = correct_rows(pairs.candidates, chains)
        owners = pairs.candidates.owners.astype(np.int32)
        known = np.bincount(chains[chains >= 0]) if sizes is None else sizes
        return cls(pairs, chains, right, costs.rows(pairs.candidates, right), owners, known.astype(np.int64))

    @classmethod
    def unlabelled(cls, pairs: MentionPairs) -> "Example":
        """The example of which no mention is in a chain."""
        return cls.build(pairs, np.full(pairs.count + 1, -1, dtype=np.int32), Costs(), np.zeros(0, dtype=np.int64))

    @classmethod
    def of(
        cls, pairs: MentionPairs, document: Document, gold: Document, costs: Costs, *, entities: bool = False
    ) -> "Example":
        """The example of a document with its mentions, and of the same document with its gold chains.

        Parameters
        ----------
        entities : whether candidates are left out whose entity, as the gold chains have it, contradicts the mention.
        """
        if gold.mention_table is None or document.mention_table is None:
            raise DataError(f"document {gold.key} has no chains to learn from")
        chains = gold_chains(document.mention_table, gold.mention_table)
        if entities:
            pairs = pairs.only(Entities(pairs).possible(chains) > 0)
        return cls.build(pairs, chains, costs, gold_sizes(gold.mention_table))


def examples_of(
    documents: Sequence[tuple[Document, Document]],
    settings: "ChainSettings",
    opinions: "OpinionSource | None" = None,
) -> list[Example]:
    """Examples from pairs of a document with its mentions and the same document with its gold chains.

    Parameters
    ----------
    opinions : what says something of a document's mentions beside what is seen in it.
    """
    templates, features = BeamModel(settings.features).templates, settings.features
    return [
        Example.of(
            mention_pairs(
                document,
                templates,
                features.bits,
                features.window,
                opinions=None if opinions is None else opinions(document),
            ),
            document,
            gold,
            settings.costs,
            entities=settings.entities,
        )
        for document, gold in documents
    ]
