"""Disks that fail at any call, and power cuts: the store is whole, what was written is there, and the next run goes on.

With `NAMESAKES_FAULTS=1` every call fails in every way, and the power is cut a thousand times: some minutes.
"""

import os
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from namesakes.errors import StoreError
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.pipeline.resolve import ResolveSettings, resolve_into
from namesakes.store import correct
from namesakes.store.check import check
from namesakes.store.sqlite import SETTINGS as SETTINGS_OF_STORES
from namesakes.store.store import Store, open_store
from tests.pipeline.newsroom import content
from tests.pipeline.remembering import Remembering

pytest.importorskip("apsw")

from tests.store.faulty_vfs import Disk

BEFORE = {"a": "Ann Moore met Ben Carter in Leeds.", "b": "Ann Moore left.", "c": "Ben Carter stayed."}
AFTER = {**BEFORE, "b": "Ann Moore left. Carol Hill did not.", "d": "Carol Hill wrote to Ann Moore."}
SETTINGS = ResolveSettings(batch=2)
FAULTS: dict[str, dict[str, bool]] = {"once": {}, "lasting": {"lasting": True}, "full": {"lasting": True, "full": True}}
ALL = bool(os.environ.get("NAMESAKES_FAULTS"))
"""Whether each call fails in every way; otherwise each in one of them, by turns."""
CUTS = 1000 if ALL else 20
"""How many power cuts leave some of the sectors that were on the way."""


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return load("en")


@pytest.fixture(scope="module", autouse=True)
def _small() -> Iterator[None]:
    """Checkpoints come often, and pages leave memory before their transaction ends."""
    with patch("namesakes.store.sqlite.SETTINGS", (*SETTINGS_OF_STORES, "wal_autocheckpoint = 16", "cache_size = 20")):
        yield


def run(store: Store, texts: dict[str, str], pipeline: Pipeline) -> None:
    rows = [{"id": id, "text": text} for id, text in texts.items()]
    resolve_into(store, rows, SETTINGS, pipeline=pipeline, engine=Remembering())


@dataclass
class Scene:
    """A run over texts, from a store that is there or from none; and all that it may leave.

    Parameters
    ----------
    work : does the run on a store.
    start : the store that it begins with, if any.
    states : the content of the store after each transaction of a run that nobody disturbs.
    calls : how often that run calls the disk, until it has closed the store.
    """

    work: Callable[[Store], None]
    start: Path | None
    states: list[dict[str, Any]]
    calls: int

    def laid(self, place: Path) -> Path:
        """A place at which the store is as it is before the run."""
        for each in place.parent.glob(f"{place.name}*"):
            each.unlink()
        if self.start is not None:
            shutil.copyfile(self.start, place)
        return place


def scene(folder: Path, work: Callable[[Store], None], start: Path | None) -> Scene:
    made = Scene(work, start, [], 0)
    place, disk = made.laid(folder / "undisturbed.db"), Disk()
    with disk.mounted(), open_store(place) as store:
        made.states += [content(store)]
        disk.committed = lambda: made.states.append(content(store))
        work(store)
    assert len(made.states) > 3
    place, disk = made.laid(place), Disk()
    with disk.mounted(), open_store(place) as store:
        work(store)
    made.calls = disk.calls
    return made


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory, pipeline: Pipeline) -> dict[str, Scene]:
    """A run that makes a store, and one in which texts are new and have changed since, and users said something."""
    folder = tmp_path_factory.mktemp("scenes")
    with open_store(folder / "start.db") as store:
        run(store, BEFORE, pipeline)
        correct.rename(store, "ann-moore-1", "Anne Moore")
    return {
        "new": scene(folder, lambda store: run(store, {"a": BEFORE["a"]}, pipeline), None),
        "known": scene(folder, lambda store: run(store, AFTER, pipeline), folder / "start.db"),
    }


def attempt(made: Scene, place: Path, disk: Disk, *, durable: bool = False) -> None:
    """The run on a disk that may fail, which says so in an error of ours."""
    with disk.mounted():
        try:
            with open_store(place, durable=durable) as store:
                made.work(store)
        except StoreError as error:
            assert disk.failed, error
            assert str(error).startswith(f"{place}: ")


