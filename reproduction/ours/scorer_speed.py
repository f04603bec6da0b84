"""How fast the scorer is, beside a peer in the same run, and how it grows."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from namesakes.errors import MissingExtraError
from namesakes.formats import write
from namesakes.metrics import score
from namesakes.text.document import Document
from reproduction.outcome import Experiment, Outcome
from reproduction.synthetic.documents import corpus, perturbed
from reproduction.timing import best_of, peak_megabytes

DOCUMENTS, TOKENS, MENTIONS, ENTITIES = 300, 500, 150, 40


def run(data: Path | None, seed: int) -> Outcome:
    """Times of reading and scoring 300 documents, of a peer, and of one document of 100,000 mentions."""
    key = corpus(DOCUMENTS, TOKENS, MENTIONS, ENTITIES, seed=seed)
    response = perturbed(key, seed=seed)
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / "key.conll", folder / "response.conll"]
        for documents, path in zip((key, response), files, strict=True):
            write(documents, path)
        peer = _peer(key, response, folder)
        ours, theirs = best_of(5, lambda: score(*files)), best_of(3, peer)
        alone = best_of(5, lambda: score(key, response))
        command = best_of(3, _command("namesakes", "score", *files, "--json"))
        their_command = best_of(3, _command("scorch", folder / "gold", folder / "sys"))
    rows = [
        ["all measures, from files", f"{ours:.3f} s", f"{theirs:.3f} s", f"{theirs / ours:.1f}", "< 0.4 s, ≥ 3"],
        ["all measures, alone", f"{alone:.3f} s", "", "", "< 0.05 s"],
        ["the whole command", f"{command:.2f} s", f"{their_command:.2f} s", f"{their_command / command:.1f}", "≥ 3"],
        *_growth(seed),
    ]
    about = f"made-up documents: {DOCUMENTS} × {TOKENS} tokens, {MENTIONS} mentions and {ENTITIES} entities each"
    notes = (
        "Best of five runs (of three for scorch 0.2.0 and for whole commands) on one core; all but whole commands in "
        "one process, after imports. scorch reads JSON clusters instead of CoNLL files, has no LEA, and averages "
        "documents in another way, so that its figures differ."
    )
    return Outcome(["what", "namesakes", "scorch", "ratio", "goal"], rows, f"{about}; seed {seed}", notes)


def _command(name: str, *arguments: object) -> Callable[[], Any]:
    """A call that runs an installed command in a process of its own."""
    program = [str(Path(sys.executable).with_name(name)), *map(str, arguments)]
    return lambda: subprocess.run(program, check=True, capture_output=True)


def _growth(seed: int) -> Iterator[list[str]]:
    for mentions in (25_000, 50_000, 100_000):
        key = corpus(1, 4 * mentions, mentions, mentions // 50, seed=seed)
        for title, moved in (("a fifth of them moved", 0.2), ("all moved", 1.0)):
            call = partial(score, key, perturbed(key, moved=moved, seed=seed))
            what = f"one document, {mentions:,} mentions in {mentions // 50:,} entities, {title}"
            measured = f"{best_of(2, call):.2f} s, {peak_megabytes(call):.0f} MB"
            yield [what, measured, "", "", "< 2 s" if mentions == 100_000 else ""]


def _peer(key: list[Document], response: list[Document], folder: Path) -> Callable[[], Any]:
    """A call that scores the documents with scorch, from the files it reads."""
    try:
        from scorch.main import process_dirs
    except ImportError as error:
        raise MissingExtraError("this benchmark's peer", "benchmark") from error
    for name, documents in (("gold", key), ("sys", response)):
        (folder / name).mkdir()
        for document in documents:
            clusters = {chain.id: [f"{mention.start}-{mention.end}" for mention in chain] for chain in document.chains}
            text = json.dumps({"type": "clusters", "clusters": clusters})
            (folder / name / f"{document.id}.json").write_text(text, encoding="utf-8")

    def call() -> None:
        with redirect_stderr(StringIO()):  # its progress bar
            list(process_dirs(folder / "gold", folder / "sys"))

    return call


EXPERIMENT = Experiment(
    "Speed of the scorer",
    "How long the measures of `namesakes score` take, how they grow, and how long a peer takes in the same run.",
    run,
)
