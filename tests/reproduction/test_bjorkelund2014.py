"""The experiments of Björkelund & Kuhn (2014) on small texts of our own."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from namesakes.errors import DataError
from reproduction.bjorkelund2014 import figure3, figure4, table1, table2
from reproduction.bjorkelund2014.common import ONTOGUM, Run, Settings, learned, learner, runs
from reproduction.environment import WORK
from reproduction.outcome import Outcome
from reproduction.provenance import recorded
from tests.chains.made import story

SMALL = Settings(epochs=2, seeds=(1, 2), jobs=1)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Corpora of stories."""
    folder = tmp_path / "corpora"
    for part, numbers in (("train", range(4)), ("dev", range(6, 8))):
        (folder / "ontogum" / "conllu" / part).mkdir(parents=True)
        for number in numbers:
            (folder / "ontogum" / "conllu" / part / f"{number}.conllu").write_text(story(number))
    return folder


def drawn_twice(outcome: Outcome, folder: Path) -> list[bytes]:
    """The figure of an outcome, drawn twice."""
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    assert outcome.figure is not None
    for name in ("one.svg", "other.svg"):
        outcome.figure.save(folder / name)
    return [(folder / name).read_bytes() for name in ("one.svg", "other.svg")]


def test_figure3(data: Path) -> None:
    outcome = figure3.run(data, 0, SMALL)
    assert outcome.columns == ["learner", "epoch 1", "epoch 2", "p"]
    rows = {row[0]: row for row in outcome.rows}
    assert rows.keys() == figure3.LEARNERS.keys()
    found = runs(data, SMALL.runs(ONTOGUM, "early", 0, "local", beam=100), jobs=1)
    means = 100 * np.mean([one.curve for one in found], axis=0)
    assert rows["early (local), k = 100"][1] == f"{means[0]:.2f}"
    assert rows["early (local), k = 100"][2].startswith(f"{means[1]:.2f} ± ")
    assert rows["baseline"][3] == ""


def test_figure3_is_drawn_the_same_each_time(data: Path, tmp_path: Path) -> None:
    one, other = drawn_twice(figure3.run(data, 0, SMALL), tmp_path)
    assert b"<svg" in one
    assert one == other


def test_figure4(data: Path) -> None:
    rows = {row[0]: row for row in figure4.run(data, 0, replace(SMALL, documents=3)).rows}
    assert rows.keys() == {*figure4.UPDATES, "baseline"}
    assert rows["delayed LaSO"][1] == rows["baseline"][1]
    assert rows["delayed LaSO"][2] == rows["delayed LaSO"][4] == "1.000"


def test_figure4_is_drawn_the_same_each_time(data: Path, tmp_path: Path) -> None:
    one, other = drawn_twice(figure4.run(data, 0, replace(SMALL, documents=3)), tmp_path)
    assert one == other


def test_table1(data: Path) -> None:
    outcome = table1.run(data, 0, SMALL, {"OntoGUM": ONTOGUM})
    assert [row[0] for row in outcome.rows[:4]] == [f"OntoGUM, {name}" for name in table1.LEARNERS]
    assert [row[6] == "" for row in outcome.rows[:4]] == [True, False, True, False]
    muc, b3, _, ceaf_e, conll = map(float, outcome.rows[0][1:6])
    assert conll == pytest.approx((muc + b3 + ceaf_e) / 3, abs=0.02)
    assert outcome.rows[-1] == ["paper, English, non-local", "70.74", "60.03", "65.01", "56.80", "62.52", ""]


def test_table2(data: Path) -> None:
    outcome = table2.run(data, 0, table2.SETS[:2])
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)
    assert [row[0] for row in outcome.rows[:2]] == [f"namesakes, {name}" for name, *_ in table2.SETS[:2]]
    with pytest.raises(DataError, match="Name their folder"):
        table2.run(None, 0)


def test_runs_are_kept_and_not_run_again(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(ONTOGUM, learner("delayed-laso", "non-local", beam=3, epochs=2))
    (plain,) = runs(data, [run], jobs=1)
    monkeypatch.setenv(WORK, str(tmp_path / "work"))
    (first,) = runs(data, [run], jobs=1)
    (path,) = (tmp_path / "work").iterdir()
    values = json.loads(path.read_text())
    values["found"]["seconds"] = 7.0
    path.write_text(json.dumps(values))
    (second,) = runs(data, [run], jobs=1)
    assert second.seconds == 7.0
    assert plain.curve == first.curve == second.curve
    for name, counts in first.result.counts.items():
        np.testing.assert_array_equal(counts, second.result.counts[name])
        np.testing.assert_array_equal(counts, plain.result.counts[name])


def test_a_run_goes_on_after_the_epoch_where_it_was_stopped(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(ONTOGUM, learner("baseline", epochs=3))
    whole = learned(data, run)
    monkeypatch.setenv(WORK, str(tmp_path / "work"))

    def stopped(epoch: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learned(data, run, stopped)
    assert [path.suffix for path in (tmp_path / "work").iterdir()] == [".npz"]
    with recorded(data) as record:
        assert learned(data, run).curve == whole.curve
    (path,) = (tmp_path / "work").iterdir()
    assert path.suffix == ".json"
    assert record.kept > 0  # what the epochs before the stop took
    assert json.loads(path.read_text())["took"] <= record.spent + record.kept + 0.1
