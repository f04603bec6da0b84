"""Templates: which attributes and comparisons make a feature together, declared as text.

A template is a line of atoms: `m.head` is an attribute of the mention, `a.head` of the candidate (see
`mentions.attributes.COLUMNS`), a plain name a comparison of the two (`chains.comparisons.COMPARISONS`). Templates of
atoms `m.` alone describe a mention that begins a chain.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from namesakes.arrays import Int32Array, UInt32Array, UInt64Array
from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.models.kernels import pairs as kernel
from namesakes.errors import UnknownNameError
from namesakes.mentions.attributes import COLUMNS
from namesakes.text.vocabulary import code


def conjoined(basic: Sequence[str]) -> list[str]:
    """Each template alone, with the mention's class, and with the classes of both (Durrett & Klein 2013)."""
    return [f"{template}{more}" for template in basic for more in ("", " m.class", " m.class a.class")]


@dataclass(frozen=True)
class Templates:
    """Templates made ready for the kernels.

    Parameters
    ----------
    pairs, alone : the templates of pairs, and of mentions that begin a chain.
    slots, columns, keys : the comparisons of pair template t are `columns[slots[t]:slots[t + 1]]`, with these keys.
    """

    pairs: tuple[str, ...]
    alone: tuple[str, ...]
    slots: Int32Array
    columns: Int32Array
    keys: UInt64Array

    @classmethod
    def build(cls, pairs: Sequence[str], alone: Sequence[str]) -> "Templates":
        """The templates; an atom that is not known is an error that lists the known ones."""
        for template in alone:
            if any(kind != "m" for kind, _, _ in atoms(template)):
                raise UnknownNameError("attribute of a mention that begins a chain", template, COLUMNS)
        return cls(tuple(pairs), tuple(alone), *_slots(tuple(pairs), "", COMPARISONS))

    def check(self) -> None:
        """Raise an error where a template names an attribute that is not known."""
        nothing = np.zeros((0, len(COLUMNS)), dtype=np.uint64)
        for part in (self.earlier, self.later):
            part(nothing)
        self.places(nothing, 1)

    def earlier(self, values: UInt64Array) -> UInt64Array:
        """The part of each feature's hash that depends on the candidate: one row a mention, one column a template."""
        return _hashed(self.pairs, "a", values)

    def later(self, values: UInt64Array) -> UInt64Array:
        """The part that depends on the mention, and on the template itself."""
        return _hashed(self.pairs, "m", values, "")

    def places(self, values: UInt64Array, bits: int) -> UInt32Array:
        """The places of the features of mentions that begin a chain."""
        hashed = _hashed(self.alone, "m", values, "alone ")
        mixed = (hashed ^ (hashed >> np.uint64(32))) * np.uint64(_MIX)
        return (mixed >> np.uint64(64 - bits)).astype(np.uint32)


@dataclass(frozen=True)
class ClusterTemplates:
    """Templates of a mention and the cluster that a candidate is in.

    Beside `m.` and `a.` there are `p.`, the attributes of the cluster's last mention, `g.`, those of the candidate's
    own antecedent in the tree (the root, where the candidate begins its chain), and `c.`, what is known of the cluster
    (see `CLUSTER_ATOMS`).
    """

    templates: tuple[str, ...]
    slots: Int32Array
    columns: Int32Array
    keys: UInt64Array

    @classmethod
    def build(cls, templates: Sequence[str]) -> "ClusterTemplates":
        """The templates; an atom that is not known is an error that lists the known ones."""
        return cls(tuple(templates), *_slots(tuple(templates), "c", CLUSTER_ATOMS))

    def hashed(self, values: UInt64Array, kind: str) -> UInt64Array:
        """The part of each feature's hash that depends on one mention: `m`, `a`, `p` or `g`."""
        return _hashed(self.templates, kind, values, "cluster " if kind == "m" else None)


CLUSTER_ATOMS = ("size", "shape", "start", "numbers", "genders", "animacies", "persons", "match", "last")
"""What is known of a cluster: its size, the kinds of its mentions, where it starts, how a mention's grammar agrees with
its members', how well the mention matches the best of them, and whether the candidate is its last mention."""


def _hashed(templates: tuple[str, ...], kind: str, values: UInt64Array, seed: str | None = None) -> UInt64Array:
    """The sums over the atoms of one kind; with a seed, which stands before the template, its code is added."""
    found = np.empty((len(values), len(templates)), dtype=np.uint64)
    kernel.hash_atoms(values, *_slots(templates, kind, COLUMNS), _seeds(templates, seed), found)
    return found


