"""The comments of CoNLL-U: what a document takes from them, and how they are written again as they stood.

Comments that only say what the document itself says (its id, metadata, paragraphs, speakers, text) are made anew when
writing. All that remains is kept in the metadata, one list a sentence: whole lines, and the key alone (`# text`) where
such a made line stood. A sentence whose comments are just the usual ones has None there, and a document that has only
such sentences keeps nothing. One list more than sentences holds comments after the last sentence.
"""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from namesakes.formats.conllu.corefud import Declaration
from namesakes.text.document import Document
from namesakes.text.segment import PROVISIONAL

COMMENTS, ENTITY, COLUMNS = "conllu_comments", "global.Entity", "global.columns"
"""The keys of `Document.meta` for the comments and for what a file declares of its entities and its columns."""

Comments = list[tuple[str, str | None, str]]
"""The key, the value and the whole line of each comment of a sentence."""

STANDARD = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"
CLOSINGS = "bare_closings"
_RESERVED = {COMMENTS, ENTITY, COLUMNS, CLOSINGS, PROVISIONAL}
_NEWDOC, _NEWPAR = ("newdoc id", "newdoc"), ("newpar", "newpar id", "newpar_block")
_OTHER_NEWPAR = frozenset(_NEWPAR[1:])
_PART = re.compile(r"(.*); part ([0-9]{3,9})")
_BREAK = re.compile(r"[\t\r\n]")


def comment(line: str) -> tuple[str, str | None]:
    """The key and the value of a comment; None where it has no equals sign."""
    key, equals, value = line[1:].partition("=")
    return key.strip(), value.strip() if equals else None


