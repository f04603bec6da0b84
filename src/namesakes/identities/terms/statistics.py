"""Statistics: document frequencies of names, words and phrases, learned from a corpus of profiles."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray, Float64Array, Int32Array, UInt64Array
from namesakes.errors import ModelError
from namesakes.identities.terms import terms
from namesakes.profiles.profile import Profile
from namesakes.text.vocabulary import codes
from namesakes.text.word_cache import WordCache
from namesakes.text.word_vectors import WordVectors

NAMED = ("title", "occupation", "employer", "member", "owner", "education", "family", "location", "works", "lives")

READERS: dict[str, Callable[[Profile], terms.Bag]] = {
    "names": terms.own_name,
    "tokens": lambda profile: {
        word: 1.0
        for names in (profile.people, profile.organizations, profile.places, profile.values(*NAMED))
        for name in names
        for word in terms.tokens(name)
    },
    "people": terms.people,
    "organizations": terms.organizations,
    "places": terms.places,
    "proper": lambda profile: terms.entities(profile.proper),
    "entities": terms.all_entities,
    "words": lambda profile: terms.words({**profile.context, **profile.words}),
    "phrases": terms.phrases,
    "facts": lambda profile: terms.inner_words(profile.values("title", "occupation", "employer", "member", "owner")),
}
"""The kinds of terms that are counted, and where profiles have them."""

UNUSUAL = 0.002
"""The document frequency of a term of which nothing is known."""

LENGTH = 40.0
"""Where nothing is learned: the word of rank r is taken to occur LENGTH / r times in a document."""


class Statistics:
    """In how many profiles of a corpus each term occurs.

    Parameters
    ----------
    documents : for each kind of term, how many profiles have any.
    terms, counts : for each kind, the sorted codes of the terms and the number of profiles that have each.
    """

    def __init__(
        self,
        documents: Mapping[str, int] | None = None,
        terms: Mapping[str, UInt64Array] | None = None,
        counts: Mapping[str, Int32Array] | None = None,
    ) -> None:
        self.documents, self.terms, self.counts = dict(documents or {}), dict(terms or {}), dict(counts or {})
        self._cached: dict[str, WordCache] = {}

    @classmethod
    def learn(cls, profiles: Iterable[Profile], least: int = 2) -> "Statistics":
        """The statistics of a corpus; terms of fewer than `least` profiles are not kept, and count as one. O(terms)."""
        documents: Counter[str] = Counter()
        found: dict[str, Counter[str]] = {kind: Counter() for kind in READERS}
        for profile in profiles:
            for kind, read in READERS.items():
                bag = read(profile)
                documents[kind] += bool(bag)
                found[kind].update(bag.keys())
        sorted_terms, sorted_counts = {}, {}
        for kind, counter in found.items():
            kept = [(term, count) for term, count in counter.items() if count >= least]
            hashed = codes([term for term, _ in kept])
            order = np.argsort(hashed, kind="stable")
            sorted_terms[kind] = hashed[order]
            sorted_counts[kind] = np.array([count for _, count in kept], dtype=np.int32)[order]
        return cls(documents, sorted_terms, sorted_counts)

    def frequencies(self, kind: str, terms: Sequence[str]) -> Float64Array:
        """The share of profiles in which each term occurs, always above 0; estimates where nothing was learned."""
        cached = self._cached.get(kind)
        if cached is None:
            cached = self._cached.setdefault(kind, WordCache(partial(self._looked_up, kind)))
        return cached.of(terms)

    def _looked_up(self, kind: str, terms: Sequence[str]) -> Float64Array:
        total = self.documents.get(kind, 0)
        if total == 0 or kind not in self.terms:
            return _zipf_frequencies(terms) if kind in ("words", "facts") else np.full(len(terms), UNUSUAL)
        known, wanted = self.terms[kind], codes(terms)
        if len(known) == 0:
            return np.full(len(terms), 1.0 / (total + 1.0))
        places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        counts = np.where(known[places] == wanted, self.counts[kind][places], 1)
        return np.asarray(np.minimum(counts / (total + 1.0), 1.0))

    def packed(self) -> tuple[dict[str, Any], dict[str, AnyArray]]:
        """The statistics as plain settings and arrays."""
        arrays: dict[str, AnyArray] = {}
        for kind in self.terms:
            arrays[f"{kind}.terms"], arrays[f"{kind}.counts"] = self.terms[kind], self.counts[kind]
        return {"documents": dict(self.documents)}, arrays

    @classmethod
    def unpacked(cls, settings: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> "Statistics":
        """The statistics that `packed` gave."""
        try:
            kinds = [name.removesuffix(".terms") for name in arrays if name.endswith(".terms")]
            found = {kind: arrays[f"{kind}.terms"] for kind in kinds}
            return cls(settings["documents"], found, {kind: arrays[f"{kind}.counts"] for kind in kinds})
        except KeyError as error:
            raise ModelError(f"these statistics lack {error}.\nTrain the model again.") from error


def _zipf_frequencies(terms: Sequence[str]) -> Float64Array:
    """The shares of documents that have each word, from the ranks of words in English (Zipf's law)."""
    table = _words()
    bands = table.bands(table.codes(terms)).astype(np.float64)
    ranks = np.where(bands > 0, 1.5 * 2.0 ** (bands - 1), 1.5 * 2.0 ** (int(table.frequency.max()) + 1))
    return np.asarray(-np.expm1(-LENGTH / ranks))


@cache
def _words() -> WordVectors:
    return WordVectors.shipped()
