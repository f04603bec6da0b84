"""How good and how fast a resolver is on documents with gold chains."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from namesakes.chains.decoding.quoted import QuotingResolver
from namesakes.chains.features.instances import Instance, gold_chains, instance
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.trees import clusters_of
from namesakes.chains.preparation import prepared
from namesakes.chains.resolver import Links, Resolver, chained, one_mention_a_head
from namesakes.chains.training.trainer import ChainSettings
from namesakes.chains.training.updates import Example
from namesakes.errors import DataError, UnknownNameError
from namesakes.mentions.detection import with_mentions
from namesakes.metrics import score
from namesakes.metrics.result import CONLL, Result
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document

MENTIONS = ("gold", "predicted")


def evaluate(
    resolver: Resolver,
    documents: Sequence[Document],
    *,
    syntax: str = "gold",
    mentions: str = "predicted",
    drop_singletons: bool = False,
    parts: Syntax | None = None,
    without: Collection[str] = ("quotes",),
) -> tuple[Result, float]:
    """The scores of a resolver against the gold chains of documents, and the documents that a second is enough for.

    Of gold mentions with the same span the first counts, as in the reference scorer.

    Parameters
    ----------
    syntax : "gold" to keep the tags and trees that documents have, "predicted" for those of the shipped pipeline. The
        time is that of finding mentions and chains, with predicted syntax that of all that comes after the words.
    mentions : "gold" to give the resolver the gold mentions; where some of these are alone in their chains, the
        resolver's chains of one mention count too.
    drop_singletons : whether chains of one mention are left out on both sides.
    parts : the components of syntax; the shipped ones without it.
    without : parts of coreference that are switched off, by name.
    """
    resolver = resolver if "quotes" in without else QuotingResolver(resolver)
    if mentions not in MENTIONS:
        raise UnknownNameError("kind of mentions", mentions, MENTIONS)
    for document in documents:
        if document.mention_table is None:
            raise DataError(f"document {document.key} has no gold chains", "Give documents with chains.")
    given = mentions == "gold"
    alone = given and any(_has_singletons(document) for document in documents)
    options: dict[str, Any] = {"mentions": "given" if given else "found", "singletons": alone}
    if documents:  # what is loaded when it is first used is not what the time is about
        resolver.resolve(_with_mentions_of(documents[0], prepared(documents[0], syntax, parts)), **options)
    found, seconds = [], 0.0
    for document in documents:
        start = time.perf_counter()
        seen = _with_mentions_of(document, prepared(document, syntax, parts))
        start = time.perf_counter() if syntax == "gold" else start
        found.append(resolver.resolve(seen, **options))
        seconds += time.perf_counter() - start
    result = score(documents, found, keep_singletons=not drop_singletons, first_of_duplicates=True)
    return result, len(documents) / seconds if seconds else 0.0


def _has_singletons(document: Document) -> bool:
    return document.mention_table is not None and bool((document.mention_table.sizes == 1).any())


def _with_mentions_of(gold: Document, document: Document) -> Document:
    return document.replace(mention_table=gold.mention_table)


@dataclass(frozen=True)
class Development:
    """Documents to score models on again and again: their mentions and features are made once.

    Parameters
    ----------
    gold : the documents with their chains.
    seen, instances : the same with found mentions, and made ready for scoring.
    settings : how chains are decoded.
    drop_singletons : whether gold chains of one mention are left out, as found ones always are.
    """

    gold: Sequence[Document]
    seen: Sequence[Document]
    instances: Sequence[Instance]
    settings: ChainSettings
    drop_singletons: bool = True

    @classmethod
    def build(
        cls, pairs: Sequence[tuple[Document, Document]], settings: ChainSettings, *, drop_singletons: bool = True
    ) -> "Development":
        """The development documents from pairs of a document with its mentions and the same with its gold chains."""
        features, templates = settings.features, BeamModel(settings.features).templates
        instances = [instance(seen, templates, features.bits, features.window) for seen, _ in pairs]
        return cls([gold for _, gold in pairs], [seen for seen, _ in pairs], instances, settings, drop_singletons)

    def result(self, model: BeamModel, metrics: Sequence[str] = CONLL) -> Result:
        """The scores of a model by these measures."""
        resolver = Resolver(self.settings, model)
        found = [chained(_links(resolver, seen, ready)) for seen, ready in zip(self.seen, self.instances, strict=True)]
        keep = not self.drop_singletons
        return score(self.gold, found, metrics=metrics, keep_singletons=keep, first_of_duplicates=True)

    def __call__(self, model: BeamModel) -> Mapping[str, float]:
        """The CoNLL score of a model, by the name that `trainer.train` looks for."""
        return {"conll": self.result(model).conll or 0.0}

    def examples(self) -> list[Example]:
        """The same documents as examples, with the right antecedents."""
        found = []
        for seen, gold, ready in zip(self.seen, self.gold, self.instances, strict=True):
            assert seen.mention_table is not None
            assert gold.mention_table is not None
            chains = gold_chains(seen.mention_table, gold.mention_table)
            found.append(Example.build(ready, chains, self.settings.costs))
        return found


def found_mentions(document: Document, gold: Document) -> tuple[Document, Document]:
    """A prepared document with all its mentions, beside the same document with its gold chains."""
    return with_mentions(document), gold


def _links(resolver: Resolver, seen: Document, ready: Instance) -> Links:
    """What is decided for a document that is ready for scoring."""
    scores = resolver.model.scores(ready)
    rows = resolver.decode(ready, scores)
    antecedents = np.zeros(ready.count + 1, dtype=np.int32)
    antecedents[1:] = ready.candidates.mentions[rows[1:]]
    links = Links(seen, ready, scores, rows, antecedents, clusters_of(antecedents), np.ones(ready.count + 1))
    return one_mention_a_head(links)
