"""Meeting: which of many names may be one person's at all, found by keys and not by comparing each two.

A name asks for some keys and offers others. Where neither of two full names offers what the other asks for, `compare`
says that they are different, whatever else they are: no test of their given names holds. So only few of thousands of
names of one family are compared.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from namesakes.names.folding import eastern_key, spelling_keys
from namesakes.names.nicknames import every_name, formal_names
from namesakes.names.person import PersonName
from namesakes.names.relation import called_as_wife
from namesakes.names.surnames import slip_keys

SHORTEST = 3
"""The letters of the shortest name that a longer one may be cut to."""
INITIALS = range(2, 5)
"""How many initials may stand for given names."""


def is_ordinary(name: PersonName) -> bool:
    """Whether it has a given name and a surname, and nothing by which it may be anybody's: then its keys tell all.

    A wife may be called by her husband's names, `M.` may be Monsieur, and a nickname stands for all the rest.
    """
    if not (name.given_keys and name.surname_keys) or name.role == "reign" or name.nickname_keys:
        return False
    return not (called_as_wife(name) or (name.first == "m" and not name.middle))


def meetings(names: Sequence[PersonName]) -> Iterator[tuple[int, list[int]]]:
    """For each name the places of those before it that it may be one with; any other two are different.

    O(names · names that share a key), and each name that is not ordinary meets all.
    """
    asking, offering = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    odd: list[int] = []
    for place, name in enumerate(names):
        if not is_ordinary(name):
            odd.append(place)
            yield place, list(range(place))
            continue
        asks, offers = asked(name), offered(name)
        found = {*odd}
        for key in asks:
            found.update(offering.get(key, ()))
        for key in offers:
            found.update(asking.get(key, ()))
        yield place, sorted(found)
        for key in asks:
            asking[key].append(place)
        for key in offers:
            offering[key].append(place)


@lru_cache(maxsize=1 << 16)
def asked(name: PersonName) -> frozenset[str]:
    """The keys that a name asks for: what its given name may be in another one, in full or as an initial."""
    first = name.first
    found = {*_same(name), name.given[0].replace("‐", "-").split("-")[0].casefold()}
    if len(first) == 1:
        found.add(f"{first}*")
    if len(first) in INITIALS:
        found.add(f"initials {first}")
    if len(first) >= SHORTEST:
        found.add(f"begins {first}")
    return frozenset(found)


@lru_cache(maxsize=1 << 16)
def offered(name: PersonName) -> frozenset[str]:
    """The keys that a name offers: its given name, what that is short for, middle names, initials, and beginnings."""
    first, initials = name.first, name.initials
    found = {*_same(name), *name.particle_keys, "".join((*name.given_keys, *name.middle_keys))}
    for word in name.middle_keys:
        found |= {word, *every_name(word)}
    found.update(f"{formal[:1]}*" for formal in (first, *formal_names(first)))
    found.update(f"initials {initials[:count]}" for count in INITIALS if count <= len(initials))
    found.update(f"begins {first[:end]}" for end in range(SHORTEST, len(first) - 1))
    return frozenset(found)


def _same(name: PersonName) -> set[str]:
    """The keys that a name both asks for and offers: spellings and nicknames of the given name, and all its words."""
    first = name.first
    words = {*name.given_keys, *name.middle_keys, *name.surname_keys}
    orders = {f"all {' '.join(sorted(each))}" for each in (words, {first, *name.surname_keys})}
    spellings = spelling_keys(first, "given") | slip_keys(first)
    return {*every_name(first), first, eastern_key(first), *spellings, *orders, name.whole}
