"""Relations: what a dependent is to its head, told by the phrases that they are in.

Two sets of names: those of Universal Dependencies, as far as constituents tell them, and those of Penn2Malt.
"""

from collections.abc import Sequence
from typing import Final

from namesakes.syntax.constituency.head_rules import base, functions
from namesakes.syntax.constituency.treebank import Treebank
from namesakes.syntax.constituency.trees import Node

_OF_TAGS: Final = {
    "NOUN": "NP",
    "PROPN": "NP",
    "PRON": "NP",
    "VERB": "VP",
    "AUX": "VP",
    "ADJ": "ADJ",
    "ADV": "ADV",
    "NUM": "QP",
    "SYM": "QP",
    "ADP": "P",
    "SCONJ": "P",
    "CCONJ": "CC",
    "DET": "DET",
}
"""What a token is, beside the classes of phrases."""
_SAME: Final = {"QP": "NP", "SBAR": "S", "SQ": "S"}
"""Classes that are joined by conjunctions with others."""
_COMMAS: Final = frozenset({",", "，", "、", "،", "-LRB-", "(", "--", "—", "–", ":"})
_OWNERS: Final = ("PRP$", "WP$")
_ADVERBIAL: Final = frozenset({"TMP", "ADV", "LOC", "MNR", "DIR", "EXT", "BNF"})
_PLAIN: Final = {
    "S": "ccomp",
    "SBAR": "ccomp",
    "ADJ": "xcomp",
    "ADV": "advmod",
    "QP": "nummod",
    "DET": "det",
}
_IN_PREPOSITIONAL: Final = {"ADV": "advmod", "ADJ": "amod", "S": "acl", "P": "case", "dep": "case", "VP": "case"}


def universal(parent: Node, place: int, treebank: Treebank, words: Sequence[str]) -> str:
    """The relation of a child that is no head, by the names of Universal Dependencies."""
    child, tag = parent.children[place], treebank.upos(parent.children[place].label)
    if child.is_token and tag == "PUNCT":
        return "punct"
    own, head = kind(child, treebank), kind(parent.children[parent.head_child], treebank)
    if own == "CC":
        return "cc"
    if _is_conjunct(parent, place, treebank):
        return "conj"
    if own == "PRN":
        return "parataxis"
    around = kind(parent, treebank)
    if around in ("NP", "QP", "DNP", "DET") or (head in ("NP", "QP") and around not in ("S", "VP", "SBAR", "PP")):
        return _in_nominal(parent, place, own, tag, treebank, words)
    if around == "PP":
        return _IN_PREPOSITIONAL.get(own, "nmod")
    if around == "SBAR":
        return _in_subordinate(parent, place, own)
    return _in_clause(parent, place, own, treebank, words)


def kind(node: Node, treebank: Treebank) -> str:
    """What a phrase or a token is, one of the classes of `Treebank` or of tokens; "dep" for anything else."""
    if node.is_token:
        return _OF_TAGS.get(treebank.upos(node.label), "dep")
    return treebank.classes.get(base(node.label), "dep")


def _is_conjunct(parent: Node, place: int, treebank: Treebank) -> bool:
    """Whether a child is a further member of a coordination whose first one is the head."""
    if place < parent.head_child:
        return False
    kinds = [kind(child, treebank) for child in parent.children]
    own, head = (_SAME.get(kinds[each], kinds[each]) for each in (place, parent.head_child))
    return "CC" in kinds[parent.head_child :] and own == head and own not in ("P", "dep")


def _in_nominal(parent: Node, place: int, own: str, tag: str, treebank: Treebank, words: Sequence[str]) -> str:
    child, before = parent.children[place], place < parent.head_child
    if child.is_token:
        return _token_in_nominal(child, tag, treebank, before)
    if own == "NP":
        if _is_possessive(child):
            return "nmod:poss"
        if "APP" in functions(child.label):
            return "appos"
        if not before and _behind_comma(parent, place, words):
            return "appos"
        if treebank.language == "ar" and not before:
            return "nmod:poss"
        return "compound" if before and treebank.language == "zh" else "nmod:unmarked"
    if own == "DNP":
        inner = kind(child.children[child.head_child], treebank)
        return {"NP": "nmod:poss", "ADJ": "amod", "QP": "nummod", "S": "acl:relcl"}.get(inner, "nmod")
    plain = {"ADJ": "amod", "QP": "nummod", "PP": "nmod", "SBAR": "acl:relcl", "S": "acl", "VP": "acl", "ADV": "advmod"}
    return plain.get(own, "det" if own == "DET" else "dep")


def _token_in_nominal(child: Node, tag: str, treebank: Treebank, before: bool) -> str:
    if child.label in _OWNERS or child.label.startswith("POSS_PRON"):
        return "nmod:poss"
    if tag == "PRON":
        return "nmod:poss" if treebank.language == "ar" else "nmod" if before else "det"
    if tag in ("NOUN", "PROPN"):
        return "nmod:poss" if treebank.language == "ar" and not before else "compound"
    if tag == "PART":
        return "case" if child.label in ("POS", "DEG", "DEC") else "mark"
    plain = {
        "DET": "det",
        "ADJ": "amod",
        "NUM": "nummod",
        "ADV": "advmod",
        "VERB": "amod",
        "ADP": "case",
        "SYM": "compound",
    }
    return plain.get(tag, "dep")


