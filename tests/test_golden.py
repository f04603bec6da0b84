"""What earlier releases have written is read by this one, with the same answers; what a later one wrote is refused."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from namesakes.errors import ModelError, StoreError
from namesakes.learning.model import FORMAT
from namesakes.store.check import check
from namesakes.store.export.jsonl import load, records
from namesakes.store.schema import MIGRATIONS
from namesakes.store.store import open_store
from tests.golden.kinds import KINDS
from tests.golden.make import EXPECTED, MODELS, STORES, said
from tests.store.made import document, key, write_people

STORED = sorted(STORES.glob("*.db"))


def same(found: Any, expected: Any) -> bool:
    """Whether two answers are the same, numbers nearly so."""
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and found.keys() == expected.keys()
            and all(same(found[name], each) for name, each in expected.items())
        )
    if isinstance(expected, float):
        return bool(np.isclose(found, expected, atol=0.002, equal_nan=True))
    return bool(found == expected)


def test_there_is_a_store_of_this_version_and_a_model_of_each_kind() -> None:
    assert f"version-{len(MIGRATIONS)}.db" in [path.name for path in STORED]
    assert {path.name for path in MODELS.iterdir() if path.is_dir()} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_says_what_it_said(kind: str) -> None:
    expected = json.loads((MODELS / EXPECTED).read_text(encoding="utf-8"))[kind]
    found = json.loads(json.dumps(KINDS[kind].answers(MODELS / kind)))
    assert same(found, expected), found


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_of_a_newer_format_is_refused(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / kind
    shutil.copytree(MODELS / kind, folder)
    about = json.loads((folder / "model.json").read_text())
    (folder / "model.json").write_text(json.dumps({**about, "format": FORMAT + 1}))
    with pytest.raises(ModelError, match=r"newer release.*\n.*[Uu]pdate namesakes"):
        KINDS[kind].answers(folder)


@pytest.fixture(params=STORED, ids=lambda path: path.stem)
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[Any]]:
    """A copy of a store that was written by a release, and what it said."""
    expected = json.loads(request.param.with_suffix(".json").read_text(encoding="utf-8"))
    return shutil.copyfile(request.param, tmp_path / "people.db"), expected


def test_a_store_says_what_it_said_and_is_written_on(stored: tuple[Path, list[Any]]) -> None:
    place, expected = stored
    with open_store(place, create=False, write=False) as store:
        assert said(store) == expected
        assert list(check(store)) == []
    with open_store(place, create=False) as store:
        assert store.database.version() == len(MIGRATIONS)
        assert [one.id for one in store.identities.named("ann lee")] == ["ann-lee-1"]
        assert len(store.documents.search("met johnson")) == 6
        store.documents.write([document("new", "Ann Lee")])
        assert write_people(store, {"Ann Lee": [key("new")]}) == ["ann-lee-2"]
        assert list(check(store)) == []


def test_an_export_makes_the_same_store(stored: tuple[Path, list[Any]]) -> None:
    lines = [json.dumps(each) for each in stored[1] if "record" in each]
    with open_store(":memory:") as store:
        load(store, lines)
        assert json.loads(json.dumps(list(records(store)))) == [json.loads(line) for line in lines]
        assert list(check(store)) == []


def test_a_store_of_a_newer_version_is_refused(stored: tuple[Path, list[Any]]) -> None:
    place, _ = stored
    with open_store(place) as store:
        store.database.set_version(len(MIGRATIONS) + 1)
    content = place.read_bytes()
    for write in (True, False):
        with pytest.raises(StoreError, match=r"(?s)has version \d+.*Use the newer Namesakes"):
            open_store(place, write=write)
    assert place.read_bytes() == content
