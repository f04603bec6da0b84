"""Documents of one format turned into another, and what was lost on the way."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from namesakes.errors import DataError
from namesakes.formats import find_format, read, write
from namesakes.formats.read_options import ReadOptions
from namesakes.text.document import Document

ProgressWrapper = Callable[[Iterable[Document]], Iterable[Document]]


@dataclass(frozen=True)
class Conversion:
    """How many documents were written, which bad ones were left out, and which layers the new format cannot hold."""

    count: int
    skipped: list[DataError]
    lost: list[str]


def convert(
    source: str | Path,
    target: str | Path,
    *,
    source_format: str | None = None,
    target_format: str | None = None,
    encoding: str | None = None,
    options: ReadOptions | None = None,
    skip_bad: bool = False,
    progress: ProgressWrapper = iter,
    change: Callable[[Document], Document] = lambda document: document,
) -> Conversion:
    """Write the documents of `source` to `target`; endings say which formats, where none is named.

    Parameters
    ----------
    options : what is chosen of how files are read.
    skip_bad : leave bad documents out instead of raising the error of the first one.
    progress : wraps the documents as they pass, to show how far things are, as tqdm does.
    change : what is done with each document on the way.
    """
    carried = find_format(target, target_format, writing=True).carries
    skipped: list[DataError] = []
    bad = skipped if skip_bad else None
    documents = read(source, format=source_format, encoding=encoding, skipped=bad, options=options, left_out=skipped)
    first = next(documents, None)
    if first is None:
        advice = f"The first: {skipped[0]}" if skipped else ""
        raise DataError(f"all {len(skipped)} documents are bad; nothing was written", advice, path=source)
    seen: set[str] = set()
    changed = map(change, chain([first], documents))
    count = write(progress(_noting(changed, seen)), target, format=target_format)
    return Conversion(count, skipped, [] if "everything" in carried else sorted(seen - carried))


def _noting(documents: Iterable[Document], seen: set[str]) -> Iterator[Document]:
    """The documents as they are; their layers are added to `seen`."""
    for document in documents:
        seen |= layers(document)
        yield document


def layers(document: Document) -> set[str]:
    """The layers that a document has, by the names that formats say they carry."""
    columns = set(document.columns)
    present = {
        "chains": len(document.mentions) > 0,
        "entities": document.entity_table is not None and len(document.entity_table) > 0,
        "constituents": document.constituents is not None and len(document.constituents) > 0,
        "speakers": "speaker" in columns,
        "xpos": "xpos" in columns,
        "syntax": document.heads is not None or bool(columns & {"upos", "lemma", "feats", "label"}),
    }
    return {name for name, there in present.items() if there}
