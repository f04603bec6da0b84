"""Blocks, runs and events."""

import pytest

from namesakes.errors import DataError
from namesakes.store.records import Event
from namesakes.store.store import Store


def test_blocks_replace_those_of_the_run_before(store: Store) -> None:
    assert store.blocks.all() == set()
    store.write_identities([], [], blocks=["x", "y", "x"])
    assert store.blocks.all() == {"x", "y"}
    store.blocks.add(["y", "z"])
    assert store.blocks.all() == {"x", "y", "z"}
    store.write_identities([], [])
    assert store.blocks.all() == {"x", "y", "z"}
    store.write_identities([], [], blocks=["z"])
    assert store.blocks.all() == {"z"}
    store.blocks.clear()
    assert store.blocks.all() == set()


def test_events_of_all_and_of_one(store: Store) -> None:
    store.write_identities([], [], [Event("merge", "a-1", "a-2", 3, "because"), Event("gone", "b-1")])
    first, second = store.events.all()
    assert (first.what, first.source, first.target, first.chains, first.why) == ("merge", "a-1", "a-2", 3, "because")
    assert (second.what, second.source, second.target) == ("gone", "b-1", "")
    assert store.events.all("a-2") == store.events.all("a-1") == [first]
    assert store.events.all("a-3") == []


def test_the_manifest_of_a_run_is_written_again(store: Store) -> None:
    run = store.runs.write({"jobs": 1})
    assert store.runs.write({"jobs": 1, "done": True}, run) == run
    assert store.runs.write({}) == run + 1
    assert [one.manifest for one in store.runs.all()] == [{"jobs": 1, "done": True}, {}]
    with pytest.raises(DataError, match="no run 99"):
        store.runs.write({}, 99)
