"""Register: whether a text is literary prose, talk, or anything else; what is referred back to differs between them."""

from namesakes.arrays import UInt64Array
from namesakes.mentions.tokens import Tokens
from namesakes.text.vocabulary import among, codes

PLAIN, LITERARY, TALK = 1, 2, 3
"""The registers of documents."""

_FINITE, _PAST = codes(["VBD", "VBZ", "VBP", "MD"]), codes(["VBD"])
_NAMES, _NUMBERS = codes(["NNP", "NNPS"]), codes(["CD"])
_HE_OR_SHE = codes(["he", "she", "him", "her", "his"])
_I_OR_YOU = codes(["i", "you", "me", "my"])
_TITLES = codes(["mr.", "mrs.", "mr", "mrs", "miss", "sir", "lady"])
_MODALS = codes(["upon", "shall", "thou", "thee", "whom", "such", "should", "must", "might"])


def register(tokens: Tokens) -> int:
    """The register of a document, by how frequent some words are in it alone.

    A novel tells in the past of *he* and *she*, with few numbers, in words of some formality; talk has *I* and *you*.
    """

    def per_thousand(column: UInt64Array, listed: UInt64Array) -> float:
        return 1000 * float(among(column, listed).sum()) / max(tokens.count, 1)

    finite = per_thousand(tokens.fine, _FINITE)
    past = per_thousand(tokens.fine, _PAST) / finite if finite else 0.0
    people, names = per_thousand(tokens.lower, _HE_OR_SHE), per_thousand(tokens.fine, _NAMES)
    formal = per_thousand(tokens.lower, _TITLES) >= 0.5 or per_thousand(tokens.lower, _MODALS) >= 2.5
    numbers = per_thousand(tokens.fine, _NUMBERS)
    if past >= 0.35 and people >= 9 and 8 <= names < 75 and numbers < 11 and formal:
        return LITERARY
    return TALK if per_thousand(tokens.lower, _I_OR_YOU) >= 25 else PLAIN
