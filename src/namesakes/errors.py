"""Every error a user can cause, each saying what was found and what to do next.

Exit statuses of the command: 1 when the data is wrong, 2 when the call is.
"""

import logging
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

LOG: Final = logging.getLogger("namesakes")
"""Gets what was left out of a run and why, with the traceback; it goes where the caller's handlers send it."""

LOG.addHandler(logging.NullHandler())


class NamesakesError(Exception):
    """An error with a message for a person; the command prints it without a traceback."""

    exit_status = 1


class DataError(NamesakesError):
    """Something in the input is wrong: where it is, what was found, what to do.

    Parameters
    ----------
    found : str
        What is wrong, as a sentence.
    advice : str
        What the reader may do about it.
    path, line :
        Where: a file's name and a line counted from 1, as far as they are known.
    """

    def __init__(self, found: str, advice: str = "", *, path: object = None, line: int | None = None) -> None:
        self.found, self.advice, self.path, self.line = found, advice, path, line
        super().__init__(found, advice)

    def __str__(self) -> str:
        place = f"{self.place}:" if self.place else ""
        return "\n".join(part for part in (f"{place} {self.found}".strip(), self.advice) if part)

    @property
    def place(self) -> str:
        """Where it is, as far as that is known: `letters.csv:7`."""
        return "" if self.path is None else f"{self.path}" if self.line is None else f"{self.path}:{self.line}"

    def at(self, path: object, line: int | None = None) -> "DataError":
        """This error with its place filled in where it was not yet known."""
        self.path = path if self.path is None else self.path
        self.line = line if self.line is None else self.line
        return self


class DocumentError(DataError, ValueError):
    """Arrays that do not make a document: lengths that differ, a span past the end, a head outside."""


class DamagedError(DataError):
    """Input on which a reader failed as nobody foresaw; the cause is the error that it failed with."""

    @classmethod
    def of(cls, error: Exception, what: str = "") -> "DamagedError":
        """What is said of such an error, and of what the input was taken for."""
        said = " ".join(str(error).split())[:200]
        cause = f"{type(error).__name__}: {said}" if said else type(error).__name__
        found = f"this cannot be read{what and f' as {what}'}, perhaps it is damaged ({cause})"
        made = cls(found, "Open it with the program that made it, and save it anew.")
        made.__cause__ = error
        return made


class NoTextError(DataError):
    """A row of a table that has no text, as tables have them: it is left out, and nothing is wrong with the others."""


class MemberError(DataError):
    """A file in an archive, or another part of a file, that is left out while the others are read."""


class TimeLimitError(DataError):
    """A document that takes longer than documents may."""


class AlignmentError(DataError):
    """A response that is not about the key's documents or tokens."""


class ModelError(NamesakesError):
    """A model that cannot be used: newer, truncated, or not what its card says."""


class StoreError(NamesakesError):
    """A store that cannot be used: not there, corrupt, newer, of something else, or on a full disk."""


class DamagedStoreError(StoreError):
    """A store in which something is not as it was written."""


class StoreBusyError(StoreError):
    """A store that another process is working on."""


class EngineError(NamesakesError):
    """What the work was done in has ended: it was killed, or had no memory left."""


class ServerError(NamesakesError):
    """A request that a server refuses, in its own words.

    Parameters
    ----------
    status : of the answer; 0 where there was none.
    title : what is wrong, in a few words.
    detail : what was found, and what to do.
    retry_after : seconds after which to come back, where the server says so.
    """

    def __init__(self, status: int, title: str, detail: str = "", *, retry_after: float | None = None) -> None:
        self.status, self.title, self.detail, self.retry_after = status, title, detail, retry_after
        super().__init__(
            "\n".join(part for part in (f"{title} (status {status})" if status else title, detail) if part)
        )


class UnreachableError(ServerError):
    """A server that does not answer, or not to the end."""

    def __init__(self, address: str, reason: str) -> None:
        self.address, self.reason = address, reason
        advice = "Is it running, and is this its address? Start one: namesakes serve"
        super().__init__(0, f"the server at {address} cannot be asked: {reason}", advice)


class UsageError(NamesakesError):
    """The call itself is wrong."""

    exit_status = 2


class ConfigError(UsageError):
    """A configuration that cannot be understood."""


class UnknownNameError(ConfigError):
    """A name that nothing is registered under; the message lists those that are."""

    def __init__(self, kind: str, name: str, known: Iterable[str], place: str = "") -> None:
        self.kind, self.name, self.known = kind, name, sorted(known)
        near = get_close_matches(name.casefold(), self.known, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        where = f"{place}: " if place else ""
        super().__init__(f"{where}there is no {kind} called '{name}'.{hint}\nKnown: {', '.join(self.known) or 'none'}.")


class MissingExtraError(UsageError):
    """A part that needs an optional dependency which is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        from namesakes.resources import install_command

        super().__init__(f"{what} needs the extra '{extra}'.\nInstall it with: {install_command(extra)}")


class LossWarning(UserWarning):
    """Something that a format cannot hold was left out or changed while writing."""


class ReferenceWarning(UserWarning):
    """A file refers to something that is not in it."""


class LanguageWarning(UserWarning):
    """A text is probably in another language than the models know."""


class CostWarning(UserWarning):
    """A document or a block takes unusually long; it says so before it is worked on."""


class SkippedWarning(UserWarning):
    """A text among many could not be processed and was left out."""
