"""Corrections as constraints for clusterers: must-links and cannot-links between chains."""

from collections.abc import Iterable, Sequence

from namesakes.identities.clustering.constraints import Constraints
from namesakes.store.records import OF_MENTIONS, ChainKey, Correction

Pair = tuple[ChainKey, ChainKey]

Pairs = tuple[list[Pair], list[Pair]]
"""The must-links and the cannot-links."""

Chains = list[ChainKey]


def pairs_of(corrections: Iterable[Correction], chains: Iterable[ChainKey]) -> Pairs:
    """The must-links and the cannot-links of the corrections that hold.

    "same" links all chains that the two identities had when it was made. "different" keeps the surest chain of each
    side from all chains of the other, and links none of its own side. Chains that were split off later are no longer
    bound by older corrections of the identity they left. One about a mention links its chain to the surest that the
    person had, and keeps it from the one that it left. Linear in chains.
    """
    must: list[Pair] = []
    cannot: list[Pair] = []
    corrections, known = list(corrections), set(chains)
    for correction, left, right in _binding(corrections, known):
        if correction.what == "same":
            must += [(left[0], other) for other in (*left[1:], *right)]
        else:
            cannot += [(left[0], other) for other in right]
            cannot += [(other, right[0]) for other in left[1:]]
    for correction in corrections:
        if correction.holds and correction.what in OF_MENTIONS:
            left, right, against = ([one for one in side if one in known] for side in _sides(correction))
            must += [(left[0], other) for other in right[:1] if left]
            cannot += [(left[0], other) for other in against[:1] if left]
    return must, cannot


def _sides(correction: Correction) -> tuple[tuple[ChainKey, ...], ...]:
    return correction.left, correction.right, correction.against


def _binding(corrections: Iterable[Correction], known: set[ChainKey]) -> list[tuple[Correction, Chains, Chains]]:
    """The corrections that bind somebody, each with the chains of both sides that are there and still meant."""
    binding: list[tuple[Correction, Chains, Chains]] = []
    for correction in corrections:
        if correction.holds and correction.what in ("same", "different"):
            left, right = ([one for one in side if one in known] for side in (correction.left, correction.right))
            if correction.what == "different":
                for _, *sides in binding:
                    for side in sides:
                        _take_out(side, set(left), set(right))
            binding.append((correction, left, right))
    return [each for each in binding if each[1] and each[2]]


def _take_out(side: Chains, stay: set[ChainKey], go: set[ChainKey]) -> None:
    """Take chains out of a side of an older correction, where a newer one tells them from others of that side."""
    if not stay.isdisjoint(side):
        side[:] = [one for one in side if one not in go]


def constraints_within(pairs: Pairs, chains: Sequence[ChainKey]) -> Constraints:
    """The links of `pairs_of` whose chains are both among these, as constraints on their places in the sequence."""
    places = {chain: place for place, chain in enumerate(chains)}
    must, cannot = ([(places[a], places[b]) for a, b in each if a in places and b in places] for each in pairs)
    return Constraints.of(must, cannot)
