"""Facts: what the patterns find of a subject, each with its evidence."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Final

from namesakes.profiles.classes import Classes, is_occupation, is_office, name_span
from namesakes.profiles.matcher import Match, Matcher
from namesakes.profiles.names import plain
from namesakes.profiles.patterns import Pattern, TextPattern, patterns
from namesakes.profiles.profile import Evidence, Fact
from namesakes.profiles.reading import Reading
from namesakes.profiles.subjects import Spot, Subject
from namesakes.profiles.titles import office_at_end, office_in, office_line
from namesakes.profiles.words import entries, words

_BEFORE, _AFTER = 170, 200
"""Characters before and after a name that expressions look at."""

_HEADER: Final = 1000
"""Characters at the start of a document where its own date stands."""

_CHECKS: Final[dict[str, Callable[[str], tuple[int, int] | None]]] = {
    "office": office_in,
    "whole office": partial(office_in, lines=False),
    "office at end": office_at_end,
    "office line": office_line,
    "occupation": lambda text: (0, len(text)) if is_occupation(text.lower()) and not is_office(text.lower()) else None,
}
"""How the value of an expression is checked and cut."""

_PHRASE_LABELS: Final = frozenset({"amod", "compound", "flat", "nmod:desc"})


class FactFinder:
    """Finds the facts of the subjects of one document."""

    def __init__(self, reading: Reading, subjects: Sequence[Subject]) -> None:
        self.reading, self.patterns, self.subjects = reading, patterns(), subjects
        self.classes = Classes(reading, subjects)
        self._matcher = Matcher(reading, self.classes)
        self._addresses = self._assigned(subjects)
        self._read: dict[int, list[tuple[Fact, Subject | None]]] = {}

    def facts(self, subject: Subject) -> tuple[Fact, ...]:
        """The facts of a subject in the order of the text, each once."""
        found: dict[tuple[str, str, str], Fact] = {}
        told = [*(fact for fact, _ in self._trees(subject)), *self._relatives(subject)]
        all_of_it = [*told, *self._texts(subject), *self._near(subject), *self._dates()]
        all_of_it.sort(key=lambda fact: (fact.evidence.start, -fact.evidence.end))
        for fact in all_of_it:
            kin = entries("family").get(fact.relation, fact.relation)
            known = found.setdefault((fact.field, plain(fact.value), kin), fact)
            if known.relation == kin != fact.relation:  # "brother" says more than "sibling"
                found[fact.field, plain(fact.value), kin] = fact
        return _without_repeats(list(found.values()))

    def _trees(self, subject: Subject) -> list[tuple[Fact, Subject | None]]:
        """The facts of the dependency trees, each with the subject that its value names."""
        known = self._read.get(id(subject))
        if known is None:
            known = self._read[id(subject)] = list(self._matched(subject))
        return known

    def _matched(self, subject: Subject) -> Iterator[tuple[Fact, Subject | None]]:
        starts = self.patterns.trees.get(subject.kind, ())
        seen: set[tuple[str, int, int]] = set()
        for spot in subject.spots:
            heads = {spot.head} if spot.name is None else {spot.head, self._head(spot)}
            for head in sorted(heads):
                for match in self._matcher.matches(starts, head):
                    key = (match.pattern.name, match.value, match.relation)
                    if key not in seen:
                        seen.add(key)
                        yield from self._fact(subject, match)

    def _relatives(self, subject: Subject) -> Iterator[Fact]:
        """The relatives that are told of when the others are spoken of: whose wife she is, is her husband."""
        for other in self.subjects:
            if other.kind != "person" or not other.full or other.chain in subject.chains:
                continue
            for fact, whom in self._trees(other):
                if fact.field == "family" and whom is not None and whom.chain in subject.chains:
                    kin = entries("family").get(fact.relation, fact.relation)
                    yield replace(fact, value=other.full, relation=next(iter(words("inverse", kin))))

    def _head(self, spot: Spot) -> int:
        """The head of the name in a mention."""
        assert spot.name is not None
        first, last = spot.name
        heads = self.reading.heads
        return next((token for token in range(first, last) if not first <= heads[token] < last), last - 1)

    def _fact(self, subject: Subject, match: Match) -> Iterator[tuple[Fact, Subject | None]]:
        """The fact of a match, unless it says nothing: a value that is the subject itself, or has no name."""
        pattern, token = match.pattern, match.value
        first, last, value = self._value(pattern, token)
        other = self.classes.subject_at.get(token)
        if pattern.field == "family":
            if other is None or other.chain in subject.chains or not other.full or other.kind != "person":
                return
            value = other.full
        if not value or plain(value) == plain(subject.full):
            return
        relation = self._relation(pattern, match.relation)
        field = self._field(pattern, token, value)
        yield self._with_evidence(field, value, first, last, pattern.name, relation), other

    def _value(self, pattern: Pattern, token: int) -> tuple[int, int, str]:
        """The words of a value, and how it is written down."""
        reading = self.reading
        if pattern.field in ("birth", "death", "date"):
            span = reading.date_at(token)
            assert span is not None
            return token, token + 1, " ".join(reading.text[slice(*span)].split())
        if pattern.field == "role" or (pattern.field == "education" and self.classes.test("degree", token)):
            first, last = self._phrase(token)
        elif pattern.field in ("nationality", "religion", "ethnicity"):
            table = {"nationality": "nationalities", "religion": "religions", "ethnicity": "ethnicities"}[pattern.field]
            first, last = token + 1 - max(self.classes.listed(token, table), 1), token + 1
        elif pattern.field == "age":
            first, last = token, token + 1
        else:
            first, last = name_span(reading, token)
        return first, last, reading.span_text(first, last)

    def _phrase(self, token: int) -> tuple[int, int]:
        """A noun with the words before it that say more of it, and with `of …` where that is no name."""
        reading, first, last = self.reading, token, token + 1
        while first > 0 and reading.heads[first - 1] in range(first, token + 1) and self._in_phrase(first - 1):
            first -= 1
        for child in reading.children[token]:
            said = child == last + 1 and reading.labels[child] == "nmod" and reading.lower[last] in ("of", "for")
            if said and reading.entity_of[child] < 0 and not self.classes.test("person", child):
                last = child + 1
        return first, last

    def _in_phrase(self, token: int) -> bool:
        reading = self.reading
        lemma, classes = reading.lower[token], self.classes
        if reading.labels[token] not in _PHRASE_LABELS or lemma in words("modifiers", "not"):
            return False
        lists = ("nationalities", "religions", "ethnicities")
        return reading.entity_of[token] < 0 and not any(classes.listed(token, table) for table in lists)

    def _field(self, pattern: Pattern, token: int, value: str) -> str:
        """The field that a value goes into."""
        if pattern.field == "role":
            office = plain(value) in words("offices") or is_office(self.reading.lemmas[token])
            return "title" if office else "occupation"
        if pattern.field == "employer" and set(plain(value).split()) & words("organizations", "member"):
            return "member"
        return pattern.field

    def _relation(self, pattern: Pattern, token: int) -> str:
        """The relation that a pattern tells."""
        if pattern.relation == "R":
            return self.reading.lemmas[token]
        if pattern.relation == "inverse R":
            return next(iter(words("inverse", entries("family")[self.reading.lemmas[token]])))
        return pattern.relation

    def _texts(self, subject: Subject) -> Iterator[Fact]:
        """The facts of the expressions beside names."""
        if subject.kind != "person":
            return
        for spot in subject.spots:
            if spot.name is not None:
                for each in self.patterns.texts:
                    yield from self._beside(each, spot.name)

    def _beside(self, each: TextPattern, name: tuple[int, int]) -> Iterator[Fact]:
        reading, text = self.reading, self.reading.text
        start, end = reading.starts[name[0]], reading.ends[name[1] - 1]
        low = max(0, start - _BEFORE)
        after = None if each.after is None else each.after.search(text[end : end + _AFTER])
        if each.after is not None and after is None:
            return
        if each.check == "office at end" and not (name[0] and reading.words[name[0] - 1][:1].isupper()):
            return
        before = None if each.before is None else each.before.search(text[low:start])
        if each.before is not None and before is None:
            return
        found, offset = (before, low) if before is not None and "value" in before.groupdict() else (after, end)
        assert found is not None
        first, last = found.span("value")
        if each.check:
            cut = _CHECKS[each.check](found["value"])
            if cut is None:
                return
            first, last = first + cut[0], first + cut[1]
        value = " ".join(text[offset + first : offset + last].split())
        tokens = reading.token_at(offset + first), reading.token_at(offset + last - 1) + 1
        yield self._with_evidence(each.pattern.field, value, *tokens, each.pattern.name, "")

    def _near(self, subject: Subject) -> Iterator[Fact]:
        """The addresses that belong to a subject."""
        for pattern, first, last, value in self._addresses.get(subject.chain, ()):
            yield self._with_evidence(pattern.field, value, first, last, pattern.name, "")

    def _assigned(self, subjects: Sequence[Subject]) -> dict[int, list[tuple[Pattern, int, int, str]]]:
        """The addresses in the text by the subject that each one belongs to: the person named last before it."""
        found: dict[int, list[tuple[Pattern, int, int, str]]] = {}
        people = [subject for subject in subjects if subject.kind == "person"]
        names = sorted((spot.name[1], subject.chain) for subject in people for spot in subject.spots if spot.name)
        for each in self.patterns.addresses if names else ():
            for match in each.expression.finditer(self.reading.text):
                first = self.reading.token_at(match.start())
                owner = self._owner(match[0], first, names, people)
                if owner is not None:
                    last = self.reading.token_at(match.end() - 1) + 1
                    found.setdefault(owner, []).append((each.pattern, first, last, match[0]))
        return found

    def _owner(
        self, address: str, token: int, names: Sequence[tuple[int, int]], people: Sequence[Subject]
    ) -> int | None:
        """The person whose family name is in an address, else the one named last in the words before it."""
        near = [(place, chain) for place, chain in names if token - 40 <= place <= token + 15]
        families = {subject.chain: plain(subject.name.family) for subject in people}
        alike = [chain for _, chain in near if len(families[chain]) > 2 and families[chain] in address.lower()]
        before = [chain for place, chain in near if place <= token and token - place <= 25]
        return alike[-1] if alike else before[-1] if before else None

    def _dates(self) -> Iterator[Fact]:
        """The date of the document, which is one of everybody in it."""
        for start, end in self._header_dates:
            value = " ".join(self.reading.text[start:end].split())
            tokens = self.reading.token_at(start), self.reading.token_at(end - 1) + 1
            yield self._with_evidence("date", value, *tokens, self.patterns.dates["header"].name, "")

    @cached_property
    def _header_dates(self) -> list[tuple[int, int]]:
        """The first date in a line without a verb at the start of the document: its own."""
        reading = self.reading
        for start, end in reading.dates_between(0, _HEADER):
            low, high = reading.text.rfind("\n", 0, start) + 1, reading.text.find("\n", end)
            line = range(reading.token_at(low), reading.token_at(high if high >= 0 else len(reading.text)) + 1)
            sentence = reading.sentence_of[reading.token_at(start)]
            whole = range(reading.sentence_edges[sentence], reading.sentence_edges[sentence + 1])
            if any(not any(reading.tags[token] in ("VERB", "AUX") for token in tokens) for tokens in (line, whole)):
                return [(start, end)]
        return []

    def _with_evidence(self, field: str, value: str, first: int, last: int, pattern: str, relation: str) -> Fact:
        reading = self.reading
        start, end = reading.starts[first], reading.ends[last - 1]
        return Fact(field, value, Evidence(start, end, reading.sentence_text(first), pattern), relation)


def _without_repeats(facts: list[Fact]) -> tuple[Fact, ...]:
    """The facts without dates that were told as birth or death, and values that are part of a longer one."""
    lives = {plain(fact.value) for fact in facts if fact.field in ("birth", "death")}
    kept = [fact for fact in facts if fact.field != "date" or plain(fact.value) not in lives]
    same = [(fact.field, fact.evidence.start, fact.evidence.end) for fact in kept]
    return tuple(
        fact
        for fact in kept
        if not any(
            fact.field == field
            and (start, end) != (fact.evidence.start, fact.evidence.end)
            and start <= fact.evidence.start
            and fact.evidence.end <= end
            and field == "title"
            for field, start, end in same
        )
    )
