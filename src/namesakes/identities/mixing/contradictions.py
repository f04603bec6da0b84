"""Contradictions: what two documents say that is rarely true of one person.

Blocks of diplomats or of authors cannot teach how much it says that one John Smith is a plumber and the other a bishop;
so these amounts are set, like the prior of names, and not learned. Where they come to a firm no, names do not join.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from namesakes.arrays import BoolArray, Float64Array
from namesakes.identities.name_table import FULL, NameTable
from namesakes.identities.specialists.addresses import addresses
from namesakes.identities.specialists.conflicts import Births, ages
from namesakes.identities.specialists.trades import clashing_trades
from namesakes.identities.terms.term_matrix import TermMatrix
from namesakes.names.relation import Relation, compare
from namesakes.profiles.names import gender_of, plain
from namesakes.profiles.profile import Profile
from namesakes.profiles.words import entries

ABOUT: Final[Mapping[str, str]] = {
    "gender": "pronouns and titles of different genders",
    "births": "years of birth or death that differ",
    "ages": "ages that differ",
    "trades": "work in fields that one person rarely has both of",
    "kin": "different husbands, wives or parents",
    "shared": "a text says that several people have this name",
    "told": "a text says that the other one has the same name",
}
"""What is said of each contradiction."""
_OLDER: Final = 8
"""Years by which ages differ that are of different people, where nobody says when they were told."""
_OTHERS: Final = 2.0
"""How many times as much a shared name says of two whose addresses are known and have none in common.

With the shipped amounts, 1.5 and 3, they are then never one person. Measured on 32 mailboxes: that of
`tests/formats/mail/test_correspondence.py` with eight names for its two namesakes, each whole and three times without
two mails drawn at random, over the pairs of mails that have one of them alone. On the suite of namesakes no value
changes anything.

