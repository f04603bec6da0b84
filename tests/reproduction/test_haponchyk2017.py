"""The experiments about learned losses on small texts of our own."""

from dataclasses import replace
from pathlib import Path

import pytest

from namesakes import read
from reproduction.environment import WORK
from reproduction.haponchyk2017 import exact, figure2, figure3, norwegian, table1, table2, table3, table4
from reproduction.haponchyk2017.common import GRID, Settings
from reproduction.haponchyk2017.documents import SHORT, pairs
from reproduction.haponchyk2017.samples import SAMPLES, SampleSettings
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
    grid_epochs=2,
    grid=replace(GRID, strengths=(100.0,), edge=(0.5,), tree_edges=(0.1,)),
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
    assert len(before) == 16

    by_measure = table3.run(data, 0, SMALL, selected=500)
    checked(by_measure)
    conll = {(row[0], row[1]): row[5] for row in by_measure.rows}
    assert conll == {(row[0], row[1]): row[3] for row in outcome.rows}
    assert kept(tmp_path / "work") == before

    curves = figure3.run(data, 0, SMALL, sizes=(500, 0))
    checked(curves)
    assert len(kept(tmp_path / "work") - before) == 8  # passive-aggressive steps, which the tables do not have
    assert [row[0] for row in curves.rows[-4:]] == ["500, passive-aggressive"] * 4


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


def test_exact(data: Path) -> None:
    outcome = exact.run(data, 0, replace(SMALL, seeds=(1,)))
    checked(outcome)
    for _, muc, b3, ceaf_e, conll in outcome.rows:
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
