"""Mutation: inputs that are nearly right, made of good ones and of what means something in them."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

LONGEST: Final = 1 << 16
"""Bytes that an input may have."""

WORDS: Final = (
    b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", "\u2028".encode(), "é🙂".encode(), b"\r\n", b"\n\n",
    b"\t", b"_", b"-1", b"0", b"9" * 20, b"1e999", b"NaN", b"Infinity", b"null", b"true", b'""', b"[]", b"{}",
    b"[[", b"}}", b"(", b")", b"|", b"*", b"#", b"<", b">", b"</", b"&#x0;", b"&", b"=", b":", b",", b"\\u0000",
    b"\\ud800", b"%", b"..", b"A" * 300,
)  # fmt: skip
"""What stands for something in one format or another."""

Edit = Callable[[Random, bytes, Sequence[bytes]], bytes]


def mutated(random: Random, seeds: Sequence[bytes], words: Sequence[bytes] = ()) -> bytes:
    """One of the seeds after one to four edits; the same for the same state of `random`."""
    data = random.choice(seeds)
    known = (*WORDS, *words)
    for _ in range(random.randint(1, 4)):
        edit = random.choice(_EDITS)
        data = edit(random, data, seeds if edit is _spliced else known)[:LONGEST]
    return data


def _stretch(random: Random, data: bytes) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.choice((1, 1, 2, 4, 16, 80, 400)))


def _flipped(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    if not data:
        return data
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << random.randrange(8)]) + data[place + 1 :]


def _taken_out(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _stretch(random, data)
    return data[:start] + data[end:]


def _doubled(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _stretch(random, data)
    return data[:end] + data[start:end] * random.choice((1, 1, 2, 50)) + data[end:]


def _cut(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _inserted(random: Random, data: bytes, words: Sequence[bytes]) -> bytes:
    start, _end = _stretch(random, data)
    return data[:start] + random.choice(words) + data[start:]


def _replaced(random: Random, data: bytes, words: Sequence[bytes]) -> bytes:
    start, end = _stretch(random, data)
    return data[:start] + random.choice(words) + data[end:]


def _number(random: Random, data: bytes, words: Sequence[bytes]) -> bytes:
    """Another number in the place of one."""
    places = [place for place, byte in enumerate(data[:LONGEST]) if 48 <= byte <= 57]
    if not places:
        return _inserted(random, data, words)
    place = random.choice(places)
    return data[:place] + random.choice((b"-1", b"0", b"7", b"4294967296", b"1e400", b"0.5", b"")) + data[place + 1 :]


def _spliced(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """A stretch of a seed in the place of one of the input."""
    other = random.choice(seeds)
    (start, end), (first, last) = _stretch(random, data), _stretch(random, other)
    return data[:start] + other[first:last] + data[end:]


_EDITS: Final[tuple[Edit, ...]] = (
    _flipped, _taken_out, _doubled, _cut, _inserted, _replaced, _replaced, _number, _number, _spliced,
)  # fmt: skip
