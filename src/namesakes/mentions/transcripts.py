"""Transcripts: talk whose lines begin with who speaks, as in interviews, hearings, plays and chats."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.mentions.detection import PHRASE, heads_of
from namesakes.mentions.lines import Line, name_in
from namesakes.mentions.quotes import Quote
from namesakes.mentions.speakers import Speech
from namesakes.syntax.phrases.constituents import Kind
from namesakes.text.document import Document
from namesakes.text.spans import Mentions, integers
from namesakes.text.strings import Strings

LABEL = "label"
"""The rule of a speech whose speaker stands before it with a colon."""

_TIME = r"(?P<time>[\[(]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?)?[\])]?\s*[-–]?\s*)?"
_LINE = re.compile(
    _TIME
    + r"(?:<(?P<nick>[^>\s][^>]{0,25})>|(?P<label>[^\W_][^:\n<>\"“”?!]{0,40}?)\s*(?:[\[(][^\])]*[\])])?\s*:)(?:\s+.*)?"
)
_FIELDS_WORDS = """
from to cc bcc date subject sent re tel phone fax email e-mail mail web website address name age born died
occupation place time note notes photo picture source sources author title price date-line interview text by
contents attendees present apologies venue where when who what why how ps p.s. n.b. nb
"""
_FIELDS = frozenset(_FIELDS_WORDS.split())
_PARTICLES_WORDS = """
van von der den de la le du da di dos del bin ibn al el
"""
_PARTICLES = frozenset(_PARTICLES_WORDS.split())
_FEWEST, _FEWEST_TIMED, _SHARE, _WORDS = 3, 2, 0.34, 4
"""So many turns has a talk at least, with times or without; such a share of its lines has labels, of so many words."""


@dataclass(frozen=True)
class _Turn:
    """A line with a label: the characters of the label in it, and the label in small letters."""

    number: int
    begin: int
    end: int
    label: str


def transcript(document: Document, found: Sequence[Line]) -> list[Speech]:
    """The turns of a talk whose lines begin with labels; nothing for other texts.

    *I* is whoever the label names; where two people talk, *you* is the other one. The speaker is one token for all
    turns of somebody: that of the longest label. Labels that end with the same word are one person's.

    Parameters
    ----------
    found : the lines of the text.
    """
    turns = [turn for number, line in enumerate(found) if (turn := _turn(number, line)) is not None]
    counts = Counter(_key(turn.label) for turn in turns)
    turns = [
        turn for turn in turns if counts[_key(turn.label)] > 1 or _looks_spoken(document, found[turn.number], turn)
    ]
    if not _is_talk(found, turns):
        return []
    tokens: dict[str, int] = {}
    for turn in sorted(turns, key=lambda each: (-len(each.label), each.number)):
        line = found[turn.number]
        tokens.setdefault(_key(turn.label), name_in(document, line, turn.begin, turn.end))
    speeches = []
    for place, turn in enumerate(turns):
        last = turns[place + 1].number if place + 1 < len(turns) else len(found)
        last = next((other for other in range(turn.number + 1, last) if _is_field(found[other])), last)
        first, end = _behind(document, found[turn.number], turn), found[last - 1].end
        others = [token for key, token in tokens.items() if key != _key(turn.label)]
        heard = others[0] if len(others) == 1 else -1
        if first < end:
            own = _label(document, found[turn.number], turn)
            speeches.append(Speech(Quote(first, end), tokens[_key(turn.label)], LABEL, addressee=heard, label=own))
    return speeches


def _turn(number: int, line: Line) -> _Turn | None:
    """The turn that a line begins, None for other lines."""
    match = _LINE.fullmatch(line.text) if ":" in line.text[:70] or ">" in line.text[:40] else None
    if match is None:
        return None
    name = "nick" if match["nick"] else "label"
    words = match[name].split()
    label = " ".join(words).lower()
    if not words or len(words) > _WORDS or label in _FIELDS or words[0].lower().rstrip(".") in _FIELDS:
        return None
    named = all(word[:1].isupper() or word.lower() in _PARTICLES for word in words)
    if not (named or match["nick"] or (match["time"] and len(words) <= 2)):
        return None
    return _Turn(number, match.start(name), match.end(name), label)


def _is_field(line: Line) -> bool:
    match = _LINE.fullmatch(line.text)
    return match is not None and (match["label"] or "").lower() in _FIELDS


def _key(label: str) -> str:
    return label.split()[-1]


def _looks_spoken(document: Document, line: Line, turn: _Turn) -> bool:
    """Whether a verb follows a label, so that it is no row of a table."""
    tags = document.columns["upos"].rows
    return any(tags[token] in ("VERB", "AUX") for token in range(_behind(document, line, turn), line.end))


def _label(document: Document, line: Line, turn: _Turn) -> tuple[int, int]:
    """The tokens of a label."""
    first = int(np.searchsorted(document.ends, line.start + turn.begin, side="right"))
    return first, int(np.searchsorted(document.starts, line.start + turn.end, side="left"))


def with_labels(document: Document, spoken: Sequence[Speech]) -> Document:
    """The document with its labels as mentions, and with no mentions that reach from a label into what is said."""
    mentions = document.mention_table
    spans = sorted({each.label for each in spoken if each.label[1] > each.label[0]})
    if mentions is None or mentions.heads is None or not spans:
        return document
    first, end = (np.array(each, dtype=np.int32) for each in zip(*spans, strict=True))
    row = np.maximum(np.searchsorted(first, mentions.first, side="right") - 1, 0)
    inside = (mentions.first >= first[row]) & (mentions.first < end[row])
    kept = ~inside & ~((mentions.first < first[row]) & (mentions.end > first[row]))
    wanted = np.array([len(" ".join(document.words[low:high])) > 1 for low, high in spans])  # Q and A are no names
    starts = np.append(mentions.first[kept], first[wanted])
    ends = np.append(mentions.end[kept], end[wanted])
    heads = np.append(mentions.heads[kept], heads_of(document, first[wanted], end[wanted]))
    phrases = [*np.array([*mentions.extra[PHRASE]], dtype=object)[kept], *[Kind.NAME.name.lower()] * int(wanted.sum())]
    order = np.lexsort((-ends, starts))
    table = Mentions(
        offsets=integers(np.arange(len(order) + 1)),
        starts=integers(starts[order]),
        ends=integers(ends[order]),
        chains=integers(np.full(len(order), -1)),
        heads=integers(heads[order]),
        extra={PHRASE: Strings([phrases[place] for place in order.tolist()])},
    )
    return document.replace(mention_table=table)


def _behind(document: Document, line: Line, turn: _Turn) -> int:
    """The first token behind the colon of a label."""
    starts = document.starts
    end = line.start + turn.end
    token = line.first
    while token < line.end and int(starts[token]) < end:
        token += 1
    while token < line.end and document.words[token] in (":", ">", ")", "]", "(", "["):
        token += 1
    return token


def _is_talk(found: Sequence[Line], turns: Sequence[_Turn]) -> bool:
    """Whether lines with labels are a talk: two people at least, one of them more than once, and little beside it."""
    by_key: defaultdict[str, int] = defaultdict(int)
    for turn in turns:
        by_key[_key(turn.label)] += 1
    timed = sum(found[turn.number].text[:1] in "[(0123456789<" for turn in turns) > len(turns) / 2
    if (
        len(by_key) < 2
        or len(turns) < (_FEWEST_TIMED if timed else _FEWEST)
        or (max(by_key.values()) < 2 and not timed)
    ):
        return False
    return len(turns) >= _SHARE * (turns[-1].number - turns[0].number + 1)
