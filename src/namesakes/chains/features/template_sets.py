"""Sets of templates by name, for settings (`pairs = ["@local"]`), options and Python.

Björkelund & Kuhn (2014) call features local that look at a mention and its candidate alone. Most of our usual ones do,
but some of their atoms were filled by a look at the whole text: how often the words stand in it, how well any earlier
mention matches, how many candidates lie between. Where these are there, features of clusters have less to add; so the
paper's sets have names of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from namesakes.chains.features.templates import ALONE, CLUSTERS, LOCAL
from namesakes.errors import UnknownNameError

_OF_THE_TEXT = """
repeated head_repeated often order match match_distance likeness name_match register gender sure group group_kind
group_gender bearer bearer_gender said said_best said_gap rank rank_role rank_head genders clash
"""
DOCUMENT_ATOMS = frozenset(_OF_THE_TEXT.split())
"""The atoms that other mentions of the text have a say in: counts of words, the best match of all candidates, how many
candidates are nearer, and genders, which names take from all that the text says of who bears them."""

MARK = "@"
"""Stands before the name of a set in a list of templates."""


@dataclass(frozen=True)
class TemplateSet:
    """Templates of pairs, of mentions that begin a chain, and of clusters."""

    pairs: tuple[str, ...]
    alone: tuple[str, ...]
    clusters: tuple[str, ...] = ()


def looks_further(template: str) -> bool:
    """Whether other mentions than those that a template names have a say in it."""
    return any(atom.rpartition(".")[2] in DOCUMENT_ATOMS for atom in template.split())


def local(templates: Sequence[str]) -> tuple[str, ...]:
    """Those that look at the two mentions alone, each once; genders become those that the mentions show themselves."""
    own = (" ".join(_OWN.get(atom, atom) for atom in template.split()) for template in templates)
    return tuple(dict.fromkeys(each for each in own if not looks_further(each)))


_OWN = {"genders": "m.own_gender a.own_gender", "m.gender": "m.own_gender", "a.gender": "a.own_gender"}

NON_LOCAL = (
    "c.size",
    "c.size m.class",
    "c.size a.class m.class",
    "c.shape",
    "c.shape m.kind",
    "c.shape m.class",
    "c.start m.class",
    "c.start m.class a.class",
    "p.path m.path",
    "p.path m.path p.kind m.kind",
    "p.role m.role m.class",
    "p.class m.class a.class",
    "p.head m.head",
    "p.head m.head m.kind",
    "p.number p.own_gender m.class",
    "g.kind a.kind m.kind",
    "g.class a.class m.class",
    "g.head m.head",
    "g.head m.class",
    "g.grain6 m.grain6 m.kind",
    "g.role a.role m.role",
    "g.path m.path m.kind",
    "g.number g.own_gender m.class",
)
"""Features of the partial tree as the paper's section 6.2 has them: the size, shape and start of the cluster, the paths
of a mention and of the cluster's last one to their clauses, properties of that last one and, as in its section 5,
of the antecedent of the antecedent."""

SETS = {
    "usual": TemplateSet(LOCAL, ALONE),
    "usual-clusters": TemplateSet(LOCAL, ALONE, CLUSTERS),
    "local": TemplateSet(local(LOCAL), local(ALONE)),
    "non-local": TemplateSet(local(LOCAL), local(ALONE), NON_LOCAL),
}
"""The sets by name."""


def template_set(name: str) -> TemplateSet:
    """The set of this name."""
    if name not in SETS:
        raise UnknownNameError("set of templates", name, SETS)
    return SETS[name]


def expanded(templates: Sequence[str], kind: str) -> tuple[str, ...]:
    """The templates, where `@NAME` stands for those of one kind (`pairs`, `alone`, `clusters`) of a set; each once."""
    found: list[str] = []
    for template in templates:
        named = template.startswith(MARK)
        found += getattr(template_set(template.removeprefix(MARK)), kind) if named else [template]
    return tuple(dict.fromkeys(found)) if any(each.startswith(MARK) for each in templates) else tuple(templates)
