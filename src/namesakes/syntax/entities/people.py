"""People: names that the words in them and around them say are somebody's.

What a model has learned of names is mostly of the places that its texts came from. Whoever is called a geologist, a
cousin or Prof., whose name goes on with "who", or is made as names of China and Korea are, is somebody too.
"""

import os
from collections.abc import Sequence
from typing import Final

from namesakes.names.folding import fold
from namesakes.names.gender import title_gender
from namesakes.names.order import is_syllables, order, surnames_of
from namesakes.names.people import given_share, is_person_noun, surname_share
from namesakes.names.person import is_initial
from namesakes.names.titles import is_kin, is_weak
from namesakes.names.words import words
from namesakes.syntax.entities.completion import cut, extend, go_on, with_nicknames
from namesakes.syntax.entities.layout import is_among_people, name_inverted, name_labels, name_signatures, role_places
from namesakes.syntax.entities.letters import name_in_one_case
from namesakes.syntax.entities.named_text import LONGEST, NamedText
from namesakes.syntax.entities.not_people import take_away
from namesakes.syntax.entities.particles import PARTICLES, PERSON
from namesakes.syntax.entities.repetition import WHO, name_again
from namesakes.text.document import Document
from namesakes.text.spans import Spans

OFF = set(os.environ.get("OFF", "").split(","))
_PEOPLE: Final = frozenset(["him", "her", "me"])
_OWN: Final = frozenset(["my", "his", "her"])
_GREETINGS: Final = frozenset(["love", "greetings", "regards", "wishes", "kisses", "hugs", "thanks"])
_ALIASES: Final = frozenset(["alias", "aka", "a.k.a.", "née", "nee", "né", "nicknamed"])
_NEAR: Final = 8
"""So many tokens before an alias somebody is named."""
_LISTED: Final = frozenset([",", "and", "&", ";"])
_STOPS: Final = frozenset([",", ".", ";", ")", "!", "?", ":"])
_WEAK_TITLES: Final = frozenset(["chief", "nurse", "agent", "elder"])
_NO_TITLES: Final = frozenset(["st", "ste", "saint", "santa", "san", "general", "major", "don", "u", "miss"])
"""Titles that places and firms begin with too."""
_GIVEN, _FAMILY = 100, 100
"""The shares of given names and surnames from which on two words are a person's name."""


def with_people(document: Document, table: Spans) -> Spans:
    """The named entities, with the names of people put right. O(tokens)."""
    if "xpos" not in document.columns or not len(document.starts):
        return table
    text = NamedText(document, table)
    for step in (cut, take_away, extend, name_inverted, name, with_nicknames, name_again, name_labels, name_signatures, name_in_one_case, go_on):
        if step.__name__ not in OFF:
            step(text)
    return text.table() if text.changed else table


def name(text: NamedText) -> None:
    """Make names of people of what the words in it and beside it say is one."""
    roles = role_places(text) if "roles" not in OFF else set()
    for first, end in text.runs:
        pieces = text.pieces(first, end)
        if len(pieces) > 1 or pieces[0][2] == PERSON or end - first > LONGEST:
            continue
        row, core = text.at(first), text.untitled(first, end)
        if core == end or (row is not None and row[:2] != (first, end)):
            continue
        if _is_thing(text, core, end):
            continue
        if _is_somebody(text, first, core, end, pieces[0][2]) or (not pieces[0][2] and (first in roles or ("among" not in OFF and is_among_people(text, core, end)))):
            text.put(core, end)
            text.sure.update(range(core, end))


def _is_thing(text: NamedText, first: int, end: int) -> bool:
    """Whether a name has a word of firms, places or days in it, is of several, or describes something."""
    own = [word.lower() for word in text.words[first:end]]
    behind = text.after(end)
    if text.tags[end - 1] == "NNPS" or behind == "&" or (behind[:1].isdigit() and text.after(end + 1) not in _LISTED):
        return True
    if text.before(first) == "the" and behind and text.tags[end] in ("NN", "NNS"):
        return True  # the John Murray archive
    if text.before(first) in words("things", "bearers"):
        return True
    return any(not words(*table).isdisjoint(own) for table in _THINGS)


_THINGS: Final = (("organisations", "kinds"), ("organisations", "legal"), ("things", "words"))


def _is_somebody(text: NamedText, first: int, core: int, end: int, label: str) -> bool:
    own = text.words[core:end]
    tests = (("titled",_titled), ("described",_described), ("who",_has_who), ("called",_called))
    if any(nm not in OFF and test(text, first, core, end, label) for nm,test in tests):
        return True
    return any(nm not in OFF and test(own, label) for nm,test in (("eastern",_is_eastern), ("initials",_has_initials), ("listed",_is_listed)))


