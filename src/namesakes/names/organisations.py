"""Names of organisations: short forms, acronyms and legal forms, with the answers that names of people get."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from namesakes.names.folding import unmarked
from namesakes.names.relation import NameRelation, Relation
from namesakes.names.words import words

_WORD: Final = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*\.?")
_ACRONYM: Final = re.compile(r"(?:[A-Z]\.?){2,7}")
_BRITISH: Final = (("isation", "ization"), ("centre", "center"), ("theatre", "theater"), ("labour", "labor"))


@dataclass(frozen=True, slots=True)
class OrganisationName:
    """A name of an organisation.

    Parameters
    ----------
    text : the name as it was given.
    content : its words, folded, without legal forms, small words and the article.
    written : all its words, folded, with legal forms and small words.
    acronym : the letters, where the whole name is an acronym.
    the : whether an article stands before it.
    """

    text: str
    content: tuple[str, ...]
    written: tuple[str, ...]
    acronym: str
    the: bool

    @property
    def generic(self) -> bool:
        """Whether the name is a word for what an organisation is: the Bank."""
        return len(self.written) == 1 and self.written[0] in words("organisations", "kinds")


@lru_cache(maxsize=1 << 16)
def parse_organisation(text: str) -> OrganisationName:
    """The parts of the name of an organisation. It never fails."""
    full = " ".join(text.split())
    for ending in ("'s", "’s"):
        full = full.removesuffix(ending)
    tokens = _WORD.findall(full)
    the = len(tokens) > 1 and tokens[0].casefold() == "the"
    tokens = tokens[the:]
    acronym = tokens[0] if len(tokens) == 1 and _ACRONYM.fullmatch(tokens[0]) else ""
    written = tuple(_folded(token) for token in tokens)
    small, legal = words("organisations", "small"), words("organisations", "legal")
    bare = [word for word in written if word not in small]
    while len(bare) > 1 and bare[-1] in legal:
        bare.pop()
    return OrganisationName(full, tuple(bare), written, acronym.replace(".", "").casefold(), the)


def compare_organisations(one: str, other: str) -> NameRelation:
    """What two names of organisations say of each other. Swapping them swaps `shorter` and nothing else."""
    if one <= other:
        return _compared(one, other)
    found = _compared(other, one)
    return replace(found, shorter=3 - found.shorter) if found.shorter else found


@lru_cache(maxsize=1 << 16)
def _compared(one: str, other: str) -> NameRelation:
    mine, theirs = parse_organisation(one), parse_organisation(other)
    if mine.text == theirs.text or (mine.content == theirs.content and not mine.acronym and not theirs.acronym):
        return NameRelation(Relation.EQUAL, "the same words")
    if mine.acronym and mine.acronym == theirs.acronym:
        return NameRelation(Relation.EQUAL, "the same letters")
    for short, long, side in ((mine, theirs, 1), (theirs, mine, 2)):
        if short.acronym and short.acronym in initials(long):
            return NameRelation(Relation.SHORT_FORM, f"{short.text} has the initials of {long.text}", side)
        if short.content == long.content:
            return NameRelation(Relation.EQUAL, "the same words")
    return _short(mine, theirs, 1) or _short(theirs, mine, 2) or _apart(mine, theirs)


def _short(short: OrganisationName, long: OrganisationName, side: int) -> NameRelation | None:
    """A short form: the words that the longer one begins with, or its last words, or what it is."""
    if short.generic:
        if short.written[0] in long.written:
            return NameRelation(Relation.SHORT_FORM, f"{long.text} is a {short.written[0]}", side)
        return None
    size = len(short.content)
    if not 0 < size < len(long.content):
        return None
    kinds = words("organisations", "kinds")
    if long.content[:size] == short.content and not (short.content[0] in kinds and size == 1):
        return NameRelation(Relation.SHORT_FORM, f"{long.text} begins with {short.text}", side)
    ends = long.content[-size:] == short.content and long.written[-size - 1 : -size] != ("of",)
    if ends and (size > 1 or short.content[0] not in kinds):
        return NameRelation(Relation.SHORT_FORM, f"{long.text} ends with {short.text}", side)
    return None


def _apart(one: OrganisationName, other: OrganisationName) -> NameRelation:
    """The answer for names of which neither is a short form of the other."""
    if not one.content or not other.content:
        return NameRelation(Relation.UNKNOWN, "there is no name")
    if one.generic or other.generic:
        return NameRelation(Relation.UNKNOWN, "a word for what it is names none")
    if "".join(one.content) == "".join(other.content):
        return NameRelation(Relation.EQUAL, "the same letters")
    if sorted(one.content) == sorted(other.content):
        return NameRelation(Relation.COMPATIBLE, "the same words in another order")
    if bool(one.acronym) != bool(other.acronym):
        short, long = (one, other) if one.acronym else (other, one)
        if len(long.content) == 1:
            return NameRelation(Relation.UNKNOWN, "letters may stand for any name")
        return NameRelation(Relation.DIFFERENT, f"{short.text} has not the initials of {long.text}")
    places = {*one.content} & {*other.content}
    if places and (len(one.content) == 1 or len(other.content) == 1):
        return NameRelation(Relation.UNKNOWN, "one names the other's place or person")
    return NameRelation(Relation.DIFFERENT, f"different names: {one.text} and {other.text}")


def initials(name: OrganisationName) -> set[str]:
    """The letters that may stand for a name: of all its words, of those with content, and without legal forms."""
    small = words("organisations", "small")
    kept = (name.written, tuple(word for word in name.written if word not in small), name.content)
    return {"".join(word[0] for word in row) for row in kept if len(row) > 1}


def _folded(token: str) -> str:
    word = unmarked(token).replace(".", "").replace("'", "").replace("’", "")
    for british, american in _BRITISH:
        word = word.replace(british, american)
    return word
