"""The command completes lines of bash, zsh and fish."""

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from namesakes.store.store import open_store
from tests.store.made import document, key, write_people

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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a store of two people in it."""
    with open_store(tmp_path / "letters.db") as store:
        store.documents.write([document("a.txt", "Ann Lee"), document("b c.txt", "Ann Poe")])
        write_people(store, {"Ann Lee": [key("a.txt")], "Ann Poe": [key("b c.txt")]})
    return tmp_path


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_people_pipelines_formats(shell: str, folder: Path) -> None:
    people = ["plain,ann-lee-1", "plain,ann-poe-1"]
    assert candidates(shell, "namesakes show --store letters.db ann", folder) == people
    assert candidates(shell, "namesakes correct same --store letters.db ann-lee-1 ann-p", folder) == people[1:]
    assert candidates(shell, "namesakes show --store letters.db a", folder) == [*people, "plain,a.txt"]
    assert candidates(shell, "namesakes show --store letters.db b", folder) == ["file,b"]  # its space breaks a line
    assert candidates(shell, "namesakes show ann", folder) == ["file,ann"]  # there is no people.db
    assert candidates(shell, "namesakes coref --pipeline en-a", folder) == ["plain,en-accurate"]
    assert candidates(shell, "namesakes coref --pipeline letters", folder) == ["file,letters"]
    assert candidates(shell, "namesakes convert --from conllu", folder) == ["plain,conllu"]
    assert candidates(shell, "namesakes coref --to s", folder) == ["plain,summary"]
    assert candidates(shell, "namesakes cast --to j", folder) == ["plain,json"]
    assert candidates(shell, "namesakes pipeline show en-f", folder) == [
        "plain,en-fiction",
        "plain,en-fiction-accurate",
    ]
    assert candidates(shell, "namesakes experiment scorer-s", folder) == ["plain,scorer-speed"]


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish here")
def test_fish_itself(folder: Path) -> None:
    program = "_NAMESAKES_COMPLETE=fish_source namesakes | source; complete -C 'namesakes show --store letters.db ann'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", program], cwd=folder, env={**os.environ, "PATH": PATH}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["ann-lee-1\tAnn Lee", "ann-poe-1\tAnn Poe"], done.stderr


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh here")
def test_zsh_itself(folder: Path) -> None:
    pty = pytest.importorskip("pty", reason="there are no terminals of this kind here")
    leader, follower = pty.openpty()
    environment = {**os.environ, "PATH": PATH, "PS1": "ready> ", "TERM": "dumb", "HOME": str(folder)}
    shell = subprocess.Popen(
        ["zsh", "-f", "-i"], cwd=folder, env=environment, stdin=follower, stdout=follower, stderr=follower,
        start_new_session=True,
    )  # fmt: skip
    os.close(follower)
    seen = b""

    def until(wanted: bytes) -> None:
        nonlocal seen
        end = time.monotonic() + 60
        while wanted not in seen and time.monotonic() < end:
            if select.select([leader], [], [], 0.1)[0]:
                seen += os.read(leader, 1 << 16)
        assert wanted in seen, seen.decode()
        seen = b""

    try:
        until(b"ready> ")
        line = (
            "autoload -Uz compinit; compinit -u -D; eval \"$(_NAMESAKES_COMPLETE=zsh_source namesakes)\"; echo lo''aded"
        )
        os.write(leader, f"{line}\n".encode())
        until(b"loaded")
        until(b"ready> ")
        os.write(leader, b"namesakes show --store letters.db ann-p\t")
        until(b"ann-poe-1")
    finally:
        shell.kill()
        shell.wait()
        os.close(leader)
