"""Names of profiles: the parts that a store keeps of a name, and the fullest of several names.

What is known of names is in the room `names`; here its parts become the few that profiles have.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from namesakes.names import Relation, compare, parse
from namesakes.names.folding import plain
from namesakes.names.gender import title_gender, titles_gender
from namesakes.names.person import is_initial
from namesakes.names.transliteration import plain_words
from namesakes.profiles.profile import PersonName, Profile
from namesakes.profiles.words import words

__all__ = [
    "bare_name",
    "chain_name",
    "fullest_name",
    "gender_of",
    "is_honorific",
    "is_initial",
    "may_be_same",
    "plain",
    "split_name",
]


@lru_cache(maxsize=1 << 16)
def split_name(text: str) -> PersonName:
    """The parts of a person's name.

    A name of one word is a family name; particles (`van`, `de la`) go with it, and so does a place (`of Upholland`). A
    patronymic is a middle name, or the family name where there is no other. Never fails: what is not understood is the
    family name.
    """
    name = parse(text)
    middle, family = [*name.middle], [*name.particles, *name.surnames]
    given = " ".join(name.given)
    if name.patronymic:
        (middle if family else family).append(name.patronymic)
    if name.territory:
        family += ["of", *name.territory.split()] if family or given else name.territory.split()
    if given and not middle and not family:
        given, family = "", [given]
    return PersonName(
        full=name.text,
        honorific=" ".join(name.honorifics),
        given=given,
        middle=" ".join(middle),
        family=" ".join(family),
        suffix=" ".join((*filter(None, [name.generation]), *name.degrees)),
        nickname=next(iter(name.nicknames), ""),
    )


def may_be_same(one: PersonName, other: PersonName) -> bool:
    """Whether two names may be one person's: whether they say nothing against it."""
    return compare(_written(one), _written(other)).relation != Relation.DIFFERENT


def bare_name(name: PersonName) -> str:
    """A name from its parts in the order in which they were written, without honorific and nickname."""
    parts, written = [part for part in (name.given, name.middle, name.family) if part], name.full.split()
    firsts = [part.split()[0] for part in parts]
    if "," not in name.full and all(first in written for first in firsts):
        places = sorted(range(len(parts)), key=lambda place: written.index(firsts[place]))
        parts = [parts[place] for place in places]
    return " ".join(filter(None, (*parts, name.suffix))) or name.full


def _written(name: PersonName) -> str:
    """A name with its honorific."""
    return " ".join(filter(None, (name.honorific, bare_name(name)))) if name.given or name.family else name.full


def chain_name(profile: Profile) -> str:
    """The name of a chain: its fullest name, or the first of its descriptions."""
    return profile.name.full or next(iter(profile.forms), "")


def fullest_name(profiles: Iterable[Profile]) -> str:
    """The most frequent complete name of profiles, with a given name and a surname; of equals the one of most parts.

    Only names that as many as a tenth of them bear count, so that one slip in many documents names nobody. Without a
    complete one it is the one of the most parts.
    """
    counts = Counter(map(chain_name, profiles))
    counts.pop("", None)
    usual = [name for name, count in counts.items() if 10 * count >= counts.total()] or list(counts)
    complete = [name for name in usual if _is_complete(name)]
    if complete:
        return min(complete, key=lambda name: (-counts[name], -_fullness(name), -len(name), name))
    return min(usual, key=lambda name: (-_fullness(name), -counts[name], -len(name), name), default="")


def _is_complete(name: str) -> bool:
    """Whether a name has a given name, not only its initial, and a surname."""
    found = parse(name)
    return found.is_full and not all(map(is_initial, found.given))


def _fullness(name: str) -> int:
    """How many words a name has, initials counting half."""
    return sum(1 + (len(word) > 1) for word in plain_words(name))


@lru_cache(maxsize=1 << 15)
def is_honorific(word: str) -> bool:
    """Whether a word is a form of address or an office that may stand before a name."""
    return plain(word) in words("honorifics") | words("offices")


def gender_of(honorific: str) -> str:
    """What an honorific says of the gender: "male", "female" or nothing."""
    return title_gender(honorific) or titles_gender(honorific.split())
