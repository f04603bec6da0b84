"""Subjects: the chains of a document as people, organisations and places, with their names."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import numpy as np

from namesakes.mentions.detection import heads_of
from namesakes.mentions.gender import gender_classes
from namesakes.mentions.gender_features import NAME, NOMINAL
from namesakes.mentions.pronouns import FEMININE, MASCULINE
from namesakes.profiles.names import bare_name, gender_of, is_honorific, may_be_same, plain, split_name
from namesakes.profiles.parsed_document import APPOSED, ParsedDocument
from namesakes.profiles.profile import PersonName
from namesakes.profiles.words import words
from namesakes.text.spans import integers

Span = tuple[int, int]
MALE: Final = frozenset({"he", "him", "his", "himself"})
FEMALE: Final = frozenset({"she", "her", "hers", "herself"})
PEOPLE: Final = frozenset({"who", "whom", "i", "me", "my", "myself", "mine", "you", "your", "yours"})
_QUOTES: Final = frozenset("'\"“”‘’`") | {"``", "''"}
_NAME_PARTS: Final = frozenset({"flat", "flat:name", "compound", "goeswith"})
_SURE: Final = 3
"""How sure the gender of a name of one word must be, which may be a family name."""

_TITLES: Final = 4
"""The words before a name that are looked at for an honorific."""

_PUBLISHED: Final = frozenset({"publish", "print", "reprint", "serialize", "perform", "stage", "premiere", "film"})
_WORKS: Final = frozenset(
    {"novel", "book", "play", "poem", "opera", "film", "movie", "album", "song", "painting", "ballet"}
)
"""What is done with works, and what they are."""

_COUNTRYMAN: Final = re.compile(r"(?:French|English|Irish|Scots|Welsh|Dutch|Cornish|Norse)(?:wo)?m[ae]n")
"""Words of one's country that are tagged as names."""


@dataclass(frozen=True)
class Pinned:
    """What somebody said of the chains of a document, which no rule overrules.

    Parameters
    ----------
    whole : the chains that are one, whatever names are in them.
    called : of some chains what kind they are and what they are called where no mention says so.
    nobody : tokens of mentions that are nobody.
    """

    whole: frozenset[int] = frozenset()
    called: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    nobody: frozenset[Span] = frozenset()


_NAMELESS: Final = PersonName()
"""The name of most subjects, which are things."""


@dataclass(slots=True)
class SubjectMention:
    """A mention of a subject: its tokens, its head, and the tokens of the name in it, if it has one."""

    start: int
    end: int
    head: int
    name: Span | None = None
    pronoun: bool = False


@dataclass(slots=True)
class Subject:
    """A chain, or a named entity that is in none.

    Parameters
    ----------
    chain : the place of the chain; entities in no chain are numbered after the last one.
    kind : "person", "organization", "place", or nothing where nobody can tell.
    full : the fullest name, or nothing.
    joined : the chains that it was made of, where they are several.
    """

    chain: int
    kind: str = ""
    full: str = ""
    name: PersonName = _NAMELESS
    gender: str = ""
    pronouns: dict[str, int] = field(default_factory=dict)
    forms: dict[str, int] = field(default_factory=dict)
    mentions: list[SubjectMention] = field(default_factory=list)
    joined: tuple[int, ...] = ()

    @property
    def chains(self) -> tuple[int, ...]:
        """Its chain, or the chains that it was made of."""
        return self.joined or (self.chain,)


def subjects(parsed: ParsedDocument, pinned: Pinned | None = None) -> list[Subject]:
    """All subjects of a document, in the order of their numbers; those that are nobody have no kind.

    Their gender is what pronouns and honorifics say; `add_genders` asks the model of genders as well.
    """
    pinned, found = pinned or Pinned(), _chained(parsed)
    _divide(parsed, found, pinned.whole)
    _add_entities(parsed, found, pinned.nobody)
    for subject in found:
        _fill(parsed, subject)
    for chain, (kind, name) in pinned.called.items():
        subject = found[chain]
        subject.kind = kind
        if not subject.full:
            subject.full, subject.name = name, split_name(name) if kind == "person" else PersonName(full=name)
    return found


def join(parsed: ParsedDocument, chain: int, parts: Iterable[Subject]) -> Subject:
    """One person made of several subjects."""
    parts = list(parts)
    mentions = {(mention.start, mention.end): mention for part in parts for mention in part.mentions}
    chains = tuple(part.chain for part in parts)
    joined = Subject(chain, mentions=[mentions[key] for key in sorted(mentions)], joined=chains)
    _fill(parsed, joined)
    joined.kind = "person"
    return joined


