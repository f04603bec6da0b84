"""How fast the scorer is, beside a peer in the same run, and how it grows."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from namesakes.errors import MissingExtraError
from namesakes.experiments.outcome import Experiment, Outcome
from namesakes.experiments.synthetic import corpus, perturbed
from namesakes.experiments.timing import best_of, peak_megabytes
from namesakes.formats import read, write
from namesakes.metrics import score
from namesakes.text.document import Document

DOCUMENTS, TOKENS, MENTIONS, ENTITIES = 300, 500, 150, 40


def run(data: Path | None, seed: int) -> Outcome:
    """Times of reading and scoring 300 documents, of a peer, and of one document of 100,000 mentions."""
    key = corpus(DOCUMENTS, TOKENS, MENTIONS, ENTITIES, seed=seed)
    response = perturbed(key, seed=seed)
    with TemporaryDirectory() as folder:
        files = [
            _written(each, Path(folder) / f"{name}.conll") for name, each in (("key", key), ("response", response))
        ]
        from_files = best_of(5, lambda: score(*(read(path) for path in files)))
        alone = best_of(5, lambda: score(key, response))
        peer = _peer(key, response, Path(folder))
        theirs = best_of(3, peer)
    rows = [
        ["300 documents × 500 tokens, from files, all measures", f"{from_files:.3f} s", "< 0.4 s"],
        ["the same, the measures alone", f"{alone:.3f} s", "< 0.05 s"],
        ["scorch 0.2.0, the same documents as its own JSON files", f"{theirs:.3f} s", ""],
        ["ratio, scorch : ours from files", f"{theirs / from_files:.1f}", "≥ 3"],
        *_growth(seed),
    ]
    notes = (
        "Best of five runs (of three for scorch) in one process, after imports. scorch reads JSON clusters, not CoNLL, "
        "leaves LEA out, and averages documents in another way, so that its figures differ."
    )
    return Outcome(["what", "measured", "goal"], rows, f"made-up documents, seed {seed}", notes)


def _growth(seed: int) -> Iterator[list[str]]:
    for mentions in (25_000, 50_000, 100_000):
        key = corpus(1, 4 * mentions, mentions, mentions // 50, seed=seed)
        for title, moved in (("a fifth of the mentions moved", 0.2), ("all mentions moved", 1.0)):
            response = perturbed(key, moved=moved, seed=seed)
            call = _scoring(key, response)
            goal = "< 2 s" if mentions == 100_000 else ""
            what = f"one document, {mentions:,} mentions, {mentions // 50:,} entities, {title}"
            yield [what, f"{best_of(2, call):.2f} s, {peak_megabytes(call):.0f} MB", goal]


def _scoring(key: list[Document], response: list[Document]) -> Callable[[], Any]:
    return lambda: score(key, response)


def _written(documents: list[Document], path: Path) -> Path:
    write(documents, path)
    return path


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
    return lambda: list(process_dirs(folder / "gold", folder / "sys"))


EXPERIMENT = Experiment(
    "Speed of the scorer",
    "How long the measures of `namesakes score` take, how they grow, and how long a peer takes in the same run.",
    run,
)
