"""Parsing: from the text of a name to its parts. It never fails; what is not understood is the surname."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from namesakes.names.folding import fold, plain
from namesakes.names.gender import given_gender, titles_gender
from namesakes.names.lists import NameLists
from namesakes.names.nicknames import is_nickname
from namesakes.names.order import Order, is_syllables, order, surnames_of
from namesakes.names.person import PersonName, is_initial
from namesakes.names.titles import follows, is_kin, is_peer, is_weak, reigns, take_titles
from namesakes.names.words import words

_CONTROLS: Final = re.compile(r"[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\ufeff]")
_QUOTED: Final = re.compile(r"""["“„”«»]([^"“„”«»]+)["“„”«»]|(?<!\w)['‘’]([^'‘’]+)['‘’](?!\w)|[(\[]([^()\[\]]+)[)\]]""")
_KNOWN_AS: Final = re.compile(
    r",?\s*\b(?:better known as|also known as|known as|a\.?k\.?a\.?|alias|called|dit|dite)\s+(?!$)", re.IGNORECASE
)
_MAIDEN: Final = re.compile(
    r",?\s*(?<!\w)(?:née|nee|né|formerly|previously|born|geb\.|geborene|maiden name)\s+(?!in\b|on\b|$)", re.IGNORECASE
)
_JOINED: Final = re.compile(r"(?<=\b[^\W\d_]\.)(?=[^\W\d_])")
_APART: Final = re.compile(r"(?<=[^\W\d_]) - (?=[^\W\d_])")
_ROMAN: Final = re.compile(r"(?:x{0,2}(?:ix|iv|v?i{0,3}))")
_AND: Final = frozenset({"and", "&"})
_DETERMINERS: Final = frozenset({"a", "an", "his", "her", "my", "our", "their", "your", "its", "this", "that", "some"})
_NAMES_TOO: Final = frozenset({"ra", "ma", "ba", "op", "bey", "ch", "om", "pe"})
"""Suffixes that are names too, and stand for a degree only in capitals, after two other words."""
_SAID_OF_ALL: Final = re.compile(r"\d")
_SURNAME_SHARE: Final = 40
"""How much higher the share of a word as a surname must be than that as a given name to be one, or the reverse."""
_SURELY_GIVEN: Final = 60
_TWICE: Final = 12
_USUAL_GIVEN: Final = 150
_KNOWN_SURNAME: Final = 100
_KNOWN_GIVEN: Final = 120
"""The share of a name that is known as one to everybody."""


@lru_cache(maxsize=1 << 17)
def parse(text: str) -> PersonName:
    """The parts of a person's name."""
    composed = text if text.isascii() else unicodedata.normalize("NFC", text)
    full = _without_possessive(_together(" ".join(_CONTROLS.sub(" ", composed).split())))
    rest, maiden = _cut(full, _MAIDEN)
    rest, alias = _cut(rest, _KNOWN_AS)
    rest, nicknames, inside = _without_quoted(rest)
    tokens = _JOINED.sub(" ", rest).split()
    titles, tokens = take_titles(tokens[1:] if tokens and tokens[0] in _DETERMINERS else tokens)
    if not titles and len(tokens) == 2 and plain(tokens[1]) in words("behind"):  # Ayşe Hanım
        titles, tokens = tokens[1:], tokens[:1]
    if _is_description(rest, titles, tokens):
        return PersonName(full, tuple(titles), gender=titles_gender(titles), title_gender=titles_gender(titles))
    tokens, territory = _territory(titles, tokens)
    tokens, comma_first, more = _reordered(tokens)
    titles += more
    tokens, territory = (tokens, territory) if territory else _place(tokens)
    tokens, generation, degrees = _suffixes(tokens, titles)
    tokens, epithet = _epithet(tokens)
    couple = not _AND.isdisjoint(map(str.casefold, (*titles, *tokens)))
    tokens = _glued([token for token in tokens if token.casefold() not in _AND], titled=bool(titles))
    parts, role = _parts(tokens, comma_first, titles, generation)
    if (epithet or (territory and not titles)) and role == "":
        parts, role = Order(tuple(tokens)), "given"
    title_gender = "" if couple else titles_gender(titles)
    return PersonName(
        full,
        tuple(title for title in titles if title.casefold() not in _AND),
        parts.given,
        parts.middle,
        parts.particles,
        parts.surnames,
        parts.patronymic,
        generation,
        tuple(degrees),
        tuple(filter(None, (*nicknames, alias, epithet))),
        tuple((maiden or inside).split()),
        territory,
        parts.family_first,
        couple,
        title_gender or ("" if couple else _gender(parts, role)),
        title_gender,
        role,
    )


