"""Records for programs that link them, and their clusters as corrections."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

import namesakes
from namesakes.errors import DataError
from namesakes.integrations.clusters import Applied, apply_clusters, clusters_of, read_clusters
from namesakes.pipeline.pipeline import Pipeline
from namesakes.store import correct
from namesakes.store.export.tables import TABLES, rows
from namesakes.store.store import Store, open_store
from tests.conftest import CHECKOUT, Command


@pytest.fixture(scope="module")
def nlp() -> Pipeline:
    return namesakes.load("en")


@pytest.fixture(scope="module")
def made(nlp: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("store") / "people.db"
    with nlp.resolve(CHECKOUT / "examples" / "newsroom", store=found, jobs=1):
        pass
    return found


@pytest.fixture
def place(made: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "people.db"
    copy.write_bytes(made.read_bytes())
    return copy


@pytest.fixture
def store(place: Path) -> Iterator[Store]:
    with open_store(place, create=False) as found:
        yield found


def records(store: Store) -> list[dict[str, str]]:
    return [dict(zip(TABLES["records"], row, strict=True)) for row in rows(store, "records")]


def people(store: Store) -> dict[str, str]:
    """The person of each record."""
    return {row["unique_id"]: row["cluster"] for row in records(store)}


def test_records_have_the_parts_of_names_and_what_is_stated(store: Store) -> None:
    found = records(store)
    assert len({row["unique_id"] for row in found}) == len(found)
    linguists = [row for row in found if "Brown University" in row["employer"]]
    assert linguists
    assert {(row["first_name"], row["surname"], row["gender"]) for row in linguists} == {("Mark", "Johnson", "male")}
    assert any("Eugene Charniak" in row["people"].split("|") or row["organizations"] for row in linguists)
    shown = {id for id, one in store.identities.all(hidden=False).items() if one.kind == "person"}
    assert {row["cluster"] for row in found} >= shown


def test_the_stores_own_clusters_change_nothing(store: Store) -> None:
    before = people(store)
    assert apply_clusters(store, before, apart=True) == Applied(0, 0, ())
    assert people(store) == before


def test_clusters_join_people_and_hold_in_the_next_run(store: Store, place: Path, nlp: Pipeline) -> None:
    before = people(store)
    ours = [id for id, person in before.items() if person in ("susan-lee-1", "susan-lee-2")]
    done = apply_clusters(store, dict.fromkeys(ours, "x") | {"nothing.txt#9": "x"}, who="splink")
    assert done == Applied(1, 0, ("nothing.txt#9",))
    assert len({people(store)[id] for id in ours}) == 1
    assert [each.who for each in store.corrections.all()] == ["splink"]
    store.close()
    with nlp.resolve(CHECKOUT / "examples" / "newsroom", store=place, jobs=1):
        pass
    with open_store(place) as again:
        assert len({people(again)[id] for id in ours}) == 1
        correct.undo(again, 1)
        assert people(again) == before


def test_clusters_take_people_apart_where_that_is_wanted(store: Store) -> None:
    before = people(store)
    person = "mark-johnson-1"
    ours = sorted(id for id, one in before.items() if one == person)
    wanted = dict.fromkeys(ours, "a") | {ours[-1]: "b"}
    assert apply_clusters(store, wanted).different == 0
    assert people(store) == before
    assert apply_clusters(store, wanted, apart=True).different == 1
    after = people(store)
    assert len({after[id] for id in ours[:-1]}) == 1
    assert after[ours[-1]] != after[ours[0]]


def test_all_or_none(store: Store) -> None:
    """What contradicts a correction leaves the store as it was, and names the correction."""
    before = people(store)
    one, other = (next(id for id, person in before.items() if person == f"susan-lee-{number}") for number in (1, 2))
    correct.different(store, "susan-lee-1", "susan-lee-2")
    more = {id: "y" for id, person in before.items() if person.startswith("elizabeth-warne")}
    with pytest.raises(DataError, match="correction"):
        apply_clusters(store, {**more, one: "x", other: "x"})
    assert people(store) == before
    assert len(store.corrections.all()) == 1


def test_clusters_of_a_frame() -> None:
    assert clusters_of([{"unique_id": "a#1", "cluster_id": 3, "match": 0.9}]) == {"a#1": "3"}


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "this table has no column unique_id; it has none"),
        ("unique_id,x\na,1\n", "this table has no column cluster_id; it has unique_id, x"),
        ("unique_id,cluster_id\n", "this table has no rows with a cluster"),
        ('unique_id,cluster_id\n"a,1\n', "this is not a table"),
    ],
)
def test_tables_that_are_wrong(table: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(table)
    with pytest.raises(DataError) as caught:
        read_clusters(tmp_path / "c.csv")
    assert said in str(caught.value)


def test_from_the_command_and_back(namesakes: Command, place: Path, tmp_path: Path) -> None:
    done = namesakes("export", "--store", place, "--to", "csv", "--table", "records", "-o", "records.csv")
    assert done.returncode == 0
    with (tmp_path / "records.csv").open(newline="", encoding="utf-8") as stream:
        found = list(csv.DictReader(stream))
    ours = [row["unique_id"] for row in found if row["cluster"].startswith("susan-lee")]
    lines = ["cluster_id,unique_id", *(f"7,{id}" for id in ours)]
    (tmp_path / "clusters.csv").write_text("\n".join(lines))
    done = namesakes("correct", "clusters", "clusters.csv", "--store", place, "--who", "splink")
    assert done.stdout.startswith("recorded: 1 times two people are the same, 0 times different")
