"""Arrays that come out of an archive of NumPy's: whole, of a bounded size, and never more than their headers say."""

import io
import math
import zipfile
import zlib
from typing import IO, Final

import numpy as np

from namesakes.arrays import AnyArray

LARGEST: Final = 1 << 30
"""The most bytes that the arrays of one model may take."""

DAMAGED: Final = (
    ValueError,
    KeyError,
    TypeError,
    OSError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What NumPy and the archive raise where it is damaged, or was made to do harm."""


def unpacked(data: bytes) -> dict[str, AnyArray]:
    """The arrays of an archive by name; one of `DAMAGED` where it is not right. Sizes are looked at before all else."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
        if size > LARGEST:
            raise ValueError(f"it unpacks to {size >> 20:,} MB, and {LARGEST >> 20:,} are the most")
        for entry in archive.infolist():
            with archive.open(entry) as stream:
                if _claimed(stream) > entry.file_size:
                    raise ValueError(f"{entry.filename} has fewer numbers than it says")
    with np.load(io.BytesIO(data), allow_pickle=False) as packed:
        return {name: packed[name] for name in packed.files}


def _claimed(stream: IO[bytes]) -> int:
    """How many bytes an array has with its header, by what that says."""
    version = np.lib.format.read_magic(stream)
    if version not in ((1, 0), (2, 0)):
        raise ValueError(f"arrays of version {version} are not known")
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = read(stream)
    return stream.tell() + math.prod(shape) * dtype.itemsize
