"""Forms: characters by the forms of their names alone, the simple way that chains are measured beside."""

from collections import defaultdict
from collections.abc import Sequence

_TITLES = """
mr mrs ms miss master dr doctor sir lady lord dame madame madam monsieur mme mlle mademoiselle count countess baron
baroness duke duchess prince princess king queen captain colonel major general lieutenant sergeant inspector admiral
professor reverend father mother brother sister uncle aunt cousin st messrs the old young poor little dear
"""
TITLES = frozenset(_TITLES.split())
"""What stands before names and is no part of them here."""


def bare_name(form: str) -> tuple[str, ...]:
    """The words of a name in small letters, without titles and dots."""
    words = [word.lower().strip(".,'’") for word in form.split()]
    return tuple(word for word in words if word and word not in TITLES)


def by_forms(forms: Sequence[str]) -> list[str]:
    """Whom each form stands for: equal forms are one, and a lone name joins the only full name that has it.

    A full name has two words or more; its given name is the first, its surname the last. Titles do not count in either,
    but a lone name with a title and one without are two forms.
    """
    full = {form: bare_name(form) for form in set(forms)}
    having: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for name in full.values():
        if len(name) > 1:
            having[name[0]].add(name)
            having[name[-1]].add(name)
    joined: dict[str, str] = {}
    for form, name in full.items():
        bearers = having.get(name[0], set()) if len(name) == 1 else {name} if len(name) > 1 else set()
        joined[form] = " ".join(next(iter(bearers))) if len(bearers) == 1 else f"form {form}"
    return [joined[form] for form in forms]


def differ(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two full names cannot be one person's: another surname, or another given name that is no initial."""
    if one[-1] != other[-1]:
        return True
    first, second = one[0], other[0]
    initial = min(len(first), len(second)) == 1
    return first != second and not (initial and first[0] == second[0])
