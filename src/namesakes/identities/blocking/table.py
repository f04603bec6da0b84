"""Block table: all that blocking needs of profiles, a few dozen bytes each, so that millions fit into memory."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import Protocol
from zlib import crc32

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Int32Array, Int64Array, UInt32Array
from namesakes.identities.blocking.keys import BlockKey, block_key, given_root, phonetic_key
from namesakes.profiles.profile import Profile


@dataclass(frozen=True, eq=False)
class Words:
    """One part of all names: the distinct words, which of them each profile has, and their phonetic groups.

    `kinds` says for each word what it is a name of, `groups` the number of its phonetic key; the empty word has −1.
    """

    words: list[str]
    kinds: list[str]
    rows: Int32Array
    groups: Int32Array

    @property
    def row_groups(self) -> Int32Array:
        """The phonetic group of each profile."""
        return self.groups[self.rows]


class Clues(Protocol):
    """What else is known of profiles than their names; it is asked for where a block is too large."""

    def of(self, rows: Int32Array) -> tuple[Int32Array, UInt32Array]:
        """For each clue of these profiles the place of its profile among them, and its code."""


@dataclass(frozen=True, eq=False)
class KnownClues:
    """Clues in memory: those of profile i are `codes[starts[i]:starts[i + 1]]`."""

    codes: UInt32Array
    starts: Int64Array

    def of(self, rows: Int32Array) -> tuple[Int32Array, UInt32Array]:
        """For each clue of these profiles the place of its profile among them, and its code."""
        lengths = (self.starts[rows + 1] - self.starts[rows]).astype(np.int64)
        owners = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)
        shifts = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        return owners, self.codes[np.repeat(self.starts[rows], lengths) + shifts]


@dataclass(frozen=True, eq=False)
class BlockTable:
    """Names and clues of profiles.

    Parameters
    ----------
    families, givens : the parts of the names.
    initials : of each word among the given names the first letter of its root, 0 for none.
    vague : which of these words have no more than an initial as their root.
    others : of profiles that go by other family names, the profile, the group of the family name, and that of the given
        name with it.
    clues : codes of what else is known of a profile (facts, and the names beside it).
    """

    families: Words
    givens: Words
    initials: ByteArray
    vague: BoolArray
    others: list[tuple[int, int, int]]
    clues: Clues

    def __len__(self) -> int:
        return len(self.families.rows)

    def clues_of(self, rows: Int32Array) -> tuple[Int32Array, UInt32Array]:
        """For each clue of these profiles the place of its profile among them, and its code."""
        return self.clues.of(rows)


def clues(profile: Profile) -> set[int]:
    """Codes of what is known of a profile beside its name: its facts, and the names that stand beside it."""
    said = {_code(fact.field, fact.value) for fact in profile.facts}
    for kind, names in (("p", profile.people), ("o", profile.organizations), ("l", profile.places)):
        said.update(map(_code, repeat(kind), names))
    return said


@lru_cache(maxsize=1 << 16)
def _code(kind: str, name: str) -> int:
    """The code of a clue; chains of one document have most of theirs in common."""
    return crc32(f"{kind} {name}".lower().encode())


def block_table(profiles: Iterable[Profile]) -> BlockTable:
    """The table of any number of profiles, which are seen one by one and not kept."""
    return table_of((block_key(profile), sorted(clues(profile))) for profile in profiles)


def table_of(rows: Iterable[tuple[BlockKey, Sequence[int]]]) -> BlockTable:
    """The table of profiles of which the key and the codes of the clues are known."""
    codes, starts = array("I"), array("q", [0])

    def keys() -> Iterator[BlockKey]:
        for key, said in rows:
            codes.extend(said)
            starts.append(len(codes))
            yield key

    names = name_parts(keys())
    known = np.frombuffer(codes, dtype=np.uint32) if codes else np.zeros(0, dtype=np.uint32)
    return BlockTable(*names, KnownClues(known, np.frombuffer(starts, dtype=np.int64)))


NameParts = tuple[Words, Words, ByteArray, BoolArray, list[tuple[int, int, int]]]
"""What a block table says of names."""


def name_parts(keys: Iterable[BlockKey]) -> NameParts:
    """What the table of profiles with these keys says of their names; equal keys are looked at once."""
    families: dict[tuple[str, str], int] = {}
    givens: dict[str, int] = {}
    family_rows, given_rows = array("i"), array("i")
    seen: dict[BlockKey, tuple[int, int, list[tuple[str, str]]]] = {}
    called: list[tuple[int, str, str]] = []
    for row, key in enumerate(keys):
        if key not in seen:
            own, *others = key.family.split("/") if key.kind == "person" else (key.family,)
            family = families.setdefault(_family(key.kind, own, key.given), len(families))
            seen[key] = family, givens.setdefault(key.given, len(givens)), [_called(key, other) for other in others]
        family, given, other_names = seen[key]
        family_rows.append(family)
        given_rows.append(given)
        called += [(row, *other) for other in other_names]
    roots = [given_root(given) for given in givens]
    keys_of_families = [_phonetic_key(*one) for one in families]
    sounds, given_groups = _groups(keys_of_families), _groups(roots)
    return (
        Words([word for _, word in families], [kind for kind, _ in families], _integers(family_rows), sounds),
        Words(list(givens), [""] * len(givens), _integers(given_rows), given_groups),
        np.array([ord(one[0]) if one else 0 for one in roots], dtype=np.uint8),
        np.array([len(one) < 2 for one in roots], dtype=np.bool_),
        _known(called, _numbers(keys_of_families, sounds), _numbers(roots, given_groups)),
    )


def _called(key: BlockKey, other: str) -> tuple[str, str]:
    """The phonetic key and the root of the given name of another name that somebody has."""
    name, _, given = other.partition(" ")
    return _phonetic_key(key.kind, name), given_root(given or key.given)


def _family(kind: str, family: str, given: str) -> tuple[str, str]:
    """What a profile is first blocked by: its kind and family name; its given name where it has no other."""
    return (kind, family) if family or not given else (f"{kind} given", given)


def _known(
    called: Iterable[tuple[int, str, str]], families: Mapping[str, int], givens: Mapping[str, int]
) -> list[tuple[int, int, int]]:
    """The other names of profiles, as groups, as far as others have them too."""
    known = ((row, families.get(family, -1), givens.get(given, -1)) for row, family, given in called)
    return [(row, family, given) for row, family, given in known if family >= 0 and given >= 0]


def _phonetic_key(kind: str, word: str) -> str:
    if not word:
        return ""
    return f"{kind} {given_root(word) if kind.endswith(' given') else phonetic_key(word)}"


def _numbers(phonetic_keys: list[str], groups: Int32Array) -> dict[str, int]:
    return dict(zip(phonetic_keys, groups.tolist(), strict=True))


def _groups(phonetic_keys: list[str]) -> Int32Array:
    known: dict[str, int] = {}
    found = [known.setdefault(one, len(known)) if one else -1 for one in phonetic_keys]
    return np.array(found, dtype=np.int32)


def _integers(values: "array[int]") -> Int32Array:
    return np.frombuffer(values, dtype=np.int32) if values else np.zeros(0, dtype=np.int32)
