"""What two names say of each other: equal, a short form, compatible, different, or nothing."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from namesakes.names.agreement import Agreement
from namesakes.names.folding import fold, plain
from namesakes.names.forenames import compare_forenames, middle_agreement
from namesakes.names.gender import given_gender
from namesakes.names.parsing import parse
from namesakes.names.person import PersonName
from namesakes.names.single import Answer, compare_single
from namesakes.names.surnames import compare_surnames


class Relation(StrEnum):
    """What two names say of each other; never to be used transitively.

    EQUAL : the same parts, apart from case, marks, hyphens and titles.
    SHORT_FORM : every part of the shorter one is in the longer one.
    COMPATIBLE : nicknames, spellings, orders or parts that one person's names may have.
    DIFFERENT : no one person bears both, unless the text says so.
    UNKNOWN : nothing is shared, and nothing contradicts.
    """

    EQUAL = "equal"
    SHORT_FORM = "short form"
    COMPATIBLE = "compatible"
    DIFFERENT = "different"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class NameRelation:
    """A relation, the reason for it in words, and which name is the shorter one: 1, 2, or 0 where neither is."""

    relation: Relation
    reason: str
    shorter: int = 0

    @property
    def may_be_same(self) -> bool:
        """Whether the names alone speak for one person: equal, a short form, or compatible."""
        return self.relation in (Relation.EQUAL, Relation.SHORT_FORM, Relation.COMPATIBLE)


_HERS = frozenset({"mrs", "madame", "mme", "lady", "frau", "senora", "signora", "missus"})


def compare(one: PersonName | str, other: PersonName | str) -> NameRelation:
    """What two names say of each other. Swapping them swaps `shorter` and nothing else. O(words)."""
    one = parse(one) if isinstance(one, str) else one
    other = parse(other) if isinstance(other, str) else other
    if one.text <= other.text:
        return _compared(one, other)
    found = _compared(other, one)
    return replace(found, shorter=3 - found.shorter) if found.shorter else found


@lru_cache(maxsize=1 << 18)
def _compared(one: PersonName, other: PersonName) -> NameRelation:
    if one.text == other.text:
        return NameRelation(Relation.EQUAL, "the same words")
    answer = _clash(one, other) or _nameless(one, other) or _territories(one, other)
    if answer is None:
        answer = _alias(one, other) or compare_single(one, other) or _full(one, other)
    return NameRelation(Relation(answer.relation), answer.reason, answer.shorter)


def _clash(one: PersonName, other: PersonName) -> Answer | None:
    """What contradicts whatever the words are: gender, generation, one person and two."""
    if one.couple != other.couple:
        return Answer("different", "one is a person and the other a couple")
    if _genders_clash(one, other):
        return Answer("different", f"{_gendered(one)} and {_gendered(other)}")
    if one.territory and other.territory and plain(one.territory) != plain(other.territory):
        return Answer("different", f"of different places: {one.territory} and {other.territory}")
    mine, theirs = one.generation_key, other.generation_key
    if mine and theirs and mine != theirs:
        return Answer("different", f"the one is {one.generation}, the other {other.generation}")
    return None


def _genders_clash(one: PersonName, other: PersonName) -> bool:
    if {one.title_gender, other.title_gender} == {"male", "female"}:
        return True
    if {one.gender, other.gender} != {"male", "female"}:
        return False
    if _named_in(one, other) or _named_in(other, one):
        return False
    if one.first == other.first:  # a woman called Michael; but Mrs. John Smith is not John Smith
        return _husbands(one) or _husbands(other)
    return True


def _named_in(name: PersonName, full: PersonName) -> bool:
    """Whether a name without a title is called as the other is elsewhere than in its first name."""
    elsewhere = (*full.middle_keys, *full.surname_keys) if name.is_mononym else full.middle_keys
    return not name.title_gender and name.first != "" and name.first in elsewhere


def _husbands(name: PersonName) -> bool:
    """Whether a woman is called by her husband's names: Mrs. John Dashwood."""
    if name.title_gender != "female" or not name.is_full or given_gender(name.first)[0] != "male":
        return False
    return any(plain(title) in _HERS for title in name.honorifics)


