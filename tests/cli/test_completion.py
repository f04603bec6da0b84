"""The command completes lines of bash, zsh and fish."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("namesakes")
PATH = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"


def asked(instruction: str, folder: Path, **variables: str) -> str:
    environment = {**os.environ, "PATH": PATH, "_NAMESAKES_COMPLETE": instruction, **variables}
    done = subprocess.run(
        [str(PROGRAM)], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert "Traceback" not in done.stderr
    return done.stdout


def candidates(shell: str, line: str, folder: Path) -> list[str]:
    """What the shell is offered for the last word of a line."""
    words = line.split(" ")
    place = words[-1] if shell == "fish" else str(len(words) - 1)
    lines = asked(f"{shell}_complete", folder, COMP_WORDS=line, COMP_CWORD=place).strip().splitlines()
    if shell == "zsh":  # three lines each: type, value, help
        return [f"{kind},{value}" for kind, value in zip(lines[::3], lines[1::3], strict=True)]
    return [each.split("\t")[0] for each in lines]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_options_choices_and_files(shell: str, tmp_path: Path) -> None:
    assert candidates(shell, "namesakes res", tmp_path) == ["plain,resolve"]
    assert candidates(shell, "namesakes coref --pip", tmp_path) == ["plain,--pipeline"]
    assert candidates(shell, "namesakes pipeline s", tmp_path) == ["plain,show"]
    assert candidates(shell, "namesakes evaluate chains --syntax p", tmp_path) == ["plain,predicted"]
    assert candidates(shell, "namesakes coref lett", tmp_path) == ["file,lett"]
    assert candidates(shell, "namesakes coref --nonsense", tmp_path) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_the_command(shell: str, tmp_path: Path) -> None:
    assert f"_NAMESAKES_COMPLETE={shell}_complete" in asked(f"{shell}_source", tmp_path)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_itself(tmp_path: Path) -> None:
    program = """
    eval "$(_NAMESAKES_COMPLETE=bash_source namesakes)"
    COMP_WORDS=(namesakes coref --pip) COMP_CWORD=2
    _namesakes_completion namesakes
    echo "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        ["bash", "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PATH": PATH},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["--pipeline"], done.stderr
