"""Resolved text: pronouns and short names replaced by the fullest name of their chain, with a map back to the text.

"Gary Wilber left. He took his father along." becomes "Gary Wilber left. Gary Wilber took Gary Wilber's father along."
Replaced are personal and possessive pronouns of the third person, and names that say less than the fullest one; I, we
and you only where the document says who speaks. Left alone are reflexives, relatives and demonstratives, which do not
read as English when a name stands in their place, chains without a name, and everything inside a naming mention.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.text.document import Document
from namesakes.text.spans import integers
from namesakes.text.views import Chain, Mention, Token

_PLAIN = frozenset({"he", "him", "she", "it", "they", "them"})
_OWNING = frozenset({"his", "hers", "its", "their", "theirs"})
_EITHER = "her"
_SPOKEN = frozenset({"i", "me", "we", "us", "you"})
_SPOKEN_OWNING = frozenset({"my", "mine", "our", "ours", "your", "yours"})
_PRONOUNS = _PLAIN | _OWNING | _SPOKEN | _SPOKEN_OWNING | {_EITHER}
_LONGEST = 6
"""The words that a naming mention may have; of longer ones the name in it is taken."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Edit:
    """A replaced stretch: characters `start` to `end` of the text, `new_start` to `new_end` of the resolved one."""

    start: int
    end: int
    new_start: int
    new_end: int
    chain: str


@dataclass(frozen=True, eq=False)
class ResolvedText:
    """A text with names in the place of pronouns.

    Parameters
    ----------
    text : the new text.
    origin : for each of its characters, and for its end, the place in the old text; those of a name that was put in
        all have the place where what it replaced begins. It never falls.
    edits : what was replaced, in order.
    """

    text: str
    origin: Int32Array
    edits: tuple[Edit, ...]

    def old(self, start: int, end: int) -> Span:
        """The characters of the old text that those of the new one stand for; a touched name counts as a whole."""
        begin = int(self.origin[start])
        if end <= start:
            return begin, begin
        over = [edit.end for edit in self.edits if edit.new_start < end < edit.new_end]
        return begin, over[0] if over else int(self.origin[end])

    def __str__(self) -> str:
        return self.text


def resolved_text(document: Document) -> ResolvedText:
    """The document's text with pronouns and short names replaced; the document has chains, words and tags."""
    naming = {chain.place: found for chain in document.chains if (found := _naming(chain)) is not None}
    kept = np.zeros(len(document.text), dtype=np.bool_)
    for first, last, _ in naming.values():
        kept[document.starts[first] : document.ends[last - 1]] = True
    wanted = []
    for place, (_, _, name) in naming.items():
        chain = Chain(document, place)
        wanted += [(*span, new, chain.id) for mention in chain for span, new in _replacement(document, mention, name)]
    wanted = [each for each in wanted if not kept[each[0] : each[1]].any()]
    pieces: list[str] = []
    places: list[Int32Array] = []
    edits: list[Edit] = []
    done = length = 0
    for start, end, new, chain_id in sorted(wanted, key=lambda each: (each[0], -each[1])):
        if start < done:
            continue
        pieces += [document.text[done:start], new]
        places += [np.arange(done, start, dtype=np.int32), np.full(len(new), start, dtype=np.int32)]
        length += start - done
        edits.append(Edit(start, end, length, length + len(new), chain_id))
        length, done = length + len(new), end
    places.append(np.arange(done, len(document.text) + 1, dtype=np.int32))
    return ResolvedText("".join([*pieces, document.text[done:]]), integers(np.concatenate(places)), tuple(edits))


def _naming(chain: Chain) -> tuple[int, int, str] | None:
    """The tokens of the chain's fullest name, and the name; the first of several that are as full."""
    best: tuple[int, int, str] | None = None
    for mention in chain:
        span = _name(mention)
        if span is not None:
            name = _shown(chain.document, *span)
            if best is None or len(name) > len(best[2]):
                best = (*span, name)
    return best


