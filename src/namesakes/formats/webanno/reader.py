"""Reader of WebAnno TSV: the text from its sentences, mentions from the cells of chain layers, and names."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.file_names import id_and_part, key_of_file_name
from namesakes.formats.format import Block
from namesakes.formats.text_file import TextFile
from namesakes.formats.webanno.layers import (
    MARK,
    NAMES,
    NOTHING,
    PLACEHOLDER,
    RELATION,
    TYPE,
    Layer,
    layers,
    stacked,
    unescaped,
)
from namesakes.text.document import Document
from namesakes.text.spans import Mentions, Spans, integers

_TEXT: Final = "#Text="
_TOKEN: Final = re.compile(r"(\d{1,9})-(\d{1,9})(\.\d{1,9})?\t(\d{1,9})-(\d{1,9})\t")
_LINK: Final = re.compile(r"(?:.*)->(\d{1,9})-(\d{1,9})\Z", re.DOTALL)
_NUMBERED: Final = re.compile(r"(.*?)\[(\d{1,9})\]\Z", re.DOTALL)
_WIDEST: Final = 10_000
"""So many units may lie between two sentences."""

Place = tuple[int, int, int]
"""The layer, the chain and the mention in the chain that a cell names."""


@dataclass
class _Rows:
    """What the lines of a document say.

    Parameters
    ----------
    text : the text so far, in pieces; `units` of UTF-16 long, and `size` characters.
    starts, ends, sentences : the characters of each token; the first token of each sentence.
    mentions : the tokens of each mention, with its label.
    names : the tokens of each name, by its label and what tells it from others.
    """

    layers: Sequence[Layer]
    text: list[str] = field(default_factory=list)
    units: int = 0
    size: int = 0
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)
    mentions: dict[Place, tuple[list[int], str]] = field(default_factory=dict)
    names: dict[tuple[str, object], list[int]] = field(default_factory=dict)


def split(source: TextFile) -> Iterator[Block]:
    """One block: the file."""
    yield Block(source, 1, list(source.lines()))


def parse(block: Block) -> Document:
    """The document of a file."""
    line = block.line
    try:
        if not block.lines[0].lstrip("\ufeff").startswith(MARK):
            raise DataError(f"this file does not begin with {MARK}", "Export it as WebAnno TSV v3.3.")
        header = [each for each in block.lines if each.startswith("#T_")]
        rows = _Rows(layers(header))
        for number, lines in _sentences(block):
            line = number
            _sentence(rows, lines)
    except DataError as error:
        raise error.at(block.path, line) from error
    name, part = id_and_part(key_of_file_name(block.source.path.name.removesuffix(".tsv").removesuffix(".webanno")))
    if not rows.starts:
        raise DataError("this file has no tokens", "Export it as WebAnno TSV v3.3.", path=block.path)
    return Document(
        id=name, part=part, text="".join(rows.text), starts=integers(rows.starts), ends=integers(rows.ends),
        sentence_starts=integers(rows.sentences), mention_table=_chains(rows), entity_table=_names(rows),
    )  # fmt: skip


def _sentences(block: Block) -> Iterator[tuple[int, list[str]]]:
    """The lines of each sentence, its text and its tokens, with the number of the first."""
    lines: list[str] = []
    first = block.line
    for number, line in enumerate(block.lines, start=block.line):
        if line.startswith(_TEXT) and any(not each.startswith(_TEXT) for each in lines):
            yield first, lines
            lines = []
        if line.startswith(_TEXT) or (line and not line.startswith("#")):
            first = first if lines else number
            lines.append(line)
    if lines:
        yield first, lines


def _sentence(rows: _Rows, lines: Sequence[str]) -> None:
    """Add a sentence: its text, and its tokens with what their cells say."""
    text = "\n".join(unescaped(line.removeprefix(_TEXT)) for line in lines if line.startswith(_TEXT))
    tokens = [line for line in lines if not line.startswith(_TEXT)]
    if not text or not tokens:
        raise DataError("a sentence needs a line #Text= and tokens below it", "The file may be cut off.")
    begin = int(_match(tokens[0])[4])
    gap = begin - rows.units
    if not 0 <= gap <= _WIDEST:
        found = f"this sentence begins at {begin}, and the text before it ends at {rows.units}"
        raise DataError(found, "Offsets count the units of UTF-16 from the beginning of the text.")
    rows.text += ["\n" * min(gap, 2) + " " * max(gap - 2, 0), text]
    offset, place = rows.size + gap, _characters(text)
    rows.sentences.append(len(rows.starts))
    for line in tokens:
        match = _match(line)
        span = place.get(int(match[4]) - begin, -1), place.get(int(match[5]) - begin, -1)
        cells = line.split("\t")
        if span[0] < 0 or span[1] <= span[0] or unescaped(cells[2]) != text[slice(*span)]:
            found = (
                f"token {match[1]}-{match[2]} says '{cells[2][:60]}' at {match[4]}-{match[5]}, and the text does not"
            )
            raise DataError(found, "Offsets count the units of UTF-16 from the beginning of the text.")
        if match[3] is None:
            rows.starts.append(offset + span[0])
            rows.ends.append(offset + span[1])
        _annotations(rows, cells, len(rows.starts) - 1)
    rows.units, rows.size = begin + max(place), offset + len(text)


def _match(line: str) -> re.Match[str]:
    found = _TOKEN.match(line)
    if found is None:
        advice = "Expected sentence-token, begin-end and the token, separated by tabs: 1-1, 0-4, Gary."
        raise DataError(f"'{line[:60]}' is not a token", advice)
    return found


def _characters(text: str) -> dict[int, int]:
    """The characters before each unit of UTF-16 at which one begins, and before the end."""
    places, unit = {}, 0
    for place, letter in enumerate(text):
        places[unit] = place
        unit += 1 + (letter > "\uffff")
    places[unit] = len(text)
    return places


def _annotations(rows: _Rows, cells: Sequence[str], token: int) -> None:
    """Add what the cells of a token say."""
    for number, layer in enumerate(rows.layers):
        cell = {name: cells[place] if place < len(cells) else NOTHING for name, place in layer.columns.items()}
        if layer.kind == "CH":
            _links(rows, number, cell, token)
        elif layer.kind == "SP" and layer.name == NAMES:
            _named(rows, cell.get("value", NOTHING), token)


def _links(rows: _Rows, layer: int, cell: dict[str, str], token: int) -> None:
    types = stacked(cell.get(TYPE, NOTHING))
    for place, link in enumerate(stacked(cell.get(RELATION, NOTHING))):
        match = _LINK.match(link)
        if match is None:
            advice = "Expected a relation with the chain and the place in it: *->1-2."
            raise DataError(f"'{link[:60]}' names no chain", advice)
        label = _NUMBERED.match(types[place]) if place < len(types) else None
        value = label[1] if label else PLACEHOLDER
        named = (layer, int(match[1]), int(match[2]))
        tokens, _ = rows.mentions.setdefault(named, ([], "" if value == PLACEHOLDER else unescaped(value)))
        tokens.append(token)


def _named(rows: _Rows, cell: str, token: int) -> None:
    for value in stacked(cell):
        match = _NUMBERED.match(value)
        label = unescaped(match[1] if match else value)
        rows.names.setdefault(("" if label == PLACEHOLDER else label, match[2] if match else (token,)), []).append(
            token
        )


def _chains(rows: _Rows) -> Mentions | None:
    """The mentions; none where no layer has chains."""
    if not any(layer.kind == "CH" for layer in rows.layers):
        return None
    several = len({layer for layer, _, _ in rows.mentions}) > 1
    names = [f"{layer}.{chain}" if several else str(chain) for layer, chain, _ in rows.mentions]
    spans = [[(min(tokens), max(tokens) + 1)] for tokens, _ in rows.mentions.values()]
    labels = [label for _, label in rows.mentions.values()]
    return Mentions.build(spans, names, labels=labels if any(labels) else None)


def _names(rows: _Rows) -> Spans | None:
    """The named entities; none where there is no layer of them."""
    if not any(layer.kind == "SP" and layer.name == NAMES for layer in rows.layers):
        return None
    found = [(min(tokens), max(tokens) + 1, label) for (label, _), tokens in rows.names.items()]
    return Spans.build(sorted(found, key=lambda span: (span[0], -span[1])))
