"""What the server says when something is wrong: a status, what was found, and what to do."""

import json
from typing import Any

from namesakes.errors import (
    DamagedStoreError,
    DataError,
    NamesakesError,
    StoreBusyError,
    StoreError,
    TimeLimitError,
)

PROBLEM = "application/problem+json"


class ProblemError(Exception):
    """A request that cannot be answered as it was meant.

    Parameters
    ----------
    status : of the answer.
    title : what is wrong, in a few words.
    detail : what was found, and what to do.
    headers : of the answer, besides the usual ones.
    """

    def __init__(self, status: int, title: str, detail: str = "", **headers: str) -> None:
        super().__init__(title)
        self.status, self.title, self.detail = status, title, detail
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    def body(self) -> dict[str, Any]:
        """The problem as RFC 9457 has it."""
        return {"title": self.title, "status": self.status, "detail": self.detail}

    @property
    def content(self) -> bytes:
        """The body of the answer."""
        return json.dumps(self.body(), ensure_ascii=False).encode()


class NotChangedError(Exception):
    """The browser has the answer already."""


def problem_of(error: Exception) -> ProblemError:
    """What to say of an error of ours."""
    if isinstance(error, ProblemError):
        return error
    said = str(error)
    if isinstance(error, StoreBusyError):
        return ProblemError(
            503, "another process is writing into the store", "Try again when it is done.", Retry_After="2"
        )
    if isinstance(error, DamagedStoreError):
        return ProblemError(500, "the store is damaged", said)
    if isinstance(error, StoreError):
        return ProblemError(503, "the store cannot be used now", said, Retry_After="5")
    if isinstance(error, TimeLimitError):
        return ProblemError(504, "this takes too long", "Send less text, or run the command: namesakes coref.")
    if isinstance(error, DataError):
        return ProblemError(422, error.found, error.advice)
    if isinstance(error, NamesakesError):
        return ProblemError(500, said.partition("\n")[0], said.partition("\n")[2])
    return ProblemError(500, "something went wrong here", "The log of the server says more.")
