"""Pronoun chains: those of *he* or *she* alone are joined to the name that their pronouns most probably mean.

A text may begin with *he* and name him only then, and each later *he* is likely to go back to the one before it. No
single link tells that the chain lacks a name; the probabilities of all its links together tell whose it is.
"""

from dataclasses import replace

import numpy as np

from namesakes.arrays import BoolArray
from namesakes.chains.decoding.joining import Joining
from namesakes.chains.links import Links
from namesakes.mentions.attributes import NAME, PRONOUN, Attributes
from namesakes.mentions.pronouns import FEMININE, MASCULINE, SINGULAR

LEAST = 0.05
"""The probabilities of all links of a chain to another one must sum to this."""


def with_names(links: Links) -> Links:
    """The links with each chain of pronouns joined to the one with a name that most of its probability goes to."""
    pairs, clusters = links.pairs, links.clusters
    size = pairs.count + 1
    pronouns = he_or_she(pairs.attributes)
    members = np.bincount(clusters, minlength=size)
    nameless = (np.bincount(clusters, weights=pronouns, minlength=size) == members) & (members > 0)
    nameless[0] = False
    of_names = np.bincount(clusters, weights=pairs.attributes.column("kind") == NAME, minlength=size) > 0
    candidates, owners = pairs.candidates.antecedents, pairs.candidates.owners
    rows = np.flatnonzero(nameless[clusters[owners]] & (candidates > 0) & of_names[clusters[candidates]])
    if not len(rows):
        return links
    keys = clusters[owners[rows]].astype(np.int64) * size + clusters[candidates[rows]]
    joins, numbers = np.unique(keys, return_inverse=True)
    sums = np.bincount(numbers, weights=links.probabilities[rows])
    order = np.argsort(sums, kind="stable")
    order = order[sums[order] >= LEAST]
    joining, found = Joining.of(links), set()
    for key in joins[order[::-1]].tolist():  # the most probable first
        nameless_chain, named_chain = divmod(key, size)
        if nameless_chain not in found and joining.join(nameless_chain, named_chain):
            found.add(nameless_chain)
    return replace(links, clusters=joining.clusters())


def he_or_she(known: Attributes) -> BoolArray:
    """Which mentions are a pronoun of the third person that has a gender, and one of people."""
    gender = known.column("gender")
    third = (known.column("kind") == PRONOUN) & (known.column("person") == 3) & (known.column("number") == SINGULAR)
    return np.asarray(third & ((gender == MASCULINE) | (gender == FEMININE)))
