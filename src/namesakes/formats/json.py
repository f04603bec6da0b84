"""JSON: one array of documents, their sentences and tokens as objects, for programs that want to look things up.

    [{"id": "a", "text": "Ann ran.", "sentences": [{"start": 0, "end": 8, "tokens": [{"id": 0, "text": "Ann", …}, …]}],
      "entities": [{"text": "Ann", "label": "PER", "start": 0, "end": 3, "tokens": [0, 1]}]}]

`start` and `end` count characters of the text, end-exclusive; a token's `id` counts the document's tokens from 0, and
`head` is the id of its head, or null at a root. What is not known has no key. Objects that have none of these layers
are rows as in JSONL, also where they stand without an array. JSONL is the format to keep things in: it is read line by
line and loses nothing; this one spells out what people look at.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, TextIO

import numpy as np

from namesakes.errors import DataError
from namesakes.formats.columns import with_columns
from namesakes.formats.format import Block, Format
from namesakes.formats.jsonl import document_of_row
from namesakes.formats.text_file import TextFile
from namesakes.text.document import NO_HEAD, ROOT, Document
from namesakes.text.reasons import CERTAINTY, CONFIDENCE, MARGIN, WHY, Why
from namesakes.text.spans import Mentions, Spans, integers
from namesakes.text.views import Chain, Span

Row = dict[str, Any]

COLUMNS = ("lemma", "upos", "xpos", "feats", "label", "speaker")
_ADVICE = "Compare it with the layout in the documentation."


@dataclass(frozen=True)
class Parsed(Block):
    """A document of the array, as JSON has it."""

    row: Any = None


def split(source: TextFile) -> Iterator[Block]:
    """One block for each object of the array, or for each of several that stand one after the other, as in JSONL."""
    text = source.text()
    place, decoder = _blank(text, 0), json.JSONDecoder()
    inside = text[place : place + 1] == "["
    place += inside
    line, counted = 1, 0
    while (place := _blank(text, place)) < len(text) and text[place] != "]":
        line, counted = line + text.count("\n", counted, place), place
        try:
            row, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            raise DataError(f"this is not JSON: {error}", _ADVICE, path=source.name, line=line) from error
        yield Parsed(source, line, [], row)
        place = _blank(text, place)
        if inside and text[place : place + 1] == ",":
            place += 1
        elif inside and text[place : place + 1] != "]":
            found = f"{text[place : place + 10]!r} stands after a document" if text[place:] else "the file ends early"
            advice = "Documents stand in one array, with commas between them."
            raise DataError(found, advice, path=source.name, line=line)


def _blank(text: str, place: int) -> int:
    """The first place from there on that is not blank."""
    while place < len(text) and text[place] in " \t\r\n":
        place += 1
    return place


def parse(block: Block) -> Document:
    """The document of one object."""
    assert isinstance(block, Parsed)
    row = block.row
    fallback = f"{block.source.path.stem}-{block.line}"
    try:
        if isinstance(row, dict) and not _has_layers(row):
            return document_of_row(with_columns(row, block.source.options), fallback)
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            raise DataError("this is not an object with a text", _ADVICE)
        return _document(row, fallback)
    except DataError as error:
        raise error.at(block.path, block.line) from error
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as error:
        found = f"this object does not make a document ({type(error).__name__}: {error})"
        raise DataError(found, _ADVICE, path=block.path, line=block.line) from error


def _has_layers(row: Row) -> bool:
    """Whether an object has layers as this format spells them out; any other is a row as in JSONL."""
    lists = [row[key] for key in _LISTS if isinstance(row.get(key), list)]
    if "clusters" in row or any(each and not isinstance(each[0], dict) for each in lists):
        return False
    return bool(lists)


def _document(row: Row, fallback: str) -> Document:
    groups = [sentence["tokens"] for sentence in row["sentences"]] if "sentences" in row else []
    tokens = [token for group in groups for token in group] if "sentences" in row else row.get("tokens", [])
    edges = [0]
    for group in groups[:-1]:
        edges.append(edges[-1] + len(group))
    document = Document(
        id=str(row.get("id", fallback)),
        part=int(row.get("part", 0)),
        text=row["text"],
        starts=integers([int(token["start"]) for token in tokens]),
        ends=integers([int(token["end"]) for token in tokens]),
        sentence_starts=integers(edges if tokens and groups else []),
        meta=row.get("meta", {}),
    )
    columns = {name: [_cell(token.get(name, "")) for token in tokens] for name in COLUMNS if _has(tokens, name)}
    words = [str(token["text"]) for token in tokens]
    if tuple(words) != document.words:
        columns["form"] = words
    heads = None
    if _has(tokens, "head"):
        heads = [ROOT if token.get("head", -1) is None else token.get("head", NO_HEAD) for token in tokens]
    return document.replace(
        columns=columns,
        heads=heads,
        empty_nodes=[int(bool(token.get("empty"))) for token in tokens] if _has(tokens, "empty") else None,
        entity_table=_spans(row["entities"]) if "entities" in row else None,
        mention_table=_mentions(row["chains"]) if "chains" in row else None,
    )


def _has(tokens: list[Row], name: str) -> bool:
    return any(name in token for token in tokens)


def _cell(value: Any) -> str:
    """A column's cell; morphology is an object."""
    return "|".join(f"{name}={each}" for name, each in value.items()) if isinstance(value, dict) else str(value)


