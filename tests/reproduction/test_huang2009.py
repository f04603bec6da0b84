"""The experiments about identities on a small made-up corpus."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from namesakes.errors import DataError
from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.model import IdentityModel, IdentitySettings
from namesakes.identities.rows import QueryGroup, QueryRow, grouped_by_name
from namesakes.identities.training import train_identities
from namesakes.profiles.profile import Profile
from reproduction.huang2009 import common as huang2009
from reproduction.huang2009a import figure1 as huang2009a_figure1
from reproduction.huang2009a import figure2 as huang2009a_figure2
from reproduction.huang2009a import table1 as huang2009a_table1
from reproduction.huang2009b import figure1 as huang2009b_figure1
from reproduction.huang2009b import figure2 as huang2009b_figure2
from reproduction.huang2009b import table1 as huang2009b_table1
from reproduction.huang2009b import table2 as huang2009b_table2
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


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two corpora of names, whose profiles are made here; small grids; and a folder to draw into."""
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

    def made(rows: Sequence[QueryRow], *, jobs: int, work: Path | None) -> list[QueryGroup]:
        return grouped_by_name(rows, map(made_profile, rows))

    monkeypatch.setattr(huang2009, "query_groups", made)
    for module in (huang2009, huang2009a_table1, huang2009b_table1, identities_mixers):
        monkeypatch.setattr(module, "CORPORA", ("one", "other"))
    small = {"karc": {"gamma": (0.05,), "fuzziness": (1.4,), "norm": ("unit", "exact")}, "frc": {"fuzziness": (1.4,)}}
    monkeypatch.setattr(huang2009, "FUZZY_GRIDS", small)
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


def test_dbscan_by_corpus(data: Path) -> None:
    outcome = huang2009a_table1.run(data, 0)
    found = {(row[0], row[1]): row for row in outcome.rows}
    assert found["one", "DBSCAN"][2:6] == ["3.0", "1.000", "1.000", "1.000"]
    assert found["one", "one-in-one"][3:6] == ["1.000", "0.250", "0.400"]  # 2 · ¼ / (1 + ¼)
    assert found["average", "all-in-one"][3:6] == ["0.333", "1.000", "0.500"]
    assert found["paper: average", "AT-CDC (DBSCAN)"][5] == "0.708"
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)


def test_names_by_number_of_identities(data: Path) -> None:
    pytest.importorskip("matplotlib")
    outcome = huang2009a_figure1.run(data, 0)
    assert outcome.rows[0][:3] == ["3–5", "4", "1.000"]
    drawing = Path("docs/huang2009a-figure1.svg").read_bytes()
    assert b"<svg" in drawing
    huang2009a_figure1.run(data, 0)
    assert Path("docs/huang2009a-figure1.svg").read_bytes() == drawing


@pytest.mark.parametrize(
    ("module", "setting"), [(huang2009a_figure2, "ε"), (huang2009b_figure1, "m"), (huang2009b_figure2, "θ")]
)
def test_sweeps(data: Path, module: object, setting: str) -> None:
    pytest.importorskip("matplotlib")
    outcome = module.run(data, 0)  # type: ignore[attr-defined]
    assert outcome.columns[0] == setting
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)
    purity, inverse = ([float(row[place]) for row in outcome.rows] for place in (1, 2))
    assert max(purity) == max(inverse) == 1.0
    if setting == "ε":
        assert sorted(purity, reverse=True) == purity
        assert sorted(inverse) == inverse
    marked = [name for row in outcome.rows for name in row[-1].split(", ") if name]
    assert sorted(marked) == ["one", "other"]
    assert Path(f"docs/{module.PICTURE.name}").exists()  # type: ignore[attr-defined]


def test_karc_beside_others(data: Path) -> None:
    outcome = huang2009b_table1.run(data, 0)
    found = {row[0]: row for row in outcome.rows}
    assert found["average-link"][1:7] == ["1.000"] * 6
    assert found["KARC-S"][4] == "1.000"
    assert found["one-in-one"][3] == "0.294"  # 1 / (0.2 + 0.8 / ¼)
    assert found["paper: KARC-S"][3] == "0.740"
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)


def test_karc_by_corpus(data: Path) -> None:
    outcome = huang2009b_table2.run(data, 0)
    assert [row[0] for row in outcome.rows[:2]] == ["one", "other"]
    assert outcome.rows[0][1:3] == ["3.0", "3.0"]
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)


def test_mixers(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train = huang2009.part(data, "one", "train").groups
    model = train_identities(train, IdentitySettings(huang2009.SEG))
    monkeypatch.setattr(IdentityModel, "shipped", lambda: model)
    monkeypatch.setattr(identities_mixers, "GOALS", {"one": 0.5, "other": 0.7})
    outcome = identities_mixers.run(data, 0)
    found = {row[0]: row for row in outcome.rows}
    assert found.keys() >= set(identities_mixers.MIXERS)
    assert found["SEG with curves"][1:4] == ["1.000"] * 3
    assert found["the shipped model, of all corpora"][1] == "1.000"
    assert found["goal"][1:4] == ["0.500", "0.700", "0.600"]


def test_fuzzy_settings_come_from_the_names_that_are_given(data: Path) -> None:
    looked = huang2009.people(data, 0)["one"]
    soft, hard = huang2009.best_fuzzy(looked.taught, "karc")
    assert soft["threshold"] in huang2009.THRESHOLDS
    assert "threshold" not in hard
    found = huang2009.clustered(looked.tested, clusterer("karc", soft))
    again = huang2009.clustered(looked.tested, clusterer("karc", {**soft, "threshold": 0.45}))
    for (_, changed), (_, made) in zip(huang2009.at(found, 0.45), again, strict=True):
        assert [each.tolist() for each in changed.sets()] == [each.tolist() for each in made.sets()]


def test_profiles_are_kept_in_the_work_folder(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def made(rows: Sequence[QueryRow], *, jobs: int, work: Path | None) -> list[QueryGroup]:
        asked.append(work)
        return grouped_by_name(rows, map(made_profile, rows))

    monkeypatch.setattr(huang2009, "query_groups", made)
    monkeypatch.setenv(huang2009.WORK, str(tmp_path / "work"))
    huang2009.part(data, "other", "dev")
    assert asked == [tmp_path / "work" / "people" / "other-dev.jsonl"]


def test_corpora_are_asked_for(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Name their folder"):
        huang2009a_table1.run(None, 0)
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
