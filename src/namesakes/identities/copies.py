"""Copies: profiles of the same passage in near-duplicate documents, such as a dispatch that many papers print.

What is said twice in the same words is said once. Candidates are found by bottom-k sketches of the words of a document
(MinHash with one permutation, Broder 1997) and checked exactly. It is done here, and not by a library of MinHash,
because words have stable 64-bit codes already and a block has a few hundred profiles: there is nothing to index.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from namesakes.arrays import Int64Array
from namesakes.profiles.names import plain
from namesakes.profiles.profile import Profile
from namesakes.text.vocabulary import codes

ALIKE: Final = 0.9
"""The share of words in common from which on two documents are copies (Jaccard)."""
FEWEST: Final = 20
"""Documents of fewer different words are too short to tell."""
SKETCH: Final = 4
"""Copies have one of their smallest so many codes in common, but for one pair in 10,000 at a share of 0.9."""


def originals(profiles: Sequence[Profile]) -> Int64Array:
    """For each profile the place of the first of which it is a copy; its own place for all others.

    A copy is in another document, under the same name, with nearly the same words in the document and near the name.
    O(profiles · words) of those whose name stands in several documents, and O(copies of one document).
    """
    found = np.arange(len(profiles))
    seen: dict[tuple[str, int], list[int]] = {}
    documents: defaultdict[str, set[str]] = defaultdict(set)
    for profile in profiles:
        documents[plain(profile.name.full)].add(profile.document)
    for place, profile in enumerate(profiles):
        name = plain(profile.name.full)
        if len(profile.words) < FEWEST or not profile.name.full or len(documents[name]) == 1:
            continue
        keys = [(name, code) for code in _sketch(profile.words)]
        near = sorted({other for key in keys for other in seen.get(key, ())})
        original = next((other for other in near if _copied(profile, profiles[other])), None)
        if original is not None:
            found[place] = original
            continue
        for key in keys:
            seen.setdefault(key, []).append(place)
    return found


def _sketch(words: Iterable[str]) -> list[int]:
    """The smallest codes of the words."""
    return sorted(codes(list(words)).tolist())[:SKETCH]


def _copied(one: Profile, other: Profile) -> bool:
    return (
        one.document != other.document
        and _share(one.words, other.words) >= ALIKE
        and _share(one.context, other.context) >= ALIKE
    )


def _share(some: Iterable[str], others: Iterable[str]) -> float:
    one, other = set(some), set(others)
    return len(one & other) / len(one | other) if one or other else 1.0
