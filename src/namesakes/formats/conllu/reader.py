"""Reading CoNLL-U: the lines of a file become documents."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, compress, pairwise
from typing import Any

import numpy as np

from namesakes.errors import DataError
from namesakes.formats.conllu.comments import (
    CLOSINGS,
    COLUMNS,
    COMMENTS,
    ENTITY,
    STANDARD,
    Comments,
    Layout,
    Metadata,
    comment,
    declared,
    is_newdoc,
    read_comments,
)
from namesakes.formats.conllu.corefud import Declaration, Reader
from namesakes.formats.conllu.surface import Surface
from namesakes.formats.conllu.writer import TOKEN_COLUMNS
from namesakes.formats.format import Block
from namesakes.formats.text_file import TextFile
from namesakes.text.document import NO_HEAD, ROOT, Document
from namesakes.text.spans import Mentions, Spans, integers
from namesakes.text.strings import Strings

_STANDARD = STANDARD.split()
_NUMBERS = [str(number) for number in range(1, 1000)]
_RANGE = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})")
_ID = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_FIRST = re.compile(r"1(?:-[0-9]+)?|0\.1")


@dataclass(frozen=True)
class DeclaringBlock(Block):
    """A block that knows what the file has declared before it begins."""

    declared: Mapping[str, str] = field(default_factory=dict)


def split(source: TextFile) -> Iterator[Block]:
    """One block for each `# newdoc`; the words before the first one are a document too."""
    lines: list[str] = []
    first, group, begun = 1, 0, False
    known: dict[str, str] = {}
    for line in source.lines():
        if line[:1] != "#":
            group = len(lines) + 1
            begun = begun or bool(line)
        elif is_newdoc(line):
            if begun and group:
                yield DeclaringBlock(source, first, lines[:group], dict(known))
                known |= declared(comment(each) for each in lines[:group] if each[:1] == "#")
                first, lines, group = first + group, lines[group:], 0
            begun = True
        lines.append(line)
    if any(line and not line.isspace() for line in lines):
        yield DeclaringBlock(source, first, lines, known)


def parse(block: Block) -> Document:
    """The document of one block."""
    try:
        return _document(block)
    except DataError as error:
        error.at(block.path, block.line)
        raise


def _document(block: Block) -> Document:
    groups, rows, lines, edges = _read(block)
    own = declared(each[:2] for group in groups for each in group)
    before: Mapping[str, str] = getattr(block, "declared", {})
    known = {**before, **own}
    names = known.get(COLUMNS, STANDARD).split()
    table = _Table(_by_name(rows, names, lines), lines, edges)
    metadata = read_comments(groups, block.source.path.stem, block.line)
    metadata.paragraphs.discard(len(edges) - 1)  # comments at the end begin nothing
    words = _Words(table)
    columns = {name: words.of_tokens(column) for name, column in table.columns.items()}
    surface, entities = _surface(words, columns, metadata)
    fields = _places(words, surface)
    fields["columns"] = _columns(words, columns, surface, metadata)
    if metadata.paragraphs:
        fields["paragraph_starts"] = [words.sentences[number] for number in sorted(metadata.paragraphs | {0})]
    if names != _STANDARD:
        metadata.meta[COLUMNS] = " ".join(names)
    if ENTITY in known or entities:
        fields["mention_table"] = _mentions(entities, words.of_tokens(lines), known.get(ENTITY), metadata)
    return _commented(Document(id=metadata.id, part=metadata.part, meta=metadata.meta, **fields), groups, before)


def _commented(document: Document, groups: Sequence[Comments], before: Mapping[str, str]) -> Document:
    """The document with those comments that it cannot make anew."""
    layout = Layout(document)
    kept = [layout.shorten(number, group, before) for number, group in enumerate(groups)]
    if len(kept) <= max(layout.sentences, 1) and all(group is None for group in kept):
        return document
    return document.replace(meta={**document.meta, COMMENTS: kept})


@dataclass(frozen=True)
class _Table:
    """The columns of all lines that are no comments, the numbers of these lines, and where sentences begin and end."""

    columns: dict[str, list[str]]
    lines: list[int]
    edges: list[int]


def _read(block: Block) -> tuple[list[Comments], list[str], list[int], list[int]]:
    """The comments of each sentence, all other lines, their numbers, and where sentences begin and end among them.

    Comments at the end make one list more than there are sentences.
    """
    groups: list[Comments] = [[]]
    rows: list[str] = []
    lines: list[int] = []
    edges = [0]
    for number, line in enumerate(block.lines, start=block.line):
        if line[:1] == "#":
            if len(rows) > edges[-1]:
                advice = "Comments stand before a sentence, and a blank line stands after it."
                raise DataError(f"'{line[:60]}' stands between the words of a sentence", advice, line=number)
            groups[-1].append((*comment(line), line))
        elif line and not line.isspace():
            rows.append(line)
            lines.append(number)
        elif len(rows) > edges[-1]:
            edges.append(len(rows))
            groups.append([])
    if len(rows) > edges[-1] or (groups[-1] and block.lines[-1]):
        advice = "A blank line ends every sentence; the file may have been cut short."
        raise DataError("the last sentence has no end", advice, line=block.line + len(block.lines) - 1)
    return groups if groups[-1] else groups[:-1], rows, lines, edges


def _by_name(rows: list[str], names: list[str], lines: list[int]) -> dict[str, list[str]]:
    """The columns by their names."""
    if len({name.upper() for name in names}) != len(names) or not {"ID", "FORM"} <= set(names):
        found = f"{COLUMNS} declares '{' '.join(names)[:80]}', in which ID or FORM is missing or a name stands twice"
        raise DataError(found, f"Expected names such as {STANDARD}.")
    flat = _cells(rows, len(names), lines)
    columns = {name: ["_"] * len(rows) for name in _STANDARD if name not in names}
    return columns | {name: flat[place :: len(names)] for place, name in enumerate(names)}


def _cells(rows: list[str], width: int, lines: list[int]) -> list[str]:
    """The cells of all rows, one row after the other. Splitting them at once is what makes reading fast."""
    flat = "\t".join(rows).split("\t") if rows else []
    if "" not in flat and all(row.count("\t") == width - 1 for row in rows):
        return flat
    for row, line in zip(rows, lines, strict=True):
        cells = row.split("\t")
        if len(cells) != width or "" in cells:
            empty = ", one of them empty" if len(cells) == width else ""
            advice = f"Expected {width} columns, separated by tabs, with _ for nothing. The line may have been cut."
            raise DataError(f"this line has {len(cells)} columns{empty}: '{row[:60]}'", advice, line=line)
    return flat


class _Words:
    """The tokens of a document, and the units of its text: words, and multi-word tokens in place of theirs.

    `tokens` and `units` are the rows of the table that hold them; `unit` is the unit of each token, for empty nodes the
    one beside them, and `empty` says for each empty node whether it stands after that unit; `ranges` are the first
    token, the end and the unit of each multi-word token.
    """

    def __init__(self, table: _Table) -> None:
        self._table = table
        self.tokens: list[int] = []
        self.units: list[int] = []
        self.unit: list[int] = []
        self.heads: list[int] = []
        self.sentences: list[int] = []
        self.bounds: list[tuple[int, int]] = []
        self.empty: dict[int, bool] = {}
        self.ranges: list[tuple[int, int, int]] = []
        for first, end in pairwise(table.edges):
            self._add(first, end)

    def of_tokens(self, column: list[Any]) -> list[Any]:
        """The column without the rows of multi-word tokens."""
        if not self.ranges:
            return list(column)
        mask = [1] * len(column)
        for _, _, unit in self.ranges:
            mask[self.units[unit]] = 0
        return list(compress(column, mask))

    def _add(self, first: int, end: int) -> None:
        """Add the sentence in these rows."""
        token, unit = len(self.tokens), len(self.units)
        ids, heads = self._table.columns["ID"][first:end], self._table.columns["HEAD"][first:end]
        self.sentences.append(token)
        if ids == _NUMBERS[: len(ids)]:
            self.tokens += range(first, end)
            self.units += range(first, end)
            self.unit += range(unit, unit + len(ids))
            places = dict(zip(ids, range(token, token + len(ids)), strict=True))
        else:
            self._add_irregular(ids, first)
            heads = [heads[row - first] for row in self.tokens[token:]]
            named = [ids[row - first] for row in self.tokens[token:]]
            places = {name: token + place for place, name in enumerate(named) if "." not in name}
        self.bounds.append((unit, len(self.units)))
        places |= {"0": ROOT, "_": NO_HEAD}
        try:
            self.heads += [places[head] for head in heads]
        except KeyError as error:
            bad = next(place for place, head in enumerate(heads, start=token) if head not in places)
            advice = "Expected the number of a word of this sentence, 0 for the root or _ for none."
            line = self._table.lines[self.tokens[bad]]
            raise DataError(f"the head {str(error)[:20]} is not in the sentence", advice, line=line) from error

    def _add_irregular(self, ids: list[str], first: int) -> None:
        """Add the words of a sentence that has multi-word tokens, empty nodes, very many words, or mistakes."""
        begin = len(self.units)
        word = minor = covered = 0
        for row, name in enumerate(ids, start=first):
            token = len(self.tokens)
            if "-" in name:
                covered = _range(name, word, covered, self._table.lines[row])
                self.ranges.append((token, token, len(self.units)))
                self.units.append(row)
                continue
            if name == str(word + 1):
                word, minor = word + 1, 0
                if word > covered:
                    self.units.append(row)
                elif word == covered:
                    self.ranges[-1] = (self.ranges[-1][0], token + 1, len(self.units) - 1)
                self.unit.append(len(self.units) - 1)
            elif name == f"{word}.{minor + 1}":
                minor += 1
                after = len(self.units) > begin
                self.unit.append(len(self.units) - after)
                self.empty[token] = after and word >= covered
            else:
                raise _misnumbered(name, word, self._table.lines[row])
            self.tokens.append(row)
        if word < covered:
            found = f"a multi-word token goes on to word {covered}, and the sentence ends with word {word}"
            raise DataError(found, "Check the range of the multi-word token.", line=self._table.lines[row])

    def multiwords(self, column: str) -> list[str]:
        """What a column has in the lines of the multi-word tokens."""
        return [self._table.columns[column][self.units[unit]] for _, _, unit in self.ranges]

    def forms(self) -> list[str]:
        """The form of each unit."""
        column = self._table.columns["FORM"]
        return [column[row] for row in self.units]


def _range(name: str, word: int, covered: int, line: int) -> int:
    """The last word of a multi-word token that begins after `word`."""
    match = _RANGE.fullmatch(name)
    first, last = (int(match[1]), int(match[2])) if match else (0, 0)
    if first != word + 1 or last < first or first <= covered:
        advice = f"Expected {word + 1}-{word + 2} or more: it begins with the next word and overlaps no other."
        raise DataError(f"'{name[:20]}' is not the range of a multi-word token here", advice, line=line)
    return last


def _misnumbered(name: str, word: int, line: int) -> DataError:
    if _ID.fullmatch(name):
        found, advice = f"the id {name[:20]} is out of order", "A blank line may be missing before it."
    else:
        found, advice = f"'{name[:20]}' is not the number of a word", "The first column counts the words of a sentence."
    return DataError(found, f"Expected {word + 1}. {advice}", line=line)


def _surface(words: _Words, columns: dict[str, list[str]], metadata: Metadata) -> tuple[Surface, list[tuple[int, str]]]:
    """The units of the text, and each token's `Entity`; what these hold is taken out of the column MISC."""
    surface = Surface(words.forms(), words.bounds, metadata.paragraphs)
    inside = {token for start, end, _ in words.ranges for token in range(start, end)} | words.empty.keys()
    entities: list[tuple[int, str]] = []
    column = columns["MISC"]
    for token, misc in enumerate(column):
        if misc == "_" or not ("Space" in misc or "Entity=" in misc):
            continue
        parts = misc.split("|")
        if "Entity=" in misc:
            entities += [(token, part[7:]) for part in parts if part.startswith("Entity=")]
            parts = [part for part in parts if not part.startswith("Entity=")]
        if token not in inside:
            unit = words.unit[token]
            parts = surface.take(unit, parts)
            if unit not in surface.names:
                columns["FORM"][token] = surface.forms[unit]
        column[token] = "|".join(parts)
    for (_, _, unit), misc in zip(words.ranges, words.multiwords("MISC"), strict=True):
        surface.multiword_misc.append("|".join(surface.take(unit, misc.split("|"))))
    for (first, end), text in zip(words.bounds, metadata.texts, strict=False):
        if text is not None:
            surface.compare(first, end, text)
    return surface, entities