@cache
def _seeds(templates: tuple[str, ...], seed: str | None) -> UInt64Array:
    return np.array([0 if seed is None else code(seed + template) for template in templates], dtype=np.uint64)


@cache
def _slots(templates: tuple[str, ...], kind: str, known: tuple[str, ...]) -> tuple[Any, Any, Any]:
    """Where the atoms of one kind of each template begin, their columns and their keys."""
    slots, columns, keys = [0], [], []
    for template in templates:
        for own, name, key in atoms(template):
            if own == kind:
                columns.append(_index(name, known, template))
                keys.append(key)
        slots.append(len(columns))
    return np.array(slots, dtype=np.int32), np.array(columns, dtype=np.int32), np.array(keys, dtype=np.uint64)


@cache
def atoms(template: str) -> tuple[tuple[str, str, int], ...]:
    """The kind (`a`, `m` or nothing), the name and the key of each atom."""
    found = []
    for number, atom in enumerate(template.split()):
        kind, dot, name = atom.rpartition(".")
        found.append((kind if dot else "", name, code(f"{number} {template}") | 1))
    return tuple(found)


def _index(name: str, known: Sequence[str], template: str) -> int:
    if name not in known:
        raise UnknownNameError("attribute or comparison", name, known, f"template '{template}'")
    return known.index(name)


_MIX = 0xD6E8FEB86659FD93

_BY_REGISTER = """
m.class a.class|same_head m.class a.class|sentences m.class|names m.class a.class|a.shell m.shell m.kind a.kind
predicate m.class a.class|nesting m.class a.class|words m.class a.class|similarity m.class a.class|rank m.class a.class
speakers m.class a.class|same_content m.class a.class|mentions m.class a.class|numbers genders m.class a.class
"""

LOCAL = (
    *conjoined(
        (
            "sentences",
            "mentions",
            "same_string",
            "same_content",
            "same_head",
            "words",
            "words same_head",
            "modifiers same_head",
            "numbers genders",
            "animacies persons",
            "entities",
            "speakers",
            "names",
            "nesting clauses",
            "same_role rank_role",
            "predicate",
            "similarity",
            "rank",
            "rank clash",
            "quotes speakers",
            "m.role a.role",
            "m.head",
            "a.head",
            "m.first",
            "a.first",
            "m.last",
            "a.last",
            "m.before",
            "m.after",
            "a.before",
            "a.after",
            "a.length",
            "m.length",
            "a.grain6",
            "m.grain6",
            "same_head sentences",
            "same_content mentions",
        )
    ),
    "m.head a.head",
    "m.lemma a.lemma",
    "m.grain4 a.grain4",
    "m.grain6 a.grain6",
    "m.grain8 a.grain8",
    "m.grain8 a.grain8 similarity",
    "m.entity a.entity m.class a.class",
    "m.class a.grain6",
    "m.class a.grain8 numbers",
    "m.class a.grain12",
    "m.class a.entity",
    "m.class a.head",
    "m.governor a.head m.role",
    "m.governor a.grain8 m.role",
    "m.governor_grain a.grain8 m.role m.kind",
    "m.governor m.role a.governor a.role",
    "m.governor_grain m.role a.governor_grain a.role m.class",
    "m.role a.role sentences m.class a.class",
    "rank m.class a.role sentences",
    "same_role rank sentences m.class",
    "same_content same_string m.often m.class",
    "same_head a.often sentences m.class",
    "same_head modifiers m.class a.class sentences",
    "same_head m.head",
    "same_content m.content",
    "names m.entity a.entity",
    "names m.name_last",
    "similarity m.grain6",
    "similarity numbers m.class a.class",
    "similarity same_head modifiers m.kind a.kind",
    "a.path m.path m.kind a.kind",
    "a.case m.case m.kind",
    "a.tag m.tag",
    "a.governor_role m.governor_role a.role m.role",
    "speakers persons m.class a.class sentences",
    "quotes m.class a.class",
    "nesting m.class a.class a.role",
    "predicate m.class a.class",
    "clauses m.class a.role m.role",
    "a.nested m.nested m.kind a.kind",
    "a.shell m.shell m.kind a.kind",
    "a.shell m.shell same_head m.kind a.kind",
    "a.place sentences m.class",
    "a.repeated m.repeated m.kind a.kind",
    "rank_head same_head m.kind a.kind",
    "a.gender m.gender m.class a.class",
    "genders m.class a.class a.sure",
    "genders numbers animacies m.class a.kind",
    "a.phrase m.phrase",
    "a.phrase m.class",
    "m.match same_head words m.class",
    "m.match same_content m.class a.class",
    "a.match m.class a.class",
)
"""The templates of pairs."""

