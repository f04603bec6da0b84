"""Cast: the people that a text names, and where; by their names alone, before anything is known of chains."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from namesakes.arrays import Int64Array
from namesakes.mentions.bearers import Site, bearers, nearest
from namesakes.mentions.nobody import nobody, places_above, subjects
from namesakes.mentions.roles import Role
from namesakes.mentions.told import Telling, Told
from namesakes.names import PersonName, parse
from namesakes.names.gender import given_gender, title_gender
from namesakes.names.grouping import LONG, NameGroup, grouping, is_wife
from namesakes.names.titles import LONGEST
from namesakes.names.titles import is_title as names_title
from namesakes.text.document import Document
from namesakes.threads import PerThread

_TITLES = frozenset(["mr", "mrs", "ms", "dr", "prof", "rev", "capt", "col", "gen", "st", "mme", "mlle", "m", "messrs"])
_PROPER = frozenset(["PROPN", "NNP", "NNPS"])
_LONGEST = 5
"""Longer runs of proper nouns are headings, or no one person's name."""
_KNOWN, _SHARE = 2, 0.2
"""So often, and in such a share of all places, a word must stand in people's names for it to be one elsewhere."""
_PRONOUNS = {"he": 0, "his": 0, "him": 0, "himself": 0, "she": 1, "her": 1, "hers": 1, "herself": 1}
_TOGETHER = 2
"""In so many sentences Mrs. Morland and Catherine are both named, for them to be two."""
_TITLED, _VOTES, _MAJORITY = 0.2, 4, 0.7
"""How many titles there must be for each name without one, how many pronouns beside it, and which share of these."""


@dataclass(frozen=True)
class NamedPlace:
    """Where a name stands: its tokens, and the number of the person."""

    first: int
    end: int
    person: int