def called_as_wife(name: PersonName) -> bool:
    """Whether the given name of a married woman may be her husband's: it is not known as a woman's."""
    if name.title_gender != "female" or not name.is_full or given_gender(name.first)[0] == "female":
        return False
    return any(plain(title) in _HERS for title in name.honorifics)


def _gendered(name: PersonName) -> str:
    word = {"male": "a man's", "female": "a woman's"}[name.gender]
    return f"{name.text} is {word} name"


def _nameless(one: PersonName, other: PersonName) -> Answer | None:
    """The answer where one of them is no name: a title alone, or nothing."""
    if not one.is_empty and not other.is_empty:
        return None
    mine, theirs = ([plain(title) for title in name.honorifics] for name in (one, other))
    if one.is_empty and other.is_empty and mine == theirs and plain(one.text) == plain(other.text):
        return Answer("equal", "the same title")
    return Answer("unknown", "a title alone names nobody")


def _territories(one: PersonName, other: PersonName) -> Answer | None:
    """The answer where one is called by a place alone: the Duke of Wellington."""
    mine, theirs = plain(one.territory), plain(other.territory)
    bare = [bool(name.territory) and not name.whole for name in (one, other)]
    if not any(bare):
        return None
    if mine and theirs:
        shorter = 0 if all(bare) else 1 if bare[0] else 2
        same = [plain(title) for title in one.honorifics] == [plain(title) for title in other.honorifics]
        if shorter:
            return Answer("short form", f"both are of {one.territory}", shorter)
        return Answer("equal", "the same title") if same else Answer("compatible", f"both are of {one.territory}")
    place, named = (mine, other) if bare[0] else (theirs, one)
    if fold(place) in (named.whole, *named.surname_keys, "".join(named.surname_keys)):
        return Answer("short form", f"{named.text} has the name of the title", 2 if bare[0] else 1)
    return Answer("unknown", "a title does not say the name")


def _alias(one: PersonName, other: PersonName) -> Answer | None:
    """The answer where one name is a nickname that the other states: Robert "Bob" Dole, and Bob."""
    for name, nicknamed, side in ((one, other, 1), (other, one, 2)):
        if name.whole and name.whole in nicknamed.nickname_keys and not name.generation:
            return Answer("short form", f"{name.text} is stated as another name", side)
    return None


def _full(one: PersonName, other: PersonName) -> Answer:
    """The answer for two names of several parts, part by part."""
    found = Agreement(one, other)
    surnames = compare_surnames(one, other, found)
    if surnames == "different":
        return _other_surnames(one, other)
    forenames = compare_forenames(one, other, found)
    if forenames == "different":
        if called_as_wife(one) or called_as_wife(other):
            return Answer("compatible", "she may be called by her husband's name")
        return Answer("different", f"different given names: {_given(one)} and {_given(other)}")
    if surnames == "none" and forenames == "none":
        return Answer("unknown", "a given name and a surname, which may be one person's")
    clash = middle_agreement(one, other, found) if forenames != "none" else ""
    if clash:
        return Answer("different", clash)
    found.add_rest()
    return found.answer()


def _other_surnames(one: PersonName, other: PersonName) -> Answer:
    mine, theirs = ({*name.given_keys, *name.middle_keys, *name.surname_keys} for name in (one, other))
    swapped = {one.first, *one.surname_keys} == {other.first, *other.surname_keys}
    if len(mine) > 1 and (mine == theirs or swapped):
        return Answer("compatible", "the same words in another order")
    return Answer("different", f"different surnames: {_family(one)} and {_family(other)}")


def _given(name: PersonName) -> str:
    return " ".join((*name.given, *name.middle))


def _family(name: PersonName) -> str:
    return name.surname or name.patronymic
