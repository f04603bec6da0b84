"""Wishes: whom a user says to be one, or not to be."""

from collections.abc import Sequence
from dataclasses import dataclass

from namesakes.errors import DataError, UsageError
from namesakes.names import Relation, compare, parse
from namesakes.names.grouping import NameGroup

Pair = tuple[str, str]

_CLOSENESS = {Relation.EQUAL: 3, Relation.SHORT_FORM: 2, Relation.COMPATIBLE: 1}


@dataclass(frozen=True)
class Wishes:
    """Pairs of names, as the text writes them, that are one person's, and that are two people's."""

    same: tuple[Pair, ...] = ()
    different: tuple[Pair, ...] = ()

    @classmethod
    def of(cls, same: Sequence[str | Pair] = (), different: Sequence[str | Pair] = ()) -> "Wishes | None":
        """The wishes, each a pair or written `One=Other`; None where there are none."""
        found = cls(tuple(map(_pair, same)), tuple(map(_pair, different)))
        return found if found.same or found.different else None

    def kept(self, forms: Sequence[str], people: Sequence[int], groups: Sequence[NameGroup]) -> list[int]:
        """The number of the person at each place of a name, as the user wants it."""
        numbers, free = list(people), len(groups)
        for one, other in self.different:
            mine, theirs = _at(forms, one), _at(forms, other)
            if numbers[mine] == numbers[theirs]:
                shared = numbers[mine]
                moved = {form for form in {*forms} if _nearer(form, other, one)}
                numbers = [
                    free if number == shared and form in moved else number
                    for form, number in zip(forms, numbers, strict=True)
                ]
                free += 1
        for one, other in self.same:
            mine, theirs = numbers[_at(forms, one)], numbers[_at(forms, other)]
            numbers = [mine if number == theirs else number for number in numbers]
        return numbers


def _pair(wish: str | Pair) -> Pair:
    names = tuple(wish.split("=")) if isinstance(wish, str) else tuple(wish)
    if len(names) != 2 or not all(name.strip() for name in names):
        raise UsageError(f"two names are wanted, not '{wish}'.\nWrite them so: Tom=Thomas Lynde")
    return names[0].strip(), names[1].strip()


def _at(forms: Sequence[str], name: str) -> int:
    """Where a name stands first; an error where it does not stand in the text."""
    bare = " ".join(name.split())
    if bare not in forms:
        alike = sorted({form for form in forms if set(form.lower().split()) & set(bare.lower().split())})[:8]
        advice = f"Names like it: {', '.join(alike)}." if alike else "Write it as the text does."
        raise DataError(f"nobody is called '{bare}' in this text", advice)
    return forms.index(bare)


def _nearer(form: str, one: str, other: str) -> bool:
    """Whether a form goes with one name rather than with another."""
    mine, theirs = (_CLOSENESS.get(compare(parse(form), parse(name)).relation, 0) for name in (one, other))
    return form == one or (form != other and mine > theirs)
