"""Matrices in 4 bits: what is packed is what a plain loop unpacks, and what ONNX Runtime multiplies with."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namesakes.arrays import AnyArray
from namesakes.encoder.export.codebook import CODEBOOK, GROUP, STEPS, ZERO, Packed, packed
from namesakes.encoder.export.graph import LEVELS, Graph, WeightFiles
from namesakes.encoder.files import check_graph, session

MATRICES = pytest.mark.parametrize("shape", [(64, 80), (96, 43), (70, 64), (33, 128)])


def unpacked(made: Packed, inputs: int) -> AnyArray:
    """The whole numbers of a matrix, byte by byte."""
    outputs = len(made.scales)
    found = np.zeros((inputs, outputs), dtype=np.int64)
    groups = len(made.codes) // outputs
    for output in range(outputs):
        for place in range(inputs):
            row = output * groups + place // GROUP
            byte = int(made.codes[row, place % GROUP // 2])
            code = byte % 16 if place % 2 == 0 else byte // 16
            multiplier = int(made.multipliers[row, 0]) - ZERO
            found[place, output] = round(float(CODEBOOK[code]) * multiplier * LEVELS / STEPS)
    return found


def normal(shape: tuple[int, int], seed: int = 3) -> AnyArray:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def graph_of(folder: Path, matrix: AnyArray, bits: int) -> Path:
    """The file of a graph that multiplies rows with a matrix."""
    for name in ("onnx", "onnxruntime"):
        pytest.importorskip(name, reason="an extra is not installed")
    folder.mkdir()
    graph = Graph("one", {}, WeightFiles(folder), product_bits=bits)
    found = graph.product("layer", matrix, graph.input("rows", "float32", ["rows", len(matrix)]))
    graph.output("found", found, ["rows", matrix.shape[1]])
    return graph.save(folder / "one.onnx")


@MATRICES
def test_the_graph_multiplies_with_what_was_packed(shape: tuple[int, int], tmp_path: Path) -> None:
    matrix = normal(shape)
    run = session(graph_of(tmp_path / "four", matrix, 4), ("rows",))
    [found] = run.run(None, {"rows": np.eye(len(matrix), dtype=np.float32)})
    made = packed(matrix, LEVELS)
    np.testing.assert_allclose(found, unpacked(made, len(matrix)) * made.scales, rtol=1e-5, atol=1e-7)


@MATRICES
@pytest.mark.parametrize("places", [[3, 42, 0], [[3, 3], [42, 1]]])
def test_rows_that_are_looked_up_are_those_of_the_table(
    shape: tuple[int, int], places: list[Any], tmp_path: Path
) -> None:
    for name in ("onnx", "onnxruntime"):
        pytest.importorskip(name, reason="an extra is not installed")
    table = normal(shape).T
    graph = Graph("one", {"table": table}, WeightFiles(tmp_path), row_bits=4)
    given = graph.input("places", "int64", [f"axis {axis}" for axis in range(np.ndim(places))])
    graph.output(
        "found", graph.rows("table", given), [*(f"axis {axis}" for axis in range(np.ndim(places))), len(table.T)]
    )
    run = session(graph.save(tmp_path / "one.onnx"), ("places",))
    [found] = run.run(None, {"places": np.array(places)})
    made = packed(table.T, LEVELS)
    np.testing.assert_allclose(found, (unpacked(made, shape[0]) * made.scales).T[np.array(places)], rtol=1e-6)


@settings(max_examples=40)
@given(st.integers(1, 70), st.integers(1, 5), st.integers(0, 10**6), st.sampled_from([1e-6, 1.0, 1e6]))
def test_every_code_is_the_nearest_level(inputs: int, outputs: int, seed: int, size: float) -> None:
    matrix = normal((inputs, outputs), seed) * np.float32(size)
    made = packed(matrix, LEVELS)
    numbers = unpacked(made, inputs)
    assert np.abs(numbers).max() <= LEVELS
    groups = len(made.codes) // outputs
    for output in range(outputs):
        for place in range(inputs):
            multiplier = int(made.multipliers[output * groups + place // GROUP, 0]) - ZERO
            reached = CODEBOOK.astype(np.float64) * multiplier * LEVELS / STEPS
            wanted = matrix[place, output] / made.scales[output]
            # Half a number is lost where a level is rounded to a whole one.
            assert abs(numbers[place, output] - wanted) <= np.abs(reached - wanted).min() + 0.501


def test_no_multiplier_is_much_better_than_the_one_that_is_chosen() -> None:
    matrix = normal((GROUP, 300), 11)
    made, numbers = packed(matrix, LEVELS), unpacked(packed(matrix, LEVELS), GROUP)
    own = best = 0.0
    for output in range(matrix.shape[1]):
        wanted = matrix[:, output] / made.scales[output]
        multipliers = np.arange(-STEPS, STEPS + 1)[:, None, None]
        reached = np.rint(CODEBOOK * multipliers * (LEVELS / STEPS))
        best += np.square(reached - wanted[:, None]).min(axis=2).sum(axis=1).min()
        own += np.square(numbers[:, output] - wanted).sum()
    assert best <= own <= 1.06 * best


def test_what_can_be_written_without_loss_is() -> None:
    random = np.random.default_rng(4)
    codes = random.integers(0, 16, size=(6, 3, GROUP))
    codes[:, :, 0] = 15  # so that every group reaches its outermost level
    multipliers = random.integers(20, STEPS, size=(6, 3, 1)) * random.choice([-1, 1], size=(6, 3, 1))
    multipliers[:, 0] = STEPS
    whole = np.rint(CODEBOOK[codes] * multipliers * (LEVELS / STEPS)).reshape(6, -1)
    exact = (CODEBOOK[codes] * multipliers * (LEVELS / STEPS)).reshape(6, -1)
    made = packed(exact.T.astype(np.float32) * np.float32(0.25), LEVELS)
    np.testing.assert_array_equal(unpacked(made, 3 * GROUP), whole.T)
    np.testing.assert_allclose(made.scales, 0.25, rtol=1e-5)


def test_nothing_stays_nothing() -> None:
    matrix = np.zeros((40, 3), dtype=np.float32)
    matrix[:, 1] = 1
    numbers = unpacked(packed(matrix, LEVELS), 40)
    assert not numbers[:, [0, 2]].any()
    assert (numbers[:, 1] == LEVELS).all()


def test_the_levels_are_those_of_least_error() -> None:
    groups = normal((20_000, GROUP), 7)
    made = packed(groups.T, 10**6)  # so many whole numbers that only the levels lose something
    codes = np.stack([made.codes & 15, made.codes >> 4], axis=2).reshape(groups.shape)
    reach = (made.multipliers.astype(np.float64) - ZERO) / STEPS * made.scales[:, None] * 10**6
    for code, level in enumerate(CODEBOOK):
        own = codes == code
        weight = np.broadcast_to(reach, groups.shape)[own]
        assert (groups[own] * weight).sum() / np.square(weight).sum() == pytest.approx(level, abs=0.01)


def test_products_are_near(tmp_path: Path) -> None:
    """The error that 4 bits leave in a product, beside that of 8 bits and that of plain steps with a scale a group."""
    matrix, rows = normal((384, 256)), normal((50, 384), 8)
    wanted = rows @ matrix
    groups = matrix.T.reshape(-1, GROUP)
    steps = np.abs(groups).max(axis=1, keepdims=True) / 7
    plain = rows @ (np.rint(groups / steps) * steps).reshape(256, 384).T
    apart = {"plain": np.linalg.norm(plain - wanted) / np.linalg.norm(wanted)}
    for bits in (8, 4):
        run = session(graph_of(tmp_path / str(bits), matrix, bits), ("rows",))
        [found] = run.run(None, {"rows": rows})
        apart[str(bits)] = np.linalg.norm(found - wanted) / np.linalg.norm(wanted)
    assert apart["8"] < 0.02
    assert apart["4"] < 0.08
    assert apart["4"] < 0.85 * apart["plain"]


@MATRICES
def test_a_loaded_graph_is_the_one_of_eight_bits(shape: tuple[int, int], tmp_path: Path) -> None:
    """What unpacks is gone once the graph is loaded, so that it is as fast."""
    onnxruntime = pytest.importorskip("onnxruntime", reason="the extra 'accurate' is not installed")
    onnx = pytest.importorskip("onnx", reason="the extra 'train' is not installed")
    loaded = []
    for bits in (8, 4):
        path = graph_of(tmp_path / str(bits), normal(shape), bits)
        check_graph(path)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.optimized_model_filepath = str(path.parent / "loaded.onnx")
        onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        graph = onnx.load(path.parent / "loaded.onnx").graph
        kept = Counter((each.data_type, tuple(each.dims)) for each in graph.initializer if len(each.dims) == 2)
        loaded.append((Counter(node.op_type for node in graph.node), kept))
    assert loaded[0] == loaded[1]
