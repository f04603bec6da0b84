"""Types of arrays, named after what their elements are."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

BoolArray = NDArray[np.bool_]
ByteArray = NDArray[np.uint8]
"""Flags and small numbers that kernels take."""
Int8Array = NDArray[np.int8]
Int16Array = NDArray[np.int16]
Int32Array = NDArray[np.int32]
"""Offsets, labels and heads: what a Document and the kernels count with."""
Int64Array = NDArray[np.int64]
UInt16Array = NDArray[np.uint16]
UInt32Array = NDArray[np.uint32]
"""Hashed features: short codes of strings, or indices into weights."""
UInt64Array = NDArray[np.uint64]
"""Codes of strings; see `namesakes.text.vocabulary`."""
IndexArray = NDArray[np.intp]
"""What numpy itself indexes with."""
IntegerArray = NDArray[np.integer[Any]]
"""Integers of any size."""
Float32Array = NDArray[np.float32]
Float64Array = NDArray[np.float64]
FloatingArray = NDArray[np.floating[Any]]
"""Floats of any size."""
AnyArray = NDArray[Any]
