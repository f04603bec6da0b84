"""BIO: a token a line, its named-entity tag in the last column, a blank line after each sentence.

    # newdoc id = wsj/00
    Gary    B-PER
    Wilber  I-PER
    spoke   O

The first column is the word and the last the tag; columns are separated by tabs or, where a line has none, by spaces.
What stands between is kept: the second column of CoNLL-2003 as `xpos`, the third as `chunk`, others by their number.
Tags are O, B-X and I-X, those of BIOES and BILOU (E or L ends an entity, S or U is one alone), or a bare B and I where
there is one kind. As in IOB1, an I that continues nothing begins an entity.

A document begins at `-DOCSTART-`, `# newdoc id = name` or `# id name`; a file without such lines is one document.
Entities that nest or cross cannot be written: the outermost stay.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TextIO

from namesakes.errors import DataError, LossWarning
from namesakes.formats.format import Block, Format
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document
from namesakes.text.segment import joined, segmented
from namesakes.text.spans import Spans
from namesakes.text.strings import Strings

_TAG = re.compile(r"O|(?P<mark>[BIESLU])(?:-(?P<label>.+))?")
_NEW_DOCUMENT = re.compile(r"#\s*(?:newdoc(?:\s+id)?|id|doc_id)\b\s*=?\s*(?P<id>.*?)(?:; part (?P<part>\d{1,9}))?$")
_START = re.compile(r"-DOCSTART-(?:\s+\((?P<id>[^()]+)\))?(?!\S)")
_ABSENT = ("_", "-X-")

Cells = list[str]


def split(source: TextFile) -> Iterator[Block]:
    """One block a document: from one mark to the next, or the whole file."""
    first, lines = 1, list[str]()
    for number, line in enumerate(source.lines(), start=1):
        if _mark(line):
            if _holds_document(lines):
                yield Block(source, first, lines)
            first, lines = number, []
        lines.append(line)
    if _holds_document(lines):
        yield Block(source, first, lines)


def _mark(line: str) -> re.Match[str] | None:
    """The mark at which a document begins, where the line is one."""
    if line.startswith("#"):
        return None if "\t" in line else _NEW_DOCUMENT.match(line.rstrip())
    return _START.match(line) if line.startswith("-DOCSTART-") else None


def _holds_document(lines: list[str]) -> bool:
    """Whether there is a mark or a token in these lines."""
    return any(_mark(line) or _cells(line, 0) for line in lines)


def _cells(line: str, width: int) -> Cells:
    """The columns of a token line; none for a blank line, a mark or a comment.

    A word may begin with a number sign, so a line that does is a token where its last column is a tag and it has a
    tab, two columns, or as many as the lines before it (`width`).
    """
    if not line or line.isspace() or _mark(line):
        return []
    cells = line.split("\t") if "\t" in line else [cell for cell in line.split(" ") if cell]
    if line[0] == "#" and not ("\t" in line or len(cells) in (2, width)):
        return []
    return cells if line[0] != "#" or _TAG.fullmatch(cells[-1]) else []


def parse(block: Block) -> Document:
    """The document of one block."""
    rows, places, sizes = _rows(block)
    edges = list(accumulate(sizes, initial=0))
    words = [row[0] for row in rows]
    columns = _columns(rows)
    entities = _entities([row[-1] for row in rows], edges, places, block)
    mark = _mark(block.lines[0])
    part = int(mark.groupdict().get("part") or 0) if mark else 0
    return Document(
        id=_name(mark, block),
        part=part,
        columns=columns,
        entity_table=entities,
        **joined([words[first:end] for first, end in pairwise(edges)]),
    )


def _name(mark: re.Match[str] | None, block: Block) -> str:
    stem = block.source.path.stem
    return stem if mark is None else mark["id"] or f"{stem}-{block.line}"


def _rows(block: Block) -> tuple[list[Cells], list[int], list[int]]:
    """The columns of each token line, the lines' numbers, and how many tokens each sentence has."""
    rows: list[Cells] = []
    places: list[int] = []
    sizes = [0]
    for number, line in enumerate(block.lines, start=block.line):
        cells = _cells(line, len(rows[0]) if rows else 0)
        if cells:
            _check_width(cells, rows, block, number)
            rows.append(cells)
            places.append(number)
            sizes[-1] += 1
        elif sizes[-1] and not line.startswith("#"):
            sizes.append(0)
    return rows, places, [size for size in sizes if size]