def is_whole(made: Scene, place: Path, states: range) -> bool:
    """Whether the store is whole and in one of these states, and the next run ends as one that nobody disturbed."""
    with Disk().mounted(), open_store(place) as store:
        sound = list(check(store)) == [] and content(store) in [made.states[each] for each in states]
        made.work(store)
        return sound and content(store) == made.states[-1]


def written(made: Scene, disk: Disk) -> int:
    """Which state was the last that counted as written; a new store is the first transaction of its run."""
    return max(disk.commits - (made.start is None), 0)


@pytest.mark.parametrize("name", ["new", "known"])
def test_any_call_may_fail(tmp_path: Path, scenes: dict[str, Scene], name: str) -> None:
    made, failed, broken = scenes[name], Counter[str](), []
    for number in range(1, made.calls + 1):
        for fault in FAULTS if ALL else [list(FAULTS)[number % len(FAULTS)]]:
            place, disk = made.laid(tmp_path / "people.db"), Disk(number, **FAULTS[fault])
            attempt(made, place, disk)
            failed[disk.failed] += 1
            last = written(made, disk)
            if not is_whole(made, place, range(last, min(last + 2, len(made.states)))):
                broken.append((number, fault, disk.failed))
    assert broken == []
    assert min(failed[what] for what in ("open", "read", "write", "sync", "delete")) > 0


def test_a_run_may_go_on_in_the_process_in_which_a_call_failed(tmp_path: Path, scenes: dict[str, Scene]) -> None:
    made, place = scenes["known"], tmp_path / "people.db"
    for number in range(1, made.calls + 1, 1 if ALL else 11):
        disk = Disk()
        with disk.mounted(), open_store(made.laid(place)) as store:
            disk.fail_at = disk.calls + number
            with suppress(StoreError):
                made.work(store)
            disk.fail_at = 0
            made.work(store)
            assert content(store) == made.states[-1]
            assert list(check(store)) == []


@pytest.mark.parametrize("durable", [False, True])
@pytest.mark.parametrize("name", ["new", "known"])
def test_the_power_is_cut_before_any_sync(tmp_path: Path, scenes: dict[str, Scene], name: str, durable: bool) -> None:
    """All that was written since the last sync of its file is lost."""
    made, number = scenes[name], 0
    while True:
        number += 1
        place, disk = made.laid(tmp_path / "people.db"), Disk(fail_at_sync=number)
        attempt(made, place, disk, durable=durable)
        disk.cut()
        last = written(made, disk)
        assert is_whole(made, place, range(last if durable else 0, min(last + 2, len(made.states)))), number
        if not disk.failed:
            break
    assert number > (10 if durable else 4)


@pytest.mark.parametrize("durable", [False, True])
def test_the_power_is_cut_at_any_time(tmp_path: Path, scenes: dict[str, Scene], durable: bool) -> None:
    """Of all that was written since the last sync of its file some sectors are there and others are not."""
    for seed in range(CUTS):
        draw = random.Random(seed)
        made = scenes[draw.choice(("new", "known"))]
        place, disk = made.laid(tmp_path / "people.db"), Disk(draw.randint(1, made.calls), lasting=True)
        attempt(made, place, disk, durable=durable)
        disk.cut(draw)
        last = written(made, disk)
        assert is_whole(made, place, range(last if durable else 0, min(last + 2, len(made.states)))), seed


def test_what_was_not_synced_is_lost(tmp_path: Path, scenes: dict[str, Scene]) -> None:
    """Without --durable the last transactions are; the tests above would not see a disk that forgets nothing."""
    lost = {}
    for durable in (False, True):
        place, disk = scenes["known"].laid(tmp_path / "people.db"), Disk()
        with disk.mounted():
            store = open_store(place, durable=durable)
            correct.rename(store, "ben-carter-1", "Benjamin Carter")
            disk.fail_at, disk.lasting = disk.calls, True
            store.close()
        disk.cut()
        with open_store(place) as store:
            lost[durable] = not store.identities.named("Benjamin")
            assert list(check(store)) == []
    assert lost == {False: True, True: False}
