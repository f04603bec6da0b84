"""Naming: what a chain is called, and the tokens of the name in a mention.

A chain is called by its most frequent complete name: that of a person with a given name and a surname, of anything else
one of several words. A name is proper nouns side by side, without the verbs, clauses, appositions and brackets around
them. A chain without a name is called by its most frequent description, the shortest of several; one of pronouns, or
without tags, by its first mention.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from namesakes.names import compare, parse
from namesakes.names.people import is_person_noun
from namesakes.names.titles import is_title

if TYPE_CHECKING:
    from namesakes.text.document import Document

Span = tuple[int, int]

POSSESSIVE = ("'s", "’s", "'", "’")
_INSIDE = frozenset({"of", "for", "the", "de", "du", "la", "van", "von", "der", "den", "al", "bin", "&", "-", "–"})
"""Small words that may stand within a name, beside those of named entities."""
_BREAKS = frozenset(",;:()[]{}—–…") | {"--", "...", "-LRB-", "-RRB-"}
_VERBAL = ("VERB", "AUX", "PRON", "SCONJ", "CCONJ")
_PEOPLE = ("PER", "PERSON", "person")
_LONGEST = 8
"""The words that a name may have."""
_MOST = 24
"""So many complete names of a chain are held against the others, the most frequent ones."""


@dataclass(frozen=True)
class Naming:
    """What a chain is called.

    Parameters
    ----------
    proper : whether it is a name, not a description.
    person : whether it may be a person's.
    found : whether a person's name was found in the chain; true where none were looked for.
    mixed : whether the chain has both Miss and Mrs. in it, so that one of them is probably somebody else.
    """

    text: str
    proper: bool
    person: bool = False
    mixed: bool = False
    found: bool = True


class Namer:
    """Finds the names of one document's mentions and chains; its columns are looked up once."""

    def __init__(self, document: "Document") -> None:
        self.document, self.words = document, document.words
        columns = document.columns
        count = len(self.words)
        self._tagged = "upos" in columns or "xpos" in columns
        self._upos = columns["upos"].rows if "upos" in columns else ("",) * count
        self._xpos = columns["xpos"].rows if "xpos" in columns else ("",) * count
        self._labels = columns["label"].rows if "label" in columns else ("",) * count
        self._entities: dict[int, tuple[int, int, str]] = {}
        if document.entity_table is not None:
            table = document.entity_table
            for first, end, label in zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True):
                self._entities.update(dict.fromkeys(range(first, end), (first, end, label)))

    def chain(self, place: int) -> Naming:
        """What a chain is called. O(mentions), and forms of its names squared."""
        table = self.document.mention_table
        assert table is not None
        forms: Counter[str] = Counter()
        people = others = 0
        members = table.members(place).tolist()
        for mention in members:
            span = self.name(mention)
            if span is not None:
                forms[bare(self.text(*span))] += 1
                label = self._entities.get(span[1] - 1, (0, 0, ""))[2]
                people, others = people + (label in _PEOPLE), others + (label not in ("", *_PEOPLE))
        found = _named(forms, person=people >= others) if forms else None
        if found is None or (found.person and _is_bare_title(found.text)):  # Captain, in a heading
            return self._described(members)
        return replace(found, found=people > 0 or self.document.entity_table is None)

    def name(self, mention: int) -> Span | None:
        """The tokens of the name that a mention is, or has at its head or right behind it; None where there is none."""
        span, head = self._bounds(mention)
        if span is None:
            return None
        first, end = span
        if not self._is_proper(head) and self._entities.get(head, (0, 0, ""))[2] != "PER":
            place = self._behind(head, end)
            beside = self._entities.get(place)
            if beside is None or beside[0] != place or beside[1] > end or beside[2] != "PER":
                return None
            if place > head + 1 and not self._is_apposed(place, beside[1], end):
                return None
            first, head = head + 1, place
        return self._whole(first, end, head) or self._run(first, end, head)

    def _behind(self, head: int, end: int) -> int:
        """Where a name behind a description begins: right behind it, or behind a comma and titles."""
        place = head + 1
        if place in self._entities:
            return place
        while place < end and not self._breaks(place):
            place += 1  # counsel for the farm, Ann Lee
        place += 1
        while place < end and place not in self._entities and is_title(self.words[place]):
            place += 1
        return place

    def _is_apposed(self, first: int, stop: int, end: int) -> bool:
        """Whether a person's name behind a comma says who is described before it: the driver, Ann Lee."""
        while self.words[first - 1] != "," and is_title(self.words[first - 1]):
            first -= 1
        if self.words[first - 1] != ",":
            return False
        said = any(self._labels[place].startswith("appos") for place in range(first, stop))
        return said and (stop == end or self.words[stop] in _BREAKS)

    def text(self, first: int, end: int) -> str:
        """The text of tokens on one line."""
        document = self.document
        return " ".join(document.text[int(document.starts[first]) : int(document.ends[end - 1])].split())

    def _bounds(self, mention: int) -> tuple[Span | None, int]:
        """The tokens of a mention without the ending of a possessive, and its head; none where it has several parts."""
        table = self.document.mention_table
        assert table is not None
        begin = int(table.offsets[mention])
        if int(table.offsets[mention + 1]) - begin > 1:
            return None, -1
        first, end = int(table.starts[begin]), int(table.ends[begin])
        end -= end - first > 1 and self.words[end - 1] in POSSESSIVE
        head = -1 if table.heads is None else int(table.heads[mention])
        return (first, end), head if first <= head < end else self._likely_head(first, end)

    def _likely_head(self, first: int, end: int) -> int:
        """The last word before a preposition, a clause, an apposition or a bracket."""
        for place in range(first + 1, end):
            if self._breaks(place) or self._upos[place] == "ADP" or self._xpos[place] == "IN":
                return place - 1
        return end - 1

    def _breaks(self, place: int) -> bool:
        """Whether a name or a description does not go on at a token: a comma, a bracket, a verb, a relative pronoun."""
        if self.words[place] in _BREAKS:
            return True
        tag = self._xpos[place]
        return self._upos[place] in _VERBAL or tag.startswith(("VB", "MD", "W")) or tag in ("PRP", "CC")

    def _is_proper(self, place: int) -> bool:
        return self._upos[place] == "PROPN" or self._xpos[place].startswith("NNP")

    def _whole(self, first: int, end: int, head: int) -> Span | None:
        """All of a short mention, where it is a name with small words in it: the Bank of England."""
        if end - first > _LONGEST or not self._is_proper(end - 1):
            return None
        if not self._is_proper(first) and self.words[first].lower() != "the":
            return None
        low, high, label = self._entities.get(head, (first, end, ""))
        if label == "PER" and first <= low < high <= end:  # Ann Lee of London is Ann Lee
            return None
        for place in range(first, end):
            if self._breaks(place) or self._labels[place].startswith("appos"):
                return None
            if not self._is_proper(place) and self.words[place].lower() not in _INSIDE:
                return None
        return first, end

    def _run(self, first: int, end: int, head: int) -> Span:
        """The proper nouns around a token, with all of the named entity that it is in."""
        low, high, _ = self._entities.get(head, (head, head + 1, ""))
        inside = first <= low < high <= end and not any(map(self._breaks, range(low, high)))
        start, stop = (low, high) if inside else (head, head + 1)
        while start > first and self._goes_on(start - 1) and not (inside and _is_trade(self.words[start - 1])):
            start -= 1
        while stop < end and self._goes_on(stop) and stop not in self._entities:
            stop += 1
        if start == first + 1 and self.words[first].lower() == "the":
            start = first
        while stop - start > 1 and self.words[stop - 1] in POSSESSIVE:
            stop -= 1
        return start, stop

    def _goes_on(self, place: int) -> bool:
        return self._is_proper(place) and not self._labels[place].startswith("appos") and not self._breaks(place)

    def _described(self, members: list[int]) -> Naming:
        """The most frequent description of a chain without a name, the shortest of several; else its first mention."""
        forms: Counter[str] = Counter()
        for mention in members if self._tagged else ():
            span, head = self._bounds(mention)
            if span is None or self._upos[head] == "PRON" or self._xpos[head].startswith(("PRP", "W")):
                continue
            end = head + 1 if any(map(self._breaks, range(head + 1, span[1]))) else span[1]
            forms[self.text(span[0], end)] += 1
        if forms:
            alike = Counter[str]()
            for form, count in forms.items():
                alike[form.lower()] += count
            return Naming(min(forms, key=lambda form: (-alike[form.lower()], len(form))), proper=False)
        return Naming(" ".join(self.document.mentions[members[0]].text.split()) if members else "", proper=False)


