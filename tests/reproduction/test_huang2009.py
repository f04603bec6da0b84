"""The experiments about identities on a small made-up corpus."""

import json
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from namesakes.errors import DataError
from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.model import IdentitySettings
from namesakes.identities.rows import QueryGroup, QueryRow, grouped_by_name
from namesakes.identities.training import train_identities
from namesakes.profiles.profile import Profile
from reproduction.environment import WORK
from reproduction.huang2009a import figure1 as a_figure1
from reproduction.huang2009a import figure2 as a_figure2
from reproduction.huang2009a import table1 as a_table1
from reproduction.huang2009b import figure1 as b_figure1
from reproduction.huang2009b import figure2 as b_figure2
from reproduction.huang2009b import table1 as b_table1
from reproduction.huang2009b import table2 as b_table2
from reproduction.name_disambiguation import (
    SEG,
    THRESHOLDS,
    Settings,
    clustered,
    kept_profiles,
    tuned_fuzzy_settings,
    with_threshold,
)
from reproduction.ours import identities_ecbplus, identities_mixers
from tests.identities.made import profile

TRADES = {
    "baker": ("baker", "Antwerp", ("flour", "oven", "bread", "dough")),
    "pilot": ("pilot", "Oslo", ("wing", "runway", "sky", "cabin")),
    "judge": ("judge", "Quito", ("court", "verdict", "law", "bench")),
}
NAMES = {"train": ("Ann Low", "Bo Hart", "Cy Dale", "Di Moss", "Ed Kerr"), "dev": ("Flo Nash", "Gus Orr")}
DOCUMENTS = 4


def made_profile(row: QueryRow) -> Profile:
    """What would be extracted: a trade, a town and three of its four words, another one missing in each document."""
    trade, town, words = TRADES[row.gold.split()[-1]]
    left_out = int(row.id.rsplit("-", 1)[1]) % len(words)
    terms = {word: 1 for place, word in enumerate(words) if place != left_out}
    return profile(row.name, ("occupation", trade), ("lives", town), document=row.id, context=terms, words=terms)


def made_profiles(rows: Sequence[QueryRow], corpus: str, split: str) -> list[QueryGroup]:
    return grouped_by_name(rows, map(made_profile, rows))


