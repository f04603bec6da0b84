"""Reading: from a text to all that a store keeps of it, in one process or several."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np

from namesakes.errors import LOG
from namesakes.formats.scan import Skipped
from namesakes.pipeline.chained import with_chains
from namesakes.pipeline.changes import Entry
from namesakes.pipeline.corrected import corrected
from namesakes.pipeline.profiles import ProfileExtraction
from namesakes.profiles.extraction import subject_profiles
from namesakes.store.records import Correction, Span, StoredDocument, StoredMention
from namesakes.text.document import Document
from namesakes.text.language import is_english
from namesakes.text.steps import without_failures
from namesakes.workers import Failure, mapped, one_blas_thread

_TITLE: Final = 80
"""Characters of a title."""
_BATCH: Final = 4
"""Documents that a process is given at a time."""


@dataclass(frozen=True)
class ReadDocument:
    """A document as the store keeps it, how many words it has, and whether it is in another language than English.

    Parameters
    ----------
    asleep : the numbers of corrections about its mentions of which a mention was not found.
    unmet : pairs of corrections about its mentions that contradict each other, the one that did not hold first.
    """

    stored: StoredDocument
    words: int
    foreign: bool
    asleep: tuple[int, ...] = ()
    unmet: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class DocumentReader:
    """The whole way from a text to what a store keeps of it; it can be sent to other processes.

    Parameters
    ----------
    extraction : finds chains and profiles.
    corrections : those about mentions that hold, by document.
    """

    extraction: ProfileExtraction
    corrections: Mapping[str, Sequence[Correction]] = field(default_factory=dict)

    def __call__(self, entry: Entry) -> ReadDocument:
        """What a store keeps of a document."""
        document, coreference = entry.document.replace(id=entry.id, part=0), self.extraction.coreference
        with coreference.budget(document), one_blas_thread(), coreference.parts.gender.activated():
            told = corrected(with_chains(document, coreference), self.corrections.get(entry.id, ()))
            chained = told.document
            subjects = subject_profiles(chained, self.extraction.kinds, coreference.parts.vectors, told.pinned)
        starts, ends = chained.starts.tolist(), chained.ends.tolist()
        mentions = {
            (starts[mention.start], ends[mention.end - 1], profile.chain)
            for subject, profile in subjects
            for mention in subject.mentions
        }
        stored = StoredDocument(
            chained.id,
            entry.path,
            entry.hash,
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
        return ReadDocument(stored, words, is_english(chained.words) is False, told.asleep, told.unmet)


def read_entries(
    entries: Iterable[Entry],
    reader: DocumentReader,
    *,
    jobs: int | None = 1,
    failures: list[Failure] | None = None,
) -> Iterator[ReadDocument]:
    """What a store keeps of documents, in their order, as they come.

    Parameters
    ----------
    jobs : processes to run in; the outcome is the same for any number.
    failures : a list to which documents that could not be processed are added while the others go on.
    """
    return without_failures(mapped(reader, entries, jobs=jobs, batch=_BATCH, name=_id), failures)


def _id(entry: Entry) -> str:
    return entry.id


def failed(failure: Failure) -> Skipped:
    """What is said of a document that could not be processed; a log gets the traceback."""
    LOG.warning("%s: it could not be processed: %s\n%s", failure.document, failure.error, failure.trace)
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
