"""The registry of experiments, and how an outcome is written down."""

import re
from pathlib import Path
from typing import Any

import pytest

from reproduction import EXPERIMENTS
from reproduction.figures import Figure, label
from reproduction.outcome import Experiment, Outcome, section, write_outcome
from tests.conftest import CHECKOUT


def draw(axes: Any) -> None:
    axes.plot([1, 2], [2, 1], label="ours")
    label(axes, "across", "up")


EXPERIMENT = Experiment("A title", "What it shows.", lambda data, seed: OUTCOME)
OUTCOME = Outcome(["a", "b"], [["1", "2|3"]], "no data", "A note.", Figure("Lines", draw))


def test_every_file_with_an_experiment_is_registered() -> None:
    files = [path for path in (CHECKOUT / "reproduction").rglob("*.py") if "\nEXPERIMENT = " in path.read_text()]
    modules = {".".join(path.relative_to(CHECKOUT).with_suffix("").parts) for path in files}
    assert {EXPERIMENTS[name].run.__module__ for name in EXPERIMENTS} == modules
    assert len(EXPERIMENTS) == len(modules)


def test_every_result_is_of_an_experiment() -> None:
    text = (CHECKOUT / "docs" / "results.md").read_text(encoding="utf-8")
    assert set(re.findall(r"<!-- begin (\S+) -->", text)) <= set(EXPERIMENTS)
    assert set(re.findall(r"^`namesakes experiment (\S+?)`? ", text, re.MULTILINE)) <= set(EXPERIMENTS)


def test_a_section() -> None:
    lines = section("own", EXPERIMENT, OUTCOME, "namesakes experiment own").splitlines()
    assert lines[:2] == ["<!-- begin own -->", "## A title"]
    assert lines[5:8] == ["| a | b |", "| --- | --- |", "| 1 | 2&#124;3 |"]
    assert lines[9:12] == ["A note.", "", "![Lines](own.svg)"]
    assert lines[13].startswith("`namesakes experiment own` · no data · 2")


def test_a_section_is_replaced_and_its_figure_drawn_beside_it(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    path = tmp_path / "results.md"
    path.write_text("# Results\n\n<!-- begin own -->\nold\n<!-- end own -->\n\nafter\n")
    write_outcome(path, "own", EXPERIMENT, OUTCOME, "namesakes experiment own")
    text = path.read_text()
    assert text.startswith("# Results\n\n<!-- begin own -->\n## A title\n")
    assert text.endswith("<!-- end own -->\n\nafter\n")
    assert "old" not in text
    drawing = (tmp_path / "own.svg").read_bytes()
    write_outcome(path, "own", EXPERIMENT, OUTCOME, "namesakes experiment own")
    assert b"<svg" in drawing
    assert (tmp_path / "own.svg").read_bytes() == drawing
