"""Builds tables of nouns from an installed WordNet: those for people and their work, and those for organisations."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from namesakes.errors import DataError
from namesakes.identities.specialists.occupation_table import OccupationTable
from namesakes.text.vocabulary import codes
from namesakes.text.wordnet import Synset, read_index, read_synsets

ROOTS = {
    "people": ("person%1:03:00", "occupation%1:04:00", "position%1:04:00"),
    "organizations": ("social_group%1:14:00", "organization%1:14:00", "establishment%1:06:00", "workplace%1:06:00"),
}
"""The senses below which synsets are kept: people, lines of work, posts; groups, and the places where they work."""

SENSES = 4
"""How many senses of a lemma are kept, the most frequent first."""


def build_occupations(folder: Path, kind: str = "people") -> OccupationTable:
    """The table of nouns of a kind from the files of WordNet 3 in a folder: `data.noun`, `index.noun`, `cntlist.rev`.

    The information of a synset is −log of the share of all tagged words that mean it or something below it (Resnik
    1995), where every synset counts once more than it was tagged, scaled so that a word seen once has 1. Names of
    single people (instances) are left out.

    Parameters
    ----------
    kind : of `ROOTS`: people and their work, or organisations.
    """
    synsets = {key: synset for key, synset in read_synsets(folder).items() if not synset.instance}
    roots = [key for key, synset in synsets.items() if any(sense in ROOTS[kind] for sense in synset.senses)]
    above = _ancestors(synsets)
    kept = sorted(key for key in synsets if not above[key].isdisjoint(roots))
    if not kept:
        raise DataError(f"none of the synsets for {kind} is there", "Give the folder of WordNet 3.0.", path=folder)
    inside = {key: sorted(above[key].intersection(kept)) for key in kept}
    totals = dict.fromkeys(kept, 0)
    for key in kept:
        for ancestor in inside[key]:
            totals[ancestor] += synsets[key].count + 1
    everything = sum(synsets[key].count + 1 for key in kept)
    rows = {key: row for row, key in enumerate(kept)}
    information = np.array([np.log(everything / totals[key]) for key in kept]) / np.log(max(everything, 2))
    ancestors = [[rows[key] for key in inside[one]] for one in kept]
    lemmas = {lemma: [rows[key] for key in keys if key in rows][:SENSES] for lemma, keys in read_index(folder)}
    return _table({lemma: found for lemma, found in lemmas.items() if found}, ancestors, information)


def _table(
    lemmas: Mapping[str, Sequence[int]], ancestors: Sequence[Sequence[int]], information: np.ndarray
) -> OccupationTable:
    names = list(lemmas)
    hashed = codes(names)
    order = np.argsort(hashed, kind="stable").tolist()
    senses = [lemmas[names[place]] for place in order]
    return OccupationTable(
        lemmas=hashed[order],
        sense_starts=np.cumsum([0, *map(len, senses)]).astype(np.int32),
        senses=np.array([sense for found in senses for sense in found], dtype=np.uint16),
        ancestor_starts=np.cumsum([0, *map(len, ancestors)]).astype(np.int32),
        ancestors=np.array([one for found in ancestors for one in found], dtype=np.uint16),
        information=information.astype(np.float32),
    )


def _ancestors(synsets: Mapping[str, Synset]) -> dict[str, frozenset[str]]:
    """For each synset: itself and all above it."""
    found: dict[str, frozenset[str]] = {}

    def climb(key: str) -> frozenset[str]:
        if key not in found:
            higher = [climb(above) for above in synsets[key].above if above in synsets]
            found[key] = frozenset({key}).union(*higher)
        return found[key]

    for key in synsets:
        climb(key)
    return found
