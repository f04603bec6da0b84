"""How commands read files: the options for it, and what was left out and why."""

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from namesakes.errors import LOG, DataError, NoTextError, UsageError
from namesakes.workers import Failure

if TYPE_CHECKING:
    from namesakes.formats.read_options import ReadOptions
    from namesakes.text.document import Document

encoding_option = click.option(
    "--encoding", metavar="NAME", help="The files' encoding. Default: a byte order mark's, else UTF-8."
)
support_option = click.option(
    "--support",
    type=Path,
    multiple=True,
    metavar="FILE",
    help="With consistency: raw texts, whose sentences help to tag words that are not known.",
)


def supporting(files: Sequence[Path], consistency: bool) -> "Iterator[Document]":
    """The documents of the files of --support, which nothing looks at without consistency."""
    from namesakes.formats import read

    if files and not consistency:
        raise UsageError("texts of support help consistency alone.\nAdd --consistency.")
    return (document for path in files for document in read(path))


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of how files are read, which it gets together as `reading`."""

    @functools.wraps(command)
    def run(*args: Any, **given: Any) -> None:
        from namesakes.formats.read_options import ReadOptions

        names = {each.name for each in fields(ReadOptions)}
        reading = ReadOptions(**{name: value for name, value in given.items() if name in names})
        command(*args, reading=reading, **{name: value for name, value in given.items() if name not in names})

    for option in reversed(
        (
            encoding_option,
            click.option("--text-path", default="", metavar="PATH", help="Of XML, whose text is read: //article/body."),
            click.option("--whole-page", is_flag=True, help="Of web pages all that is shown, not the article alone."),
            click.option("--chapters", is_flag=True, help="Make a document of each chapter of an e-book."),
            click.option(
                "--text-column",
                "text_columns",
                multiple=True,
                metavar="NAME",
                help="Of tables, the column of the texts; of several each is a paragraph. Default: text, body …",
            ),
            click.option("--id-column", default="", metavar="NAME", help="Of tables, the column of ids. Default: id."),
            click.option(
                "--date-column", default="", metavar="NAME", help="Of tables, when texts were written. Default: date."
            ),
            click.option("--quoted", is_flag=True, help="Of mails read what they quote and forward, too."),
        )
    ):
        run = option(run)
    return run


class Bad:
    """What is left out of a run with `--skip-bad`: bad documents, and those that could not be processed.

    Parameters
    ----------
    skip_bad : whether anything is left out; without it the first bad document ends the run.
    strict : whether the exit status is then 1.
    """

    def __init__(self, skip_bad: bool, *, strict: bool = False) -> None:
        self.strict = strict
        self.skipped: list[DataError] | None = [] if skip_bad else None
        self.failures: list[Failure] | None = [] if skip_bad else None
        self.left_out: list[DataError] = []

    def read(self, files: Sequence[str], format: str | None, reading: "ReadOptions") -> "Iterator[Document]":
        """The documents of files and folders; standard input is plain text unless a format is named."""
        from namesakes.formats import read

        texts = {str(Path(file).with_suffix(".txt")) for file in files if file.endswith(".ann")}
        for file in files:
            if file in texts:  # brat's text is read with its annotation
                continue
            wanted = format or ("plain" if file == "-" else None)
            try:
                yield from read(file, format=wanted, options=reading, skipped=self.skipped, left_out=self.left_out)
            except DataError as error:  # of the file as a whole
                if self.skipped is None:
                    raise
                self.skipped.append(error)

    def remark(self, *, quiet: bool) -> None:
        """Say which documents were left out, and why."""
        for error in (*(self.skipped or ()), *self.left_out):
            LOG.warning("%s", error, exc_info=error)
        for each in self.failures or ():
            LOG.warning("%s: it could not be processed: %s\n%s", each.document, each.error, each.trace)
        processed = [DataError(f"document {each.document}: {each.error}") for each in self.failures or ()]
        remark_skipped([*(self.skipped or ()), *self.left_out, *processed], quiet=quiet)

    def end(self, count: int) -> None:
        """End the command with exit status 1 where no document is left, or with `--strict` where any was left out."""
        if (self.skipped or self.failures or self.left_out) and (self.strict or not count):
            raise click.exceptions.Exit(1)


def remark_skipped(skipped: list[DataError], *, quiet: bool) -> None:
    """Say which documents, and which rows without a text, were left out, and why."""
    rows = [error for error in skipped if isinstance(error, NoTextError)]
    documents = [error for error in skipped if not isinstance(error, NoTextError)]
    for found, what in ((documents, "bad document{}"), (rows, "row{} without a text")):
        if not found or quiet:
            continue
        click.echo(f"namesakes: left out {len(found):,} {what.format('s' * (len(found) > 1))}:", err=True)
        for error in found[:10]:
            click.echo(f"  {_in_a_line(error)}", err=True)
        if len(found) > 10:
            click.echo(f"  … and {len(found) - 10:,} more", err=True)


def _in_a_line(error: DataError) -> str:
    """An error in a line; where a whole file cannot be read, with what to do."""
    said, *advice = str(error).splitlines()
    return f"{said}; {advice[0][:1].lower()}{advice[0][1:].rstrip('.')}" if advice and error.line is None else said
