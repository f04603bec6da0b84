"""Reading CoNLL-2012: the columns become words, brackets become mentions, names and constituents."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.errors import DataError
from namesakes.formats.format import Block
from namesakes.formats.kernels import columns as columns_kernel
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans, integers
from namesakes.text.strings import Strings

MIDDLE = ("xpos", "parse", "predicate", "frameset", "sense", "speaker", "name")
_BRACKET = re.compile(r"(?P<open>\()?(?P<id>[^()|\s]+)(?P<close>\))?$")
_BRACKETS = re.compile(r"(?:\([^()|\s]+\)?|[^()|\s]+\))(?:\|(?:\([^()|\s]+\)?|[^()|\s]+\)))*+")
_BIT = re.compile(r"(?P<opens>(?:\([^()*\s]+)*)\*?(?P<closes>\)*)$")
_ABSENT = ("-", "_", "*")


def split(source: TextFile) -> Iterator[Block]:
    """One block for each `#begin document` … `#end document`, its lines still in one piece.

    What stands between documents is a block, too, unless it is blank or a comment: a bad one.
    """
    first, line = 1, 1
    pending: list[str] = []
    inside = False
    for text in source.pieces():
        done, mark = 0, 0 if text.startswith("#") else _next_mark(text, 0)
        while mark >= 0:
            begins = text.startswith("#begin document", mark)
            if begins or (inside and text.startswith("#end document", mark)):
                end = mark if begins else _line_end(text, mark)
                yield from _block(source, first, [*pending, text[done:end]], inside)
                line += text.count("\n", done, end)
                pending, done, first, inside = [], end, line, begins
            mark = _next_mark(text, mark)
        pending.append(text[done:])
        line += text.count("\n", done)
    yield from _block(source, first, pending, inside)


def _block(source: TextFile, line: int, pieces: list[str], inside: bool) -> Iterator[Block]:
    """The block of these pieces; none where nothing but blank lines and comments stands outside a document."""
    text = "".join(pieces)
    if inside:
        yield Block(source, line, [text])
        return
    for number, each in enumerate(text.split("\n"), start=line):
        if each.strip() and not each.startswith("#"):
            yield Block(source, number, [each])
            return


def _next_mark(text: str, place: int) -> int:
    """The place of the next line that begins with #, or -1."""
    found = text.find("\n#", place)
    return found + 1 if found >= 0 else -1


def _line_end(text: str, place: int) -> int:
    """The place after the line break that ends the line."""
    found = text.find("\n", place)
    return found + 1 if found >= 0 else len(text)


def parse(block: Block) -> Document:
    """The document of one block."""
    head, _, rest = block.lines[0].partition("\n")
    named = _named(head)
    if named is None:
        wrong = "names no document" if head.startswith("#") else "stands outside any document"
        advice = "Every document begins with a line like: #begin document (name); part 000"
        raise DataError(f"'{head[:60]}' {wrong}", advice, path=block.path, line=block.line)
    name, part = named
    body, mark, _ = rest.rpartition("#end document")
    if not mark:
        found = f"document {name} has no '#end document'; the file may have been cut short"
        advice = "Add the line, or pass --skip-bad to leave the document out."
        raise DataError(found, advice, path=block.path, line=block.line + block.lines[0].rstrip("\n").count("\n"))
    chains_only = block.source.layers is not None and block.source.layers <= {"chains"}
    document = parse_plainly(body, name, part, chains_only) if columns_kernel.COMPILED else None
    if document is not None:
        return document
    return parse_carefully(Block(block.source, block.line + 1, body.split("\n")), name, part)


def _named(head: str) -> tuple[str, int] | None:
    """The name and the part that a `#begin document` line gives; None where it gives none."""
    if not head.startswith("#begin document"):
        return None
    rest, part = head.removeprefix("#begin document").strip(), 0
    before, mark, number = rest.rpartition("part")
    before, number = before.rstrip(), number.strip()
    if mark and before.endswith((")", ";")) and number.isascii() and number.isdigit() and len(number) < 10:
        rest, part = before, int(number)
    rest = rest.removesuffix(";").rstrip()
    if rest.startswith("(") and rest.endswith(")"):
        return rest[1:-1], part
    return None if not rest or len(rest.split()) > 1 else (rest, part)


