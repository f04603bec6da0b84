"""The bearer of a name: whoever a document calls by it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from namesakes.profiles.names import is_initial, plain, split_name
from namesakes.profiles.profile import PersonName
from namesakes.profiles.reading import Reading
from namesakes.profiles.subjects import Spot, Subject, join, spot


def bearer(reading: Reading, subjects: Sequence[Subject], query_name: str) -> Subject:
    """The one person whom a document calls by a name; a person without mentions where it calls nobody so."""
    wanted = split_name(query_name)
    places = list(_occurrences(reading, plain(query_name).split()))
    whole = [span for span in places if not _in_other(reading, *span)]
    places = whole or places
    tokens = {place for first, last in places for place in range(first, last)}
    people = [subject for subject in subjects if subject.kind in ("person", "")]
    found = [subject for subject in people if _stands_at(subject, tokens)]
    if not places:
        found = [subject for subject in people if _compatible(subject.name, wanted)]
    covered = {token for subject in found for each in subject.spots if each.name for token in range(*each.name)}
    plainly = Subject(len(subjects))
    for first, last in places:
        if last - 1 not in covered:
            plainly.spots.append(_occurrence(reading, first, last))
    if places:
        found = [_own(reading, subject, tokens) for subject in found]
    joined = join(reading, found[0].chain if found else plainly.chain, [*found, plainly])
    if not joined.full:
        joined.full, joined.name = wanted.full, wanted
    return joined


def _occurrences(reading: Reading, query: list[str]) -> Iterator[tuple[int, int]]:
    """The tokens where the words of the query stand one after the other, full stops aside."""
    if not query:
        return
    words = [_bare(word) for word in reading.words]
    last = query[-1]
    for end, word in enumerate(words):
        if word == last or last in word.replace("-", " ").replace("–", " ").split():
            first, left = end, len(query) - 1
            while left and first > 0:
                before = words[first - 1]
                if before and not query[left - 1].endswith(before.split()[-1]):
                    break
                first -= 1
                left -= before != ""
            if not left:
                yield first, end + 1


@lru_cache(maxsize=1 << 14)
def _bare(word: str) -> str:
    """A word as it is compared, without the ending of a possessive."""
    return plain(word.removesuffix("'s").removesuffix("’s"))


def _in_other(reading: Reading, first: int, last: int) -> bool:
    """Whether some words are a part of the longer name of a place or an organisation."""
    place = reading.entity_of[last - 1]
    low, high, kind = reading.entities[place] if place >= 0 else (first, last, "person")
    return kind != "person" and (low < first or high > last)


def _occurrence(reading: Reading, first: int, last: int) -> Spot:
    head = next((token for token in range(first, last) if not first <= reading.heads[token] < last), last - 1)
    found = spot(reading, first, last, head)
    found.name = (first, last)
    return found


def _own(reading: Reading, subject: Subject, tokens: set[int]) -> Subject:
    """A subject without the mentions that name somebody else; without its pronouns too where those are the most."""
    named = [each for each in subject.spots if each.name is not None]
    others = [each for each in named if not _is_own(reading, each, tokens)]
    kept = [each for each in subject.spots if each.name is None or each not in others]
    if 2 * len(others) > len(named):
        kept = [each for each in kept if each.name is not None]
    return Subject(subject.chain, spots=kept)


def _is_own(reading: Reading, each: Spot, tokens: set[int]) -> bool:
    """Whether the name of a mention is the one asked for, or at least nobody else's."""
    assert each.name is not None
    place = reading.entity_of[each.name[1] - 1]
    return each.name[1] - 1 in tokens or place < 0 or reading.entities[place][2] != "person"


def _stands_at(subject: Subject, tokens: set[int]) -> bool:
    """Whether one of the names of a subject ends in the name asked for, or begins with it."""
    return any(each.name is not None and (each.name[1] - 1 in tokens) for each in subject.spots)


def _compatible(name: PersonName, wanted: PersonName) -> bool:
    """Whether two names have the same family name and given names that may be the same."""
    if not name.family or plain(name.family) != plain(wanted.family):
        return False
    one, other = plain(name.given), plain(wanted.given)
    if not one or not other or one == other:
        return True
    return (is_initial(name.given) or is_initial(wanted.given)) and one[0] == other[0]
