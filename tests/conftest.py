"""Shared fixtures: where the corpora are, and how the command is run."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from namesakes.workers import limit_blas_threads

limit_blas_threads()  # tests run in as many processes as there are cores

# No test asserts a time; a run of the whole suite draws the same examples every time.
settings.register_profile("all", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("all"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "all")

CHECKOUT = Path(__file__).parent.parent

SLOW = (
    "test_docs.py",  # runs the examples of all pages
    "engines",  # Spark
    "cli",  # every test starts the command
    "server/test_page.py",  # drives a browser
    "server/test_commands.py",
    "reproduction",
    "pipeline/test_faulty_disk.py",
    "pipeline/test_pipeline.py",
    "pipeline/test_resolve.py",
    "pipeline/test_resolve_killed.py",
    "identities/test_extension.py",
    "identities/specialists/test_specialists.py",
    "formats/test_bad_input.py",
    "syntax/consistency",
    "chains/pairwise",
    "test_install.py",
    "test_kernels.py",  # runs every kernel interpreted, too
    "interpreted",
)
"""Folders and files that `make quick` leaves out: three quarters of the time; those of the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what is slow, and begin with it, so that no process is left with a long file at the end."""
    here, ranks = Path(__file__).parent, dict[pytest.Item, int]()
    for item in items:
        place = item.path.relative_to(here).as_posix()
        slow = [rank for rank, each in enumerate(SLOW) if place == each or place.startswith(f"{each}/")]
        ranks[item] = min(slow, default=len(SLOW))
        if slow:
            item.add_marker("slow")
    items.sort(key=lambda item: ranks[item])


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of the corpora; tests that ask for it are marked `corpus`."""
    folder = Path(os.environ.get("NAMESAKES_CORPORA", CHECKOUT.parent / "corpora"))
    if not folder.is_dir():
        pytest.skip(f"the corpora are not unpacked in {folder}")
    return folder


Command = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def namesakes(tmp_path: Path) -> Command:
    """Runs the installed `namesakes` command in an empty folder."""
    program = Path(sys.executable).with_name("namesakes")

    def run(*arguments: object, stdin: str | None = None) -> "subprocess.CompletedProcess[str]":
        command = [str(program), *map(str, arguments)]
        done = subprocess.run(
            command, cwd=tmp_path, input=stdin, capture_output=True, text=True, encoding="utf-8", check=False
        )
        lines = done.stderr.splitlines(keepends=True)
        done.stderr = "".join(line for line in lines if "kernels of namesakes are not compiled" not in line)
        return done

    return run