def _name(mention: Mention) -> Span | None:
    """The tokens of the name that a mention is, or whose head it has: a whole short phrase, else the proper nouns."""
    document, head = mention.document, mention.head
    if len(mention.parts) != 1:
        return None
    part = mention.parts[0]
    tokens = part.tokens
    last = part.token_end - (len(tokens) > 1 and tokens[-1].text in ("'s", "’s", "'", "’"))
    head = document.tokens[last - 1] if head is None else head
    if not _is_proper(head):
        return None
    first = part.token_start
    inside = document.tokens[first:last]
    whole = len(inside) <= _LONGEST and _is_proper(inside[-1]) and not any(token.text in ",;:()–—" for token in inside)
    if whole and (_is_proper(inside[0]) or inside[0].text.lower() == "the") and not any(map(_joins, inside)):
        return first, last
    start, end = head.place, head.place + 1
    while start > first and _is_proper(document.tokens[start - 1]):
        start -= 1
    while end < last and _is_proper(document.tokens[end]):
        end += 1
    if start == first + 1 and document.tokens[first].text.lower() == "the":
        start = first
    return start, end


def _is_proper(token: Token) -> bool:
    return token.upos == "PROPN" or token.xpos.startswith("NNP")


def _joins(token: Token) -> bool:
    """Whether a word makes a list of names, or puts one beside another."""
    return token.upos == "CCONJ" or token.xpos == "CC" or token.label.startswith("appos")


def _shown(document: Document, first: int, last: int) -> str:
    return " ".join(document.text[document.starts[first] : document.ends[last - 1]].split())


def _replacement(document: Document, mention: Mention, name: str) -> list[tuple[Span, str]]:
    """The characters to replace in a mention and what to put there; nothing where it is to stay."""
    parts = mention.parts
    if len(parts) != 1:
        return []
    if parts[0].token_end - parts[0].token_start == 1 and parts[0].text.lower() in _PRONOUNS:
        return _of_pronoun(parts[0].tokens[0], name)
    span = _name(mention)
    if span is None or not _apart(document, *span):
        return []
    short = _shown(document, *span)
    if len(short) >= len(name) or short.lower() == name.lower():
        return []
    start, end = int(document.starts[span[0]]), int(document.ends[span[1] - 1])
    return [((start, end), _cased(name, document.text[start]))]


def _of_pronoun(token: Token, name: str) -> list[tuple[Span, str]]:
    word = token.text.lower()
    if not _apart(token.document, token.place, token.place + 1):
        return []
    if word in _SPOKEN | _SPOKEN_OWNING and not token.speaker:
        return []
    owning = word in _OWNING | _SPOKEN_OWNING
    if word == _EITHER:
        owning = token.xpos == "PRP$" or token.label == "nmod:poss"
    first = token.text[0] if word != "i" else "I" if _opens(token) else "i"
    new = _cased(name, first) + (_ending(name, word) if owning else "")
    return [((token.start, token.end), new)]


def _ending(name: str, word: str) -> str:
    """The ending of a possessive; after the s of a plural (the Joneses, the United Nations) it is the mark alone."""
    plural = word in ("their", "theirs", "our", "ours") or name.lower().startswith("the ")
    return "'" if name.endswith("s") and plural else "'s"


def _cased(name: str, like: str) -> str:
    """The name with its article, if it has one, as large as what it replaces."""
    if not name.lower().startswith("the "):
        return name
    return ("T" if like.isupper() else "t") + name[1:]


def _opens(token: Token) -> bool:
    """Whether a token is the first of its sentence."""
    return bool(np.isin(token.place, token.document.sentence_starts))


def _apart(document: Document, first: int, last: int) -> bool:
    """Whether these tokens cover characters of their own, none shared with a neighbour or with each other."""
    starts = document.starts[max(first - 1, 0) : last + 1].tolist()
    ends = document.ends[max(first - 1, 0) : last + 1].tolist()
    empty = any(start == end for start, end in zip(starts, ends, strict=True))
    return not empty and all(end <= following for (_, end), (following, _) in pairwise(zip(starts, ends, strict=True)))
