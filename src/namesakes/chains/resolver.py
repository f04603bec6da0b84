"""The resolver: documents in, the same documents with chains out."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from namesakes.chains.constraints import Constraints
from namesakes.chains.decoding import constrained
from namesakes.chains.decoding.nameless import named
from namesakes.chains.decoding.pair_clustering import closest_first, single_link
from namesakes.chains.features.instances import Instance, instance
from namesakes.chains.models.beam_model import BeamModel, beam_search
from namesakes.chains.models.referential import ReferentialFilter
from namesakes.chains.models.tree_model import Rows, Scores, best_first
from namesakes.chains.models.trees import clusters_of as clusters_of
from namesakes.chains.models.trees import one_a_head
from namesakes.chains.training.trainer import ChainSettings
from namesakes.chains.training.updates import softmax
from namesakes.config import fill
from namesakes.errors import ModelError, UnknownNameError
from namesakes.learning.calibration import Calibration, log_odds
from namesakes.learning.model import Model, load_model, save_model
from namesakes.learning.quantization import dequantize_roots, quantize_roots
from namesakes.mentions.detection import PHRASE, with_heads, with_mentions
from namesakes.structures.spanning_tree import spanning_tree
from namesakes.text.document import Document
from namesakes.text.reasons import CONFIDENCE, MARGIN
from namesakes.text.spans import Mentions, integers
from namesakes.text.strings import Strings

MENTIONS = ("found", "given")
"""Where mentions come from."""

SHIPPED = ("en-chains", "en-chains-fiction")
"""The resolvers that come with the library: for all texts, and for novels."""

LONG, LONG_WINDOW = 4000, 300
"""From so many mentions on, a model that looks at all pairs looks at the nearest ones and those that share a word."""


@dataclass(frozen=True)
class Links:
    """What was decided for the mentions of one document; mention 0 is the root.

    Parameters
    ----------
    document : with all mentions that were looked at.
    instance, scores : what the decision rests on, row by row.
    rows : the row that each mention took; -1 for the root.
    antecedents, clusters : the mention that each goes back to (0 for none), and the first mention of its chain.
    confidences : how probable it is that a mention belongs to the chain it was put in, or begins one.
    margins : by how much the score of what was taken is ahead of the best outside the mention's chain.
    probabilities : of each row, given the constraints.
    given : whether constraints left a mention no choice.
    left_out : mentions that another one with the same head stands for.
    """

    document: Document
    instance: Instance
    scores: Scores
    rows: Rows
    antecedents: NDArray[np.int32]
    clusters: NDArray[np.int32]
    confidences: Scores
    margins: Scores = field(default_factory=lambda: np.zeros(0))
    probabilities: Scores = field(default_factory=lambda: np.zeros(0))
    given: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    left_out: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))


class Resolver:
    """A trained model of chains: give it a parsed document and it gives the document back with chains.

    Parameters
    ----------
    settings : how it was trained.
    model : the scores.
    temperature : what scores are divided by before they become probabilities; fitted on development documents.
    curve : what makes the confidences of links fit how many of them are right, over their log odds; fitted there too.
    referential : leaves mentions alone that do not come back; not those that are given.
    reach : how far below the best candidate others may be, by what is quickly known of them, to be looked at closely.
    """

    def __init__(
        self,
        settings: ChainSettings,
        model: BeamModel,
        temperature: float = 1.0,
        curve: Calibration | None = None,
        referential: ReferentialFilter | None = None,
        reach: float = math.inf,
    ) -> None:
        self.settings, self.model, self.temperature, self.curve = settings, model, temperature, curve
        self.referential, self.reach = referential, reach

    def __call__(self, document: Document) -> Document:
        """The document with its chains."""
        return self.resolve(document)

    def resolve(
        self,
        document: Document,
        *,
        mentions: str = "found",
        singletons: bool = False,
        min_confidence: float = 0.0,
        constraints: Constraints | None = None,
    ) -> Document:
        """The document with its chains.

        Parameters
        ----------
        mentions : "found", or "given" to put the document's own mentions into chains.
        singletons : whether mentions that nothing goes back to are chains too.
        min_confidence : links of less confidence are not made.
        constraints : mentions that must be linked, or must not be; those that are not found are added.
        """
        links = self.links(document, mentions=mentions, min_confidence=min_confidence, constraints=constraints)
        return chained(links, singletons=singletons)

    def links(
        self,
        document: Document,
        *,
        mentions: str = "found",
        min_confidence: float = 0.0,
        constraints: Constraints | None = None,
    ) -> Links:
        """What was decided for each mention, and what it rests on."""
        if mentions not in MENTIONS:
            raise UnknownNameError("source of mentions", mentions, MENTIONS)
        seen = with_heads(document) if mentions == "given" else with_mentions(document)
        features = self.settings.features
        if not constraints:
            kept = None if self.referential is None or mentions == "given" else self.referential.kept
            found = instance(seen, self.model.templates, features.bits, self.window(seen), kept)
            scores = self.model.scores(found, reach=math.inf if self.settings.decoder == "beam" else self.reach)
            links = self._links(seen, found, scores, self.decode(found, scores), min_confidence)
            if mentions == "given":
                return links
            return one_mention_a_head(named(links) if min_confidence <= 0.0 else links)
        seen = constrained.with_constrained(seen, constraints)
        wanted = constrained.placed(constraints, seen)
        found = instance(seen, self.model.templates, features.bits, self.window(seen))
        scores = self.model.scores(found)
        beam = self.settings.beam if self.settings.decoder == "beam" else 0
        decoded = constrained.decode(self.model, found, scores, wanted, beam)
        return self._links(seen, found, scores, decoded.rows, min_confidence, decoded)

    def window(self, document: Document) -> int:
        """How many of the nearest mentions are candidates: as the model says, and never all in a very long text."""
        count = 0 if document.mention_table is None else len(document.mention_table)
        return self.settings.features.window or (LONG_WINDOW if count > LONG else 0)

    def decode(self, found: Instance, scores: Scores) -> Rows:
        """The row that each mention takes."""
        if self.settings.decoder == "beam":
            return beam_search(self.model, found, self.settings.beam, scores)
        if self.settings.decoder == "spanning-tree":
            return _spanning(found, scores)
        if self.settings.decoder == "single-link":
            return single_link(scores, found)
        if self.settings.decoder == "closest-first":
            return closest_first(scores, found)
        return best_first(scores, found)

    def _links(
        self,
        seen: Document,
        found: Instance,
        scores: Scores,
        rows: Rows,
        least: float,
        decoded: constrained.Decoded | None = None,
    ) -> Links:
        antecedents = np.zeros(found.count + 1, dtype=np.int32)
        antecedents[1:] = found.candidates.mentions[rows[1:]]
        given = np.zeros(found.count + 1, dtype=np.bool_)
        left = scores
        if decoded is not None:
            antecedents, given = decoded.antecedents, decoded.given
            left = np.where(decoded.allowed, scores, -np.inf)
        clusters = clusters_of(antecedents)
        probabilities = self.probabilities(found, left)
        confidences = self._corrected(_confidences(found, probabilities, clusters, antecedents), antecedents > 0)
        confidences[given] = 1.0
        margins = _margins(found, left, rows, clusters)
        if least > 0.0:
            antecedents[(antecedents > 0) & (confidences < least)] = 0
            clusters = clusters_of(antecedents)
        return Links(seen, found, scores, rows, antecedents, clusters, confidences, margins, probabilities, given)

    def probabilities(self, found: Instance, scores: Scores) -> Scores:
        """The probability of each row of candidates."""
        starts = found.candidates.starts
        return softmax(scores / self.temperature, starts[1:-1], np.diff(starts)[1:])[0]

    def _corrected(self, confidences: Scores, linked: NDArray[np.bool_]) -> Scores:
        if self.curve is None:
            return confidences
        return np.where(linked, self.curve(log_odds(confidences)), confidences)

    def save(self, folder: Path) -> None:
        """Write the model, a byte a weight."""
        weights, largest = quantize_roots(self.model.weights)
        curve = () if self.curve is None else (self.curve.slope, self.curve.offset)
        arrays: dict[str, NDArray[Any]] = {
            "weights": weights,
            "largest": np.array([largest]),
            "temperature": np.array([self.temperature]),
            "curve": np.array(curve),
            "reach": np.array([self.reach]),
        }
        if self.referential is not None:
            own = self.referential
            arrays["referential"], most = quantize_roots(own.weights)
            arrays["referential_numbers"] = np.array([most, own.offset, own.threshold])
        save_model(folder, Model("chains", asdict(self.settings), arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> "Resolver":
        """The resolver whose model is in a folder."""
        model = load_model(folder, "chains")
        try:
            settings = fill(ChainSettings, model.settings, place=f"{folder}/model.json")
            weights = dequantize_roots(model.arrays["weights"], float(model.arrays["largest"][0]))
            if len(weights) != 1 << settings.features.bits:
                raise ModelError(
                    f"{folder}: {len(weights)} weights where 2^{settings.features.bits} should be.\nTrain it again."
                )
            scores = BeamModel(settings.features, weights)
            scores.templates.check()
            curve = model.arrays.get("curve", np.zeros(0)).tolist()
            temperature = float(model.arrays["temperature"][0])
            bent = Calibration(*curve) if curve else None
            reach = float(model.arrays.get("reach", np.array([math.inf]))[0])
            return cls(settings, scores, temperature, bent, _referential(model.arrays), reach)
        except UnknownNameError as error:
            found = f"{folder}: this model was trained with other features than this version has: {error}"
            raise ModelError(f"{found}\nTrain it again, or use the version that it was trained with.") from error
        except KeyError as error:
            raise ModelError(f"{folder}: this model lacks the array {error}.\nTrain it again.") from error

    @classmethod
    @cache
    def shipped(cls, name: str = SHIPPED[0]) -> "Resolver":
        """A resolver that comes with the library."""
        return cls.load(files("namesakes") / "models" / name)

    @classmethod
    def named(cls, place: str | Path | None) -> "Resolver":
        """The resolver in a folder, or the shipped one of this name; without either the shipped one for all texts."""
        if place is None:
            return cls.shipped()
        if Path(place).is_dir():
            return cls.load(Path(place))
        if str(place) not in SHIPPED:
            known = ", ".join(SHIPPED)
            raise ModelError(f"{place}: this is neither a folder nor a model that is shipped.\nKnown: {known}.")
        return cls.shipped(str(place))


def _referential(arrays: Mapping[str, NDArray[Any]]) -> ReferentialFilter | None:
    if "referential" not in arrays:
        return None
    largest, offset, threshold = arrays["referential_numbers"].tolist()
    return ReferentialFilter(dequantize_roots(arrays["referential"], largest), offset, threshold)


def chained(links: Links, *, singletons: bool = False) -> Document:
    """The document with the chains of these links; mentions in none are left out."""
    mentions, clusters = links.document.mention_table, links.clusters[1:]
    assert mentions is not None
    kept = kept_mentions(links, singletons=singletons)
    ids, numbers = np.unique(clusters[kept], return_inverse=True)
    numbers_of = {CONFIDENCE: links.confidences, **({MARGIN: links.margins} if len(links.margins) else {})}
    return links.document.replace(
        mention_table=Mentions(
            offsets=integers(np.arange(len(kept) + 1)),
            starts=integers(mentions.first[kept]),
            ends=integers(mentions.last[kept]),
            chains=integers(numbers),
            chain_ids=tuple(map(str, range(1, len(ids) + 1))),
            heads=None if mentions.heads is None else integers(mentions.heads[kept]),
            extra={
                name: Strings([f"{value:.3f}" for value in values[1:][kept].tolist()])
                for name, values in numbers_of.items()
            },
        )
    )


def kept_mentions(links: Links, *, singletons: bool = False) -> NDArray[np.intp]:
    """The mentions of the document that are in chains (or could be alone in one), by their place in its table."""
    clusters = links.clusters[1:]
    stays = ~links.left_out[1:] if len(links.left_out) else np.ones(len(clusters), dtype=np.bool_)
    sizes = np.bincount(clusters[stays], minlength=len(clusters) + 1)
    return np.flatnonzero(stays & ((sizes[clusters] > 1) | singletons))


def one_mention_a_head(links: Links) -> Links:
    """The links with one mention for each head, whose chains are joined."""
    mentions = links.document.mention_table
    assert mentions is not None
    clusters, left_out = one_a_head(links.clusters, links.document, mentions.extra.get(PHRASE))
    return replace(links, clusters=clusters, left_out=left_out)


def _margins(found: Instance, scores: Scores, rows: Rows, clusters: NDArray[np.int32]) -> Scores:
    """By how much the score of each mention's row is ahead of the best that leads elsewhere; 0 where none does."""
    margins, starts = np.zeros(found.count + 1), found.candidates.starts
    if not found.count:
        return margins
    owners, candidates = found.candidates.rows, found.candidates.mentions
    taken = np.zeros(len(scores), dtype=np.bool_)
    taken[rows[1:]] = True
    elsewhere = ~taken & ((candidates == 0) | (clusters[candidates] != clusters[owners]))
    best = np.maximum.reduceat(np.where(elsewhere, scores, -np.inf), starts[1:-1])
    with np.errstate(invalid="ignore"):
        margins[1:] = np.where(np.isfinite(best), scores[rows[1:]] - best, 0.0)
    return margins


def _confidences(
    found: Instance, probabilities: Scores, clusters: NDArray[np.int32], antecedents: NDArray[np.int32]
) -> Scores:
    """The probability of all rows of the chain that a mention was put in; of the root where it begins one."""
    owners = found.candidates.rows
    candidates = found.candidates.mentions
    linked = antecedents[owners] > 0
    same = np.where(linked, (clusters[candidates] == clusters[owners]) & (candidates > 0), candidates == 0)
    total = np.bincount(owners, weights=np.where(same, probabilities, 0.0), minlength=found.count + 1)
    return np.minimum(total, 1.0)


def _spanning(found: Instance, scores: Scores) -> Rows:
    """The rows of the best tree by Chu-Liu-Edmonds; the same as mention by mention, since all arcs go one way."""
    size = found.count + 1
    owners, candidates = found.candidates.rows, found.candidates.mentions
    arcs = np.full((size, size), -np.inf)
    arcs[candidates, owners] = scores
    place = np.full((size, size), -1, dtype=np.int64)
    place[candidates, owners] = np.arange(len(scores))
    heads, _ = spanning_tree(arcs)
    rows = np.full(size, -1, dtype=np.int64)
    rows[1:] = place[heads[1:], np.arange(1, size)]
    return rows
