"""Gender, number and animacy of names and nouns, by a small log-linear model."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from namesakes.arrays import ByteArray, Float32Array, Int8Array, IntegerArray, UInt32Array
from namesakes.config import fill
from namesakes.errors import ModelError
from namesakes.learning.model import Model, load_model, save_model
from namesakes.mentions.gender_features import NAME, NOMINAL, Phrases
from namesakes.mentions.pronouns import ANIMATE, FEMININE, INANIMATE, MASCULINE, NEUTER, PLURAL, SINGULAR
from namesakes.text.document import Document

OUTCOMES = ("masculine", "feminine", "neuter", "plural", "either")
"""What a mention can be: taken up by he, by she, by it, by they, or by he or she alike, as nouns for people are."""

WIDTH = len(OUTCOMES) + 1
"""The weights of a feature: one an outcome, and one for being animate."""

SLOTS = 20
"""A feature is looked for in one of 2^20 slots, which the first bits of its code give; no slot has two features."""


@dataclass(frozen=True)
class GenderSettings:
    """How the model is learned, and when it speaks.

    Parameters
    ----------
    least : phrases counted less often are left out.
    features : at most so many of the heaviest features are kept.
    rounds, batch, rate, decay : AdaGrad's passes, examples a step, step and L2 penalty.
    chains : what one pronoun in a gold chain weighs, in counts.
    people, alone, several : the probability from which on a name is somebody's, and that from which on somebody is he
        or she: for a name of one word, and for a longer one.
    thing : the probability from which on a name is it.
    noun : the probability from which on a noun has a gender.
    animate : the probability from which on a mention is animate, or inanimate.
    buckets : the probabilities from which on `Classes.sure` is 2 and 3.
    seed : of the order of the examples.
    """

    least: int = 4
    features: int = 150_000
    rounds: int = 6
    batch: int = 2048
    rate: float = 0.4
    decay: float = 2e-6
    chains: int = 30
    people: float = 0.5
    alone: float = 0.9
    several: float = 0.75
    thing: float = 0.98
    noun: float = 0.6
    animate: float = 0.6
    buckets: tuple[float, float] = (0.85, 0.95)
    seed: int = 0


@dataclass(frozen=True)
class Classes:
    """What is held of each mention, numbered as in `namesakes.mentions.pronouns`; 0 where nothing is.

    Parameters
    ----------
    gender : of what is singular.
    animacy, number : of all.
    sure : how sure the gender is, from 1 to 3; 0 where there is none.
    """

    gender: ByteArray
    animacy: ByteArray
    number: ByteArray
    sure: ByteArray

    @classmethod
    def nothing(cls, count: int) -> "Classes":
        """That of so many mentions nothing is held."""
        return cls(*(np.zeros(count, dtype=np.uint8) for _ in range(4)))


class GenderModel:
    """Tells the gender, number and animacy of names and nouns.

    P(outcome | mention) is log-linear in the words of the mention, their letters and their clusters; that it is animate
    is a logistic of the same features. Nouns get a gender only if the word itself has one, as `mother` and `king`: a
    nurse or mechanic is animate and of either gender, whatever the counts say.

    Parameters
    ----------
    settings : how it was trained.
    codes : the sorted codes of the features, no two with the same first 20 bits.
    weights : one row of whole numbers a feature.
    scale : what a whole number of 1 stands for.
    """

    def __init__(self, settings: GenderSettings, codes: UInt32Array, weights: Int8Array, scale: float) -> None:
        self.settings, self.codes, self.weights, self.scale = settings, codes, weights, scale
        self._slots = np.full(1 << SLOTS, len(codes), dtype=np.int32)
        self._slots[codes >> np.uint32(32 - SLOTS)] = np.arange(len(codes), dtype=np.int32)
        self._codes = np.append(codes, np.uint32(0))
        self._weights = np.concatenate((weights, np.zeros((1, WIDTH), dtype=np.int8))).astype(np.int32)

    def classes(
        self, document: Document, first: IntegerArray, end: IntegerArray, head: IntegerArray, kind: IntegerArray
    ) -> Classes:
        """The classes of the mentions from token `first` to before `end`; pronouns (kind 3) and others are left 0.

        O(mentions); nothing is done mention by mention but for words that were never met before.
        """
        phrases = Phrases.of(document, first, end, head, kind)
        return self.decide(phrases, *self.probabilities(phrases))

    def probabilities(self, phrases: Phrases) -> tuple[Float32Array, Float32Array]:
        """The probabilities of the outcomes, one row a phrase, and those of being animate."""
        found = np.ascontiguousarray(phrases.features().T)
        rows = self._slots[found >> np.uint32(32 - SLOTS)]
        rows[self._codes[rows] != found] = len(self.codes)
        scores = self._weights.take(rows, axis=0).sum(axis=0).astype(np.float32) * np.float32(self.scale)
        outcomes = scores[:, :-1] - scores[:, :-1].max(axis=1, initial=0, keepdims=True)
        np.exp(outcomes, out=outcomes)
        outcomes /= outcomes.sum(axis=1, keepdims=True)
        return outcomes, 1 / (1 + np.exp(-scores[:, -1]))

    def decide(self, phrases: Phrases, outcomes: Float32Array, animate: Float32Array) -> Classes:
        """The classes that these probabilities are enough for.

        A name is he or she if it is likely somebody's, and one of the two is likely enough among them: more is asked of
        a name of one word, which may be a surname.
        """
        settings = self.settings
        names, nouns = phrases.kind == NAME, phrases.kind == NOMINAL
        known = names | nouns
        people = outcomes[:, 0] + outcomes[:, 1]
        share = np.maximum(outcomes[:, 0], outcomes[:, 1]) / np.maximum(people, 1e-9)
        enough = np.where(phrases.end - phrases.first == 1, settings.alone, settings.several)
        somebody = np.where(names, (people >= settings.people) & (share >= enough), people * share >= settings.noun)
        thing = outcomes[:, 2] >= np.where(names, settings.thing, settings.noun)
        chance = np.where(somebody, np.where(names, share, people * share), outcomes[:, 2])
        sure = 1 + np.searchsorted(np.array(settings.buckets), chance, side="right")
        gender = np.where(somebody, np.where(outcomes[:, 0] > outcomes[:, 1], MASCULINE, FEMININE), NEUTER)
        plural = outcomes[:, OUTCOMES.index("plural")]
        tagged = np.where(nouns, phrases.plural, 0)
        number = np.where(tagged > 0, tagged, np.where(plural >= 0.5, PLURAL, SINGULAR))
        animacy = np.where(
            animate >= settings.animate, ANIMATE, np.where(animate <= 1 - settings.animate, INANIMATE, 0)
        )
        given = known & (somebody | thing) & (number != PLURAL)
        found = ((given, gender), (known, animacy), (known, number), (given, sure))
        return Classes(*(np.where(kept, values, 0).astype(np.uint8) for kept, values in found))

    def save(self, folder: Path) -> None:
        """Write the model; codes are written as their differences, which take less room."""
        arrays = {
            "codes": np.diff(self.codes, prepend=np.uint32(0)),
            "weights": np.ascontiguousarray(self.weights.T),
            "scale": np.array(self.scale),
        }
        save_model(folder, Model("gender", {"training": asdict(self.settings)}, arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> "GenderModel":
        """The model in a folder."""
        model = load_model(folder, "gender")
        try:
            steps, weights, scale = (model.arrays[name] for name in ("codes", "weights", "scale"))
        except KeyError as error:
            raise ModelError(f"{folder}: the model has no array {error}.\nRestore it, or train it again.") from error
        settings = fill(GenderSettings, model.settings["training"], place=f"{folder}/model.json")
        return cls(settings, np.cumsum(steps, dtype=np.uint32), np.ascontiguousarray(weights.T), float(scale.item()))

    @classmethod
    def shipped(cls) -> "GenderModel":
        """The model for English that comes with the package, loaded once."""
        return _shipped()

    @classmethod
    def active(cls) -> "GenderModel":
        """The model of the pipeline at work, the shipped one where there is none."""
        return _ACTIVE.get() or _shipped()

    @contextmanager
    def activated(self) -> Iterator[None]:
        """Makes this the model that attributes of mentions are told by while the block runs, in this thread or task."""
        token = _ACTIVE.set(self)
        try:
            yield
        finally:
            _ACTIVE.reset(token)


_ACTIVE: ContextVar[GenderModel | None] = ContextVar("gender model", default=None)


@cache
def _shipped() -> GenderModel:
    return GenderModel.load(files("namesakes") / "models" / "en-gender")


def gender_classes(
    document: Document, first: IntegerArray, end: IntegerArray, head: IntegerArray, kind: IntegerArray
) -> Classes:
    """The classes of mentions by the shipped model: the one place that chooses the model."""
    return GenderModel.active().classes(document, first, end, head, kind)
