"""The experiments of Choi & Cardie (2007) on small texts of our own."""

import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import namesakes
from namesakes.chains.links import chained
from namesakes.chains.pairwise.measures import PairCounts
from namesakes.chains.resolver import Resolver
from namesakes.errors import DataError
from namesakes.formats import read, write
from reproduction.choi2007 import common as shared
from reproduction.choi2007 import table1, table2, table3
from reproduction.environment import WORK
from tests.chains.made import story


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Stories as OntoGUM, with the types of GUM's entities, and as LitBank."""
    folder = tmp_path / "corpora"
    for part, numbers in (("train", range(6)), ("dev", range(6, 9))):
        (folder / "ontogum" / "conllu" / part).mkdir(parents=True)
        (folder / "ontogum" / "entities").mkdir(exist_ok=True)
        rows = []
        for number in numbers:
            path = folder / "ontogum" / "conllu" / part / f"{number}.conllu"
            path.write_text(story(number))
            (document,) = read(path)
            rows.append(json.dumps({"doc": document.id, "mentions": typed(document)}))
        (folder / "ontogum" / "entities" / f"{part}.jsonl").write_text("\n".join(rows))
        (folder / "litbank").mkdir(exist_ok=True)
        write(list(read(folder / "ontogum" / "conllu" / part)), folder / "litbank" / f"{part}.conll")
    return folder


def typed(document: namesakes.Document) -> list[dict[str, object]]:
    """The mentions of a story with types: houses and the like are no persons."""
    found = []
    table = document.mention_table
    assert table is not None
    for first, last, chain in zip(table.first.tolist(), table.end.tolist(), table.chains.tolist(), strict=True):
        sentence = int(document.sentence_ids[first])
        start = first - int(document.sentence_starts[sentence])
        place = {"sent": sentence, "start": start, "end": start + last - first - 1}
        kind = "person" if last - first == 1 else "object"
        found.append({**place, "gum_id": table.chain_ids[chain], "etype": kind})
    return found


def test_corpora(data: Path) -> None:
    for seen, gold in shared.gum_persons(data, "dev"):
        assert {mention.text for mention in gold.mentions} <= {
            "Anna",
            "Maria",
            "Tom",
            "Peter",
            "She",
            "He",
            "his",
            "her",
        }
        assert len(seen.mentions) == len(gold.mentions) == 7
        assert len(gold.chains) == 2
    for seen, gold in shared.litbank_persons(data, "dev"):
        assert len(seen.mentions) == len(gold.mentions) >= 7
        assert {"She", "He"} <= {mention.text for mention in gold.mentions}
        assert not any("house" in mention.text.lower() for mention in gold.mentions)
    seen, gold = shared.ontogum(data, "train")[0]
    assert len(seen.mentions) >= len(gold.mentions)


def test_muc_is_that_of_the_scorer(data: Path) -> None:
    made = shared.ready(data, "GUM persons", "ng-cardie")
    trainer = shared.trainer(data, "GUM persons", "ng-cardie").using(shared.LOCAL)
    resolver = Resolver(made.settings, trainer.train())
    pairs = shared.gum_persons(data, "dev")
    found = [chained(resolver.links(seen, mentions="gold"), singletons=True) for seen, _ in pairs]
    expected = namesakes.score([gold for _, gold in pairs], found, metrics=["muc"]).scores()["muc"]
    total = sum((shared.pair_counts(resolver.model, *example)[1] for example in made.dev), PairCounts())
    assert (total.recalled, total.recallable) == expected.recall
    assert (total.precise, total.precisable) == expected.precision
    assert total.muc == pytest.approx(expected.f1)


@pytest.mark.parametrize("table", [table1, table2, table3])
def test_tables(table: ModuleType, data: Path) -> None:
    corpora = ("OntoGUM", "GUM persons")
    outcome = table.run(data, 0, corpora)
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)
    ours = [row for row in outcome.rows if not row[0].startswith("paper")]
    assert {row[0] for row in ours} == set(corpora)
    assert len(ours) < len(outcome.rows)
    for row in ours:
        assert all(0 <= float(cell.rstrip(" *")) <= 100 for cell in row[2:] if cell)
    with pytest.raises(DataError, match="Name their folder"):
        table.run(None, 0)


def test_runs_are_kept_and_not_run_again(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (plain,) = shared.runs(data, "GUM persons", [shared.STRUCTURED_A])
    monkeypatch.setenv(WORK, str(tmp_path / "work"))
    shared.runs(data, "GUM persons", [shared.STRUCTURED_A])
    (path,) = (tmp_path / "work").iterdir()
    values = json.loads(path.read_text())
    values["found"][0]["training"]["seconds"] = 7.0
    path.write_text(json.dumps(values))
    (again,) = shared.runs(data, "GUM persons", [shared.STRUCTURED_A])
    assert again[0].training["seconds"] == 7.0
    assert [each.after for each in again] == [each.after for each in plain]
    assert [each.before for each in again] == [each.before for each in plain]
    assert len(again) == 5
    assert again[1].stricter == plain[1].stricter
    assert set(plain[1].stricter) == {f"{link:g}" for link in shared.LINKS}
    found = [sum(each.found for each in one.after) for one in (plain[1], *plain[1].stricter.values())]
    assert found == sorted(found, reverse=True)


def test_the_round_is_chosen_by_the_training_documents() -> None:
    def made(error: float, f1: float) -> shared.Round:
        return shared.Round({"error": error, "f1": f1}, [], [PairCounts(1, 2, 2, 4, 1, 2, 1, 2)])

    rounds = [made(0.0, 1.0), made(0.3, 0.5), made(0.2, 0.4)]
    assert shared.chosen(rounds, "error") is rounds[2]
    assert shared.chosen(rounds, "f1") is rounds[1]
    assert shared.chosen(rounds[:1], "f1") is rounds[0]
    np.testing.assert_allclose(rounds[0].mucs(), [0.5])
    np.testing.assert_allclose(rounds[0].errors(), [0.5])
