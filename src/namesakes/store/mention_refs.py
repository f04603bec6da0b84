"""References to mentions, as people write them: `letters/07.txt:120-132`, or `letters/07.txt:"Mr Hill"#2`."""

import re
from dataclasses import dataclass

from namesakes.errors import DataError
from namesakes.store.anchors import occurrences
from namesakes.store.lookup import find_document
from namesakes.store.records import Span, StoredDocument
from namesakes.store.store import Store

_PLACES = re.compile(r"(\d+)[-–](\d+)")
_NUMBERED = re.compile(r"(.+)#(\d+)", re.DOTALL)
_QUOTED = re.compile(r"""(["'“])(.+)["'”]""", re.DOTALL)
_LAYOUT = 'A mention is DOCUMENT:START-END in characters, or DOCUMENT:"its words"#2 for the second place they stand in.'
_SHOWN = 8
_AROUND = 24


@dataclass(frozen=True)
class MentionRef:
    """A stretch of words of a document, which need not be a mention yet."""

    document: StoredDocument
    span: Span

    @property
    def text(self) -> str:
        """The words."""
        return " ".join(self.document.text[slice(*self.span)].split())

    def __str__(self) -> str:
        return written(self.document.id, self.span)


def written(document: str, span: Span) -> str:
    """The reference to a mention that a command takes."""
    return f"{document}:{span[0]}-{span[1]}"


def find_mention(store: Store, text: str) -> MentionRef:
    """The mention that a reference means; else an error that lists those that it may mean."""
    for place, letter in enumerate(text):
        id = find_document(store, text[:place]) if letter == ":" and place else None
        document = None if id is None else store.documents.get(id)
        if document is not None:
            return _within(document, text[place + 1 :])
    raise DataError(f"'{text}' names no mention of a document in this store", _LAYOUT)


def mention_at(store: Store, document: str, start: int, end: int) -> MentionRef:
    """The mention at these characters of a document."""
    found = store.documents.get(document)
    if found is None:
        raise DataError(f"there is no document '{document}' in this store", "List those there are with: namesakes show")
    return MentionRef(found, _whole(found, (start, end)))


def _within(document: StoredDocument, where: str) -> MentionRef:
    places = _PLACES.fullmatch(where.strip())
    if places:
        return MentionRef(document, _whole(document, (int(places[1]), int(places[2]))))
    words, number = where, 0
    numbered = _NUMBERED.fullmatch(where)
    if numbered and not any(occurrences(document.text, _unquoted(where))):
        words, number = numbered[1], int(numbered[2])
    spans = list(occurrences(document.text, _unquoted(words)))
    if not spans:
        raise DataError(f"'{_unquoted(words)}' does not stand in {document.id}", _LAYOUT)
    if number > len(spans) or (numbered and words is not where and number == 0):
        raise DataError(f"'{_unquoted(words)}' stands in {len(spans)} places in {document.id}, not in {number}")
    if not number and len(spans) > 1:
        raise DataError(
            f"'{_unquoted(words)}' stands in {len(spans)} places in {document.id}",
            "\n".join(["Name one of them:", *(_line(document, span) for span in spans[:_SHOWN])]),
        )
    return MentionRef(document, _whole(document, spans[max(number - 1, 0)]))


def _line(document: StoredDocument, span: Span) -> str:
    around = document.text[max(span[0] - _AROUND, 0) : span[1] + _AROUND]
    return f"  {written(document.id, span)}  …{' '.join(around.split())}…"


def _unquoted(words: str) -> str:
    match = _QUOTED.fullmatch(words.strip())
    return match[2] if match else words.strip()


def _whole(document: StoredDocument, span: Span) -> Span:
    """The characters of the whole words that these characters touch."""
    touched = [token for token in document.tokens if token[0] < span[1] and token[1] > span[0]]
    if span[0] >= span[1] or span[1] > len(document.text) or not touched:
        length = len(document.text)
        raise DataError(
            f"characters {span[0]} to {span[1]} are no words of {document.id}, which has {length:,} characters",
            f"See its mentions with: namesakes show {document.id} --mentions",
        )
    return touched[0][0], touched[-1][1]
