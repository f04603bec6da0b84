"""Writing MUC SGML: mentions become tags in the text."""

import re
import warnings
from collections.abc import Iterable, Iterator
from itertools import count
from typing import TextIO

from namesakes.errors import LossWarning
from namesakes.formats.mention_spans import character_spans, warn_of_widening
from namesakes.formats.muc.minimum import last_word
from namesakes.formats.muc.reader import PREFIX
from namesakes.formats.muc.sgml import encoded
from namesakes.text.document import Document
from namesakes.text.spans import Mentions


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write documents with their DOCNO, their text and the chains that SGML can hold."""
    for document in documents:
        stream.write(f"<DOC>\n<DOCNO> {_name(document.key)} </DOCNO>\n")
        if isinstance(document.meta.get("docid"), str):
            stream.write(f"<DOCID> {_name(document.meta['docid'])} </DOCID>\n")
        stream.write("<TEXT>\n")
        stream.writelines(_marked(document))
        stream.write("</TEXT>\n</DOC>\n")


def _name(key: str) -> str:
    """A document's name, with white space at its edges written so that reading does not strip it."""
    return re.sub(r"\A\s|\s\Z", lambda match: f"&#{ord(match[0])};", encoded(key))


def _marked(document: Document) -> Iterator[str]:
    """The pieces of the text and its tags."""
    spans = _writable(document)
    attributes = _written(document, list(spans))
    place, ends = 0, list[int]()
    for row, (start, end) in [*spans.items(), (-1, (len(document.text), 0))]:
        while ends and ends[-1] <= start:
            yield encoded(document.text[place : ends[-1]]) + "</COREF>"
            place = ends.pop()
        yield encoded(document.text[place:start])
        place = start
        if row >= 0:
            yield f"<COREF {attributes[row]}>"
            ends.append(end)


def _writable(document: Document) -> dict[int, tuple[int, int]]:
    """The characters of each mention that can be a tag, in the order of the tags; a warning counts the others."""
    table = document.mention_table if document.mention_table is not None else Mentions()
    warn_of_widening(document, "MUC")
    found = {row: character_spans(document, row) for row in range(len(table))}
    inside = {row: spans[0] for row, spans in found.items() if len(spans) == 1 and table.chains[row] >= 0}
    kept: dict[int, tuple[int, int]] = {}
    ends: list[int] = []
    for row, (start, end) in sorted(inside.items(), key=lambda item: (item[1][0], -item[1][1])):
        while ends and ends[-1] <= start:
            ends.pop()
        if not ends or end <= ends[-1]:
            ends.append(end)
            kept[row] = (start, end)
    loose = sum(table.chains[row] < 0 for row in found)
    broken = sum(len(spans) > 1 for row, spans in found.items() if table.chains[row] >= 0)
    losses = {"outside any chain": loose, "in several parts": broken, "that cross another": len(inside) - len(kept)}
    losses["of words that the text does not have"] = len(found) - len(kept) - sum(losses.values())
    for kind, number in losses.items():
        if number:
            message = f"{document.key}: {number} mentions {kind} were left out, which MUC cannot hold"
            warnings.warn(message, LossWarning, stacklevel=2)
    return kept


def _written(document: Document, rows: list[int]) -> dict[int, str]:
    """The attributes of each row's tag: its ID, the ID of the mention before it in its chain, and the others."""
    table = document.mention_table if document.mention_table is not None else Mentions()
    names, written = _ids(table, rows), {}
    latest: dict[int, str] = {}
    for row in rows:
        chain = int(table.chains[row])
        values = {"ID": names[row]}
        if chain in latest:
            values |= {"TYPE": "IDENT", "REF": latest[chain]}
        latest[chain] = names[row]
        values |= _others(document, table, row)
        written[row] = " ".join(f'{key}="{encoded(value)}"' for key, value in values.items())
    return written


def _ids(table: Mentions, rows: list[int]) -> dict[int, str]:
    """The ID of each row: the chain's name for its first mention, else the one it came with, else a free number."""
    firsts = {int(table.chains[row]): row for row in reversed(rows)}
    names = {row: table.chain_ids[chain] for chain, row in firsts.items()}
    taken = set(names.values())
    came = table.extra.get(f"{PREFIX}id")
    for row in rows:
        if came is not None and row not in names and came[row] and came[row] not in taken:
            names[row] = came[row]
            taken.add(came[row])
    free = (number for number in map(str, count(1)) if number not in taken)
    return {row: names[row] if row in names else next(free) for row in rows}


def _others(document: Document, table: Mentions, row: int) -> dict[str, str]:
    """The attributes kept in `extra`, and a MIN for a head that has none."""
    values = {key.removeprefix(PREFIX): column[row] for key, column in table.extra.items() if key.startswith(PREFIX)}
    found = {key.upper(): value for key, value in values.items() if value and key not in ("id", "ref")}
    head = -1 if table.heads is None else int(table.heads[row])
    if head >= 0 and "MIN" not in found:
        word = document.text[document.starts[head] : document.ends[head]]
        start, end = character_spans(document, row)[0]
        place = start + last_word(document.text[start:end], word)
        if document.starts[head] <= place < document.ends[head] and "|" not in word:
            found["MIN"] = word
    return found
