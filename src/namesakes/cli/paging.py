"""Lists that are longer than the screen go through a pager, on a terminal only."""

import functools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size, which
from typing import Any, Final, TextIO, cast

import click

from namesakes.cli.terminal import CleanStream

_OFF: Final = "namesakes.no_pager"
"""Where a call notes that it wants no pager."""
_USUAL: Final = {"LESS": "FRX", "LV": "-c"}
"""What pagers are told where nobody told them: to end on one screen, to keep colours, to leave the text there."""


def pager() -> str:
    """The command of the pager: $NAMESAKES_PAGER, $PAGER, or less; empty where there is none, or `cat`."""
    for name in ("NAMESAKES_PAGER", "PAGER"):
        if (found := os.environ.get(name)) is not None:
            return "" if found.strip() in ("", "cat") else found
    return "less" if which("less") else ""


class PagedStream:
    """Standard output that goes through a pager as soon as it is longer than the screen.

    Parameters
    ----------
    below : the terminal.
    command : the pager, which a shell runs.
    lines : how many fit on the screen.
    """

    def __init__(self, below: TextIO, command: str, lines: int, columns: int) -> None:
        self.below, self.command, self.lines, self.columns = below, command, lines, columns
        self._held: list[str] = []
        self._rows = 0
        self._process: subprocess.Popen[str] | None = None

    def write(self, text: str) -> int:
        """Write the text to the screen's lines that are held back, or to the pager."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.write(text)
            return len(text)
        self._held.append(text)
        self._rows += sum(max(1, -(-len(click.unstyle(line)) // self.columns)) for line in text.split("\n")[:-1])
        if self._rows >= self.lines:
            self._start()
        return len(text)

    def flush(self) -> None:
        """Nothing: what is shown at once is shown by the pager, the rest at the end."""

    def _start(self) -> None:
        environment = {**_USUAL, **os.environ}
        self._process = subprocess.Popen(
            self.command,
            shell=True,
            stdin=subprocess.PIPE,
            env=environment,
            encoding="utf-8",
            errors="backslashreplace",
        )
        held, self._held = "".join(self._held), []
        self.write(held)

    def close(self) -> None:
        """Show what was held back, or wait until the pager is left."""
        if self._process is None:
            self.below.write("".join(self._held))
            self.below.flush()
            return
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # somebody has read enough
            self._process.stdin.close()
        while True:
            try:
                self._process.wait()
                return
            except KeyboardInterrupt:  # it is for the pager
                continue

    def __getattr__(self, name: str) -> Any:
        return getattr(self.below, name)


@contextmanager
def paging() -> Iterator[None]:
    """What is printed while the block runs goes through a pager where it is longer than the screen."""
    context = click.get_current_context(silent=True)
    off = context is not None and context.meta.get(_OFF)
    command = pager()
    people = sys.stdin.isatty() and sys.stdout.isatty()  # somebody can leave the pager again
    if off or not command or not people or os.environ.get("TERM", "").lower() in ("", "dumb"):
        yield
        return
    before = sys.stdout
    size = get_terminal_size()
    below = before.below if isinstance(before, CleanStream) else before
    stream = PagedStream(below, command, size.lines, size.columns)
    sys.stdout = cast(TextIO, CleanStream(cast(TextIO, stream)))
    try:
        yield
    except BrokenPipeError:  # somebody has read enough
        pass
    finally:
        sys.stdout = before
        stream.close()


def _note(context: click.Context, parameter: click.Parameter, off: bool) -> None:
    if off:
        context.meta[_OFF] = True


no_pager_option = click.option(
    "--no-pager", is_flag=True, expose_value=False, callback=_note, help="Print long lists without a pager."
)


def paged(command: Callable[..., None]) -> Callable[..., None]:
    """The command, whose output is a list that is paged where it is long; `--no-pager` lets it pass."""

    @functools.wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        with paging():
            command(*arguments, **options)

    return no_pager_option(run)
