"""brat standoff: annotations in a .ann file, a line each, and the text in the .txt file beside it.

    T1    Person 0 11    Gary Wilber
    T2    Person 17 19;26 29    he too
    R1    Coreference Arg1:T2 Arg2:T1
    *    Coreference T1 T2
    #1    AnnotatorNotes T1    chain=wilber

A tab follows the id and the offsets, which count characters and are end-exclusive; parts of a discontinuous mention
are separated by semicolons. Every T is a mention, its type the mention's label. Relations and equivalences of the
types Coreference, Coref and Identity make chains, whatever is linked through others included; an event stands for
its trigger. An equivalence of one is a chain of one, and a T that nothing links has no chain.

Chains are numbered by their first mention; one with another name has it in a note `chain=…`. The T ids are kept in
`Mentions.extra["brat"]`, all other lines as they are in `Document.meta["brat"]`.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from namesakes.errors import DataError, LossWarning, UsageError
from namesakes.formats.atomic import save_text
from namesakes.formats.file_names import id_and_part, key_of_file_name, save_each
from namesakes.formats.format import Block, Format
from namesakes.formats.mention_spans import character_spans, linked_groups, warn_of_widening
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document
from namesakes.text.segment import segmented, token_span
from namesakes.text.spans import Mentions

KEPT = "brat"
"""The key of the T ids in `Mentions.extra`, and of the lines kept as they are in `Document.meta`."""

_TYPES = {"coreference", "coref", "identity"}
_ID = re.compile(r"T[^\s:]+")
_SPANS = r"[0-9]{1,9} [0-9]{1,9}(?:;[0-9]{1,9} [0-9]{1,9})*"
_MARK = re.compile(rf"(?P<id>T[^\s:]+)\t(?P<label>\S+) (?P<spans>{_SPANS})\t(?P<text>.*)", re.DOTALL)
_NOTE = re.compile(r"#[^\t]*\tAnnotatorNotes (?P<id>T[^\s:]+)\tchain=(?P<name>.*)", re.DOTALL)
_EVENT = re.compile(r"(?P<id>E[^\s:]+)\t[^\s:]+:(?P<trigger>T[^\s:]+)")
_LABEL = "Mention"


@dataclass(frozen=True)
class _Mark:
    """One T line: its type, its offsets, and the line's number."""

    label: str
    spans: list[tuple[int, int]]
    line: int


def split(source: TextFile) -> Iterator[Block]:
    """One block: the file of annotations."""
    yield Block(source, 1, list(source.lines()))


def parse(block: Block) -> Document:
    """The document of a file of annotations and the text beside it."""
    text = _text(block.source)
    marks: dict[str, _Mark] = {}
    others: list[tuple[int, str]] = []
    for number, line in enumerate(block.lines, start=block.line):
        with _placed(block, number):
            if line.startswith("T"):
                name, mark = _mark(line, text, number)
                if name in marks:
                    found = f"{name} was given already in line {marks[name].line}"
                    raise DataError(found, "Every annotation needs an id of its own.")
                marks[name] = mark
            elif line.strip():
                others.append((number, _known(line)))
    name, part = id_and_part(key_of_file_name(block.source.path.stem))
    document = Document(id=name, part=part, text=text)
    document = segmented(document, [place for mark in marks.values() for span in mark.spans for place in span])
    kept = [line for _, line in others if not line.startswith("*") or not _is_coreference(line)]
    kept = [line for line in kept if not _NOTE.fullmatch(line)]
    return document.replace(
        mention_table=_mentions(block, document, marks, others),
        meta={**document.meta, KEPT: kept} if kept else document.meta,
    )


@contextmanager
def _placed(block: Block, line: int) -> Iterator[None]:
    """Fills the place into errors raised inside."""
    try:
        yield
    except DataError as error:
        raise error.at(block.path, line) from error


def _text(source: TextFile) -> str:
    path = source.path.with_suffix(".txt")
    if not path.is_file():
        advice = "brat keeps the text in a .txt file of the same name; put it into the same folder."
        raise DataError(f"there is no {path.name} beside this file", advice, path=source.name)
    text = TextFile(path, source.encoding).text()
    if not text.strip():
        raise DataError("this file is empty: there is no text in it", path=path)
    return text


def _known(line: str) -> str:
    """The line, where it is of a kind that brat knows."""
    if line[0] not in "*REAMN#" or "\t" not in line:
        advice = "A line begins with T, R, *, E, A, M, N or # and has a tab after its id."
        raise DataError(f"'{line[:60]}' is not a brat annotation", advice)
    return line


