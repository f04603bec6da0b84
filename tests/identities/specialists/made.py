"""Profiles for tests: by hand, and random ones of every script."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from namesakes.profiles.profile import FIELDS, Evidence, Fact, PersonName, Profile


def profile(full: str = "", facts: Mapping[str, str] | None = None, document: str = "d", **parts: Any) -> Profile:
    """A profile; facts are values by field, several apart by " | ", and `given` and the like are parts of the name."""
    names = {part: parts.pop(part) for part in ("given", "middle", "family", "suffix", "nickname") if part in parts}
    found = tuple(
        Fact(field, value, Evidence(0, 1, f"It says {value}.", "test"))
        for field, values in (facts or {}).items()
        for value in values.split(" | ")
    )
    return Profile(document=document, chain=0, name=PersonName(full=full, **names), facts=found, **parts)


def counted(words: str) -> dict[str, int]:
    """Words apart by commas, each once."""
    return {word.strip(): 1 for word in words.split(",")}


_WORDS = [
    "Ann",
    "Bill",
    "william",
    "O'Hara",
    "Müller",
    "Иван",
    "王伟",
    "محمد",
    "😀",
    "a\x00b",
    "",
    " ",
    "-",
    "1963",
    "U.N.",
    "II",
    "of",
]
_TEXT = st.lists(st.sampled_from(_WORDS), max_size=3).map(" ".join) | st.text(max_size=6)
_COUNTS = st.dictionaries(_TEXT, st.integers(1, 9), max_size=4)
_FACTS = st.lists(
    st.builds(
        Fact,
        field=st.sampled_from(sorted(FIELDS)),
        value=_TEXT
        | st.sampled_from(["president", "May 1950", "46", "a@b.org", "www.x.org/", "Paris", "Austin, Texas"]),
        evidence=st.just(Evidence(0, 1, "", "")),
    ),
    max_size=6,
).map(tuple)

PROFILES = st.builds(
    Profile,
    document=st.just("d"),
    chain=st.integers(0, 9),
    name=st.builds(PersonName, full=_TEXT, given=_TEXT, middle=_TEXT, family=_TEXT, suffix=_TEXT, nickname=_TEXT),
    forms=_COUNTS,
    gender=st.sampled_from(["", "male", "female"]),
    facts=_FACTS,
    people=_COUNTS,
    organizations=_COUNTS,
    places=_COUNTS,
    context=_COUNTS,
    words=_COUNTS,
    proper=_COUNTS,
    phrases=_COUNTS,
    summary=st.lists(_TEXT, max_size=2).map(tuple),
)
"""Random profiles, some fields empty, with emoji, control characters and several scripts."""
