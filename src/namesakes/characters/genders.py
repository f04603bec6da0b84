"""Genders: what titles, pronouns and given names say of somebody's gender."""

from collections import Counter
from collections.abc import Mapping

from namesakes.characters.character import Gender
from namesakes.characters.people import Somebody
from namesakes.names import PersonName, parse
from namesakes.names.gender import given_gender, kin_gender, title_gender

_TITLED = 0.2
"""How many titles with a gender there must be for each name without one, for titles to decide."""
_VOTES, _MAJORITY = 2, 0.7
"""How many pronouns there must be, and which share of them one gender must have, for pronouns to decide."""


def gender_of(somebody: Somebody, *, named: bool = True) -> Gender:
    """The gender of somebody: what titles say where there often is one, else pronouns, else given names or nouns."""
    names = {form: parse(form) for form in somebody.forms} if named else {}
    titles = _titles(names, somebody.forms)
    said = {word: count for word, count in sorted(somebody.pronouns.items()) if count}
    given = _given(names, somebody.forms) if named else _nouns(somebody.forms)
    value = _by_titles(titles, somebody.forms) or _by_pronouns(said) or _most(given)
    kept = tuple(word for word, gender in given if gender == value)
    return Gender(value, dict(titles.most_common()), said, tuple(dict.fromkeys(kept))[:3])


def _titles(names: Mapping[str, PersonName], forms: Mapping[str, int]) -> Counter[str]:
    """How often each title with a gender stands before a name; a wife's is not her husband's."""
    found = Counter[str]()
    for form, name in names.items():
        for title in name.honorifics:
            if title_gender(title):
                found[title] += forms[form]
    return found


def _by_titles(titles: Mapping[str, int], forms: Mapping[str, int]) -> str:
    votes = Counter[str]()
    for title, count in titles.items():
        votes[title_gender(title)] += count
    if not votes:
        return ""
    (best, most), total = votes.most_common(1)[0], votes.total()
    bare = sum(forms.values()) - total
    return best if most >= _MAJORITY * total and total >= _TITLED * bare else ""


def _by_pronouns(said: Mapping[str, int]) -> str:
    he, she = said.get("he", 0), said.get("she", 0)
    if he + she < _VOTES or max(he, she) < _MAJORITY * (he + she):
        return ""
    return "male" if he > she else "female"


def _given(names: Mapping[str, PersonName], forms: Mapping[str, int]) -> list[tuple[str, str]]:
    """The given names that have a gender, the most frequent form first."""
    found = []
    for form in sorted(names, key=lambda form: (-forms[form], form)):
        name = names[form]
        word = name.given[0] if name.given else form if name.is_mononym and name.role != "surname" else ""
        gender = given_gender(word)[0] if word and len(word) > 1 else ""
        if gender:
            found.append((word, gender))
    return found


def _nouns(forms: Mapping[str, int]) -> list[tuple[str, str]]:
    """The nouns of descriptions that have a gender."""
    heads = sorted(forms, key=lambda form: (-forms[form], form))
    words = [form.split()[-1] for form in heads if form.split()]
    return [
        (word, gender)
        for word in words
        if (gender := kin_gender(word) or title_gender(word) or _NOUNS.get(word.lower(), ""))
    ]


def _most(given: list[tuple[str, str]]) -> str:
    votes = Counter(gender for _, gender in given)
    return votes.most_common(1)[0][0] if votes else ""


_MEN = ("man", "gentleman", "boy", "fellow", "lad", "youth")
_WOMEN = ("woman", "lady", "girl", "maid", "lass")
_NOUNS = {**dict.fromkeys(_MEN, "male"), **dict.fromkeys(_WOMEN, "female")}
