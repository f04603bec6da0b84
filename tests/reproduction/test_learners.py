"""The experiment that compares learners, on small texts of our own."""

from dataclasses import replace
from pathlib import Path

import pytest

from namesakes.chains.training.recipe import RecipeSettings
from reproduction.environment import WORK
from reproduction.ours import learners
from tests.chains.made import story

TEMPLATES = ("same_head m.kind a.kind", "genders m.kind", "m.head a.head")


def small(settings: RecipeSettings) -> RecipeSettings:
    """The same learner with few features and epochs."""
    features = replace(settings.chains.features, pairs=TEMPLATES, alone=("m.kind", "m.head"), bits=10)
    return replace(settings, chains=replace(settings.chains, features=features, epochs=2))


SMALL = {name: small(each) for name, each in learners.LEARNERS.items()}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A corpus of stories."""
    for part, numbers in (("train", range(5)), ("dev", range(6, 9))):
        folder = tmp_path / "corpora" / "ontogum" / "conllu" / part
        folder.mkdir(parents=True)
        for number in numbers:
            (folder / f"{number}.conllu").write_text(story(number))
    return tmp_path / "corpora"


def test_every_learner_has_a_column(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = learners.run(data, 0, SMALL, documents=4)
    assert plain.columns == ["", *learners.LEARNERS]
    assert all(len(row) == len(plain.columns) for row in plain.rows)
    rows = {row[0]: row[1:] for row in plain.rows}
    assert rows["p against the best"].count("best") == 1
    assert max(map(float, rows["CoNLL"])) == float(rows["CoNLL"][rows["p against the best"].index("best")])
    assert {"CoNLL, news", "CoNLL, essay", "MUC", "size, MB"} <= rows.keys()
    monkeypatch.setenv(WORK, str(tmp_path / "work"))
    learners.run(data, 0, SMALL, documents=4)
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "work").rglob("*") if path.is_file()}
    kept = {row[0]: row[1:] for row in learners.run(data, 0, SMALL, documents=4).rows}
    assert kept["CoNLL"] == rows["CoNLL"]
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "work").rglob("*") if path.is_file()} == times
