"""Full names: whether a mention has somebody's whole name, by its words alone and not by what was found of it."""

from typing import Final

from namesakes.names import PersonName, parse
from namesakes.text.document import Document

_PROPER: Final = frozenset(["PROPN", "NNP", "NNPS"])
_ARTICLES: Final = frozenset(["a", "an", "the", "every", "each", "some", "any", "no", "this", "that", "another"])
"""Before these words stands no person's name, but for one with a title: the Reverend John Hill."""
_SELVES: Final = frozenset(["himself", "herself", "itself", "themselves", "myself", "yourself", "ourselves", "oneself"])
_HYPHENS: Final = frozenset(["-", "‐", "‑"])


def full_name(document: Document, first: int, end: int, head: int) -> PersonName | None:
    """The full name of a person that a mention with this head has; None where it has none.

    That are the proper nouns around the head, with hyphens within them, from the first to the last one with a capital.
    What has an article is no person: "the Place de la Concorde", "every Tuesday".
    """
    words, run = document.words, _run(document, first, end, head)
    while len(run) and not words[run.start][:1].isupper():
        run = run[1:]
    while len(run) and (not words[run[-1]][:1].isupper() or words[run[-1]].lower() in _SELVES):
        run = run[:-1]
    if len(run) < 2:
        return None
    name = parse(" ".join(words[run.start : run.stop]))
    article = run.start > first and words[run.start - 1].lower() in _ARTICLES
    return name if name.is_full and (name.honorifics or not article) else None


def _run(document: Document, first: int, end: int, head: int) -> range:
    """The proper nouns of a mention that its head is among, and the hyphens between them."""
    tags = document.columns["upos"].rows
    if tags[head] not in _PROPER:
        return range(0)
    start = stop = head
    while start > first and (tags[start - 1] in _PROPER or _joins(document, start - 1)):
        start -= 1
    while stop < end and (tags[stop] in _PROPER or _joins(document, stop)):
        stop += 1
    return range(start, stop)


def _joins(document: Document, place: int) -> bool:
    """Whether a token is a hyphen between two proper nouns, without spaces: Grant-Menzies."""
    if document.words[place] not in _HYPHENS or not 0 < place < len(document.starts) - 1:
        return False
    tags, starts, ends = document.columns["upos"].rows, document.starts, document.ends
    touches = ends[place - 1] == starts[place] and ends[place] == starts[place + 1]
    return bool(touches) and tags[place - 1] in _PROPER and tags[place + 1] in _PROPER
