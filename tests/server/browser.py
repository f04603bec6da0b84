"""The system's Chromium, driven by Playwright, and a server for it: tests of the page ask for `page`."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
)


def reason() -> str:
    """Why there is no browser; nothing where there is one."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "Playwright is not installed (pip install playwright)"
    return "" if CHROMIUM else "there is no Chromium (apt-get install chromium)"


@contextmanager
def serving(store: Path, *options: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The address of `namesakes serve` over a store, on a port that is free, and its process."""
    program = Path(sys.executable).with_name("namesakes")
    command = [str(program), "serve", "--store", str(store), "--port", "0", "--who", "ann", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=store.parent
    ) as done:
        assert done.stdout is not None
        try:
            line = done.stdout.readline()
            assert line.startswith("http://127.0.0.1:"), line + done.stdout.read()
            yield line.split()[0], done
        finally:
            done.terminate()
            done.wait(20)