def _check_width(cells: Cells, rows: list[Cells], block: Block, number: int) -> None:
    if len(cells) < 2 or not cells[0]:
        found = f"this line has no {'tag' if cells[0] else 'word'}: '{cells[-1][:60]}'"
        advice = "Expected a word and a tag, separated by a tab: Wilber<TAB>I-PER."
        raise DataError(found, advice, path=block.path, line=number)
    if rows and len(cells) != len(rows[0]):
        found = f"this line has {len(cells)} columns, and those before it {len(rows[0])}"
        raise DataError(found, "A line may have been cut.", path=block.path, line=number)


def _columns(rows: list[Cells]) -> dict[str, Strings]:
    """The columns between word and tag, by name; those that say nothing are left out."""
    turned = [] if not rows else list(zip(*rows, strict=True))[1:-1]
    return {
        name: Strings("" if cell in _ABSENT else cell for cell in column)
        for name, column in zip(_names(len(turned)), turned, strict=True)
        if not set(column) <= {*_ABSENT, ""}
    }


def _names(count: int) -> list[str]:
    """What the columns between word and tag are called."""
    return ["xpos", "chunk", *(f"column{number}" for number in range(4, count + 2))][:count]


def _entities(tags: Sequence[str], edges: list[int], places: list[int], block: Block) -> Spans:
    """The entities of the tags; none goes on over the end of a sentence."""
    found: list[tuple[int, int, str]] = []
    going_on = None
    firsts = set(edges)
    for token, tag in enumerate(tags):
        match = _TAG.fullmatch(tag)
        if match is None:
            advice = "Expected O, B-X or I-X (or E-X, L-X, S-X, U-X), where X is the kind of entity."
            raise DataError(f"the tag reads '{tag[:60]}'", advice, path=block.path, line=places[token])
        mark, label = match["mark"], match["label"] or ""
        if mark in ("I", "E", "L") and going_on == label and token not in firsts:
            found[-1] = (found[-1][0], token + 1, label)
        elif mark:
            found.append((token, token + 1, label))
        going_on = label if mark in ("B", "I") else None
    return Spans.build(found)


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write documents as IOB2, each under a line `# newdoc id = name`."""
    for document in documents:
        document = segmented(document)
        stream.write(f"# newdoc id = {_clean(document.key)}".rstrip() + "\n")
        columns = [_clean_column(document.words), *_middle(document), _tags(document)]
        lines = ["\t".join(cells) + "\n" for cells in zip(*columns, strict=True)]
        for first, end in pairwise(_edges(document)):
            stream.writelines(lines[first:end])
            stream.write("\n")


def _edges(document: Document) -> list[int]:
    return [*(document.sentence_starts.tolist() or [0]), len(document.starts)]


def _clean(cell: str) -> str:
    """The cell without the characters that would end it."""
    return re.sub(r"[\t\r\n]+", " ", cell).strip(" ")


def _clean_column(rows: Iterable[str]) -> list[str]:
    return [_clean(row) or "_" for row in rows]


def _middle(document: Document) -> list[list[str]]:
    """The columns between word and tag, up to the last one that the document has."""
    last = max([0, *(number for number, name in enumerate(_names(20), start=1) if name in document.columns)])
    absent = [""] * len(document.starts)
    return [_clean_column(document.columns.get(name, absent)) for name in _names(last)]


def _tags(document: Document) -> list[str]:
    """The tags of the outermost entities."""
    tags = ["O"] * len(document.starts)
    sentences = document.sentence_ids
    done = lost = 0
    for entity in sorted(document.entities, key=lambda entity: (entity.token_start, -entity.token_end)):
        first, end = entity.token_start, entity.token_end
        if first < done or first == end or sentences[first] != sentences[end - 1]:
            lost += 1
            continue
        kind = "-" + re.sub(r"\s+", "_", entity.label) if entity.label else ""
        tags[first:end] = ["B" + kind, *["I" + kind] * (end - first - 1)]
        done = end
    if lost:
        message = f"{document.key}: {lost} entities that nest, cross or leave their sentence were left out"
        warnings.warn(message, LossWarning, stacklevel=3)
    return tags


def sniff(head: str) -> bool:
    """Whether the first lines of a file are words and tags."""
    lines = [line for line in head.splitlines()[:-1] if line.strip() and not _mark(line)][:8]
    cells = [_cells(line, 0) for line in lines]
    return len(cells) > 1 and all(len(row) > 1 and _TAG.fullmatch(row[-1]) for row in cells)


FORMAT = Format(
    name="bio",
    description="BIO: a token a line with its named-entity tag (also BIOES, BILOU, IOB1, CoNLL-2003)",
    extensions=(".bio", ".iob", ".iob2", ".bioes"),
    split=split,
    parse=parse,
    write=write,
    sniff=sniff,
    carries=frozenset({"tokens", "sentences", "entities", "xpos"}),
)