ALONE = (
    "m.kind",
    "m.class",
    "m.head",
    "m.lemma m.class",
    "m.string",
    "m.content",
    "m.first",
    "m.last",
    "m.tag",
    "m.role",
    "m.before",
    "m.after",
    "m.before_tag m.after_tag",
    "m.governor m.role",
    "m.governor_tag m.role",
    "m.governor m.role m.class",
    "m.governor_role m.role",
    "m.case",
    "m.case m.lemma",
    "m.path",
    "m.length",
    "m.length m.class",
    "m.number m.class",
    "m.entity m.class",
    "m.animacy m.class",
    "m.grain4 m.class",
    "m.grain6 m.class",
    "m.grain8 m.class",
    "m.grain12",
    "m.repeated m.class",
    "m.head_repeated m.class",
    "m.repeated m.head_repeated m.class m.length",
    "m.repeated m.head_repeated m.grain6",
    "m.head_repeated m.lemma",
    "m.often m.repeated m.class",
    "m.order m.class",
    "m.order m.repeated m.class",
    "m.place m.class",
    "m.nested m.class",
    "m.shell m.class",
    "m.shell m.kind m.role",
    "m.shell m.repeated m.kind",
    "m.nested m.role",
    "m.quoted m.class",
    "m.role m.class",
    "m.role m.place m.class",
    "m.class m.before",
    "m.class m.after",
    "m.class m.after_tag",
    "m.class m.governor_grain",
    "m.class m.governor m.role",
    "m.class m.path",
    "m.first m.head",
    "m.speaker m.class",
    "m.phrase m.class",
    "m.phrase m.head_repeated m.repeated",
    "m.match m.class",
    "m.match m.class m.shell",
    "m.match m.match_distance m.class",
    "m.match m.likeness m.class",
    "m.match m.grain6 m.class",
    "m.match m.lemma",
    "m.match m.role m.class",
    "m.match m.length m.class",
    "m.name_match m.match m.class",
    "m.name_match m.entity m.shell",
    "m.likeness m.class",
    "m.likeness m.lemma",
    "m.match_distance m.class",
)
"""The templates of mentions that begin a chain."""

REGISTER_PAIRS = tuple(
    f"m.register {template}" for line in _BY_REGISTER.split("\n") if line for template in line.split("|")
)
REGISTER_ALONE = tuple(f"m.register {template}" for template in ALONE)
"""Templates that are learned for each register apart, as well (Daumé 2007): what is referred back to, and how, differs
between novels, talk and other texts, and between those who annotated them."""

ENCODER_PAIRS = (
    *conjoined(("said", "said_gap", "said said_gap")),
    "said m.said",
    "said a.said m.said",
    "said m.said_best m.class",
    "said same_head m.kind a.kind",
    "said same_content m.kind a.kind",
    "said names m.kind a.kind",
    "said words m.class a.class",
    "said sentences m.class",
    "said rank m.class",
    "said clash m.class a.class",
    "said genders numbers m.class",
    "said speakers persons m.class a.class",
    "said nesting predicate",
    "said a.shell m.shell",
    "said m.match m.class",
    "said a.said_best m.class a.class",
)
ENCODER_ALONE = (
    "m.said",
    "m.said m.class",
    "m.said_best",
    "m.said_best m.class",
    "m.said m.said_best",
    "m.said m.said_best m.class",
    "m.said_best m.match m.class",
    "m.said_best m.repeated m.class",
    "m.said_best m.order m.class",
    "m.said_best m.shell",
    "m.said m.phrase",
    "m.said m.shell m.nested",
    "m.said m.grain6",
)
"""Templates over what an encoder says; see `features.opinions`."""

SAID = frozenset({"said", "said_gap", "said_best"})
"""The atoms that are what an encoder says."""

CLUSTERS = (
    "c.size",
    "c.size m.class",
    "c.size a.class m.class",
    "c.shape",
    "c.shape m.kind",
    "c.shape m.class",
    "c.start m.class",
    "p.path m.path",
    "p.path m.path p.kind m.kind",
    "p.role m.role m.class",
    "p.class m.class a.class",
    "p.head m.head",
    "p.grain6 m.grain6 m.kind",
    "c.genders c.numbers m.class",
    "c.animacies c.persons m.class",
    "c.genders c.numbers c.animacies m.class a.class",
    "c.match m.class",
    "c.match m.class a.class",
    "c.match c.size m.kind",
    "c.last m.class a.class",
)
"""The templates of clusters."""
