"""Line breaks: a document as if its lines ended as they do on Unix, and what is found in it put back on its own text.

Whether lines end in CR LF, as on Windows, or in LF says nothing of who is who. Rules and models see the text with LF;
offsets that come out of them are those of the text as it was given.
"""

from functools import cached_property

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.text.document import Document

_WINDOWS = "\r\n"


class LineBreaks:
    """The line breaks of a document.

    Parameters
    ----------
    document : as it was given.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.windows = _WINDOWS in document.text
        """Whether a line ends in CR LF; without one nothing moves."""

    @cached_property
    def _returns(self) -> Int32Array:
        """The places of the carriage returns that go."""
        letters = np.frombuffer(self.document.text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        return np.flatnonzero((letters[:-1] == 13) & (letters[1:] == 10)).astype(np.int32)

    @cached_property
    def _feeds(self) -> Int32Array:
        """The places of their line feeds in the text without them."""
        return (self._returns - np.arange(len(self._returns), dtype=np.int32)).astype(np.int32)

    @cached_property
    def unix(self) -> Document:
        """The document with LF at the end of all these lines."""
        given = self.document
        if not self.windows:
            return given
        return given.replace(
            text=given.text.replace(_WINDOWS, "\n"),
            starts=self.moved(given.starts),
            ends=self.moved(given.ends),
            origin=None if given.origin is None else np.delete(given.origin, self._returns),
        )

    def moved(self, places: Int32Array) -> Int32Array:
        """Where places of the given text are in that of `unix`."""
        return (places - np.searchsorted(self._returns, places)).astype(np.int32) if self.windows else places

    def back(self, places: Int32Array) -> Int32Array:
        """Where places in the text of `unix` are in the given one."""
        return (places + np.searchsorted(self._feeds, places)).astype(np.int32) if self.windows else places

    def restored(self, done: Document) -> Document:
        """What was made of `unix`, on the text as it was given."""
        if not self.windows:
            return done
        given = self.document
        return done.replace(
            text=given.text, starts=self.back(done.starts), ends=self.back(done.ends), origin=given.origin
        )