def _together(text: str) -> str:
    """The text with hyphens, commas and possessive endings that were cut off as tokens put back."""
    if " - " in text:
        text = _APART.sub("-", text)
    return text.replace(" ,", ",").replace(" 's", "'s").replace(" ’s", "’s")


def _is_description(text: str, titles: Sequence[str], tokens: Sequence[str]) -> bool:
    """Whether a text is no name but says who is meant: the butler, his wife, Angela's husband."""
    if any(token.casefold().endswith(("'s", "’s")) for token in text.split()[:-1]):
        return True
    first, *rest = text.split() or [""]
    if first in _DETERMINERS and rest:  # my Lord Warwick, her cousin Edith
        return not titles or not tokens or not tokens[0][:1].isupper()
    return first.casefold() == "the" and not titles and bool(tokens)


def _without_possessive(name: str) -> str:
    for ending in ("'s", "’s", "'S", "’S"):
        name = name.removesuffix(ending)
    if name.endswith(("s'", "s’")):
        name = name[:-1]
    return name.strip(" ,;:!?")


def _cut(name: str, pattern: re.Pattern[str]) -> tuple[str, str]:
    """The name before a word such as "née" or "alias", and what follows it."""
    found = pattern.search(name)
    if found is None or not found.start() or _inside_brackets(name, found.start()):
        return name, ""
    return name[: found.start()].strip(" ,"), name[found.end() :].strip(" ,()")


def _inside_brackets(name: str, place: int) -> bool:
    return name.rfind("(", 0, place) > name.rfind(")", 0, place)


def _without_quoted(name: str) -> tuple[str, list[str], str]:
    """The name without what stands in quotation marks or brackets inside it, those nicknames, and a maiden name."""
    nicknames, maiden = [], ""
    for found in _QUOTED.finditer(name):
        inner = next(group for group in found.groups() if group).strip()
        said = _MAIDEN.match(inner)
        if said is not None:
            maiden = inner[said.end() :]
        elif inner and not _SAID_OF_ALL.search(inner):
            known = _KNOWN_AS.match(inner)
            nicknames.append(inner if known is None else inner[known.end() :])
    rest = " ".join(_QUOTED.sub(" ", name).split())
    return (rest, nicknames, maiden) if rest.strip(" ,.") else (name, [], "")


def _territory(titles: Sequence[str], tokens: list[str]) -> tuple[list[str], str]:
    """The words without what follows "of" in a title, and that: Duke of Wellington, Baroness Ashton of Upholland."""
    low = [token.casefold() for token in tokens]
    if (
        titles
        and low[:1] == ["de"]
        and len(low) > 1
        and is_peer(titles[-1])
        and plain(titles[-1]) not in ("lord", "lady")
    ):
        return [], " ".join(tokens[1:])
    if titles and "of" in low[:-1] and (is_peer(titles[-1]) or low[0] == "of"):
        place = low.index("of")
        return tokens[:place], " ".join(tokens[place + 1 :])
    for place, token in enumerate(tokens[:-2]):  # Arthur Wellesley, 1st Duke of Wellington
        after = [word for word in tokens[place + 1 :] if word.casefold() != "the" and not word[0].isdigit()]
        if token.endswith(",") and len(after) > 2 and is_peer(after[0]) and after[1].casefold() == "of":
            return [*tokens[:place], token.rstrip(",")], " ".join(after[2:])
    return tokens, ""


def _place(tokens: list[str]) -> tuple[list[str], str]:
    """The words before "of" and a place, and that: Joan of Arc."""
    low = [token.casefold() for token in tokens]
    if "of" in low[1:-1]:
        place = low.index("of", 1)
        return tokens[:place], " ".join(tokens[place + 1 :])
    return tokens, ""


