"""A document in a notebook: the beginning of its text with its chains in colour, and the chains."""

from html import escape
from typing import Final

from namesakes.text.document import Document
from namesakes.text.views import Chain
from namesakes.view.notebook.markup import box, coloured, safe, soft, table
from namesakes.view.wording import counted, printable

_CHARACTERS: Final = 1_500
"""So much of the text is shown."""
_CHAINS: Final = 12
_TEXT: Final = "white-space:pre-wrap;overflow-wrap:anywhere;margin:.5em 0;line-height:1.8"


def html(document: Document) -> str:
    """The document as HTML."""
    chains = sorted(document.chains, key=lambda chain: -len(chain))
    shown = [chain for chain in chains[:_CHAINS] if len(chain)]
    about = f"{counted(len(document.text), 'character')}, {counted(len(chains), 'chain')}"
    parts = [f'<div style="{_TEXT}" dir="auto">{_text(document, shown)}</div>']
    if shown:
        rows = [_row(chain, number) for number, chain in enumerate(shown)]
        parts.append(table(("chain", "mentions", "sure", ""), rows))
    if len(chains) > len(shown):
        parts.append(soft(f"and {counted(len(chains) - len(shown), 'chain')} more"))
    return box(safe(document.key or "a document", 80), about, *parts)


def _row(chain: Chain, number: int) -> tuple[str | int, ...]:
    confidence = chain.confidence
    others = list(dict.fromkeys(mention.text for mention in chain))[:6]
    sure = "" if confidence is None else f"{confidence:.0%}"
    return coloured(safe(chain.name, 60), number), len(chain), sure, ", ".join(safe(each, 40) for each in others)


def _text(document: Document, chains: list[Chain]) -> str:
    """The beginning of the text; of mentions within each other the outermost is coloured."""
    spans = [
        (mention.start, mention.end, number)
        for number, chain in enumerate(chains)
        for mention in chain
        if mention.start < mention.end
    ]
    pieces, end = [], 0
    last = min(len(document.text), _CHARACTERS)
    for start, stop, number in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start < end or stop > last:
            continue
        pieces += [_exact(document.text[end:start]), coloured(_exact(document.text[start:stop]), number)]
        end = stop
    pieces.append(_exact(document.text[end:last]))
    return "".join(pieces) + ("…" if last < len(document.text) else "")


def _exact(text: str) -> str:
    """The text with its white space, escaped."""
    return escape(printable(text))
