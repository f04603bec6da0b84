"""What a run does must not grow with the store: statements, rows that are written, profiles that are read."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from namesakes.engines.local import LocalEngine
from namesakes.identities.blocking.blocking import Blocking
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.pipeline.chain_table import ChainTable
from namesakes.pipeline.incremental import IncrementalLinking
from namesakes.pipeline.parts import Part
from namesakes.pipeline.pipeline import load
from namesakes.store import block_rows, encoding
from namesakes.store.records import ChainKey, StoredDocument
from namesakes.store.store import Store, open_store
from reproduction.synthetic.stores import SameNames, documents
from tests.store.made import document

PEOPLE = ("person",)


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(":memory:") as opened:
        yield opened


@pytest.fixture(scope="module")
def part() -> Part:
    return load("en").parts["identities"]


def link(store: Store, part: Part, limit: int = 500) -> int:
    """Find the people of a store by their names; how many blocks were worked on."""
    return IncrementalLinking(store, SameNames(part, LinkingSettings(block=limit)), PEOPLE).run(LocalEngine(1))


def people_of(store: Store) -> set[frozenset[ChainKey]]:
    groups: dict[str, set[ChainKey]] = {}
    for each in store.memberships.all():
        groups.setdefault(each.identity, set()).add(each.chain)
    return {frozenset(group) for group in groups.values()}


@pytest.mark.parametrize("limit", [4, 500])
def test_blocks_are_those_of_the_profiles(store: Store, part: Part, limit: int) -> None:
    store.documents.write(list(documents(150)))
    profiles = [each for _, each in store.chains.profiles(kinds=PEOPLE)]
    expected = Blocking(limit=limit).blocks(profiles)
    assert limit != 4 or max(expected.sizes) == 4  # some were divided by clues
    for _ in range(2):  # rows that are made, and rows that are kept
        table = ChainTable.of(store, PEOPLE, keep=True)
        found = Blocking(limit=limit).of_table(table.names)
        assert found.order.tolist() == expected.order.tolist()
        assert found.starts.tolist() == expected.starts.tolist()


def test_a_chain_is_found_at_its_place(store: Store) -> None:
    store.documents.write([document("b", "Ann Lee", "", "Bob Ray"), document("a", "Mark Johnson"), document("c", "")])
    table = ChainTable.of(store, PEOPLE, keep=False)
    keys = [ChainKey("a", 0), ChainKey("b", 0), ChainKey("b", 2)]
    assert table.keys(range(3)) == keys
    assert [table.key(place) for place in range(3)] == keys
    assert [table.place(key) for key in keys] == [0, 1, 2]
    assert [table.place(ChainKey(*key)) for key in (("b", 1), ("b", 3), ("c", 0), ("d", 0))] == [None] * 4
    assert table.full_names == 3
    assert len(ChainTable.of(store, ("place",), keep=False)) == 0


def test_some_at_a_time_and_all_at_once_are_the_same(store: Store, part: Part) -> None:
    made = documents(120)
    while some := list(islice(made, 50)):
        store.documents.write(some)
        link(store, part, 12)
    with open_store(":memory:") as other:
        other.documents.write(list(documents(120)))
        link(other, part, 12)
        assert people_of(other) == people_of(store)
        assert other.blocks.all() == store.blocks.all()
    assert link(store, part, 12) == 0


class Counted:
    """Counts the statements that are sent to a store, the rows that they write, and the profiles that are read."""

    def __init__(self, store: Store, patch: pytest.MonkeyPatch) -> None:
        self.statements = self.written = self.profiles = 0
        execute, executemany, read = store.database.execute, store.database.executemany, encoding.profile_of

        def one(sql: str, parameters: Any = ()) -> Any:
            self.statements += 1
            return execute(sql, parameters)

        def many(sql: str, rows: Any) -> None:
            kept = list(rows)
            self.written += len(kept)
            executemany(sql, kept)

        def profile(shared: Any, own: str) -> Any:
            self.profiles += 1
            return read(shared, own)

        patch.setattr(store.database, "execute", one)
        patch.setattr(store.database, "executemany", many)
        patch.setattr(encoding, "profile_of", profile)
        patch.setattr(block_rows, "profile_of", profile)


def stranger(number: int, hash: str = "1") -> StoredDocument:
    return document(f"new-{number}", "Zacharias Quillfeather", f"Ottoline Wrax{number}", hash=hash)


@pytest.mark.parametrize("change", ["new", "changed", "gone"])
def test_a_change_costs_the_same_in_a_store_of_any_size(
    part: Part, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    costs = []
    for size in (20, 400):
        with open_store(":memory:") as store:
            store.documents.write([*documents(size), *(stranger(number) for number in range(3))])
            link(store, part)
            if change == "gone":
                store.documents.remove(["new-0"])
            else:
                store.documents.write([stranger(9 if change == "new" else 0, hash="2")])
            with monkeypatch.context() as patch:
                counted = Counted(store, patch)
                assert 1 <= link(store, part) <= 2
            costs.append((counted.statements, counted.written, counted.profiles))
    assert costs[0] == costs[1]
    assert costs[0][2] < 12
