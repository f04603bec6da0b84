"""What is said of documents and blocks that take unusually long, and that many names take no longer each than few."""

import warnings
from collections.abc import Callable, Sequence
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest

import namesakes
from namesakes.cli.main import main
from namesakes.errors import CostWarning
from namesakes.identities import name_table
from namesakes.identities.linker import Linker, rounded
from namesakes.identities.name_table import NameTable
from namesakes.names import parse
from namesakes.names.grouping import NameGroup, grouping
from namesakes.pipeline import cost
from namesakes.pipeline.cost import name_count, remark_blocks
from tests.pipeline.newsroom import newsroom

SYLLABLES = "ba de fi go ku la me ni po ru sa te vi xo zu".split()
SIZES = (300, 600, 1200)


def words(count: int) -> list[str]:
    """So many made-up names that are unlike each other."""
    drawn = islice(product(SYLLABLES, repeat=4), 0, None, 7)
    return ["".join(each).title() for each in islice(drawn, count)]


KINDS: dict[str, Callable[[int], list[str]]] = {
    "different names": lambda count: [f"{one} {one[::-1].title()}ow" for one in words(count)],
    "one surname": lambda count: [f"{one} Berg" for one in words(count)],
    "few surnames": lambda count: [f"{one} {place % 5 * 'o'}Dahl" for place, one in enumerate(words(count))],
    "one given name": lambda count: [f"Anna {one}" for one in words(count)],
}


@pytest.mark.parametrize("kind", KINDS)
def test_names_of_one_document_are_grouped_in_linear_time(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each person has two forms, so that there is something to compare."""
    compared = counted(monkeypatch, NameGroup, "fit")
    found = []
    for size in SIZES:
        names = [form for name in KINDS[kind](size) for form in (name, name.replace(" ", " T. "))]
        before = len(compared)
        assert len(grouping([*map(parse, names)]).groups) == size
        found.append(len(compared) - before)
    assert_linear(found)


@pytest.mark.parametrize("kind", ["different names", "one surname", "few surnames"])
def test_names_of_a_block_are_compared_in_linear_time(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = counted(monkeypatch, name_table, "_kind")
    found = []
    for size in SIZES:
        before = len(compared)
        table = NameTable([parse(name) for name in KINDS[kind](size)], np.arange(size), [()] * size)
        assert (table.between > name_table.DIFFERENT).sum() >= size
        found.append(len(compared) - before)
    assert_linear(found)


def counted(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> list[int]:
    """A list that gets longer with each call of a function."""
    calls: list[int] = []
    function = getattr(where, name)

    def counting(*arguments: object, **named: object) -> object:
        calls.append(1)
        return function(*arguments, **named)

    monkeypatch.setattr(where, name, counting)
    return calls


def assert_linear(found: Sequence[int]) -> None:
    """Twice as many names take twice as many comparisons, within a fifth."""
    assert found[0] >= SIZES[0]
    for size, count in zip(SIZES, found, strict=True):
        assert count <= 1.2 * found[0] * size / SIZES[0], found


def many(count: int) -> str:
    """A text with so many names."""
    return " ".join(f"{name} was in the old house by the sea." for name in KINDS["different names"](count))


def test_names_are_counted() -> None:
    assert name_count("Ann Lee met Ben Dow.") == 0, "a short text has no need of it"
    assert name_count(many(cost.NAMES)) == cost.NAMES
    twice = f"{many(cost.NAMES)} Later {many(100)}"
    assert name_count(twice) == cost.NAMES + 1, "each counts once, and Later is taken for one"
    assert name_count("Ann. Ben. Carl, Dora! " * cost.NAMES) == 0, "names end where sentences do"


def test_a_costly_document_is_remarked_before_it_is_worked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "NAMES", 20)
    with pytest.warns(CostWarning, match=r"document text has about 20 names in [\d,]+ characters"):
        namesakes.coref(many(20))
    with pytest.warns(CostWarning, match="--max-seconds"):
        namesakes.coref([many(20), "Ann Lee sang."], jobs=1)
    with pytest.warns(CostWarning):
        namesakes.load("en").profiles(many(20))


def test_the_command_says_that_a_document_is_costly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cost, "NAMES", 20)
    monkeypatch.chdir(tmp_path)
    Path("report.txt").write_text(many(20), encoding="utf-8")
    for command in (["coref", "report.txt"], ["resolve", "report.txt"], ["profile", "report.txt"]):
        run(command)
        said = capsys.readouterr().err
        assert "namesakes: warning: document report" in said, command
        assert "--max-seconds" in said
    run(["coref", "report.txt", "--quiet"])
    assert "warning" not in capsys.readouterr().err


def run(command: list[str]) -> None:
    """Run a command whose warnings are lines."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        with pytest.raises(SystemExit):
            main(command)


def test_large_blocks_are_remarked(recwarn: pytest.WarningsRecorder) -> None:
    remark_blocks([range(cost.CHAINS - 1), range(2)])
    assert not recwarn.list
    with pytest.warns(CostWarning, match="1 block of up to 1,000 chains: 499,500 pairs"):
        remark_blocks([range(cost.CHAINS), range(2)])


def test_blocks_of_a_store_are_remarked_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "CHAINS", 2)
    monkeypatch.setattr(Linker, "__call__", lambda *arguments: pytest.fail("it was compared first"))
    with pytest.warns(CostWarning, match=r"blocks? of up to \d+ chains"), pytest.raises(pytest.fail.Exception):
        namesakes.resolve([newsroom(tmp_path / "news")], jobs=1)


def test_values_are_rounded_as_python_does() -> None:
    values = np.random.default_rng(3).random(20_000)
    values[::3] = np.round(values[::3], 6) + 5e-7
    values[:3] = np.nan, 0.0, 1.0
    assert rounded(values)[1:].tolist() == [round(value, 6) for value in values[1:].tolist()]