===== ===== ===== ====== ==================
times right wrong missed mailboxes all right
===== ===== ===== ====== ==================
1       253   327     23                  0
1.25    265   268     11                  5
1.5     265   268     11                  5
1.75    265   260     11                  6
2       245    38     31                 19
2.5     245    38     31                 19
===== ===== ===== ====== ==================
"""
_TITLE, _PRONOUN, _SUREST = 3.0, 1.5, 4.0
"""How surely a title, and each pronoun, says that somebody is a man or a woman; and the most that all of them say."""


@dataclass(frozen=True)
class Contradictions:
    """What each contradiction takes from the log-odds of two profiles; nothing, unless it is set.

    Parameters
    ----------
    gender : times how surely both genders are told, up to 4.
    births, ages, trades, kin, told : what is taken where they contradict.
    shared : what is taken from all who have the same full name, where a text says that the name is shared.
    firm : from how much on the two are never one person.
    """

    gender: float = 0.0
    births: float = 0.0
    ages: float = 0.0
    trades: float = 0.0
    kin: float = 0.0
    shared: float = 0.0
    told: float = 0.0
    firm: float = 3.0

    @property
    def silent(self) -> bool:
        """Whether nothing is taken."""
        return not any(getattr(self, name) for name in ABOUT)

    def amounts(self, profiles: Sequence[Profile], names: NameTable) -> dict[str, Float64Array]:
        """What each contradiction takes from the log-odds of each two, by its name; those that take nothing are not in.

        O(profiles²), and O(different families²).
        """
        same = names.kinds == FULL
        found = {
            "gender": self.gender * gender_clashes(profiles),
            "births": self.births * (np.nan_to_num(Births().compare(profiles), nan=1.0) == 0),
            "ages": self.ages * age_clashes(profiles),
            "trades": self.trades * clashing_trades(profiles),
            "kin": self.kin * kin_clashes(profiles),
            "shared": self.shared * shared_names(profiles, same),
            "told": self.told * (same & told_namesakes(profiles)),
        }
        return {name: -np.asarray(taken, dtype=np.float64) for name, taken in found.items() if np.any(taken)}

    def apart(self, profiles: Sequence[Profile], names: NameTable) -> BoolArray:
        """Which two contradict each other so much that they are never one person."""
        none = np.zeros((len(profiles), len(profiles)))
        return np.asarray(-sum(self.amounts(profiles, names).values(), none) >= self.firm)


def gender_clashes(profiles: Sequence[Profile]) -> Float64Array:
    """How surely one is a man and the other a woman, by the less sure of both: titles and pronouns, not given names."""
    said = np.array([_gender(profile) for profile in profiles])
    opposite = np.sign(said)[:, None] * np.sign(said)[None, :] < 0
    return np.where(opposite, np.minimum.outer(np.abs(said), np.abs(said)), 0.0)


def _gender(profile: Profile) -> float:
    """How surely somebody is a man, below 0 a woman."""
    title = {"male": _TITLE, "female": -_TITLE}.get(gender_of(profile.name.honorific), 0.0)
    counts = profile.pronouns.get("male", 0) - profile.pronouns.get("female", 0)
    told = counts if abs(counts) > 1 else 0  # one may be somebody else's
    return float(np.clip(title + _PRONOUN * told, -_SUREST, _SUREST))


def age_clashes(profiles: Sequence[Profile]) -> BoolArray:
    """Which two have ages that differ much, where no date tells in which years they were born."""
    told = np.array([ages(profile)[0] if len(ages(profile)) == 1 else np.nan for profile in profiles])
    dated = ~np.isnan(np.asarray(Births().compare(profiles), dtype=np.float64))
    return np.asarray((np.abs(told[:, None] - told[None, :]) > _OLDER) & ~dated)


def kin_clashes(profiles: Sequence[Profile]) -> BoolArray:
    """Which two have husbands, wives, fathers or mothers whose names no one person bears."""
    kin = [_closest(profile) for profile in profiles]
    known = [place for place, found in enumerate(kin) if found]
    clash = np.zeros((len(profiles), len(profiles)), dtype=np.bool_)
    for number, one in enumerate(known):
        for other in known[:number]:
            both = kin[one].keys() & kin[other].keys()
            clash[one, other] = clash[other, one] = any(
                compare(kin[one][relation], kin[other][relation]).relation == Relation.DIFFERENT for relation in both
            )
    return clash


def _closest(profile: Profile) -> dict[str, str]:
    """The husband or wife, the father and the mother of somebody, where the text tells of one each."""
    found: dict[str, set[str]] = {}
    for fact in profile.facts:
        if fact.field == "family":
            relation = "spouse" if entries("family").get(fact.relation) == "spouse" else fact.relation
            if relation in ("spouse", "father", "mother"):
                found.setdefault(relation, set()).add(fact.value)
    return {relation: next(iter(names)) for relation, names in found.items() if len(names) == 1}


def shared_names(profiles: Sequence[Profile], same: BoolArray) -> Float64Array:
    """Which two have the same full name, of which a text of the block says that somebody else has it too.

    Two who have an address or a telephone in common are not two of them; two who have others are so all the more.
    """
    said = np.array([bool(profile.values("namesake")) for profile in profiles], dtype=np.bool_)
    near: BoolArray = np.asarray(same[:, said].any(axis=1))
    if not near.any():
        return np.zeros(same.shape)
    several = same & near[:, None] & near[None, :]
    reached = TermMatrix.of_profiles(profiles, addresses).counts.products() > 0
    known = np.diagonal(reached)
    return np.where(several & ~reached, np.where(known[:, None] & known[None, :], _OTHERS, 1.0), 0.0)


def told_namesakes(profiles: Sequence[Profile]) -> BoolArray:
    """Which two are namesakes as one of the texts has it: the architect who shares his name, and the architect."""
    others = [{plain(value).split()[0] for value in profile.values("namesake")} for profile in profiles]
    told = np.zeros((len(profiles), len(profiles)), dtype=np.bool_)
    if not any(others):
        return told
    roles = [[plain(value).split()[-1:] for value in profile.values("title", "occupation")] for profile in profiles]
    words = [{word for role in each for word in role} for each in roles]
    for one, wanted in enumerate(others):
        if wanted:
            told[one] = [bool(wanted & words[other]) and not wanted & words[one] for other in range(len(profiles))]
    return told | told.T


def related(profiles: Sequence[Profile]) -> BoolArray:
    """Which two of one document are relatives as it tells: nobody is his own father."""
    found = np.zeros((len(profiles), len(profiles)), dtype=np.bool_)
    places: dict[tuple[str, str], list[int]] = {}
    for place, profile in enumerate(profiles):
        places.setdefault((profile.document, plain(profile.name.full)), []).append(place)
    for place, profile in enumerate(profiles):
        for value in profile.values("family"):
            for other in places.get((profile.document, plain(value)), ()):
                found[place, other] = found[other, place] = other != place
    return found
