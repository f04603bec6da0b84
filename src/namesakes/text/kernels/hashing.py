"""Stable 64-bit codes of strings, over one buffer of UTF-8 bytes.

code(s) = mix(FNV-1a(s)), where FNV-1a takes h ← (h xor byte)·p for each byte (Fowler, Noll & Vo) and mix is the
finaliser of MurmurHash3, which spreads short strings over all 64 bits. The empty string has code 0 by definition.
The constants are masked to 64 bits by hand, since interpreted integers do not wrap.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
BASIS = cython.declare(cython.ulonglong, 0xCBF29CE484222325)
PRIME = cython.declare(cython.ulonglong, 0x100000001B3)
MIX_1 = cython.declare(cython.ulonglong, 0xFF51AFD7ED558CCD)
MIX_2 = cython.declare(cython.ulonglong, 0xC4CEB9FE1A85EC53)


@cython.boundscheck(False)
@cython.wraparound(False)
def hash_strings(data: cython.const[cython.uchar][:], offsets: cython.longlong[:], codes: cython.ulonglong[:]) -> None:
    """Fill `codes[i]` with the code of the bytes `data[offsets[i]:offsets[i + 1]]`."""
    count: cython.Py_ssize_t = codes.shape[0]
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    h: cython.ulonglong
    for i in range(count):
        first = offsets[i]
        last = offsets[i + 1]
        if first == last:
            codes[i] = 0
            continue
        h = BASIS
        for j in range(first, last):
            h = ((h ^ data[j]) * PRIME) & MASK
        h = ((h ^ (h >> 33)) * MIX_1) & MASK
        h = ((h ^ (h >> 33)) * MIX_2) & MASK
        codes[i] = h ^ (h >> 33)
