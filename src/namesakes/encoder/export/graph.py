"""Graphs in the ONNX format, made node by node of standard operators, with weights of few bits in files beside them.

Matrices that are large are multiplied in whole numbers. What comes in is brought to 8 bits as it comes, each row by its
own largest number: a few pieces, such as the mark that begins a window, have numbers a hundred times as large as all
others, and with one scale for all rows nothing would be left of these. The weights have one scale for each column, and
keep to seven of the eight bits, so that no processor's sums of two products overflow.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray
from namesakes.encoder.export.codebook import GROUP, Packed, byte_levels, factors, packed

OPSET, VERSION = 17, 8
"""The versions of the operators and of the format that are written."""
LEVELS = 63
"""Weights are whole numbers from -63 to 63."""
PART = 45 * 2**20
"""How many bytes of weights a file has at most."""
_INLINE = 1024
"""Smaller tensors stand in the graph itself."""
_ALIGNED = 64


class WeightFiles:
    """The files that the weights of several graphs go into, one after the other."""

    def __init__(self, folder: Path, part: int = PART) -> None:
        self._folder, self._part = folder, part
        self.paths: list[Path] = []
        self._place = part

    def put(self, data: bytes) -> dict[str, str]:
        """Where the bytes of a tensor were put."""
        start = -(-self._place // _ALIGNED) * _ALIGNED
        if not self.paths or start + len(data) > self._part:
            self.paths.append(self._folder / f"weights-{len(self.paths)}.bin")
            self.paths[-1].write_bytes(b"")
            start = self._place = 0
        with self.paths[-1].open("ab") as file:
            file.write(b"\0" * (start - self._place) + data)
        self._place = start + len(data)
        return {"location": self.paths[-1].name, "offset": str(start), "length": str(len(data))}


def columns_quantized(weights: AnyArray, levels: int = LEVELS) -> tuple[AnyArray, AnyArray]:
    """The weights as whole numbers from -levels to levels, and the scale of each column."""
    scales = np.abs(weights).max(axis=0) / levels
    scales = np.where(scales > 0, scales, 1.0).astype(np.float32)
    return np.clip(np.rint(weights / scales), -levels, levels).astype(np.int8), scales


class Graph:
    """A graph under construction; each method adds nodes, and gives back the name of what they make.

    Parameters
    ----------
    name : of the graph.
    weights : by name, the network's weights, a row an output as PyTorch has them.
    files : where large tensors go.
    exact : whether all weights stay as they are.
    row_bits : how many bits a number of a table of rows has: 8, or 4.
    product_bits : how many bits a number of a matrix has in its file: 8, or 4; it is multiplied in 8.
    """

    def __init__(
        self,
        name: str,
        weights: Mapping[str, AnyArray],
        files: WeightFiles,
        *,
        exact: bool = False,
        row_bits: int = 8,
        product_bits: int = 8,
    ) -> None:
        self.name, self.weights, self.files, self.exact = name, weights, files, exact
        self.row_bits, self.product_bits = row_bits, product_bits
        self._pairs = ""
        self._nodes: list[Any] = []
        self._tensors: dict[str, Any] = {}
        self._inputs: list[Any] = []
        self._outputs: list[Any] = []

    def input(self, name: str, kind: str, shape: list[int | str]) -> str:
        """An input: "int64" or "float32"."""
        self._inputs.append(_value(name, kind, shape))
        return name

    def output(self, name: str, found: str, shape: list[int | str]) -> None:
        """Give what was found under a name."""
        self._nodes.append(_node("Identity", [found], [name]))
        self._outputs.append(_value(name, "float32", shape))

    def node(self, kind: str, *inputs: str, outputs: int = 1, **attributes: Any) -> Any:
        """A node of a standard operator; the name of its output, or their names."""
        names = [f"{kind}_{len(self._nodes)}_{number}" for number in range(outputs)]
        self._nodes.append(_node(kind, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names

    def tensor(self, name: str, array: AnyArray) -> str:
        """A constant, which is kept once."""
        if name not in self._tensors:
            self._tensors[name] = self._constant(name, np.ascontiguousarray(array))
        return name

    def numbers(self, *values: int) -> str:
        """A list of whole numbers."""
        return self.tensor("numbers_" + "_".join(map(str, values)), np.array(values, dtype=np.int64))

    def weight(self, name: str) -> str:
        """One of the network's weights as it is."""
        return self.tensor(name, self.weights[name].astype(np.float32))

    def _constant(self, name: str, array: AnyArray) -> Any:
        from onnx import TensorProto, helper, numpy_helper

        if array.nbytes < _INLINE:
            return numpy_helper.from_array(array, name)
        made = TensorProto(name=name, data_type=helper.np_dtype_to_tensor_dtype(array.dtype), dims=array.shape)
        made.data_location = TensorProto.EXTERNAL
        for key, value in self.files.put(array.tobytes()).items():
            entry = made.external_data.add()
            entry.key, entry.value = key, value
        return made

    def linear(self, name: str, found: str, *, bias: bool = True) -> str:
        """What a linear layer makes of rows."""
        product = self.product(f"{name}.weight", self.weights[f"{name}.weight"].T, found)
        return self.node("Add", product, self.weight(f"{name}.bias")) if bias else product

    def product(self, name: str, matrix: AnyArray, found: str) -> str:
        """Rows times a matrix; a large one in whole numbers."""
        if self.exact or matrix.size < 4096:
            plain: str = self.node("MatMul", found, self.tensor(f"{name}.plain", matrix.astype(np.float32)))
            return plain
        numbers, scales = self._numbers(name, matrix)
        least = self.tensor("least", np.array(1e-9, dtype=np.float32))
        most = self.node("Max", self.node("ReduceMax", self.node("Abs", found), axes=[-1], keepdims=1), least)
        rows, scale, zero = self.node("DynamicQuantizeLinear", self.node("Div", found, most), outputs=3)
        own = self.tensor("zero", np.zeros((), dtype=np.int8))
        summed = self.node("MatMulInteger", rows, numbers, zero, own)
        factor = self.node("Mul", scale, scales)
        product: str = self.node("Mul", self.node("Mul", self.node("Cast", summed, to=1), factor), most)
        return product

    def _numbers(self, name: str, matrix: AnyArray) -> tuple[str, str]:
        """The whole numbers of a matrix, and the scale of each column."""
        if self.product_bits == 8:
            numbers, scales = columns_quantized(matrix)
            return self.tensor(f"{name}.numbers", numbers), self.tensor(f"{name}.scales", scales)
        made = packed(matrix, LEVELS)
        return self._unpacked(name, made, matrix.shape), self.tensor(f"{name}.scales", made.scales)

    def _unpacked(self, name: str, made: Packed, shape: tuple[int, ...]) -> str:
        """The whole numbers of a matrix of 4 bits.

        Nothing that is given to the graph is in them: ONNX Runtime makes them once, when it loads the graph.
        """
        codes = self.tensor(f"{name}.codes", made.codes)
        found = self._whole(codes, self.tensor(f"{name}.multipliers", made.multipliers))
        rows = self.node("Reshape", found, self.numbers(shape[1], -1))
        turned: str = self.node("Transpose", self._first(rows, shape[0], 1), perm=[1, 0])
        return turned

    def _whole(self, codes: str, multipliers: str) -> str:
        """The whole numbers that codes and multipliers stand for, two a byte, along one more axis."""
        self._pairs = self._pairs or self._all_pairs()
        table = self.node("Cast", multipliers, to=6)
        begin = self.node("Mul", table, self.tensor("bytes", np.array(256, dtype=np.int32)))
        made: str = self.node("Gather", self._pairs, self.node("Add", begin, self.node("Cast", codes, to=6)))
        return made

    def _first(self, found: str, count: int, axis: int) -> str:
        """The first numbers along an axis: without those that fill up its last group."""
        if count % GROUP == 0:
            return found
        made: str = self.node("Slice", found, self.numbers(0), self.numbers(count), self.numbers(axis))
        return made

    def _all_pairs(self) -> str:
        """The two whole numbers of each multiplier and byte, 256 rows a multiplier."""
        multiplied = self.node("Mul", self.tensor("factors", factors(LEVELS)), self.tensor("levels", byte_levels()))
        found = self.node("Cast", self.node("Round", multiplied), to=3)
        made: str = self.node("Reshape", found, self.numbers(-1, 2))
        return made

    def rows(self, name: str, places: str) -> str:
        """Rows of a large table, which is kept as whole numbers of 8 or 4 bits with a scale for each row."""
        if self.exact:
            plain: str = self.node("Gather", self.weight(name), places)
            return plain
        table = self.weights[name]
        if self.row_bits == 8:
            numbers, scales = columns_quantized(table.T, 127)
            found = self.node("Gather", self.tensor(f"{name}.numbers", numbers.T), places)
        else:
            made = packed(table.T, LEVELS)
            found, scales = self._packed_rows(name, made, places, table.shape[1]), made.scales
        scale = self.node("Gather", self.tensor(f"{name}.scales", scales[:, None]), places)
        scaled: str = self.node("Mul", self.node("Cast", found, to=1), scale)
        return scaled

    def _packed_rows(self, name: str, made: Packed, places: str, size: int) -> str:
        """The whole numbers of some rows of a table of 4 bits, which are unpacked when they are looked up."""
        count = len(made.scales)
        codes = self.tensor(f"{name}.codes", made.codes.reshape(count, -1, GROUP // 2))
        multipliers = self.tensor(f"{name}.multipliers", made.multipliers.reshape(count, -1, 1))
        found = self._whole(self.node("Gather", codes, places), self.node("Gather", multipliers, places))
        filled = self.numbers(-(-size // GROUP) * GROUP)
        shape = self.node("Concat", self.node("Shape", places), filled, axis=0)
        return self._first(self.node("Reshape", found, shape), size, -1)

    def norm(self, name: str, found: str, epsilon: float) -> str:
        """The norm of a layer."""
        own = (self.weight(f"{name}.weight"), self.weight(f"{name}.bias"))
        made: str = self.node("LayerNormalization", found, *own, axis=-1, epsilon=epsilon)
        return made

    def gelu(self, found: str) -> str:
        """The Gaussian error linear unit, the exact one."""
        half = self.tensor("half", np.array(0.5, dtype=np.float32))
        one = self.tensor("one", np.array(1.0, dtype=np.float32))
        root = self.tensor("root", np.array(np.sqrt(2.0), dtype=np.float32))
        raised = self.node("Add", self.node("Erf", self.node("Div", found, root)), one)
        made: str = self.node("Mul", self.node("Mul", found, raised), half)
        return made

    def two_steps(self, name: str, found: str) -> str:
        """What `heads.network` makes: two linear layers with a norm between."""
        inner = self.norm(f"{name}.2", self.gelu(self.linear(f"{name}.0", found)), 1e-5)
        return self.linear(f"{name}.4", inner)

    def save(self, path: Path) -> Path:
        """Write the graph, after the format's own checks."""
        import onnx
        from onnx import helper

        graph = helper.make_graph(self._nodes, self.name, self._inputs, self._outputs, list(self._tensors.values()))
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="namesakes")
        made.ir_version = VERSION
        onnx.save(made, path)
        onnx.checker.check_model(str(path))
        return path


def _node(kind: str, inputs: list[str], outputs: list[str], **attributes: Any) -> Any:
    from onnx import helper

    return helper.make_node(kind, inputs, outputs, **attributes)


def _value(name: str, kind: str, shape: list[int | str]) -> Any:
    from onnx import TensorProto, helper

    return helper.make_tensor_value_info(name, {"int64": TensorProto.INT64, "float32": TensorProto.FLOAT}[kind], shape)
