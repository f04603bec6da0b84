"""Reads the nouns for people and their work from an installed WordNet, and builds the table of occupations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from namesakes.errors import DataError
from namesakes.identities.specialists.occupation_table import OccupationTable
from namesakes.text.vocabulary import codes

ROOTS = ("person%1:03:00", "occupation%1:04:00", "position%1:04:00")
"""The senses below which synsets are kept: people, lines of work, posts."""

SENSES = 4
"""How many senses of a lemma are kept, the most frequent first."""


@dataclass(frozen=True)
class Synset:
    """Words of one meaning, the synsets above it, and how often they were tagged with this meaning."""

    senses: tuple[str, ...]
    above: tuple[str, ...]
    count: int


def build_occupations(folder: Path) -> OccupationTable:
    """The table of occupations from the files of WordNet 3 in a folder: `data.noun`, `index.noun`, `cntlist.rev`.

    The information of a synset is −log of the share of all tagged words that mean it or something below it (Resnik
    1995), where every synset counts once more than it was tagged, scaled so that a word seen once has 1.
    """
    synsets = read_synsets(folder)
    roots = [key for key, synset in synsets.items() if any(sense in ROOTS for sense in synset.senses)]
    above = _ancestors(synsets)
    kept = sorted(key for key in synsets if not above[key].isdisjoint(roots))
    if not kept:
        raise DataError("none of the synsets for people is there", "Give the folder of WordNet 3.0.", path=folder)
    inside = {key: sorted(above[key].intersection(kept)) for key in kept}
    totals = dict.fromkeys(kept, 0)
    for key in kept:
        for ancestor in inside[key]:
            totals[ancestor] += synsets[key].count + 1
    everything = sum(synsets[key].count + 1 for key in kept)
    rows = {key: row for row, key in enumerate(kept)}
    information = np.array([np.log(everything / totals[key]) for key in kept]) / np.log(everything)
    ancestors = [[rows[key] for key in inside[one]] for one in kept]
    lemmas = {
        lemma: [rows[key] for key in keys if key in rows][:SENSES] for lemma, keys in _read_index(folder / "index.noun")
    }
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


def read_synsets(folder: Path) -> dict[str, Synset]:
    """The noun synsets by their offsets; names of single people and places (instances) are left out."""
    counts = {key: int(count) for key, _, count in (line.split() for line in _lines(folder / "cntlist.rev"))}
    found = {}
    for line in _lines(folder / "data.noun"):
        if line.startswith(" "):  # the licence at the head of the file
            continue
        fields = line.partition(" | ")[0].split()
        words = int(fields[3], 16)
        senses = tuple(
            f"{fields[4 + 2 * word].lower()}%1:{fields[1]}:{int(fields[5 + 2 * word], 16):02d}" for word in range(words)
        )
        first = 5 + 2 * words
        pointers = [fields[place : place + 3] for place in range(first, first + 4 * int(fields[first - 1]), 4)]
        if not any(symbol == "@i" for symbol, _, _ in pointers):
            above = tuple(offset for symbol, offset, kind in pointers if symbol == "@" and kind == "n")
            found[fields[0]] = Synset(senses, above, sum(counts.get(f"{sense}::", 0) for sense in senses))
    return found


def _read_index(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Each lemma, with spaces between its words, and the offsets of its synsets, the most frequent first."""
    for line in _lines(path):
        if not line.startswith(" "):
            fields = line.split()
            yield fields[0].replace("_", " ").replace("-", " "), fields[6 + int(fields[3]) :]


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


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8") as stream:
            yield from stream
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        advice = "Give the folder with data.noun, index.noun and cntlist.rev of WordNet 3.0 (Debian: wordnet-base)."
        raise DataError(f"this file of WordNet cannot be read ({why})", advice, path=path) from error
