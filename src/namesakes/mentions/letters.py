"""Letters: who writes a letter or a mail, and to whom; *I* is who signs it, *you* whom it greets."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from namesakes.mentions.headers import header_lines, header_of, unfolded
from namesakes.mentions.lines import Line, name_in
from namesakes.mentions.quotes import Quote
from namesakes.mentions.speakers import Speech
from namesakes.text.document import Document

LETTER = "letter"
"""The rule of a speech that is a letter or a mail, or a part of one."""

_WROTE = re.compile(r"(?:On\b.{4,80}?[,\d:apmAPM>]\s+)?(?P<who>[^\d:,]{2,60}?)\s*(?:<[^>]*>|\([^)]*\))?\s+wrote:")
_SEVERAL = re.compile(r"[;,&]|\band\b")
_CUT = re.compile(r"-{2,}\s*(original|forwarded) message", re.IGNORECASE)
_GREETING = re.compile(
    r"(?:My\s+)?(?:[Dd]ear(?:est)?|Hi|Hello|Hey|Good\s+(?:morning|day|evening))\b[\s,]*(?P<who>.*?)[,:!.—-]*"
)
_ADDRESSED = re.compile(
    r"(?P<who>(?:(?:My|Honou?red|Respected|Reverend|Much\s+honou?red)\s+)?(?:Sirs?|Madam|Lord|Lady|Gentlemen))\s?[,:—-]+"
)
"""A greeting of nothing but a title."""
_CLOSING = re.compile(
    r"(?:(?:and\s+)?(?:i\s+(?:am|remain)\b.*|yours?\b.*|(?:(?:with|many|kind|best|warm|kindest|warmest|all)\s+)*"
    r"(?:my\s+)?(?:regards|wishes|thanks|love|greetings|compliments)\b.*|best|sincerely\b.*|respectfully\b.*|"
    r"faithfully\b.*|cordially\b.*|cheers|warmly|affectionately\b.*|ever\s+yours|thank\s+you\b.*))",
    re.IGNORECASE,
)
_AFTERTHOUGHT = re.compile(r"(p\.?\s?(p\.?\s?)?s\b|n\.?\s?b\b|enc)", re.IGNORECASE)
_SIGNED = re.compile(r"(?:[-–—*_]+\s*|/s/\s*|\(?signed\)?:?\s*)?(?P<who>[^\d\W][^\d:;!?@]{0,40}?)[.,)]?", re.IGNORECASE)
_PARTICLES_WORDS = """
van von der den de la le du da di dos del bin ibn al el ap of the and y e zu ten ter
"""
_PARTICLES = frozenset(_PARTICLES_WORDS.split())
_NOBODY_WORDS = """
sirs gentlemen all both colleagues team friends everyone editor customer there again ladies
"""
_NOBODY = frozenset(_NOBODY_WORDS.split())
_LONGEST_CLOSING, _LONGEST_NAME, _LONGEST_GREETING, _ADDRESS, _SHORT = 8, 5, 7, 8, 12
"""How many words a closing, a name and a greeting have at most, and how many lines there are before a greeting, of how
many words; what is longer is the story that the letter stands in."""


@dataclass
class _Message:
    """The lines of one mail or letter, with its header; `who` and `to` are tokens that name who writes it, to whom.

    `company` is whether it goes to several people; `answer` is the mail that quotes it below "Ann Lee wrote:", whose
    writer it was written to.
    """

    depth: int
    who: int = -1
    to: int = -1
    header: bool = False
    greeted: bool = False
    company: bool = False
    answer: "_Message | None" = None
    lines: list[Line] = field(default_factory=list)


def letters(document: Document, found: Sequence[Line]) -> list[Speech]:
    """The letters and mails of a text, each stretch of one a speech.

    A mail has a header with *From:*, or is quoted below a line such as "On Monday Ann Lee wrote:"; a letter has a
    greeting and a name at its end. One mail inside another is its own; what is quoted below "Ann Lee wrote:" was
    written to whoever quotes it, where it does not say to whom.

    Parameters
    ----------
    found : the lines of the text.

    A header may stand in one line, and its labels in any order.
    """
    reader, found = _Reader(document), unfolded(document, found)
    labelled = header_lines(found)
    for number, line in enumerate(found):
        deeper = number + 1 < len(found) and found[number + 1].depth > line.depth
        reader.read(line, header_of(line) if number in labelled else None, deeper=deeper)
    speeches: list[Speech] = []
    writers: dict[int, int] = {}
    for message in reader.messages:
        signed = _signature(document, message)
        who = writers[id(message)] = message.who if message.who >= 0 else signed
        if message.answer is not None and message.to < 0 and not message.company:
            message.to = writers[id(message.answer)]
        if who >= 0 and (message.header or (message.greeted and signed >= 0)):
            speeches += [
                Speech(Quote(first, end), who, LETTER, addressee=message.to, company=message.company)
                for first, end in _stretches(document, message)
            ]
    return sorted(speeches, key=lambda each: each.quote.first)


class _Reader:
    """Puts lines into messages."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.messages: list[_Message] = [_Message(0)]
        self.open = [self.messages[0]]
        self.in_header = False
        self.closed = False

    def read(self, line: Line, header: re.Match[str] | None, *, deeper: bool = False) -> None:
        """Put a line into its message.

        Parameters
        ----------
        header : its label and what it says, where it is a header's.
        deeper : whether more marks of quoted mail stand before the next line.
        """
        wrote = _WROTE.fullmatch(line.text) if line.text.endswith("wrote:") else None
        while len(self.open) > 1 and line.depth < self.open[-1].depth:
            self.open.pop()
        if line.depth > self.open[-1].depth:
            self.begin(line.depth)
        if header:
            self.read_header(line, header)
        elif wrote and len(line.words) <= 20:
            begun = len(self.open) > 1 and not self.open[-1].lines  # by the marks of this line
            answer = self.open[-2 if begun else -1]
            self.open[-1].lines.append(line)
            self.begin(line.depth + deeper)
            self.open[-1].who, self.open[-1].header = self.name(line, wrote), True
            self.open[-1].answer = answer
        elif _CUT.match(line.text):
            self.begin(line.depth)
        else:
            self.read_body(line)
        self.in_header = header is not None

    def begin(self, depth: int) -> None:
        """Begin another message; one that has nothing yet is it."""
        last = self.open[-1]
        if last.lines or last.header:
            if last.depth >= depth:
                self.open.pop()
            self.open.append(_Message(depth))
            self.messages.append(self.open[-1])
        else:
            last.depth = depth
        self.closed = False

    def read_header(self, line: Line, header: re.Match[str]) -> None:
        """Read a line such as *From: Ann Lee*."""
        key = header[1].lower()
        if not self.in_header and (self.open[-1].lines or self.open[-1].header):
            self.begin(line.depth)
        message = self.open[-1]
        message.lines.append(line)
        message.header = True
        several = _SEVERAL.search(header[2])
        message.company = message.company or key == "also to" or (key == "to" and several is not None)
        if key in ("from", "to") and not (key == "to" and several):
            end = header.start(2) + len(re.split(r"[<(\[]", header[2])[0].rstrip())
            token = name_in(self.document, line, header.start(2), end)
            token = token if token >= 0 and self.document.words[token][0].isupper() else -1
            if key == "from":
                message.who = token
            else:
                message.to = token

    def read_body(self, line: Line) -> None:
        """Read a line of text: a greeting opens a letter."""
        message, greeting = self.open[-1], _greeting(line, self.open[-1])
        if greeting is not None:
            above = () if message.header else message.lines
            if message.greeted or len(above) > _ADDRESS or any(len(each.words) > _SHORT for each in above):
                self.begin(line.depth)
                message = self.open[-1]
            message.greeted = True
            token = self.name(line, greeting)
            if _SEVERAL.search(greeting["who"]):
                message.to, message.company = -1, True
            elif token >= 0:
                message.to, message.company = token, False
        elif self.closed and message.greeted and not message.header and not _AFTERTHOUGHT.match(line.text):
            self.begin(line.depth)
            message = self.open[-1]
        message.lines.append(line)
        self.closed = self.closed or (message.greeted and _ends(message.lines))

    def name(self, line: Line, match: re.Match[str]) -> int:
        """The token that stands for who is named, -1 where it is nobody."""
        words = [word.strip(".,").lower() for word in match["who"].split()]
        if (
            not words
            or any(word in _NOBODY for word in words)
            or not any(w[:1].isupper() for w in match["who"].split())
        ):
            return -1
        start = next(place for place, word in enumerate(match["who"].split()) if word[:1].isupper())
        begin = match.start("who") + sum(len(word) + 1 for word in match["who"].split()[:start])
        return name_in(self.document, line, begin, match.end("who"))


