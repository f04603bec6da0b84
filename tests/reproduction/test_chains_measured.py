"""The experiments with the shipped resolver on small texts of our own."""

from pathlib import Path

import pytest

from namesakes.formats import read, write
from reproduction.ours import chains_calibration, chains_window
from tests.chains.made import story


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A corpus of two stories."""
    folder = tmp_path / "corpora" / "ontogum" / "conllu" / "dev"
    folder.mkdir(parents=True)
    for number in range(2):
        (folder / f"{number}.conllu").write_text(story(number))
    return tmp_path / "corpora"


def test_calibration(data: Path) -> None:
    cases = {name: case for name, case in chains_calibration.CASES.items() if "OntoGUM" in name}
    outcome = chains_calibration.run(data, 0, cases)
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)
    totals = [row for row in outcome.rows if row[:2] == ["OntoGUM dev, gold syntax", "all links"]]
    bins = [row for row in outcome.rows if row[0] == "OntoGUM dev, gold syntax" and row[1].startswith("links, ")]
    assert sum(int(row[2]) for row in bins) == int(totals[0][2]) > 0
    assert all(0 <= float(row[4]) <= 100 for row in outcome.rows)
    assert outcome.figure is not None
    assert outcome.figure.caption == "Predicted and observed probability of links"


def test_windows(data: Path) -> None:
    (data / "craft").mkdir()
    documents = list(read(data / "ontogum" / "conllu" / "dev"))
    for part in ("train", "dev"):
        write(documents, data / "craft" / f"{part}.conll", format="conll2012")
    outcome = chains_window.run(data, 0, chains_window.Settings(windows=(100, 1), epochs=1))
    assert [row[:2] for row in outcome.rows[:3]] == [
        ["shipped", "all earlier mentions"],
        ["shipped", "100"],
        ["shipped", "1"],
    ]
    for whole, wide, narrow in (outcome.rows[:3], outcome.rows[3:]):
        assert wide[2:5] == [*whole[2:4], "0.00"]
        assert float(narrow[2]) <= float(whole[2])
