"""JSONL: a document a line.

    {"doc_id": "a", "text": "Gary Wilber said he agreed.", "clusters": [[[0, 11], [17, 19]]]}
    {"doc_id": "b", "sentences": [["Gary", "Wilber", "said", "he", "agreed", "."]], "clusters": [[[0, 2], [3, 4]]]}

Clusters are lists of end-exclusive spans, as users of fastcoref know them: places of tokens where the row has `tokens`
or `sentences`, places of characters where it has `text` alone. A discontinuous mention is a list of such spans. Rows
that we write carry every layer of the document under keys of its own; keys that mean nothing to us are kept in the
document's metadata.
"""

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TextIO

from namesakes.errors import DataError, DocumentError
from namesakes.formats.columns import with_columns
from namesakes.formats.format import Block, Format
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document
from namesakes.text.segment import joined, segmented, token_span
from namesakes.text.spans import Mentions, Spans
from namesakes.text.strings import Strings

Row = dict[str, Any]
Parts = list[tuple[int, int]]

_IDS = ("doc_id", "doc_key", "id")
_INTEGERS = ("heads", "empty_nodes", "origin", "paragraph_starts")
_SPANS = {"entities": "entity_table", "constituents": "constituents", "multiwords": "multiwords"}
_KNOWN = {
    *_IDS, *_INTEGERS, *_SPANS,
    "part", "text", "tokens", "sentences", "offsets", "columns", "speakers", "span_extra", "meta",
    "clusters", "cluster_ids", "mentions", "mention_heads", "mention_labels", "mention_extra",
}  # fmt: skip


def split(source: TextFile) -> Iterator[Block]:
    """One block a line that is not blank."""
    for number, line in enumerate(source.lines(), start=1):
        if line.strip():
            yield Block(source, number, [line])


def parse(block: Block) -> Document:
    """The document of one line."""
    row = _row(block)
    try:
        return document_of_row(with_columns(row, block.source.options), f"{block.source.path.stem}-{block.line}")
    except DataError as error:
        raise error.at(block.path, block.line) from error
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as error:
        found = f"this row does not make a document ({type(error).__name__}: {error})"
        raise DataError(
            found, "Compare it with the layout in the documentation.", path=block.path, line=block.line
        ) from error


def _row(block: Block) -> Row:
    try:
        row = json.loads(block.lines[0])
    except (ValueError, RecursionError) as error:
        advice = "Every line of a JSONL file is one JSON object."
        raise DataError(f"this line is not JSON: {error}", advice, path=block.path, line=block.line) from error
    if not isinstance(row, dict):
        found = f"this line is a JSON {type(row).__name__}, not an object"
        raise DataError(found, 'Expected {"text": …} or {"tokens": […]}.', path=block.path, line=block.line)
    return row


def document_of_row(row: Row, fallback: str) -> Document:
    """The document of a row; `fallback` is what it is called without an id."""
    name = next((str(row[key]) for key in _IDS if row.get(key) is not None), fallback)
    fields = _text(row)
    meta = {key: value for key, value in row.items() if key not in _KNOWN}
    document = Document(id=name, part=int(row.get("part", 0)), meta={**meta, **row.get("meta", {})}, **fields)
    by_token = "tokens" in row or "sentences" in row
    clusters = row.get("clusters")
    if clusters is None and row.get("mentions") is not None:
        clusters = []
    if clusters is not None and not by_token:
        groups = [*clusters, row.get("mentions") or []]
        spans = [span for cluster in groups for mention in cluster for span in _parts(mention)]
        document = segmented(document, [place for span in spans for place in span])
    layers: dict[str, Any] = {key: row[key] for key in _INTEGERS if row.get(key) is not None}
    for key, layer in _SPANS.items():
        if row.get(key) is not None:
            layers[layer] = _spans(row[key], row.get("span_extra", {}).get(key, {}))
    if clusters is not None:
        layers["mention_table"] = _mentions(row, document, by_token)
    return document.replace(columns=_columns(row), **layers)


def _text(row: Row) -> dict[str, Any]:
    """The text and, where the row has words, their places in it."""
    text = row.get("text")
    if text is not None and not isinstance(text, str):
        raise DataError(f"'text' is a {type(text).__name__}; a string was expected")
    sentences = row["sentences"] if "sentences" in row else [row["tokens"]] if "tokens" in row else None
    if sentences is None:
        if text is None:
            advice = "Expected a 'text', or the words as 'tokens' or 'sentences'."
            raise DataError(f"this row has no text; its keys are {', '.join(sorted(row)) or 'none'}", advice)
        return {"text": text}
    if not all(isinstance(words, list) and all(isinstance(word, str) for word in words) for words in sentences):
        raise DataError(
            "the words are not lists of strings", "'tokens' is a list of words, 'sentences' a list of such."
        )
    fields = joined(sentences)
    if "sentences" not in row:
        fields["sentence_starts"] = []
    if text is not None:
        words = [word for sentence in sentences for word in sentence]
        offsets = row["offsets"] if "offsets" in row else _find(words, text)
        fields |= {"text": text, "starts": [start for start, _ in offsets], "ends": [end for _, end in offsets]}
        if len(offsets) != len(words):
            raise DataError(f"{len(offsets)} offsets for {len(words)} words")
    return fields


def _find(words: Sequence[str], text: str) -> Parts:
    """The place of each word in the text, searched from the end of the word before."""
    found, place = [], 0
    for word in words:
        start = text.find(word, place)
        if start < 0:
            advice = "Give 'offsets', or leave 'text' out."
            raise DataError(f"the word {word!r} does not stand in the text after character {place}", advice)
        place = start + len(word)
        found.append((start, place))
    return found


