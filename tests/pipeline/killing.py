"""Kills runs at random points, goes on with others until one is through, and says whether the store came out the same.

Called as `python -m tests.pipeline.killing FOLDER SEED…`; prints a line for each seed: how many runs were killed, and
whether the store is that of a run that nobody disturbed. Forked processes share the models, which load once.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from namesakes.pipeline.resolve import ResolveSettings, resolve_into
from namesakes.store.sqlite import Sqlite
from namesakes.store.store import open_store
from tests.pipeline.newsroom import content

SETTINGS = ResolveSettings(batch=2)
KILLS = 6


def main(folder: Path, seeds: list[int]) -> None:
    """Run with each seed."""
    with open_store(folder / "whole.db") as store:
        statements = counted(store.database)
        start = time.monotonic()
        resolve_into(store, [folder / "news"], SETTINGS)
        seconds = time.monotonic() - start
        expected = content(store)
    for seed in seeds:
        place, draw = folder / f"{seed}.db", random.Random(seed)
        killed = sum(run(place, folder, draw, statements[0], seconds) for _ in range(KILLS))
        with open_store(place) as store:
            resolve_into(store, [folder / "news"], SETTINGS)
            same = content(store) == expected
            again = resolve_into(store, [folder / "news"], SETTINGS).nothing
        print(seed, killed, same, again, flush=True)


def counted(database: Sqlite) -> list[int]:
    """A number that grows with each statement; made a limit by `run`."""
    count = [0]
    for name in ("execute", "executemany"):
        plain = getattr(database, name)

        def counting(*arguments: object, plain: object = plain) -> object:
            count[0] += 1
            if count[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return plain(*arguments)  # type: ignore[operator]

        setattr(database, name, counting)
    return count


def run(place: Path, folder: Path, draw: random.Random, statements: int, seconds: float) -> bool:
    """Run in a process that is killed before a statement or after a time; whether that came before the end."""
    by_statement, patience = draw.random() < 0.7, draw.random() * seconds
    # anywhere, or early: a run that goes on where another was killed has fewer statements to make
    place_of_death = draw.randint(1, draw.choice((statements, statements // 8)))
    child = os.fork()
    if child == 0:
        with open_store(place) as store:
            counted(store.database)[0] = -place_of_death if by_statement else 1
            resolve_into(store, [folder / "news"], SETTINGS)
        os._exit(0)
    if not by_statement:
        time.sleep(patience)
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    main(Path(sys.argv[1]), [int(seed) for seed in sys.argv[2:]])