def _places(words: _Words, surface: Surface) -> dict[str, Any]:
    """The fields that say where the tokens stand in the text and to each other."""
    pieces = [surface.before, *chain.from_iterable(zip(surface.forms, surface.gaps, strict=True))]
    edges = np.cumsum(np.fromiter(map(len, pieces), dtype=np.int64, count=len(pieces)))
    unit = np.array(words.unit, dtype=np.int64)
    starts, ends = edges[0::2][unit], np.append(edges[1::2], edges[-1])[unit]
    fields: dict[str, Any] = {"text": "".join(pieces), "sentence_starts": words.sentences}
    if words.empty:
        places, after = np.array(list(words.empty)), np.array(list(words.empty.values()))
        starts[places] = ends[places] = np.where(after, ends[places], starts[places])
        fields["empty_nodes"] = np.isin(np.arange(len(unit)), places)
    if words.ranges:
        fields["multiwords"] = _multiwords(words, surface)
    if any(head != NO_HEAD for head in words.heads):
        fields["heads"] = words.heads
    return {**fields, "starts": starts, "ends": ends}


def _multiwords(words: _Words, surface: Surface) -> Spans:
    columns = {own: words.multiwords(name) for name, own in TOKEN_COLUMNS.items()} | {"misc": surface.multiword_misc}
    return Spans(
        integers([start for start, _, _ in words.ranges]),
        integers([end for _, end, _ in words.ranges]),
        Strings(surface.names.get(unit, surface.forms[unit]) for _, _, unit in words.ranges),
        {name: found for name, column in columns.items() if (found := _strings(column)) is not None},
    )


