"""Coreference from end to end: a text goes in, a document with chains, confidences and reasons comes out."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

import numpy as np

from namesakes import budget
from namesakes.chains.constraints import Constraints, marked_groups
from namesakes.chains.decoding.postprocessing import wanted_parts
from namesakes.chains.links import chained
from namesakes.errors import DataError, LanguageWarning, NamesakesError, UsageError
from namesakes.explain.links import explained
from namesakes.mentions.detection import PREDICTED, mention_source
from namesakes.pipeline.cost import remarked
from namesakes.pipeline.parts import Parts
from namesakes.syntax.parsing.parser import Parser
from namesakes.text.document import PARTIAL, Document
from namesakes.text.language import is_english
from namesakes.text.line_breaks import LineBreaks
from namesakes.text.segment import token_span
from namesakes.text.spans import Mentions
from namesakes.text.steps import Step, document_key, without_failures
from namesakes.workers import Failure, mapped, one_blas_thread


@dataclass(frozen=True)
class ChainsSettings:
    """How a pipeline finds chains: its section [chains].

    Parameters
    ----------
    without : parts of postprocessing that are switched off, by name; see `chains.decoding.postprocessing`.
    singletons : whether mentions that nothing else is linked to are chains too.
    min_confidence : links that are less probable are not made.
    """

    without: tuple[str, ...] = ()
    singletons: bool = False
    min_confidence: float = 0.0

    def __post_init__(self) -> None:
        wanted_parts(self.without)
        if not 0.0 <= self.min_confidence <= 1.0:
            raise UsageError(f"a confidence lies between 0 and 1, not at {self.min_confidence}.")


@dataclass(frozen=True)
class CoreferenceSettings(ChainsSettings):
    """What is wanted of chains.

    Parameters
    ----------
    mentions : "predicted", or "gold" to put the mentions that documents come with into chains, and no others.
    explain : whether each mention keeps the reasons of its link, for `Mention.why`.
    max_seconds : of a processor, that a document may take.
    """

    mentions: str = PREDICTED
    explain: bool = False
    max_seconds: float = budget.SECONDS

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "mentions", mention_source(self.mentions))


@dataclass(frozen=True)
class Coreference:
    """The whole way from a text to its chains, for one document; it can be sent to other processes.

    What a document has already is kept: tokens with sentences, tags, lemmas, trees and names are found only where it
    has none.

    Parameters
    ----------
    parts : the models.
    settings : what is wanted.
    constraints : by the id of the document; under None those of every document.
    progress : gets a line before each part of the work, for those who wait; it stays in this process.
    """

    parts: Parts
    settings: CoreferenceSettings = field(default_factory=CoreferenceSettings)
    constraints: Mapping[str | None, Constraints] = field(default_factory=dict)
    progress: Callable[[str], None] | None = None

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "progress": None}

    def __call__(self, document: Document) -> Document:
        """The document with its chains."""
        breaks = LineBreaks(document)
        own = self._on(breaks)
        with self.budget(document), one_blas_thread(), self.parts.gender.activated():
            return breaks.restored(own._done(breaks.unix, [*own.steps(breaks.unix), ("chains", own.link)]))

    def parsed(self, document: Document) -> Document:
        """The document with the tags, trees and names that it lacks."""
        breaks = LineBreaks(document)
        own = self._on(breaks)
        with self.budget(document), one_blas_thread():
            return breaks.restored(own._done(breaks.unix, own.steps(breaks.unix)))

    def _on(self, breaks: LineBreaks) -> "Coreference":
        """The same, with the constraints on a document, and those of its edition, once its lines end as on Unix."""
        constraints = self.of(breaks.document)
        if self.settings.mentions == PREDICTED and breaks.document.meta.get(PARTIAL):
            constraints = Constraints.of_groups([*constraints.groups, *marked_groups(breaks.document)])
        elif not (breaks.windows and constraints):
            return self
        groups = constraints.groups
        if breaks.windows:
            groups = tuple(replace(group, spans=_moved(group.spans, breaks)) for group in groups)
        return replace(self, constraints={None: Constraints.of_groups(groups)})

    def budget(self, document: Document) -> AbstractContextManager[None]:
        """What a document may take while the block runs."""
        return budget.within(self.settings.max_seconds, f"document {document.key}")

    def _done(self, document: Document, steps: list[tuple[str, Step]]) -> Document:
        done = document
        for number, (title, step) in enumerate(steps, start=1):
            budget.check()
            if self.progress is None:
                done = step(done)
                continue
            line = f"{document.key}: {title} ({number} of {len(steps)})"
            self.progress(line)
            done = step.parse(done, progress=self._sentences(line)) if isinstance(step, Parser) else step(done)
        return done

    def _sentences(self, line: str) -> Callable[[int, int], None]:
        """What reports from time to time how many of many sentences are done: trees take most of the time."""

        def passed(done: int, count: int) -> None:
            if self.progress is not None and done and done % _OFTEN == 0:
                self.progress(f"{line}, {done:,} of {count:,} sentences")

        return passed

    def steps(self, document: Document) -> list[tuple[str, Step]]:
        """What a document lacks before its mentions can be linked, each with what it is called."""
        marks = None if self.settings.mentions == PREDICTED else _marks(document)
        found = self.parts.syntax.missing(document, _boundaries(marks, self.of(document)))
        return found if marks is None else [*found, ("mentions", _Marked(marks))]

    def of(self, document: Document) -> Constraints:
        """The constraints on a document."""
        groups = [self.constraints[name].groups for name in (document.id, None) if name in self.constraints]
        return Constraints.of_groups(group for each in groups for group in each)

    def link(self, document: Document) -> Document:
        """The parsed document with its chains."""
        settings = self.settings
        resolver = self.parts.chains
        links = resolver.links(
            document,
            mentions=settings.mentions,
            min_confidence=settings.min_confidence,
            constraints=self.of(document),
            without=settings.without,
        )
        if settings.explain:
            return _complete(explained(resolver, links, singletons=settings.singletons))
        return _complete(chained(links, singletons=settings.singletons))


def run(
    documents: Iterable[Document],
    coreference: Coreference,
    *,
    jobs: int | None = 1,
    failures: list[Failure] | None = None,
) -> Iterator[Document]:
    """The documents with their chains, in their order, as they come; warnings say what is odd.

    Parameters
    ----------
    jobs : processes to run in; the outcome is the same for any number. None: as many as there are cores, once there is
        work enough.
    failures : a list to which documents that could not be processed are added while the others go on.
    """
    seen: list[str] = []
    watched = _watched(remarked(documents), coreference.constraints, seen)
    wanted = coreference if failures is not None else _Clear(coreference)
    outcomes = mapped(wanted, watched, jobs=jobs, name=document_key, raising=failures is None)
    for document in without_failures(outcomes, failures):
        remark_language(document)
        yield document
    for name in sorted(name for name in coreference.constraints if name is not None and name not in seen):
        warnings.warn(f"there is no document '{name}', which constraints are about", stacklevel=2)


@dataclass(frozen=True)
class _Clear:
    """The same, with a sentence that names the document for an error that nobody foresaw."""

    coreference: Coreference

    def __call__(self, document: Document) -> Document:
        try:
            return self.coreference(document)
        except (NamesakesError, Warning):
            raise
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise DataError(f"document {document.key} could not be processed: {said}") from error


def _watched(
    documents: Iterable[Document], constraints: Mapping[str | None, Constraints], seen: list[str]
) -> Iterator[Document]:
    """The documents; an error where constraints do not say which of several they are about."""
    for number, document in enumerate(documents):
        if number and None in constraints:
            group = constraints[None].groups[0]
            raise group.error("these constraints do not say which document they are about", 'Add its "doc_id".')
        if constraints:
            seen.append(document.id)
        yield document


def remark_language(document: Document) -> None:
    """Warn where a document is probably not in English."""
    if is_english(document.words) is False:
        message = f"document {document.key} is probably not in English; the models know English only"
        warnings.warn(message, LanguageWarning, stacklevel=2)


_OFTEN = 500
"""After how many sentences it is said again how far the trees are."""

Marks = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True)
class _Marked:
    """Puts mentions, given by their characters, on a document's tokens."""

    marks: Marks

    def __call__(self, document: Document) -> Document:
        parts = [[token_span(document, *span) for span in spans] for spans in self.marks]
        return document.replace(mention_table=Mentions.build(parts, [None] * len(parts)))


def _complete(document: Document) -> Document:
    """The document, whose chains are no longer those of an edition alone."""
    if PARTIAL not in document.meta:
        return document
    return document.replace(meta={key: value for key, value in document.meta.items() if key != PARTIAL})


def _marks(document: Document) -> Marks:
    """The characters of the mentions that a document comes with."""
    if document.mention_table is None:
        advice = "Give them with the text, for example as JSONL, or let them be found."
        raise DataError(f"document {document.key} has no mentions", advice)
    spans = (tuple((part.start, part.end) for part in mention.parts) for mention in document.mentions)
    return tuple(spans)


def _moved(spans: tuple[tuple[int, int], ...], breaks: LineBreaks) -> tuple[tuple[int, int], ...]:
    return tuple((int(start), int(end)) for start, end in breaks.moved(np.array(spans, dtype=np.int32)))


def _boundaries(marks: Marks | None, constraints: Constraints) -> list[int]:
    inside = [place for mark in marks or () for span in mark for place in span]
    return sorted({*inside, *constraints.boundaries})
