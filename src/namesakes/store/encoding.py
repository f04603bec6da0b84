"""How profiles and spans are written in columns: profiles as JSON, spans as bytes."""

import json
import re
import sys
from array import array
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from itertools import chain
from typing import Any, overload

from namesakes.errors import DamagedStoreError, DataError
from namesakes.profiles.profile import Evidence, Fact, PersonName, Profile
from namesakes.store.records import Span

_SHARED = ("words", "proper", "date", "dated_by")
"""Fields that are often equal in all profiles of a document; they are then written once for all of them."""
_NUL = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")


class LazyProfiles(Sequence[Profile]):
    """Profiles that are parsed when the first of them is asked for; they are pickled as JSON, which is smaller.

    Parameters
    ----------
    texts : for each profile the fields that it shares with others of its document, and its own, both as JSON.
    """

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self.texts = list(texts)

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, place: int) -> Profile: ...
    @overload
    def __getitem__(self, place: slice) -> list[Profile]: ...
    def __getitem__(self, place: int | slice) -> Profile | list[Profile]:
        return self._profiles[place]

    def __reduce__(self) -> tuple[object, ...]:
        return LazyProfiles, (self.texts,)

    @cached_property
    def _profiles(self) -> list[Profile]:
        common = {shared: json.loads(shared) for shared in {shared for shared, _ in self.texts}}
        return [profile_of(common[shared], own) for shared, own in self.texts]


def profile_of(common: dict[str, Any], own: str) -> Profile:
    """The profile with the shared fields of its document and its own fields, which are JSON."""
    try:
        return Profile.from_json({**common, **json.loads(own)})
    except DataError as error:
        raise DamagedStoreError(f"the store is damaged: {error}\nSee what is with: namesakes check") from error


def shared_fields(profiles: Sequence[Profile]) -> dict[str, Any]:
    """The fields that all profiles of a document have in common, with their values."""
    return {name: getattr(profiles[0], name) for name in _SHARED if profiles and _equal(profiles, name)}


def _equal(profiles: Sequence[Profile], name: str) -> bool:
    """Whether a field has the same value in all profiles, and is not empty."""
    first = getattr(profiles[0], name)
    return bool(first) and all((value := getattr(one, name)) is first or value == first for one in profiles)


_FIELDS = tuple(each.name for each in fields(Profile))
_EMPTY: tuple[Any, ...] = ("", (), {})
_PARTS = {kind: tuple(each.name for each in fields(kind)) for kind in (PersonName, Fact, Evidence)}
"""The records inside a profile, and their fields."""


def profile_json(profile: Profile, shared: Container[str] = ()) -> str:
    """A profile without its shared and its empty fields, as JSON like that of `Profile.to_json`."""
    return plain_json(
        {name: value for name in _FIELDS if name not in shared and (value := getattr(profile, name)) not in _EMPTY}
    )


def _plain(value: Any) -> dict[str, Any]:
    """A value that JSON does not know, as plain data."""
    if isinstance(value, Mapping):
        return dict(value)
    if type(value) in _PARTS:
        return {name: getattr(value, name) for name in _PARTS[type(value)]}
    raise TypeError(f"a {type(value).__name__} cannot be written as JSON")


_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"), default=_plain)


def plain_json(value: Any) -> str:
    """The value as JSON that PostgreSQL can read, too."""
    written = _ENCODER.encode(value)
    return _NUL.sub(r"\1\\ufffd", written) if "\\u0000" in written else written


def pack_spans(spans: Sequence[Span]) -> bytes:
    """Spans as pairs of 32-bit little-endian integers."""
    return _little(array("i", chain.from_iterable(spans))).tobytes()


def unpack_spans(packed: bytes) -> tuple[Span, ...]:
    """The spans that `pack_spans` wrote."""
    numbers = array("i")
    numbers.frombytes(bytes(packed))
    numbers = _little(numbers)
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _little(numbers: "array[int]") -> "array[int]":
    """The numbers in little-endian byte order."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
