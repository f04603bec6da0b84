"""Export of a pretrained encoder of sentences, as it comes: from a text's pieces to the mean of their vectors."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from namesakes.encoder.export.graph import PART, Graph, WeightFiles
from namesakes.encoder.export.layers import WORDS, piece_states
from namesakes.encoder.export.vocabulary import prune_file
from namesakes.encoder.export.writer import OWN, check_onnx
from namesakes.encoder.files import MODEL_FORMAT, VECTORS, file_list
from namesakes.encoder.pieces import Pieces
from namesakes.encoder.training.run import TOKENIZER, base_weights
from namesakes.learning.model import Model, save_model
from namesakes.learning.whole_files import whole_folder

LONGEST = 256
"""How many pieces of a text are read, its marks with them."""
GRAPH = "vectors"


def export_vectors(base: Path, folder: Path, *, exact: bool = False, longest: int = LONGEST) -> Path:
    """Write a pretrained encoder of sentences into a folder, as pipelines use it; the folder comes back.

    Pieces that no text in a European script has are left out.

    Parameters
    ----------
    base : a folder with `config.json`, `model.safetensors` and `tokenizer.json`, of the kind BERT or MPNet.
    exact : whether weights stay as they are, which is four times as large.
    longest : how many pieces of a text are read.
    """
    check_onnx()
    found, tensors = base_weights(base)
    shape = asdict(found)
    weights = {f"encoder.{name}": each.numpy() for name, each in tensors.items()}
    with whole_folder(folder, OWN) as made:
        kept = prune_file(base / TOKENIZER, made / TOKENIZER)
        weights[WORDS] = weights[WORDS][kept]
        shape |= {"pieces": len(kept)}
        files = WeightFiles(made, PART)
        graph = Graph(GRAPH, weights, files, exact=exact)
        _mean(graph, shape)
        graph.save(made / f"{GRAPH}.onnx")
        written = [made / TOKENIZER, made / f"{GRAPH}.onnx", *files.paths]
        about = {"shape": shape, "marks": list(Pieces(made / TOKENIZER).marks), "longest": longest}
        told = {**about, "encoder_format": MODEL_FORMAT, "files": file_list(written)}
        save_model(made, Model(VECTORS, told, {}))
    return folder


def _mean(graph: Graph, shape: Mapping[str, Any]) -> None:
    """The mean of the vectors of all pieces of each text, its marks with them."""
    pieces = graph.input("pieces", "int64", ["texts", "length"])
    states = piece_states(graph, shape, pieces)
    graph.output("mean", graph.node("ReduceMean", states, axes=[1], keepdims=0), ["texts", shape["size"]])
