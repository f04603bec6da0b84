"""Told: where a text itself says that two of its names are one person's, or that two people share a name.

His son Tom Smith, another Rosa Vidal, X who is no relation, two of one name in one list, in one sentence, or of two
ages: these are two. Ann Lee, also known as Ann Rowe, is one. What is said is said of two places where names stand.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, pairwise
from typing import Final

import numpy as np

from namesakes.mentions.list_rows import alone, lists
from namesakes.mentions.nobody import header_sentences
from namesakes.mentions.roles import AGES, Role, Roles
from namesakes.names import PersonName
from namesakes.names.evidence import CALLED, EvidenceKind, NameEvidence, name_evidence
from namesakes.names.grouping import is_wife
from namesakes.names.words import words as listed
from namesakes.text.document import Document

Span = tuple[int, int]
_MALE: Final = frozenset({"he", "him", "his", "himself"})
_FEMALE: Final = frozenset({"she", "her", "hers", "herself"})
_FIRST: Final = frozenset({"i", "me", "my", "mine", "myself"})
_INDEFINITE: Final = frozenset({"a", "an", "one", "certain"})
_DENIALS: Final = frozenset(listed("phrases", "different"))
_OTHERS: Final = frozenset(listed("phrases", "another"))
_DENIED: Final = frozenset(listed("phrases", "denied"))
_WHICH: Final = frozenset(listed("evidence", "which"))
_VERBS: Final = frozenset({"VERB", "AUX", "SCONJ"})
_BECAME: Final = 3
_REACH: Final = 2
"""How many sentences back the one whom a pronoun means may stand."""


@dataclass(frozen=True)
class Told:
    """What is said of the names at two places.

    Parameters
    ----------
    one, other : the numbers of the places.
    same : whether they are one person's.
    words : what says so.
    beside : whether `other` is somebody who is only told of beside `one`, such as kin.
    """

    one: int
    other: int
    same: bool
    words: str
    beside: bool = False


class Telling:
    """What a text says of the names in it. O(words), and O(n²) in the names of one sentence or list.

    Parameters
    ----------
    document : with tags.
    spans : where names stand, in the order of the text.
    names : the names, in parts.
    people : the number of the person whom each one would name by the names alone.
    genders : of these people, as the names say.
    """

    def __init__(
        self,
        document: Document,
        spans: Sequence[Span],
        names: Sequence[PersonName],
        people: Sequence[int],
        genders: Sequence[str],
    ) -> None:
        self.document, self.spans, self.names, self.people, self.genders = document, spans, names, people, genders
        self.words = document.words
        self._known_roles: dict[int, Role] = {}
        starts = document.sentence_starts
        self.sentences = [int(row) for row in np.searchsorted(starts, [span[0] for span in spans], side="right") - 1]
        self.by_sentence = defaultdict[int, list[int]](list)
        for place, sentence in enumerate(self.sentences):
            self.by_sentence[sentence].append(place)

    def role(self, place: int) -> Role:
        """What is said of a name's bearer where it stands."""
        if place not in self._known_roles:
            self._known_roles[place] = self._roles.role(self.spans[place], self.names[place])
        return self._known_roles[place]

    @cached_property
    def _roles(self) -> Roles:
        return Roles(self.document)

    def all(self) -> list[Told]:
        """Everything that is said, each pair of places once; what words say comes first."""
        found: dict[tuple[int, int], Told] = {}
        every = (self._said(), self._married(), self._introduced(), self._listed(), self._repeated(), self._described())
        for told in chain.from_iterable(every):
            key = min(told.one, told.other), max(told.one, told.other)
            if told.one != told.other and key not in found:
                found[key] = told
        return list(found.values())

    # What words say.

    def _said(self) -> Iterator[Told]:
        """What phrases and kin words say."""
        edges = [*self.document.sentence_starts.tolist(), len(self.words)]
        for sentence, (first, end) in enumerate(pairwise(edges)):
            inside = [
                (self.spans[place][0] - first, self.spans[place][1] - first) for place in self.by_sentence[sentence]
            ]
            near = inside or any(self.by_sentence[each] for each in range(sentence - _REACH, sentence))
            if not near:
                continue
            for evidence in name_evidence(self.words[first:end], inside):
                told = self._of(evidence, sentence, first)
                if told is not None:
                    yield told

    def _of(self, evidence: NameEvidence, sentence: int, first: int) -> Told | None:
        """What evidence of a sentence says of two places."""
        one, other = (self._place(span, sentence, first) for span in (evidence.one, evidence.other))
        if evidence.kind == EvidenceKind.UNRELATED:
            return self._unrelated(evidence, one, other)
        if other is None:
            return None
        if evidence.words.isupper() and not self.names[other].text.isupper():
            return None  # a heading
        if one is None and evidence.one is not None:
            one = self._meant(evidence.one[0] + first, sentence, other)
        if one is None and evidence.kind == EvidenceKind.KIN and evidence.words.endswith(CALLED):
            one = next((each for each in range(other - 1, -1, -1) if self.people[each] == self.people[other]), None)
        if one is None:
            return None
        if evidence.kind == EvidenceKind.KIN:
            return Told(one, other, same=False, words=evidence.words, beside=True)
        born = evidence.words == "born" and self.names[other].is_full
        if evidence.kind == EvidenceKind.ALIAS or born or self._same_given(one, other):
            return Told(one, other, same=True, words=evidence.words)
        return None

    def _unrelated(self, evidence: NameEvidence, one: int | None, other: int | None) -> Told | None:
        """Two of one name: the one who is spoken of, and the nearest other place of the same name."""
        new, rest = (one, other) if one is not None else (other, None)
        if new is None or (evidence.words in _DENIALS and (other is None or not self._is_pointed_out(other))):
            return None
        if rest is not None and self.people[rest] == self.people[new]:
            return Told(min(rest, new), max(rest, new), same=False, words=evidence.words)
        another = evidence.words.casefold() in _OTHERS  # the other Hartley: somebody of that name was named before
        denied = evidence.words.casefold() in _DENIED
        if (another and self.sentences[new] in self._headers) or (denied and not self._is_pointed_out(new)):
            return None
        old = self._namesake(new) if self.names[new].is_full or another or denied else None
        return None if old is None else Told(old, new, same=False, words=evidence.words, beside=True)

    def _is_pointed_out(self, place: int) -> bool:
        """Whether a name stands there for one of several bearers: not the Reyes who sails, not the Dan Reyes."""
        end = self.spans[place][1]
        if self.words[end : end + 1] and self.words[end].lower() in _WHICH:
            return True
        ends = end >= len(self.words) or end in self._starts or not self._is_noun(end)
        return self.names[place].is_full and ends

    @cached_property
    def _starts(self) -> frozenset[int]:
        return frozenset(self.document.sentence_starts.tolist())

    @cached_property
    def _headers(self) -> frozenset[int]:
        """The sentences of headers: "Subject: The other Dan Reyes" is the one of whom the mail then speaks."""
        return header_sentences(self.document)

    def _namesake(self, place: int) -> int | None:
        """The nearest place before, or else behind, with a name that would be the same person's."""
        own = self.people[place]
        before = next((each for each in range(place - 1, -1, -1) if self.people[each] == own), None)
        if before is not None:
            return before
        return next((each for each in range(place + 1, len(self.people)) if self.people[each] == own), None)

    def _place(self, span: Span | None, sentence: int, first: int) -> int | None:
        if span is None:
            return None
        start, end = span[0] + first, span[1] + first
        return next((place for place in self.by_sentence[sentence] if self.spans[place] == (start, end)), None)

    def _meant(self, token: int, sentence: int, other: int) -> int | None:
        """The place of the name that a pronoun means: the last one before that goes with it."""
        word = self.words[token].lower()
        if word in _FIRST:
            return self._speaker(token, sentence)
        if word in ("our", "your", "their", "they", "we", "you"):
            return None
        wanted = "male" if word in _MALE else "female" if word in _FEMALE else ""
        for back in range(sentence, max(sentence - _REACH - 1, -1), -1):
            near = [place for place in self.by_sentence[back] if self.spans[place][1] <= token and place != other]
            fitting = [place for place in near if not wanted or self._gender(place, other) in (wanted, "")]
            if fitting:
                sure = [place for place in fitting if self._gender(place, other) == wanted]
                return (sure or fitting)[-1 if back == sentence else 0]
        return None

    def _gender(self, place: int, other: int) -> str:
        """The gender of the person at a place; by the name there alone where it would be the same one as the other."""
        person = self.people[place]
        return self.names[place].gender if person == self.people[other] else self.genders[person]

    def _speaker(self, token: int, sentence: int) -> int | None:
        """Who says *I*: the name before a colon that begins the paragraph, or behind *I* or *me* itself."""
        if token + 1 < len(self.words):
            behind = token + 1 + (self.words[token + 1] == ",")
            own = next((place for place in self.by_sentence[sentence] if self.spans[place][0] == behind), None)
            if own is not None and self.words[token].lower() in ("i", "me"):
                return own
        starts = self.document.paragraph_starts
        first = int(starts[np.searchsorted(starts, token, side="right") - 1]) if len(starts) else 0
        label = next((place for place, span in enumerate(self.spans) if span[0] == first), None)
        if label is not None and self.words[self.spans[label][1] : self.spans[label][1] + 1] == (":",):
            return label
        return self._author

    @cached_property
    def _author(self) -> int | None:
        """Who writes: the name behind *I* or *me*, or behind "From:", or else the one that a letter ends with."""
        for place, (first, _) in enumerate(self.spans):
            before = tuple(word.lower() for word in self.words[max(first - 2, 0) : first])
            if before[-1:] in (("me",), ("i",)) or before == ("from", ":"):
                return place
        last = len(self.spans) - 1
        signed = last >= 0 and self.spans[last][1] >= len(self.words) - 1 and alone(self.document, self.spans[last])
        return last if signed else None

    def _same_given(self, one: int, other: int) -> bool:
        """Whether two names have no two given names: one who changes the surname keeps the other."""
        mine, theirs = self.names[one], self.names[other]
        return not (mine.first and theirs.first) or mine.first[:1] == theirs.first[:1]

    def _married(self) -> Iterator[Told]:
        """Names that somebody had or has: Ann Lee is Mrs. Rowe now; Ann Rowe, then Ann Lee."""
        for one, other in pairwise(range(len(self.spans))):
            between = [word.lower() for word in self.words[self.spans[one][1] : self.spans[other][0]]]
            if not 0 < len(between) <= _BECAME or self.sentences[one] != self.sentences[other]:
                continue
            if not all(word in listed("evidence", "became") or word == "," for word in between) or set(between) <= {
                ","
            }:
                continue
            mine, theirs = self.names[one], self.names[other]
            wife = is_wife(theirs) and mine.gender != "male" and not is_wife(mine)
            if wife or (mine.is_full and theirs.is_full and mine.first == theirs.first):
                yield Told(one, other, same=True, words=" ".join(word for word in between if word != ","))

    # What else tells of two.

    def _introduced(self) -> Iterator[Told]:
        """Whoever an indefinite article introduces is not the one of that name who is known: a Tom Smith who writes."""
        for place, (first, end) in enumerate(self.spans):
            article = self.words[first - 1].lower() if first else ""
            if article not in _INDEFINITE or not self.names[place].is_full:
                continue
            if self.words[end : end + 1] and self._is_noun(end):
                continue
            old = next((each for each in range(place) if self.people[each] == self.people[place]), None)
            if old is not None:
                name = " ".join(self.words[first:end])
                yield Told(old, place, same=False, words=f"{article} {name}", beside=True)

    def _is_noun(self, token: int) -> bool:
        return self._tags[token] in ("NOUN", "PROPN", "NN", "NNS", "NNP", "PART", "POS")

    def _listed(self) -> Iterator[Told]:
        """A list has nobody twice: two of one name that begin rows of it are two."""
        blocks = defaultdict[tuple[int, int], list[int]](list)
        for block, places in lists(self.document, self.spans).items():
            for place in places:
                blocks[block, self.people[place]].append(place)
        for places in blocks.values():
            for one, other in combinations(places, 2):
                yield Told(one, other, same=False, words="two rows of one list")

    def _repeated(self) -> Iterator[Told]:
        """A clause does not repeat a whole name for one person, nor a sentence with another role."""
        for places in self.by_sentence.values():
            whole = [place for place in places if self.names[place].is_full]
            for one, other in pairwise(whole):
                between = self.words[self.spans[one][1] : self.spans[other][0]]
                equal = self.people[one] == self.people[other] and self.names[one].whole == self.names[other].whole
                plain = len(between) > 1 and all(word.isalpha() for word in between)
                plain = plain and not self._has_verb(self.spans[one][1], self.spans[other][0])
                if equal and (plain or self._roles_differ(one, other)):
                    yield Told(one, other, same=False, words="named twice in one sentence")

    def _has_verb(self, first: int, end: int) -> bool:
        return any(tag in _VERBS or tag.startswith("VB") for tag in self._tags[first:end])

    @cached_property
    def _tags(self) -> Sequence[str]:
        column = self.document.columns.get("upos", self.document.columns.get("xpos"))
        return [""] * len(self.words) if column is None else column.rows

    def _ageing(self, place: int) -> bool:
        """Whether a word that tells the old from the young stands near the name, so that its role is worth a look."""
        first, end = self.spans[place]
        return not AGES.isdisjoint(word.lower() for word in self.words[max(first - 3, 0) : end + 2])

    def _roles_differ(self, one: int, other: int) -> bool:
        mine, theirs = self.role(one).words, self.role(other).words
        return bool(mine and theirs) and mine.isdisjoint(theirs)

    def _described(self) -> Iterator[Told]:
        """Two of one whole name whose ages, years of birth or introductions contradict each other."""
        bearers = defaultdict[int, list[int]](list)
        for place, name in enumerate(self.names):
            if name.is_full or self._ageing(place):
                bearers[self.people[place]].append(place)
        for places in bearers.values():
            if len(places) < 2:
                continue
            told = [place for place in places if self.role(place) != Role()]
            for one, other in combinations(told, 2):
                why = self.role(one).contradicts(self.role(other))
                if not why and self._warned and self._roles_differ(one, other):
                    words = (min(self.role(place).words) for place in (one, other))
                    why = "the text says that names are shared; {} and {}".format(*words)
                if why:
                    yield Told(one, other, same=False, words=why)

    @cached_property
    def _warned(self) -> bool:
        """Whether the text says anywhere that people share a name."""
        text = " ".join(self.document.text.lower().split())
        return any(
            f" {phrase}" in text or f"“{phrase}" in text or f'"{phrase}' in text for phrase in listed("warnings")
        )
