"""Export: a trained network as ONNX graphs of standard operators, in files of bounded size.

Four graphs: `encoder` from pieces to their vectors, `words` from words' vectors to what is said of each, `spans` from
spans to theirs, `pairs` from pairs of spans to scores. What is small and between them is done in `inference`.
"""

import shutil
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray, Int64Array
from namesakes.encoder.examples import TASKS
from namesakes.encoder.export.graph import PART, Graph, WeightFiles
from namesakes.encoder.export.layers import WORDS, piece_states
from namesakes.encoder.export.vocabulary import prune_file
from namesakes.encoder.export.weights import load_weights
from namesakes.encoder.files import GRAPHS, KIND, MODEL_FORMAT, TABLES, file_list
from namesakes.encoder.pieces import Pieces
from namesakes.encoder.training.run import TOKENIZER
from namesakes.encoder.windows import CONTEXT, CORE, check_window
from namesakes.errors import UsageError
from namesakes.learning.model import Model, save_model
from namesakes.learning.whole_files import whole_folder
from namesakes.resources import install_command

Weights = Mapping[str, AnyArray]
OWN = (".onnx", ".bin", ".json", ".npz")
"""The endings of the files that are written."""


def export(
    source: Path,
    folder: Path,
    *,
    part: int = PART,
    exact: bool = False,
    window: tuple[int, int] | None = None,
    row_bits: int = 8,
    product_bits: int = 8,
    head_bits: int = 0,
    prune: bool = False,
    used: Int64Array | None = None,
    most: int = 0,
) -> Path:
    """Write the encoder that training left in one folder into another, as it is used; the folder comes back.

    Until all of it is written the encoder that was there stays as it was.

    Parameters
    ----------
    source : a folder that `namesakes train encoder` has written.
    part : how many bytes a file of weights has at most.
    exact : whether weights stay as they are, which is slower and four times as large.
    window : how many pieces of a window are taken, and how many it reads on each side, where it is not to be as in
        training; less context is faster.
    row_bits : how many bits a number of the table of pieces has: 8, or 4.
    product_bits : how many bits a number of a matrix has in its file: 8, or 4; it is multiplied in 8.
    head_bits : how many one of the heads' matrices has; 0 for as many as in the layers.
    prune : whether the pieces that no text in a European script has are left out.
    used, most : then, how often each piece occurs in texts, and how many stay at most: those that occur most.
    """
    for what, bits in (("the table of pieces", row_bits), ("a matrix", product_bits), ("a head", head_bits or 8)):
        if bits not in (4, 8):
            raise UsageError(f"a number of {what} has 4 or 8 bits, not {bits}.")
    if window is not None:
        check_window(*window)
    check_onnx()
    weights, about = load_weights(source)
    with whole_folder(folder, OWN) as made:
        if prune:
            kept = prune_file(source / TOKENIZER, made / TOKENIZER, used, most)
            weights = {**weights, WORDS: weights[WORDS][kept]}
            about = {**about, "shape": {**about["shape"], "pieces": len(kept)}}
        else:
            shutil.copyfile(source / TOKENIZER, made / TOKENIZER)
        files = WeightFiles(made, part)
        for name, build in _BUILDERS.items():
            bits = product_bits if name == "encoder" else head_bits or product_bits
            graph = Graph(name, weights, files, exact=exact, row_bits=row_bits, product_bits=bits)
            build(graph, about)
            graph.save(made / f"{name}.onnx")
        read = window or about.get("window", (CORE, CONTEXT))
        _describe(made, files.paths, {**about, "window": list(read)}, weights)
    return folder


def check_onnx() -> None:
    """Say what to install where the package that writes encoders is missing."""
    if find_spec("onnx") is None:
        raise UsageError(
            f"the package 'onnx', which writes encoders, is not installed.\nInstall it with: {install_command('train')}"
        )


def _describe(folder: Path, paths: Sequence[Path], about: Mapping[str, Any], weights: Weights) -> None:
    """Write what is said of an encoder's files, and the tables beside its graphs."""
    tables: dict[str, AnyArray] = {name: weights[name].astype(np.float16) for name in TABLES}
    marks = Pieces(folder / TOKENIZER).marks
    written = [folder / TOKENIZER, *(folder / f"{name}.onnx" for name in GRAPHS), *paths]
    told = {**about, "marks": list(marks), "encoder_format": MODEL_FORMAT, "files": file_list(written)}
    save_model(folder, Model(KIND, told, tables))


