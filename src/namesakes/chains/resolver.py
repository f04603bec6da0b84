"""The resolver: documents in, the same documents with chains out."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from namesakes.arrays import AnyArray, BoolArray, Float64Array, Int32Array, Int64Array
from namesakes.chains.certainty import ChainCertainty
from namesakes.chains.constraints import Constraints
from namesakes.chains.decoding import constrained
from namesakes.chains.decoding.decoder import BEST_FIRST, DECODERS, LOCAL
from namesakes.chains.decoding.entities import Entities
from namesakes.chains.decoding.postprocessing import QUOTES, SHARED_HEADS, postprocessed, wanted_parts
from namesakes.chains.decoding.quotes import unattributed
from namesakes.chains.features.mention_pairs import MentionPairs, mention_pairs
from namesakes.chains.features.opinions import Opinions
from namesakes.chains.features.pair_blocks import PairBlocks
from namesakes.chains.links import Links, antecedents_of, chained, confidences, margins
from namesakes.chains.long_documents import BLOCK, Stretches, decoded
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.probabilities import softmax
from namesakes.chains.models.referential import ReferentialFilter
from namesakes.chains.models.trees import clusters_of
from namesakes.chains.settings import ChainSettings
from namesakes.config import fill
from namesakes.errors import ModelError, UnknownNameError, UsageError
from namesakes.learning.calibration import Calibration, log_odds
from namesakes.learning.model import Model, describe, load_model, save_model
from namesakes.learning.quantization import dequantize_roots, quantize_roots
from namesakes.mentions.attributes import Attributes, attributes
from namesakes.mentions.correspondents import with_correspondents
from namesakes.mentions.detection import GOLD, PREDICTED, mention_source, with_heads, with_mentions
from namesakes.mentions.letters import LETTER
from namesakes.mentions.speakers import Speech, speeches, with_quoted_speakers
from namesakes.mentions.transcripts import with_labels
from namesakes.mentions.writers import NAMED, writers
from namesakes.text.document import Document
from namesakes.text.language import ENGLISH, checked_language, language_of

SHIPPED = ("en-chains", "en-chains-fiction")
"""The resolvers that come with the library: for all texts, and for novels."""

LONG, LONG_WINDOW = 4000, 300
"""From so many mentions on, a model that looks at all pairs looks at the nearest ones and those that share a word."""


class Resolver:
    """A trained model of chains: give it a parsed document and it gives the document back with chains.

    Parameters
    ----------
    settings : how it was trained.
    model : the scores.
    temperature : what scores are divided by before they become probabilities; fitted on development documents.
    calibration : Platt scaling of the confidences of links, over their log odds; fitted there too.
    referential : leaves mentions alone that are not referred to again; gold ones are never left alone.
    pruning_margin : candidates whose coarse score is so much below the best of their mention are not scored in full.
    certainty : how sure chains are, by their links; fitted on development documents too.
    """

    def __init__(
        self,
        settings: ChainSettings,
        model: BeamModel,
        temperature: float = 1.0,
        calibration: Calibration | None = None,
        referential: ReferentialFilter | None = None,
        pruning_margin: float = math.inf,
        certainty: ChainCertainty | None = None,
    ) -> None:
        self.settings, self.model, self.temperature, self.calibration = settings, model, temperature, calibration
        self.referential, self.pruning_margin, self.certainty = referential, pruning_margin, certainty

    def __call__(self, document: Document) -> Document:
        """The document with its chains."""
        return self.resolve(document)

    def resolve(
        self,
        document: Document,
        *,
        mentions: str = PREDICTED,
        singletons: bool = False,
        min_confidence: float = 0.0,
        constraints: Constraints | None = None,
        without: Collection[str] = (),
    ) -> Document:
        """The document with its chains.

        Parameters
        ----------
        mentions : "predicted", or "gold" to put the document's own mentions into chains.
        singletons : whether mentions that nothing is linked to are chains too.
        min_confidence : links of less confidence are not made.
        constraints : mentions that must be linked, or must not be; those that are not detected are added.
        without : parts of postprocessing that are switched off; see `decoding.postprocessing`.
        """
        links = self.links(
            document, mentions=mentions, min_confidence=min_confidence, constraints=constraints, without=without
        )
        return chained(links, singletons=singletons)

    def links(
        self,
        document: Document,
        *,
        mentions: str = PREDICTED,
        min_confidence: float = 0.0,
        constraints: Constraints | None = None,
        without: Collection[str] = (),
    ) -> Links:
        """What was decided for each mention, and what it rests on."""
        gold, parts = mention_source(mentions) == GOLD, wanted_parts(without)
        if language_of(document) != ENGLISH:
            parts = parts & {SHARED_HEADS}  # the others know English words and names
        if constraints:
            links = self._constrained(document, constraints, gold, min_confidence)
        else:
            links = self._free(document, gold, parts, min_confidence)
        return links if self.certainty is None else replace(links, certainties=self.certainty(links))

    def _free(self, document: Document, gold: bool, parts: Collection[str], least: float) -> Links:
        """What was decided without constraints, after these parts of postprocessing."""
        heard, spoken, written = with_speakers_heard(document, parts)
        seen = self.seen(heard, gold=gold, written=written)
        links = (self._by_stretches if self._long(seen) else self._at_once)(document, seen, gold, least)
        return postprocessed(links, parts, spoken, written, predicted=not gold, min_confidence=least)

    def seen(self, document: Document, *, gold: bool = False, written: Sequence[Speech] = ()) -> Document:
        """The document with the mentions that chains are made of: its own, or those that are found in it."""
        return with_heads(document) if gold else with_labels(with_mentions(document), written)

    def _long(self, seen: Document) -> bool:
        """Whether a document is decoded a stretch of mentions at a time."""
        assert seen.mention_table is not None
        return len(seen.mention_table) > BLOCK and self.settings.decoder == BEST_FIRST and self.settings.entities

    def _by_stretches(self, document: Document, seen: Document, gold: bool, least: float) -> Links:
        """What was decided for a long document."""
        known = attributes(seen)
        kept = None if gold or self.referential is None else self.referential.kept(known)
        stretches = Stretches(self._blocks(seen, known, kept), self.model, self.pruning_margin, self.temperature)
        return self._of_stretches(document, seen, stretches, least)

    def _blocks(self, seen: Document, known: Attributes, kept: BoolArray | None = None) -> PairBlocks:
        """The pairs of a long document, which come a stretch of mentions at a time."""
        bits, window, said = self.settings.features.bits, self.window(seen), self.opinions(seen)
        return PairBlocks(known, self.model.templates, bits, window, kept, BLOCK, said)

    def _of_stretches(self, document: Document, seen: Document, stretches: Stretches, least: float) -> Links:
        """What was decided for the mentions of all stretches."""
        links = Links(document, seen, **vars(decoded(stretches)), stretches=stretches)
        return self._confident(links, least)

    def _at_once(self, document: Document, seen: Document, gold: bool, least: float) -> Links:
        """What was decided for a document of which all rows are held."""
        pairs = self.pairs(seen, None if gold else self.referential)
        if self.settings.entities:
            pairs = Entities(pairs).open_pairs()
        pruned = self.settings.decoder in LOCAL
        scores = self.model.scores(pairs, pruning_margin=self.pruning_margin if pruned else math.inf)
        return self._links(document, seen, pairs, scores, *self.antecedents(pairs, scores), least)

    def _constrained(self, document: Document, constraints: Constraints, gold: bool, least: float) -> Links:
        """What was decided under constraints: no mention is left alone, no candidate pruned, nothing postprocessed."""
        seen = constrained.with_constrained(self.seen(document, gold=gold), constraints)
        wanted, pairs = constrained.placed(constraints, seen), self.pairs(seen)
        scores = self.model.scores(pairs)
        beam = self.settings.beam if self.settings.decoder == "beam" else 0
        decoded = constrained.decode(self.model, pairs, scores, wanted, beam, entities=self.settings.entities)
        return self._links(document, seen, pairs, scores, decoded.rows, decoded.antecedents, least, decoded)

    def pairs(self, document: Document, referential: ReferentialFilter | None = None) -> MentionPairs:
        """The mentions of a document made ready for scoring, but for those that a filter leaves alone."""
        kept = None if referential is None else referential.kept
        bits, window, said = self.settings.features.bits, self.window(document), self.opinions(document)
        return mention_pairs(document, self.model.templates, bits, window, kept, said)

    def opinions(self, seen: Document) -> Opinions | None:
        """What another model says of the mentions of a document; this one asks none."""
        return None

    def window(self, document: Document) -> int:
        """How many of the nearest mentions are candidates: as the model says, and never all in a very long text."""
        count = 0 if document.mention_table is None else len(document.mention_table)
        return self.settings.features.window or (LONG_WINDOW if count > LONG else 0)

    def decode(self, pairs: MentionPairs, scores: Float64Array) -> Int64Array:
        """The row that each mention takes."""
        return DECODERS[self.settings.decoder](self.model, pairs, scores, self.settings.beam)

    def antecedents(self, pairs: MentionPairs, scores: Float64Array) -> tuple[Int64Array, Int32Array]:
        """The row that each mention takes and its antecedent, with nothing in an entity that contradicts it."""
        rows = self.decode(pairs, scores)
        return (
            Entities(pairs).consistent(scores, rows) if self.settings.entities else (rows, antecedents_of(pairs, rows))
        )

    def _links(
        self,
        source: Document,
        seen: Document,
        pairs: MentionPairs,
        scores: Float64Array,
        rows: Int64Array,
        antecedents: Int32Array,
        least: float,
        decoded: constrained.Decoded | None = None,
    ) -> Links:
        if decoded is None:
            fixed, allowed = np.zeros(pairs.count + 1, dtype=np.bool_), scores
        else:
            fixed, allowed = decoded.constrained, np.where(decoded.allowed, scores, -np.inf)
        clusters = clusters_of(antecedents)
        probabilities = self.probabilities(pairs, allowed)
        sure = confidences(pairs, probabilities, clusters, antecedents)
        ahead = margins(pairs, allowed, rows, clusters)
        links = Links(source, seen, pairs, scores, rows, antecedents, clusters, sure, ahead, probabilities, fixed)
        return self._confident(links, least)

    def _confident(self, links: Links, least: float) -> Links:
        """The links with calibrated confidences, and those alone that are confident enough."""
        antecedents, clusters = links.antecedents.copy(), links.clusters
        sure = self._calibrated(links.confidences, antecedents > 0)
        sure[links.constrained] = 1.0
        if least > 0.0:
            antecedents[(antecedents > 0) & (sure < least)] = 0
            clusters = clusters_of(antecedents)
        return replace(links, antecedents=antecedents, clusters=clusters, confidences=sure)

    def probabilities(self, pairs: MentionPairs, scores: Float64Array) -> Float64Array:
        """The probability of each row of candidates."""
        starts = pairs.candidates.starts
        return softmax(scores / self.temperature, starts[1:-1], np.diff(starts)[1:])[0]

    def _calibrated(self, found: Float64Array, linked: BoolArray) -> Float64Array:
        if self.calibration is None:
            return found
        return np.where(linked, self.calibration(log_odds(found)), found)

    def save(self, folder: Path) -> None:
        """Write the model, a byte a weight."""
        weights, largest = quantize_roots(self.model.weights)
        calibration = () if self.calibration is None else (self.calibration.slope, self.calibration.offset)
        arrays: dict[str, AnyArray] = {
            "weights": weights,
            "largest": np.array([largest]),
            "temperature": np.array([self.temperature]),
            "curve": np.array(calibration),
            "reach": np.array([self.pruning_margin]),
        }
        if self.certainty is not None:
            arrays["certainty"] = np.array([*self.certainty.weights, self.certainty.offset])
        if self.referential is not None:
            own = self.referential
            arrays["referential"], most = quantize_roots(own.weights)
            arrays["referential_numbers"] = np.array([most, own.offset, own.threshold])
        save_model(folder, Model("chains", asdict(self.settings), arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> "Resolver":
        """The resolver whose model is in a folder."""
        found = cls(*read_resolver(folder))
        if found.settings.features.encoder:
            raise ModelError(
                f"{folder}: this model looks at what an encoder says, and there is none beside it.\n"
                "It belongs into the folder 'chains' of its encoder, which stands for [chains] in a pipeline."
            )
        return found

    @classmethod
    @cache
    def shipped(cls, name: str = SHIPPED[0]) -> "Resolver":
        """A resolver that comes with the library."""
        return cls.load(files("namesakes") / "models" / name)

    @classmethod
    def of_language(cls, folder: Path | None, language: str) -> "Resolver":
        """The resolver in a folder, which must be for this language; none is shipped but for English."""
        if folder is None:
            found = f"there is no shipped model of chains for the language '{checked_language(language)}'."
            raise UsageError(f"{found}\nTrain one, and name its folder with --model.")
        own = describe(folder).get("language", ENGLISH)
        if own != checked_language(language):
            raise ModelError(f"{folder}: this model is for the language '{own}', not for '{language}'.")
        return cls.load(folder)

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


Loaded = tuple[
    ChainSettings, BeamModel, float, Calibration | None, ReferentialFilter | None, float, ChainCertainty | None
]
"""What a resolver is made of, in the order of its parameters."""


def read_resolver(folder: Path | Traversable) -> Loaded:
    """What the resolver in a folder is made of."""
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
        calibration = Calibration(*curve) if curve else None
        margin = float(model.arrays.get("reach", np.array([math.inf]))[0])
        sure = _certainty(model.arrays)
        return settings, scores, temperature, calibration, _referential(model.arrays), margin, sure
    except UnknownNameError as error:
        found = f"{folder}: this model was trained with other features than this version has: {error}"
        raise ModelError(f"{found}\nTrain it again, or use the version that it was trained with.") from error
    except KeyError as error:
        raise ModelError(f"{folder}: this model lacks the array {error}.\nTrain it again.") from error


def model_language(folder: Path | None) -> str:
    """The language that the model in a folder is for; English where nothing says so."""
    return str(describe(folder).get("language", ENGLISH)) if folder is not None and folder.is_dir() else ENGLISH


def _referential(arrays: Mapping[str, AnyArray]) -> ReferentialFilter | None:
    if "referential" not in arrays:
        return None
    largest, offset, threshold = arrays["referential_numbers"].tolist()
    return ReferentialFilter(dequantize_roots(arrays["referential"], largest), offset, threshold)


def _certainty(arrays: Mapping[str, AnyArray]) -> ChainCertainty | None:
    if "certainty" not in arrays:
        return None
    *weights, offset = arrays["certainty"].tolist()
    return ChainCertainty(tuple(weights), offset)


def with_speakers_heard(document: Document, parts: Collection[str]) -> tuple[Document, list[Speech], list[Speech]]:
    """The document with the speakers of its quotes and letters, and both; none where that part is switched off."""
    if QUOTES not in parts or not unattributed(document):
        return document, [], []
    spoken, written = speeches(document), writers(document)
    known = [*(each for each in written if each.rule not in (NAMED, LETTER)), *spoken]
    heard = with_quoted_speakers(document, known) if known else document
    return with_correspondents(heard, written), spoken, written
