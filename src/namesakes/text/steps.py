"""Pipeline: components run over documents one after the other, in this process or in several."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import chain, groupby, islice
from typing import Any, Protocol, runtime_checkable

from namesakes.errors import DataError, NamesakesError
from namesakes.text.document import Document
from namesakes.workers import workers

Step = Callable[[Document], Document]


@runtime_checkable
class CorpusStep(Protocol):
    """A component that looks at all documents together."""

    def __call__(self, document: Document) -> Document:
        """The document with one more layer, as if it were the whole corpus."""
        ...

    def corpus(self, documents: Sequence[Document]) -> tuple[list[Document], Any]:
        """The documents with one more layer, and a report of what was done."""
        ...


@dataclass(frozen=True)
class Failure:
    """A document that a component could not take, and why."""

    document: str
    error: str


class Pipeline:
    """Components in their order, each taking a document and giving it back with one more layer."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = tuple(steps)
        self.reports: list[Any] = []
        """What components for whole corpora reported, run by run."""

    def __call__(self, document: Document) -> Document:
        """The document with the layers of all components."""
        for step in self.steps:
            document = step(document)
        return document

    def run(
        self,
        documents: Iterable[Document],
        *,
        jobs: int = 1,
        batch: int = 16,
        failures: list[Failure] | None = None,
    ) -> Iterator[Document]:
        """The documents with the layers of all components, in their order, as they come.

        A component for whole corpora (`CorpusStep`) waits for all documents, and runs in this process.

        Parameters
        ----------
        jobs : processes to run in; the outcome is the same for any number.
        batch : documents that a process is given at a time; at most two batches a process are held in memory.
        failures : a list to which documents that a component could not take are added while the others go on; without
            it the first of them raises a `DataError`.
        """
        documents = iter(documents)
        for steps in self._stretches():
            if isinstance(steps[0], CorpusStep):
                documents = iter(self._corpus(steps[0], list(documents)))
            else:
                documents = Pipeline(steps)._run(documents, jobs, batch, failures)
        yield from documents

    def _run(
        self, documents: Iterable[Document], jobs: int, batch: int, failures: list[Failure] | None
    ) -> Iterator[Document]:
        outcomes = self._alone(documents) if jobs <= 1 else self._together(documents, jobs, batch)
        for outcome in outcomes:
            if isinstance(outcome, Document):
                yield outcome
            elif failures is None:
                raise DataError(f"document {outcome.document} could not be processed: {outcome.error}")
            else:
                failures.append(outcome)

    def _stretches(self) -> list[tuple[Step, ...]]:
        """The components, those for whole corpora alone and the others as far as they stand together."""
        groups = groupby(enumerate(self.steps), lambda pair: (isinstance(pair[1], CorpusStep), pair[0])[0])
        together = [(alone, tuple(step for _, step in group)) for alone, group in groups]
        return [part for alone, steps in together for part in ([(step,) for step in steps] if alone else [steps])]

    def _corpus(self, step: CorpusStep, documents: list[Document]) -> list[Document]:
        done, report = step.corpus(documents)
        self.reports.append(report)
        return done

    def _alone(self, documents: Iterable[Document]) -> Iterator[Document | Failure]:
        return (_attempt(self, document) for document in documents)

    def _together(self, documents: Iterable[Document], jobs: int, batch: int) -> Iterator[Document | Failure]:
        """The outcomes of several processes, which get the components once and documents in batches."""
        groups = _batches(documents, batch)
        with workers(jobs, _receive, (self,)) as pool:
            waiting: deque[Future[list[Document | Failure]]] = deque(
                pool.submit(_attempt_all, group) for group in islice(groups, 2 * jobs)
            )
            while waiting:
                outcomes = waiting.popleft().result()
                waiting.extend(pool.submit(_attempt_all, group) for group in islice(groups, 1))
                yield from outcomes


def _batches(documents: Iterable[Document], size: int) -> Iterator[list[Document]]:
    rest = iter(documents)
    for first in rest:
        yield list(chain([first], islice(rest, size - 1)))


_received: Pipeline | None = None


def _receive(pipeline: Pipeline) -> None:
    """Keep the components that a process was given when it began."""
    global _received
    _received = pipeline


def _attempt_all(documents: Sequence[Document]) -> list[Document | Failure]:
    assert _received is not None
    return [_attempt(_received, document) for document in documents]


def _attempt(pipeline: Pipeline, document: Document) -> Document | Failure:
    """The document with its new layers, or what went wrong: one bad document must not end a run over many."""
    try:
        return pipeline(document)
    except NamesakesError as error:
        return Failure(document.key, str(error))
    except Exception as error:
        return Failure(document.key, f"{type(error).__name__}: {error}")
