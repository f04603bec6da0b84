"""Bearers: who bears each name of a text, once the text itself has said that two are one or that one are two.

Names alone put places together into people. What the text says then cuts some of them into several, and puts others
together; a place that says nothing of which of two it names goes by its form, its role, or the nearest before it.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from namesakes.mentions.roles import CIVIL, Role
from namesakes.mentions.told import Told
from namesakes.names import PersonName
from namesakes.names.folding import plain
from namesakes.names.grouping import goes_with


@dataclass(frozen=True)
class Site:
    """What is known of the place of a name.

    Parameters
    ----------
    name : in its parts.
    person : the number of the person by the names alone.
    role : what is said of its bearer there.
    paragraph : the number of the paragraph.
    """

    name: PersonName
    person: int
    role: Role
    paragraph: int

    @property
    def titled(self) -> bool:
        """Whether the name stands there with a title that not everybody has."""
        return any(plain(title) not in CIVIL for title in self.name.honorifics)


def bearers(sites: Sequence[Site], told: Sequence[Told]) -> list[int]:
    """The number of the person at each place, from 0 in the order of the text."""
    found = _cut(sites, [each for each in told if not each.same])
    people = _joined(found, [each for each in told if each.same], [each for each in told if not each.same])
    order = {person: number for number, person in enumerate(dict.fromkeys(people))}
    return [order[person] for person in people]


def nearest(
    sites: Sequence[Site], people: Sequence[int], rivals: Mapping[int, Collection[int]], told: Sequence[Told] = ()
) -> list[int]:
    """The person at each place after short forms that several may bear go to the one whom the text is at.

    That is the one whose role stands there too, or else, where the form would be nobody's, the only one of them in the
    last paragraph that names any; whoever is told of beside another one, such as kin, does not count there.

    Parameters
    ----------
    rivals : for a place the people whose names it may be a form of.
    told : what the text says of places.
    """
    found = list(people)
    alone = {place: all(people[place] != rival for rival in them) for place, them in rivals.items()}
    for place in sorted(rivals):
        bearing = [each for each in range(len(sites)) if found[each] in rivals[place] and each != place]
        words = sites[place].role.words
        alike = {found[each] for each in bearing if words & sites[each].role.words}
        if len(alike) != 1 and sites[place].titled:
            alike = {found[each] for each in bearing if sites[each].titled}
        before = [each for each in bearing if each < place]
        last = sites[before[-1]].paragraph if before else -1
        near = {found[each] for each in before if sites[each].paragraph == last}
        near -= {found[each.other] for each in told if each.beside and found[each.one] in near - {found[each.other]}}
        if len(alike) == 1:
            found[place] = alike.pop()
        elif alone[place] and len(near) == 1:
            found[place] = near.pop()
    return found


def _joined(found: Sequence[int], same: Sequence[Told], apart: Sequence[Told]) -> list[int]:
    """The people after those are one of whom the text says so, unless it also says that they are two."""
    people = list(found)
    for each in same:
        kept, gone = people[each.one], people[each.other]
        if any({people[row.one], people[row.other]} == {kept, gone} for row in apart) or kept == gone:
            continue
        people = [kept if person == gone else person for person in people]
    return people


def _cut(sites: Sequence[Site], apart: Sequence[Told]) -> list[int]:
    """The people after those are cut of whom the text says that they are several."""
    found = [site.person for site in sites]
    own = defaultdict[int, list[Told]](list)
    for each in apart:
        if sites[each.one].person == sites[each.other].person:
            own[sites[each.one].person].append(each)
    last = max(found, default=-1)
    for person in sorted(own):
        places = [place for place, site in enumerate(sites) if site.person == person]
        sides = _Sides(sites, own[person])
        for place in places:
            side = sides.side(place)
            found[place] = person if side == 0 else last + side if side > 0 else last + sides.count
        last += sides.count
    return found


class _Sides:
    """The people into which one is cut: 0 is who was there first, -1 nobody knows who."""

    def __init__(self, sites: Sequence[Site], apart: Sequence[Told]) -> None:
        self.sites = sites
        self.of: dict[int, int] = {}
        self.count = 1
        self.foes = {(each.one, each.other) for each in apart} | {(each.other, each.one) for each in apart}
        self.beside = all(each.beside for each in apart)
        for each in apart:
            self.of.setdefault(each.one, 0)
            if each.other not in self.of:
                self.of[each.other] = self._new(each.other)
        self.seeds = dict(self.of)

    def _new(self, place: int) -> int:
        """The side of a place that is kept apart from others: one that has its form already, or another."""
        for side in range(self.count):
            own = [each for each, number in self.of.items() if number == side]
            if (
                not any((place, each) in self.foes for each in own)
                and all(self.sites[each].name.text == self.sites[place].name.text for each in own)
                and own
                and side
            ):
                return side
        self.count += 1
        return self.count - 1

    def side(self, place: int) -> int:
        """The side of a place; to be asked in the order of the text."""
        if place not in self.of:
            self.of[place] = self._decided(place)
        return self.of[place]

    def _decided(self, place: int) -> int:
        open_sides = [
            side for side in range(self.count) if self._fits(place, side) and not self._too_early(place, side)
        ]
        for choose in (self._by_form, self._by_given, self._by_role):
            chosen = choose(place, open_sides)
            if len(chosen) == 1:
                return chosen[0]
        if not open_sides:
            return -1
        if len(open_sides) == 1:
            return open_sides[0]
        return self._by_nearness(place, open_sides)

    def _members(self, side: int) -> list[int]:
        return [each for each, number in self.seeds.items() if number == side]

    def _fits(self, place: int, side: int) -> bool:
        return all(goes_with(self.sites[place].name, self.sites[each].name) for each in self._members(side))

    def _too_early(self, place: int, side: int) -> bool:
        """Whether somebody who is told of beside another one has not been named yet."""
        return self.beside and side > 0 and place < min(self._members(side))

    def _by_form(self, place: int, sides: Sequence[int]) -> list[int]:
        form = self.sites[place].name.text
        return [side for side in sides if any(self.sites[each].name.text == form for each in self._members(side))]

    def _by_given(self, place: int, sides: Sequence[int]) -> list[int]:
        first = self.sites[place].name.first
        if len(first) < 2:
            return []
        return [side for side in sides if any(self.sites[each].name.first == first for each in self._members(side))]

    def _by_role(self, place: int, sides: Sequence[int]) -> list[int]:
        words = self.sites[place].role.words
        return [side for side in sides if any(words & self.sites[each].role.words for each in self._members(side))]

    def _by_nearness(self, place: int, sides: Sequence[int]) -> int:
        """Who is beside the other one is named in full, or where he or she was; a short form is the other one's."""
        if self.beside and not self.sites[place].name.is_full:
            return 0 if 0 in sides else -1
        near = [each for each in self.of if each < place and self.sites[each].paragraph == self.sites[place].paragraph]
        if near and self.of[max(near)] in sides:
            return self.of[max(near)]
        if self.beside and 0 in sides:
            return 0
        first = min((each for each, number in self.seeds.items() if number > 0), default=place)
        return 0 if place < first and 0 in sides else -1
