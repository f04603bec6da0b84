"""Penn Treebank: sentences as bracketed trees, as in the treebanks, QuestionBank, Brown and OntoNotes (.parse).

    ( (S (NP-SBJ (NNP Ann)) (VP (VBD left) (NP (-NONE- *T*-1))) (. .)))
    (TOP (SBARQ (WHNP (WP Who)) (SQ (VP (VBD left))) (. ?)))

A file is a document and a bracket at the outside is a sentence, over any number of lines. A tag stands with its word,
and becomes the column `xpos`; labels keep their functions (NP-SBJ-1). Brackets without a label are no constituents.

What stands for nothing in the text is left out: traces and dropped words (`-NONE-`: `*T*-1`, `*pro*`, `*OP*`, `0`), and
phrases of nothing else. -LRB- becomes the bracket that it stands for, and the strokes before / and * go. Lines of stars
and x, in which some files name their source, are skipped.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TextIO

from namesakes.errors import DataError
from namesakes.formats.conll2012.writer import bits
from namesakes.formats.format import Block, Format
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document
from namesakes.text.segment import joined, segmented
from namesakes.text.spans import Spans
from namesakes.text.strings import Strings

EMPTY: Final = "-NONE-"
"""The tag of what stands for nothing in the text."""
ESCAPED: Final = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_PIECE: Final = re.compile(r"[()]|[^\s()]+")
_COMMENT: Final = re.compile(r"\s*\*x\*")
_STROKE: Final = re.compile(r"\\(?=[/*])")
_TREE: Final = re.compile(r"\s*\(\s*\(?[A-Z]*[^\s()]*\s*\(")
_LEAF: Final = re.compile(r"\([^\s()]+ [^\s()]+\)")


def split(source: TextFile) -> Iterator[Block]:
    """The file as one block."""
    yield Block(source, 1, list(source.lines()))


@dataclass
class _Open:
    """A bracket that is open: its line, its label, and the row of its constituent, or its word."""

    line: int
    row: int = -1
    label: str | None = None
    word: str | None = None
    filled: bool = False


@dataclass
class _Trees:
    """What has been read of a file."""

    block: Block
    words: list[list[str]] = field(default_factory=lambda: [[]])
    tags: list[str] = field(default_factory=list)
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    around: list[_Open] = field(default_factory=list)

    def read(self) -> None:
        """Read all trees of the block."""
        for number, line in enumerate(self.block.lines, start=self.block.line):
            if not self.around and _COMMENT.match(line):
                continue
            for piece in _PIECE.findall(line):
                if piece == "(":
                    self._open(number)
                elif piece == ")":
                    self._close(number)
                else:
                    self._text(piece, number)
        if self.around:
            raise self._error("this bracket is never closed", self.around[-1].line)

    def _open(self, line: int) -> None:
        if self.around:
            if self.around[-1].word is not None:
                raise self._error(f"a phrase begins behind the word '{self.around[-1].word[:40]}'", line)
            self.around[-1].filled = True
            self._note(self.around[-1])
        self.around.append(_Open(line))

    def _note(self, bracket: _Open) -> None:
        """Note the constituent of a bracket that turns out to be a phrase."""
        if bracket.row < 0 and bracket.label:
            bracket.row = len(self.spans)
            self.spans.append((len(self.tags), len(self.tags), bracket.label))

    def _text(self, piece: str, line: int) -> None:
        if not self.around:
            raise self._error(f"'{piece[:40]}' stands outside any tree", line)
        bracket = self.around[-1]
        if bracket.filled or bracket.word is not None:
            raise self._error(f"'{piece[:40]}' has no tag of its own", line)
        if bracket.label is None:
            bracket.label = piece
        else:
            bracket.word = piece

    def _close(self, line: int) -> None:
        if not self.around:
            raise self._error("this bracket closes nothing", line)
        bracket = self.around.pop()
        if bracket.word is not None:
            self._leaf(bracket.label or "", bracket.word)
        elif not bracket.filled:
            raise self._error(f"there is no word under '{(bracket.label or '')[:40]}'", line)
        elif bracket.row >= 0:
            first, _, label = self.spans[bracket.row]
            self.spans[bracket.row] = (first, len(self.tags), label)
        if not self.around and self.words[-1]:
            self.words.append([])

    def _leaf(self, tag: str, word: str) -> None:
        if tag != EMPTY:
            self.tags.append(tag)
            self.words[-1].append(ESCAPED.get(word, _STROKE.sub("", word) or word))

    def _error(self, found: str, line: int) -> DataError:
        advice = "A tree reads like (S (NP (NNP Ann)) (VP (VBD left)))."
        return DataError(found, advice, path=self.block.path, line=line)


def parse(block: Block) -> Document:
    """The document of a file."""
    trees = _Trees(block)
    trees.read()
    if not trees.tags:
        raise DataError("there is no tree in this file", path=block.path, line=block.line)
    spans = [span for span in trees.spans if span[0] < span[1]]
    return Document(
        id=block.source.path.stem,
        columns={"xpos": Strings(trees.tags)},
        constituents=Spans.build(spans),
        **joined(trees.words),
    )


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write the sentences of documents, a tree a line."""
    for document in documents:
        document = segmented(document)
        count = len(document.starts)
        edges = [*document.sentence_starts.tolist(), count] if len(document.sentence_starts) else [0, count]
        found = bits(document, document.constituents, "constituents", edges)
        tags = document.columns.get("xpos") or document.columns.get("upos") or ("",) * count
        for first, end in pairwise(edges):
            leaves = [
                found[place]
                .replace("(", " (")
                .replace("*", f" ({_clean(tags[place])} {_clean(document.words[place])})")
                for place in range(first, end)
            ]
            if leaves:
                stream.write(_whole("".join(leaves).strip()) + "\n")


def _whole(tree: str) -> str:
    """The tree as one bracket."""
    depth, ends = 0, 0
    for place, character in enumerate(tree):
        depth += (character == "(") - (character == ")")
        if not depth and character == ")":
            ends = place + 1
            break
    return tree if ends == len(tree) and not _LEAF.fullmatch(tree) else f"( {tree})"


def _clean(cell: str) -> str:
    """A word or tag without what would end it."""
    return re.sub(r"\s+", "_", cell).replace("(", "-LRB-").replace(")", "-RRB-") or "_"


def sniff(head: str) -> bool:
    """Whether a file begins with a tree."""
    return _TREE.match(head) is not None and _LEAF.search(head) is not None


FORMAT = Format(
    name="ptb",
    description="Penn Treebank: bracketed trees, one a sentence",
    extensions=(".mrg", ".parse", ".ptb", ".trees"),
    split=split,
    parse=parse,
    write=write,
    sniff=sniff,
    carries=frozenset({"tokens", "sentences", "xpos", "constituents"}),
    one_document=True,
)
