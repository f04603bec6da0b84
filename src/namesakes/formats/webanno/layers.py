"""Layers of WebAnno TSV: which columns of a file are whose, and how cells and texts are escaped."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from namesakes.errors import DataError

MARK: Final = "#FORMAT=WebAnno TSV 3"
"""How a file begins."""
CHAINS: Final = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink"
NAMES: Final = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
RELATION, TYPE = "referenceRelation", "referenceType"
NOTHING, PLACEHOLDER = "_", "*"
"""A cell without annotations, and an annotation without a value."""
FIRST: Final = 3
"""The first column of a layer: those before have the token's number, its offsets and the token."""

_CONTROL: Final = {"\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_LETTERS: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}
_RESERVED: Final = re.compile(r"->|[\[\]|_;*]")
_ESCAPE: Final = re.compile(r"\\(->|.)", re.DOTALL)
_BAR: Final = re.compile(r"((?:\\.|[^\\|])*)(?:\||\Z)", re.DOTALL)


@dataclass(frozen=True)
class Layer:
    """A layer of a file.

    Parameters
    ----------
    kind : SP for spans, CH for chains, RL for relations.
    name : the type of its annotations.
    columns : the place of each feature's column in a line.
    """

    kind: str
    name: str
    columns: dict[str, int]


def layers(lines: Iterable[str]) -> list[Layer]:
    """The layers that the header of a file declares, in the order of their columns."""
    found: list[Layer] = []
    place = FIRST
    for line in lines:
        match = re.fullmatch(r"#T_(SP|CH|RL)=([^|]*)(?:\|(.*))?", line)
        if match is None:
            raise DataError(f"'{line[:80]}' declares no layer", "Expected #T_SP=, #T_CH= or #T_RL= with a type.")
        features = (match[3] or "").split("|")
        found.append(Layer(match[1], match[2], {name: place + n for n, name in enumerate(features)}))
        place += len(features)
    return found


def escaped_text(text: str) -> str:
    """A text as it stands behind `#Text=` or in the column of tokens."""
    return "".join(_CONTROL.get(letter, letter) for letter in text)


def escaped_value(text: str) -> str:
    """A value as it stands in a cell."""
    return _RESERVED.sub(lambda match: f"\\{match[0]}", escaped_text(text))


def unescaped(text: str) -> str:
    """The text or the value that was escaped."""
    return _ESCAPE.sub(lambda match: _LETTERS.get(match[1], match[1]), text) if "\\" in text else text


def stacked(cell: str) -> list[str]:
    """The annotations of one cell, still escaped."""
    if cell in (NOTHING, ""):
        return []
    return [match[1] for match in _BAR.finditer(cell) if match[1]]
