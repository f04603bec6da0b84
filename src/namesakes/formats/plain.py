"""Plain text: a file is a document, its text untouched.

The encoding is the one declared, else a byte order mark's, else UTF-8, else the likeliest by its bytes; it is kept in
`meta["encoding"]`. Line breaks stay as they are; a byte order mark is remembered, not kept in the text.

A text file has no place for the edges of documents: several written to one file are parted by a blank line, and read
back as one. A `LossWarning` says so.
"""

import warnings
from collections.abc import Iterable, Iterator
from typing import TextIO

from namesakes.errors import DataError, LossWarning
from namesakes.formats.format import Block, Format
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document


def split(source: TextFile) -> Iterator[Block]:
    """One block: the file."""
    yield Block(source, 1, [])


def parse(block: Block) -> Document:
    """The document of a file: its name without the ending, and its text."""
    text, encoding = block.source.decoded()
    if "\x00" in text:
        raise block.source.binary()
    if not text.strip():
        raise DataError("this file is empty: there is no text in it", path=block.path)
    return Document(id=block.source.path.stem, text=text, meta={"encoding": encoding})


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write the texts, one after the other, with a blank line between two."""
    count, end = 0, ""
    for count, document in enumerate(documents, start=1):
        stream.write(_gap(end) if count > 1 else "")
        stream.write(document.text)
        end = document.text[-2:]
    if count > 1:
        message = f"{count} documents were written as one text; write jsonl or conllu to keep them apart"
        warnings.warn(message, LossWarning, stacklevel=2)


def _gap(end: str) -> str:
    """What is missing to a blank line after a text that ends like this."""
    return "\n" * (2 - (len(end) - len(end.rstrip("\n"))))


FORMAT = Format(
    name="plain",
    description="plain text: a file is a document",
    extensions=(".txt", ".text"),
    split=split,
    parse=parse,
    write=write,
    carries=frozenset({"text"}),
    one_document=True,
)