def _columns(row: Row) -> dict[str, Strings]:
    columns = {str(name): Strings(rows) for name, rows in row.get("columns", {}).items()}
    speakers = row.get("speakers")
    if speakers and "speaker" not in columns:
        if isinstance(speakers[0], list):
            speakers = [speaker for sentence in speakers for speaker in sentence]
        columns["speaker"] = Strings("" if speaker in (None, "-") else str(speaker) for speaker in speakers)
    return columns


def _parts(mention: Any) -> Parts:
    """The spans of a mention: `[start, end]`, or a list of them."""
    if mention and isinstance(mention[0], list):
        return [(int(start), int(end)) for start, end in mention]
    start, end = mention
    if not (isinstance(start, int) and isinstance(end, int)):
        raise DataError(f"{mention!r} is not a span; expected [start, end]")
    return [(start, end)]


def _mentions(row: Row, document: Document, by_token: bool) -> Mentions:
    clusters = [*(row.get("clusters") or []), row.get("mentions") or []]
    ids = [str(name) for name in row.get("cluster_ids") or range(len(clusters) - 1)]
    if len(ids) != len(clusters) - 1 or len(set(ids)) != len(ids):
        raise DataError(f"{len(ids)} cluster_ids for {len(clusters) - 1} clusters, or one given twice")
    parts = [
        [_tokens(span, document, by_token) for span in _parts(mention)] for cluster in clusters for mention in cluster
    ]
    chains = [name for name, cluster in zip([*ids, None], clusters, strict=True) for _ in cluster]
    columns = {key: row.get(key) for key in ("mention_heads", "mention_labels")}
    return Mentions.build(
        parts,
        chains,
        heads=columns["mention_heads"],
        labels=columns["mention_labels"],
        extra=row.get("mention_extra"),
    )


def _tokens(span: tuple[int, int], document: Document, by_token: bool) -> tuple[int, int]:
    if not by_token:
        return token_span(document, *span)
    if not 0 <= span[0] < span[1] <= len(document.starts):
        advice = "Spans are end-exclusive: [0, 2] is the first two tokens."
        raise DocumentError(f"the span {list(span)} does not fit {len(document.starts)} tokens", advice)
    return span


def _spans(rows: Any, extra: Any) -> Spans:
    table = Spans.build([(int(start), int(end), str(label)) for start, end, label in rows])
    return Spans(table.starts, table.ends, table.labels, {name: Strings(column) for name, column in extra.items()})


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write every layer of each document, one line a document; absent layers have no key."""
    for document in documents:
        stream.write(json.dumps(to_row(document), ensure_ascii=False) + "\n")


def to_row(document: Document) -> Row:
    """The row of a document: every layer that it has, as JSON holds it."""
    row: Row = {"doc_id": document.id}
    if document.part:
        row["part"] = document.part
    row["text"] = document.text
    if len(document.starts) or document.mention_table is not None:
        row |= _words(document)
    for name in _INTEGERS:
        values = getattr(document, name)
        if values is not None and len(values):
            row[name] = values.tolist()
    if document.columns:
        row["columns"] = {name: list(rows) for name, rows in document.columns.items()}
    for key, layer in _SPANS.items():
        table: Spans | None = getattr(document, layer)
        if table is not None:
            row[key] = list(zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True))
            if table.extra:
                row.setdefault("span_extra", {})[key] = {name: list(rows) for name, rows in table.extra.items()}
    if document.mention_table is not None:
        row |= _clusters(document.mention_table)
    if document.meta:
        row["meta"] = dict(document.meta)
    return row


def _words(document: Document) -> Row:
    offsets = list(zip(document.starts.tolist(), document.ends.tolist(), strict=True))
    words, edges = list(document.words), [*document.sentence_starts.tolist(), len(document.starts)]
    if len(document.sentence_starts):
        return {"sentences": [words[a:b] for a, b in itertools.pairwise(edges)], "offsets": offsets}
    return {"tokens": words, "offsets": offsets}


def _clusters(table: Mentions) -> Row:
    groups = [*(table.members(chain).tolist() for chain in range(len(table.chain_ids)))]
    loose = [row for row, chain in enumerate(table.chains.tolist()) if chain < 0]
    spans = [[_span(table, row) for row in group] for group in [*groups, loose]]
    order = [row for group in [*groups, loose] for row in group]
    found: Row = {"clusters": spans[:-1]}
    if list(table.chain_ids) != [str(number) for number in range(len(table.chain_ids))]:
        found["cluster_ids"] = list(table.chain_ids)
    if loose:
        found["mentions"] = spans[-1]
    if table.heads is not None:
        found["mention_heads"] = [int(table.heads[row]) for row in order]
    if table.labels is not None:
        found["mention_labels"] = [table.labels[row] for row in order]
    if table.extra:
        found["mention_extra"] = {name: [rows[row] for row in order] for name, rows in table.extra.items()}
    return found


def _span(table: Mentions, row: int) -> list[Any]:
    parts = [list(part) for part in table.parts(row)]
    return parts[0] if len(parts) == 1 else parts


def sniff(head: str) -> bool:
    """Whether a file begins with a JSON object."""
    return head.lstrip().startswith("{")


FORMAT = Format(
    name="jsonl",
    description="JSONL: a document a line, with text or words and end-exclusive clusters",
    extensions=(".jsonl", ".ndjson"),
    split=split,
    parse=parse,
    write=write,
    sniff=sniff,
    carries=frozenset({"everything"}),
    streams=True,
)