def _titled(text: NamedText, first: int, core: int, end: int, label: str) -> bool:
    """Whether a title stands before it: Inspector Stoev, Prof. Chen Guoqiang."""
    if core == first or label == "ORG":
        return False
    title = text.words[core - 1]
    if text.words[core] in ("la", "le", "les"):
        return False  # Monsieur le Comte
    if label:
        return title_gender(title) != "" and title.lower() not in words("peerage")
    if is_weak(title):
        return end - core > 1 and title.lower() in _WEAK_TITLES
    return title.lower().rstrip(".") not in _NO_TITLES


def _described(text: NamedText, first: int, core: int, end: int, label: str) -> bool:
    """Whether a noun for a person stands right before it: the geologist Li Na, my cousin Fraser, Uncle Jan."""
    if core > first or core in text.sentences:
        return False
    noun, tag = text.words[core - 1], text.tags[core - 1]
    if noun == ",":
        return label != "ORG" and _apposed(text, core, end)
    if tag == "NNS" and noun.endswith("s"):
        return not label and is_person_noun(noun[:-1]) and text.after(end) in _LISTED
    return tag in ("NN", "NNP") and is_person_noun(noun) and (not label or (label == "LOC" and is_kin(noun)))


def _apposed(text: NamedText, core: int, end: int) -> bool:
    """Whether it stands between commas behind somebody: his wife, Efua, taught me."""
    if text.after(end) not in _STOPS or not text.before(core, 3) or text.tags[core - 2] != "NN":
        return False
    return is_person_noun(text.words[core - 2]) and text.tags[core - 3] in ("PRP$", "POS", "DT", "JJ")


def _has_who(text: NamedText, first: int, core: int, end: int, label: str) -> bool:
    """Whether it goes on with "who": Hoa Tran, who runs the bakery."""
    comma = text.after(end) == ","
    if text.after(end + comma) not in WHO or text.before(core) in (",", *words("things", "where")):
        return False
    if end - core == 1 and core not in text.sentences and text.tags[core - 1] in ("DT", "JJ", "VBN", "VBG"):
        return False  # the enterprising Frenchman, who
    return not label or (label == "LOC" and comma and end - core > 1)


def _called(text: NamedText, first: int, core: int, end: int, label: str) -> bool:
    """Whether somebody is said to be called so: call him Emeka, her real name is Crystal Hooper."""
    before, two = text.before(core), text.before(core, 2)
    if label == "ORG" or not before:
        return False
    if before in ("is", "was") and two == "name":
        return not _OWN.isdisjoint((text.before(core, 3), text.before(core, 4)))
    if before == "to" and two in _GREETINGS:
        return True
    if not label and (before in _ALIASES or (before == "as" and two == "known")):
        return any(text.label(place) == PERSON for place in range(max(0, core - _NEAR), core))
    if before in ("called", "named") and (is_person_noun(two) or (two == "," and text.label(core - 3) == PERSON)):
        return True
    return before in _PEOPLE and two in ("call", "calls", "called")


def _is_eastern(own: Sequence[str], label: str) -> bool:
    """Whether it is a name of China or Korea: Chen Guoqiang, Park Min-jun, Min-jun Park."""
    if not 2 <= len(own) <= 3 or any(word.isupper() for word in own[1:]):
        return False
    hyphen = next((place for place, word in enumerate(own) if "-" in word), -1)
    if hyphen >= 0 and len(own) == 2:
        return is_syllables(own[hyphen]) and fold(own[1 - hyphen]) in surnames_of("korean") | surnames_of("chinese")
    return not label and fold(own[0]) in words("first", "common") and order(list(own)).family_first


def _has_initials(own: Sequence[str], label: str) -> bool:
    """Whether it is initials and a surname: H. Pike, J. de Wit; of what was found as a place, a usual surname."""
    count = 0
    while count < len(own) and is_initial(own[count]) and own[count].endswith("."):
        count += 1
    rest = [word for word in own[count:] if word not in PARTICLES and fold(word) not in words("suffixes")]
    if not count or not 1 <= len(rest) <= 2 or not all(len(word) > 2 and not word.isupper() for word in rest):
        return False
    if label == "ORG" or (label and own[0] in ("N.", "S.", "E.", "W.")):
        return False
    return not label or surname_share(rest[-1]) >= _FAMILY


def _is_listed(own: Sequence[str], label: str) -> bool:
    """Whether it is a given name and a surname that the lists have."""
    if label or not 2 <= len(own) <= 4:
        return False
    return given_share(own[0]) >= _GIVEN and surname_share(own[-1]) >= _FAMILY
