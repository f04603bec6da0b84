"""Long texts as HTML: the text in parts, and beside it what its mentions are, from which a script marks a part when it
comes into view.

Without the script the text can be read, without marks. A whole novel has tens of thousands of mentions; as elements of
the page they would take a browser many seconds.
"""

import json
from collections.abc import Iterator, Sequence
from html import escape

import numpy as np

from namesakes.arrays import Int64Array
from namesakes.formats.html.mentions import speaker_turns
from namesakes.formats.jsonl import to_row
from namesakes.text.document import Document
from namesakes.text.reasons import CONFIDENCE

LONG = 2_000
"""From so many mentions on the page of a document is drawn part by part."""
PART = 4_000
"""So many characters a part of the text has at least, but for the last one."""


def is_long(document: Document) -> bool:
    """Whether a document has so many mentions that its page is drawn part by part."""
    return document.mention_table is not None and len(document.mention_table) >= LONG


def part_starts(text: str) -> list[int]:
    """Where the parts of a text begin: at lines, behind empty ones where there are any. O(text)."""
    found, place = [0], 0
    while len(text) - place > PART:
        cut = text.find("\n\n", place + PART)
        cut = text.find("\n", place + PART) if cut < 0 or cut - place > 4 * PART else cut + 1
        if cut < 0 or cut + 1 >= len(text):
            break
        place = cut + 1
        found.append(place)
    return found


def parts(document: Document, name: str) -> Iterator[str]:
    """The text in parts, each an element with an id."""
    starts = part_starts(document.text)
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(document.text)], strict=True)):
        yield f'<div class="part" id="{name}s{number}">{escape(document.text[start:end], quote=False)}</div>'


def part_of(document: Document) -> list[int]:
    """The number of the part that each chain begins in."""
    table = document.mention_table
    assert table is not None
    starts = part_starts(document.text)
    first = document.starts[table.first] if len(document.starts) else table.first
    found = np.zeros(len(table.chain_ids), dtype=np.int64)
    rows = np.flatnonzero(table.chains >= 0)[::-1]
    found[table.chains[rows]] = np.searchsorted(starts, first[rows], side="right") - 1
    return [int(each) for each in found]


def marks(document: Document, names: Sequence[str]) -> str:
    """What the script knows of the mentions, as JSON that cannot end the element it stands in.

    Places are told by how far they are from the one before, in units of UTF-16 and with a line break as one, as scripts
    count the text of an element: `starts` and `lengths` of each part of a mention, `mentions` whose it is, `codes` the
    starts in the document where these are others; by mention `chains`, and in per cent `sure`; `names` of chains;
    `speakers` with the places where they begin.
    """
    table = document.mention_table
    assert table is not None
    units = _units(document.text)
    owners = np.repeat(np.arange(len(table)), np.diff(table.offsets))
    starts = document.starts[table.starts].astype(np.int64)
    ends = document.ends[table.ends - 1].astype(np.int64)
    order = np.lexsort((owners, -ends, ends != starts, starts))
    shown, lengths = units[starts], units[ends] - units[starts]
    told = {
        "starts": _steps(shown[order]),
        "lengths": lengths[order].tolist(),
        "mentions": [] if np.array_equal(owners[order], np.arange(len(order))) else owners[order].tolist(),
        "codes": [] if np.array_equal(shown, starts) else _steps(starts[order]),
        "chains": table.chains.tolist(),
        "names": list(names),
        "sure": [_per_cent(each) for each in table.extra[CONFIDENCE]] if CONFIDENCE in table.extra else [],
        "speakers": [[int(units[place]), speaker] for place, speaker in speaker_turns(document).items()],
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _units(text: str) -> Int64Array:
    """Where each character is, and the end, as scripts count them in the text of an element."""
    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    sizes = np.where(letters > 0xFFFF, 2, 1)
    sizes[:-1][(letters[:-1] == 13) & (letters[1:] == 10)] = 0
    return np.append(0, np.cumsum(sizes)).astype(np.int64)


def _steps(places: Int64Array) -> list[int]:
    return [int(each) for each in np.diff(places, prepend=0)]


def _per_cent(share: str) -> int:
    try:
        return round(100 * float(share))
    except ValueError:
        return -1


def row_of(document: Document) -> dict[str, object]:
    """The document as a row, as JSON has it."""
    row: dict[str, object] = json.loads(json.dumps(to_row(document)))
    return row
