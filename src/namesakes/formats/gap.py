"""GAP, gendered ambiguous pronouns: a row a text, with one pronoun and two names that it may stand for.

    ID  Text  Pronoun  Pronoun-offset  A  A-offset  A-coref  B  B-offset  B-coref  URL

The columns are separated by tabs and found by their names in the first line. The three mentions are labelled
`Pronoun`, `A` and `B`; the pronoun joins the chain of every name it corefers with, and what corefers with nothing is a
chain of its own. Without the coref columns (a test set) the mentions belong to no chain. The URL is `meta["url"]`;
columns of other names are kept in the metadata, and not written.

Webster, Recasens, Axelrod and Baldridge (2018), Mind the GAP: A Balanced Corpus of Gendered Ambiguous Pronouns.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import TextIO

from namesakes.errors import DataError, LossWarning
from namesakes.formats.format import Block, Format
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document
from namesakes.text.segment import segmented, token_span
from namesakes.text.spans import Mentions
from namesakes.text.views import Mention

LABELS = ("Pronoun", "A", "B")
NAMES = ("A", "B")
COREF = ("A-coref", "B-coref")
HEADER = ("ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL")
_NEEDED = [name for name in HEADER if name not in (*COREF, "URL")]
_BREAKS = re.compile(r"[\t\n\r]")

Row = Mapping[str, str]


def split(source: TextFile) -> Iterator[Block]:
    """One block a row: the header and the row itself."""
    header = None
    for number, line in enumerate(source.lines(), start=1):
        if not line.strip():
            continue
        if header is None:
            header = line
            _check_header(source, number, header.split("\t"))
        else:
            yield Block(source, number, [header, line])


def _check_header(source: TextFile, number: int, names: list[str]) -> None:
    missing = [name for name in _NEEDED if name not in names]
    if not missing and len(set(COREF) & set(names)) == 1:
        missing = [name for name in COREF if name not in names]
    if missing:
        found = f"the first line does not name the column {', '.join(missing)}"
        advice = f"Expected, separated by tabs: {' '.join(HEADER)}."
        raise DataError(found, advice, path=source.name, line=number)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise DataError(f"the first line names the column {twice[0]} twice", path=source.name, line=number)


def parse(block: Block) -> Document:
    """The document of one row."""
    names, cells = block.lines[0].split("\t"), block.lines[1].split("\t")
    try:
        if len(cells) != len(names):
            advice = "Columns are separated by single tabs; a text holds none."
            raise DataError(f"this row has {len(cells)} columns and the first line {len(names)}", advice)
        return _document(dict(zip(names, cells, strict=True)))
    except DataError as error:
        raise error.at(block.path, block.line) from error


def _document(row: Row) -> Document:
    spans = {label: _span(row, label) for label in LABELS}
    meta = {name: cell for name, cell in row.items() if name not in HEADER}
    if row.get("URL"):
        meta["url"] = row["URL"]
    edges = [edge for span in spans.values() for edge in span]
    document = segmented(Document(id=row["ID"], text=row["Text"], meta=meta), edges)
    chains = _chains(row)
    table = Mentions.build(
        [[token_span(document, *spans[label])] for label in LABELS],
        [chains[label] for label in LABELS],
        labels=LABELS,
    )
    return document.replace(mention_table=table)


def _span(row: Row, label: str) -> tuple[int, int]:
    """The characters of one of the three mentions, which must be what the row says they are."""
    name, offset, text = row[label], row[f"{label}-offset"], row["Text"]
    if not (offset.isascii() and offset.isdigit()) or len(offset) > 9:
        raise DataError(f"{label}-offset reads '{offset[:40]}'", "Expected a number of characters, counted from 0.")
    start, end = int(offset), int(offset) + len(name)
    if text[start:end] != name or not name.strip():
        found = f"{label} is {name[:60]!r}, and the text at {start} reads {text[start:end][:60]!r}"
        raise DataError(found, "The offset counts characters of the text from 0.")
    return start, end


def _chains(row: Row) -> dict[str, str | None]:
    """The chain of each mention; a pronoun that stands for both names makes one chain of all three."""
    if not set(COREF) <= set(row):
        return dict.fromkeys(LABELS)
    joined = [name for name in NAMES if _truth(row, f"{name}-coref")]
    own = joined[0] if joined else "Pronoun"
    return {label: own if label == "Pronoun" or label in joined else label for label in LABELS}


def _truth(row: Row, column: str) -> bool:
    value = row[column].strip().upper()
    if value not in ("TRUE", "FALSE"):
        raise DataError(f"{column} reads '{row[column][:40]}'", "Expected TRUE or FALSE.")
    return value == "TRUE"


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write one row a document; the coref columns are there if the first document has chains.

    A tab or line break in a text becomes a space, so that no offset changes, with a `LossWarning`.
    """
    resolved = None
    for document in documents:
        mentions = _mentions(document)
        chained = mentions["Pronoun"].chain is not None
        if resolved is None:
            resolved = chained
            stream.write("\t".join(_header(resolved)) + "\n")
        if chained != resolved:
            advice = "Write them to two files: one with the coref columns and one without."
            raise DataError(f"of these documents some have chains and some have none, as {document.key}", advice)
        row = _row(document, mentions)
        stream.write("\t".join(_cell(document, row[name]) for name in _header(resolved)) + "\n")
    if resolved is None:
        stream.write("\t".join(HEADER) + "\n")


def _header(resolved: bool) -> list[str]:
    return [name for name in HEADER if resolved or name not in COREF]


def _mentions(document: Document) -> dict[str, Mention]:
    """The three mentions by their labels."""
    found = [mention.label for mention in document.mentions]
    if sorted(found) != sorted(LABELS) or any(len(mention.parts) > 1 for mention in document.mentions):
        labels = ", ".join(label or "no label" for label in found[:6])
        message = f"document {document.key} has {len(found)} mentions" + (f" ({labels})" if found else "")
        advice = "A GAP row has three mentions without gaps, labelled Pronoun, A and B. Write another format."
        raise DataError(message, advice)
    return {mention.label: mention for mention in document.mentions}


def _row(document: Document, mentions: Mapping[str, Mention]) -> Row:
    row = {"ID": document.id, "Text": document.text, "URL": str(document.meta.get("url", ""))}
    chain = mentions["Pronoun"].chain
    for label, mention in mentions.items():
        row |= {label: mention.text, f"{label}-offset": str(mention.start)}
        row[f"{label}-coref"] = "TRUE" if mention.chain == chain else "FALSE"
    return row


def _cell(document: Document, cell: str) -> str:
    if _BREAKS.search(cell):
        message = f"{document.key}: tabs and line breaks were written as spaces"
        warnings.warn(message, LossWarning, stacklevel=3)
    return _BREAKS.sub(" ", cell)


def sniff(head: str) -> bool:
    """Whether a file begins with GAP's header."""
    return head.startswith("ID\tText\tPronoun\t")


FORMAT = Format(
    name="gap",
    description="GAP: a text, a pronoun and two names a row",
    extensions=(".tsv",),
    split=split,
    parse=parse,
    write=write,
    sniff=sniff,
    carries=frozenset({"text", "chains"}),
)
