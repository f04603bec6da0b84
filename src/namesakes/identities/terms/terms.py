"""Terms: the units that specialists compare, read from profiles and folded so that spellings meet."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, wraps
from unicodedata import combining, normalize

from namesakes.profiles.profile import Profile

Bag = Mapping[str, float]
"""Terms and how much each one is there."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SMALL_WORDS = "a an and at by de del der di du for from in la le of on or the to van von with"
_SMALL = frozenset(_SMALL_WORDS.split())
_HELD = 1024
"""TermMatrix that are remembered: those of some hundred profiles."""
_NAMES = ("given", "middle", "family", "suffix", "nickname")


@lru_cache(maxsize=1 << 17)
def folded(text: str) -> str:
    """The text without case, accents and outer spaces."""
    if not text.isascii():
        text = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
    return text.casefold().strip()


@lru_cache(maxsize=1 << 17)
def tokens(text: str) -> tuple[str, ...]:
    """The words of the text, folded; punctuation is left out."""
    return tuple(_WORD.findall(folded(text).replace("’", "'").removesuffix("'s")))


@lru_cache(maxsize=1 << 17)
def content(text: str) -> tuple[str, ...]:
    """The words of the text, folded, without the smallest."""
    return tuple(word for word in tokens(text) if word not in _SMALL)


@lru_cache(maxsize=1 << 17)
def entity(text: str) -> str:
    """The name of a person, organisation or place, folded, its words one space apart."""
    return " ".join(tokens(text))


Counts = Mapping[str, float]


def _remembered(read: Callable[[Counts], Bag]) -> Callable[[Counts], Bag]:
    """The reader, which knows the bags of the counts that it saw last: several specialists ask for the same ones."""
    known: dict[int, tuple[Counts, Bag]] = {}

    @wraps(read)
    def again(counts: Counts) -> Bag:
        held = known.get(id(counts))
        if held is not None and held[0] is counts:
            return held[1]
        if len(known) >= _HELD:
            known.clear()
        bag = read(counts)
        known[id(counts)] = counts, bag
        return bag

    return again


@_remembered
def entities(counts: Counts) -> Bag:
    """The folded names with their counts; those without a letter or digit are left out."""
    return _folded(counts, entity)


def listed(values: Iterable[str]) -> Bag:
    """The folded names of a list, each once."""
    return {name: 1.0 for value in values if (name := entity(value))}


@_remembered
def words(counts: Counts) -> Bag:
    """The terms, folded, with their counts."""
    whole = "\n".join(counts)
    if whole.isascii() and whole == whole.lower() and len(whole.split()) == len(counts):
        return counts  # all are single words that are folded already
    return _folded(counts, folded)


def _folded(counts: Counts, fold: Callable[[str], str]) -> Bag:
    """The counts of terms as they are when folded; those of which nothing is left are left out."""
    found = dict(zip(map(fold, counts), counts.values(), strict=True))
    if len(found) < len(counts):  # some became one
        found = dict.fromkeys(found, 0)
        for term, count in counts.items():
            found[fold(term)] += count
    found.pop("", None)
    return found


def inner_words(values: Iterable[str]) -> Bag:
    """The words inside the values, with their counts."""
    return Counter(word for value in values for word in content(value))


def own_name(profile: Profile) -> Bag:
    """The words of the name a profile bears, without honorifics; of the full name where it is not in parts."""
    parts = [getattr(profile.name, part) for part in _NAMES]
    if not any(parts):
        parts = [profile.name.full]
    return {word: 1.0 for part in parts for word in tokens(part)}


def listed_places(values: Iterable[str]) -> Bag:
    """The places of a list, each once, folded but with their commas, which say what lies in what."""
    return {name: 1.0 for value in values if (name := folded(value)) and entity(value)}


def people(profile: Profile) -> Bag:
    """People in the same document."""
    return entities(profile.people)


def organizations(profile: Profile) -> Bag:
    """Organisations in the same document."""
    return entities(profile.organizations)


def places(profile: Profile) -> Bag:
    """Places in the same document."""
    return entities(profile.places)


def context(profile: Profile) -> Bag:
    """Lemmas near the mentions."""
    return words(profile.context)


def document_words(profile: Profile) -> Bag:
    """Content lemmas of the document."""
    return words(profile.words)


def phrases(profile: Profile) -> Bag:
    """Noun phrases near the mentions."""
    return words(profile.phrases)


def all_entities(profile: Profile) -> Bag:
    """People, organisations and places in the same document, folded, in one bag.

    What is taken for a person in one document may be taken for an organisation in another; here they meet.
    """
    found = dict(people(profile))
    for others in (organizations(profile), places(profile)):
        for name, count in others.items():
            found[name] = found.get(name, 0) + count
    return found
