"""The experiments about learned losses on small texts of our own."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from namesakes import read
from namesakes.chains.losses.tuning import Choice
from reproduction.environment import WORK
from reproduction.haponchyk2017 import exact, figure2, figure3, norwegian, table1, table2, table3, table4
from reproduction.haponchyk2017.common import Settings, tuned_losses
from reproduction.haponchyk2017.documents import ENGLISH, SHORT, pairs
from reproduction.haponchyk2017.learning import Found, LossRun, learned, learner
from reproduction.haponchyk2017.samples import SAMPLES, SampleSettings
from reproduction.haponchyk2017.tuning import Grid, tuned
from reproduction.outcome import Outcome
from tests.chains.made import story

NORSK = """#begin document ({name}); part 000
{name}\t0\t0\tKari\tPROPN\t-\t-\t-\t-\t-\t(PER*)\t(0)
{name}\t0\t1\tså\tVERB\t-\t-\t-\t-\t-\t*\t-
{name}\t0\t2\tden\tDET\t-\t-\t-\t-\t-\t*\t(1
{name}\t0\t3\tgamle\tADJ\t-\t-\t-\t-\t-\t*\t-
{name}\t0\t4\tmannen\tNOUN\t-\t-\t-\t-\t-\t*\t1)
{name}\t0\t5\t.\tPUNCT\t-\t-\t-\t-\t-\t*\t-

{name}\t0\t0\tHun\tPRON\t-\t-\t-\t-\t-\t*\t(0)
{name}\t0\t1\tkjente\tVERB\t-\t-\t-\t-\t-\t*\t-
{name}\t0\t2\tmannen\tNOUN\t-\t-\t-\t-\t-\t*\t(1)
{name}\t0\t3\t.\tPUNCT\t-\t-\t-\t-\t-\t*\t-

#end document
"""


SMALL = Settings(
    training=3,
    held_out=2,
    mentions=6,
    epochs=2,
    grid=Grid(documents=2, epochs=2, strengths=(100.0,), between=(), edge=(0.5,), tree_edges=(0.1,)),
    seeds=(1, 2),
    jobs=1,
)
FEW = SampleSettings(documents=3, regressor=replace(SAMPLES.regressor, rounds=5), jobs=1)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Corpora of stories, and a folder where runs are kept."""
    folder = tmp_path / "corpora"
    for part, numbers in (("train", range(6)), ("dev", range(6, 8))):
        (folder / "ontogum" / "conllu" / part).mkdir(parents=True)
        for number in numbers:
            (folder / "ontogum" / "conllu" / part / f"{number}.conllu").write_text(story(number))
        (folder / "narc" / "bokmaal").mkdir(parents=True, exist_ok=True)
        text = "".join(NORSK.format(name=f"{part}{number}") for number in range(6))
        (folder / "narc" / "bokmaal" / f"{part}.conll").write_text(text)
    monkeypatch.setenv(WORK, str(tmp_path / "work"))
    return folder


def checked(outcome: Outcome) -> None:
    """A table is one."""
    assert outcome.rows
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)


def test_table1_and_figure2(data: Path) -> None:
    outcome = table1.run(data, 0, FEW)
    checked(outcome)
    assert outcome.rows[0][-2:] == ["2.650", "99.68"]
    assert table1.run(data, 0, FEW).rows == outcome.rows  # from the trees that were kept
    trees = int(outcome.rows[1][2])
    curve = figure2.run(data, 0, FEW, sizes=(4, 8))
    assert [row[0] for row in curve.rows] == ["4", "8", str(trees)]
    assert curve.rows[-1][1:] == outcome.rows[0][3:5]  # all trees of the first sample, measured on the second


def kept(folder: Path) -> set[str]:
    """The names of the runs that were kept."""
    return {path.name for path in folder.glob("haponchyk2017-run-*.json")}


def test_table2_3_and_figure3_share_their_runs(data: Path, tmp_path: Path) -> None:
    outcome = table2.run(data, 0, SMALL, selected=500)
    checked(outcome)
    assert [row[1] for row in outcome.rows] == ["500"] * 4 + ["all"] * 4
    assert [row[-1] for row in outcome.rows] == ["49", "29", "27", "", "41", "13", "18", ""]
    before = kept(tmp_path / "work")
    assert len(before) == 8 + 16  # one of the grid a loss and a number of features, two orders each that are scored

    by_measure = table3.run(data, 0, SMALL, selected=500)
    checked(by_measure)
    conll = {(row[0], row[1]): row[5] for row in by_measure.rows}
    assert conll == {(row[0], row[1]): row[3] for row in outcome.rows}

    curves = figure3.run(data, 0, SMALL, sizes=(500, 0))
    checked(curves)
    assert [row[-3] for row in curves.rows] == [row[3] for row in outcome.rows]
    assert kept(tmp_path / "work") == before


