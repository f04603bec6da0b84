"""Writing CoNLL-2012: twelve columns, or more where predicate arguments are known. See `conll2012` for the layout."""

import re
import warnings
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TextIO

import numpy as np

from namesakes.errors import LossWarning
from namesakes.text.document import Document
from namesakes.text.segment import segmented
from namesakes.text.spans import Spans

_IDENTIFIER = re.compile(r"[^()|\s]+")
_LABEL = re.compile(r"[^()*\s]+")


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write documents with twelve columns, or more where predicate arguments are known."""
    for document in documents:
        document = segmented(document)
        stream.write(f"#begin document ({_cell(document.id)}); part {document.part:03d}\n")
        for sentence in _lines(document):
            stream.writelines(sentence)
            stream.write("\n")
        stream.write("#end document\n")


def _lines(document: Document) -> Iterator[list[str]]:
    count = len(document.starts)
    brackets = _brackets(document)
    edges = [*document.sentence_starts.tolist(), count] if len(document.sentence_starts) else [0, count]
    parses = bits(document, document.constituents, "constituents", edges)
    names = bits(document, document.entity_table, "entities", edges)
    plain = {name: document.columns.get(name) for name in ("xpos", "predicate", "frameset", "sense", "speaker")}
    arguments = document.columns.get("arguments")
    identifier = "_".join(document.id.split()) or "-"
    identifier = "_" + identifier[1:] if identifier.startswith("#") else identifier  # not a comment
    for first, end in pairwise(edges):
        lines = []
        for token in range(first, end):
            cells = {name: _cell(column[token] if column else "") or "-" for name, column in plain.items()}
            row = [identifier, str(document.part), str(token - first), _cell(document.words[token]) or "_"]
            row += [cells["xpos"], parses[token], cells["predicate"], cells["frameset"], cells["sense"]]
            row += ["_".join(cells["speaker"].split()), names[token]]
            row += [arguments[token]] if arguments and arguments[token] else []
            lines.append("\t".join([*row, brackets[token]]) + "\n")
        yield lines


def _cell(text: str) -> str:
    """The text without the characters that would end its column."""
    return re.sub(r"[\t\r\n]+", " ", text).strip(" ")


def _brackets(document: Document) -> list[str]:
    """The coreference column: at each token what closes, then what opens, the widest first."""
    opens: list[list[str]] = [[] for _ in document.starts]
    closes: list[list[str]] = [[] for _ in document.starts]
    table = document.mention_table
    if table is not None:
        writable = all(_IDENTIFIER.fullmatch(name) for name in table.chain_ids)
        unclosed: dict[int, list[int]] = {}
        split_up = crossing = loose = 0
        for row, chain in enumerate(table.chains.tolist()):
            if chain < 0:
                loose += 1
                continue
            (first, end), *others = table.parts(row)
            split_up += bool(others)
            ends = unclosed.setdefault(chain, [])
            while ends and ends[-1] <= first:
                ends.pop()
            if ends and ends[-1] < end:
                crossing += 1
                continue
            ends.append(end)
            name = table.chain_ids[chain] if writable else str(chain)
            if end - first == 1:
                opens[first].append(f"({name})")
            else:
                opens[first].append(f"({name}")
                closes[end - 1].insert(0, f"{name})")
        _warn_of_loss(document, split_up, "discontinuous mentions were written as their first part")
        _warn_of_loss(document, crossing, "mentions that cross another one of their own chain were left out")
        _warn_of_loss(document, loose, "mentions outside any chain were left out")
    return ["|".join([*closing, *opening]) or "-" for opening, closing in zip(opens, closes, strict=True)]


def _warn_of_loss(document: Document, count: int, what: str) -> None:
    if count:
        warnings.warn(f"{document.key}: {count} {what}", LossWarning, stacklevel=2)


def bits(document: Document, spans: Spans | None, what: str, edges: list[int]) -> list[str]:
    """Spans as bits: (LABEL for each that opens, a star, a bracket for each that closes.

    A span that crosses another, reaches over the end of a sentence or has a label that breaks the syntax is left out.
    """
    count = len(document.starts)
    opens, closes, lost = [""] * count, [0] * count, 0
    if spans is not None:
        unclosed: list[int] = []
        ends_of = np.searchsorted(edges, spans.starts, side="right")
        rows = zip(spans.starts.tolist(), spans.ends.tolist(), spans.labels, ends_of.tolist(), strict=True)
        for start, end, label, edge in sorted(rows, key=lambda row: (row[0], -row[1])):
            while unclosed and unclosed[-1] <= start:
                unclosed.pop()
            if (unclosed and unclosed[-1] < end) or end > edges[edge] or end == start or not _LABEL.fullmatch(label):
                lost += 1
                continue
            unclosed.append(end)
            opens[start] += f"({label}"
            closes[end - 1] += 1
    _warn_of_loss(document, lost, f"{what} that do not fit brackets within a sentence were left out")
    return [f"{opening}*{')' * closing}" for opening, closing in zip(opens, closes, strict=True)]
