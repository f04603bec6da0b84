"""Every example in the documentation runs, and prints what its page says.

In each page, from top to bottom and in one temporary folder with a copy of `examples/`:

- a `python` block runs in the page's own namespace; what it prints is shown in an `output` block right after it;
- a `console` block holds commands after `$` and below each one what it prints, on both streams; the exit status of a
  command must be 0, so that a page which shows an error says so (`…; echo "exit status $?"`);
- a `text` block with a title is a file of that name, for the blocks after it;
- what a page installs with pip goes into that folder too, without the network, and only its own commands find it;
- a `bash` block is not run, since it needs corpora or hours; its commands, options, experiments and examples are there.

In what is shown, `…` stands for anything: within a line, or for any number of lines where it stands alone.
"""

import difflib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest

from namesakes.cli.main import group
from namesakes.errors import NamesakesError
from namesakes.formats import FORMATS
from namesakes.identities.clustering.clusterer import CLUSTERERS
from namesakes.identities.specialists import SPECIALISTS
from namesakes.metrics import MEASURES
from reproduction import EXPERIMENTS
from tests.conftest import CHECKOUT

PAGES = [*(CHECKOUT / name for name in ("README.md", "CONTRIBUTING.md")), *sorted((CHECKOUT / "docs").glob("*.md"))]
_FENCE = re.compile(r'(?P<indent> *)```(?P<language>\w*)(?: title="(?P<title>[^"]+)")?\s*$')


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, its title, the number of its first line, and its lines."""

    language: str
    title: str
    line: int
    lines: list[str]

    @property
    def text(self) -> str:
        """The block as one string."""
        return "".join(f"{line}\n" for line in self.lines)


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    lines = page.read_text(encoding="utf-8").split("\n")
    inside: Block | None = None
    indent = 0
    for number, line in enumerate(lines, start=1):
        fence = _FENCE.match(line)
        if inside is None and fence is not None:
            inside, indent = Block(fence["language"], fence["title"] or "", number + 1, []), len(fence["indent"])
        elif inside is not None and line.strip() == "```":
            yield inside
            inside = None
        elif inside is not None:
            inside.lines.append(line[indent:] if line[:indent].isspace() else line)
    assert inside is None, f"{page.name}: the block in line {inside and inside.line} has no end"


def run_page(page: Path, folder: Path) -> int:
    """Run the examples of a page in a folder; returns how many there were, and raises where one does not hold."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for block, following in pairwise([*blocks(page), Block("", "", 0, [])]):
        if block.language == "python":
            shown = following.lines if following.language == "output" else []
            compare(run_python(block, page, namespace), shown, page, block.line)
        elif block.language == "console":
            run_console(block, page, folder)
        elif block.language in ("text", "json") and block.title:
            (folder / block.title).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.title).write_text(block.text, encoding="utf-8")
        count += block.language in ("python", "console")
    return count


def run_python(block: Block, page: Path, namespace: dict[str, Any]) -> str:
    """What the block prints; a traceback shows the page's own lines."""
    code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
    with redirect_stdout(io.StringIO()) as printed:
        exec(code, namespace)
    return printed.getvalue()


def run_console(block: Block, page: Path, folder: Path) -> None:
    """Run the commands of a block and compare what they print with what is below them."""
    places = [place for place, line in enumerate(block.lines) if line.startswith("$ ")]
    assert places[:1] == [0], f"{page.name}:{block.line}: a console block begins with a command after $"
    bin_folder = str(Path(sys.executable).parent)
    environment = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "TTY_COMPATIBLE")}
    environment |= {"PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80", "PYTHONUTF8": "1"}
    plugins, sources = str(folder / "plugins"), filter(None, [os.environ.get("PYTHONPATH")])
    environment |= {"PIP_TARGET": plugins, "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    environment |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONPATH": os.pathsep.join([plugins, *sources])}
    environment["PYTHONWARNINGS"] = "ignore::RuntimeWarning"  # where the kernels are interpreted, pages do not say so
    for first, last in pairwise([*places, len(block.lines)]):
        command = block.lines[first].removeprefix("$ ")
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
        )
        place = f"{page.name}:{block.line + first}"
        assert done.returncode == 0, f"{place}: exit status {done.returncode} of {command}\n{done.stdout}"
        compare(done.stdout, block.lines[first + 1 : last], page, block.line + first)


def compare(printed: str, shown: list[str], page: Path, line: int) -> None:
    """Raise an `AssertionError` with the difference where the shown lines do not stand for the printed ones."""
    found, wanted = ([each.rstrip() for each in text.rstrip().split("\n")] for text in (printed, "\n".join(shown)))
    lines = [".*".join(map(re.escape, each.split("…"))) + "\n" for each in wanted]
    pattern = "".join("(?:.*\n)*?" if each == "…" else line for each, line in zip(wanted, lines, strict=True))
    if not re.fullmatch(pattern, "\n".join([*found, ""])):
        difference = "\n".join(difflib.unified_diff(wanted, found, "shown", "printed", lineterm=""))
        raise AssertionError(f"{page.name}:{line}: this example prints something else\n{difference}")


