"""The layers of an encoder as nodes of a graph: from pieces to their vectors."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray
from namesakes.encoder.export.graph import Graph

WORDS = "encoder.words.weight"
"""The table of pieces."""


def piece_states(graph: Graph, shape: Mapping[str, Any], pieces: str, lengths: str = "", told: str = "") -> str:
    """The vectors of windows of pieces after the last layer.

    Parameters
    ----------
    lengths : how many pieces of each window count, an input of the graph; nothing where all of them do.
    told : what is added to what the pieces begin as, if anything.
    """
    size = graph.node("Gather", graph.node("Shape", pieces), graph.numbers(1))
    places = graph.node("Range", *(graph.node("Squeeze", each) for each in (graph.numbers(0), size, graph.numbers(1))))
    offset = graph.numbers(2 if shape["kind"] == "mpnet" else 0)
    where = graph.node("Gather", graph.weight("encoder.positions.weight"), graph.node("Add", places, offset))
    begun = graph.node("Add", graph.rows(WORDS, pieces), where)
    states = graph.norm("encoder.norm", graph.node("Add", begun, told) if told else begun, shape["epsilon"])
    bias = _bias(graph, shape, places, lengths, size)
    for number in range(shape["layers"]):
        states = _layer(graph, shape, f"encoder.layers.{number}", states, bias)
    return states


def _bias(graph: Graph, shape: Mapping[str, Any], places: str, lengths: str, size: str) -> str:
    """What is added to the scores of attention: nothing may look at padding, and MPNet looks by distance."""
    padding = _padding(graph, places, lengths) if lengths else ""
    if shape["kind"] != "mpnet":
        return padding
    near = _near(graph, shape, size)
    made: str = graph.node("Add", near, padding) if padding else near
    return made


def _padding(graph: Graph, places: str, lengths: str) -> str:
    inside = graph.node("Less", places, graph.node("Unsqueeze", lengths, graph.numbers(1)))
    outside = graph.node("Cast", graph.node("Not", inside), to=1)
    low = graph.node("Mul", outside, graph.tensor("low", np.array(-30000.0, dtype=np.float32)))
    made: str = graph.node("Unsqueeze", low, graph.numbers(1, 2))
    return made


def _near(graph: Graph, shape: Mapping[str, Any], size: str) -> str:
    table = graph.tensor("distances", distance_buckets(shape["positions"] - 2, shape["buckets"]))
    ends = graph.node("Concat", size, size, axis=0)
    part = graph.node("Slice", table, graph.numbers(0, 0), ends, graph.numbers(0, 1))
    found = graph.node("Gather", graph.weight("encoder.distances.weight"), graph.node("Cast", part, to=7))
    made: str = graph.node("Unsqueeze", graph.node("Transpose", found, perm=[2, 0, 1]), graph.numbers(0))
    return made


def distance_buckets(count: int, buckets: int, furthest: int = 128) -> AnyArray:
    """The bucket of each pair of places, as `network` has them: exact when near, by the logarithm when far."""
    places = np.arange(count)
    apart = places[:, None] - places[None]
    half, distance = buckets // 2, np.abs(apart)
    near = half // 2
    scale = (half - near) / np.log(furthest / near)
    ratio = (np.maximum(distance, 1).astype(np.float32) / np.float32(near)).astype(np.float32)
    far = near + (np.log(ratio) * np.float32(scale)).astype(np.int64)
    found = (apart < 0) * half + np.where(distance < near, distance, np.minimum(far, half - 1))
    return found.astype(np.uint8)


def _layer(graph: Graph, shape: Mapping[str, Any], name: str, states: str, bias: str) -> str:
    heads, size = shape["heads"], shape["size"]
    mixed = graph.linear(f"{name}.attention", states)
    parts = graph.node("Split", mixed, graph.numbers(size, size, size), outputs=3, axis=-1)
    folded = [graph.node("Reshape", part, graph.numbers(0, 0, heads, size // heads)) for part in parts]
    asked, known, said = (
        graph.node("Transpose", part, perm=perm)
        for part, perm in zip(folded, ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]), strict=True)
    )
    scale = graph.tensor("scale", np.array((size // heads) ** -0.5, dtype=np.float32))
    scores = graph.node("Mul", graph.node("MatMul", asked, known), scale)
    scores = graph.node("Add", scores, bias) if bias else scores
    seen = graph.node("MatMul", graph.node("Softmax", scores, axis=-1), said)
    seen = graph.node("Reshape", graph.node("Transpose", seen, perm=[0, 2, 1, 3]), graph.numbers(0, 0, size))
    added = graph.node("Add", states, graph.linear(f"{name}.output", seen))
    states = graph.norm(f"{name}.first_norm", added, shape["epsilon"])
    inner = graph.linear(f"{name}.narrow", graph.gelu(graph.linear(f"{name}.widen", states)))
    return graph.norm(f"{name}.second_norm", graph.node("Add", states, inner), shape["epsilon"])
