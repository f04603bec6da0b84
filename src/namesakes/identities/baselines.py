"""Simple ways to find the bearers of names, which every model is measured beside."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from namesakes.arrays import Int64Array
from namesakes.identities.clustering.average_link import AverageLink
from namesakes.identities.clustering.memberships import Memberships
from namesakes.identities.rows import QueryGroup
from namesakes.identities.specialists.cosine import Words
from namesakes.identities.terms.statistics import Statistics
from namesakes.profiles.names import plain
from namesakes.profiles.profile import Profile

Way = Callable[[QueryGroup], Memberships]


def simple_ways(groups: Sequence[QueryGroup], threshold: float) -> Mapping[str, Way]:
    """The ways by name; words count as they do in these names, and TF-IDF is cut at the threshold."""
    words = Words(Statistics.learn(profile for group in groups for profile in group.profiles))
    join = AverageLink(threshold=threshold)
    return {
        "one_in_one": lambda group: labelled(np.arange(len(group.gold))),
        "all_in_one": lambda group: labelled(np.zeros(len(group.gold), dtype=np.int64)),
        "full_name": lambda group: labelled(same_names(group.profiles)),
        "tfidf_baseline": lambda group: join.cluster(words.compare(group.profiles)),
    }


def same_names(profiles: Sequence[Profile]) -> Int64Array:
    """Labels of profiles that are one where their names are the same, apart from case, marks and honorifics."""
    known: dict[str, int] = {}
    return np.array([known.setdefault(name_key(one), len(known)) for one in profiles], dtype=np.int64)


def name_key(profile: Profile) -> str:
    """The name of a profile as it is compared, without honorifics."""
    name = profile.name
    parts = " ".join(filter(None, (name.given, name.middle, name.family, name.suffix)))
    return plain(parts or name.full or next(iter(profile.forms), ""))


def labelled(labels: Int64Array) -> Memberships:
    """Memberships of these labels, all of them sure."""
    return Memberships(labels, np.ones(len(labels)))
