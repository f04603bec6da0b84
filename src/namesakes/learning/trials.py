"""Trials: settings that are tried out one by one or side by side, with a log that a later run goes on from."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from namesakes.workers import workers

Scored = Callable[[Any], float]
Runner = Callable[[Sequence[Any]], Iterator[float]]


class TrialLog:
    """The scores of what was tried, in memory and, a line of JSON each, in a file.

    Parameters
    ----------
    mark : what tells trials on other documents apart; lines with another one are not looked at.
    """

    def __init__(self, path: Path | None, mark: str) -> None:
        self.path, self.mark = path, mark
        self.scores: dict[str, float] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line) if line.endswith("}") else {}  # the last one may be cut off
                if row.get("data") == mark:
                    self.scores[row["set"]] = row["conll"]

    def add(self, key: str, change: str, score: float) -> None:
        """Note a score, under a key, with words for people."""
        self.scores[key] = score
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            row = {"data": self.mark, "set": key, "change": change, "conll": score}
            with self.path.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")


class TrialRunner:
    """Scores what is tried in this process or in several; use it with `with`.

    Parameters
    ----------
    prepare, arguments : a function of a module, and what it is called with once a process; it returns what scores.
    jobs : how many processes; scores do not depend on it.
    """

    def __init__(self, prepare: Callable[..., Scored], arguments: tuple[Any, ...], jobs: int) -> None:
        self.prepare, self.arguments, self.jobs = prepare, arguments, jobs
        self.stack = ExitStack()

    def __enter__(self) -> Runner:
        if self.jobs <= 1:
            score = self.prepare(*self.arguments)
            return lambda wanted: map(score, wanted)
        pool = self.stack.enter_context(workers(self.jobs, _receive, (self.prepare, self.arguments)))
        self.stack.callback(pool.shutdown, cancel_futures=True)
        return lambda wanted: pool.map(_received_score, wanted)

    def __exit__(self, *error: object) -> None:
        self.stack.close()


_received: Scored | None = None


def _receive(prepare: Callable[..., Scored], arguments: tuple[Any, ...]) -> None:
    """Keep what scores in a process when it begins."""
    global _received
    _received = prepare(*arguments)


def _received_score(wanted: Any) -> float:
    assert _received is not None
    return _received(wanted)
