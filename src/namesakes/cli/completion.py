"""Completion: what a shell is told when it asks how a line goes on."""

from collections.abc import Iterable
from typing import Final

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    shell_complete,
)

VARIABLE: Final = "_NAMESAKES_COMPLETE"
"""The variable of the environment by which a shell asks."""


MOST: Final = 100
"""Ids that are offered at most."""


def pipelines(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The shipped pipelines; names of files follow where none of them begins so."""
    from namesakes.pipeline.definition import shipped_pipelines

    return _begin(shipped_pipelines(), begun)


def formats(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The formats, of those that a command writes itself, too."""
    from importlib import import_module

    from namesakes.formats import FORMATS

    own: tuple[str, ...] = ()
    if parameter.name == "target_format" and context.command.callback is not None:
        own = getattr(import_module(context.command.callback.__module__), "TARGETS", ())
    closed = context.command.name == "cast" and bool(own)
    return _begin(own if closed else dict.fromkeys((*own, *sorted(FORMATS))), begun)


def people(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The ids of the people in the store of the call, with their names."""
    return _of_store(context, begun, documents=False)


def people_and_documents(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The ids of the people and of the documents in the store of the call."""
    return _of_store(context, begun, documents=True)


def experiments(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The experiments of the checkout."""
    from namesakes.cli.experiment import add_checkout_to_path
    from namesakes.errors import UsageError

    try:
        add_checkout_to_path()
    except UsageError:
        return []
    from reproduction import EXPERIMENTS

    return _begin(EXPERIMENTS, begun)


def _begin(names: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(begun)]


def _of_store(context: click.Context, begun: str, *, documents: bool) -> list[CompletionItem]:
    """Ids in the store; none where it cannot be read, since a shell has no place for an error."""
    from namesakes.errors import NamesakesError
    from namesakes.store.store import open_store

    try:
        with open_store(context.params.get("place") or "people.db", create=False, write=False) as store:
            found = [CompletionItem(one.id, help=one.name) for one in store.identities.beginning(begun, MOST)]
            if documents:
                ids = store.documents.beginning(begun, MOST)
                found += [CompletionItem(id) for id in ids if not any(map(str.isspace, id))]
            return found
    except (NamesakesError, OSError):
        return []


class _OrFiles(ShellComplete):
    """Commands, options and choices; names of files where there are none of these."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        found = super().get_completions(args, incomplete)
        if found or incomplete.startswith("-"):
            return found
        return [CompletionItem(incomplete, type="file")]


class _Bash(_OrFiles, BashComplete):
    pass


class _Zsh(_OrFiles, ZshComplete):
    pass


class _Fish(_OrFiles, FishComplete):
    pass


def complete(command: click.Command, instruction: str) -> int:
    """Print completions, or the script that asks for them (`bash_source` and its like); the exit status."""
    for shell in (_Bash, _Zsh, _Fish):
        add_completion_class(shell)
    return shell_complete(command, {}, "namesakes", VARIABLE, instruction)
