"""Grouping: which of the names in one text are forms of one person's name.

Equal names are one person. A short form, a nickname or initials join the only full name that they may be a form of; one
that may be a form of several is a group by itself, and so says nothing of any of them.
"""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache

from namesakes import budget
from namesakes.names.folding import plain
from namesakes.names.group_index import GroupIndex
from namesakes.names.nicknames import formal_names, same_given
from namesakes.names.person import PersonName
from namesakes.names.relation import Relation, compare
from namesakes.names.words import words

_CIVIL = frozenset({"mr", "mrs", "miss", "master"})
"""Titles of those who have no other, such as captain or judge."""

_WIVES = frozenset({"mrs", "madame", "mme", "lady", "frau", "senora", "signora"})

LONG = 300
"""From so many names on, one that stands once is more likely a slip than somebody, and decides last."""

MAIN = 3
"""By how much one bearer of a name must be more frequent than all others to be meant by a form that fits several."""


@dataclass
class NameGroup:
    """The forms of one person's name, the fullest first.

    Parameters
    ----------
    names : the forms.
    places : where they stand in what was grouped.
    """

    names: list[PersonName] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def fit(self, name: PersonName, *, novel: bool = False) -> int:
        """How well a name fits as one more form: 0 where it goes with none of the names or contradicts one.

        It fits best where it is equal or a short form, less well as a nickname, by initials, or as a title before a
        given name (Mr. Tom). Full names decide where there are any; beside them a short form contradicts by its title
        alone, since Miss Shirley may be Anne. In a novel Mrs. is the wife of somebody whose gender is not known.
        """
        full = [own for own in self.names if own.is_full]
        if name.is_full and any(_full_apart(name, own) for own in full):
            return 0  # of most names that share a given name or a surname: what costs more is not asked
        if {"male", "female"} <= {name.title_gender, *(own.title_gender for own in self.names)}:
            return 0
        if _unlike(name, self.names, novel=novel) or any(_parted(name, own) for own in self.names):
            return 0
        if any(_ranked_apart(name, own) for own in self.names):
            return 0
        found = {_relation(name, own) for own in full or self.names}
        if Relation.DIFFERENT in found:
            return 0
        return 2 if found & {Relation.EQUAL, Relation.SHORT_FORM} else int(Relation.COMPATIBLE in found)


@dataclass(frozen=True)
class Grouping:
    """The groups of names, in the order in which they first stand, and the groups that a form may be of.

    Parameters
    ----------
    rivals : for each form that fits several groups equally well, those.
    """

    groups: list[NameGroup]
    rivals: dict[int, tuple[int, ...]]


def group_names(names: Sequence[PersonName], counts: Sequence[int] | None = None) -> list[NameGroup]:
    """The groups of these names; see `grouping`."""
    return grouping(names, counts).groups


def grouping(
    names: Sequence[PersonName],
    counts: Sequence[int] | None = None,
    apart: Collection[tuple[int, int]] = (),
) -> Grouping:
    """The groups of these names, which are different forms.

    Full names come first, then names with a title, then the rest, so that what says most decides; in a long text those
    that stand once come last, and of names with a title the frequent ones first: Miss Morland, of whom it tells, is
    Catherine Morland, and so Mrs. Morland is not. Only names that share a word, or may be forms of one given name, are
    compared. O(names · names that share a word).

    Parameters
    ----------
    counts : how often each form stands in the text; a form that fits several then joins one that is `MAIN` times as
        frequent as all the others together that stand there more than once.
    apart : pairs of names, by their places, that are two people's whatever their forms say.
    """
    often = [1] * len(names) if counts is None else list(counts)
    groups: list[NameGroup] = []
    index = GroupIndex()
    rivals: dict[int, tuple[int, ...]] = {}
    rare = sum(often) >= LONG
    order = sorted(range(len(names)), key=lambda place: _turn(names[place], often[place], place, novel=rare))
    others = _others(apart)
    for place in order:
        budget.check()
        name: PersonName = names[place]
        never: Set[int] = others.get(place, frozenset())
        near = (number for number in index.near(name) if never.isdisjoint(groups[number].places))
        fits = {number: groups[number].fit(name, novel=rare) for number in near}
        best = max(fits.values(), default=0)
        fitting = [number for number, fit in fits.items() if fit == best > 0]
        number = _main(name, fitting, groups, often) if fitting else len(groups)
        if len(fitting) > 1:
            rivals[place] = tuple(fitting)
        if number == len(groups):
            groups.append(NameGroup())
        groups[number].names.append(name)
        groups[number].places.append(place)
        index.add(name, number)
    ranked = sorted(range(len(groups)), key=lambda number: min(groups[number].places))
    new = {number: rank for rank, number in enumerate(ranked)}
    renamed = {place: tuple(new[number] for number in fitting) for place, fitting in rivals.items()}
    return Grouping([groups[number] for number in ranked], renamed)


