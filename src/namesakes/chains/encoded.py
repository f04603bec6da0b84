"""A resolver that adds an encoder's scores to those of a linear model, under the same vetoes.

The encoder's spans are the mentions. The score of an antecedent is the encoder's, plus a shift, plus a share of what
the linear model says of the pair beyond what it says of a mention that begins a chain; that of none is 0.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.chains.certainty import FEATURES, ChainCertainty
from namesakes.chains.constraints import Constraints
from namesakes.chains.decoding import constrained
from namesakes.chains.decoding.entities import Entities
from namesakes.chains.decoding.postprocessing import postprocessed
from namesakes.chains.encoded_mentions import EncodedMentions, pair_scores, said_of
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.features.opinions import PairScores
from namesakes.chains.features.pair_blocks import PairBlocks
from namesakes.chains.links import Links
from namesakes.chains.long_documents import Stretches
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.resolver import Resolver, with_speakers_heard
from namesakes.chains.settings import ChainSettings
from namesakes.config import fill
from namesakes.encoder.inference import EncoderModel
from namesakes.encoder.parts import shared
from namesakes.errors import ModelError
from namesakes.learning.calibration import Calibration
from namesakes.mentions.attributes import attributes
from namesakes.mentions.detection import with_heads
from namesakes.text.document import Document

CHAINS = "chains"
"""Where the settings of links stand in an encoder's `model.json`."""


def settings_key(corpus: str = "") -> str:
    """Where the settings of links stand in an encoder's `model.json` that follows the conventions of a corpus."""
    return f"{CHAINS} {corpus}" if corpus else CHAINS


_FEATURES = FeatureSettings(pairs=("m.class a.class",), alone=("m.class",), bits=4)


@dataclass(frozen=True)
class LinkSettings:
    """How chains are found with an encoder's scores, as `encoded_fitting` fits it.

    Parameters
    ----------
    share : what the linear model's scores count beside the encoder's.
    shift : what is added to every score of an antecedent.
    least : the log odds from which on a span is a mention even if nothing is linked to it.
    phrases : whether the phrases that trees show are mentions too, where the linear model has a share.
    floor : the score of a pair that the encoder has not looked at closely, where the linear model has a share.
    curve : the slope and the offset of the Platt scaling of the confidences of links; none for none.
    certainty : the weights and the offset of the certainty of chains; none for none.
    """

    share: float = 1.0
    shift: float = 0.0
    least: float = -1.0
    phrases: bool = True
    floor: float = -4.0
    curve: tuple[float, ...] = ()
    certainty: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if len(self.curve) not in (0, 2) or len(self.certainty) not in (0, 1 + len(FEATURES)):
            raise ModelError("an encoder's settings of links have curves of another kind.\nFit them again.")


