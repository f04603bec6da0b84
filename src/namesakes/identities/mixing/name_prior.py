"""The prior of names: how probable it is that two bearers of a name are one person, before anything is compared.

Blocks of bearers of one name cannot teach it: all of them share the name. It follows from how rare a name is. Of two
documents with the same full name the rarer it is, the more probably both mean one person; of two with the same family
name alone the more of them there are, the more people bear it.
"""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.identities.name_table import DIFFERENT, FULL, UNKNOWN, NameTable

FEWEST, USUAL = 20, 30
"""Blocks of fewer chains count as of so many; one of the second size is as it is."""
STRANGE = -1.0
"""The most that the log-odds are of two whose names share nothing."""
USUAL_NAME, RANGE = 8.0, 4.0
"""A surname that one in e^8, about three thousand, bears: that it fits one person alone tells nothing. It tells most
of one that is e^4 times as rare."""
SMALL, LARGE = 10, 100
"""Up to so many chains in a block it tells most that a short name fits one person alone; from so many on, nothing."""


@dataclass(frozen=True)
class NamePrior:
    """What names add to the log-odds of a pair; nothing, unless it is set.

    Parameters
    ----------
    full : what two full names of one person add that are as rare as `centre`.
    slope : what each unit more of rarity adds, the natural logarithm of how many people share a name.
    centre : the rarity of a name that one in e^16, about nine million, bears.
    most : the most that rarity adds or takes away.
    crowd : what names that are not full take away for each time that a block is e times as large as one of 30.
    census : as how many pairs of full names the size of the block counts in it; the more of them are the same, the more
        do short names add. 0 asks the size alone.
    sole : what a name of one word, or with an initial, and a full name add where it fits nobody else of a small block.
    """

    full: float = 0.0
    slope: float = 0.0
    centre: float = 16.0
    most: float = 3.0
    crowd: float = 0.0
    census: float = 0.0
    sole: float = 0.0

    @property
    def silent(self) -> bool:
        """Whether names add nothing."""
        return not (self.full or self.slope or self.crowd or self.sole)

    def odds(self, names: NameTable) -> Float64Array:
        """What the names of each two profiles add to the log-odds; nothing where they are different."""
        lower = np.minimum.outer(names.rarity, names.rarity)
        full = self.full + np.clip(self.slope * (lower - self.centre), -self.most, self.most)
        crowd = self._bare(names, full)
        return np.where(names.kinds == DIFFERENT, 0.0, np.where(names.kinds == FULL, full, crowd + self._sole(names)))

    def _bare(self, names: NameTable, full: Float64Array) -> float:
        """What names that are not full add: by the size of the block, and by how often its full names are the same.

        Parameters
        ----------
        full : what full names of one person add.
        """
        crowd = float(-self.crowd * np.log(max(len(names.rows), FEWEST) / USUAL))
        if not self.census or not names.full.any():
            return crowd
        inside = np.ix_(names.full, names.full)
        same, count = names.kinds[inside] == FULL, int(names.full.sum())
        one = 1.0 / (1.0 + np.exp(-full[inside]))
        found = float(one[same].sum() - np.diag(one).sum())
        share = (found + self.census / (1.0 + np.exp(-crowd))) / (count * (count - 1) + self.census)
        return float(np.clip(np.log(share / (1.0 - share + 1e-9)), -self.most, self.most))

    def _sole(self, names: NameTable) -> Float64Array:
        """What short names add that fit one full name of the block and no other."""
        rare = np.clip((names.surname_rarity - USUAL_NAME) / RANGE, 0.0, 1.0)
        short = np.where(names.full, 0.0, np.where(names.by_given, 1.0, rare))
        single = (names.full[:, None] != names.full[None, :]) & (names.kinds > UNKNOWN)
        single &= ~(names.several[:, None] | names.several[None, :])
        told = np.maximum.outer(short, short)
        share = 1.0 - np.log(max(len(names.rows), SMALL) / SMALL) / np.log(LARGE / SMALL)
        return np.where(single, self.sole * max(float(share), 0.0) * told, 0.0)


def strangers(odds: Float64Array, kinds: Int64Array) -> Float64Array:
    """What names that share nothing take from the log-odds of pairs: whatever is more than `STRANGE`.

    Tunde and Miss Adeleke are not one by what is said of them; but both may be who is called Tunde Adeleke.

    Parameters
    ----------
    odds : the log-odds of the pairs without it.
    kinds : what the names of each pair are to each other.
    """
    return np.where(kinds == UNKNOWN, np.minimum(STRANGE - odds, 0.0), 0.0)
