"""Format: how one kind of file is cut into documents, read and written."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document


@dataclass(frozen=True)
class Block:
    """The lines of one document in a file, and where they begin: what is left out when the document is bad."""

    source: TextFile
    line: int
    lines: list[str] = field(repr=False)

    @property
    def path(self) -> str:
        """The file's name, for messages."""
        return self.source.name


def _never(head: str) -> bool:
    return False


@dataclass(frozen=True)
class Format:
    """One format: a name, the endings of its files, and how to read and write it.

    Parameters
    ----------
    name, description : what it is called, and one line for a newcomer.
    extensions : endings of file names, the first one being the usual one.
    split : cuts a source into blocks, one a document, without keeping more than one block in memory.
    parse : the document of a block; raises `DataError` with the line where the block is bad.
    write : writes documents to a text stream.
    save : for formats of several files, writes documents to a path instead.
    sniff : whether the first characters of a file look like this format.
    carries : which layers survive being written: tokens, sentences, chains, entities, syntax, speakers.
    """

    name: str
    description: str
    extensions: tuple[str, ...]
    split: Callable[[TextFile], Iterator[Block]]
    parse: Callable[[Block], Document]
    write: Callable[[Iterable[Document], TextIO], None] | None = None
    save: Callable[[Iterable[Document], Path], None] | None = None
    sniff: Callable[[str], bool] = _never
    carries: frozenset[str] = frozenset()


def whole(source: TextFile) -> Iterator[Block]:
    """One block that holds the whole file; its lines keep their line breaks."""
    yield Block(source, 1, [source.text()])
