"""The bearer of a name: whoever a document calls by it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from namesakes.profiles.names import is_initial, plain, split_name
from namesakes.profiles.parsed_document import ParsedDocument
from namesakes.profiles.profile import PersonName
from namesakes.profiles.subjects import Subject, SubjectMention, join, subject_mention


def bearer(parsed: ParsedDocument, subjects: Sequence[Subject], query_name: str) -> Subject:
    """The one person whom a document calls by a name; a person without mentions where it calls nobody so."""
    wanted = split_name(query_name)
    places = list(_occurrences(parsed, plain(query_name).split()))
    whole = [span for span in places if not _in_other(parsed, *span)]
    places = whole or places
    tokens = {place for first, end in places for place in range(first, end)}
    people = [subject for subject in subjects if subject.kind in ("person", "")]
    found = [subject for subject in people if _stands_at(subject, tokens)]
    if not places:
        found = [subject for subject in people if _compatible(subject.name, wanted)]
    covered = {token for subject in found for each in subject.mentions if each.name for token in range(*each.name)}
    plainly = Subject(len(subjects))
    for first, end in places:
        if end - 1 not in covered:
            plainly.mentions.append(_occurrence(parsed, first, end))
    if places:
        found = [_own(parsed, subject, tokens) for subject in found]
    joined = join(parsed, found[0].chain if found else plainly.chain, [*found, plainly])
    if not joined.full:
        joined.full, joined.name = wanted.full, wanted
    return joined


def _occurrences(parsed: ParsedDocument, query: list[str]) -> Iterator[tuple[int, int]]:
    """The tokens where the words of the query stand one after the other, full stops aside."""
    if not query:
        return
    words = [_bare(word) for word in parsed.words]
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


def _in_other(parsed: ParsedDocument, first: int, end: int) -> bool:
    """Whether some words are a part of the longer name of a place or an organisation."""
    place = parsed.entity_of[end - 1]
    low, high, kind = parsed.entities[place] if place >= 0 else (first, end, "person")
    return kind != "person" and (low < first or high > end)


def _occurrence(parsed: ParsedDocument, first: int, end: int) -> SubjectMention:
    head = next((token for token in range(first, end) if not first <= parsed.heads[token] < end), end - 1)
    found = subject_mention(parsed, first, end, head)
    found.name = (first, end)
    return found


def _own(parsed: ParsedDocument, subject: Subject, tokens: set[int]) -> Subject:
    """A subject without the mentions that name somebody else; without its pronouns too where those are the most."""
    named = [each for each in subject.mentions if each.name is not None]
    others = [each for each in named if not _is_own(parsed, each, tokens)]
    kept = [each for each in subject.mentions if each.name is None or each not in others]
    if 2 * len(others) > len(named):
        kept = [each for each in kept if each.name is not None]
    return Subject(subject.chain, mentions=kept)


def _is_own(parsed: ParsedDocument, each: SubjectMention, tokens: set[int]) -> bool:
    """Whether the name of a mention is the one asked for, or at least nobody else's."""
    assert each.name is not None
    place = parsed.entity_of[each.name[1] - 1]
    return each.name[1] - 1 in tokens or place < 0 or parsed.entities[place][2] != "person"


def _stands_at(subject: Subject, tokens: set[int]) -> bool:
    """Whether one of the names of a subject ends in the name asked for, or begins with it."""
    return any(each.name is not None and (each.name[1] - 1 in tokens) for each in subject.mentions)


def _compatible(name: PersonName, wanted: PersonName) -> bool:
    """Whether two names have the same family name and given names that may be the same."""
    if not name.family or plain(name.family) != plain(wanted.family):
        return False
    one, other = plain(name.given), plain(wanted.given)
    if not one or not other or one == other:
        return True
    return (is_initial(name.given) or is_initial(wanted.given)) and one[0] == other[0]
