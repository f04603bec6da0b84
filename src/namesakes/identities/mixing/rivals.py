"""Rivals: others whom a name may mean as well, and what that takes away.

A name that fits several people is that of one of them at most: Hugh of Hugh Pike or of Hugh Burke, Carmen García of
García Olmos or of García Prieto. If z are the log-odds that it is one of them and r those of the other, the odds that it
is the first and not the other are those of z − log(1 + e^r).
"""

from typing import Final

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.identities.name_table import UNKNOWN, NameTable

STRANGE: Final = -1.0
"""The most that the log-odds are of two whose names share nothing."""


def strangers(odds: Float64Array, names: NameTable) -> Float64Array:
    """What names that share nothing take from the log-odds of each two: whatever is more than `STRANGE`.

    Tunde and Miss Adeleke are not one by what is said of them; but both may be who is called Tunde Adeleke.
    """
    return np.where(names.kinds == UNKNOWN, np.minimum(STRANGE - odds, 0.0), 0.0)


def rivalry(odds: Float64Array, names: NameTable, documents: Int64Array) -> Float64Array:
    """What the most similar other whom a name may mean takes from the log-odds of each two; nothing where it is one's.

    O(names² · profiles): rivals of a pair are found among distinct names.

    Parameters
    ----------
    odds : the log-odds of each two profiles without it.
    """
    fits = names.kinds > UNKNOWN
    several = names.several
    taken = np.zeros_like(odds)
    if not several.any():
        return taken
    places, rows = np.unique(names.rows, return_inverse=True)
    apart = names.between[np.ix_(places, places)] <= UNKNOWN
    for one in np.flatnonzero(several).tolist():
        own = np.where(fits[one], odds[one], -np.inf)
        own[documents == documents[one]] = -np.inf
        best = np.full(len(places), -np.inf)
        np.maximum.at(best, rows, own)
        rival = np.where(apart, best[None, :], -np.inf).max(axis=1)
        taken[one] = np.logaddexp(0.0, rival[rows] - odds[one])
    return np.where(fits, -(taken + taken.T), 0.0)

