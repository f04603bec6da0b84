"""A store as data frames, and its people at each caution."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from namesakes.errors import DataError, UnknownNameError, UsageError
from namesakes.learning.evidence_mixer import REACH
from namesakes.pipeline.people import People
from namesakes.pipeline.pipeline import load
from namesakes.pipeline.resolve import resolve, resolve_into
from namesakes.pipeline.thresholds import thresholds
from namesakes.pipeline.why import Explainer, explainer_of
from namesakes.store.records import ChainKey
from namesakes.store.store import open_store
from tests.pipeline.newsroom import newsroom

pandas = pytest.importorskip("pandas")


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    folder = newsroom(tmp_path_factory.mktemp("newsroom"))
    with resolve(folder, store=folder / "people.db") as people:
        yield people


@pytest.fixture(scope="module")
def explainer(people: People) -> Explainer:
    return explainer_of(people.store, load("en"))


def test_people_and_what_is_said_of_them(people: People) -> None:
    found = people.to_frame()
    assert set(found["person"]) == {person.id for person in people}
    assert dict(zip(found["person"], found["documents"], strict=True)) == {one.id: len(one.documents) for one in people}
    everybody = people.to_frame(kinds=None)
    assert set(everybody["kind"]) > {"person"}
    assert set(people.to_frame(name="Ann Moore")["person"]) == {one.id for one in people["Ann Moore"]}
    assert list(people.to_frame(columns=["mentions", "person"]).columns) == ["mentions", "person"]
    members = people.to_frame("memberships")
    assert len(members) == sum(len(person.members) for person in people)
    mentions = people.to_frame("mentions", name="Carol Hill")
    assert mentions["text"].tolist()[:1] == ["His wife, Carol Hill"] or "Carol Hill" in mentions["text"].tolist()[0]
    facts = people.to_frame("facts")
    assert {"linguist", "mayor"} <= set(facts["value"])


def test_parts_of_pairs_add_up_to_their_similarity(people: People) -> None:
    found = people.to_frame("pairs", name="Ann Moore")
    parts = found.columns[found.columns.get_loc("similarity") + 1 :]
    assert {"beside", "company", "prior"} <= set(parts)
    summed = found[parts].fillna(0.0).sum(axis=1)
    expected = np.clip(0.5 + summed / (2 * REACH), 0, 1)
    assert np.allclose(found["similarity"], expected, atol=1e-5)
    homes = {each.chain: each.identity for each in people.store.memberships.all()}
    for row in found.to_dict("records"):
        one, other = (ChainKey(row[f"{side}document"], row[f"{side}chain"]) for side in ("", "other_"))
        assert (homes[one], homes[other]) == (row["person"], row["other_person"])
        assert row["same"] == (homes[one] == homes[other])
        assert not (row["same"] and row["apart"])
    everything = people.to_frame("pairs")
    assert len(everything) >= len(found)
    assert set(people.to_frame("pairs", columns=["similarity"]).columns) == {"similarity"}


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (
            {"table": "peple"},
            UnknownNameError,
            r"no table called 'peple'. Did you mean 'people'\?\nKnown: facts, .*pairs",
        ),
        ({"columns": ["nme"]}, UnknownNameError, "no column called 'nme'. Did you mean 'name'"),
        ({"table": "pairs", "columns": ["nme"]}, UnknownNameError, "no column called 'nme'"),
        ({"as_": "excel"}, UnknownNameError, "no kind of data frame called 'excel'"),
        ({"name": "Nobody At All"}, DataError, "nobody called 'Nobody At All'"),
    ],
)
def test_what_there_is_not_is_said(people: People, call: dict[str, object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        people.to_frame(**call)  # type: ignore[arg-type]


def test_a_store_of_nobody_has_tables_without_rows(tmp_path: Path) -> None:
    with open_store(tmp_path / "empty.db") as store:
        resolve_into(store, [{"doc_id": "a", "text": "Nothing happened."}])
        people = People(store)
        for table in ("people", "memberships", "mentions", "facts", "pairs"):
            found = people.to_frame(table)
            assert len(found) == 0
            assert len(found.columns) > 5
        with pytest.raises(DataError, match="no people in this store"):
            people.chart("thresholds")


def test_people_at_the_caution_of_the_store_are_those_of_the_store(people: People, explainer: Explainer) -> None:
    found = thresholds(explainer)
    (now,) = [row for row in found.rows if row.chosen]
    assert now.people == len(people)
    sizes = [len(person.members) for person in people]
    assert now.joined == sum(size * (size - 1) // 2 for size in sizes)
    assert found.chains == sum(sizes)
    counts = [row.people for row in found.rows]
    assert counts == sorted(counts)
    assert [row.caution for row in found.rows] == sorted(row.caution for row in found.rows)


@pytest.mark.parametrize("caution", [0.0, 0.35, 0.8, 1.0])
def test_another_caution_is_what_linking_with_it_comes_to(explainer: Explainer, caution: float) -> None:
    (row,) = [row for row in thresholds(explainer, cautions=[caution]).rows if row.caution == caution]
    linker = replace(explainer.linker, settings=replace(explainer.linker.settings, caution=caution))
    counted = 0
    for _, (profiles, must, cannot) in explainer.work.blocks():
        if any(profile.kind == "person" for profile in profiles):
            counted += len(set(linker(profiles, must, cannot).labels))
    assert row.people == counted


def test_corrections_hold_at_every_caution(people: People, tmp_path: Path) -> None:
    people.save(tmp_path / "copy.db")
    with open_store(tmp_path / "copy.db") as store:
        copy = People(store)
        one, other, *_ = sorted(copy["Ann Moore"], key=lambda person: person.id)
        before = thresholds(explainer_of(store, load("en")))
        copy.same(one, other)
        after = thresholds(explainer_of(store, load("en")))
        assert after.rows[-1].people < before.rows[-1].people
        assert after.rows[0].people <= before.rows[0].people


def test_a_clusterer_without_a_threshold_is_said(people: People, explainer: Explainer) -> None:
    soft = replace(explainer.linker, model=load("en").parts.identities.with_clusterer("frc"))
    assert not soft.clusterer.cut
    with pytest.raises(UsageError, match="no threshold to move"):
        thresholds(Explainer(people.store, explainer.work, soft))
