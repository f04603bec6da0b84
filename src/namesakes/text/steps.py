"""Steps: components that run over documents one after the other, in this process or in several."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Protocol, runtime_checkable

from namesakes.errors import DataError
from namesakes.text.document import Document
from namesakes.workers import Failure, mapped

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


class Steps:
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
        jobs: int | None = 1,
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
                found = mapped(Steps(steps), documents, jobs=jobs, batch=batch, name=document_key)
                documents = without_failures(found, failures)
        yield from documents

    def _stretches(self) -> list[tuple[Step, ...]]:
        """The components, those for whole corpora alone and the others as far as they stand together."""
        groups = groupby(enumerate(self.steps), lambda pair: (isinstance(pair[1], CorpusStep), pair[0])[0])
        together = [(alone, tuple(step for _, step in group)) for alone, group in groups]
        return [part for alone, steps in together for part in ([(step,) for step in steps] if alone else [steps])]

    def _corpus(self, step: CorpusStep, documents: list[Document]) -> list[Document]:
        done, report = step.corpus(documents)
        self.reports.append(report)
        return done


def document_key(document: Document) -> str:
    """What a document is called in messages."""
    return document.key


def without_failures(outcomes: "Iterable[Any | Failure]", failures: list[Failure] | None) -> Iterator[Any]:
    """The outcomes that are none, while failures are added to the list; without a list the first of them raises."""
    for outcome in outcomes:
        if not isinstance(outcome, Failure):
            yield outcome
        elif failures is None:
            raise DataError(f"document {outcome.document} could not be processed: {outcome.error}")
        else:
            failures.append(outcome)
