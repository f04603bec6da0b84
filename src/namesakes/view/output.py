"""Writing documents with chains: as a summary, as resolved text, or in a format."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from namesakes.chains.resolved_text import resolved_text
from namesakes.formats import write
from namesakes.formats.atomic import open_atomic
from namesakes.text.document import Document
from namesakes.view.summary import summary


def write_chains(documents: Iterable[Document], path: str, kind: str) -> int:
    """Write the documents to a file or, for "-", to standard output; returns how many there were.

    Parameters
    ----------
    kind : "summary", "text" for the resolved text, or the name of a format.
    """
    if kind == "text":
        return write(_resolved(documents), path, format="plain")
    if kind != "summary":
        return write(documents, path, format=kind)
    if path == "-":
        return _summaries(documents, sys.stdout)
    with open_atomic(Path(path)) as stream:
        return _summaries(documents, stream)


def _resolved(documents: Iterable[Document]) -> Iterator[Document]:
    for document in documents:
        yield Document(id=document.id, part=document.part, text=resolved_text(document).text)


def _summaries(documents: Iterable[Document], stream: TextIO) -> int:
    count = 0
    for document in documents:
        stream.write("\n" if count else "")
        stream.writelines(f"{line}\n" for line in summary(document))
        count += 1
    return count
