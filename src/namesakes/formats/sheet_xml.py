"""XML of sheets as it streams by: what begins, what it says and what ends, handed on at once and never kept.

Office files have no declarations, so that any is refused, and with it entities that grow and those from elsewhere.
"""

from collections.abc import Iterable, Iterator
from typing import Final
from xml.parsers import expat

from namesakes.errors import DataError

DEEPEST: Final = 256
"""The most elements that may lie in each other."""
LONGEST_TAG: Final = 1 << 24
"""The most bytes of a tag, which are in memory at a time."""
_CHUNK: Final = 1 << 16
_KNOWN: Final = 1000
"""The most names, and characters of a name, that are kept with what is left without its prefix."""


class SheetXml:
    """Reads XML; the subclass takes what comes, by the names without their prefixes."""

    def __init__(self) -> None:
        self._parser = parser = expat.ParserCreate()
        self._names: dict[str, str] = {}
        self._depth = 0
        parser.buffer_text = True
        parser.buffer_size = _CHUNK
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self.text
        parser.StartDoctypeDeclHandler = _refuse

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins; its attributes have their prefixes."""

    def text(self, data: str) -> None:
        """A piece of text."""

    def end(self, name: str) -> None:
        """An element ends."""

    def feed(self, chunks: Iterable[bytes]) -> Iterator[None]:
        """Read on, and pause after each piece."""
        try:
            fed = 0
            for chunk in chunks:
                self._parser.Parse(chunk, False)
                fed += len(chunk)
                if fed - self._parser.CurrentByteIndex > LONGEST_TAG:
                    raise DataError(f"a tag in it has more than {LONGEST_TAG:,} bytes", "Save it anew.")
                yield
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise DataError(f"its XML is damaged ({expat.ErrorString(error.code)})", "Save it anew.") from error
        yield

    def read(self, chunks: Iterable[bytes]) -> None:
        """Read to the end."""
        for _ in self.feed(chunks):
            pass

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise DataError(f"elements lie in each other more than {DEEPEST} deep", "Save it anew.")
        self.begin(self._names.get(name) or self._local(name), attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self.end(self._names.get(name) or self._local(name))

    def _local(self, name: str) -> str:
        local = name.rpartition(":")[2]
        if len(self._names) < _KNOWN and len(name) < _KNOWN:
            self._names[name] = local
        return local


def _refuse(*declaration: object) -> None:
    found = "this file declares a type of document, with which a small file can grow without end or reach for others"
    raise DataError(found, "Open it with the program that made it, and save it anew.")
