"""Specialists: each compares two profiles in one respect, or abstains; found by name in `SPECIALISTS`."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from namesakes.config import Registry
from namesakes.identities.specialists.specialist import Specialist

if TYPE_CHECKING:
    from namesakes.identities.terms.statistics import Statistics

SPECIALISTS: Registry[Callable[["Statistics"], Specialist]] = Registry("specialist", "namesakes.specialists")

for _name, _place in {
    "names": "soft_tfidf:Names",
    "nicknames": "nicknames:Nicknames",
    "initials": "initials:Initials",
    "generations": "initials:Generations",
    "gender": "conflicts:Gender",
    "births": "conflicts:Births",
    "lifetimes": "conflicts:Lifetimes",
    "people": "soft_tfidf:People",
    "organizations": "soft_tfidf:Organizations",
    "places": "soft_tfidf:Places",
    "entities": "soft_tfidf:Entities",
    "family": "soft_tfidf:Family",
    "employers": "soft_tfidf:Employers",
    "education": "soft_tfidf:Education",
    "acronyms": "acronyms:Acronyms",
    "occupations": "occupations:Occupations",
    "locations": "locations:Locations",
    "addresses": "addresses:Addresses",
    "people-jaccard": "overlap:PeopleJaccard",
    "organizations-jaccard": "overlap:OrganizationsJaccard",
    "places-jaccard": "overlap:PlacesJaccard",
    "people-shared": "overlap:PeopleShared",
    "organizations-shared": "overlap:OrganizationsShared",
    "places-shared": "overlap:PlacesShared",
    "entities-shared": "overlap:EntitiesShared",
    "phrases-shared": "overlap:PhrasesShared",
    "context": "cosine:Context",
    "words": "cosine:Words",
    "proper": "cosine:Proper",
    "beside": "cosine:Beside",
    "phrases": "cosine:Phrases",
    "phrase-words": "cosine:PhraseWords",
    "title-words": "cosine:TitleWords",
    "fact-words": "cosine:FactWords",
    "forms": "cosine:Forms",
    "summaries": "cosine:Summaries",
    "topics": "topics:Topics",
    "context-topics": "topics:ContextTopics",
    "context-vectors": "vectors:ContextVectors",
    "dates": "dates:Dates",
    "years": "dates:Years",
}.items():
    SPECIALISTS.register(_name, f"namesakes.identities.specialists.{_place}")

BUILT_IN = SPECIALISTS.registered
"""The specialists of the package, which a model uses unless its settings name others."""

for _name, _place in {"descriptions": "concepts:Descriptions", "affiliations": "concepts:Affiliations"}.items():
    SPECIALISTS.register(_name, f"namesakes.identities.specialists.{_place}")


def create_specialists(names: Iterable[str], statistics: "Statistics") -> list[Specialist]:
    """The specialists of these names, which know these statistics."""
    return [SPECIALISTS[name](statistics) for name in names]
