"""Replies: the new text of a mail, told from the mails that it quotes or forwards.

What is quoted is: lines with `>` before them, with the line that announces them ("On Monday Ann Lee wrote:"); all below
"-----Original Message-----", below the header of another mail as Outlook writes it, and below such an announcement
where no line has a `>`. Signatures stay: they say who somebody is. A mail that has nothing new, such as one that is
only forwarded, is left as it is.
"""

import re
from collections.abc import Sequence
from typing import Final

_MARK: Final = re.compile(r"[ \t]{0,3}(?:[A-Z]{0,4}>|\|[ \t]?(?=>))")
_VERBS: Final = r"(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisał\(?a?\)?)"
_ANNOUNCED: Final = re.compile(
    rf"(?:on|am|le|el|il|em|op|den|w dniu)\b.{{3,200}}\b{_VERBS}.{{0,60}}:|[^:]{{3,100}}<[^<>\s]+@[^<>\s]+>\s+{_VERBS}:"
    rf"|.{{3,100}}\b\d{{4}}\b.{{0,80}}\b{_VERBS}:",
    re.IGNORECASE,
)
_WROTE: Final = re.compile(rf"{_VERBS}\b.{{0,60}}:\s*$", re.IGNORECASE)
_BETWEEN: Final = r"original|forwarded|weitergeleitete|ursprüngliche|message d'origine|mensaje original"
_BEGIN: Final = r"begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|début du message transféré ?"
_CUT: Final = re.compile(rf"[ \t]*(?:[-_*=]{{2,}}[ \t]*(?:{_BETWEEN})\b.*|(?:{_BEGIN}):)[ \t]*$", re.IGNORECASE)
_HEADER: Final = re.compile(
    r"[ \t*]*(?P<name>from|von|de|da|sent|date|gesendet|envoyé|to|an|à|cc|subject|betreff|objet)[ *]*:[ *]*\S",
    re.IGNORECASE,
)
_FIRST: Final = frozenset({"from", "von", "de", "da"})
_RULE: Final = re.compile(r"[ \t]*(?:_{10,}|-{10,}|={10,})[ \t]*$")
_LINES, _LONGEST = 3, 300
"""The most lines that an announcement stands on, and the most characters of one."""


def new_text(text: str) -> str:
    """The text of a mail without what it quotes; all of it where nothing else is left. O(characters)."""
    lines = text.split("\n")
    kept = _kept(lines)
    new = re.sub(r"\n{3,}", "\n\n", "\n".join(line for line, keep in zip(lines, kept, strict=True) if keep)).strip("\n")
    return new if _says_something(new) else text


def _kept(lines: Sequence[str]) -> list[bool]:
    """Which lines are new."""
    kept = [True] * len(lines)
    place = 0
    while place < len(lines):
        line = lines[place]
        if _CUT.match(line) or _is_header(lines, place):
            while place and (not lines[place - 1].strip() or _RULE.match(lines[place - 1])):
                place -= 1
            kept[place:] = [False] * (len(lines) - place)
            break
        if _MARK.match(line):
            kept[place] = False
        elif len(line) <= _LONGEST and _WROTE.search(line):
            first = _announcement(lines, place)
            if first is not None:
                kept[first : place + 1] = [False] * (place + 1 - first)
                if not _quote_follows(lines, place + 1):
                    kept[place:] = [False] * (len(lines) - place)
                    break
        place += 1
    return kept


def _announcement(lines: Sequence[str], end: int) -> int | None:
    """The line where the announcement begins that ends with this one; None where it is none."""
    for first in range(end, max(-1, end - _LINES), -1):
        if not lines[first].strip() or len(lines[first]) > _LONGEST:
            return None
        if _ANNOUNCED.fullmatch(" ".join(lines[first : end + 1]).strip()):
            return first
    return None


def _quote_follows(lines: Sequence[str], place: int) -> bool:
    """Whether lines with marks come, so that these alone are quoted."""
    following = next((line for line in lines[place:] if line.strip()), "")
    return _MARK.match(following) is not None


def _is_header(lines: Sequence[str], place: int) -> bool:
    """Whether the header of another mail begins here: *From:*, and two others of its lines right below."""
    match = _HEADER.match(lines[place])
    if match is None or match["name"].lower() not in _FIRST:
        return False
    names = [found["name"].lower() for line in lines[place : place + 6] if (found := _HEADER.match(line))]
    return len(set(names)) >= 3


def _says_something(text: str) -> bool:
    """Whether any word stands outside of a signature's mark."""
    return any(letter.isalnum() for letter in text)
