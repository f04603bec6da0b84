"""Resolved text: pronouns and short names replaced by the name of their chain, with a map back to the text.

"Gary Wilber left. He took his father along." becomes "Gary Wilber left. Gary Wilber took Gary Wilber's father along."
Replaced are personal and possessive pronouns of the third person, and short forms of the name; I, we and you only where
the document says who speaks. Left alone are complete names, whatever chain they are in, and names that are no short
form of the chain's; reflexives, relatives and demonstratives, which do not read as English when a name stands in their
place; chains without a name; and parts of longer names.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.names import Relation, compare, parse
from namesakes.names.titles import LONGEST, is_title
from namesakes.text.document import Document
from namesakes.text.naming import Naming, agree, bare, is_complete
from namesakes.text.spans import integers
from namesakes.text.views import Token

_PLAIN = frozenset({"he", "him", "she", "it", "they", "them"})
_OWNING = frozenset({"his", "hers", "its", "their", "theirs"})
_EITHER = "her"
_SPOKEN = frozenset({"i", "me", "we", "us", "you"})
_SPOKEN_OWNING = frozenset({"my", "mine", "our", "ours", "your", "yours"})
_HUMAN = frozenset({"he", "him", "his", "she", "her", "hers"})
"""What stands for people alone, and so for no name of anything else."""
_PRONOUNS = _PLAIN | _OWNING | _SPOKEN | _SPOKEN_OWNING | {_EITHER}

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
    table = document.mention_table
    spans = [] if table is None else list(map(document.namer.name, range(len(table))))
    wanted = []
    for chain in document.chains:
        called = document.namer.chain(chain.place)
        if called.proper and table is not None:
            wanted += [
                (*found, chain.id)
                for mention in table.members(chain.place).tolist()
                if (found := _replacement(document, mention, spans[mention], called)) is not None
            ]
    names = [_characters(document, span) for span in spans if span is not None]
    return _replaced(document, _outside_names(wanted, names))


def _replaced(document: Document, wanted: list[tuple[Span, str, str]]) -> ResolvedText:
    """The text with what is wanted put in, which stands in order and does not overlap."""
    pieces: list[str] = []
    places: list[Int32Array] = []
    edits: list[Edit] = []
    done = length = 0
    for (start, end), new, chain_id in wanted:
        pieces += [document.text[done:start], new]
        places += [np.arange(done, start, dtype=np.int32), np.full(len(new), start, dtype=np.int32)]
        length += start - done
        edits.append(Edit(start, end, length, length + len(new), chain_id))
        length, done = length + len(new), end
    places.append(np.arange(done, len(document.text) + 1, dtype=np.int32))
    return ResolvedText("".join([*pieces, document.text[done:]]), integers(np.concatenate(places)), tuple(edits))


def _outside_names(wanted: list[tuple[Span, str, str]], names: list[Span]) -> list[tuple[Span, str, str]]:
    """What is wanted but for parts of longer names, in order; of what overlaps, the first."""
    longest: dict[int, int] = {}
    for start, end in names:
        for place in range(start, end):
            longest[place] = max(longest.get(place, 0), end - start)
    kept: list[tuple[Span, str, str]] = []
    for each in sorted(wanted, key=lambda each: (each[0][0], -each[0][1])):
        start, end = each[0]
        if end - start >= longest.get(start, 0) and (not kept or start >= kept[-1][0][1]):
            kept.append(each)
    return kept


def _characters(document: Document, span: Span) -> Span:
    """The characters of a name, without the ending of a possessive that is written with it."""
    start, end = int(document.starts[span[0]]), int(document.ends[span[1] - 1])
    return start, start + len(bare(document.text[start:end]))


def _replacement(document: Document, mention: int, span: Span | None, called: Naming) -> tuple[Span, str] | None:
    """The characters to replace in a mention and what to put there; nothing where it is to stay."""
    assert document.mention_table is not None
    parts = document.mention_table.parts(mention)
    if len(parts) == 1 and parts[0][1] - parts[0][0] == 1 and document.words[parts[0][0]].lower() in _PRONOUNS:
        if document.words[parts[0][0]].lower() in _HUMAN and not called.found:
            return None
        return _of_pronoun(document.tokens[parts[0][0]], called.text)
    if span is None or not _apart(document, *span):
        return None
    start, end = _characters(document, span)
    if not _is_short(" ".join(document.text[start:end].split()), called):
        return None
    return (start, end), _cased(_behind(document.text[:start], called.text), document.text[start])


def _behind(before: str, name: str) -> str:
    """A name without the titles that stand before it already: Judge Melissa becomes Judge Ann Melissa."""
    words, written = name.split(), before.split()[-LONGEST:]
    for count in range(min(len(words) - 1, len(written)), 0, -1):
        if words[:count] == written[-count:] and is_title(" ".join(words[:count])):
            return " ".join(words[count:])
    return name


def _is_short(name: str, called: Naming) -> bool:
    """Whether a name says less than what its chain is called, and nothing else."""
    if is_complete(name, person=called.person):
        return False
    if not is_complete(called.text, person=called.person) and len(_articleless(name)) >= len(_articleless(called.text)):
        return False
    if called.mixed and parse(name).honorifics:
        return False
    if called.person and compare(name, called.text).relation == Relation.DIFFERENT:
        return False
    return agree(name, called.text, person=called.person)


def _articleless(name: str) -> str:
    return name[4:] if name.lower().startswith("the ") else name


def _of_pronoun(token: Token, name: str) -> tuple[Span, str] | None:
    word = token.text.lower()
    if not _apart(token.document, token.place, token.place + 1):
        return None
    if word in _SPOKEN | _SPOKEN_OWNING and not token.speaker:
        return None
    owning = word in _OWNING | _SPOKEN_OWNING
    if word == _EITHER:
        owning = token.xpos == "PRP$" or token.label == "nmod:poss"
    first = token.text[0] if word != "i" else "I" if _opens(token) else "i"
    new = _cased(name, first) + (_ending(name, word) if owning else "")
    return (token.start, token.end), new


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
