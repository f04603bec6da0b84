"""Writing CoNLL-U: a document becomes lines."""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TextIO

import numpy as np

from namesakes.errors import LossWarning
from namesakes.formats.conllu.comments import CLOSINGS, COLUMNS, ENTITY, STANDARD, Layout, clean
from namesakes.formats.conllu.corefud import Declaration, brackets
from namesakes.formats.conllu.surface import attributes, merged, separators
from namesakes.text.document import NO_HEAD, ROOT, Document
from namesakes.text.segment import segmented
from namesakes.text.strings import Strings

TOKEN_COLUMNS = {"LEMMA": "lemma", "UPOS": "upos", "XPOS": "xpos", "FEATS": "feats", "DEPREL": "label", "DEPS": "deps"}
"""The columns that are columns of a document too, by the name they have there."""


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write documents with everything that CoNLL-U holds; constituents and named entities are left out."""
    in_force: dict[str, str] = {}
    for document in documents:
        stream.writelines(document_lines(segmented(document), in_force))


def document_lines(document: Document, in_force: dict[str, str]) -> Iterator[str]:
    """The lines of a document that has tokens; `in_force` is what the file has declared so far, and is kept up."""
    layout = Layout(document)
    rows = _Rows(layout)
    written = rows.lines()
    for number in range(len(layout.stored)):
        yield from (f"{line}\n" for line in layout.write(number, in_force))
        if number < layout.sentences:
            for token in range(layout.edges[number], layout.edges[number + 1]):
                yield written[token]
        yield "\n"
    for count, what in rows.losses():
        if count:
            warnings.warn(f"{document.key}: {count} {what}", LossWarning, stacklevel=2)


class _Rows:
    """The lines of the tokens, and what they could not say."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.document, self.count = layout, layout.document, len(layout.document.starts)
        marked = self.document.empty_nodes
        self.empty = [0] * self.count if marked is None else marked.tolist()
        self.ids = self._ids()
        self.ranges: dict[int, tuple[int, int]] = {}
        self.lost_heads = self.lost_mentions = self.lost_ranges = 0
        self._find_ranges()

    def losses(self) -> list[tuple[int, str]]:
        """How many of each thing were lost, and what it is."""
        inside = len(self.document.paragraph_starts) - len(self.layout.paragraphs)
        return [
            (self.lost_heads, "heads in another sentence, or on an empty node, were left out"),
            (self.lost_mentions, "mentions that cross others of their own chain were left out"),
            (self.lost_ranges, "multi-word tokens that overlap others, or go past a sentence, were left out"),
            (self.layout.changing_speakers(), "sentences with several speakers were given to the first of them"),
            (inside, "paragraphs that begin inside a sentence were left out"),
        ]

    def _ids(self) -> list[str]:
        """The first column: words counted from 1 in each sentence, empty nodes from 1 after each word."""
        ids: list[str] = []
        for first, end in pairwise(self.layout.edges):
            word = minor = 0
            for token in range(first, end):
                word, minor = (word, minor + 1) if self.empty[token] else (word + 1, 0)
                ids.append(f"{word}.{minor}" if minor else str(word))
        return ids

    def _find_ranges(self) -> None:
        """Put the multi-word tokens under their first word, each with its end and its row in the table."""
        table = self.document.multiwords
        if table is None:
            return
        sentences = np.searchsorted(self.layout.edges, np.arange(self.count), side="right").tolist()
        covered = 0
        for row in np.argsort(table.starts, kind="stable").tolist():
            words = [token for token in range(table.starts[row], table.ends[row]) if not self.empty[token]]
            if words and words[0] >= covered and sentences[words[0]] == sentences[words[-1]]:
                covered = words[-1] + 1
                self.ranges[words[0]] = (covered, row)
            else:
                self.lost_ranges += 1

    def lines(self) -> list[str]:
        """The line of each token; that of a multi-word token stands before its first word."""
        names = str(self.document.meta.get(COLUMNS, STANDARD)).split()
        forms = [clean(word) or "_" for word in self.document.words]
        spaces = self._spaces(forms)
        columns = {"ID": self.ids, "FORM": forms, "HEAD": self._heads(), "MISC": self._misc(spaces)}
        for name in names:
            if name not in columns:
                columns[name] = self._cells(TOKEN_COLUMNS.get(name, name))
        rows = ["\t".join(row) + "\n" for row in zip(*(columns[name] for name in names), strict=True)]
        for first in self.ranges:
            rows[first] = self._multiword(first, names, spaces[first]) + rows[first]
        return rows

    def _cells(self, name: str) -> list[str]:
        column: Sequence[str] | None = self.document.columns.get(name)
        if column is None:
            return ["_"] * self.count
        return [clean(value) or "_" for value in column]

    def _spaces(self, forms: Sequence[str]) -> dict[int, list[str]]:
        """The attributes that tell the white space around each unit of the text, by its first token."""
        covered = {token for first, (end, _) in self.ranges.items() for token in range(first + 1, end)}
        units = [token for token in range(self.count) if not self.empty[token] and token not in covered]
        shown = [self._label(unit) if unit in self.ranges else forms[unit] for unit in units]
        places = list(zip(self.document.starts[units].tolist(), self.document.ends[units].tolist(), strict=True))
        bounds = list(pairwise(np.searchsorted(units, self.layout.edges).tolist()))
        gaps = separators(bounds, self.layout.paragraphs)
        return dict(zip(units, attributes(self.document.text, places, shown, gaps), strict=True))

    def _heads(self) -> list[str]:
        if self.document.heads is None:
            return ["_"] * self.count
        heads = self.document.heads.tolist()
        cells: list[str] = []
        for first, end in pairwise(self.layout.edges):
            for head in heads[first:end]:
                inside = first <= head < end and not self.empty[head]
                cells.append(self.ids[head] if inside else "0" if head == ROOT else "_")
                self.lost_heads += not inside and head not in (ROOT, NO_HEAD)
        return cells

    def _misc(self, spaces: dict[int, list[str]]) -> list[str]:
        kept: Sequence[str] = self.document.columns.get("misc", Strings([""] * self.count))
        added = [[] if token in self.ranges else spaces.get(token, []) for token in range(self.count)]
        if self.document.mention_table is not None:
            declaration = self._declaration()
            bare = bool(self.document.meta.get(CLOSINGS))
            cells, self.lost_mentions = brackets(self.document.mention_table, self.count, declaration, bare)
            added = [[f"Entity={cell}", *more] if cell else more for cell, more in zip(cells, added, strict=True)]
        return [merged(clean(misc), more) for misc, more in zip(kept, added, strict=True)]

    def _declaration(self) -> Declaration:
        declared = self.document.meta.get(ENTITY)
        return Declaration.parse(declared) if isinstance(declared, str) else Declaration()

    def _label(self, first: int) -> str:
        assert self.document.multiwords is not None
        return clean(self.document.multiwords.labels[self.ranges[first][1]]) or "_"

    def _multiword(self, first: int, names: Sequence[str], spaces: Sequence[str]) -> str:
        """The line of the multi-word token that begins with this word."""
        assert self.document.multiwords is not None
        end, row = self.ranges[first]
        own = {name: clean(column[row]) for name, column in self.document.multiwords.extra.items()}
        cells = {"ID": f"{self.ids[first]}-{self.ids[end - 1]}", "FORM": self._label(first), "HEAD": "_"}
        cells["MISC"] = merged(own.get("misc", ""), spaces)
        return "\t".join(cells.get(name) or own.get(TOKEN_COLUMNS.get(name, name)) or "_" for name in names) + "\n"