def _columns(words: _Words, columns: dict[str, list[str]], surface: Surface, metadata: Metadata) -> dict[str, Strings]:
    """The columns that have a value for any token."""
    found: dict[str, Strings] = {}
    for name, column in columns.items():
        if name not in ("ID", "FORM", "HEAD") and (strings := _strings(column)) is not None:
            found["misc" if name == "MISC" else TOKEN_COLUMNS.get(name, name)] = strings
    forms = columns["FORM"]
    for token in words.empty:
        forms[token] = "" if forms[token] == "_" else forms[token]
    if words.ranges or surface.names or any(forms[token] for token in words.empty):
        found["form"] = Strings(forms)
    if "lemma" in found and "_" in forms:  # The lemma of the word _ is _, and says so.
        pairs = zip(forms, found["lemma"], strict=True)
        found["lemma"] = Strings("_" if pair == ("_", "") else pair[1] for pair in pairs)
    if any(metadata.speakers[: len(words.sentences)]):
        sizes = np.diff([*words.sentences, len(words.tokens)]).tolist()
        spoken = zip(metadata.speakers, sizes, strict=False)
        found["speaker"] = Strings(speaker for speaker, size in spoken for _ in range(size))
    return found


def _strings(column: Sequence[str]) -> Strings | None:
    """The column with nothing in place of _, or None where nothing remains."""
    if set(column) <= {"_", ""}:
        return None
    return Strings(["" if value == "_" else value for value in column])


def _mentions(entities: list[tuple[int, str]], lines: list[int], text: str | None, metadata: Metadata) -> Mentions:
    """The mentions of the attributes `Entity`; what is declared of them goes to the metadata."""
    reader = Reader(Declaration() if text is None else Declaration.parse(text))
    for token, value in entities:
        try:
            reader.add(token, value)
        except DataError as error:
            error.line = lines[token]
            raise
    if reader.declaration != Declaration():
        metadata.meta[ENTITY] = str(reader.declaration)
    if reader.bare_closings:
        metadata.meta[CLOSINGS] = True
    return reader.mentions(lines)


def sniff(head: str) -> bool:
    """Whether the first line that is no comment has ten columns and is numbered."""
    rows = [line.split("\t") for line in head.split("\n") if line and line[:1] != "#"]
    if rows:
        return len(rows[0]) == len(_STANDARD) and _FIRST.fullmatch(rows[0][0]) is not None
    return any(is_newdoc(line) or declared([comment(line)]) for line in head.split("\n") if line[:1] == "#")