def bare(name: str) -> str:
    """A name without the ending of a possessive that is written with it."""
    return name[:-2] if name.endswith(("'s", "’s")) and len(name) > 3 else name


def _is_bare_title(name: str) -> bool:
    """Whether a name is a title and nothing else."""
    return is_title(name) and parse(name).is_empty


def _is_trade(word: str) -> bool:
    """Whether a word before somebody's name only says what he or she does: Baker Ann Lee."""
    return is_person_noun(word) and not is_title(word)


def _named(forms: Counter[str], *, person: bool) -> Naming:
    """The complete name that most names agree with, of equals the most frequent; else the most frequent name.

    A complete name that contradicts the most frequent one, and fewer names agree with, is somebody else's. A person's
    name in capitals, as headings have them, counts only where there is no other.
    """
    if person:
        forms = Counter({form: count for form, count in forms.items() if not form.isupper()}) or forms
    usual = min(forms, key=lambda form: (-forms[form], -len(form)))
    complete = sorted((form for form in forms if is_complete(form, person=person)), key=lambda form: -forms[form])
    mixed = {"miss", "mrs"} <= {form.split()[0].lower().rstrip(".") for form in forms}
    if not complete:
        return Naming(usual, proper=True, person=person, mixed=mixed)
    agreeing = {
        form: sum(count for other, count in forms.items() if agree(other, form, person=person))
        for form in complete[:_MOST]
    }
    best = min(agreeing, key=lambda form: (-agreeing[form], -forms[form]))
    if agreeing[best] < forms[usual] and not agree(usual, best, person=person):
        best = usual
    return Naming(best, proper=True, person=person, mixed=mixed)


def is_complete(name: str, *, person: bool) -> bool:
    """Whether a name says all that is usually said: a person's given name and surname, of anything else two words."""
    if person:
        return parse(name).is_full
    return sum(word[:1].isupper() for word in name.split() if word.lower() != "the") > 1


def agree(one: str, other: str, *, person: bool) -> bool:
    """Whether a name may stand for the same as another: equal, a short form, compatible, or made of its words."""
    if person and compare(one, other).may_be_same:
        return True
    mine, theirs = (set(name.lower().removeprefix("the ").split()) for name in (one, other))
    return mine <= theirs
