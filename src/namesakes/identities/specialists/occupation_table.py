"""The table of occupations: nouns for people and their work, what lies above each, and how much each tells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from namesakes.arrays import Float32Array, Int32Array, UInt16Array, UInt64Array
from namesakes.errors import ModelError
from namesakes.identities.terms.terms import tokens
from namesakes.learning.model import Model, load_model, save_model
from namesakes.text.vocabulary import codes

KIND = "occupations"
_AFTER = ("of", "for", "to", "at", "in", "on", "from", "with", "and")


@dataclass(frozen=True)
class OccupationTable:
    """Synsets of WordNet for people and their work.

    Parameters
    ----------
    lemmas : the sorted codes of lemmas.
    sense_starts, senses : the synsets of each lemma, the most frequent first.
    ancestor_starts, ancestors : each synset itself and all above it.
    information : of each synset, in [0, 1].
    """

    lemmas: UInt64Array
    sense_starts: Int32Array
    senses: UInt16Array
    ancestor_starts: Int32Array
    ancestors: UInt16Array
    information: Float32Array

    def lookup(self, title: str) -> tuple[int, ...]:
        """The synsets of a title: of the longest ending that is known, of it or of what stands before "of".

        "deputy prime minister of defence" is a prime minister.
        """
        return next((found for part in cuts(title) if (found := self._senses(part))), ())

    def _senses(self, lemma: str) -> tuple[int, ...]:
        code = codes([lemma])[0]
        place = int(np.searchsorted(self.lemmas, code))
        if place == len(self.lemmas) or self.lemmas[place] != code:
            return ()
        return tuple(self.senses[self.sense_starts[place] : self.sense_starts[place + 1]].tolist())

    def likeness(self, synsets: Sequence[int]) -> Float32Array:
        """1 − the distance of Jiang and Conrath (1997) between all pairs of these synsets, in [0, 1].

        The distance is (i(a) + i(b) − 2·i(c)) / 2 with c the synset above both that tells the most, 0 where there is
        none. O(Σ over ancestors of the square of the synsets below).
        """
        below: dict[int, list[int]] = {}
        for place, synset in enumerate(synsets):
            for one in self.ancestors[self.ancestor_starts[synset] : self.ancestor_starts[synset + 1]].tolist():
                below.setdefault(one, []).append(place)
        shared = np.zeros((len(synsets), len(synsets)), dtype=np.float32)
        # In the order of information, so that the one that tells the most is written last.
        for one in sorted(below, key=lambda synset: float(self.information[synset])):
            shared[np.ix_(below[one], below[one])] = self.information[one]
        own = self.information[np.asarray(synsets, dtype=np.intp)]
        return np.clip(1 - (own[:, None] + own[None, :] - 2 * shared) / 2, 0, 1)

    def save(self, folder: Path) -> None:
        """Write the table."""
        save_model(folder, Model(KIND, {}, {field.name: getattr(self, field.name) for field in fields(self)}))

    @classmethod
    def load(cls, folder: Path | Traversable) -> "OccupationTable":
        """The table in a folder."""
        try:
            return cls(**load_model(folder, KIND).arrays)
        except TypeError as error:
            raise ModelError(f"{folder}: this is not a table of occupations ({error}).\nBuild it again.") from error

    @classmethod
    def shipped(cls, name: str = "en-occupations") -> "OccupationTable":
        """The table for English that comes with the package, loaded once; `en-organizations` has other nouns."""
        return _shipped(name)


def cuts(title: str) -> Iterator[str]:
    """The endings of a title, the longest first, and then those of what stands before "of"."""
    words = tokens(title)
    for cut in (len(words), *(place for place, word in enumerate(words) if word in _AFTER)):
        for first in range(cut):
            yield " ".join(words[first:cut])


@cache
def _shipped(name: str) -> OccupationTable:
    return OccupationTable.load(files("namesakes") / "models" / name)
