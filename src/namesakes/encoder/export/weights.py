"""Weights in few bits and in parts of bounded size: whole numbers in blocks that share a scale, nothing pickled."""

import io
import json
import math
import zlib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import IO, Any

import numpy as np

from namesakes.arrays import AnyArray, Float32Array
from namesakes.errors import ModelError
from namesakes.learning.packed_arrays import LARGEST
from namesakes.learning.whole_files import write_part, writing

BLOCK = 64
"""How many weights share a scale."""
PART = 15 * 2**20
"""How many bytes a part has at most."""
FORMAT = 1


def quantized(weights: AnyArray, levels: int) -> tuple[AnyArray, AnyArray]:
    """The weights as whole numbers from -levels to levels, in blocks, and the scale of each block."""
    flat = np.ascontiguousarray(weights, dtype=np.float32).ravel()
    rows = np.pad(flat, (0, -len(flat) % BLOCK)).reshape(-1, BLOCK)
    scales = (np.abs(rows).max(axis=1) / levels).astype(np.float16)
    divisors = np.where(scales > 0, scales.astype(np.float32), 1.0)
    numbers = np.clip(np.rint(rows / divisors[:, None]), -levels, levels).astype(np.int8)
    return numbers, scales


def restored(numbers: AnyArray, scales: AnyArray, shape: tuple[int, ...]) -> Float32Array:
    """The weights that numbers and scales stand for."""
    rows = numbers.astype(np.float32) * scales.astype(np.float32)[:, None]
    return rows.ravel()[: int(np.prod(shape))].reshape(shape)


def save_weights(
    folder: Path, weights: Mapping[str, AnyArray], about: Mapping[str, Any], *, levels: int = 127, part: int = PART
) -> list[Path]:
    """Write weights into files of bounded size: large tables as whole numbers, the rest in half precision.

    With 0 levels all are in half precision. The files come back in order. Until all are written those that were there
    stay; whoever is stopped while they take their places leaves some of each, which loading refuses.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stream = io.BytesIO()
    index: list[dict[str, Any]] = []
    for name, array in weights.items():
        coarse = levels > 0 and array.ndim > 1 and array.size >= 4096
        pieces = quantized(array, levels) if coarse else (array.astype(np.float16),)
        index.append({"name": name, "shape": list(array.shape), "levels": levels if coarse else 0})
        for piece in pieces:
            packed = zlib.compress(piece.tobytes(), 1)
            index[-1].setdefault("bytes", []).append(len(packed))
            stream.write(packed)
    data = stream.getvalue()
    head = json.dumps({"format": FORMAT, "about": about, "weights": index, "checksum": zlib.crc32(data)}).encode()
    data = len(head).to_bytes(8, "little") + head + data
    parts = {
        folder / f"weights-{number:03d}.bin": data[start : start + part]
        for number, start in enumerate(range(0, len(data), part))
    }
    former = set(folder.glob("weights-*.bin"))
    with writing(*parts):
        waiting = [write_part(path, partial(_put, held)) for path, held in parts.items()]
        for each, path in zip(waiting, parts, strict=True):
            each.replace(path)
    for path in former - set(parts):
        path.unlink(missing_ok=True)
    return list(parts)


def _put(held: bytes, stream: IO[bytes]) -> None:
    stream.write(held)


def load_weights(folder: Path) -> tuple[dict[str, Float32Array], dict[str, Any]]:
    """The weights of a folder that `save_weights` has written, and what was said about them."""
    data = b"".join(path.read_bytes() for path in sorted(folder.glob("weights-*.bin")))
    try:
        length = int.from_bytes(data[:8], "little")
        head = json.loads(data[8 : 8 + length])
        if head["format"] > FORMAT:
            raise ModelError(f"{folder}: the weights were written by a newer version; update namesakes.")
        if zlib.crc32(data[8 + length :]) != head.get("checksum", zlib.crc32(data[8 + length :])):
            raise ModelError(f"{folder}: the weights are truncated or changed; take them from before.")
        return _weights(data, 8 + length, head["weights"]), head["about"]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, zlib.error) as error:
        raise ModelError(f"{folder}: weights that are truncated, or none at all ({error})") from None


def _inflated(data: bytes, most: int) -> bytes:
    """What was packed; an error where that is more than there should be."""
    found = zlib.decompressobj().decompress(data, most + 1)
    if len(found) > most:
        raise ValueError("a part unpacks to more than its shape")
    return found


def _weights(data: bytes, place: int, index: list[dict[str, Any]]) -> dict[str, Float32Array]:
    found = {}
    for row in index:
        raw, shape = [], tuple(row["shape"])
        most = 2 * math.prod(shape) + 2 * BLOCK  # bytes of half precision, or of blocks with the last one filled up
        if not 0 <= most <= LARGEST:
            raise ValueError(f"{row['name']} has {most:,} bytes")
        for length in row["bytes"]:
            raw.append(_inflated(data[place : place + length], most))
            place += length
        if row["levels"]:
            numbers = np.frombuffer(raw[0], dtype=np.int8).reshape(-1, BLOCK)
            found[row["name"]] = restored(numbers, np.frombuffer(raw[1], dtype=np.float16), shape)
        else:
            found[row["name"]] = np.frombuffer(raw[0], dtype=np.float16).astype(np.float32).reshape(shape)
    return found