def subject_mention(parsed: ParsedDocument, first: int, end: int, head: int) -> SubjectMention:
    """The mention of these tokens."""
    pronoun = parsed.tags[head] == "PRON" and end - first == 1
    return SubjectMention(first, end, head, None if pronoun else _name(parsed, first, end, head), pronoun)


def _chained(parsed: ParsedDocument) -> list[Subject]:
    """One subject a chain."""
    table = parsed.document.mention_table
    if table is None:
        return []
    heads = table.heads if table.heads is not None else heads_of(parsed.document, table.first, table.end)
    found = [Subject(chain) for chain in range(len(table.chain_ids))]
    rows = zip(table.chains.tolist(), table.first.tolist(), table.end.tolist(), heads.tolist(), strict=True)
    for chain, first, end, head in rows:
        if chain >= 0:
            found[chain].mentions.append(subject_mention(parsed, first, end, head if first <= head < end else end - 1))
    return found


def _divide(parsed: ParsedDocument, found: list[Subject], whole: Container[int]) -> None:
    """Take those out of a chain who cannot be the same: people whose given names differ, who get their own subjects.

    The largest group of names stays, with the pronouns and descriptions.
    """
    for subject in found[:]:
        named = [each for each in subject.mentions if each.name is not None and each.name[1] - each.name[0] > 1]
        if len(named) < 2 or subject.chain in whole:
            continue
        groups: list[list[SubjectMention]] = []
        names: list[PersonName] = []
        people: list[int] = []
        for each in named:
            assert each.name is not None
            place = parsed.entity_of[each.name[1] - 1]
            if place < 0 or parsed.entities[place][2] != "person":
                continue
            name, person = split_name(parsed.span_text(*each.name)), parsed.cast.person_at(each.name[1] - 1)
            same = next((group for group, other in enumerate(people) if person == other >= 0), -1)
            if same < 0:
                same = next((group for group, other in enumerate(names) if may_be_same(name, other)), -1)
            if same < 0:
                groups.append([])
                names.append(name)
                people.append(person)
            groups[same].append(each)
        largest = max(groups, key=len, default=[])
        for group in groups:
            if group is not largest:
                found.append(Subject(len(found), mentions=group))
                subject.mentions = [each for each in subject.mentions if each not in group]


def _add_entities(parsed: ParsedDocument, found: list[Subject], nobody: Iterable[Span]) -> None:
    """Make subjects of the named entities that are in no chain; those with the same name are one."""
    known = {parsed.entity_of[mention.name[0]] for subject in found for mention in subject.mentions if mention.name}
    known |= {
        parsed.entity_of[mention.name[1] - 1] for subject in found for mention in subject.mentions if mention.name
    }
    taken = {token for span in nobody for token in range(*span)}
    rest = [row for place, row in enumerate(parsed.entities) if place not in known and row[1] - 1 not in taken]
    if not rest:
        return
    heads = heads_of(parsed.document, integers([row[0] for row in rest]), integers([row[1] for row in rest])).tolist()
    named: dict[tuple[str, str, int], Subject] = {}
    for (first, end, kind), head in zip(rest, heads, strict=True):
        person = parsed.cast.person_at(end - 1) if kind == "person" else -1
        key = (kind, plain(parsed.span_text(first, end)), person)
        if key not in named:
            named[key] = Subject(len(found))
            found.append(named[key])
        named[key].mentions.append(subject_mention(parsed, first, end, head))


def _name(parsed: ParsedDocument, first: int, end: int, head: int) -> Span | None:
    """The tokens of the name in a mention: at its head, or in an apposition to a head that is a common noun."""
    place = parsed.entity_of[head]
    beside = parsed.entity_of[head + 1] if head + 1 < end else -1
    if place < 0 and beside < 0 and parsed.tags[head] != "PROPN" and head not in parsed.apposed:
        return None  # as most
    if place >= 0 and not first <= parsed.entities[place][0] < parsed.entities[place][1] <= end:
        return None  # a part of a longer name, as Acme in Acme Corp.
    after = beside if place < 0 else -1
    if after >= 0 and parsed.entities[after][2] == "person" and parsed.entities[after][1] <= end:
        return _run(parsed, first, end, head + 1)
    if place >= 0 or parsed.tags[head] == "PROPN":
        return _run(parsed, first, end, head)
    for child in parsed.children[head]:
        if head < child < end and parsed.labels[child] in APPOSED and child >= first:
            place = parsed.entity_of[child]
            if place >= 0 and parsed.entities[place][2] == "person" and parsed.entities[place][1] <= end:
                return _run(parsed, first, end, child)
    return None


