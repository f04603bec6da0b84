"""Makes the calls that come on standard input, a line each, and answers each with a line: one import for all."""

import json
import os
import sys
from traceback import format_exception
from typing import Any

from click.testing import CliRunner

from namesakes.cli.main import group


def answer(folder: str, call: list[str]) -> dict[str, Any]:
    """What a call in a folder gives: its status, what it prints, and what it says on the error stream."""
    os.chdir(folder)
    done = CliRunner().invoke(group, call)
    failed = done.exception if done.exit_code else None
    said = done.stderr + "".join(format_exception(failed) if failed else [])
    return {"status": done.exit_code, "printed": done.stdout, "said": said}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)
