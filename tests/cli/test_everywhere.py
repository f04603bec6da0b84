"""What every subcommand has: its first line, `--json`, and help in which nothing is missing."""

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from namesakes.cli.main import group
from namesakes.store.store import open_store
from tests.conftest import Command
from tests.store.made import document, key, write_people


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Each subcommand that does something, by its whole name."""
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    for name in command.list_commands(click.Context(command)):
        found = command.get_command(click.Context(command), name)
        assert found is not None
        yield from leaves(found, (*path, name))


COMMANDS = dict(leaves(group))
LISTS = (
    "people", "show", "why", "reconcile", "history", "review", "check", "info", "names", "experiment", "correct list",
    "pipeline list", "pipeline show", "doctor",
)  # fmt: skip


def options(command: click.Command) -> dict[str, click.Parameter]:
    return {option: each for each in command.params for option in each.opts}


SERVERS = {"mcp", "serve"}
"""What runs until it is ended, and prints nothing but what a protocol says."""


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - SERVERS))
def test_every_command_has_json(name: str) -> None:
    found = options(COMMANDS[name]).get("--json")
    assert isinstance(found, click.Option), f"namesakes {name} prints what programs cannot read: give it --json"
    assert found.is_flag
    assert found.help


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_says_what_it_does(name: str) -> None:
    command = COMMANDS[name]
    assert command.help
    nameless = [each.opts[0] for each in command.params if isinstance(each, click.Option) and not each.hidden and (
        not each.help and not isinstance(each.type, click.Choice))]  # fmt: skip
    assert nameless == []


@pytest.mark.parametrize("name", LISTS)
def test_lists_are_paged(name: str) -> None:
    assert "--no-pager" in options(COMMANDS[name])


def test_what_was_done_as_json(namesakes: Command, tmp_path: Path) -> None:
    with open_store(tmp_path / "people.db") as store:
        store.documents.write([document("a", "Ann Lee"), document("b", "Ann Lee")])
        write_people(store, [("Ann Lee", [key("a")]), ("Ann Lee", [key("b")])])
    done = namesakes("correct", "same", "ann-lee-1", "ann-lee-2", "--json", "--who", "zoe")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["id"], said["what"], said["names"], said["who"]) == (1, "same", ["ann-lee-1", "ann-lee-2"], "zoe")
    done = namesakes("export", "--to", "jsonl", "--output", "all.jsonl", "--json")
    assert (done.stderr, json.loads(done.stdout)["to"]) == ("", "all.jsonl")
    done = namesakes("load", "all.jsonl", "--store", "copy.db", "--json")
    assert json.loads(done.stdout)["store"] == "copy.db"
    (tmp_path / "a.txt").write_text("Ann Lee spoke. She left.")
    done = namesakes("convert", "a.txt", "a.jsonl", "--json", "--quiet")
    assert json.loads(done.stdout) == {"documents": 1, "to": "a.jsonl", "skipped": [], "lost": []}
    done = namesakes("pipeline", "new", "mine", "--json")
    assert json.loads(done.stdout) == {"pipeline": "mine", "file": "mine/pipeline.toml"}


def test_documents_and_json_do_not_both_go_to_standard_output(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ann Lee spoke. She left.")
    done = namesakes("convert", "a.txt", "-", "--to", "jsonl", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "OUT" in done.stderr


@pytest.mark.parametrize("command", ["coref", "parse", "cast"])
def test_json_is_a_format(namesakes: Command, tmp_path: Path, command: str) -> None:
    (tmp_path / "a.txt").write_text("Ann Lee spoke. She left.")
    done = namesakes(command, "a.txt", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
    assert done.stdout == namesakes(command, "a.txt", "--to", "json").stdout
    wrong = namesakes(command, "a.txt", "--json", "--to", "html")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "exclude each other" in wrong.stderr


def test_the_doctor(namesakes: Command, tmp_path: Path) -> None:
    done = namesakes("doctor", "--json")
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout)["well"] is True
    done = namesakes("doctor", "--store", "none.db")
    assert done.returncode == 1
    assert "BROKEN  store" in done.stdout
    assert done.stderr == ""