class Cast:
    """The people that a text names.

    Names are those that were found as a person's (`PER`), with the titles before them, and what else is made of the
    same words. Equal names are one person; a shorter one is whoever alone may bear it, or bears it by far most often.
    O(words) but for names that share words.

    Parameters
    ----------
    document : with tags and named entities.
    more : tokens with a capital that name somebody too, such as speakers.

    Attributes
    ----------
    nobody : which tokens name nobody, though they may look like it: see `mentions.nobody`.
    """

    def __init__(self, document: Document, more: Sequence[int] = ()) -> None:
        self.document, self.words = document, document.words
        self.nobody = nobody(document)
        for first, end in (*places_above(document), *subjects(document)):
            self.nobody[first:end] = True
        spans = sorted(self._spans(more))
        starts = set(document.sentence_starts.tolist())
        texts = [" ".join(self.words[self._addressed(first, starts) : end]) for first, end in spans]
        forms = Counter(texts)
        parsed = {form: parse(form) for form in forms}
        found = grouping(list(parsed.values()), list(forms.values()), self._apart(spans, texts, parsed))
        numbers = {place: number for number, group in enumerate(found.groups) for place in group.places}
        of_form = {form: place for place, form in enumerate(forms)}
        forms_at = [of_form[text] for text in texts]
        names, people = [parsed[text] for text in texts], [numbers[place] for place in forms_at]
        self.told: list[Told] = []
        if len(spans) < LONG:
            rivals = {at: found.rivals[place] for at, place in enumerate(forms_at) if place in found.rivals}
            people = self._told(spans, names, people, rivals)
        self.apart = {
            (people[one], people[other])
            for told in self.told
            for one, other in ((told.one, told.other), (told.other, told.one))
            if not told.same and people[one] != people[other]
        }
        self.places = [NamedPlace(*span, person) for span, person in zip(spans, people, strict=True)]
        self.at = {token: place for place in self.places for token in range(place.first, place.end)}
        self.groups = _groups(names, people)
        self.counts = [len(group.places) for group in self.groups]
        votes = self._votes(len(self.groups))
        self.genders = [
            _gender(((names[place], 1) for place in group.places), *vote)
            for group, vote in zip(self.groups, votes, strict=True)
        ]

    def _apart(
        self, spans: Sequence[tuple[int, int]], texts: Sequence[str], names: Mapping[str, PersonName]
    ) -> set[tuple[int, int]]:
        """The forms of wives and of others who are named side by side in a long text: Mrs. Morland and Catherine.

        What is said of Catherine is said of Catherine Morland too.
        """
        wives = {text for text, name in names.items() if is_wife(name) and not name.is_full}
        given = {text for text, name in names.items() if name.is_mononym and not name.honorifics}
        if len(spans) < LONG or not wives or not given:
            return set()
        sentences = np.searchsorted(self.document.sentence_starts, [first for first, _ in spans], side="right")
        by_sentence: defaultdict[int, set[str]] = defaultdict(set)
        for sentence, text in zip(sentences.tolist(), texts, strict=True):
            by_sentence[sentence].add(text)
        met = Counter((one, other) for here in by_sentence.values() for one in here & wives for other in here & given)
        place = {form: number for number, form in enumerate(names)}
        found = {(one, other) for (one, other), count in met.items() if count >= _TOGETHER}
        found |= {
            (one, text) for one, other in found for text, name in names.items() if _is_full_form(name, names[other])
        }
        return {(place[one], place[other]) for one, other in found}

    def _told(
        self,
        spans: Sequence[tuple[int, int]],
        names: Sequence[PersonName],
        people: Sequence[int],
        rivals: Mapping[int, Collection[int]],
    ) -> list[int]:
        """The person at each place after what the text says of names; `told` keeps that."""
        genders = [""] * (max(people, default=-1) + 1)
        for name, person in zip(names, people, strict=True):
            genders[person] = genders[person] or name.gender
        telling = Telling(self.document, spans, names, people, genders)
        self.told = telling.all()
        if not self.told and not rivals:
            return list(people)
        units = self.document.paragraph_starts
        units = units if len(units) > 1 else self.document.sentence_starts
        paragraphs = np.searchsorted(units, [span[0] for span in spans], side="right")
        seen = {person for each in rivals.values() for person in each} | {people[place] for place in rivals}
        seen |= {people[each.one] for each in self.told if people[each.one] == people[each.other]}
        looked = (telling.role(place) if person in seen else Role() for place, person in enumerate(people))
        sites = [Site(*row) for row in zip(names, people, looked, paragraphs.tolist(), strict=True)]
        people = nearest(sites, people, rivals, self.told)
        return bearers([replace(site, person=person) for site, person in zip(sites, people, strict=True)], self.told)

    def person_at(self, token: int) -> int:
        """The number of the person whom a token names, -1 for nobody."""
        place = self.at.get(token)
        return -1 if place is None else place.person

    @cached_property
    def people(self) -> Int64Array:
        """The number of the person whom each token names, -1 for nobody; one more at the end, which names nobody."""
        found = np.full(len(self.words) + 1, -1, dtype=np.int64)
        for place in self.places:
            found[place.first : place.end] = place.person
        return found

    def sayings(self, person: int) -> list[str]:
        """What the text says of a person's names, in sentences, each once and in the order of the text."""
        found = []
        for told in self.told:
            one, other = (self.places[place] for place in (told.one, told.other))
            if person in (one.person, other.person) and told.same == (one.person == other.person):
                names = [" ".join(self.words[place.first : place.end]) for place in (one, other)]
                verdict = "one person" if told.same else "two people"
                found.append(f"the text says so (“{told.words}”): {names[0]} and {names[1]} are {verdict}")
        return list(dict.fromkeys(found))

    def _votes(self, count: int) -> list[tuple[int, int]]:
        """How often *he* and *she* stand in a sentence behind each person, where nobody else is named in it."""
        votes = np.zeros((count, 2), dtype=np.int64)
        sentences = np.append(self.document.sentence_starts, len(self.words)).astype(np.int64)
        by_sentence: defaultdict[int, list[NamedPlace]] = defaultdict(list)
        for place in self.places:
            by_sentence[int(np.searchsorted(sentences, place.first, side="right"))].append(place)
        for number, places in by_sentence.items():
            if len({place.person for place in places}) == 1:
                for word in self.words[places[0].end : int(sentences[number])]:
                    if word in _PRONOUNS:
                        votes[places[0].person, _PRONOUNS[word]] += 1
        return [(he, she) for he, she in votes.tolist()]

    def _spans(self, more: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The tokens of each name: those found as a person's, and what is made of the same words."""
        entities = list(self._entities())
        people = [(self._titled(first), end) for first, end, label in entities if label == "PER"]
        own = self._own_words(people, more)
        taken = {place for first, end in people for place in range(first, end)}
        others: set[tuple[str, ...]] = set()
        people += self._speakers(taken, more)
        taken.update(place for first, end in people for place in range(first, end))
        for first, end, label in entities:
            if label != "PER" and not all(
                self.words[place] in own or is_title(self.words[place]) for place in range(first, end)
            ):
                taken.update(range(first, end))  # Marilla is somebody, even where she was taken for a town
                others.add(tuple(self.words[first:end]))
        taken.update(self._again(others))
        people += self._full_names(taken)
        taken.update(place for first, end in people for place in range(first, end))
        yield from people
        yield from self._runs(taken, own)

    def _again(self, others: set[tuple[str, ...]]) -> Iterator[int]:
        """The tokens of all places where these names of several words stand: what was found as a town stays one."""
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for name in others:
            if len(name) > 1:
                lengths[name[0]].add(len(name))
        for place, word in enumerate(self.words):
            for length in lengths.get(word, ()):
                if self.words[place : place + length] in others:
                    yield from range(place, place + length)

    def _speakers(self, taken: set[int], more: Sequence[int]) -> list[tuple[int, int]]:
        """The runs of proper nouns around tokens that name somebody, with their titles, where no name was found."""
        tags, found = self.document.columns["upos"].rows, set[tuple[int, int]]()
        for token in more:
            if token in taken or tags[token] != "PROPN":
                continue
            first, end = token, token + 1
            while first and tags[first - 1] == "PROPN" and first - 1 not in taken:
                first -= 1
            while end < len(tags) and tags[end] == "PROPN" and end not in taken:
                end += 1
            if end - first <= _LONGEST:
                found.add((self._titled(first), end))
        return sorted(found)

    def _full_names(self, taken: set[int]) -> list[tuple[int, int]]:
        """Runs of proper nouns that no name was found in and that begin with a given name or a title."""
        tags, found = self.document.columns["xpos" if "xpos" in self.document.columns else "upos"].rows, []
        sentences, start = set(self.document.sentence_starts.tolist()), -1
        for place, word in enumerate((*self.words, "")):
            goes_on = place < len(tags) and tags[place] in _PROPER and place not in taken and word[:1].isupper()
            goes_on = goes_on and not self.nobody[place]
            if start >= 0 and (not goes_on or place in sentences):
                if self._is_full(start, place):
                    found.append((start, place))
                start = -1
            if goes_on and start < 0:
                start = place
        return found

    def _is_full(self, first: int, end: int) -> bool:
        if not 2 <= end - first <= _LONGEST:
            return False
        name = parse(" ".join(self.words[first:end]))
        if name.couple or name.is_empty:
            return False
        return bool(name.title_gender or (name.is_full and given_gender(name.first)[0]))

    def _entities(self) -> Iterator[tuple[int, int, str]]:
        table = self.document.entity_table
        if table is None:
            return
        for first, end, label in zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True):
            if label != "PER" or not self.nobody[first:end].any():
                yield first, end, label

    def _own_words(self, people: Sequence[tuple[int, int]], more: Sequence[int]) -> set[str]:
        """The words that are people's names, not only once and not only by mistake."""
        seen = Counter(word for word in self.words if word[:1].isupper())
        named = Counter(self.words[place] for first, end in people for place in range(first, end))
        inside = {place for first, end in people for place in range(first, end)}
        named.update(self.words[token] for token in more if token not in inside)
        return {
            word
            for word, count in named.items()
            if count >= _KNOWN and count >= _SHARE * seen[word] and not is_title(word) and word[:1].isupper()
        }

    def _runs(self, taken: set[int], own: set[str]) -> Iterator[tuple[int, int]]:
        """The runs of people's words and titles within sentences that are no names yet."""
        sentences, start = set(self.document.sentence_starts.tolist()), -1
        for place, word in enumerate((*self.words, "")):
            goes_on = place not in taken and (word in own or (word[:1].isupper() and is_title(word)))
            goes_on = goes_on and place < len(self.nobody) and not self.nobody[place]
            if start >= 0 and (not goes_on or place in sentences):
                if any(self.words[each] in own for each in range(start, place)):
                    yield start, place
                start = -1
            if goes_on and start < 0:
                start = place

    def _addressed(self, first: int, starts: set[int]) -> int:
        """Where a name begins with all titles and offices before it, which say who it may be: Judge, Rear Admiral."""
        for place in range(max(first - LONGEST, 0), first):
            before = self.words[place:first]
            crossed = any(each in starts for each in range(place + 1, first + 1))
            if not crossed and all(word[:1].isupper() for word in before) and names_title(" ".join(before)):
                return place
        return first

    def _titled(self, first: int) -> int:
        """Where a name begins with the titles before it."""
        while first and self.words[first - 1][:1].isupper() and is_title(self.words[first - 1]):
            first -= 1
        return first


