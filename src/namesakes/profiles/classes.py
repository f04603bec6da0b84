"""Classes of words: what a pattern may ask of a word with `@`."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from namesakes.profiles.names import is_honorific
from namesakes.profiles.parsed_document import ParsedDocument
from namesakes.profiles.subjects import Subject
from namesakes.profiles.words import entries, words

_NOUNS: Final = frozenset({"NOUN", "PROPN"})
_OLDEST: Final = 125


class Classes:
    """What the words of one document are."""

    def __init__(self, parsed: ParsedDocument, subjects: Sequence[Subject]) -> None:
        self.parsed = parsed
        self.subject_at: dict[int, Subject] = {}
        """The subject that each head of a mention, and each word of a name, stands for."""
        for subject in subjects:
            for mention in subject.mentions:
                self.subject_at[mention.head] = subject
        for subject in subjects:
            for mention in subject.mentions:
                for token in range(*mention.name) if mention.name is not None else ():
                    self.subject_at[token] = subject
        self._known: dict[tuple[str, int], bool] = {}
        self._tests: Mapping[str, Callable[[int], bool]] = {
            "role": self.is_role,
            "human": self._is_human,
            "family": self._is_relative,
            "person": lambda token: self._kind(token) == "person",
            "organization": self._is_organization,
            "firm": self._is_firm,
            "team": lambda token: self._is_firm(token) or self._kind(token) == "place",
            "place": lambda token: self._kind(token) == "place",
            "school": self._is_school,
            "date": lambda token: parsed.date_at(token) is not None,
            "number": self._is_age,
            "nationality": lambda token: self.listed(token, "nationalities") > 0,
            "religion": lambda token: self.listed(token, "religions") > 0,
            "ethnicity": lambda token: self.listed(token, "ethnicities") > 0,
        }

        self.of_any_word = self._tests.keys() - {"role", "human", "family"}

    def test(self, name: str, token: int) -> bool:
        """Whether a word is of a class; the classes that have no rule of their own are lists of nouns."""
        known = self._known.get((name, token))
        if known is None:
            test = self._tests.get(name)
            known = self._known[name, token] = self._is_noun(name, token) if test is None else test(token)
        return known

    def _is_noun(self, name: str, token: int) -> bool:
        """Whether a word is in a list of nouns."""
        return self.parsed.tags[token] in _NOUNS and self.parsed.lemmas[token] in words("nouns", name)

    def may_describe(self, token: int) -> bool:
        """Whether a word is a noun of some list, a relative or a role; no other is of a class not in `of_any_word`."""
        return self.parsed.tags[token] in _NOUNS and _describes(self.parsed.lemmas[token])

    def is_role(self, token: int) -> bool:
        """Whether a noun says what somebody does, or which office they hold."""
        parsed = self.parsed
        lemma, word = parsed.lemmas[token], parsed.lower[token]
        if parsed.tags[token] not in _NOUNS or (word != lemma and word.endswith("s")):
            return False
        return is_office(lemma) or is_occupation(lemma)

    def listed(self, token: int, table: str) -> int:
        """How many words that end with a token are an entry of a table: two, one or none."""
        parsed, known = self.parsed, words(table)
        if token and f"{parsed.lower[token - 1]} {parsed.lower[token]}" in known:
            return 2
        return int(parsed.words[token][:1].isupper() and parsed.lower[token] in known)

    def _kind(self, token: int) -> str:
        """What a word names: the kind of its named entity, else of its subject."""
        place = self.parsed.entity_of[token]
        if place >= 0:
            return self.parsed.entities[place][2]
        subject = self.subject_at.get(token)
        return subject.kind if subject is not None else ""

    def _is_human(self, token: int) -> bool:
        parsed = self.parsed
        if parsed.tags[token] not in _NOUNS:
            return False
        lemma = parsed.lemmas[token]
        return lemma in words("nouns", "people") or lemma in entries("family") or self.is_role(token)

    def _is_organization(self, token: int) -> bool:
        """Whether a word names an organisation; a people may be taken for one, and is none."""
        return self._kind(token) == "organization" and not self.listed(token, "nationalities")

    def _is_firm(self, token: int) -> bool:
        """Whether a word names an organisation, or is a name of no known kind, which may be one."""
        kind, word = self._kind(token), self.parsed.words[token]
        if self.listed(token, "nationalities") or kind not in ("organization", ""):
            return False
        if word == "State":  # that of a Secretary of State
            return False
        return kind == "organization" or (self.parsed.tags[token] == "PROPN" and not is_honorific(word))

    def _is_relative(self, token: int) -> bool:
        """Whether a noun is a relative; a business partner is none."""
        parsed = self.parsed
        if parsed.tags[token] not in _NOUNS or parsed.lemmas[token] not in entries("family"):
            return False
        return not any(parsed.labels[child] == "compound" for child in parsed.children[token])

    def _is_school(self, token: int) -> bool:
        if self.parsed.tags[token] != "PROPN" and self._kind(token) != "organization":
            return False
        first, end = name_span(self.parsed, token)
        return any(word in words("organizations", "education") for word in self.parsed.lower[first:end])

    def _is_age(self, token: int) -> bool:
        word = self.parsed.lower[token]
        if word in words("numbers"):
            return True
        return word.isascii() and word.isdigit() and 0 < int(word) <= _OLDEST


@lru_cache(maxsize=1 << 14)
def _describes(lemma: str) -> bool:
    return lemma in words("nouns") or lemma in entries("family") or is_office(lemma) or is_occupation(lemma)


def is_office(lemma: str) -> bool:
    """Whether a noun in small letters is an office or rank."""
    return lemma in words("offices") or lemma.removeprefix("ex-") in words("offices")


def is_occupation(lemma: str) -> bool:
    """Whether a noun in small letters is an occupation."""
    if lemma in words("occupations", "words"):
        return True
    return lemma not in words("occupations", "never") and lemma.endswith(tuple(words("occupations", "endings")))


def is_somebody(lemma: str) -> bool:
    """Whether a noun in small letters means a person."""
    return is_office(lemma) or is_occupation(lemma) or lemma in words("family") | words("nouns", "people")


def name_span(parsed: ParsedDocument, token: int) -> tuple[int, int]:
    """The words of the name that a word is in: its named entity, else the proper nouns that hang together with it."""
    place = parsed.entity_of[token]
    if place >= 0:
        first, end, _ = parsed.entities[place]
    else:
        first, end = token, token + 1
        while first > 0 and parsed.tags[first - 1] == "PROPN" and parsed.heads[first - 1] in range(first, end):
            first -= 1
    if parsed.lower[first] in ("the", "a", "an") and end - first > 1:
        first += 1
    return first, end
