"""Rules of sentences, which come before the learned decisions: initials end none, items and cells are their own."""

import re
from collections.abc import Iterator

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.syntax.tokenization.lines import items
from namesakes.text.spans import integers

_OPENERS = """
a about after all also an and any are as at be because before both but by can could did do does each either even every
few for from had has have he her here his how however i if in into is it its just last many may maybe more most much
must my neither never no nobody nor not nothing now of often on once one only or other our over perhaps please she
should since so some still such than that the their them then there these they this those though through thus to today
tomorrow too under until very was we were what when where whether which while who whom whose why will with would yes
yesterday yet you your war chapter part book act scene volume section phase stage type class figure table article
appendix
"""
_NO_NAMES = frozenset(_OPENERS.split())
"""Words that begin sentences or stand before numerals, and are no parts of names."""
_TITLES = frozenset(
    ["mr", "mrs", "ms", "dr", "prof", "gen", "sen", "rep", "rev", "col", "capt", "lt", "sgt", "hon", "st"]
)
_PREPOSITIONS = frozenset(["by", "of", "with", "from", "for"])

# The only initial that is a word too. No pattern takes more than linear time: each match begins with its own I.
_INITIAL = re.compile(r"(?<=[ \n\t.])I\.(?=[ \t]?\n?[ \t]?(?:[A-Z]\. ?)*(?P<after>[^\W\d_][\w'’-]+))")
_SHORT = """
Wm Chas Thos Geo Jas Jno Robt Saml Benj Edw Danl Richd Fredk Andw Eliz Margt Nath Engr Cllr Revd Supt Atty
"""
_SHORT_WORDS = tuple(_SHORT.split())
_SHORTENED = re.compile(
    rf"\b(?:{'|'.join(_SHORT_WORDS)}|[A-Z]\.-[A-Z])\.(?=[ \t]?\n?[ \t]?(?:[A-Z]\. ?)*(?P<after>[^\W\d_a-z][\w'’-]+))"
)
"""Given names and titles as they are shortened in writing, and initials with a hyphen, before a name."""
_WORD_BEFORE = re.compile(r"([^\W\d_][\w'’-]*)(\.?)[ \t]*\n?[ \t]*\Z")
_LONGEST = 40
_ROW = re.compile(r"(?m)^[ \t]*\|[^\n]*\|[ \t]*$")
_TAB = re.compile(r"(?<=\S)[^\S\n\r]*\t[^\S\n\r]*(?=\S)")


def initials(text: str) -> Iterator[re.Match[str]]:
    """Each *I.* that is an initial, as in "Michael I. Harris": a name, a title or "by" before it, and a name behind.

    And each given name or title that is shortened, as in "Wm. Cutler".
    """
    if ".-" in text or any(f"{word}." in text for word in _SHORT_WORDS):
        yield from _SHORTENED.finditer(text)
    for match in _INITIAL.finditer(text) if "I." in text else ():
        before = _WORD_BEFORE.search(text[max(0, match.start() - _LONGEST) : match.start()])
        named = match["after"][0].isupper()
        if before is None or (named and match["after"].lower() in _NO_NAMES):
            continue
        word, dot = before[1], bool(before[2])
        is_initial = dot and len(word) == 1 and word.isupper()
        is_title = word.lower() in _TITLES and word[0].isupper()
        is_name = not dot and len(word) > 1 and word[0].isupper() and word.lower() not in _NO_NAMES
        if is_name or (named and (is_initial or is_title or word in _PREPOSITIONS)):
            yield match


def never_begin(text: str) -> Int32Array:
    """The characters that no sentence begins with: what follows the initial *I.*, or "Wm.", in order."""
    return integers(sorted(match.start("after") for match in initials(text)))


def surely_begin(text: str) -> Int32Array:
    """The characters that a sentence begins with: those of cells of a table, turns of a talk, items; in order."""
    found = [match.end() for match in _TAB.finditer(text)] if "\t" in text else []
    for row in _ROW.finditer(text) if "|" in text else ():
        found += [row.start() + place for place, sign in enumerate(row[0]) if sign == "|"]
    return integers(sorted({*found, *items(text)}))


def ruled(text: str, starts: Int32Array, sentences: Int32Array) -> Int32Array:
    """The first tokens of sentences, put right by the rules.

    Parameters
    ----------
    starts : the first character of each token.
    sentences : the first tokens of sentences as they were decided.
    """
    never, surely = never_begin(text), surely_begin(text)
    if not len(never) and not len(surely):
        return sentences
    kept = sentences[~np.isin(starts[sentences], never)]
    more = np.flatnonzero(np.isin(starts, surely))
    return integers(np.union1d(kept, more))
