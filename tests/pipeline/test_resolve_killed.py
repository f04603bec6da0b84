"""A run that is killed at any moment goes on where it was, and the outcome is that of one that nobody disturbed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from namesakes.pipeline.resolve import resolve_into
from namesakes.store.store import open_store
from tests.conftest import CHECKOUT
from tests.pipeline.newsroom import TEXTS, content, newsroom


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
def test_killed_at_random_points(tmp_path: Path) -> None:
    newsroom(tmp_path / "news", {f"{number}/{name}": text for number in range(2) for name, text in TEXTS.items()})
    seeds = [str(seed) for seed in range(8)]
    command = [sys.executable, "-m", "tests.pipeline.killing", str(tmp_path), *seeds]
    paths = os.pathsep.join(filter(None, (str(CHECKOUT), os.environ.get("PYTHONPATH", ""))))
    environment = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == seeds, done.stderr
    assert sum(int(line[1]) for line in lines) > len(seeds), "hardly any run was killed"
    assert [line[2:] for line in lines] == [["True", "True"]] * len(seeds)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs a system with groups of processes")
def test_the_killed_command_leaves_no_processes_and_can_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {f"{number}.txt": text for number, text in enumerate([*TEXTS.values()] * 30)}
    newsroom(tmp_path / "news", texts)
    program = Path(sys.executable).with_name("namesakes")
    (tmp_path / "small.toml").write_text("batch = 4\n")
    command = [program, "resolve", "news", "--jobs", "2", "--config", "small.toml"]
    running = subprocess.Popen(
        command, cwd=tmp_path, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while running.poll() is None and not _some_are_written(tmp_path / "people.db"):
        time.sleep(0.05)
    running.kill()
    assert running.wait() == -signal.SIGKILL, "it was through before it could be killed"
    while _is_alive(running.pid):
        time.sleep(0.05)
    with open_store("people.db") as store, open_store(":memory:") as whole:
        written = len(store.documents.states())
        assert 0 < written < len(texts)
        assert store.runs.all()[0].manifest["finished"] is False
        report = resolve_into(store, [Path("news")])
        assert (report.new, report.unchanged) == (len(texts) - written, written)
        resolve_into(whole, [Path("news")])
        assert content(store) == content(whole)


def _some_are_written(place: Path) -> bool:
    if not place.exists():
        return False
    try:
        with open_store(place, create=False) as store:
            return len(store.documents.states()) > 0
    except Exception:  # it is being made just now
        return False


def _is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