_LAST: Final[PerThread[list[Cast]]] = PerThread(list)


def cast_of(document: Document) -> Cast:
    """The cast of a document; a thread keeps that of the last one it asked for, since chains and profiles both ask."""
    last = _LAST()
    if last:
        known = last[0].document
        same = known.entity_table is document.entity_table and known.words is document.words
        if same and all(known.columns.get(name) is document.columns.get(name) for name in ("upos", "xpos")):
            return last[0]
    found = Cast(document)
    last[:] = [found]
    return found


def _groups(names: Sequence[PersonName], people: Sequence[int]) -> list[NameGroup]:
    """The forms of each person's name, the fullest first, and the places where they stand."""
    found = [NameGroup() for _ in range(max(people, default=-1) + 1)]
    for place, (name, person) in enumerate(zip(names, people, strict=True)):
        found[person].places.append(place)
        if name not in found[person].names:
            found[person].names.append(name)
    for group in found:
        group.names.sort(key=lambda name: (not name.is_full, -len(name.whole)))
    return found


def _is_full_form(full: PersonName, given: PersonName) -> bool:
    """Whether a full name has this given name."""
    return full.is_full and not full.honorifics and full.first == given.whole


def is_title(word: str) -> bool:
    """Whether a word is a title that stands before names."""
    bare = word.lower().rstrip(".")
    return bare in _TITLES or bool(title_gender(bare))


def _gender(forms: Iterable[tuple[PersonName, int]], he: int, she: int) -> str:
    """The gender that titles say, where there often is one; else that of the pronouns beside a name, or of the name."""
    titles, given = Counter[str](), Counter[str]()
    for form, count in forms:
        titles[form.title_gender] += count
        given[form.gender] += count
    none = titles.pop("", 0)
    if sum(titles.values()) >= _TITLED * none and titles:
        return titles.most_common(1)[0][0]
    if he + she >= _VOTES and max(he, she) >= _MAJORITY * (he + she):
        return "male" if he > she else "female"
    del given[""]
    return given.most_common(1)[0][0] if given else ""