def _turn(name: PersonName, often: int, place: int, *, novel: bool) -> tuple[bool, int, int, int, int]:
    """When a name is put into a group: lower ones come first."""
    rank, parts = _rank(name)
    return novel and often == 1, rank, parts, -often if novel and rank == _TITLED else 0, place


def _others(apart: Collection[tuple[int, int]]) -> dict[int, set[int]]:
    """Of each name those that are never the same person's."""
    found: dict[int, set[int]] = {}
    for one, other in apart:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def _unlike(name: PersonName, names: Sequence[PersonName], *, novel: bool) -> bool:
    """Whether one is Mrs. and nothing says that the other is a woman: Mrs. Archer is the wife of Newland Archer."""
    titles = {plain(title) for own in (name, *names) for title in own.honorifics}
    if {"mrs", "miss"} <= titles:
        return True
    if not novel:
        return False
    genders = {own.gender for own in names if own.is_full}
    if is_wife(name):
        return bool(genders) and "female" not in genders
    return name.is_full and not name.gender and any(is_wife(own) and not own.is_full for own in names)


def _parted(one: PersonName, other: PersonName) -> bool:
    """Whether two forms of whatever length are of two people: by their patronymics, or as Sr. and Jr."""
    if one.generation_key and other.generation_key:
        return one.generation_key != other.generation_key
    if not one.patronymic_key or not other.patronymic_key or one.patronymic_key == other.patronymic_key:
        return False
    return compare(one, other).relation is Relation.DIFFERENT


def is_wife(name: PersonName) -> bool:
    """Whether a name has the title of a married woman."""
    return any(plain(title) in _WIVES for title in name.honorifics)


def goes_with(one: PersonName, other: PersonName) -> bool:
    """Whether two forms in one text may be one person's, where Mr. is nobody who has a rank."""
    return not (_parted(one, other) or _ranked_apart(one, other) or _relation(one, other) is Relation.DIFFERENT)


def _ranked_apart(one: PersonName, other: PersonName) -> bool:
    """Whether one is Mr. or Mrs., and the other has a rank: Captain Trask is not Mr. Trask, the mate.

    Nor is a bishop a captain or a councillor.
    """
    titles = [{plain(title) for title in name.honorifics} for name in (one, other)]
    church, others = words("offices", "church"), words("offices", "state", "army", "work")
    return any(
        (mine & _CIVIL and theirs & _ranks() and not mine & _ranks())
        or (mine & church and theirs & others and mine.isdisjoint(theirs))
        for mine, theirs in (titles, titles[::-1])
    )


@cache
def _ranks() -> frozenset[str]:
    """Titles of those who are not called Mr. beside them."""
    return words("offices", "army", "church") | words("ranks", "words")


def _is_bare(name: PersonName) -> bool:
    """Whether its bearer may be meant without a title: it has none, or more than Mr. or Mrs. before a full name.

    In capitals it may be a heading, which leaves titles out. Captain Ann Lee is Lee from then on.
    """
    if name.text.isupper():
        return False
    titles = {plain(title) for title in name.honorifics}
    return not titles or (name.is_full and titles.isdisjoint(_CIVIL | _WIVES))


def _relation(name: PersonName, full: PersonName) -> Relation:
    """What two names say of each other in one text, which tells people apart by how it writes them.

    Luis and Louis Ortega, García Olmos and García Prieto, Mrs. and Miss Ashworth are two people there, though
    elsewhere they might be one; and people are called by a title and a given name too.
    """
    found = compare(name, full).relation
    if found is not Relation.DIFFERENT and written_apart(name, full):
        return Relation.DIFFERENT
    called = name.honorifics and name.is_mononym and full.is_full and name.whole == full.first
    if found is Relation.DIFFERENT and called and {name.gender, full.gender} != {"male", "female"}:
        return Relation.COMPATIBLE
    return found


