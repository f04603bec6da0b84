"""Baselines: the simple ways that a cast is measured beside: by the forms of names, and by the names near a quote."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from namesakes.chains.novels.forms import by_forms
from namesakes.characters.character import Gender
from namesakes.characters.genders import gender_of
from namesakes.characters.people import People, Somebody

NEAR = 300
"""So many tokens before and behind a quote names are counted."""

Labels = dict[int, str | int]
"""A character for each token of a name."""


def labelled(people: People) -> dict[str, Labels]:
    """By way the character at each token of the names that we find: ours, by the rule over forms, each form alone."""
    places = people.cast.places
    forms = [people.form(place.first, place.end) for place in places]
    ways: dict[str, Sequence[str | int]] = {"cast": people.numbers, "forms": by_forms(forms), "each": forms}
    return {
        way: {
            token: label for place, label in zip(places, labels, strict=True) for token in range(place.first, place.end)
        }
        for way, labels in ways.items()
    }


class NearbyNames:
    """The names outside quotes, which say who speaks by where they stand alone."""

    def __init__(self, people: People) -> None:
        rows = zip(people.cast.places, people.numbers, strict=True)
        outside = [(place.first, number) for place, number in rows if people.inside[place.first] < 0]
        self.firsts, self.people = [first for first, _ in outside], [number for _, number in outside]

    def nearest(self, first: int) -> int:
        """Who is named last before a token; -1 for nobody."""
        place = bisect_left(self.firsts, first)
        return self.people[place - 1] if place else -1

    def frequent(self, first: int, end: int) -> int:
        """Who is named most often around these tokens, of equals the one named first; -1 for nobody."""
        start, stop = bisect_left(self.firsts, first - NEAR), bisect_left(self.firsts, end + NEAR)
        counts = Counter(self.people[start:stop])
        return counts.most_common(1)[0][0] if counts else -1


def by_names(somebody: Somebody) -> Gender:
    """The gender that titles and given names alone say."""
    return gender_of(Somebody(forms=somebody.forms), named=bool(somebody.named))