SMALL = Settings(
    corpora=("one", "other"),
    fuzzy_grids={
        "karc": {"gamma": (0.05,), "fuzziness": (1.4,), "norm": ("unit", "exact")},
        "frc": {"fuzziness": (1.4,)},
    },
    profiles=made_profiles,
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two corpora of names, whose profiles are made here."""
    tmp_path = tmp_path_factory.mktemp("huang2009")
    folder = tmp_path / "corpora"
    for corpus in ("one", "other"):
        (folder / "people" / corpus).mkdir(parents=True)
        for split, names in NAMES.items():
            rows = [
                {"doc_id": f"{name}-{who}-{number}", "query_name": name, "text": who, "gold_identity": f"{name} {who}"}
                for name in names
                for who in TRADES
                for number in range(DOCUMENTS)
            ]
            lines = "".join(json.dumps(row) + "\n" for row in rows)
            (folder / "people" / corpus / f"{split}.jsonl").write_text(lines, encoding="utf-8")
    return folder


def test_dbscan_by_corpus(data: Path) -> None:
    outcome = a_table1.run(data, 0, SMALL)
    found = {(row[0], row[1]): row for row in outcome.rows}
    assert found["one", "DBSCAN"][2:6] == ["3.0", "1.000", "1.000", "1.000"]
    assert found["one", "one-in-one"][3:6] == ["1.000", "0.250", "0.400"]  # 2 · ¼ / (1 + ¼)
    assert found["average", "all-in-one"][3:6] == ["0.333", "1.000", "0.500"]
    assert found["paper: average", "AT-CDC (DBSCAN)"][5] == "0.708"
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)


def test_names_by_number_of_identities(data: Path) -> None:
    outcome = a_figure1.run(data, 0, SMALL)
    assert outcome.rows[0] == ["3–5", "4", "1.000", "1.000", "1.000", "0"]


@pytest.mark.parametrize("module", [a_figure1, a_figure2])
def test_figures_are_drawn_the_same_each_time(data: Path, tmp_path: Path, module: ModuleType) -> None:
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    for name in ("one.svg", "other.svg"):
        module.run(data, 0, SMALL).figure.save(tmp_path / name)
    assert b"<svg" in (tmp_path / "one.svg").read_bytes()
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "other.svg").read_bytes()


@pytest.mark.parametrize(("module", "setting"), [(a_figure2, "ε"), (b_figure1, "m"), (b_figure2, "θ")])
def test_sweeps(data: Path, module: ModuleType, setting: str) -> None:
    outcome = module.run(data, 0, SMALL)
    assert outcome.columns[0] == setting
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)
    purity, inverse = ([float(row[place]) for row in outcome.rows] for place in (1, 2))
    assert max(purity) == max(inverse) == 1.0
    if setting == "ε":
        assert sorted(purity, reverse=True) == purity
        assert sorted(inverse) == inverse
    marked = [name for row in outcome.rows for name in row[-1].split(", ") if name]
    assert sorted(marked) == ["one", "other"]
    assert outcome.figure is not None
    assert outcome.figure.caption == f"Measures by {setting}"


def test_karc_beside_others(data: Path) -> None:
    outcome = b_table1.run(data, 0, SMALL)
    found = {row[0]: row for row in outcome.rows}
    assert found["average-link"][1:7] == ["1.000"] * 6
    assert found["KARC-S"][4] == "1.000"
    assert found["one-in-one"][3] == "0.294"  # 1 / (0.2 + 0.8 / ¼)
    assert found["paper: KARC-S"][3] == "0.740"
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)


def test_karc_by_corpus(data: Path) -> None:
    outcome = b_table2.run(data, 0, SMALL)
    assert [row[0] for row in outcome.rows[:2]] == ["one", "other"]
    assert outcome.rows[0][1:3] == ["3.0", "3.0"]
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)


def test_mixers(data: Path) -> None:
    model = train_identities(SMALL.split(data, "one", "train").groups, IdentitySettings(SEG))
    outcome = identities_mixers.run(data, 0, SMALL, model)
    found = {row[0]: row for row in outcome.rows}
    assert found.keys() >= set(identities_mixers.MIXERS)
    assert found["SEG with curves"][1:4] == ["1.000"] * 3
    assert found["the shipped model, of all corpora"][1] == "1.000"
    assert found["goal"][1:4] == ["nan"] * 3  # goals are those of the real corpora


def test_fuzzy_settings_come_from_the_names_that_are_given(data: Path) -> None:
    both = SMALL.similarities(data, 0)["one"]
    soft, hard = tuned_fuzzy_settings(both.train, "karc", SMALL.fuzzy_grids)
    assert soft["threshold"] in THRESHOLDS
    assert "threshold" not in hard
    found = clustered(both.dev, clusterer("karc", soft))
    again = clustered(both.dev, clusterer("karc", {**soft, "threshold": 0.45}))
    for (_, changed), (_, made) in zip(with_threshold(found, 0.45), again, strict=True):
        assert [each.tolist() for each in changed.sets()] == [each.tolist() for each in made.sets()]


def test_profiles_are_kept_in_the_work_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WORK, str(tmp_path))
    rows = [QueryRow("1", "Ann Low", "Ann Low is a baker in Antwerp.", "baker")]
    (first,) = kept_profiles(rows, "one", "dev")
    path = tmp_path / "people" / "one-dev.jsonl"
    path.write_text(path.read_text().replace("baker", "pilot"))
    (again,) = kept_profiles(rows, "one", "dev")
    assert first.profiles[0].values("occupation") == ["baker"]
    assert again.profiles[0].values("occupation") == ["pilot"]


def test_corpora_are_asked_for(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Name their folder"):
        a_table1.run(None, 0)
    with pytest.raises(DataError, match="Unpack the corpora"):
        identities_mixers.run(tmp_path, 0)


def test_mentions_of_topics(tmp_path: Path) -> None:
    folder = tmp_path / "ecbplus"
    folder.mkdir()
    documents, mentions = [], []
    for topic, (split, name) in enumerate(
        (("train", "Ann"), ("train", "Bo"), ("train", "Cy"), ("dev", "Di"), ("test", "Ed"))
    ):
        for number in range(3):
            key = f"{topic}_{number}"
            tokens = f"The nurse met {name} Low in Oslo .".split()
            common = {"doc_id": key, "split": split}
            documents.append({**common, "topic": topic, "subtopic": f"{topic}", "sentences": {"4": tokens}})
            for places, chain in (([0, 1], "nurse"), ([3, 4], "low"), ([6], "oslo")):
                mention = {"kind": "entity", "sent_id": 4, "tokens_number": places, "chain": f"{topic} {chain}"}
                mentions.append({**common, **mention})
            mentions.append({**common, "kind": "event", "sent_id": 4, "tokens_number": [2], "chain": "met"})
    for file, rows in (("docs", documents), ("mentions", mentions)):
        (folder / f"{file}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (topic,) = identities_ecbplus.topics(folder, "test")
    assert topic.heads == ["nurse", "low", "oslo"] * 3
    assert topic.gold == ["4 nurse", "4 low", "4 oslo"] * 3
    assert topic.profiles[1].name.full == "Ed Low"
    assert topic.profiles[0].values("occupation") == ["nurse"]
    found = {row[0]: row for row in identities_ecbplus.run(tmp_path, 0).rows}
    assert found["every mention alone"][1:3] == ["0.00", "50.00"]  # B³: recall ⅓, precision 1
    assert found["same head lemma"][4] == "100.00"
    assert found["specialists, logistic"][4] == "100.00"