def _mark(line: str, text: str, number: int) -> tuple[str, _Mark]:
    """The id and the rest of a T line, its column of text compared with the text itself."""
    match = _MARK.fullmatch(line)
    if match is None:
        advice = "Expected an id, a type with offsets and the text, separated by tabs: T1, Person 0 11, Gary Wilber."
        raise DataError(f"'{line[:60]}' is not a text-bound annotation", advice)
    spans = [(int(start), int(end)) for start, end in (span.split() for span in match["spans"].split(";"))]
    for start, end in spans:
        if not start < end <= len(text):
            found = f"{match['id']}: characters {start} to {end} do not lie in the text of {len(text)} characters"
            raise DataError(found, "Offsets are end-exclusive and count characters, not bytes.")
    spans.sort()
    if any(start < end for (_, end), (start, _) in pairwise(spans)):
        raise DataError(f"{match['id']}: its parts {match['spans']} overlap", "Give every character once.")
    there = " ".join(text[start:end] for start, end in spans)
    if there.split() != match["text"].split():
        found = f"{match['id']} says '{match['text'][:60]}' and the text has '{there[:60]}' at {match['spans']}"
        raise DataError(found, "The offsets may be those of another text, or count bytes.")
    return match["id"], _Mark(match["label"], spans, number)


def _words(line: str) -> list[str]:
    return line.partition("\t")[2].split()


def _is_coreference(line: str) -> bool:
    """Whether a line is a relation or an equivalence of a coreference type."""
    return line[0] in "R*" and bool(words := _words(line)) and words[0].lower() in _TYPES


def _members(line: str, triggers: Mapping[str, str]) -> list[str]:
    """The T ids that a line of coreference links; for an event that of its trigger."""
    names = [word.rpartition(":")[2] for word in _words(line)[1:]]
    return [triggers.get(name, name) for name in names]


def _triggers(lines: Iterable[str]) -> dict[str, str]:
    return {match["id"]: match["trigger"] for line in lines if (match := _EVENT.match(line))}


def _linked(line: str, rows: dict[str, int], triggers: Mapping[str, str]) -> list[tuple[int, int]]:
    """The links that a line of coreference makes between rows of mentions."""
    names = _members(line, triggers)
    if not names or (line[0] == "R" and len(names) != 2):
        advice = "Expected R1, Coreference Arg1:T2 Arg2:T1 or *, Coreference T1 T2, with a tab after the first."
        raise DataError(f"'{line[:60]}' links {len(names)} mentions", advice)
    for name in names:
        if name not in rows:
            raise DataError(f"this line links {name}, and there is no such T line", "Add it, or take the link away.")
    return [(rows[names[0]], rows[name]) for name in names]


def _mentions(block: Block, document: Document, marks: dict[str, _Mark], others: list[tuple[int, str]]) -> Mentions:
    rows = {name: row for row, name in enumerate(marks)}
    triggers = _triggers(line for _, line in others)
    links: list[tuple[int, int]] = []
    for number, line in others:
        if _is_coreference(line):
            with _placed(block, number):
                links += _linked(line, rows, triggers)
    inside, roots = {row for link in links for row in link}, linked_groups(len(rows), links)
    parts = []
    for mark in marks.values():
        with _placed(block, mark.line):
            parts.append([token_span(document, start, end) for start, end in mark.spans])
    table = Mentions.build(
        parts,
        [str(root) if row in inside else None for row, root in enumerate(roots)],
        labels=[mark.label for mark in marks.values()],
        extra={KEPT: list(marks)},
    )
    notes = [match for _, line in others if (match := _NOTE.fullmatch(line))]
    given = [(str(roots[rows[note["id"]]]), unquote(note["name"])) for note in notes if rows.get(note["id"]) in inside]
    return replace(table, chain_ids=_names(table.chain_ids, given))


def _names(roots: Sequence[str], given: list[tuple[str, str]]) -> tuple[str, ...]:
    """A name for each chain: the first one that a note gives and no other chain has, else a number."""
    named: dict[str, str] = {}
    taken: set[str] = set()
    for root, name in given:
        if root not in named and name not in taken:
            named[root] = name
            taken.add(name)
    for place, root in enumerate(roots):
        if root not in named:
            named[root] = next(name for name in _numbers(place, len(roots)) if name not in taken)
            taken.add(named[root])
    return tuple(named[root] for root in roots)


def _numbers(first: int, others: int) -> Iterator[str]:
    yield str(first)
    yield from map(str, count(others))


def save(documents: Iterable[Document], path: Path) -> None:
    """Save one document as a .ann file with its .txt, or several into a folder."""
    if str(path) == "-":
        raise UsageError("brat is two files a document and cannot be written to standard output; give a folder.")
    save_each(documents, path, (".ann",), _save_one)


def _save_one(document: Document, path: Path) -> None:
    save_text(path.with_suffix(".txt"), document.text)
    save_text(path, "".join(f"{line}\n" for line in _lines(document)))


