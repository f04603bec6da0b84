"""Development documents: what models are scored on while they are learned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.chains.decoding.shared_heads import with_one_mention_a_head
from namesakes.chains.features.mention_pairs import MentionPairs, mention_pairs
from namesakes.chains.links import Links, chained
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.trees import clusters_of
from namesakes.chains.resolver import Resolver
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.encoder_folds import OpinionSource
from namesakes.chains.training.examples import Example
from namesakes.metrics import score
from namesakes.metrics.result import CONLL, Result
from namesakes.text.document import Document


@dataclass(frozen=True)
class Development:
    """Documents to score models on again and again: their mentions and features are made once.

    Parameters
    ----------
    gold : the documents with their gold chains.
    seen, pairs : the same with predicted mentions, and made ready for scoring.
    settings : how chains are decoded.
    drop_singletons : whether gold chains of one mention are left out, as predicted ones always are.
    """

    gold: Sequence[Document]
    seen: Sequence[Document]
    pairs: Sequence[MentionPairs]
    settings: ChainSettings
    drop_singletons: bool = True

    @classmethod
    def build(
        cls,
        documents: Sequence[tuple[Document, Document]],
        settings: ChainSettings,
        *,
        drop_singletons: bool = True,
        opinions: OpinionSource | None = None,
    ) -> "Development":
        """The development documents from pairs of a document with its mentions and the same with its gold chains."""
        features, templates = settings.features, BeamModel(settings.features).templates
        pairs = [
            mention_pairs(
                seen, templates, features.bits, features.window, opinions=None if opinions is None else opinions(seen)
            )
            for seen, _ in documents
        ]
        return cls([gold for _, gold in documents], [seen for seen, _ in documents], pairs, settings, drop_singletons)

    def result(self, model: BeamModel, metrics: Sequence[str] = CONLL) -> Result:
        """The scores of a model by these measures."""
        resolver = Resolver(self.settings, model)
        found = [chained(_links(resolver, seen, pairs)) for seen, pairs in zip(self.seen, self.pairs, strict=True)]
        keep = not self.drop_singletons
        return score(self.gold, found, metrics=metrics, keep_singletons=keep, first_of_duplicates=True)

    def __call__(self, model: BeamModel) -> Mapping[str, float]:
        """The CoNLL score of a model, by the name that `trainer.train` looks for."""
        return {"conll": self.result(model).conll or 0.0}

    def examples(self) -> list[Example]:
        """The same documents as examples, with the right antecedents."""
        documents = zip(self.pairs, self.seen, self.gold, strict=True)
        return [
            Example.of(pairs, seen, gold, self.settings.costs, entities=self.settings.entities)
            for pairs, seen, gold in documents
        ]


def _links(resolver: Resolver, seen: Document, pairs: MentionPairs) -> Links:
    """What is decided for a document that is ready for scoring, with one mention a head and no other postprocessing."""
    scores = resolver.model.scores(pairs)
    rows, antecedents = resolver.antecedents(pairs, scores)
    sure = np.ones(pairs.count + 1)
    return with_one_mention_a_head(Links(seen, seen, pairs, scores, rows, antecedents, clusters_of(antecedents), sure))