def _encoder(graph: Graph, about: Mapping[str, Any]) -> None:
    shape = about["shape"]
    pieces = graph.input("pieces", "int64", ["windows", "length"])
    lengths = graph.input("lengths", "int64", ["windows"])
    told = graph.node(
        "Gather", graph.weight("piece_shapes.weight"), graph.input("shapes", "int64", ["windows", "length"])
    )
    corpus = graph.node("Gather", graph.weight("piece_corpora.weight"), graph.input("corpus", "int64", [1]))
    states = piece_states(graph, shape, pieces, lengths, graph.node("Add", told, corpus))
    plain = graph.tensor("ones", np.ones(shape["size"], dtype=np.float32))
    states = graph.node("LayerNormalization", states, plain, axis=-1, epsilon=1e-5)
    graph.output("states", states, ["windows", "length", shape["size"]])


def _words(graph: Graph, about: Mapping[str, Any]) -> None:
    size, inner = about["shape"]["size"], about["heads"]["inner"]
    states = graph.input("states", "float32", ["words", size])
    for name in TASKS:
        scores = graph.linear(f"tags.tasks.{name}", states)
        graph.output(name, scores, ["words", len(graph.weights[f"tags.tasks.{name}.bias"])])
    graph.output("heads", graph.two_steps("arcs.heads", states), ["words", inner])
    below = graph.two_steps("arcs.dependents", states)
    graph.output("dependents", graph.product("arcs.weight", graph.weights["arcs.weight"], below), ["words", inner])
    for name in ("label_heads", "label_dependents"):
        width = len(graph.weights["arcs.label_root"])
        graph.output(name, graph.two_steps(f"arcs.{name}", states), ["words", width])
    begin, end = graph.two_steps("spans.starts", states), graph.two_steps("spans.ends", states)
    for kind, matrix in enumerate(graph.weights["spans.weight"]):
        graph.output(f"begin_{kind}", graph.product(f"spans.weight.{kind}", matrix, begin), ["words", inner])
    graph.output("end", end, ["words", inner])
    for name, found in (("start_bias", begin), ("end_bias", end)):
        graph.output(name, graph.linear(f"spans.{name}", found), ["words", len(graph.weights["spans.weight"])])
    graph.output("attention", graph.linear("antecedents.attention", states), ["words", 1])


def _spans(graph: Graph, about: Mapping[str, Any]) -> None:
    inner = about["heads"]["inner"]
    width = graph.weights["antecedents.span.0.weight"].shape[1]
    vectors = graph.two_steps("antecedents.span", graph.input("spans", "float32", ["spans", width]))
    graph.output("vectors", vectors, ["spans", inner])
    graph.output("coarse", graph.linear("antecedents.coarse", vectors), ["spans", inner])
    types = len(graph.weights["antecedents.types.bias"])
    graph.output("types", graph.linear("antecedents.types", vectors), ["spans", types])
    for name in ("anaphor", "antecedent"):
        found = graph.linear(f"antecedents.{name}", vectors, bias=name == "anaphor")
        graph.output(name, found, ["spans", inner])


def _pairs(graph: Graph, about: Mapping[str, Any]) -> None:
    inner = about["heads"]["inner"]
    product = graph.input("product", "float32", ["pairs", inner])
    summed = graph.input("sum", "float32", ["pairs", inner])
    rows = graph.input("features", "int64", ["alike", "kinds"])
    alike = graph.input("alike", "int64", ["pairs"])
    known = graph.input("known", "float32", ["pairs", 2])
    kind = graph.input("kind", "int64", ["pairs"])
    found = graph.node("Add", summed, graph.linear("antecedents.product", product, bias=False))
    table = graph.tensor("antecedents.features.rows", graph.weights["antecedents.features.weight"].T.astype(np.float32))
    features = graph.node("ReduceSum", graph.node("Gather", table, rows), graph.numbers(1), keepdims=0)
    found = graph.node("Add", found, graph.node("Gather", features, alike))
    found = graph.node("Add", found, graph.linear("antecedents.known", known, bias=False))
    found = graph.norm("antecedents.hidden.1", graph.gelu(found), 1e-5)
    found = graph.gelu(graph.linear("antecedents.hidden.3", found))
    scores = graph.linear("antecedents.score", found)
    column = graph.node("Unsqueeze", graph.node("Add", kind, graph.numbers(1)), graph.numbers(1))
    own = graph.node("GatherElements", scores, column, axis=1)
    first = graph.node("Gather", scores, graph.numbers(0), axis=1)
    graph.output("scores", graph.node("Squeeze", graph.node("Add", first, own), graph.numbers(1)), ["pairs"])


_BUILDERS = {"encoder": _encoder, "words": _words, "spans": _spans, "pairs": _pairs}
assert tuple(_BUILDERS) == GRAPHS, "the graphs that are written are those that are read"