def _lines(document: Document) -> Iterator[str]:
    """The annotations of a document: mentions, then what the kept lines do not say of the chains, then those."""
    table = document.mention_table if document.mention_table is not None else Mentions()
    warn_of_widening(document, "brat")
    spans = [character_spans(document, row) for row in range(len(table))]
    rows = [row for row, found in enumerate(spans) if found]
    rows.sort(key=lambda row: (spans[row][0][0], -spans[row][-1][1]))
    names = _ids(table, rows)
    changed = 0
    for row in rows:
        label = table.labels[row] if table.labels is not None else ""
        written = "_".join(label.split()) or _LABEL
        changed += bool(label) and written != label
        offsets = ";".join(f"{start} {end}" for start, end in spans[row])
        text = " ".join(document.text[start:end] for start, end in spans[row])
        yield f"{names[row]}\t{written} {offsets}\t" + re.sub(r"[\r\n]", " ", text)
    _warn_of_loss(document, len(spans) - len(rows), changed)
    chains = {names[row]: int(table.chains[row]) for row in rows if table.chains[row] >= 0}
    lines = _kept(document)
    triggers = _triggers(lines)
    kept = [line for line in lines if _holds(line, chains, triggers)]
    yield from _equivalences(chains, kept, triggers)
    yield from _notes(table, chains, kept)
    yield from kept


def _warn_of_loss(document: Document, left_out: int, changed: int) -> None:
    if left_out:
        message = f"{document.key}: {left_out} mentions of words that the text does not have were left out"
        warnings.warn(message, LossWarning, stacklevel=2)
    if changed:
        message = f"{document.key}: {changed} labels with white space in them were written with underscores"
        warnings.warn(message, LossWarning, stacklevel=2)


def _ids(table: Mentions, rows: list[int]) -> dict[int, str]:
    """The T id of each row: the one it came with, else the next number that is free."""
    came = table.extra.get(KEPT)
    names: dict[int, str] = {}
    taken: set[str] = set()
    for row in rows:
        if came is not None and _ID.fullmatch(came[row]) and came[row] not in taken:
            names[row] = came[row]
            taken.add(came[row])
    free = (name for name in (f"T{number}" for number in count(1)) if name not in taken)
    return {row: names[row] if row in names else next(free) for row in rows}


def _kept(document: Document) -> list[str]:
    lines: Any = document.meta.get(KEPT)
    if not isinstance(lines, list | tuple):
        return []
    return [line for line in lines if isinstance(line, str) and line[:1] in set("*REAMN#") and "\n" not in line]


def _holds(line: str, chains: dict[str, int], triggers: Mapping[str, str]) -> bool:
    """Whether a kept line is still true: a relation of coreference needs both its mentions in one chain."""
    if not _is_coreference(line):
        return True
    names = _members(line, triggers)
    return line[0] == "R" and len(names) == 2 and chains.get(names[0], -1) == chains.get(names[1], -2)


def _equivalences(chains: dict[str, int], kept: list[str], triggers: Mapping[str, str]) -> Iterator[str]:
    """An equivalence for each chain that the relations among the kept lines do not make already."""
    rows = {name: row for row, name in enumerate(chains)}
    links = [link for line in kept if _is_coreference(line) for link in _linked(line, rows, triggers)]
    roots = linked_groups(len(rows), links)
    linked = {row for link in links for row in link}
    members: dict[int, list[str]] = {}
    for name, chain in chains.items():
        members.setdefault(chain, []).append(name)
    for names in members.values():
        if len({roots[rows[name]] for name in names}) > 1 or rows[names[0]] not in linked:
            yield f"*\tCoreference {' '.join(names)}"


def _notes(table: Mentions, chains: dict[str, int], kept: list[str]) -> Iterator[str]:
    """A note at the first mention of each chain whose name is not its number."""
    taken = {line.partition("\t")[0] for line in kept}
    free = (name for name in (f"#{number}" for number in count(1)) if name not in taken)
    firsts = {chain: name for name, chain in reversed(chains.items())}
    for place, chain in enumerate(dict.fromkeys(chains.values())):
        name = table.chain_ids[chain]
        if name != str(place):
            escaped = re.sub(r"[%\s]", lambda match: quote(match[0]), name)
            yield f"{next(free)}\tAnnotatorNotes {firsts[chain]}\tchain={escaped}"


def sniff(head: str) -> bool:
    """Whether a file begins with a text-bound annotation."""
    return re.match(rf"T[0-9]+\t\S+ {_SPANS}\t", head) is not None


FORMAT = Format(
    name="brat",
    description="brat standoff: annotations in a .ann file, the text in the .txt file beside it",
    extensions=(".ann",),
    split=split,
    parse=parse,
    save=save,
    sniff=sniff,
    carries=frozenset({"text", "chains"}),
)