class EncodedResolver(Resolver):
    """Puts the spans that an encoder takes for mentions into chains.

    Parameters
    ----------
    encoder : the model, which other parts of a pipeline share.
    linear : whose scores of pairs are added; without it the encoder's are alone. Features of clusters do not count.
    links : how links are made of both.
    entities : whether nothing joins an entity that contradicts what is known of it.
    """

    def __init__(
        self,
        encoder: EncoderModel,
        linear: Resolver | None = None,
        links: LinkSettings | None = None,
        *,
        entities: bool = True,
    ) -> None:
        features = _FEATURES if linear is None else replace(linear.settings.features, clusters=())
        model = BeamModel(features, None if linear is None else linear.model.weights)
        found = links or LinkSettings()
        curve = Calibration(*found.curve) if found.curve else None
        certainty = ChainCertainty(found.certainty[:-1], found.certainty[-1]) if found.certainty else None
        chains = ChainSettings(features=features, entities=entities)
        super().__init__(chains, model, calibration=curve, certainty=certainty)
        self.encoder, self.linear, self.links_settings = encoder, linear, found
        self.share = 0.0 if linear is None else found.share
        phrases = found.phrases and self.share > 0
        self.mentions = EncodedMentions(encoder, found.least, found.shift, phrases)

    @classmethod
    def load(cls, folder: Path | Traversable, *, corpus: str = "") -> "EncodedResolver":
        """The resolver by the encoder in a folder, with the shipped linear model, and links as they were fitted.

        `corpus` is the one whose conventions the encoder follows; links are fitted for each apart.
        """
        encoder = shared(folder, corpus)
        told = encoder.settings.get(settings_key(corpus), {})
        return cls(encoder, Resolver.shipped(), fill(LinkSettings, told, place=f"{folder}/model.json"))

    def save(self, folder: Path) -> None:
        """Say that there is nothing of its own to save."""
        raise ModelError(f"{folder}: an encoder is written by `namesakes train encoder`, not with the chains.")

    def _free(self, document: Document, gold: bool, parts: Collection[str], least: float) -> Links:
        told, spoken, written = with_speakers_heard(document, parts)
        said, seen = (None, told) if gold else self.mentions(told, written)
        seen = with_heads(seen)
        found = pair_scores(seen, said or said_of(self.encoder, document, seen))
        decide = self._encoded_by_stretches if self._long(seen) else self._encoded_at_once
        links = decide(document, seen, found, least)
        return postprocessed(links, parts, spoken, written, predicted=not gold, min_confidence=least)

    def _encoded_at_once(self, document: Document, seen: Document, found: PairScores, least: float) -> Links:
        """What was decided for a document of which all rows are held."""
        pairs = self.pairs(seen)
        if self.settings.entities:
            pairs = Entities(pairs).open_pairs()
        scores = self.scores(pairs, found, self._linear(pairs))
        return self._links(document, seen, pairs, scores, *self.antecedents(pairs, scores), least)

    def _encoded_by_stretches(self, document: Document, seen: Document, found: PairScores, least: float) -> Links:
        """What was decided for a long document."""
        stretches = EncodedStretches(self._blocks(seen, attributes(seen)), self, found)
        return self._of_stretches(document, seen, stretches, least)

    def _constrained(self, document: Document, constraints: Constraints, gold: bool, least: float) -> Links:
        known = document if gold else self.mentions(document)[1]
        seen = constrained.with_constrained(with_heads(known), constraints)
        wanted, pairs = constrained.placed(constraints, seen), self.pairs(seen)
        found = pair_scores(seen, said_of(self.encoder, document, seen))
        scores = self.scores(pairs, found, self._linear(pairs))
        finite = np.where(np.isfinite(scores), scores, -1e4)
        decoded = constrained.decode(self.model, pairs, finite, wanted, 0, entities=self.settings.entities)
        return self._links(document, seen, pairs, scores, decoded.rows, decoded.antecedents, least, decoded)

    def scores(self, pairs: MentionPairs, found: PairScores, linear: Float64Array | None) -> Float64Array:
        """The score of every row of candidates, 0 for no antecedent.

        Of each mention the encoder looks at the fifty best antecedents alone. Where the linear model has a share the
        others are left to it; else they are none.

        Parameters
        ----------
        linear : the linear model's score of every row; None without one.
        """
        rows = pairs.candidates
        floor = self.links_settings.floor if linear is not None else -np.inf
        made = found.scores(rows.owners, rows.antecedents, floor) + self.links_settings.shift
        if linear is not None and len(linear):
            sizes = np.diff(rows.starts)
            begun = np.zeros(len(sizes))
            begun[sizes > 0] = linear[rows.starts[:-1][sizes > 0]]  # the root is the first of a mention's rows
            made = made + self.share * (linear - np.repeat(begun, sizes))
        return np.where(rows.antecedents == 0, 0.0, made).astype(np.float64)

    def _linear(self, pairs: MentionPairs) -> Float64Array | None:
        return self.model.scores(pairs) if self.share else None


class EncodedStretches(Stretches):
    """The stretches of one document with both scores.

    Parameters
    ----------
    blocks : the pairs.
    resolver, found : what adds the scores, and the encoder's.
    """

    def __init__(self, blocks: PairBlocks, resolver: EncodedResolver, found: PairScores) -> None:
        super().__init__(blocks, resolver.model, resolver.pruning_margin, resolver.temperature)
        self._resolver, self._found = resolver, found

    def scores(self, pairs: MentionPairs, near: MentionPairs, before: int) -> Float64Array:
        """The scores of the rows of a stretch."""
        linear = super().scores(pairs, near, before) if self._resolver.share else None
        return self._resolver.scores(pairs, self._found, linear)