def _greeting(line: Line, message: _Message) -> re.Match[str] | None:
    """The greeting that a line is, with `who`; a lone name with a comma is one right behind a header."""
    if len(line.words) > _LONGEST_GREETING or (line.text[-1] in ".?" and not line.text.endswith("Dr.")):
        return None
    match = _GREETING.fullmatch(line.text) or _ADDRESSED.fullmatch(line.text)
    if match is not None:
        return match
    behind = message.header and not message.greeted
    behind = behind and (not message.lines or header_of(message.lines[-1]) is not None)
    return re.fullmatch(r"(?P<who>[^\W\d][^,:]{0,40}),", line.text) if behind else None


def _is_name(words: Sequence[str]) -> bool:
    """Whether words look like a name: few, with capitals."""
    bare = [word for word in words if word.lower() not in _PARTICLES]
    return bool(bare) and len(words) <= _LONGEST_NAME and all(word[:1].isupper() for word in bare)


def _closes(line: Line) -> bool:
    return len(line.words) <= _LONGEST_CLOSING and _CLOSING.fullmatch(line.text.rstrip(",.!—- ")) is not None


def _ends(found: Sequence[Line]) -> bool:
    """Whether the last line is a name below a closing."""
    if len(found) < 2 or not _closes(found[-2]):
        return False
    match = _SIGNED.fullmatch(found[-1].text)
    return match is not None and _is_name(match["who"].split())


