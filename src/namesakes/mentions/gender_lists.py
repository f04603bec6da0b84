"""Counts of *he*, *she*, *it* and *they* as lists of names and WordNet imply them, for training of gender.

A given name goes with *he* and *she* as its bearers do, a surname with both alike. A noun goes with *he* and *she* by
its senses that are people, with *it* by all others; where what a sense means says so ("a female heir"), with one of the
two alone. Nobody's count of the world that was written about is in it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.mentions.gender_counts import GAP, Counts
from namesakes.mentions.gender_features import singular_form
from namesakes.names.lists import NameLists
from namesakes.text.wordnet import Synset, read_index, read_synsets

_PEOPLE, _ANIMALS, _OF_THINGS = "18", "05", ("14", "15")
"""WordNet's files of nouns, by their numbers."""
_WOMAN: Final = re.compile(
    r"^(?:\([^)]*\) )?(?:an? |the )?(?:[a-z-]+ ){0,2}?(?:wom[ae]n|female|girl|wife|mother|lady)\b"
)
_MAN: Final = re.compile(r"^(?:\([^)]*\) )?(?:an? |the )?(?:[a-z-]+ ){0,2}?(?:m[ae]n|male|boy|husband|father)\b")
_NAMES, _NOUNS, _SINGLE = 400.0, 30.0, 6.0
"""How much the most frequent name counts, a noun that was never tagged, and the name of one single place."""
Row = tuple[tuple[str, ...], Float64Array]


def listed_counts(wordnet: Path, lists: NameLists | None = None) -> Counts:
    """The counts that the lists of names and the WordNet in a folder imply; a name that is a noun too has two rows."""
    named = {**_places(wordnet), **dict(_names(lists or NameLists.shipped()))}
    nouns = dict(_nouns(wordnet))
    counts = np.round(np.array([*named.values(), *nouns.values()])).astype(np.int64)
    return Counts([*named, *nouns], counts, np.arange(len(counts)) >= len(named))


def _names(lists: NameLists) -> Iterator[Row]:
    """Given names at the head of a name, surnames at its end, and both alone."""
    alone: dict[str, Float64Array] = {}
    for name, (women, share) in lists.genders.items():
        counts = _NAMES * share / 255 * np.array([1 - women / 100, women / 100, 0.0, 0.0])
        alone[name] = counts
        yield (name, GAP), counts
    for name, share in lists.families.items():
        counts = _NAMES * share / 255 * np.array([0.5, 0.5, 0.0, 0.0])
        alone[name] = alone.get(name, np.zeros(4)) + counts
        yield (GAP, name), counts
    yield from (((name,), counts) for name, counts in alone.items())


def _places(wordnet: Path) -> dict[tuple[str, ...], Float64Array]:
    """Names of single places and groups, which weigh little, since there are so many of them."""
    synsets = read_synsets(wordnet)
    found = {}
    for lemma, keys in read_index(wordnet):
        senses = [synsets[key] for key in keys if key in synsets]
        words = tuple(lemma.split())
        if senses and senses[0].instance and senses[0].topic in _OF_THINGS and all(map(str.isalpha, words)):
            found[words] = np.array([0.0, 0.0, _SINGLE, 0.0])
    return found


def _nouns(wordnet: Path) -> Iterator[Row]:
    """Nouns of one word, with their plurals."""
    synsets, plurals = read_synsets(wordnet), _plurals(wordnet)
    for lemma, keys in read_index(wordnet):
        senses = [synsets[key] for key in keys if key in synsets and not synsets[key].instance]
        if not senses or not lemma.isalpha():
            continue
        counts = _pronouns(senses)
        yield (lemma,), counts
        plural = plurals.get(lemma) or _plural(lemma)
        if plural != lemma and singular_form(plural) == lemma:
            yield (plural,), np.array([0.0, 0.0, 0.0, counts.sum()])


def _pronouns(senses: Sequence[Synset]) -> Float64Array:
    """How much the senses of a noun go with each pronoun; earlier ones count more, as do those tagged often."""
    found = np.zeros(4)
    for rank, sense in enumerate(senses, start=1):
        found += _pronoun(sense) * (sense.count + 1.0 / rank**2)
    return np.asarray(found * (_NOUNS + np.sqrt(found.sum())) / found.sum())


def _pronoun(sense: Synset) -> Float64Array:
    if sense.topic == _ANIMALS:
        return np.array([0.25, 0.25, 0.5, 0.0])
    if sense.topic != _PEOPLE:
        return np.array([0.0, 0.0, 1.0, 0.0])
    woman, man = bool(_WOMAN.match(sense.gloss)), bool(_MAN.match(sense.gloss))
    return np.array([0.5 + (man - woman) / 2, 0.5 + (woman - man) / 2, 0.0, 0.0])


def _plurals(wordnet: Path) -> Mapping[str, str]:
    """The irregular plurals, by their singulars."""
    path = wordnet / "noun.exc"
    if not path.exists():
        return {}
    pairs = (line.split()[:2] for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return {singular: plural for plural, singular in pairs}


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")
