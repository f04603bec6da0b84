"""The command `namesakes`: finds the subcommand's file, prints errors for people, and sets the exit status."""

import os
import sys
import warnings
from importlib import import_module
from io import TextIOWrapper

import click

from namesakes import __version__
from namesakes.cli.paging import no_pager_option
from namesakes.cli.terminal import clean_streams, clear_line
from namesakes.errors import LossWarning, NamesakesError
from namesakes.workers import limit_blas_threads

COMMANDS = {
    "resolve": "Find out who is who across documents, and keep it.",
    "people": "List the people of a store.",
    "show": "Show a person or a document of a store.",
    "why": "Say why documents are of one person, or are not.",
    "chart": "Draw a decision, thresholds, a timeline or a graph.",
    "correct": "Say who is the same, who is not, and what they are called.",
    "learn": "Learn from the corrections of a store.",
    "review": "Ask about the decisions that are least certain.",
    "history": "Show what happened to people since the store was made.",
    "reconcile": "Say which entry of a table each person is.",
    "serve": "Look at a store in the browser, and let programs ask it.",
    "export": "Write a store in a format that others read.",
    "load": "Make a store of an exported one.",
    "check": "Find what is damaged in a store, and read it again.",
    "mcp": "Let an assistant ask a store.",
    "coref": "Find who is who in English texts.",
    "cast": "List the characters of an English book.",
    "profile": "Say what English texts tell of people.",
    "names": "Take names apart, and compare them.",
    "score": "Measure how well a response agrees with a key.",
    "convert": "Turn documents of one format into another.",
    "parse": "Find tokens, sentences, tags and trees in English texts.",
    "evaluate": "Measure a pipeline on gold annotation.",
    "pipeline": "List, show and make pipelines.",
    "train": "Train a part of a pipeline.",
    "select-features": "Choose the templates that the training of chains uses.",
    "compare": "Measure several learners of chains in one table.",
    "tune-loss": "Choose how strong the loss of training is.",
    "doctor": "Say what works here, and what is missing for what.",
    "info": "Show what this installation has.",
    "experiment": "Run an experiment and write its figures down.",
}
"""The subcommands and their first lines; each lives in the file of its name, which is imported when it is called."""

STORE_COMMANDS = (
    "people", "show", "why", "chart", "correct", "learn", "review", "history", "reconcile", "export", "load", "check",
)  # fmt: skip
"""Those that work on a store, whose files are in `cli/store`."""


class Commands(click.Group):
    """The subcommands, loaded one at a time, so that `namesakes --help` is quick."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The names in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The subcommand of that name."""
        if name not in COMMANDS:
            return None
        folder = "cli.store" if name in STORE_COMMANDS else "cli"
        command: click.Command = import_module(f"namesakes.{folder}.{name.replace('-', '_')}").command
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of subcommands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with:  namesakes COMMAND --help",
)
@click.version_option(__version__, prog_name="namesakes", message="%(prog)s %(version)s")
@no_pager_option
def group() -> None:
    """Namesakes tells who is who in your documents: which words mean the same person or thing, and which documents
    speak of the same person.

    Exit status: 0 when all went well, 1 when something in the data is wrong, 2 when the call is.
    """


SHOWN_WARNINGS = 5


class Warnings:
    """Warnings as lines for people: the first few as they come, and at the end how many more there were."""

    def __init__(self) -> None:
        self.count = 0

    def show(self, message: Warning | str, category: type[Warning], *rest: object, **named: object) -> None:
        """Print one warning, or only count it."""
        self.count += 1
        if self.count <= SHOWN_WARNINGS:
            click.echo(f"namesakes: warning: {message}", err=True)

    def close(self) -> None:
        """Say how many were not shown."""
        if self.count > SHOWN_WARNINGS:
            click.echo(f"namesakes: {self.count - SHOWN_WARNINGS} more warnings like these", err=True)


def main(arguments: list[str] | None = None) -> None:
    """Run the command and exit with its status."""
    limit_blas_threads()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="strict" if stream is sys.stdout else "backslashreplace")
    if asked := os.environ.get("_NAMESAKES_COMPLETE"):
        from namesakes.cli.completion import complete

        sys.exit(complete(group, asked))
    with clean_streams():
        status = _run(sys.argv[1:] if arguments is None else list(arguments))
    sys.exit(status)


def _run(arguments: list[str]) -> int:
    """The exit status of the command, which has run and has said what was wrong."""
    caught = Warnings()
    warnings.showwarning = caught.show
    warnings.simplefilter("always", LossWarning)
    status = 0
    try:
        with group.make_context("namesakes", arguments) as context:
            group.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as error:
        status = error.exit_code
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except NamesakesError as error:
        click.echo(f"namesakes: {error}", err=True)
        status = error.exit_status
    except MemoryError:
        advice = "Divide the input, or use fewer processes with --jobs."
        click.echo(f"namesakes: there is not enough memory.\n{advice}", err=True)
        status = 1
    except BrokenPipeError:  # nobody reads any more, and Python would complain of that while exiting
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"namesakes: {place}{error.strerror or error}", err=True)
        status = 1
    except KeyboardInterrupt:
        clear_line()
        click.echo("namesakes: stopped.", err=True)
        status = 130
    caught.close()
    return status
