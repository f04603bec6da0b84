"""Facts: what the patterns find of a subject, each with its evidence."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Final

from namesakes.profiles.classes import Classes, is_occupation, is_office, is_somebody, name_span
from namesakes.profiles.doubts import Doubts, parted
from namesakes.profiles.matcher import Match, Matcher
from namesakes.profiles.names import plain
from namesakes.profiles.parsed_document import ParsedDocument
from namesakes.profiles.patterns import Pattern, TextPattern, patterns
from namesakes.profiles.profile import Evidence, Fact
from namesakes.profiles.subjects import Subject, SubjectMention
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
    "somebody": lambda text: (0, len(text)) if is_somebody(re.split(r"\W", text.lower(), maxsplit=1)[0]) else None,
}
"""How the value of an expression is checked and cut."""

_PHRASE_LABELS: Final = frozenset({"amod", "compound", "flat", "nmod:desc"})


class FactFinder:
    """Finds the facts of the subjects of one document."""

    def __init__(self, parsed: ParsedDocument, subjects: Sequence[Subject]) -> None:
        self.parsed, self.patterns, self.subjects = parsed, patterns(), subjects
        self.classes = Classes(parsed, subjects)
        self._matcher = Matcher(parsed, self.classes)
        self.doubts = Doubts(parsed, self.classes)
        self._addresses = self._assigned(subjects)
        self._read: dict[int, list[tuple[Fact, Subject | None]]] = {}

    def facts(self, subject: Subject) -> tuple[Fact, ...]:
        """The facts of a subject in the order of the text, each once."""
        found: dict[tuple[str, str, str], Fact] = {}
        told = [*(fact for fact, _ in self._trees(subject)), *self._relatives(subject)]
        all_of_it = [*told, *self._texts(subject), *self._near(subject), *self._dates]
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
        for mention in subject.mentions:
            heads = {mention.head} if mention.name is None else {mention.head, self._head(mention)}
            for head in sorted(heads):
                for match in self._matcher.matches(starts, head):
                    key = (match.pattern.name, match.value, match.relation)
                    if key not in seen and not self._parted(head, match.value):
                        seen.add(key)
                        yield from self._fact(subject, match, head)

    def _parted(self, head: int, value: int) -> bool:
        """Whether the edge of a cell or of an item lies between two words."""
        low, high = sorted((head, value))
        return low < high and parted(self.parsed.text, self.parsed.ends[low], self.parsed.starts[high])

    def _relatives(self, subject: Subject) -> Iterator[Fact]:
        """The relatives that are told of when the others are spoken of: whose wife she is, is her husband."""
        places = sorted({place for chain in subject.chains for place in self._family_of.get(chain, ())})
        for fact, other, _ in (self._family[place] for place in places):
            if other.chain not in subject.chains:
                kin = entries("family").get(fact.relation, fact.relation)
                yield replace(fact, value=other.full, relation=next(iter(words("inverse", kin))))

    @cached_property
    def _family(self) -> list[tuple[Fact, Subject, Subject]]:
        """What is told of the relatives of the people of the document: the fact, whom it is of, and the relative."""
        return [
            (fact, person, whom)
            for person in self.subjects
            if person.kind == "person" and person.full
            for fact, whom in self._trees(person)
            if fact.field == "family" and whom is not None
        ]

    @cached_property
    def _family_of(self) -> dict[int, list[int]]:
        """The places of what is told of relatives, by the chain of the relative."""
        found: dict[int, list[int]] = {}
        for place, (_, _, whom) in enumerate(self._family):
            found.setdefault(whom.chain, []).append(place)
        return found

    def _head(self, mention: SubjectMention) -> int:
        """The head of the name in a mention."""
        assert mention.name is not None
        first, end = mention.name
        heads = self.parsed.heads
        for token in range(first, end):
            if not first <= heads[token] < end:
                return token
        return end - 1

    def _fact(self, subject: Subject, match: Match, head: int) -> Iterator[tuple[Fact, Subject | None]]:
        """The fact of a match, unless it says nothing: a value that is the subject itself, or has no name."""
        pattern, token = match.pattern, match.value
        first, end, value = self._value(pattern, token)
        other = self.classes.subject_at.get(token)
        if pattern.field == "family":
            if other is None or other.chain in subject.chains or not other.full or other.kind != "person":
                return
            value = other.full
        if not value or plain(value) == plain(subject.full):
            return
        relation = self._relation(pattern, match.relation)
        field = self._field(pattern, token, value)
        if self.doubts.tells_nothing(field, value, first, end) or self._against(subject, match, head, end - first):
            return
        yield self._with_evidence(field, value, first, end, pattern.name, relation), other

    def _against(self, subject: Subject, match: Match, head: int, size: int) -> bool:
        """Whether something speaks against a match whose value has so many words."""
        doubts, name, token = self.doubts, match.pattern.name, match.value
        if match.pattern.field == "role" and doubts.is_name(subject, token):
            return True
        return (
            (name == "role in apposition" and doubts.is_of_another(subject, head, token))
            or (name == "name of organization" and doubts.may_be_place(token, size))
            or (name == "role at organization" and doubts.is_no_employer(token))
            or (name == "married" and (doubts.is_couple(token) or doubts.is_couple(head)))
        )

    def _value(self, pattern: Pattern, token: int) -> tuple[int, int, str]:
        """The words of a value, and how it is written down."""
        parsed = self.parsed
        if pattern.field in ("birth", "death", "date"):
            span = parsed.date_at(token)
            assert span is not None
            return token, token + 1, " ".join(parsed.text[slice(*span)].split())
        if pattern.field == "role" or (pattern.field == "education" and self.classes.test("degree", token)):
            first, end = self._phrase(token)
        elif pattern.field in ("nationality", "religion", "ethnicity"):
            table = {"nationality": "nationalities", "religion": "religions", "ethnicity": "ethnicities"}[pattern.field]
            first, end = token + 1 - max(self.classes.listed(token, table), 1), token + 1
        elif pattern.field == "age":
            first, end = token, token + 1
        else:
            first, end = name_span(parsed, token)
        return first, end, parsed.span_text(first, end)

    def _phrase(self, token: int) -> tuple[int, int]:
        """A noun with the words before it that say more of it, and with `of …` where that is no name."""
        parsed, first, end = self.parsed, token, token + 1
        while first > 0 and parsed.heads[first - 1] in range(first, token + 1) and self._in_phrase(first - 1):
            if self.doubts.is_mere_order(first - 1, token):
                break
            first -= 1
        for child in parsed.children[token]:
            said = child == end + 1 and parsed.labels[child] == "nmod" and parsed.lower[end] in ("of", "for")
            said = said and parsed.lemmas[token] not in words("doubted", "makers")
            if said and parsed.entity_of[child] < 0 and not self.classes.test("person", child):
                end = child + 1
        return first, end

    def _in_phrase(self, token: int) -> bool:
        parsed = self.parsed
        lemma, classes = parsed.lower[token], self.classes
        if parsed.labels[token] not in _PHRASE_LABELS or lemma in words("modifiers", "not"):
            return False
        lists = ("nationalities", "religions", "ethnicities")
        return parsed.entity_of[token] < 0 and not any(classes.listed(token, table) for table in lists)

    def _field(self, pattern: Pattern, token: int, value: str) -> str:
        """The field that a value goes into."""
        if pattern.field == "role":
            office = plain(value) in words("offices") or is_office(self.parsed.lemmas[token])
            return "title" if office else "occupation"
        if pattern.field == "employer" and _is_joined(plain(value).split()):
            return "member"
        return pattern.field

    def _relation(self, pattern: Pattern, token: int) -> str:
        """The relation that a pattern tells."""
        if pattern.relation == "R":
            return self.parsed.lemmas[token]
        if pattern.relation == "inverse R":
            return next(iter(words("inverse", entries("family")[self.parsed.lemmas[token]])))
        return pattern.relation

    def _texts(self, subject: Subject) -> Iterator[Fact]:
        """The facts of the expressions beside names."""
        if subject.kind != "person":
            return
        parsed, text = self.parsed, self.parsed.text
        for mention in subject.mentions:
            if mention.name is not None:
                start, end = parsed.starts[mention.name[0]], parsed.ends[mention.name[1] - 1]
                before, after = text[max(0, start - _BEFORE) : start], text[end : end + _AFTER]
                capital = mention.name[0] > 0 and parsed.words[mention.name[0] - 1][:1].isupper()
                for each in self._asked:
                    later = None if each.after is None else each.after.match(after)
                    if (later is not None or each.after is None) and (capital or each.check != "office at end"):
                        yield from self._beside(each, before, later, start, end)

    @cached_property
    def _asked(self) -> list[TextPattern]:
        """The expressions that may find something in this text."""
        text = self.parsed.text
        return [each for each in self.patterns.texts if each.asks is None or each.asks.search(text)]

    def _beside(
        self, each: TextPattern, before: str, found: re.Match[str] | None, start: int, end: int
    ) -> Iterator[Fact]:
        """What an expression finds in the text before a name, or has found after it."""
        offset = end
        if each.before is not None:
            earlier = each.before.search(before, 0 if each.run is None else run_start(before, each.run))
            if earlier is None:
                return
            if "value" in each.before.groupindex:
                found, offset = earlier, start - len(before)
        assert found is not None
        parsed, text = self.parsed, self.parsed.text
        first, end = found.span("value")
        if each.check:
            cut = _CHECKS[each.check](found["value"])
            if cut is None:
                return
            first, end = first + cut[0], first + cut[1]
        value = " ".join(text[offset + first : offset + end].split())
        tokens = parsed.token_at(offset + first), parsed.token_at(offset + end - 1) + 1
        if not self._doubtful(each.pattern.field, value, offset + first, tokens, start):
            yield self._with_evidence(each.pattern.field, value, *tokens, each.pattern.name, "")

    def _doubtful(self, field: str, value: str, place: int, tokens: tuple[int, int], name: int) -> bool:
        """Whether what an expression found at a place beside a name is not told."""
        doubts, parsed = self.doubts, self.parsed
        if doubts.tells_nothing(field, value, *tokens) or (field == "age" and doubts.is_no_age(value, place)):
            return True
        if field in ("birth", "death") and doubts.is_no_life(place):
            return True
        if place >= name:
            return False
        if parted(parsed.text, parsed.ends[tokens[1] - 1], name):
            return True
        given = plain(value.split()[-1]) in words("doubted", "given")
        return given and self.classes.subject_at.get(tokens[1]) is not None and self._is_given(tokens[1] - 1)

    def _is_given(self, token: int) -> bool:
        """Whether a word before a name is the given name of it: Dean Whitlock, but not the Dean, nor Dean John Lee."""
        subject = self.classes.subject_at[token + 1]
        return self.doubts.is_name(subject, token)

    def _near(self, subject: Subject) -> Iterator[Fact]:
        """The addresses that belong to a subject."""
        for pattern, first, end, value in self._addresses.get(subject.chain, ()):
            yield self._with_evidence(pattern.field, value, first, end, pattern.name, "")

    def _assigned(self, subjects: Sequence[Subject]) -> dict[int, list[tuple[Pattern, int, int, str]]]:
        """The addresses in the text by the subject that each one belongs to: the person named last before it."""
        found: dict[int, list[tuple[Pattern, int, int, str]]] = {}
        people = [subject for subject in subjects if subject.kind == "person"]
        names = sorted(
            (mention.name[1], subject.chain) for subject in people for mention in subject.mentions if mention.name
        )
        families = {subject.chain: plain(subject.name.family) for subject in people}
        asked = [each for each in self.patterns.addresses if names and each.asks.search(self.parsed.text)]
        for each in asked:
            for match in each.expression.finditer(self.parsed.text):
                if each.pattern.field == "phone" and self.doubts.is_no_phone(match.start(), match[0]):
                    continue
                first = self.parsed.token_at(match.start())
                owner = _owner(match[0], first, names, families)
                end = self.parsed.token_at(match.end() - 1) + 1
                if owner is not None and not self._below(each.pattern, first, found.get(owner, ())):
                    found.setdefault(owner, []).append((each.pattern, first, end, match[0]))
        return found

    def _below(self, pattern: Pattern, token: int, known: Sequence[tuple[Pattern, int, int, str]]) -> bool:
        """Whether a number stands in another line than one that the person has: that is the number of the next line."""
        text, starts = self.parsed.text, self.parsed.starts
        lines = [(starts[first], starts[token]) for each, first, _, _ in known if each is pattern]
        return pattern.field == "phone" and any("\n" in text[start:end] for start, end in lines)

    @cached_property
    def _dates(self) -> list[Fact]:
        """The date of the document, which is one of everybody in it."""
        found: list[Fact] = []
        for start, end in self._header_dates():
            value = " ".join(self.parsed.text[start:end].split())
            tokens = self.parsed.token_at(start), self.parsed.token_at(end - 1) + 1
            found.append(self._with_evidence("date", value, *tokens, self.patterns.dates["header"].name, ""))
        return found

    def _header_dates(self) -> list[tuple[int, int]]:
        """The first date in a line without a verb at the start of the document: its own."""
        parsed = self.parsed
        for start, end in parsed.dates_between(0, _HEADER):
            low, high = parsed.text.rfind("\n", 0, start) + 1, parsed.text.find("\n", end)
            line = range(parsed.token_at(low), parsed.token_at(high if high >= 0 else len(parsed.text)) + 1)
            sentence = parsed.sentence_of[parsed.token_at(start)]
            whole = range(parsed.sentence_edges[sentence], parsed.sentence_edges[sentence + 1])
            if self.doubts.is_no_header_date(start, end):
                continue
            if any(not any(parsed.tags[token] in ("VERB", "AUX") for token in tokens) for tokens in (line, whole)):
                return [(start, end)]
        return []

    def _with_evidence(self, field: str, value: str, first: int, end: int, pattern: str, relation: str) -> Fact:
        parsed = self.parsed
        span = parsed.starts[first], parsed.ends[end - 1]
        return Fact(field, value, Evidence(*span, parsed.sentence_text(first), pattern), relation)


def _owner(address: str, token: int, names: Sequence[tuple[int, int]], families: Mapping[int, str]) -> int | None:
    """The person whose family name is in an address, else the one named last in the words before it.

    `names` are the places after the names, in their order, with the chains; `families` the family names of these.
    """
    near = names[bisect_left(names, (token - 40, -1)) : bisect_left(names, (token + 16, -1))]
    alike = [chain for _, chain in near if len(families[chain]) > 2 and families[chain] in address.lower()]
    before = [chain for place, chain in near if place <= token and token - place <= 25]
    return alike[-1] if alike else before[-1] if before else None


def _is_joined(name: list[str]) -> bool:
    """Whether the words of an organisation say that one is a member of it: clubs and parties, but no City Hospital."""
    clubs = {"city", "united"}
    return bool((set(name[-1:]) | set(name) - clubs) & words("organizations", "member"))


def _without_repeats(facts: list[Fact]) -> tuple[Fact, ...]:
    """The facts without dates that were told as birth or death, and values that are part of a longer one."""
    lives = {plain(fact.value) for fact in facts if fact.field in ("birth", "death")}
    kept = [fact for fact in facts if fact.field != "date" or plain(fact.value) not in lives]
    titles = [(fact.evidence.start, fact.evidence.end) for fact in kept if fact.field == "title"]
    roles, said = ("title", "occupation"), {plain(fact.value) for fact in kept if fact.field == "title"}
    kept = [fact for fact in kept if fact.field != "occupation" or plain(fact.value) not in said]
    return tuple(fact for fact in kept if fact.field not in roles or not _is_part(fact.evidence, titles))


def _is_part(evidence: Evidence, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether some evidence is a part of longer spans."""
    own = evidence.start, evidence.end
    return any(start <= own[0] and own[1] <= end and (start, end) != own for start, end in spans)


def run_start(text: str, words: re.Pattern[str]) -> int:
    """Where the word ends that stands before the last words of a text that are such, and before one more."""
    while len(parts := text.rsplit(None, 1)) > 1:
        text, last = parts
        if words.fullmatch(last) is None:
            return len(text)
    return 0