def _signature(document: Document, message: _Message) -> int:
    """The token that stands for the name at the end of a message, -1 where there is none."""
    body = [line for line in message.lines if header_of(line) is None]
    ends = [place for place, line in enumerate(body) if _AFTERTHOUGHT.match(line.text)]
    body = body[: ends[0]] if ends else body
    for place in range(len(body) - 1, max(0, len(body) - 8), -1):
        line, before = body[place], body[place - 1]
        inline = re.fullmatch(r"(?P<close>[^,]{3,40}),\s+(?P<who>[^,\d]{2,40}?)\.?", line.text)
        if inline and _CLOSING.fullmatch(inline["close"]) and _is_name(inline["who"].split()):
            return name_in(document, line, inline.start("who"), inline.end("who"))
        match = _SIGNED.fullmatch(line.text)
        closed = _closes(before)
        last = place == len(body) - 1 and (message.header or message.greeted)
        if match and (closed or last) and _is_name(match["who"].split()):
            who = match["who"].split(",")[0]
            return name_in(document, line, match.start("who"), match.start("who") + len(who))
    return -1


def _stretches(document: Document, message: _Message) -> Iterator[tuple[int, int]]:
    """The tokens of the lines of a message, those that follow each other together."""
    first = end = -1
    for line in message.lines:
        if any(document.words[token] != ">" for token in range(max(end, 0), line.first)) or first < 0:
            if first >= 0:
                yield first, end
            first = line.first
        end = line.end
    if first >= 0:
        yield first, end
