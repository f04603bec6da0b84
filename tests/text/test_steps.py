"""Pipelines: order, processes, and documents that a component cannot take."""

import pytest

from namesakes import Document
from namesakes.errors import DataError, DocumentError
from namesakes.text.steps import Steps
from namesakes.workers import Failure


def shout(document: Document) -> Document:
    """The document with its text in capitals."""
    if document.text == "bad":
        raise DocumentError("nothing can be done with this")
    if document.text == "worse":
        raise ZeroDivisionError("nobody expected this")
    return document.replace(text=document.text.upper())


def mark(document: Document) -> Document:
    """The document with a mark in its metadata."""
    return document.replace(meta={"seen": document.text})


PIPELINE = Steps([shout, mark])
DOCUMENTS = [Document(id=str(number), text=f"text {number}") for number in range(50)]


def test_components_follow_each_other() -> None:
    assert PIPELINE(DOCUMENTS[0]).meta == {"seen": "TEXT 0"}


@pytest.mark.parametrize("batch", [1, 7, 100])
def test_processes_make_no_difference(batch: int) -> None:
    alone = list(PIPELINE.run(DOCUMENTS))
    assert list(PIPELINE.run(iter(DOCUMENTS), jobs=2, batch=batch)) == alone
    assert [document.id for document in alone] == [document.id for document in DOCUMENTS]


def test_no_documents() -> None:
    assert list(PIPELINE.run([], jobs=2)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_bad_document_does_not_end_the_run(jobs: int) -> None:
    spoilt = [DOCUMENTS[0], Document(id="x", text="bad"), DOCUMENTS[1], Document(id="y", text="worse")]
    failures: list[Failure] = []
    assert [each.id for each in PIPELINE.run(spoilt, jobs=jobs, batch=2, failures=failures)] == ["0", "1"]
    assert failures == [
        Failure("x", "nothing can be done with this"),
        Failure("y", "ZeroDivisionError: nobody expected this"),
    ]
    with pytest.raises(DataError, match="document x could not be processed: nothing can be done"):
        list(PIPELINE.run(spoilt, jobs=jobs))


def test_documents_are_taken_as_they_are_needed() -> None:
    taken = []

    def source():  # type: ignore[no-untyped-def]
        for document in DOCUMENTS:
            taken.append(document.id)
            yield document

    first = next(PIPELINE.run(source()))
    assert first.id == "0"
    assert taken == ["0"]