def written_apart(one: PersonName, other: PersonName) -> bool:
    """Whether one text would not write two names so if they were one person's."""
    if one.is_full and other.is_full:
        return _full_apart(one, other) or _ranked_apart(one, other)
    if _ranked_apart(one, other):
        return True
    if one.is_full or other.is_full or one.whole != other.whole:
        return False
    titles = [{plain(title) for title in name.honorifics} for name in (one, other)]
    return all(titles) and titles[0].isdisjoint(titles[1]) and not all(map(_CIVIL.isdisjoint, titles))


def _full_apart(one: PersonName, other: PersonName) -> bool:
    """Whether one text would not write two full names so if they were one person's, whatever their titles are."""
    first, second = one.first, other.first
    spelt = min(len(first), len(second)) > 1 and first != second
    if spelt and not _nickname_of(first, second):
        return not {first, second} & {*one.surname_keys, *other.surname_keys}  # Zhang Wei is Wei Zhang
    mine, theirs = ({*name.surname_keys, *name.middle_keys} for name in (one, other))
    return not (set(one.surname_keys) <= theirs or set(other.surname_keys) <= mine or one.maiden or other.maiden)


def _bearing(name: PersonName, group: NameGroup, often: Sequence[int]) -> int:
    """How often names of a group stand in the text that have the words of a name.

    Bounderby is Mr. Bounderby, however often the text speaks of Louisa, who is Louisa Bounderby twice.
    """
    wanted = {*name.given_keys, *name.surname_keys}
    rows = zip(group.names, group.places, strict=True)
    return sum(often[place] for own, place in rows if wanted & {*own.given_keys, *own.surname_keys})


def _nickname_of(one: str, other: str) -> bool:
    """Whether one given name is a short or pet form of the other, not only another spelling of it."""
    short, long = sorted((one, other), key=len)
    pet_forms = [given not in formal_names(given) for given in (one, other)]
    return same_given(one, other) and (long.startswith(short) or any(pet_forms))


def _main(name: PersonName, fitting: Sequence[int], groups: Sequence[NameGroup], often: Sequence[int]) -> int:
    """The only group that fits, or the one that the text is about; a new one where there is none.

    A name without a title is not that of somebody who always has one where another may be meant: Archer is Newland
    Archer, not Mrs. Archer. In a novel a surname alone is a man's where both a man and a woman may be meant.
    """
    if len(fitting) > 1 and sum(often) >= LONG and name.is_mononym and not name.honorifics and not name.gender:
        fitting = [number for number in fitting if not _is_hers(groups[number])] or fitting
    if len(fitting) > 1 and not name.honorifics:
        bare = [number for number in fitting if any(_is_bare(own) for own in groups[number].names)]
        fitting = bare or fitting
    if len(fitting) == 1:
        return fitting[0]
    found = _most({number: sum(often[place] for place in groups[number].places) for number in fitting})
    if found < 0 and sum(often) >= LONG:
        found = _most({number: _bearing(name, groups[number], often) for number in fitting})
    return found if found >= 0 else len(groups)


def _is_hers(group: NameGroup) -> bool:
    """Whether the names of a group are a woman's."""
    genders = [own.gender for own in group.names if own.gender]
    return bool(genders) and 2 * genders.count("female") > len(genders)


def _most(counts: Mapping[int, int]) -> int:
    """The group that counts `MAIN` times as much as all others together, -1 for none."""
    best = max(counts, key=lambda number: (counts[number], -number))
    others = sum(count for number, count in counts.items() if number != best and count > 1)
    return best if counts[best] > max(MAIN * others, 2) else -1


_TITLED = 2
"""The rank of names with a title that are not full."""


def _rank(name: PersonName) -> tuple[int, int]:
    parts = len(name.given_keys) + len(name.middle_keys) + len(name.surname_keys)
    whole = name.is_full and len(name.first) > 1
    return (0 if whole else 1 if name.is_full else _TITLED if name.honorifics else 3), -parts
