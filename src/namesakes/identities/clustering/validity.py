"""Validity: how many clusters there are, by the first minimum of the Xie-Beni index (Huang et al. 2009b, §2.2.3)."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

EVERY, GROWTH = 24, 1.12
"""Every number of clusters is tried up to the first; beyond, each is larger by the second."""


class Indexed(Protocol):
    """A fit with a validity index; smaller is better."""

    @property
    def index(self) -> float:
        """Its Xie-Beni index."""


Candidate = TypeVar("Candidate", bound=Indexed)


def grid(most: int) -> Iterator[int]:
    """The numbers of clusters to try, from 2 to `most`: all small ones, then ever sparser ones.

    The fits of all numbers up to N would cost O(N⁴) together. Among many clusters one more or less changes little: the
    paper finds results stable there.
    """
    count = 2
    while count <= most:
        yield count
        count = count + 1 if count < EVERY else max(count + 1, round(count * GROWTH))


def choose(candidates: Iterable[Candidate], patience: int = 1) -> tuple[Candidate | None, bool]:
    """The candidate at the first minimum of the index, and whether it is one: a worse one followed.

    It is the first minimum when none of the next `patience` ones is better. Candidates are asked for only until it is
    found; None where there are none.
    """
    best, waited = None, 0
    for candidate in candidates:
        if best is None or candidate.index < best.index:
            best, waited = candidate, 0
        else:
            waited += 1
            if waited >= patience:
                break
    return best, waited > 0