def _reordered(tokens: list[str]) -> tuple[list[str], int | None, list[str]]:
    """The words with the given names first, how many those are if a comma tells, and titles behind the comma."""
    suffixes = words("suffixes")
    for place, token in enumerate(tokens[:-1]):
        if token.endswith(","):
            family, given = tokens[: place + 1], tokens[place + 1 :]
            if all(plain(word) in suffixes for word in given) or plain(" ".join(given)) in suffixes:
                break
            family[-1] = family[-1].rstrip(",")
            titles, given = take_titles([word.rstrip(",") for word in given])
            ordered, tail = _split_suffixes(given, ())
            family, own = _split_suffixes(family, ())
            return [*ordered, *family, *own, *tail], len(ordered), titles
    return [token.rstrip(",") for token in tokens], None, []


def _suffixes(tokens: list[str], titles: Sequence[str]) -> tuple[list[str], str, list[str]]:
    """The words before the suffixes, the generation, and degrees."""
    rest, tail = _split_suffixes(tokens, titles)
    text = " ".join(tail)
    if plain(text) in words("suffixes", "generation"):
        return rest, text, []
    generation = [word for word in tail if _is_generation(word) or _is_numeral(word)]
    if len(tail) > 1 and plain(" ".join(tail[:2])) in words("suffixes", "generation"):
        generation = [" ".join(tail[:2])]
    degrees = [word for word in tail if word not in generation and word not in " ".join(generation).split()]
    return rest, generation[0] if generation else "", degrees


