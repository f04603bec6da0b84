"""The experiments about learned losses on small texts of our own."""

from dataclasses import replace
from pathlib import Path

import pytest

from namesakes import read
from reproduction.haponchyk2017 import common as shared
from reproduction.haponchyk2017 import exact, figure2, figure3, samples, table1, table2, table3, table4
from reproduction.ours import norwegian
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


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Corpora of stories, experiments of few runs in this process, and folders to draw and work in."""
    folder = tmp_path / "corpora"
    for part, numbers in (("train", range(6)), ("dev", range(6, 8))):
        (folder / "ontogum" / "conllu" / part).mkdir(parents=True)
        for number in numbers:
            (folder / "ontogum" / "conllu" / part / f"{number}.conllu").write_text(story(number))
        (folder / "narc" / "bokmaal").mkdir(parents=True, exist_ok=True)
        text = "".join(NORSK.format(name=f"{part}{number}") for number in range(6))
        (folder / "narc" / "bokmaal" / f"{part}.conll").write_text(text)
    for module, name, value in (
        (shared, "cores", lambda: 1),
        (samples, "cores", lambda: 1),
        (shared, "TRAINING", 3),
        (shared, "HELD_OUT", 2),
        (shared, "SEEDS", (1, 2)),
        (exact, "SEEDS", (1,)),
        (figure3, "EPOCHS", 2),
        (figure3, "SIZES", (500, 0)),
        (figure3, "STYLES", (":", "-")),
        (shared, "GRID_EPOCHS", 1),
        (shared, "GRID", replace(shared.GRID, strengths=(100.0,), edge=(0.5,), tree_edges=(0.1,))),
        (samples, "SAMPLE", 3),
        (samples, "SETTINGS", replace(samples.SETTINGS, rounds=5)),
        (figure2, "SIZES", (4, 8)),
        (table2, "SELECTED", 500),
    ):
        monkeypatch.setattr(module, name, value)
    learner = shared.learner
    monkeypatch.setattr(shared, "learner", lambda *given, **named: replace(learner(*given, **named), epochs=2))
    monkeypatch.setattr(exact, "learner", shared.learner)
    shared.pairs.cache_clear()
    shared._examples.cache_clear()
    shared._development.cache_clear()
    monkeypatch.setenv(shared.WORK, str(tmp_path / "work"))
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


def checked(outcome: Outcome) -> None:
    """A table is one."""
    assert outcome.rows
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)


def test_table1_and_figure2(data: Path) -> None:
    pytest.importorskip("matplotlib")
    outcome = table1.run(data, 0)
    checked(outcome)
    assert outcome.rows[0][-2:] == ["2.650", "99.68"]
    assert table1.run(data, 0).rows == outcome.rows  # from the trees that were kept
    checked(figure2.run(data, 0))
    assert Path("docs/haponchyk2017-figure2.svg").exists()


def test_table2_3_and_figure3_share_their_runs(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    outcome = table2.run(data, 0)
    checked(outcome)
    assert [row[1] for row in outcome.rows] == ["500"] * 4 + ["all"] * 4
    monkeypatch.setattr(table3, "SELECTED", 500)
    monkeypatch.setattr(table3, "PAPER", {(name, most): () for name in shared.TITLES for most in (0, 500)})

    train, steps = shared.train, []

    def counted(examples: object, settings: shared.ChainSettings, check: object) -> object:
        steps.append(settings.step.kind)
        return train(examples, settings, check)  # type: ignore[arg-type]

    monkeypatch.setattr(shared, "train", counted)
    by_measure = table3.run(data, 0)
    checked(by_measure)
    conll = {(row[0], row[1]): row[5] for row in by_measure.rows}
    assert conll == {(row[0], row[1]): row[3] for row in outcome.rows}
    assert not steps
    checked(figure3.run(data, 0))
    assert steps == ["passive-aggressive"] * 8
    assert Path("docs/haponchyk2017-figure3.svg").exists()


def test_table4(data: Path) -> None:
    outcome = table4.run(data, 0)
    checked(outcome)
    assert outcome.rows[3][-3:] == ["38.47", "39.56", "12"]


def test_exact(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "MENTIONS", 6)
    checked(exact.run(data, 0))
    cut = shared.pairs(data, shared.SHORT, "training")
    assert [len(seen.mentions) for seen, _ in cut] == [6, 6, 6]
    assert all(len(gold.mentions) < 9 for _, gold in cut)


def test_norwegian_mentions(data: Path) -> None:
    document = norwegian.with_tagged_mentions(next(iter(read(data / "narc" / "bokmaal" / "dev.conll"))))
    assert [mention.text for mention in document.mentions] == ["Kari", "den gamle mannen", "Hun", "mannen"]
    assert [document.words[head] for head in document.mention_table.heads] == ["Kari", "mannen", "Hun", "mannen"]
    tags = ["DET", "NOUN", "PROPN", "ADJ", "VERB", "DET", "VERB"]
    assert list(norwegian.phrases(tags, [0])) == [(0, 3), (2, 3), (5, 6)]
