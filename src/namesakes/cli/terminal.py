"""What the command prints: nothing that comes from a document, a name or a path steers a terminal.

Lines and JSON go through `echo`, tables through `console`. What others write to the streams (documents in a format, an
export, messages of libraries) is cleaned by `clean_streams`: on the error stream always, on standard output where it is
a terminal, so that a file or a pipe gets the exact text.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, TextIO, cast

import click

from namesakes.view.wording import Heading, printable

if TYPE_CHECKING:
    from rich.console import Console


class CleanStream:
    """A stream that makes characters visible which would steer a terminal; else it is the stream below it."""

    def __init__(self, below: TextIO) -> None:
        self.below = below

    def write(self, text: str) -> int:
        """Write the text, cleaned."""
        self.below.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write the texts, cleaned."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.below, name)


def _below(stream: TextIO) -> TextIO:
    """The stream that takes styles, for what is clean already."""
    return stream.below if isinstance(stream, CleanStream) else stream


@contextmanager
def clean_streams() -> Iterator[None]:
    """What is written to the streams of this process is cleaned while the block runs."""
    streams = sys.stdout, sys.stderr
    sys.stderr = cast(TextIO, CleanStream(sys.stderr))
    if sys.stdout.isatty():
        sys.stdout = cast(TextIO, CleanStream(sys.stdout))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams


def clear_line() -> None:
    """Take away what stands in the line of the cursor, such as the ^C that a terminal shows."""
    stream = _below(sys.stderr)
    if stream.isatty() and os.environ.get("TERM", "").lower() not in ("", "dumb", "unknown"):
        stream.write("\r\x1b[2K")


def echo(line: str = "", *, err: bool = False) -> None:
    """Print a line of text or JSON, cleaned; where it is a heading, its first words are bold on a terminal."""
    shown = printable(line)
    if isinstance(line, Heading):
        shown = click.style(printable(line.head), bold=True) + printable(line[len(line.head) :])
    click.echo(shown, file=_below(sys.stderr if err else sys.stdout))


def console(*, stderr: bool = False) -> "Console":
    """Where tables and progress go, cleaned; they are coloured on a terminal only."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class CleanConsole(Console):
        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else segment._replace(text=printable(segment.text))

    return CleanConsole(highlight=False, file=cast("IO[str]", _below(sys.stderr if stderr else sys.stdout)))


class Pressed:
    """The keys pressed on a terminal, as they are pressed and without being shown; elsewhere those of `click`."""

    def __init__(self, file: int) -> None:
        self.file = file

    def read(self) -> str:
        """The next key, or several that were pressed at once."""
        got = os.read(self.file, 64)
        if not got:
            raise EOFError
        return got.decode("utf-8", errors="replace")

    def drop(self) -> None:
        """Forget what was pressed and not read."""
        import termios

        termios.tcflush(self.file, termios.TCIFLUSH)


class _ClickPressed:
    """The keys pressed where terminals are of another kind."""

    def read(self) -> str:
        return click.getchar()

    def drop(self) -> None:
        pass


@contextmanager
def pressed_keys() -> Iterator[Pressed | _ClickPressed]:
    """The keys pressed on standard input while the block runs; afterwards the terminal is as it was."""
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield _ClickPressed()
        return
    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    tty.setcbreak(file, termios.TCSADRAIN)
    try:
        yield Pressed(file)
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