def parse_plainly(body: str, name: str, part: int, chains_only: bool = False) -> Document | None:
    """The document, by the kernels, where it has nothing but words and numbered brackets, or nothing else is wanted."""
    data = body.encode("utf-8", "surrogatepass")
    first_line = data[: data.find(b"\n") + 1 or len(data)].strip(b"\n")
    separator = b"\t" if b"\t" in first_line else b" "
    width = len(first_line.split(separator)) if separator == b"\t" else len(first_line.split())
    varied = width > 5 + len(MIDDLE)  # predicate arguments
    if width < 5 or (varied and not chains_only):
        return None
    width = min(width, 5 + len(MIDDLE))
    view, room = memoryview(data), data.count(b"\n") + 1
    rows, firsts = np.empty((room, 4), dtype=np.int32), np.empty(room, dtype=np.int32)
    absent = np.ones(width, dtype=np.uint8)
    count = columns_kernel.scan(view, separator[0], 3, not varied, rows, firsts, absent)
    if count <= 0 or not (chains_only or absent[4:-1].all()):
        return None
    rows, firsts = rows[:count], firsts[:count]
    mentions = _plain_mentions(view, rows)
    if mentions is None:
        return None
    text, starts, ends = np.empty(len(data), dtype=np.uint8), np.empty(count, np.int32), np.empty(count, np.int32)
    size = columns_kernel.join_words(view, rows, firsts, text, starts, ends)
    return Document(
        id=name,
        part=part,
        text=text[:size].tobytes().decode("utf-8", "surrogatepass"),
        starts=starts,
        ends=ends,
        sentence_starts=integers(np.flatnonzero(firsts)),
        mention_table=mentions,
    )


def _plain_mentions(view: memoryview, rows: Int32Array) -> Mentions | None:
    """The mentions of the last column, where its entities are plain numbers."""
    size = int((rows[:, 3] - rows[:, 2]).sum()) // 2 + 1
    found, stack = np.empty((size, 3), dtype=np.int32), np.empty((1000, 2), dtype=np.int32)
    entities, table = np.empty(size, dtype=np.int32), np.full(1 << size.bit_length(), -1, dtype=np.int32)
    count = columns_kernel.brackets(view, rows, found, entities, table, stack)
    if count < 0:
        return None
    starts, ends, chains = found[:count].T
    names = entities[: int(chains.max(initial=-1)) + 1].tolist()
    return Mentions.of_chains(starts, ends, chains, tuple(map(str, names)))


def parse_carefully(block: Block, name: str, part: int) -> Document:
    """The document in any layout, with an error for the line where something is wrong."""
    rows, places, sizes = _rows(block)
    columns = _columns(block, rows, places)
    words = columns.pop("word")
    edges = list(accumulate(sizes, initial=0))
    fields: dict[str, Any] = joined([words[a:b] for a, b in pairwise(edges)])
    chains = columns.pop("coreference", None)
    if chains is not None:
        fields["mention_table"] = _mentions(chains, places, block, name)
    bits = columns.pop("parse", None)
    if bits is not None and not all(bit in ("-", "*", "_") for bit in set(bits)):
        fields["constituents"] = _spans(bits, "parse", places, edges, block)
    names = columns.pop("name", None)
    if names is not None and any(item not in _ABSENT for item in set(names)):
        fields["entity_table"] = _spans(names, "name", places, edges, block)
    kept = {item: _strings(rows) for item, rows in columns.items() if not set(rows) <= set(_ABSENT)}
    return Document(id=name, part=part, columns=kept, **fields)


def _rows(block: Block) -> tuple[list[list[str]], list[int], list[int]]:
    """The columns of each token line, the lines' numbers, and how many tokens each sentence has."""
    rows: list[list[str]] = []
    places: list[int] = []
    sizes: list[int] = []
    done = 0
    for number, line in enumerate(block.lines, start=block.line):
        if line and not line.isspace():
            if line[0] == "#":
                continue
            rows.append(line.split("\t") if "\t" in line else [cell for cell in line.split(" ") if cell])
            places.append(number)
        elif len(rows) > done:
            sizes.append(len(rows) - done)
            done = len(rows)
    if len(rows) > done:
        sizes.append(len(rows) - done)
    return rows, places, sizes


