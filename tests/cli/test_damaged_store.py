"""Stores with rows that are not as they were written: whatever reads one answers, or says which row is damaged."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from namesakes.cli.main import group
from namesakes.errors import DamagedStoreError, DataError, NamesakesError
from namesakes.store.records import Membership
from namesakes.store.store import open_store
from tests.store.made import key, write_people
from tests.store.test_check import fill

TABLES = (
    "documents", "chains", "mentions", "identities", "memberships", "numbers", "blocks", "corrections",
    "correction_chains", "events", "runs", "document_checksums",
)  # fmt: skip
RUBBISH: tuple[Any, ...] = (
    "rubbish",
    '{"facts": [{"fie',
    "[[7]]",
    '{"facts": [7], "name": 3}',
    b"\xff\x00",
    1e300,
    -7,
    "",
)
ALL = bool(os.environ.get("NAMESAKES_FAULTS"))
COMMANDS = (
    ["people"],
    ["people", "mark johnson", "--json"],
    ["show", "mark-johnson-1"],
    ["show", "ann-lee-1", "--json"],
    ["show", "d1.txt"],
    ["show", "d1.txt", "--json"],
    ["history"],
    ["history", "--runs"],
    ["correct", "list"],
    ["review"],
    ["why", "mark-johnson-1"],
    ["why", "mark-johnson-1", "d1.txt"],
    *(["export", "--to", name] for name in ("jsonl", "turtle", "graphml", "pairs")),
    *(["export", "--to", "csv", "--table", name] for name in ("people", "memberships", "facts")),
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with something in each table and each column."""
    place = tmp_path_factory.mktemp("whole") / "people.db"
    with open_store(place) as store:
        fill(store)
        write_people(store, {"Mark Johnson": [key("d0.txt"), key("d1.txt")]})
        store.write_identities(
            [], [Membership(key("d1.txt"), "mark-johnson-1", 0.6), Membership(key("d1.txt"), "mark-johnson-2", 0.4, 1)]
        )
        store.blocks.add(["a block"])
    return place


def columns(place: Path) -> Iterator[tuple[str, str]]:
    connection = sqlite3.connect(place)
    for table in TABLES:
        assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone() > (0,), table
        for row in connection.execute(f"PRAGMA table_info({table})"):
            yield table, row[1]
    connection.close()


def damaged(place: Path, statement: str, *values: Any) -> bool:
    """Whether a statement changes the file, past all that a store would check."""
    connection = sqlite3.connect(place, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = OFF")
        return connection.execute(statement, values).rowcount > 0
    except sqlite3.Error:  # a value that even the database refuses
        return False
    finally:
        connection.close()


def answers(place: Path) -> list[tuple[str, NamesakesError | None]]:
    """What each command says where it has no answer; any other error is a failure of the test."""
    said: list[tuple[str, NamesakesError | None]] = []
    for arguments in COMMANDS:
        try:
            group.main([*arguments, "--store", str(place)], standalone_mode=False)
            said.append((" ".join(arguments), None))
        except NamesakesError as error:
            said.append((" ".join(arguments), error))
    return said


def test_a_whole_store_has_all_answers(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [command for command, error in answers(whole) if error] == []
    assert "Mark Johnson" in capsys.readouterr().out


def test_whatever_a_column_holds(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, tried, named, bad = tmp_path / "people.db", 0, 0, list[str]()
    for turn, (table, column) in enumerate(columns(whole)):
        for each in RUBBISH if ALL else (RUBBISH[turn % 8], RUBBISH[(turn * 3 + 1) % 8]):
            shutil.copyfile(whole, place)
            if not damaged(place, f"UPDATE {table} SET {column} = ?", each) and not damaged(
                place, f"UPDATE {table} SET {column} = ? WHERE rowid = 1", each
            ):
                continue
            tried += 1
            try:
                said = answers(place)
            except Exception as error:
                bad.append(f"{table}.{column} = {each!r}: {type(error).__name__}: {error}")
                continue
            for command, error in said:
                if isinstance(error, DamagedStoreError):
                    named += 1
                    if f"{place}: this store is damaged" not in str(error) or "namesakes check --store" not in str(
                        error
                    ):
                        bad.append(f"{table}.{column} = {each!r}: {command}: {error}")
                elif error is not None and not isinstance(error, DataError):
                    bad.append(f"{table}.{column} = {each!r}: {command}: {type(error).__name__} {error}")
            capsys.readouterr()
    assert bad == []
    assert tried > 50
    assert named > tried
