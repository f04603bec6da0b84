"""Writer of WebAnno TSV: tokens, and in the cells beside them chains and names."""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from namesakes.errors import LossWarning
from namesakes.formats.atomic import save_text
from namesakes.formats.file_names import save_each
from namesakes.formats.mention_spans import warn_of_widening
from namesakes.formats.webanno.layers import (
    CHAINS,
    NAMES,
    NOTHING,
    PLACEHOLDER,
    RELATION,
    TYPE,
    escaped_text,
    escaped_value,
)
from namesakes.text.document import Document
from namesakes.text.segment import segmented

Cells = dict[int, list[str]]
"""The annotations of each token in one column."""


@dataclass(frozen=True)
class _Tokens:
    """The tokens that are written: those with a text, and of several over the same characters the first.

    Parameters
    ----------
    starts, ends : their characters.
    rows, stops : for each token of the document its place among them and the one behind it; equal where it has no text.
    sentences : the first token of each sentence, and behind them the number of tokens.
    """

    starts: list[int]
    ends: list[int]
    rows: list[int]
    stops: list[int]
    sentences: list[int]


def save(documents: Iterable[Document], path: Path) -> None:
    """Save one document as a .tsv file, or several into a folder."""
    save_each(
        documents, path, (".webanno.tsv", ".tsv"), lambda document, file: save_text(file, "".join(_file(document)))
    )


def _file(document: Document) -> Iterator[str]:
    """The lines of a file."""
    document = segmented(document)
    tokens, names = _tokens(document), document.entity_table is not None
    columns = _names(document, tokens) if names else []
    columns += _chains(document, tokens) if document.mention_table is not None else []
    yield "#FORMAT=WebAnno TSV 3.3\n"
    if names:
        yield f"#T_SP={NAMES}|identifier|value\n"
    if document.mention_table is not None:
        yield f"#T_CH={CHAINS}|{RELATION}|{TYPE}\n"
    yield "\n"
    units = _units(document.text)
    for number, (first, end) in enumerate(pairwise(tokens.sentences), start=1):
        yield "\n"
        text = document.text[tokens.starts[first] : tokens.ends[end - 1]]
        yield from (f"#Text={escaped_text(line)}\n" for line in text.split("\n"))
        for place in range(first, end):
            start, stop = tokens.starts[place], tokens.ends[place]
            cells = ("|".join(column.get(place, [NOTHING])) for column in columns)
            word = escaped_text(document.text[start:stop])
            offsets = f"{units[start]}-{units[stop]}"
            yield "\t".join([f"{number}-{place - first + 1}", offsets, word, *cells, "\n"])


def _tokens(document: Document) -> _Tokens:
    starts, ends, rows, stops = list[int](), list[int](), list[int](), list[int]()
    for start, end in zip(document.starts.tolist(), document.ends.tolist(), strict=True):
        kept = end > start and (not ends or start >= ends[-1])
        rows.append(len(starts) - (end > start and not kept))
        if kept:
            starts.append(start)
            ends.append(end)
        stops.append(len(starts) if end > start else rows[-1])
    firsts = document.sentence_starts.tolist()
    return _Tokens(starts, ends, rows, stops, sorted({*(rows[first] for first in firsts), 0, len(starts)}))


def _units(text: str) -> list[int]:
    """The units of UTF-16 before each character, and before the end."""
    wide = np.fromiter((letter > "\uffff" for letter in text), dtype=np.int64, count=len(text))
    return np.concatenate([[0], np.cumsum(1 + wide)]).tolist()  # type: ignore[no-any-return]


def _span(tokens: _Tokens, first: int, end: int) -> range:
    """The tokens that are written of those from `first` to before `end`."""
    return range(tokens.rows[first], tokens.stops[end - 1])


def _chains(document: Document, tokens: _Tokens) -> list[Cells]:
    """The cells of both columns of chains."""
    table = document.mention_table
    assert table is not None
    warn_of_widening(document, "WebAnno TSV")
    relations, types = Cells(), Cells()
    numbers: dict[int, int] = {}
    counts: dict[int, int] = {}
    _warn_of_loss(document, tokens)
    for row, chain in enumerate(table.chains.tolist()):
        parts = table.parts(row)
        span = _span(tokens, parts[0][0], parts[-1][1])
        if not span:
            continue
        own = chain if chain >= 0 else -1 - row
        number = numbers.setdefault(own, len(numbers) + 1)
        counts[own] = counts.get(own, 0) + 1
        label = table.labels[row] if table.labels is not None else ""
        for token in span:
            relations.setdefault(token, []).append(f"{PLACEHOLDER}->{number}-{counts[own]}")
            types.setdefault(token, []).append(f"{escaped_value(label) or PLACEHOLDER}[{number}]")
    return [relations, types]


def _warn_of_loss(document: Document, tokens: _Tokens) -> None:
    table = document.mention_table
    assert table is not None
    parts = [table.parts(row) for row in range(len(table))]
    losses = {
        "mentions of several parts were written from the first to the last of them": sum(len(own) > 1 for own in parts),
        "mentions of words that the text does not have were left out": sum(
            not _span(tokens, own[0][0], own[-1][1]) for own in parts
        ),
    }
    for said, count in losses.items():
        if count:
            warnings.warn(f"{document.key}: {count} {said}", LossWarning, stacklevel=3)


def _names(document: Document, tokens: _Tokens) -> list[Cells]:
    """The cells of both columns of names, with a number where a name has several words or a token several names."""
    table = document.entity_table
    assert table is not None
    spans = [_span(tokens, first, end) for first, end in zip(table.starts.tolist(), table.ends.tolist(), strict=True)]
    over: dict[int, int] = {}
    for span in spans:
        for token in span:
            over[token] = over.get(token, 0) + 1
    identifiers, values = Cells(), Cells()
    for number, (span, label) in enumerate(zip(spans, table.labels, strict=True), start=1):
        mark = f"[{number}]" if len(span) > 1 or any(over[token] > 1 for token in span) else ""
        for token in span:
            identifiers.setdefault(token, []).append(f"{PLACEHOLDER}{mark}")
            values.setdefault(token, []).append(f"{escaped_value(label) or PLACEHOLDER}{mark}")
    return [identifiers, values]