def _spans(rows: list[Row]) -> Spans:
    return Spans.build([(int(row["tokens"][0]), int(row["tokens"][1]), str(row["label"])) for row in rows])


def _mentions(rows: list[Row]) -> Mentions:
    parts, chains, mentions, certainties = [], [], [], []
    for row in rows:
        for mention in row["mentions"]:
            parts.append([(int(first), int(end)) for first, end in mention["tokens"]])
            chains.append(None if row["id"] is None else str(row["id"]))
            mentions.append(mention)
            certainties.append(f"{float(row[CONFIDENCE]):.3f}" if CONFIDENCE in row else "")
    extra = {name: [_kept(each, name) for each in mentions] for name in _TOLD if _has(mentions, name)}
    extra |= {CERTAINTY: certainties} if any(certainties) else {}
    return Mentions.build(parts, chains, extra=extra)


_TOLD = (CONFIDENCE, MARGIN, WHY)
"""What a mention may say of its link."""


def _kept(mention: Row, name: str) -> str:
    """What a mention says of its link, as the document's columns keep it."""
    if name not in mention:
        return ""
    return Why.from_object(mention[name]).to_json() if name == WHY else f"{float(mention[name]):.3f}"


def _told(table: Mentions, row: int) -> Row:
    """The same as a document's columns keep it, as objects; what is not ours is left out."""
    found: Row = {}
    for name in _TOLD:
        text = table.extra[name][row] if name in table.extra else ""
        try:
            if text:
                found[name] = Why.from_json(text).to_object() if name == WHY else float(text)
        except (ValueError, KeyError, TypeError):
            continue
    return found


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write one array, a document at a time and a line for each token."""
    stream.write("[")
    for number, document in enumerate(documents):
        stream.write(",\n" if number else "\n")
        stream.writelines(_lines(document))
    stream.write("\n]\n")


def to_object(document: Document) -> Row:
    """The document as an object of JSON's types."""
    return {key: list(value) if key in _LISTS else value for key, value in _keys(document)}


_LISTS = ("sentences", "tokens", "entities", "chains")


def _keys(document: Document) -> Iterator[tuple[str, Any]]:
    """The keys of the object with their values; lists come item by item, so that a long document is not held twice."""
    yield "id", document.id
    if document.part:
        yield "part", document.part
    yield "text", document.text
    if len(document.sentence_starts):
        yield "sentences", _sentences(document)
    elif len(document.starts):
        yield "tokens", _tokens(document)
    if document.entity_table is not None:
        yield "entities", map(_entity, document.entities)
    if document.mention_table is not None:
        yield "chains", _chains(document, document.mention_table)
    if document.meta:
        yield "meta", dict(document.meta)


def _entity(span: Span) -> Row:
    places = [span.token_start, span.token_end]
    return {"text": span.text, "label": span.label, "start": span.start, "end": span.end, "tokens": places}


