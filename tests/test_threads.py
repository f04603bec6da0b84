"""Threads: each has a value of its own, and what several share bears that they meet in it."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint
from threading import Barrier

import pytest

import namesakes
from namesakes import config
from namesakes.config import Registry
from namesakes.identities.specialists import concepts
from namesakes.identities.specialists.occupations import Occupations
from namesakes.mentions.cast import cast_of
from namesakes.text.document import Document
from namesakes.threads import PerThread
from namesakes.workers import _THREADS, limit_blas_threads, workers


@pytest.fixture
def often() -> Iterator[None]:
    """Threads take turns fifty times as often as usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    yield
    sys.setswitchinterval(before)


def test_each_thread_has_its_own_value_and_keeps_it() -> None:
    values: PerThread[list[int]] = PerThread(list)
    together = Barrier(4)

    def fill(number: int) -> list[int]:
        for _ in range(3):
            values().append(number)
            together.wait()
        return values()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(fill, range(4))) == [[number] * 3 for number in range(4)]
    assert values() == []


def test_no_thread_sees_a_part_of_what_other_packages_add(monkeypatch: pytest.MonkeyPatch) -> None:
    registry: Registry[object] = Registry("thing", "somewhere.things")
    begun, searched = Barrier(2), Barrier(2)

    def found(group: str) -> Iterator[EntryPoint]:
        begun.wait()
        searched.wait(timeout=5)
        yield EntryPoint("late", "json:dumps", group)

    monkeypatch.setattr(config, "entry_points", found)
    with ThreadPoolExecutor(2) as pool:
        one = pool.submit(registry.__contains__, "late")
        begun.wait()
        other = pool.submit(registry.__contains__, "late")
        searched.wait(timeout=5)
        assert one.result(timeout=5)
        assert other.result(timeout=5)


def test_what_is_remembered_may_be_forgotten_while_others_read(often: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concepts, "_HELD", 3)
    asked = Occupations()
    titles = ["plumber", "bishop", "mayor", "nurse", "deputy mayor", "goalkeeper", "linguist"] * 30
    expected = {title: Occupations().senses(title) for title in titles}

    def ask(start: int) -> bool:
        return all(asked.senses(title) == expected[title] for title in (*titles[start:], *titles[:start]))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(24)))


def test_the_variables_of_workers_last_as_long_as_any_of_their_pools(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in limit_blas_threads():
        monkeypatch.setenv(name, "1")
    for name in _THREADS:
        monkeypatch.delenv(name)
    outer = workers(1)
    with outer:
        inner = workers(1)
        inner.__enter__()

    assert {os.environ.get(name) for name in _THREADS} == {"1"}
    inner.__exit__(None, None, None)
    assert {os.environ.get(name) for name in _THREADS} == {None}


def test_the_cast_that_a_thread_found_last_is_not_another_ones() -> None:
    one, other = (
        namesakes.load().syntax()(Document(id="text", text=text)) for text in ("Ann Lee ran.", "Bo Wise sat.")
    )
    found = cast_of(one)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(cast_of, other).result() is not found
    assert cast_of(one) is found