def declared(comments: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    """What comments, given by key and value, declare for the rest of the file; the first of a key counts."""
    found: dict[str, str] = {}
    for key, value in comments:
        if key in (ENTITY, COLUMNS) and value is not None:
            found.setdefault(key, value)
    return found


def is_newdoc(line: str) -> bool:
    """Whether a comment begins a document."""
    return "newdoc" in line and comment(line)[0] in _NEWDOC


def clean(text: str) -> str:
    """The text without what would end its line or column."""
    return _BREAK.sub(" ", text)


@dataclass
class Metadata:
    """What the comments of a document say about it."""

    id: str
    part: int = 0
    meta: dict[str, Any] = field(default_factory=dict)
    paragraphs: set[int] = field(default_factory=set)
    speakers: list[str] = field(default_factory=list)
    texts: list[str | None] = field(default_factory=list)


def read_comments(groups: Sequence[Comments], stem: str, line: int) -> Metadata:
    """What the comments say, where `groups` has those of each sentence and `stem` is the name of the file."""
    metadata = Metadata(stem)
    for number, group in enumerate(groups):
        known: dict[str, str | None] = {}
        for key, value, _ in group:
            known.setdefault(key, value)
        metadata.texts.append(known.get("text"))
        metadata.speakers.append(known.get("speaker") or "")
        if any(key in known for key in _NEWPAR):
            metadata.paragraphs.add(number)
        if number == 0:
            _introduce(metadata, known, f"{stem}-{line}")
    return metadata


def _introduce(metadata: Metadata, known: dict[str, str | None], nameless: str) -> None:
    """What the comments of the first sentence say about the whole document."""
    name = known.get("newdoc id")
    if name is None and ("newdoc" in known or "newdoc id" in known):
        name = nameless
    match = _PART.fullmatch(name or "")
    if match is not None and f"{int(match[2]):03d}" == match[2] != "000":
        metadata.id, metadata.part = match[1], int(match[2])
    elif name is not None:
        metadata.id = name
    for key, value in known.items():
        if key.startswith("meta::") and value is not None and key[6:].strip() not in _RESERVED:
            metadata.meta.setdefault(key[6:].strip(), value)


class Layout:
    """The comments that go before each sentence of a document."""

    def __init__(self, document: Document) -> None:
        count = len(document.starts)
        edges = [*(document.sentence_starts.tolist() or [0]), count] if count else [0]
        self.document, self.edges, self.sentences = document, edges, len(edges) - 1
        places = {token: number for number, token in enumerate(edges[:-1])}
        self.paragraphs = {places[token] for token in document.paragraph_starts.tolist() if token in places}
        speakers = document.columns.get("speaker")
        self._speakers = None if speakers is None else speakers.rows
        self._prefix = "_".join(document.id.split()) + (f".{document.part}" if document.part else "")
        self._starts, self._ends = document.starts.tolist(), document.ends.tolist()
        self.stored: list[list[str] | None] = [None] * max(self.sentences, 1)
        stored = document.meta.get(COMMENTS)
        if isinstance(stored, list) and len(stored) in (len(self.stored), self.sentences + 1) and _are_comments(stored):
            self.stored = stored

    def lines(self, number: int) -> dict[str, str]:
        """The lines that can be made for a sentence, by key, in their usual order."""
        found = self._introduction() if number == 0 else {}
        if number < self.sentences:
            first, end = self.edges[number], self.edges[number + 1]
            if number in self.paragraphs:
                found["newpar"] = "# newpar"
            if self._speakers is not None and self._speakers[first].strip():
                found["speaker"] = f"# speaker = {clean(self._speakers[first]).strip()}"
            found["sent_id"] = f"# sent_id = {self._prefix}-{number + 1}"
            found["text"] = f"# text = {clean(self.document.text[self._starts[first] : self._ends[end - 1]])}"
        return found

    def _introduction(self) -> dict[str, str]:
        """The lines about the whole document."""
        values = {"newdoc id": self.document.key, **self.declared()}
        for key, value in self.document.meta.items():
            plain = isinstance(value, str | int | float) and not isinstance(value, bool)
            if plain and key not in _RESERVED and "=" not in key and key.strip():
                values[f"meta::{clean(key).strip()}"] = str(value)
        return {key: f"# {key} = {clean(value).strip()}" for key, value in values.items()}

    def declared(self) -> dict[str, str]:
        """What the file has to declare for this document."""
        columns = {COLUMNS: str(self.document.meta[COLUMNS])} if COLUMNS in self.document.meta else {}
        if self.document.mention_table is None:
            return columns
        return {ENTITY: str(self.document.meta.get(ENTITY, Declaration())), **columns}

    def _required(self, number: int, lines: dict[str, str], given: Iterable[str]) -> list[str]:
        """The keys of the lines that have to be there beside the given ones, lest the document be another one."""
        implied = (number == 0 and len(self.paragraphs) > 1) or not _OTHER_NEWPAR.isdisjoint(given)
        return [key for key in lines if key not in ("sent_id", "text") and not (key == "newpar" and implied)]

    def shorten(self, number: int, group: Comments, in_force: Container[str]) -> list[str] | None:
        """The comments of a sentence as they are kept: without what `lines` makes anew.

        Lines that are missing are added, except declarations that are `in_force` from before: so `write` would do it.
        """
        lines = self.lines(number)
        kept: list[str] = []
        seen: set[str] = set()
        for name, value, line in group:
            key = "newdoc id" if name == "newdoc" else name
            made = key not in seen and (lines.get(key) == line or (key == "newdoc id" and value is None))
            kept.append(f"# {key}" if made else line)
            seen.add(key)
        required = self._required(number, lines, seen)
        optional = in_force if "newdoc id" in seen else ()
        kept = [*(f"# {key}" for key in required if key not in seen and key not in optional), *kept]
        if kept == [f"# {key}" for key in lines]:
            return None
        front = [f"# {key}" for key in required]
        return kept[len(front) :] if kept[: len(front)] == front else kept

    def write(self, number: int, in_force: dict[str, str]) -> list[str]:
        """The lines that go before a sentence; `in_force` is what the file has declared so far."""
        lines, stored = self.lines(number), self.stored[number]
        if stored is None:
            found = list(lines.values())
        else:
            found, seen = self._again(number, stored, lines)
            missing = [key for key in self._required(number, lines, seen) if key not in seen]
            if "newdoc id" in seen:  # Else all declarations were left out of the list because they are made anew.
                wanted = self.declared()
                missing = [key for key in missing if key not in wanted or in_force.get(key) != wanted[key]]
            found = [*(lines[key] for key in missing), *found]
        if number == 0 and COLUMNS not in lines and in_force.get(COLUMNS, STANDARD) != STANDARD:
            found.insert(0, f"# {COLUMNS} = {STANDARD}")
        in_force |= declared(map(comment, found))
        return found

    def _again(self, number: int, stored: list[str], lines: dict[str, str]) -> tuple[list[str], set[str]]:
        """The kept lines with what is made anew in its place, and the keys that are there."""
        found: list[str] = []
        seen: set[str] = set()
        for line in stored:
            key, value = comment(line)
            fresh, seen = key not in seen, seen | {key}
            if key in _NEWPAR:
                found += [line] if number in self.paragraphs or number >= self.sentences else []
            elif not fresh or (value is not None and (key in ("text", "sent_id") or key not in lines)):
                found.append(line)
            elif key in lines:
                found.append(line if value is not None and value == comment(lines[key])[1] else lines[key])
            elif not (key.startswith("meta::") or key in ("newdoc id", "speaker", ENTITY, COLUMNS)):
                found.append(line)
        return found, seen

    def changing_speakers(self) -> int:
        """How many sentences have more than one speaker, of which a comment can name only the first."""
        if self._speakers is None:
            return 0
        return sum(len(set(self._speakers[first:end])) > 1 for first, end in pairwise(self.edges))


def _are_comments(stored: list[object]) -> bool:
    """Whether metadata that may have come from anywhere is lists of lines, or nothing, by sentence."""
    return all(
        group is None or (isinstance(group, list) and all(isinstance(line, str) for line in group)) for group in stored
    )
