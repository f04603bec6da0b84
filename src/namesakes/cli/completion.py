"""Completion: what a shell is told when it asks how a line goes on."""

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