def _is_possessive(child: Node) -> bool:
    """Whether a phrase ends in a possessive mark, or is a possessive pronoun."""
    last = child.children[-1]
    return last.label == "POS" or (last.label in _OWNERS and child.first + 1 == child.end)


def _behind_comma(parent: Node, place: int, words: Sequence[str]) -> bool:
    before = [child for child in parent.children[:place] if not child.is_empty]
    return bool(before) and before[-1].is_token and words[before[-1].first] in _COMMAS


def _in_subordinate(parent: Node, place: int, own: str) -> str:
    child = parent.children[place]
    if base(child.label) == "WHNP":
        inner = parent.children[parent.head_child]
        real = [each for each in inner.children if not each.is_empty]
        subject = any(base(each.label) in ("NP", "EX") for each in real)
        return "obj" if subject else "nsubj"
    return {"P": "mark", "dep": "mark", "ADV": "advmod", "PP": "obl", "DET": "mark"}.get(own, "dep")


def _in_clause(parent: Node, place: int, own: str, treebank: Treebank, words: Sequence[str]) -> str:
    child, before = parent.children[place], place < parent.head_child
    if own == "NP":
        return _argument(parent, place, treebank, words)
    if own == "VP" and child.is_token:
        copula = words[child.first].lower() in treebank.copulas
        verbal = kind(parent.children[parent.head_child], treebank) in ("VP", "S")
        return "cop" if copula and not verbal else "aux"
    if own == "VP":
        return "xcomp" if not before else "aux"
    if own == "PP":
        return "obl"
    if own in ("S", "SBAR"):
        if before or functions(child.label) & {"ADV", "TMP", "PRP"} or _has_mark(child, words):
            return "advcl"
        return "ccomp" if own == "SBAR" or any(base(each.label) == "NP" for each in child.children) else "xcomp"
    if own == "P" or (own == "dep" and child.is_token):
        return {"PRT": "compound:prt", "RP": "compound:prt"}.get(base(child.label), "mark" if before else "dep")
    return "compound:prt" if base(child.label) == "PRT" else _PLAIN.get(own, "dep")


def _argument(parent: Node, place: int, treebank: Treebank, words: Sequence[str]) -> str:
    """What a noun phrase is to a verb."""
    child, names = parent.children[place], functions(parent.children[place].label)
    if "SBJ" in names:
        return "nsubj"
    if names & _ADVERBIAL or (treebank.language == "zh" and child.head_tag.startswith("NT")):
        return "obl:unmarked"
    if place < parent.head_child:
        return "nsubj"
    others = [
        each
        for each, sibling in enumerate(parent.children)
        if each > parent.head_child and kind(sibling, treebank) == "NP" and not functions(sibling.label) & _ADVERBIAL
    ]
    first = others[:1] == [place]
    if first and (_inverts(parent, treebank, words) or (treebank.language == "ar" and len(others) > 1)):
        return "nsubj"
    return "iobj" if first and treebank.language == "en" and len(others) > 1 else "obj"


def _inverts(parent: Node, treebank: Treebank, words: Sequence[str]) -> bool:
    """Whether the subject stands behind the verb: "said Ann", "is he …", not "who saw Ann"."""
    label = base(parent.label)
    return label == "SINV" or (label == "SQ" and words[parent.head].lower() in treebank.copulas)


_MARKS: Final = frozenset(
    ["if", "because", "although", "though", "while", "since", "unless", "until", "after", "before", "when", "once"]
)


def _has_mark(child: Node, words: Sequence[str]) -> bool:
    return words[child.first].lower() in _MARKS


def penn2malt(parent: Node, place: int, treebank: Treebank, words: Sequence[str]) -> str:
    """The relation of a child that is no head, by the names and the rules of Penn2Malt (Nivre 2006)."""
    child, label = parent.children[place], base(parent.label)
    names, own = functions(child.label), base(child.label)
    if child.is_token and treebank.upos(child.label) == "PUNCT":
        return "P"
    if "SBJ" in names:
        return "SUB"
    if "PRD" in names:
        return "PRD"
    if label == "VP" and own == "VP":
        return "VC"
    if label == "VP" and own == "NP" and not names & _ADVERBIAL:
        return "OBJ"
    return _MODIFIERS.get(label, "DEP")


_MODIFIERS: Final = {
    **dict.fromkeys(
        ("VP", "S", "SQ", "SINV", "SBAR", "SBARQ", "IP", "CP", "VCD", "VRD", "VSB", "VNV", "VPT", "VCP"), "VMOD"
    ),
    **dict.fromkeys(("NP", "NAC", "NX", "NML", "WHNP", "DP", "DNP", "CLP"), "NMOD"),
    **dict.fromkeys(("PP", "WHPP", "LCP"), "PMOD"),
    **dict.fromkeys(("ADJP", "ADVP", "QP", "WHADJP", "WHADVP", "DVP"), "AMOD"),
}
