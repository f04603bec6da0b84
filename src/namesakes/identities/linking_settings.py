"""Linking settings: how chains become people."""

from dataclasses import dataclass
from typing import Final

from namesakes.errors import ConfigError

WITHIN_DOCUMENT: Final = ("names", "apart", "free")
"""When two chains of one document may be one person: where their names agree, never, or always."""
NAMES: Final = ("apart", "free")
"""Whether chains whose names no one person bears are kept apart, or may be one person all the same."""


@dataclass(frozen=True)
class LinkingSettings:
    """How chains become people.

    Parameters
    ----------
    caution : between 0 and 1: a higher one splits more and merges less; 0.5 is as the model was tuned.
    names : "apart" keeps chains with names of different people apart across documents, "free" lets the model decide.
    within_document : when two chains of one document may be one person: "names" where their names agree, "apart" never,
        "free" always.
    block : the most chains that are compared with each other.
    alternatives : how many other identities are kept that a chain might be in instead.
    least : how similar a chain must be to those, or how probable, on average.
    """

    caution: float = 0.5
    names: str = "apart"
    within_document: str = "names"
    block: int = 500
    alternatives: int = 2
    least: float = 0.2

    def __post_init__(self) -> None:
        for setting, value, known in (
            ("within-document", self.within_document, WITHIN_DOCUMENT),
            ("names", self.names, NAMES),
        ):
            if value not in known:
                raise ConfigError(f"{setting} is one of {', '.join(known)}, not '{value}'.")
        if self.block < 2 or self.alternatives < 0 or not 0.0 <= self.least <= 1.0:
            raise ConfigError("block is at least 2, alternatives at least 0, and least lies between 0 and 1.")
        if not 0.0 <= self.caution <= 1.0:
            raise ConfigError(f"caution lies between 0 and 1; it is {self.caution}.")
