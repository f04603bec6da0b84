"""Reading: from a text to all that a store keeps of it, in one process or several."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from namesakes.pipeline.opening import Entry, Skipped
from namesakes.pipeline.profiles import ProfileExtraction
from namesakes.profiles.extraction import subject_profiles
from namesakes.store.records import Span, StoredDocument, StoredMention
from namesakes.text.document import Document
from namesakes.text.language import is_english
from namesakes.text.steps import Steps
from namesakes.workers import Failure

_ENTRY: Final = "entry"
_RESULT: Final = "result"
_TITLE: Final = 80
"""Characters of a title."""


@dataclass(frozen=True)
class Result:
    """A document as the store keeps it, how many words it has, and whether it is in another language than English."""

    stored: StoredDocument
    words: int
    foreign: bool


@dataclass(frozen=True)
class Reading:
    """The whole way from a text to a `Result`, as one step of a pipeline; it can be sent to other processes.

    Parameters
    ----------
    kinds : which profiles are kept: "person", "organization", "place".
    """

    kinds: tuple[str, ...] = ("person",)

    def __call__(self, document: Document) -> Document:
        """A document with nothing but the result."""
        path, digest = document.meta[_ENTRY]
        rest = {name: value for name, value in document.meta.items() if name != _ENTRY}
        chained = ProfileExtraction(self.kinds).chained(document.replace(meta=rest))
        subjects = subject_profiles(chained, self.kinds)
        starts, ends = chained.starts.tolist(), chained.ends.tolist()
        mentions = {
            (starts[mention.start], ends[mention.end - 1], profile.chain)
            for subject, profile in subjects
            for mention in subject.mentions
        }
        stored = StoredDocument(
            chained.id,
            path,
            digest,
            title_of(chained),
            chained.text,
            tuple(zip(starts, ends, strict=True)),
            _sentences(chained, starts, ends),
            tuple(StoredMention(*each) for each in sorted(mentions, key=lambda each: (each[0], -each[1], each[2]))),
            tuple(profile for _, profile in subjects),
        )
        column = chained.word_column
        spoken = np.array([any(map(str.isalnum, word)) for word in column.values], dtype=np.bool_)
        words = int(spoken[column.indices].sum())
        return Document(id=document.id, meta={_RESULT: Result(stored, words, is_english(chained.words) is False)})


def read_entries(
    entries: Iterable[Entry], reading: Reading, *, jobs: int = 1, failures: list[Failure] | None = None
) -> Iterator[Result]:
    """The results of documents, in their order, as they come.

    Parameters
    ----------
    jobs : processes to run in; the outcome is the same for any number.
    failures : a list to which documents that could not be processed are added while the others go on.
    """
    documents = (
        entry.document.replace(id=entry.id, part=0, meta={**entry.document.meta, _ENTRY: (entry.path, entry.hash)})
        for entry in entries
    )
    for done in Steps([reading]).run(documents, jobs=jobs, batch=4, failures=failures):
        yield done.meta[_RESULT]


def failed(failure: Failure) -> Skipped:
    """What is said of a document that could not be processed."""
    return Skipped(failure.document, " ".join(f"it could not be processed: {failure.error}".split()))


def title_of(document: Document) -> str:
    """The title that a document has, or the beginning of its first line."""
    title = document.meta.get("title")
    if not (isinstance(title, str) and title.strip()):
        title = document.text.strip().partition("\n")[0]
    line = " ".join(title.split())
    return line if len(line) <= _TITLE else line[: _TITLE - 1].rstrip() + "…"


def _sentences(document: Document, starts: list[int], ends: list[int]) -> tuple[Span, ...]:
    edges = [*document.sentence_starts.tolist(), len(starts)]
    return tuple((starts[first], ends[last - 1]) for first, last in pairwise(edges))
