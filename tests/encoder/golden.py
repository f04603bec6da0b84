"""Makes `tests/golden/encoder`: a tiny random encoder as it is used, and what it says of a text.

`python -m tests.encoder.golden` from the checkout writes both anew; it needs the extra `train`. It is done again only
where the format of encoders changes, and the change is looked at. `python -m tests.encoder.golden shipped` writes what
the shipped pipeline says of the examples; that is done where its models change. `… vectors` writes a tiny random model
of vectors.
"""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.encoder.inference import EncoderModel
from namesakes.encoder.readings import Reading
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document
from tests.conftest import CHECKOUT
from tests.encoder.made import GOLDEN, VECTORS, random_base, random_network

TEXT = "Ann Lee met Bob in Oslo. She liked him. Bob met her in May, and Ann Lee liked that.\n\n" * 4
EXPECTED = "expected.json"
EXAMPLES = CHECKOUT / "examples" / "newsroom"
SHIPPED = CHECKOUT / "tests" / "golden" / "en-accurate.json"


def golden_document() -> Document:
    """The text in words and sentences."""
    return Tokenizer.shipped()(Document(id="golden", text=TEXT))


def answers(found: Reading) -> dict[str, Any]:
    """What decoders make of a reading: it is the same on every machine."""
    spans = found.spans
    best = spans.scores.argmax(axis=1)
    linked = spans.scores.max(axis=1) > 0
    antecedents = np.where(linked, spans.chosen[np.arange(len(best)), best], -1)
    return {
        "xpos": found.best("xpos"),
        "upos": found.best("upos"),
        "names": [list(each) for each in found.names(("PER", "LOC"))],
        "heads": found.heads.tolist(),
        "relations": found.relations,
        "spans": np.stack([spans.starts, spans.ends], axis=1).tolist(),
        "antecedents": antecedents.tolist(),
    }


def scores(found: Reading) -> dict[str, Any]:
    """Some of the scores themselves, rounded: their last digits are the processor's."""
    spans = found.spans
    return {
        "states": np.round(found.states[:4].astype(np.float64), 3).tolist(),
        "xpos": np.round(found.tags["xpos"].astype(np.float64), 3).tolist(),
        "arcs": np.round(found.arcs[0].astype(np.float64), 3).tolist(),
        "mention": np.round(spans.mention.astype(np.float64), 3).tolist(),
        "best": np.round(np.maximum(spans.scores, -100.0).max(axis=1).astype(np.float64), 3).tolist(),
    }


def write(folder: Path) -> None:
    """Write the encoder and what it says into a folder."""
    from namesakes.encoder.export.writer import export

    with tempfile.TemporaryDirectory() as name:
        source = random_network(Path(name), size=32, inner=48, positions=130, window=(56, 24))
        export(source, folder, part=50_000)
    found = EncoderModel.load(folder).reading(golden_document())
    wanted = {"answers": answers(found), "scores": scores(found)}
    (folder / EXPECTED).write_text(json.dumps(wanted) + "\n", encoding="utf-8")


def write_vectors(folder: Path) -> None:
    """Write a tiny random model of vectors into a folder."""
    from namesakes.encoder.export.vectors import export_vectors

    with tempfile.TemporaryDirectory() as name:
        export_vectors(random_base(Path(name)), folder, longest=24)


def plain_session(path: Path, inputs: Sequence[str]) -> Any:
    """What runs a graph as it stands, without the runtime's rewriting: last digits differ, as on another processor."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


class TremblingSession:
    """What runs a graph, and changes the last digits of all that comes out, as another processor does."""

    def __init__(self, path: Path, inputs: Sequence[str]) -> None:
        self._session, self._random = plain_session(path, inputs), np.random.default_rng(1)

    def get_outputs(self) -> Any:
        """The outputs of the graph."""
        return self._session.get_outputs()

    def run(self, names: Sequence[str] | None, given: Any) -> list[Any]:
        """The outputs for some inputs, each number off by a few millionths of itself."""
        found = self._session.run(names, given)
        return [each * (1 + 3e-6 * self._random.standard_normal(each.shape)).astype(each.dtype) for each in found]


def examples(nlp: Pipeline) -> dict[str, Any]:
    """What a pipeline makes of the examples: the chains of each text, and people with their documents."""
    texts = sorted((EXAMPLES.parent / "texts").glob("*.txt"))
    found = [(path.name, nlp(path.read_text(encoding="utf-8"))) for path in texts]
    with nlp.resolve(EXAMPLES, jobs=1) as people:
        named = sorted([person.name, sorted(Path(each).name for each in person.documents)] for person in people)
    chains = {name: [[each.text for each in chain] for chain in one.chains] for name, one in found}
    return {"chains": chains, "people": named}


def write_shipped() -> None:
    """Write what the shipped pipeline says of the examples."""
    made = json.dumps(examples(load("en-accurate")), indent=1, ensure_ascii=False)
    SHIPPED.write_text(made + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["shipped"]:
        write_shipped()
    elif sys.argv[1:] == ["vectors"]:
        write_vectors(VECTORS)
    else:
        write(GOLDEN)