def _columns(block: Block, rows: list[list[str]], places: list[int]) -> dict[str, Sequence[str]]:
    """The columns by name. Predicate arguments, whose number changes by sentence, are kept as one column."""
    if not rows:
        return {"word": (), "coreference": ()}
    widths = set(map(len, rows))
    narrow = min(widths, default=5)
    if narrow < 4:
        place = next(index for index, row in enumerate(rows) if len(row) == narrow)
        found = f"this line has {narrow} columns: '{block.lines[places[place] - block.line][:60]}'"
        advice = "A token line has at least document, number, word and coreference."
        raise DataError(found, advice, path=block.path, line=places[place])
    if narrow == 4:
        if len(widths) > 1:
            place = next(index for index, row in enumerate(rows) if len(row) != len(rows[0]))
            found = f"this line has {len(rows[place])} columns, and those before it {len(rows[0])}"
            raise DataError(found, "A line may have been cut.", path=block.path, line=places[place])
        turned = list(zip(*rows, strict=True))
        if all(item in _ABSENT or _BRACKETS.fullmatch(item) for item in turned[3]):
            return {"word": turned[2], "coreference": turned[3]}
        return {"word": turned[3]}
    shared = min(narrow - 5, len(MIDDLE))
    if len(widths) == 1 and narrow <= 5 + len(MIDDLE):
        turned = list(zip(*rows, strict=True)) or [()] * 5
        named = dict(zip(MIDDLE, turned[4:-1], strict=False))
        return {"word": turned[3], "coreference": turned[-1], **named}
    if shared < len(MIDDLE):
        place = next(index for index, row in enumerate(rows) if len(row) != len(rows[0]))
        found = f"this line has {len(rows[place])} columns, and those before it {len(rows[0])}"
        raise DataError(found, "A line may have been cut.", path=block.path, line=places[place])
    last = 4 + len(MIDDLE)
    columns: dict[str, Sequence[str]] = {name: [row[4 + index] for row in rows] for index, name in enumerate(MIDDLE)}
    columns["arguments"] = ["\t".join(row[last:-1]) for row in rows]
    return {"word": [row[3] for row in rows], "coreference": [row[-1] for row in rows], **columns}


def _strings(rows: Sequence[str]) -> Strings:
    return Strings("" if row == "-" else row for row in rows)


def _mentions(column: Sequence[str], places: list[int], block: Block, name: str) -> Mentions:
    """The mentions of a coreference column."""
    spans: list[list[tuple[int, int]]] = []
    chains: list[str] = []
    unclosed: dict[str, list[int]] = {}
    for token, cell in enumerate(column):
        if cell in _ABSENT:
            continue
        for piece in cell.split("|"):
            match = _BRACKET.match(piece)
            if match is None or not (match["open"] or match["close"]):
                advice = "Expected brackets such as (12, 12) or (12), separated by |, or - for none."
                found = f"the coreference column reads '{cell[:60]}'"
                raise DataError(found, advice, path=block.path, line=places[token])
            entity = match["id"]
            if match["open"]:
                unclosed.setdefault(entity, []).append(len(spans))
                spans.append([(token, 0)])
                chains.append(entity)
            if match["close"]:
                if not unclosed.get(entity):
                    found = f"this line closes entity {entity}, which is not open in document {name}"
                    advice = (
                        f'The column reads "{cell[:60]}". Check the line where it should begin, '
                        "or pass --skip-bad to leave the document out."
                    )
                    raise DataError(found, advice, path=block.path, line=places[token])
                row = unclosed[entity].pop()
                spans[row] = [(spans[row][0][0], token + 1)]
    for entity, rows in unclosed.items():
        if rows:
            found = f"entity {entity} opens here and is never closed in document {name}"
            advice = "Check where it should end, or pass --skip-bad to leave the document out."
            raise DataError(found, advice, path=block.path, line=places[spans[rows[-1]][0][0]])
    return Mentions.build(spans, chains)


def _spans(cells: Sequence[str], what: str, places: list[int], edges: list[int], block: Block) -> Spans:
    """The constituents or names of a column of bits such as (NP*, *) and (NP), outermost first."""
    found: list[tuple[int, int, str]] = []
    unclosed: list[int] = []
    sentence_ends = set(edges[1:])
    for token, cell in enumerate(cells):
        if cell not in ("-", "_"):
            match = _BIT.match(cell)
            if match is None:
                advice = "Expected a bit such as (NP*, *) or *."
                raise DataError(f"the {what} column reads '{cell[:60]}'", advice, path=block.path, line=places[token])
            for label in match["opens"].split("(")[1:]:
                unclosed.append(len(found))
                found.append((token, -1, label))
            for _ in match["closes"]:
                if not unclosed:
                    message = f"the {what} column closes a bracket here that is not open in this sentence"
                    raise DataError(message, f"It reads '{cell[:60]}'.", path=block.path, line=places[token])
                row = unclosed.pop()
                found[row] = (found[row][0], token + 1, found[row][2])
        if token + 1 in sentence_ends and unclosed:
            start, _, label = found[unclosed[-1]]
            message = f"the {what} column opens {label} here and does not close it in this sentence"
            raise DataError(message, path=block.path, line=places[start])
    return Spans.build(found)


def sniff(head: str) -> bool:
    """Whether a file begins like CoNLL-2012."""
    return head.lstrip().startswith("#begin document")
