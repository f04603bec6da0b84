"""The experiments about chains on small texts of our own."""

from pathlib import Path

import numpy as np
import pytest

from namesakes.errors import DataError
from reproduction.bjorkelund2014 import common as shared
from reproduction.bjorkelund2014 import figure3, figure4, table1, table2
from tests.chains.made import story


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Corpora of stories, experiments of few runs in this process, and a folder to draw into."""
    folder = tmp_path / "corpora"
    for part, numbers in (("train", range(4)), ("dev", range(6, 8))):
        (folder / "ontogum" / "conllu" / part).mkdir(parents=True)
        for number in numbers:
            (folder / "ontogum" / "conllu" / part / f"{number}.conllu").write_text(story(number))
    monkeypatch.setattr(shared, "cores", lambda: 1)
    for module in (figure3, figure4, table1):
        monkeypatch.setattr(module, "EPOCHS", 2)
        monkeypatch.setattr(module, "SEEDS", (1, 2))
    monkeypatch.setattr(figure3, "SHOWN", (1, 2))
    monkeypatch.setattr(figure4, "DOCUMENTS", 3)
    monkeypatch.setattr(table1, "CORPORA", {"OntoGUM": shared.ONTOGUM})
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


def test_figure3(data: Path) -> None:
    pytest.importorskip("matplotlib")
    outcome = figure3.run(data, 0)
    assert [row[0] for row in outcome.rows] == list(figure3.LEARNERS)
    assert all(0 <= float(row[1]) <= 100 for row in outcome.rows)
    drawing = Path("docs/bjorkelund2014-figure3.svg").read_bytes()
    assert b"<svg" in drawing
    figure3.run(data, 0)
    assert Path("docs/bjorkelund2014-figure3.svg").read_bytes() == drawing


def test_figure4(data: Path) -> None:
    pytest.importorskip("matplotlib")
    rows = {row[0]: row for row in figure4.run(data, 0).rows}
    assert rows.keys() == {*figure4.UPDATES, "baseline"}
    assert rows["delayed LaSO"][1] == rows["baseline"][1]
    assert Path("docs/bjorkelund2014-figure4.svg").exists()


def test_table1(data: Path) -> None:
    outcome = table1.run(data, 0)
    assert [row[0] for row in outcome.rows[:2]] == ["OntoGUM, local", "OntoGUM, non-local"]
    muc, b3, _, ceaf_e, conll = map(float, outcome.rows[0][1:6])
    assert conll == pytest.approx((muc + b3 + ceaf_e) / 3, abs=0.02)
    assert outcome.rows[-1] == ["paper, English, non-local", "70.74", "60.03", "65.01", "56.80", "62.52", ""]


def test_table2(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table2, "OURS", table2.OURS[:2])
    outcome = table2.run(data, 0)
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)
    with pytest.raises(DataError, match="Name their folder"):
        table2.run(None, 0)


def test_runs_are_kept_and_not_run_again(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = shared.Run(shared.ONTOGUM, shared.learner("delayed-laso", clusters=True, beam=3, epochs=2))
    (plain,) = shared.runs(data, [run])
    monkeypatch.setenv(shared.WORK, str(tmp_path / "work"))
    (first,) = shared.runs(data, [run])
    assert [path.suffix for path in (tmp_path / "work").iterdir()] == [".json"]

    def never(*given: object) -> None:
        raise AssertionError("a run that was kept is run again")

    monkeypatch.setattr(shared, "train", never)
    (second,) = shared.runs(data, [run])
    assert plain.curve == first.curve == second.curve
    for name, counts in first.result.counts.items():
        np.testing.assert_array_equal(counts, second.result.counts[name])
        np.testing.assert_array_equal(counts, plain.result.counts[name])


def test_a_run_goes_on_after_the_epoch_where_it_was_stopped(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = shared.Run(shared.ONTOGUM, shared.learner("baseline", epochs=3))
    (whole,) = shared.runs(data, [run])
    monkeypatch.setenv(shared.WORK, str(tmp_path / "work"))
    scored = shared.Development.__call__
    calls = []

    def stopped(self: shared.Development, model: shared.BeamModel) -> object:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return scored(self, model)

    with monkeypatch.context() as patch:
        patch.setattr(shared.Development, "__call__", stopped)
        with pytest.raises(KeyboardInterrupt):
            shared.runs(data, [run])
    calls.clear()
    monkeypatch.setattr(shared.Development, "__call__", stopped)
    (parts,) = shared.runs(data, [run])
    assert len(calls) == 1
    assert parts.curve == whole.curve
