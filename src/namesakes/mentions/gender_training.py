"""Training of gender, number and animacy."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from namesakes.arrays import BoolArray, Float32Array, Float64Array, IndexArray, Int64Array, UInt32Array
from namesakes.config import generator
from namesakes.mentions.gender import OUTCOMES, SLOTS, WIDTH, GenderModel, GenderSettings
from namesakes.mentions.gender_chains import Evidence
from namesakes.mentions.gender_counts import GAP, Counts, phrases_of
from namesakes.mentions.gender_features import NAME, NOMINAL, Phrases, singular_form
from namesakes.mentions.lexical_gender import lexical_genders

Report = Callable[[str], None]

PLURAL, EITHER = OUTCOMES.index("plural"), OUTCOMES.index("either")
CHUNK = 20_000
QUANTA, WHOLE = 127, 0.9999
"""Weights are whole numbers up to 127; all but one in ten thousand are not cut."""


@dataclass(frozen=True)
class Examples:
    """What is learned: features, one row an example, the outcomes' shares and the weights of these.

    Parameters
    ----------
    names : whether each is a name; a name of "either" is he or she, and makes neither of them likelier than the other.
    animate : the share of what is animate; `animate_weights` is 0 where that is not known.
    """

    features: UInt32Array
    shares: Float32Array
    weights: Float32Array
    animate: Float32Array
    animate_weights: Float32Array
    names: BoolArray


def train(
    counts: Counts,
    evidence: Iterable[Evidence] = (),
    settings: GenderSettings | None = None,
    report: Report | None = None,
) -> GenderModel:
    """The model learned from counts and, at will, from gold chains."""
    settings = settings or GenderSettings()
    genders = lexical_genders(counts.single())
    balanced = fair_evidence(list(evidence))
    examples = _joined(
        [*_from_counts(counts, genders), *(_from_evidence(item, genders, settings) for item in balanced)]
    )
    codes = _kept(examples, settings.features)
    weights = _fit(examples, codes, settings, report)
    scale = float(np.quantile(np.abs(weights), WHOLE)) / QUANTA or 1.0
    whole = np.clip(np.round(weights / scale), -QUANTA, QUANTA).astype(np.int8)
    return GenderModel(settings, codes, whole, scale)


def fair_counts(counts: Counts) -> Float64Array:
    """The counts as they are learned for names, with the world's preference for men taken out.

    *She* is weighed up until given names and titles (`mary !`) have as much of it as of *he*; and a surname, a word
    that stands at the end of names (`! smith`) more often than at their beginning, tells nothing, whoever bore it.
    """
    fair = counts.counts.astype(np.float64)
    people = fair[:, :2].sum(axis=1)
    uses: dict[str, list[float]] = {}
    for phrase, much in zip(counts.phrases, people.tolist(), strict=True):
        if GAP in phrase:
            uses.setdefault(phrase[0] if phrase[1] == GAP else phrase[1], [0.0, 0.0])[phrase[0] == GAP] += much
    given = np.array([phrase[-1] == GAP for phrase in counts.phrases], dtype=np.bool_)
    shares = (fair[given] / fair[given].sum(axis=1, keepdims=True)).sum(axis=0)
    fair[:, 1] *= max(shares[0], 1.0) / max(shares[1], 1.0)
    surname = np.array([_is_surname(phrase, uses) for phrase in counts.phrases], dtype=np.bool_)
    fair[surname, :2] = people[surname, None] / 2
    return fair


def fair_evidence(evidence: Sequence[Evidence]) -> list[Evidence]:
    """The evidence with *she* of names weighed up until they have as much of it as of *he*."""
    sums = np.ones(2)
    for item in evidence:
        named = item.pronouns[item.phrases.kind == NAME, :4]
        sums += (named / np.maximum(named.sum(axis=1, keepdims=True), 1))[:, :2].sum(axis=0)
    scale = np.array([1.0, sums[0] / sums[1], 1.0, 1.0, 1.0])
    return [replace(item, pronouns=item.pronouns * scale[: item.pronouns.shape[1]]) for item in evidence]


def _is_surname(phrase: tuple[str, ...], uses: Mapping[str, list[float]]) -> bool:
    first, last = uses.get(phrase[0], (0.0, 0.0)) if len(phrase) == 1 else (0.0, float(phrase[0] == GAP))
    return last > first


def _from_counts(counts: Counts, genders: Mapping[str, int]) -> Iterable[Examples]:
    """All phrases as names but for those that are nouns alone, and the single words as nouns too."""
    fair, single = fair_counts(counts), counts.single()
    for begin in range(0, len(counts), CHUNK):
        inside = np.zeros(len(counts), dtype=np.bool_)
        inside[begin : begin + CHUNK] = True
        some, named = counts.select(inside), counts.select(inside & counts.names)
        if len(named):
            yield _examples(phrases_of(named.phrases, NAME), fair[inside & counts.names], genders)
        words = some.select(np.array([len(phrase) == 1 for phrase in some.phrases], dtype=np.bool_))
        if len(words):
            yield _plurals(_examples(phrases_of(words.phrases, NOMINAL), words.counts, genders), words, single)


def _plurals(examples: Examples, words: Counts, single: Mapping[str, Int64Array]) -> Examples:
    """The examples with nouns that go with they as animate as their singulars are, where these are counted."""
    animate, weights = examples.animate.copy(), examples.animate_weights.copy()
    for row in np.flatnonzero(examples.shares[:, PLURAL] > 0.5).tolist():
        word = words.phrases[row][0]
        stem = singular_form(word)
        if stem != word and stem in single:
            he, she, it, _ = single[stem].tolist()
            animate[row] = (he + she) / max(he + she + it, 1)
            weights[row] = examples.weights[row]
    return replace(examples, animate=animate, animate_weights=weights)


def _from_evidence(evidence: Evidence, genders: Mapping[str, int], settings: GenderSettings) -> Examples:
    found = _examples(evidence.phrases, evidence.pronouns * settings.chains, genders)
    annotated = evidence.animate >= 0
    animate = np.where(annotated, evidence.animate, found.animate).astype(np.float32)
    heavy = np.float32(np.log2(1 + settings.chains))
    weights = np.where(annotated, heavy, found.animate_weights).astype(np.float32)
    return replace(found, animate=animate, animate_weights=weights)


def _examples(phrases: Phrases, counts: NDArray[np.number], genders: Mapping[str, int]) -> Examples:
    """A phrase weighs the logarithm of its count; he and she mean either for a noun that has no gender by itself.

    Parameters
    ----------
    counts : of he, she, it and they, and at will of people of whom it is not known which.
    """
    shares = np.zeros((len(counts), len(OUTCOMES)), dtype=np.float32)
    total = counts.sum(axis=1)
    shares[:, : counts.shape[1]] = counts / np.maximum(total, 1e-6)[:, None]
    people, things = shares[:, :2].sum(axis=1) + shares[:, EITHER], shares[:, 2]
    nouns = phrases.kind == NOMINAL
    known = [genders.get(phrases.words[place].lower(), EITHER) for place in phrases.head[nouns].tolist()]
    shares[nouns, :2], shares[nouns, EITHER] = 0, 0
    shares[np.flatnonzero(nouns), known] += people[nouns]
    weights = np.log2(1 + total).astype(np.float32)
    singular = people + things
    animate = people / np.maximum(singular, 1e-6)
    return Examples(phrases.features(), shares, weights, animate.astype(np.float32), weights * singular, ~nouns)


def _joined(parts: list[Examples]) -> Examples:
    names = ("features", "shares", "weights", "animate", "animate_weights", "names")
    return Examples(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def _kept(examples: Examples, most: int) -> UInt32Array:
    """The sorted codes of the heaviest features, one a slot."""
    heavy = np.maximum(examples.weights, examples.animate_weights)
    codes, number = np.unique(examples.features, return_inverse=True)
    width = examples.features.shape[1]
    sums = np.bincount(number.reshape(-1), weights=np.repeat(heavy, width), minlength=len(codes))
    codes, sums = (codes[1:], sums[1:]) if len(codes) and codes[0] == 0 else (codes, sums)
    order = np.lexsort((codes, -sums))
    _, best = np.unique(codes[order] >> np.uint32(32 - SLOTS), return_index=True)
    return np.sort(codes[order[np.sort(best)[:most]]])


def _fit(examples: Examples, codes: UInt32Array, settings: GenderSettings, report: Report | None) -> Float32Array:
    """The weights by AdaGrad (Duchi, Hazan & Singer 2011), averaged over the second half of the rounds."""
    matrix = _matrix(examples.features, codes)
    weights = np.zeros((len(codes), WIDTH), dtype=np.float32)
    squares = np.full((len(codes), WIDTH), 1e-6, dtype=np.float32)
    mean, added = np.zeros_like(weights), 0
    random = generator(settings.seed, "gender")
    for number in range(1, settings.rounds + 1):
        loss = 0.0
        order = random.permutation(len(examples.weights))
        for begin in range(0, len(order), settings.batch):
            rows = order[begin : begin + settings.batch]
            inputs = matrix[rows]
            errors, cost = _errors(inputs @ weights, examples, rows)
            loss += cost
            change = (inputs.T @ errors) / np.float32(len(rows)) + np.float32(settings.decay) * weights
            squares += change * change
            weights -= np.float32(settings.rate) * change / np.sqrt(squares)
        if 2 * number > settings.rounds:
            mean += weights
            added += 1
        if report is not None:
            report(f"round {number}: loss {loss / max(float(examples.weights.sum()), 1.0):.4f}")
    return mean / np.float32(max(added, 1))


def _errors(scores: Float32Array, examples: Examples, rows: IndexArray) -> tuple[Float32Array, float]:
    """The gradient of the cross-entropies by the scores, and the first of them."""
    outcomes = scores[:, :-1]
    outcomes = np.exp(outcomes - outcomes.max(axis=1, keepdims=True))
    outcomes /= outcomes.sum(axis=1, keepdims=True)
    shares, weights = examples.shares[rows], examples.weights[rows]
    unsaid = examples.names[rows] & (shares[:, EITHER] > 0)
    people = outcomes[unsaid, :2].sum(axis=1) - shares[unsaid, EITHER]
    shares[unsaid, :2] = outcomes[unsaid, :2] - people[:, None] / 2
    shares[unsaid, EITHER] = 0
    animate = 1 / (1 + np.exp(-scores[:, -1]))
    errors: Float32Array = np.empty_like(scores)
    errors[:, :-1] = (outcomes - shares) * weights[:, None]
    errors[:, -1] = (animate - examples.animate[rows]) * examples.animate_weights[rows]
    cost = -float((weights * (shares * np.log(outcomes + 1e-9)).sum(axis=1)).sum())
    return errors, cost


def _matrix(features: UInt32Array, codes: UInt32Array) -> csr_array:
    """The examples as a sparse matrix of the features that are kept."""
    places = np.minimum(np.searchsorted(codes, features), max(len(codes) - 1, 0))
    present = codes[places] == features
    offsets = np.append(0, np.cumsum(present.sum(axis=1)))
    columns = places[present].astype(np.int32)
    ones = np.ones(len(columns), dtype=np.float32)
    return csr_array((ones, columns, offsets), shape=(len(features), len(codes)))
