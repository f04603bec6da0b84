"""Profile: what one document says of one person, organisation or place, every value with its evidence."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from namesakes.errors import DataError

KINDS = ("person", "organization", "place")
"""What a profile may be of."""

FIELDS = {
    "title": "a title or rank borne before the name or as an office: president, general, senator",
    "occupation": "what they do: linguist, striker, nurse",
    "employer": "whom they work for or lead",
    "member": "parties, teams, bodies and bands they belong to",
    "owner": "what they own or founded",
    "education": "schools and universities they learned at, and degrees",
    "family": "relatives; `relation` says which",
    "born": "where they were born",
    "lives": "where they live or lived",
    "works": "where they work",
    "from": "where they come from",
    "nationality": "citizenship or nationality as the text states it",
    "religion": "religion as the text states it",
    "ethnicity": "ethnicity as the text states it",
    "birth": "date or year of birth",
    "death": "date or year of death",
    "age": "age in years",
    "date": "dates on which they did something",
    "email": "e-mail addresses",
    "url": "web addresses",
    "phone": "telephone numbers",
    "namesake": "remarks that somebody else has the same name, as the text makes them",
    "location": "of organisations and places: where they lie",
}
"""The fields that facts may fill, and what each one holds."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a fact was read: characters of the document, the sentence around them, and the pattern that found it."""

    start: int
    end: int
    sentence: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One value of one field; `relation` says more where the field needs it (of family: wife, son, brother)."""

    field: str
    value: str
    evidence: Evidence
    relation: str = ""


@dataclass(frozen=True, slots=True)
class PersonName:
    """The parts of a name, each one or several words or nothing; organisations and places have `full` alone."""

    full: str = ""
    honorific: str = ""
    given: str = ""
    middle: str = ""
    family: str = ""
    suffix: str = ""
    nickname: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """What one document says of one chain.

    Parameters
    ----------
    document : the key of the document.
    chain : the place of the chain in it.
    kind : one of `KINDS`.
    name : the fullest name of the chain, in parts.
    forms : all names and descriptions it goes by, with their counts, most frequent first.
    gender : "male", "female" or nothing.
    pronouns : how many pronouns say that it is "male", and how many "female".
    facts : what the text states, in the order of the text.
    people, organizations, places : names of others in the same document, with their counts.
    context : lemmas near the mentions, with their counts.
    words : lemmas of the whole document that carry content, with their counts.
    phrases : noun phrases near the mentions, with their counts.
    beside : names right beside the mentions, whatever they are of, with their counts.
    proper : all names of the document as they stand there, whatever they are of, with their counts.
    summary : one or two sentences that say the most.
    mentions : how many there are.
    apart : the chains of the same document of whom the text says that they are other people.
    vector : what the texts around the mentions say, in numbers (`profiles.vectors`); nothing where no model of vectors
        was asked.
    date : when the document was written, as ISO 8601 writes it and as far as that is known: 1921-05-03, 1921.
    dated_by : what says so (`text.dates`), such as "dateline: LONDON, 3 May 1921".
    """

    document: str
    chain: int
    kind: str = "person"
    name: PersonName = field(default_factory=PersonName)
    forms: Mapping[str, int] = field(default_factory=dict)
    gender: str = ""
    pronouns: Mapping[str, int] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    people: Mapping[str, int] = field(default_factory=dict)
    organizations: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)
    context: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, int] = field(default_factory=dict)
    phrases: Mapping[str, int] = field(default_factory=dict)
    beside: Mapping[str, int] = field(default_factory=dict)
    proper: Mapping[str, int] = field(default_factory=dict)
    summary: tuple[str, ...] = ()
    mentions: int = 1
    apart: tuple[int, ...] = ()
    vector: str = ""
    date: str = ""
    dated_by: str = ""

    def values(self, *fields: str) -> list[str]:
        """The values of these fields, each once, in the order of the text."""
        return list(dict.fromkeys(fact.value for fact in self.facts if fact.field in fields))

    def to_json(self) -> dict[str, Any]:
        """The profile as plain data; what is empty is left out."""
        plain = {each.name: _plain(getattr(self, each.name)) for each in fields(self)}
        return {name: value for name, value in plain.items() if value not in ("", (), {})}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Profile":
        """The profile that `to_json` gave."""
        try:
            facts = tuple(Fact(**{**fact, "evidence": Evidence(**fact["evidence"])}) for fact in data.get("facts", ()))
            name, summary = PersonName(**data.get("name", {})), tuple(data.get("summary", ()))
            apart = tuple(data.get("apart", ()))
            return cls(**{**data, "name": name, "facts": facts, "summary": summary, "apart": apart})
        except (TypeError, KeyError, AttributeError) as error:
            raise DataError(f"this is not a profile: {error}") from error


def _plain(value: Any) -> Any:
    """A value of a profile as plain data; `asdict` of the whole would copy every count one by one."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple):
        return tuple(asdict(each) if isinstance(each, Fact) else each for each in value)
    return asdict(value) if isinstance(value, PersonName) else value
