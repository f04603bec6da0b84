"""A chain in a notebook: its mentions, each with the words around it."""

from html import escape
from typing import Final

from namesakes.text.views import Chain, Mention
from namesakes.view.notebook.markup import box, coloured, safe, soft, table
from namesakes.view.wording import counted, one_line

_MENTIONS: Final = 20
_AROUND: Final = 50
"""So many characters stand on each side of a mention."""


def html(chain: Chain) -> str:
    """The chain as HTML."""
    mentions = list(chain)
    confidence = chain.confidence
    sure = "" if confidence is None else f", {confidence:.0%} sure"
    about = f"{counted(len(mentions), 'mention')}{sure}, in {one_line(chain.document.key) or 'a document'}"
    rows = [(_around(mention), _sure(mention)) for mention in mentions[:_MENTIONS]]
    more = len(mentions) - len(rows)
    parts = [table(("mention", "sure"), rows)]
    return box(safe(chain.name, 80), about, *parts, *([soft(f"and {more:,} more")] if more else []))


def _sure(mention: Mention) -> str:
    return "" if mention.confidence is None else f"{mention.confidence:.0%}"


def _around(mention: Mention) -> str:
    text = mention.document.text
    before, after = text[max(mention.start - _AROUND, 0) : mention.start], text[mention.end : mention.end + _AROUND]
    said = coloured(safe(text[mention.start : mention.end], 80), 0)
    left = ("…" if mention.start > _AROUND else "") + escape(one_line(f"{before}|")[:-1])
    right = escape(one_line(f"|{after}")[1:]) + ("…" if mention.end + _AROUND < len(text) else "")
    return f"{left}{said}{right}"