def _run(parsed: ParsedDocument, first: int, end: int, token: int) -> Span:
    """The run of words around a token that are one name with it, without the honorifics before it."""
    low, high = token, token + 1
    place = parsed.entity_of[token]
    if place >= 0:
        low, high = parsed.entities[place][:2]
    else:
        while low > first and parsed.tags[low - 1] == "PROPN" and parsed.labels[low - 1] in _NAME_PARTS:
            low -= 1
    while high < end and (step := _more(parsed, low, high, end)):
        high += step
    while low < high - 1 and _may_precede(parsed.words[low]) and parsed.words[low + 1][:1].isupper():
        low += 1
    while high > low + 1 and parsed.lower[high - 1] in ("'s", "’s", "'", "’", ",", "("):
        high -= 1
    return low, high


def _may_precede(word: str) -> bool:
    """Whether a word stands before names and is no part of them: an honorific, or that of a countryman."""
    return is_honorific(word) or _COUNTRYMAN.fullmatch(word) is not None


def _more(parsed: ParsedDocument, low: int, high: int, end: int) -> int:
    """How many words go on with a name: the next one, or one in quotation marks and the name after it."""
    if parsed.labels[high] in ("flat", "flat:name") and low <= parsed.heads[high] < high:
        return 1
    if parsed.words[high] in _QUOTES and high + 2 < end and parsed.words[high + 2] in _QUOTES:
        return 3 if parsed.tags[high + 1] == "PROPN" else 0
    return 0


def titled(parsed: ParsedDocument, name: Span) -> int:
    """The first token of a name with the honorifics before it."""
    low = name[0]
    farthest, sentence = max(low - _TITLES, 0), parsed.sentence_of[low]
    while low > farthest and parsed.words[low - 1][:1].isupper() and parsed.sentence_of[low - 1] == sentence:
        low -= 1
    for start in range(low, name[0]):
        before = parsed.words[start : name[0]]
        known = all(map(is_honorific, before)) or plain(" ".join(before)) in words("offices")
        if known and split_name(" ".join([*before, "X"])).family == "X":
            return start
    return name[0]


def _fill(parsed: ParsedDocument, subject: Subject) -> None:
    """Find what kind of subject it is, what it is called, and what its pronouns say of its gender."""
    if len(subject.mentions) == 1 and subject.mentions[0].name is None:  # most are things
        alone = subject.mentions[0]
        if parsed.lemmas[alone.head] in _human():
            subject.kind = "person"
            subject.forms[_described(parsed, alone)] = 1
        return
    kinds = {"person": 0}
    names: dict[str, int] = {}
    forms = subject.forms
    male = female = 0
    for each in subject.mentions:
        if each.pronoun:
            word = parsed.lower[each.head]
            male, female = male + (word in MALE), female + (word in FEMALE)
            kinds["person"] += 2 * (word in MALE or word in FEMALE or word in PEOPLE)
            continue
        if each.name is None:
            form = _described(parsed, each)
            kinds["person"] += 2 * (parsed.lemmas[each.head] in _human())
        else:
            first, end = each.name
            start, place = titled(parsed, each.name), parsed.entity_of[end - 1]
            form = parsed.span_text(start, end)
            if not _is_description(parsed, first, end):
                names[form] = names.get(form, 0) + 1
            kind = parsed.entities[place][2] if place >= 0 else ""
            if kind:
                kinds[kind] = kinds.get(kind, 0) + 3
            is_place = kind == "place" and parsed.entities[place][0] <= start  # as St. Louis, all of it
            kinds["person"] += 3 * (start < first and not is_place)
        forms[form] = forms.get(form, 0) + 1
    subject.kind = min((kind for kind in kinds if kinds[kind]), key=lambda kind: (-kinds[kind], kind), default="")
    if (
        subject.kind == "person"
        and not male
        and not female
        and any(_is_work(parsed, each) for each in subject.mentions)
    ):
        subject.kind = ""
    if names:
        _call(subject, names)
    said = gender_of(" ".join(split_name(name).honorific for name in names)) if subject.kind == "person" else ""
    subject.gender = said or ("male" if male > female else "female" if female > male else "")
    subject.pronouns = {gender: count for gender, count in (("male", male), ("female", female)) if count}