def _split_suffixes(tokens: Sequence[str], titles: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words before the suffixes at the end, and those; the first word is never one."""
    known, count = words("suffixes"), len(tokens)
    while count > 1:
        last = plain(tokens[count - 1])
        if count > 2 and plain(" ".join(tokens[count - 2 : count])) in known:
            count -= 2
        elif last.replace(" ", "") in known and not is_initial(tokens[count - 1]):
            if last in _NAMES_TOO and (count < 3 or not tokens[count - 1].isupper()):
                break
            count -= 1
        elif _counts(tokens[:count], titles):
            count -= 1
        else:
            break
    return list(tokens[:count]), [token.strip(",") for token in tokens[count:]]


def _counts(tokens: Sequence[str], titles: Sequence[str]) -> bool:
    """Whether the last word is the number of one who reigns: Elizabeth II, Henry V, Pope John Paul II."""
    if not _is_numeral(tokens[-1]):
        return False
    if fold(tokens[-1]) == "xi" and not reigns(titles) and not given_gender(tokens[0])[0] and is_syllables(tokens[0]):
        return False  # Jinping Xi
    if len(fold(tokens[-1])) > 1:
        return tokens[-1].isupper() or reigns(titles)
    if tokens[-1].endswith("."):
        return False
    if len(tokens) > 2 and tokens[-1] in ("I", "V"):
        return True
    return reigns(titles) or (len(tokens) == 2 and given_gender(tokens[0])[0] != "" and fold(tokens[0]) != "malcolm")


def _is_generation(word: str) -> bool:
    return plain(word) in words("suffixes", "generation")


def _is_numeral(word: str) -> bool:
    return bool(word) and _ROMAN.fullmatch(word.casefold().rstrip(".")) is not None and word.strip(".") != ""


def _epithet(tokens: list[str]) -> tuple[list[str], str]:
    """The words before "the Great" and its like, and that."""
    for place in range(1, len(tokens) - 1):
        if tokens[place].casefold() == "the":
            end = len(tokens) - (len(tokens) > place + 2 and is_known_surname(tokens[-1]))  # Dwayne The Rock Johnson
            return [*tokens[:place], *tokens[end:]], " ".join(tokens[place:end])
    return tokens, ""


def _glued(tokens: list[str], *, titled: bool) -> list[str]:
    """The words, with Mac, O and St. tied to the word after them."""
    found: list[str] = []
    place = 0
    while place < len(tokens):
        word = tokens[place]
        key = fold(word)
        more = place + 1 < len(tokens) and not is_initial(tokens[place + 1])
        tied = key in words("particles", "glued") and (key != "o" or not word.endswith("."))
        if (
            tied
            and more
            and (place or titled or key in ("mac", "mc", "fitz", "santa") or (key == "o" and word != "O."))
        ):
            found.append(f"{word} {tokens[place + 1]}")
            place += 2
            continue
        found.append(word)
        place += 1
    return found


def _parts(tokens: Sequence[str], comma_first: int | None, titles: Sequence[str], generation: str) -> tuple[Order, str]:
    """The words by their parts, and the role of a name of one word."""
    tokens = [token for token in tokens if fold(token)]
    if not tokens:
        return Order(), "full"
    if comma_first is not None and 0 < comma_first < len(tokens):
        family = order(["X", *tokens[comma_first:]])
        given = tokens[:comma_first]
        patronymic = ""
        surnames = (*family.middle, *family.surnames) if family.surnames else (*family.middle, family.patronymic)
        return Order(tuple(given[:1]), tuple(given[1:]), family.particles, surnames, patronymic), "full"
    numbered = generation and (_is_numeral(generation) and len(tokens) < 2)
    if numbered or (reigns(titles) and (len(tokens) == 1 or _is_numeral(generation))):
        return Order(tuple(tokens[:1]), tuple(tokens[1:])), "reign"
    united = order(["X", tokens[0]]) if len(tokens) == 1 and not tokens[0].isascii() else Order()
    if united.family_first:
        return united, "full"
    if len(tokens) == 1:
        return _single(tokens[0], titles)
    return order(tokens), "full"


def _single(word: str, titles: Sequence[str]) -> tuple[Order, str]:
    """A name of one word: given or surname, as its title and the lists of names say."""
    told = follows(titles)
    if told == "given":
        role = word_role(word) if is_kin(titles[-1]) and word_role(word) == "surname" else told
    else:
        role = _titled_role(word, titles, told) if titles and not is_weak(titles[-1]) else word_role(word)
    if role == "given" or (
        not role and told != "surname" and _share(word, given=True) >= _share(word, given=False) > 0
    ):
        return Order((word,)), role
    parts = order(["X", word])
    return Order((), (), parts.particles, parts.surnames or (parts.patronymic,)), role


def _titled_role(word: str, titles: Sequence[str], told: str) -> str:
    """The role of a word after a title that does not say "given": a surname, unless it is far likelier as a given name.

    Nobody is called General Henry or Lord Byron by a given name; Mr. Harry and Miss Rose may be.
    """
    given, family = _share(word, given=True), _share(word, given=False)
    last = plain(titles[-1])
    if {given_gender(word)[0], titles_gender(titles)} == {"male", "female"}:
        return "surname"
    if last in words("doubtful", "address"):
        likely = given >= _KNOWN_GIVEN and given > family + 3 * _TWICE
        return "" if likely or (given >= _KNOWN_SURNAME and not family) else "surname"
    if told or (is_peer(last) and last not in ("lady", "master")):
        return "" if given >= _KNOWN_GIVEN and given > family + _SURELY_GIVEN else "surname"
    if given > family + 3 * _TWICE or (given and not family):
        return "given"
    return "" if given > family + _TWICE else "surname"


@lru_cache(maxsize=1 << 15)
def word_role(word: str) -> str:
    """Whether a word alone is a given name or a surname, by how frequent it is as each; nothing where both may be."""
    given, family = _share(word, given=True), _share(word, given=False)
    if given > family + (_SURNAME_SHARE if family else 0) or (given >= _USUAL_GIVEN and given >= family + _TWICE):
        return "given"
    if is_nickname(word) and family < _KNOWN_SURNAME:
        return "given"
    return "surname" if family >= _KNOWN_SURNAME and family > given + _SURNAME_SHARE else ""


def is_known_surname(word: str) -> bool:
    """Whether the lists have a word as a surname."""
    return _share(word, given=False) > 0


def _share(word: str, *, given: bool) -> int:
    lists, key = NameLists.shipped(), fold(word)
    return lists.genders.get(key, (0, 0))[1] if given else lists.families.get(key, 0)


def _gender(parts: Order, role: str) -> str:
    """What the given name, or the ending of a patronymic, says of the gender."""
    ending = fold(parts.patronymic)
    if ending.endswith(("vna", "chna", "dottir")):
        return "female"
    if ending.endswith(("vich", "vitch", "ich")):
        return "male"
    if not parts.given or (role == "" and not parts.surnames and word_role(parts.given[0]) != "given"):
        return ""
    if parts.family_first and not any(map(_is_hungarian, parts.surnames)):
        return ""  # the lists have no given names written so
    return given_gender(parts.given[0])[0]


def _is_hungarian(surname: str) -> bool:
    return fold(surname) in surnames_of("hungarian")
