"""Guard: what an input may do: be taken, or be refused with an error of ours, in ten seconds and a gigabyte."""

import resource
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from namesakes.errors import NamesakesError

SECONDS: Final = 10.0
"""Of a processor, so that what else the machine does is no matter."""
BYTES: Final = 1 << 30
_UNIT: Final = 1 if sys.platform == "darwin" else 1024


class CrashError(Exception):
    """What no input may do, with the input's effect as the cause."""


@contextmanager
def _limited() -> Iterator[None]:
    """Ends what takes too long, and looks at how much memory was taken."""

    def ended(*_: object) -> None:
        raise CrashError(f"it takes more than {SECONDS:g} seconds")

    before, held = signal.signal(signal.SIGPROF, ended), _most()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    if _most() - held > BYTES:
        raise CrashError(f"it takes {(_most() - held) >> 20:,} MB")


def _most() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT


def guarded(call: Callable[[bytes], None], data: bytes) -> None:
    """Give an input to a target; a `CrashError` where it does what it may not."""
    try:
        with _limited(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call(data)
    except NamesakesError:
        return
    except CrashError:
        raise
    except (Exception, SystemExit) as error:
        raise CrashError(f"{type(error).__name__} in {_place(error)}: {str(error)[:200]}") from error


def _place(error: BaseException) -> str:
    """Where in the package an error came up."""
    ours = [
        each for each in traceback.extract_tb(error.__traceback__) if f"{Path('src', 'namesakes')}/" in each.filename
    ]
    return f"{ours[-1].filename.partition('src/')[2]}:{ours[-1].name}" if ours else "the target"