def test_each_number_of_features_has_its_own_choice(data: Path) -> None:
    corpus = SMALL.corpus(ENGLISH)
    settings = replace(SMALL, grid=replace(SMALL.grid, strengths=(1.0, 100.0)))
    few = tuned_losses(data, corpus, settings, 50)
    assert set(few.losses) == {"edge", "tree-edges", "learned", "whole"}
    assert few.losses["whole"].start == "best-first"
    assert few.runs >= 8
    assert few.seconds > 0


def test_all_documents_that_are_not_held_out_are_trained_on(data: Path) -> None:
    parts = [pairs(data, replace(SMALL, training=0).corpus(ENGLISH), part) for part in ("training", "tuned", "scored")]
    assert [len(part) for part in parts] == [4, 2, 2]
    names = [document.key for part in parts for document, _ in part]
    assert len(set(names)) == 8
    few = pairs(data, SMALL.corpus(ENGLISH), "training")
    assert {document.key for document, _ in few} < {document.key for document, _ in parts[0]}


def test_a_run_ends_early_and_is_scored_where_it_was_best(data: Path, tmp_path: Path) -> None:
    corpus = SMALL.corpus(ENGLISH)
    run = LossRun(corpus, learner(corpus, epochs=30, patience=2))
    found = learned(data, run)
    assert len(found.tuned) < 30
    assert found.epoch == len(found.tuned) - 2
    assert max(found.tuned) == found.tuned[found.epoch - 1]
    again = Found.from_json(found.to_json())
    assert again.result.conll == found.result.conll
    assert (again.epoch, again.seconds) == (found.epoch, found.seconds)
    untried = learned(data, replace(run, scored=False))
    assert untried.best is None
    assert list(untried.tuned) == list(found.tuned)
    assert len(kept(tmp_path / "work")) == 2


def best_of(peak: Choice, grid: Grid) -> tuple[Choice, set[Choice]]:
    """The choice that is found where scores fall from a peak on, and all that were tried."""
    tried: set[Choice] = set()

    def score(choice: Choice) -> float:
        tried.add(choice)
        extra = 0.0 if peak.extra is None else abs(np.log((choice.extra or 0) + 0.1) - np.log(peak.extra + 0.1))
        return -abs(np.log(choice.strength / peak.strength)) - float(extra)

    found = tuned(peak.loss, grid, lambda choices: [score(choice) for choice in choices])
    return found, tried


def test_the_grid_grows_where_its_edge_is_best() -> None:
    grid = Grid()
    found, tried = best_of(Choice("edge", 1000.0, 1.5), grid)
    assert found == Choice("edge", 1000.0, 1.5)
    assert {Choice("edge", strength, extra) for strength in grid.strengths for extra in grid.edge} <= tried
    assert best_of(Choice("edge", 300.0, 1.5), grid)[0] == Choice("edge", 300.0, 1.5)  # between the paper's values
    far, _ = best_of(Choice("tree-edges", 16_000.0, 4.0), grid)
    assert far == Choice("tree-edges", 16_000.0, 4.0)
    assert best_of(Choice("learned", 0.2), grid)[0] == Choice("learned", 0.2)
    least, _ = best_of(Choice("edge", 1e-6, 1e-6), grid)
    assert (least.strength, least.extra) == (0.1, 0.01)  # no smaller ones are tried


def test_figures_are_drawn(data: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    for outcome in (figure2.run(data, 0, FEW, sizes=(4, 8)), figure3.run(data, 0, SMALL, sizes=(500, 0))):
        assert outcome.figure is not None
        outcome.figure.save(tmp_path / "drawn.svg")
        assert outcome.columns[0] in ("trees", "features")
        assert b"<svg" in (tmp_path / "drawn.svg").read_bytes()


def test_table4(data: Path) -> None:
    outcome = table4.run(data, 0, SMALL)
    checked(outcome)
    assert outcome.rows[3][-3:] == ["38.47", "39.56", "12"]
    assert "scored" in outcome.notes


def test_exact(data: Path) -> None:
    outcome = exact.run(data, 0, replace(SMALL, seeds=(1,)))
    checked(outcome)
    for _, _, _, muc, b3, ceaf_e, conll, _ in outcome.rows:
        assert float(conll) == pytest.approx((float(muc) + float(b3) + float(ceaf_e)) / 3, abs=0.02)
    cut = pairs(data, SMALL.corpus(SHORT), "training")
    assert [len(document.mentions) for document, _ in cut] == [6, 6, 6]
    assert all(len(gold.mentions) < 9 for _, gold in cut)


def test_norwegian_mentions(data: Path) -> None:
    document = norwegian.with_tagged_mentions(next(iter(read(data / "narc" / "bokmaal" / "dev.conll"))))
    assert [mention.text for mention in document.mentions] == ["Kari", "den gamle mannen", "Hun", "mannen"]
    assert [document.words[head] for head in document.mention_table.heads] == ["Kari", "mannen", "Hun", "mannen"]
    tags = ["DET", "NOUN", "PROPN", "ADJ", "VERB", "DET", "VERB"]
    assert list(norwegian.phrases(tags, [0])) == [(0, 3), (2, 3), (5, 6)]