def _sentences(document: Document) -> Iterator[Row]:
    tokens = _tokens(document)
    for first, end in pairwise([*document.sentence_starts.tolist(), len(document.starts)]):
        own = list(islice(tokens, end - first))
        yield {"start": own[0]["start"], "end": own[-1]["end"], "tokens": own}


def _tokens(document: Document) -> Iterator[Row]:
    columns = {name: document.columns[name] for name in COLUMNS if name in document.columns}
    heads, empty = document.heads, document.empty_nodes
    for place, word in enumerate(document.words):
        row: Row = {"id": place, "text": word, "start": int(document.starts[place]), "end": int(document.ends[place])}
        for name in COLUMNS[:4]:
            _add(row, name, columns, place)
        if heads is not None and heads[place] != NO_HEAD:
            row["head"] = None if heads[place] == ROOT else int(heads[place])
        for name in COLUMNS[4:]:
            _add(row, name, columns, place)
        if empty is not None and empty[place]:
            row["empty"] = True
        yield row


def _add(row: Row, name: str, columns: Mapping[str, Sequence[str]], place: int) -> None:
    if name in columns and (value := columns[name][place]):
        row[name] = _features(value) if name == "feats" else value


def _features(feats: str) -> str | dict[str, str]:
    """Morphology as an object, where it is written as CoNLL-U has it."""
    pairs = [part.partition("=") for part in feats.split("|")]
    found = {name: value for name, equals, value in pairs if equals}
    return found if len(found) == len(pairs) else feats


def _chains(document: Document, table: Mentions) -> Iterator[Row]:
    """The chains with their mentions; mentions in none stand in one more, which has no id."""
    order = np.argsort(table.chains, kind="stable")
    edges = np.searchsorted(table.chains[order], np.arange(len(document.chains) + 1))
    for chain, (first, end) in zip(document.chains, pairwise(edges.tolist()), strict=True):
        yield _chain(chain) | {"mentions": [_mention(document, table, row) for row in order[first:end].tolist()]}
    if edges[0]:
        yield {"id": None, "mentions": [_mention(document, table, row) for row in order[: edges[0]].tolist()]}


def _mention(document: Document, table: Mentions, row: int) -> Row:
    mention = document.mentions[row]
    parts = [list(part) for part in table.parts(row)]
    return {"text": mention.text, "start": mention.start, "end": mention.end, "tokens": parts} | _told(table, row)


def _chain(chain: Chain) -> Row:
    confidence = chain.confidence
    known: Row = {} if confidence is None else {"name": chain.name, CONFIDENCE: round(confidence, 3)}
    return {"id": chain.id, **known}


def _lines(document: Document) -> Iterator[str]:
    """The object as text: a line for each key, sentence, token, entity and chain."""
    before = "{\n"
    for key, value in _keys(document):
        yield f"{before}  {_dump(key)}: "
        if key in _LISTS:
            yield from _list(map(_sentence if key == "sentences" else _dump, value), 2)
        else:
            yield _dump(value)
        before = ",\n"
    yield "\n}"


def _sentence(row: Row) -> str:
    tokens = "".join(_list(map(_dump, row["tokens"]), 4))
    return f'{{"start": {row["start"]}, "end": {row["end"]}, "tokens": {tokens}}}'


def _list(items: Iterable[str], indent: int) -> Iterator[str]:
    margin = "\n" + " " * indent
    number = -1
    for number, item in enumerate(items):
        yield f"{',' if number else '['}{margin}  {item}"
    yield "[]" if number < 0 else f"{margin}]"


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def sniff(head: str) -> bool:
    """Whether a file begins with an array of objects."""
    return head.lstrip().startswith("[") and head.lstrip()[1:].lstrip().startswith("{")


FORMAT = Format(
    name="json",
    description="JSON: an array of documents, with sentences, tokens, names and chains as objects",
    extensions=(".json",),
    split=split,
    parse=parse,
    write=write,
    sniff=sniff,
    carries=frozenset({"tokens", "sentences", "chains", "entities", "syntax", "xpos", "speakers"}),
)
