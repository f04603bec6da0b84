"""Plain text: a file is a document, its text untouched.

The encoding is the one declared, else a byte order mark's, else UTF-8, else the likeliest by its bytes. Line breaks
stay as they are; a byte order mark is remembered, not kept in the text.
"""

from collections.abc import Iterable, Iterator
from typing import TextIO

from namesakes.errors import DataError
from namesakes.formats.format import Block, Format
from namesakes.formats.source import Source, byte_order
from namesakes.text.document import Document


def split(source: Source) -> Iterator[Block]:
    """One block: the file."""
    yield Block(source, 1, [])


def parse(block: Block) -> Document:
    """The document of a file: its name without the ending, and its text."""
    data = block.source.bytes()
    encoding = block.source.encoding or byte_order(data) or _encoding(data, block.source)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        found = f"byte 0x{data[error.start]:02x} is not valid {encoding}"
        raise DataError(found, "Declare the encoding with --encoding.", path=block.path, line=line) from error
    if "\x00" in text:
        raise block.source.binary()
    if not text.strip():
        raise DataError("this file is empty: there is no text in it", path=block.path)
    return Document(id=block.source.path.stem, text=text, meta={"encoding": encoding})


def _encoding(data: bytes, source: Source) -> str:
    """UTF-8 where it fits, else what the bytes look like."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        from charset_normalizer import from_bytes

        best = from_bytes(data).best()
        if best is None:
            raise source.binary() from None
        return best.encoding
    return "utf-8"


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write the texts, one after the other, with a line break between two."""
    for number, document in enumerate(documents):
        stream.write("\n" * (number > 0) + document.text)


FORMAT = Format(
    name="plain",
    description="plain text: a file is a document",
    extensions=(".txt", ".text", ".md"),
    split=split,
    parse=parse,
    write=write,
    carries=frozenset({"text"}),
)