def _is_work(parsed: ParsedDocument, each: SubjectMention) -> bool:
    """Whether a name is said to be the title of a work: it was published, or is a novel."""
    if each.name is None:
        return False
    above, label = parsed.heads[each.head], parsed.labels[each.head]
    if label == "nsubj:pass":
        return parsed.lemmas[above] in _PUBLISHED
    return label == "nsubj" and parsed.lemmas[above] in _WORKS and parsed.tags[above] == "NOUN"


def _is_description(parsed: ParsedDocument, first: int, end: int) -> bool:
    """Whether what seems to be a name only describes: an office, a trade in small letters, a Frenchman, `Referee:`."""
    if all(map(is_honorific, parsed.words[first:end])):
        return True
    word = parsed.words[first]
    trade = parsed.lower[first] in _human()
    label = end < parsed.count and parsed.words[end] == ":"
    return end - first == 1 and (_COUNTRYMAN.fullmatch(word) is not None or (trade and (word.islower() or label)))


def _call(subject: Subject, names: Mapping[str, int]) -> None:
    """Give a subject its fullest name: of the names that share the commonest family name, the one with most parts."""
    if subject.kind != "person":
        subject.full = max(names, key=lambda name: (names[name], len(name)))
        subject.name = PersonName(full=subject.full)
        return
    split = {name: split_name(name) for name in names}
    families: dict[str, int] = {}
    for name, count in names.items():
        for family in _families(split[name], split.values()):
            families[family] = families.get(family, 0) + count
    family = max(families, key=lambda each: (families[each], len(each)))
    alike = [parts for name, parts in split.items() if plain(parts.family) == family]
    best = max(alike, key=lambda parts: (bool(parts.given), len(parts.given) + len(parts.middle), len(parts.full)))
    subject.full = bare_name(best)
    subject.name = PersonName(
        full=subject.full,
        honorific=best.honorific or next((other.honorific for other in alike if other.honorific), ""),
        given=best.given,
        middle=best.middle,
        family=best.family,
        suffix=best.suffix or next((other.suffix for other in alike if other.suffix), ""),
        nickname=best.nickname or next((other.nickname for other in alike if other.nickname), ""),
    )


def _families(parts: PersonName, others: Iterable[PersonName]) -> set[str]:
    """The family names that a name speaks for: its own, or of one word those of the full names that have the word."""
    own = plain(parts.family)
    if not parts.given:
        full = (other for other in others if other.given and own in (plain(other.given), plain(other.family)))
        return {plain(other.family) for other in full} or {own}
    return {own}


def _described(parsed: ParsedDocument, each: SubjectMention) -> str:
    """What a mention without a name calls its subject: the words up to the head."""
    return parsed.span_text(max(each.start, each.head - 5), each.head + 1)


@cache
def _human() -> frozenset[str]:
    """Nouns that mean people."""
    return words("occupations", "words") | words("offices") | words("family") | words("nouns", "people")


def add_genders(parsed: ParsedDocument, found: Sequence[Subject]) -> None:
    """Give people that have no gender yet the one that the model sees in their names and descriptions."""
    people = [subject for subject in found if subject.kind == "person" and not subject.gender]
    rows = [(each, place) for place, person in enumerate(people) for each in person.mentions if not each.pronoun]
    if not rows:
        return
    spans = [each.name or (each.start, each.end) for each, _ in rows]
    heads = [each.name[1] - 1 if each.name else each.head for each, _ in rows]
    kinds = [NAME if each.name else NOMINAL for each, _ in rows]
    columns = (np.array([span[0] for span in spans]), np.array([span[1] for span in spans]), np.array(heads))
    first, end, head = (column.astype(np.int32) for column in columns)
    classes = gender_classes(parsed.document, first, end, head, np.array(kinds, dtype=np.uint8))
    doubtful = (end - first == 1) & (np.array(kinds) == NAME) & (classes.sure < _SURE)
    genders = np.where(doubtful, 0, classes.gender)
    votes: list[Counter[int]] = [Counter() for _ in people]
    for (_, place), gender in zip(rows, genders.tolist(), strict=True):
        votes[place][gender] += 1
    for person, vote in zip(people, votes, strict=True):
        if vote[MASCULINE] != vote[FEMININE]:
            person.gender = "male" if vote[MASCULINE] > vote[FEMININE] else "female"