@pytest.fixture(autouse=True)
def registries(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page registers is gone after it."""
    for registry in (FORMATS, MEASURES, SPECIALISTS, CLUSTERERS, EXPERIMENTS):
        monkeypatch.setattr(registry, "_entries", dict(registry._entries))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(CHECKOUT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    run_page(page, tmp_path)


def shown_calls(text: str) -> Iterator[list[str]]:
    """The calls of `namesakes` in lines of a shell, as lists of words, without variables before and pipes after."""
    for line in text.replace("\\\n", " ").splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars=";|&<>")
        lexer.whitespace_split = True
        words = [word for word in lexer if not re.fullmatch(r"[A-Z_]+=.*", word)]
        ends = [place for place, word in enumerate(words) if set(word) <= set(";|&<>")]
        if words and words[0] in ("namesakes", ".venv/bin/namesakes"):
            yield words[1 : min(ends, default=len(words))]


def check_call(words: list[str]) -> None:
    """An error where the command, one of its options or choices, an experiment or an example is not there."""
    command: click.Command = group
    while isinstance(command, click.Group) and words:
        name, *words = words
        found = command.get_command(click.Context(command), name)
        assert found is not None, f"there is no command {name}"
        command = found
    given, _, _ = command.make_parser(click.Context(command)).parse_args(list(words))
    for parameter in command.params:
        if isinstance(parameter.type, click.Choice) and isinstance(given.get(parameter.name or ""), str):
            parameter.type.convert(given[parameter.name or ""], parameter, None)
    if command.name == "experiment" and given.get("name", "NAME") != "NAME":
        EXPERIMENTS[given["name"]]
    assert [word for word in words if word.startswith("examples/") and not (CHECKOUT / word).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_that_are_only_shown(page: Path) -> None:
    for block in blocks(page):
        for words in shown_calls(block.text) if block.language == "bash" else ():
            check_call(words)


def test_a_page_cannot_show_a_command_that_is_not_there() -> None:
    right = [
        "A=b namesakes experiment rush2012-table1 --data c | less",
        "namesakes evaluate chains \\\n  --data d  # so",
    ]
    calls = [*shown_calls("\n".join(right))]
    assert calls == [["experiment", "rush2012-table1", "--data", "c"], ["evaluate", "chains", "--data", "d"]]
    for words in calls:
        check_call(words)
    wrong = ["nothing", "evaluate nothing", "experiment rush2012-table9", "evaluate chains --dta x"]
    for line in [*wrong, "evaluate chains --syntax silver", "train chains --config examples/none.toml"]:
        with pytest.raises((AssertionError, NamesakesError, click.UsageError)):
            check_call(line.split())


RIGHT = """# A page

```text title="a.txt"
one
two
```

```python
from pathlib import Path
number = 1
print(number, "x")
print(Path("a.txt").read_text(), end="")
```

```output
1 …
…
two
```

1. In a list:

    ```console
    $ namesakes --version
    namesakes …
    $ namesakes convert none.conll - --to jsonl; echo "exit status $?"
    namesakes: none.conll: this file cannot be read: …
    exit status 1
    ```
"""


def test_the_runner_runs_a_right_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(RIGHT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run_page(page, tmp_path) == 2


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("1 …\n…\ntwo", "2 …\n…\ntwo", r"page\.md:9: this example prints something else"),
        ("1 …\n…\ntwo", "1 …\ntwo", "something else"),
        ("```output", "```text", "something else"),
        ("number = 1", "number = nothing", "name 'nothing' is not defined"),
        ("namesakes …", "namesakes 99", r"page\.md:24: this example prints something else"),
        ("cannot be read: …\n", "cannot be read\n", "something else"),
        ("exit status 1", "exit status 2", "something else"),
        ('; echo "exit status $?"', "", "exit status 1 of namesakes convert"),
        ("$ namesakes --version\n", "", "begins with a command"),
        ("    ```\n", "", "has no end"),
    ],
)
def test_the_runner_notices_a_wrong_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: str, wrong: str, message: str
) -> None:
    assert right in RIGHT
    page = tmp_path / "page.md"
    page.write_text(RIGHT.replace(right, wrong), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises((AssertionError, NameError), match=message):
        run_page(page, tmp_path)


def test_every_format_and_measure_is_documented() -> None:
    formats, measures = (
        (CHECKOUT / "docs" / name).read_text(encoding="utf-8") for name in ("formats.md", "measures.md")
    )
    assert [name for name in FORMATS if f"`{name}`" not in formats] == []
    assert [ending for name in FORMATS for ending in FORMATS[name].extensions if f"`{ending}`" not in formats] == []
    assert [name for name in MEASURES if f"`{name}`" not in measures] == []
