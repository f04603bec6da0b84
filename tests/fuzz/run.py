"""Runs the fuzzing: so many inputs over all targets, or some; each runs in a process of its own.

python -m tests.fuzz.run [TARGET…] [--inputs 100000] [--seconds 600] [--seed 0] [--record docs/fuzzing.md]

Where Atheris is installed, coverage of the code leads from input to input; elsewhere Hypothesis draws them. An input
that does what it may not is kept in `tests/fuzz/crashes/`; the ordinary tests give it to its target from then on.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Final

try:
    import atheris
except ImportError:
    atheris = None

_MEMORY: Final = Path("/dev/shm")
"""Where files of inputs are written if it is there: a folder in memory."""
_STARTS: Final = 20
"""How often a target is started again after an input that ended its process."""


@dataclass
class Counts:
    """What was run of one target."""

    target: str
    engine: str
    inputs: int = 0
    seconds: float = 0.0
    crashes: int = 0


class Kept:
    """Gives inputs to a target, and keeps those that are crashes, one for each place and kind of error."""

    def __init__(self, name: str, most: int, seconds: float) -> None:
        from tests.fuzz.guard import CrashError, guarded
        from tests.fuzz.targets import CRASHES, TARGETS

        self.target, self.guarded, self.error, self.folder = TARGETS[name], guarded, CrashError, CRASHES / name
        self.counts = Counts(name, "atheris" if atheris else "hypothesis")
        self.most, self.seconds, self.start = most, seconds, time.process_time()
        self.known: set[str] = set()

    @property
    def over(self) -> bool:
        """Whether enough was run."""
        return self.counts.inputs >= self.most or time.process_time() - self.start > self.seconds

    def __call__(self, data: bytes) -> None:
        self.counts.inputs += 1
        try:
            self.guarded(self.target.call, data)
        except self.error as error:
            what = str(error).partition(":")[0]
            if what not in self.known:
                self.known.add(what)
                self.counts.crashes += 1
                self.folder.mkdir(parents=True, exist_ok=True)
                (self.folder / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)
                print(f"{self.counts.target}: {error}", file=sys.stderr, flush=True)

    def finished(self) -> None:
        """Say what was run, for the process that started this one."""
        self.counts.seconds = time.process_time() - self.start
        print(json.dumps(asdict(self.counts)), flush=True)


def one(name: str, inputs: int, seconds: float, seed: int, corpus: Path) -> None:
    """Run one target in this process."""
    tempfile.tempdir = str(corpus.parent)  # which goes with the run, however this process ends
    if atheris:
        with atheris.instrument_imports(include=["namesakes"]):
            kept = Kept(name, inputs, seconds)
            for data in kept.target.seeds[:inputs]:  # what they import is followed
                kept(data)
        if not kept.over:
            _guided(kept, seed, corpus)
    else:
        kept = Kept(name, inputs, seconds)
        _drawn(kept, seed)
    kept.finished()


def _guided(kept: Kept, seed: int, corpus: Path) -> None:
    """Let coverage lead from the seeds to other inputs."""
    from os import _exit

    from tests.fuzz.mutation import WORDS, mutated

    for number, data in enumerate(kept.target.seeds):
        (corpus / f"seed-{number}").write_bytes(data)
    words = (*WORDS, *kept.target.words)
    listed = corpus.with_suffix(".dict")
    lines = ["".join(f"{chr(92)}x{byte:02x}" for byte in word[:60]) for word in words]
    listed.write_text("".join(f'"{line}"{chr(10)}' for line in lines))

    def give(data: bytes) -> None:
        kept(data)
        if kept.over:
            kept.finished()
            _exit(0)

    def change(data: bytes, most: int, number: int) -> bytes:
        random = Random(number)
        if random.random() < 0.5:
            return bytes(atheris.Mutate(data, most))[:most]
        return mutated(random, (data, *kept.target.seeds), kept.target.words)[:most]

    options = [
        "-timeout=120",
        "-rss_limit_mb=4096",
        f"-seed={seed + 1}",
        f"-dict={listed}",
        "-max_len=65536",
        "-print_final_stats=0",
    ]
    atheris.Setup(
        [sys.argv[0], *options, "-verbosity=0", f"-artifact_prefix={corpus}.", str(corpus)], give, custom_mutator=change
    )
    atheris.Fuzz()


def _drawn(kept: Kept, seed: int) -> None:
    """Draw inputs with Hypothesis."""
    import hypothesis
    from hypothesis import strategies as st

    from tests.fuzz.mutation import mutated

    seeds, words = kept.target.seeds, kept.target.words
    inputs = st.integers(0, 2**64).map(lambda number: mutated(Random(number), seeds, words)) | st.binary(max_size=400)

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=max(kept.most, 1), database=None, deadline=None, phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )  # fmt: skip
    @hypothesis.given(inputs)
    def give(data: bytes) -> None:
        if not kept.over:
            kept(data)

    give()


def started(name: str, inputs: int, seconds: float, seed: int) -> Counts:
    """Run one target in other processes, until it has had so many inputs; one that ends its process is kept."""
    from tests.fuzz.targets import CRASHES

    total = Counts(name, "atheris" if atheris else "hypothesis")
    for again in range(_STARTS):
        with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
            corpus = Path(folder, "corpus")
            corpus.mkdir()
            command = [sys.executable, "-m", "tests.fuzz.run", "--alone", name, "--corpus", str(corpus)]
            more = ["--inputs", str(inputs - total.inputs), "--seconds", str(seconds - total.seconds)]
            done = subprocess.run([*command, *more, "--seed", str(seed + again)], capture_output=True, check=False)
            _say(done.stderr.decode("utf-8", "replace"))
            left = sorted(Path(folder).glob("corpus.*-*"))
            for each in left:  # what libFuzzer leaves of an input that ended the process
                (CRASHES / name).mkdir(parents=True, exist_ok=True)
                (CRASHES / name / each.name.rpartition("-")[2][:12]).write_bytes(each.read_bytes())
        lines = done.stdout.decode().strip().splitlines()
        if lines and lines[-1].startswith("{"):
            found = Counts(**json.loads(lines[-1]))
            total.inputs, total.seconds = total.inputs + found.inputs, total.seconds + found.seconds
            total.crashes += found.crashes
            break
        total.crashes += 1
    return total


def _say(text: str) -> None:
    """Pass on what a process said, but for what libFuzzer and Atheris say of themselves."""
    lines = [
        line for line in text.splitlines() if line and not line.startswith(("INFO", "#", "WARNING: no", "Dictionary"))
    ]
    print("".join(f"{line}\n" for line in lines), end="", file=sys.stderr, flush=True)


def main() -> None:
    """Run the targets, and say or record what was run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", help="targets; without any all of them")
    parser.add_argument("--inputs", type=int, default=100_000, help="inputs over all targets")
    parser.add_argument("--seconds", type=float, default=3600.0, help="of a processor, over all targets, at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", type=Path, help="a page for the table of what was run")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    parser.add_argument("--corpus", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.alone:
        one(given.alone, given.inputs, given.seconds, given.seed, given.corpus)
        return
    from tests.fuzz.record import record
    from tests.fuzz.targets import TARGETS

    chosen = [TARGETS[name] for name in given.targets] if given.targets else list(TARGETS.values())
    shares = sum(target.share for target in chosen)
    found = []
    for target in chosen:
        part = target.share / shares
        counts = started(target.name, max(1, round(given.inputs * part)), given.seconds * part, given.seed)
        print(
            f"{counts.target:12}{counts.inputs:>10,} inputs{counts.seconds:>10.1f} s{counts.crashes:>4} crashes",
            flush=True,
        )
        found.append(counts)
        if given.record:
            record(given.record, found)
    print(f"{sum(each.inputs for each in found):,} inputs, {sum(each.crashes for each in found)} crashes")
    sys.exit(any(each.crashes for each in found))


if __name__ == "__main__":
    main()
