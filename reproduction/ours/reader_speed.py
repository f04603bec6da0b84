"""How fast documents are read and written."""

import pickle
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from namesakes.formats import FORMATS, read, write
from namesakes.text.document import Document
from reproduction.outcome import Experiment, Outcome
from reproduction.synthetic.documents import corpus
from reproduction.timing import best_of

NAMES = ("conll2012", "conllu", "jsonl", "muc", "html")


def run(data: Path | None, seed: int) -> Outcome:
    """Thousands of tokens read and written in a second, by format, and through pickle."""
    documents = corpus(100, 1000, 150, 40, seed=seed)
    tokens = sum(len(document.starts) for document in documents)
    rows = []
    with TemporaryDirectory() as folder:
        for name in NAMES:
            path = Path(folder) / f"corpus{FORMATS[name].extensions[0]}"
            write(documents, path, format=name)
            reading = best_of(3, _reading(path, name))
            writing = best_of(3, _writing(documents, name))
            rows.append([name, _rate(tokens, reading), _rate(tokens, writing)])
    pickled = pickle.dumps(documents)
    there, back = best_of(3, lambda: pickle.dumps(documents)), best_of(3, lambda: pickle.loads(pickled))
    rows.append(["between processes (pickle)", _rate(tokens, back), _rate(tokens, there)])
    return Outcome(["format", "read", "written"], rows, f"made-up documents, {tokens:,} tokens, seed {seed}")


def _reading(path: Path, name: str) -> Callable[[], Any]:
    return lambda: list(read(path, format=name))


def _writing(documents: list[Document], name: str) -> Callable[[], Any]:
    return lambda: write(documents, StringIO(), format=name)


def _rate(tokens: int, seconds: float) -> str:
    return f"{tokens / seconds / 1000:,.0f} k tokens/s"


EXPERIMENT = Experiment("Speed of the formats", "Tokens read and written in a second on one core, by format.", run)
