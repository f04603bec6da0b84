"""Groups of close tags: what a consensus counts as nearly its own tag."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from namesakes.arrays import Int32Array

CLOSE: Final[Mapping[str, str]] = {
    "nouns": "NOUN PROPN NN NNS NNP NNPS NE",
    "verbs": (
        "VERB AUX VB VBD VBG VBN VBP VBZ MD VVFIN VVIMP VVINF VVIZU VVPP VAFIN VAIMP VAINF VAPP VMFIN VMINF VMPP"
    ),
    "adjectives": "ADJ JJ JJR JJS ADJA ADJD",
    "adverbs": "ADV RB RBR RBS",
    "adpositions": "ADP APPR APPRART APPO APZR",
    "conjunctions": "CCONJ SCONJ KON KOUS KOUI KOKOM",
    "pronouns": "PRON PRP PRP$ PPER PRF PPOSS PPOSAT",
    "pronouns that point": "PDS PDAT",
    "pronouns that ask": "WP WP$ PWS PWAT",
    "pronouns that relate": "PRELS PRELAT",
    "pronouns of amount": "PIS PIAT PIDAT",
    "determiners": "DET DT PDT ART",
}
"""The tags that are close to each other: universal ones, those of the Penn Treebank, and STTS's of German. The paper
says that tags may be close and not which are."""

ALONE: Final = (
    "INTJ NUM PART PUNCT SYM X CC CD EX FW IN LS POS RP TO UH WDT WRB HYPH NFP AFX ADD GW XX "
    "CARD FM ITJ PAV PROAV PWAV PTKA PTKANT PTKNEG PTKVZ PTKZU TRUNC XY"
)
"""Tags of these sets that are close to no other."""

_GROUPS: Final = {tag: group for group, tags in CLOSE.items() for tag in tags.split()}
_ALONE: Final = frozenset(ALONE.split())


def close_groups(names: Sequence[str]) -> Int32Array:
    """The group of each tag: by the table, and of tags that no table has by their first two letters.

    Such tags (`ncms000`, `Ncmsi`, `名詞-普通名詞-一般`) begin with the part of speech and its kind.
    """
    groups = [group_of(name) for name in names]
    numbers = {group: number for number, group in enumerate(sorted(set(groups)))}
    return np.array([numbers[group] for group in groups], dtype=np.int32)


def group_of(tag: str) -> str:
    """The name of a tag's group."""
    if tag in _GROUPS:
        return _GROUPS[tag]
    return f"={tag}" if tag in _ALONE else f"{tag[:2]}…"
