"""Recall: what was found out about terms before, so that it is looked up once and not in every block."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Kind = TypeVar("Kind", bound=np.generic)

MOST = 1 << 17
"""Terms that are remembered."""


class Recall(Generic[Kind]):
    """Looks numbers up by terms, and knows those of the terms that came last.

    Parameters
    ----------
    find : gives the numbers of terms, one each; always the same for a term.
    kind : what numbers they are.
    """

    def __init__(self, find: Callable[[Sequence[str]], NDArray[Kind]], kind: type[Kind]) -> None:
        self.find, self.kind = find, kind
        self.known: dict[str, float] = {}

    def __call__(self, terms: Sequence[str]) -> NDArray[Kind]:
        """The numbers of the terms. O(terms)."""
        found = [*map(self.known.get, terms)]
        if None in found:
            if len(self.known) + len(terms) > MOST:
                self.known.clear()
            new = [term for term in terms if term not in self.known]
            self.known.update(zip(new, self.find(new).tolist(), strict=True))
            found = [*map(self.known.get, terms)]
        return np.array(found, dtype=self.kind)
