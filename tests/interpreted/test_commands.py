"""Where nothing is compiled: every command, from end to end, answers as the compiled one does."""

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from namesakes.cli.main import COMMANDS, group
from tests.conftest import CHECKOUT
from tests.interpreted.calls import ELSEWHERE, MEASURING, STORE, TEXTS, TRAINING, Call
from tests.interpreted.conftest import Both, Driver, files_of, same_files


def named(call: Call) -> str:
    """The command that a call is of, with its subcommand."""
    command = group.get_command(click.Context(group), str(call[0]))
    return " ".join(map(str, call[: 2 if isinstance(command, click.Group) else 1]))


def commands() -> Iterator[str]:
    """All commands, and instead of a group its subcommands; the ways to correct are one."""
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        yield from [f"{name} {each}" for each in command.commands] if isinstance(command, click.Group) else [name]


def test_one_of_them_is_compiled_and_the_other_is_not(drivers: dict[str, Driver], tmp_path: Path) -> None:
    for name, driver in drivers.items():
        done = driver(tmp_path, ("info", "--json"))
        assert json.loads(done["printed"])["kernels"]["compiled"] is (name == "compiled")


def test_every_command_is_called() -> None:
    called = {named(call) for call, _ in (*STORE, *TEXTS, *MEASURING)} | {named(call) for call in TRAINING}
    corrections = {name for name in commands() if name.startswith("correct ")}
    assert called & corrections
    assert set(commands()) - called - set(ELSEWHERE) - corrections == set()
    assert set(ELSEWHERE) <= set(commands()) - called


@pytest.mark.parametrize(
    ("call", "said"), [*TEXTS, *MEASURING], ids=lambda value: named(value) if isinstance(value, tuple) else ""
)
def test_answers(both: Both, call: Call, said: str) -> None:
    assert said in both(*call)


def test_a_store(both: Both, tmp_path: Path) -> None:
    """Resolve, then what a store is asked and told; its ids are the same, too."""
    for call, said in STORE:
        assert said in both(*call), call
    same_files(tmp_path, {Path("memberships.csv")})


@pytest.mark.parametrize("call", TRAINING, ids=named)
def test_training(both: Both, tmp_path: Path, call: Call) -> None:
    before = files_of(tmp_path, "compiled")
    both(*call)
    same_files(tmp_path, files_of(tmp_path, "compiled") - before)


@pytest.mark.parametrize("config", ["tree", "structured-pairs"])
def test_examples_of_learners(both: Both, tmp_path: Path, config: str) -> None:
    for name in ("compiled", "as_it_is"):
        text = (CHECKOUT / "examples" / "chains" / f"{config}.toml").read_text()
        (tmp_path / name / "chains.toml").write_text(text.replace("epochs = 10", "epochs = 2"))
    before = files_of(tmp_path, "compiled")
    both("train", "chains", "--config", "chains.toml", "--train", "story.conllu", "--out", "model", "--seed", 3)
    same_files(tmp_path, files_of(tmp_path, "compiled") - before)
    assert "conll" in both("evaluate", "chains", "--data", "story.conllu", "--model", "model", "--json")
