"""Profiles as the store holds them: texts, which are read where they are needed and travel lightly to get there."""

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, overload

from namesakes.profiles.profile import Profile


class ProfileTexts(Sequence[Profile]):
    """Profiles that are read when the first of them is asked for; to other processes they go as texts.

    Parameters
    ----------
    texts : of each profile what it shares with others of its document, and its own, as JSON.
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
        return ProfileTexts, (self.texts,)

    @cached_property
    def _profiles(self) -> list[Profile]:
        common = {shared: json.loads(shared) for shared in {shared for shared, _ in self.texts}}
        return [profile_of(common[shared], own) for shared, own in self.texts]


def profile_of(common: dict[str, Any], own: str) -> Profile:
    """The profile of what all of its document have in common and of its own text."""
    return Profile.from_json({**common, **json.loads(own)})
