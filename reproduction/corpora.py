"""Corpora: where they are, which of their documents are drawn, and documents with mentions beside their gold chains."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from namesakes.chains.preparation import prepared
from namesakes.config import generator
from namesakes.errors import DataError
from namesakes.mentions.detection import with_mentions
from namesakes.text.document import Document

Pair = tuple[Document, Document]
"""A document with its mentions in no chains, and the same with its gold chains."""

Item = TypeVar("Item")


def corpus_path(data: Path | None, *inside: str) -> Path:
    """The file or folder inside the corpora that an experiment reads; an error where it is not there."""
    if data is None:
        raise DataError("this experiment needs the corpora", "Name their folder with --data.")
    path = data.joinpath(*inside)
    if not path.exists():
        raise DataError("this experiment's data is not there", "Unpack the corpora first.", path=path)
    return path


def corpora_with(data: Path | None, *names: str) -> Path:
    """The folder of the corpora; an error where one of the named corpora is not in it."""
    for name in names:
        corpus_path(data, name)
    return corpus_path(data)


def sample(items: Sequence[Item], count: int, seed: int, *purpose: str, start: int = 0) -> list[Item]:
    """So many items in their order, drawn at random; samples with other starts of the same draw share none."""
    order = generator(seed, *purpose).permutation(len(items)).tolist()
    return [items[place] for place in sorted(order[start : start + count])]


def with_found_mentions(documents: Iterable[Document], syntax: str) -> list[Pair]:
    """The documents with the mentions found in gold or predicted syntax, beside themselves."""
    return [(with_mentions(prepared(document, syntax)), document) for document in documents]
