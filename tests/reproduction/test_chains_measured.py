"""The experiments with the shipped resolver on small texts of our own."""

from pathlib import Path

import pytest

from namesakes.formats import read, write
from reproduction.ours import chains_calibration, chains_window
from tests.chains.made import story


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus of two stories, and a folder to draw into."""
    folder = tmp_path / "corpora" / "ontogum" / "conllu" / "dev"
    folder.mkdir(parents=True)
    for number in range(2):
        (folder / f"{number}.conllu").write_text(story(number))
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "corpora"


def test_calibration(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    cases = {name: case for name, case in chains_calibration.CASES.items() if "OntoGUM" in name}
    monkeypatch.setattr(chains_calibration, "CASES", cases)
    outcome = chains_calibration.run(data, 0)
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)
    totals = [row for row in outcome.rows if row[:2] == ["OntoGUM dev, gold syntax", "all links"]]
    bins = [row for row in outcome.rows if row[0] == "OntoGUM dev, gold syntax" and row[1].startswith("links, ")]
    assert sum(int(row[2]) for row in bins) == int(totals[0][2]) > 0
    assert all(0 <= float(row[4]) <= 100 for row in outcome.rows)
    assert b"<svg" in Path("docs/chains-calibration.svg").read_bytes()


def test_windows(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "craft").mkdir()
    documents = list(read(data / "ontogum" / "conllu" / "dev"))
    for part in ("train", "dev"):
        write(documents, data / "craft" / f"{part}.conll", format="conll2012")
    monkeypatch.setattr(chains_window, "WINDOWS", (100, 1))
    monkeypatch.setattr(chains_window, "EPOCHS", 1)
    outcome = chains_window.run(data, 0)
    assert [row[:2] for row in outcome.rows[:3]] == [
        ["shipped", "all earlier mentions"],
        ["shipped", "100"],
        ["shipped", "1"],
    ]
    for whole, wide, narrow in (outcome.rows[:3], outcome.rows[3:]):
        assert wide[2:5] == [*whole[2:4], "0.00"]
        assert float(narrow[2]) <= float(whole[2])
