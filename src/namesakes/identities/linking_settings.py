"""Linking settings: how chains become people."""

from dataclasses import dataclass
from typing import Final

from namesakes.errors import ConfigError

WITHIN_DOCUMENT: Final = ("names", "apart", "free")
"""When two chains of one document may be one person: where their names agree, never, or always."""


@dataclass(frozen=True)
class LinkingSettings:
    """How chains become people.

    Parameters
    ----------
    within_document : when two chains of one document may be one person: "names" where their names agree, "apart" never,
        "free" always.
    block : the most chains that are compared with each other.
    alternatives : how many other identities are kept that a chain might be in instead.
    least : how similar a chain must be to those, on average.
    """

    within_document: str = "names"
    block: int = 500
    alternatives: int = 2
    least: float = 0.2

    def __post_init__(self) -> None:
        if self.within_document not in WITHIN_DOCUMENT:
            known = ", ".join(WITHIN_DOCUMENT)
            raise ConfigError(f"within-document is one of {known}, not '{self.within_document}'.")
        if self.block < 2 or self.alternatives < 0 or not 0.0 <= self.least <= 1.0:
            raise ConfigError("block is at least 2, alternatives at least 0, and least lies between 0 and 1.")
