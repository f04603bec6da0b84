"""A summary of a document's chains for a terminal: who is who, how sure we are, and why."""

from collections.abc import Iterator

from namesakes.text.document import Document
from namesakes.text.reasons import WHY
from namesakes.text.views import Chain, Mention
from namesakes.view.wording import counted, one_line, printable

WIDTH = 100


def summary(document: Document, width: int = WIDTH) -> Iterator[str]:
    """The lines of the summary: the document, then its chains with the most mentions first.

    Where the document keeps reasons, those of every link follow its chain.
    """
    chains = sorted(document.chains, key=lambda chain: -len(chain))
    words = sum(any(map(str.isalnum, word)) for word in document.words)
    yield f"{one_line(document.key)}: {counted(words, 'word')}, {counted(len(chains), 'chain')}"
    for chain in chains:
        yield from _chain(chain, width)


def _chain(chain: Chain, width: int) -> Iterator[str]:
    confidence = chain.confidence
    sure = "" if confidence is None else f"  {confidence:.0%} sure"
    yield f"  {_line(chain.name)}  {counted(len(chain), 'mention')}{sure}"
    mentions = list(chain)
    if any(map(_explained, mentions)):
        for mention in mentions:
            yield from (f"    {printable(line)}" for line in str(mention.why()).splitlines())
        return
    line = "   "
    for mention in mentions:
        piece = f" {_line(mention.text)} ·"
        if len(line) + len(piece) > width and line.strip():
            yield line
            line = "   "
        line += piece
    yield line.removesuffix(" ·")


def _explained(mention: Mention) -> bool:
    table = mention.document.mention_table
    return table is not None and bool(table.extra.get(WHY))


def _line(text: str) -> str:
    shown = one_line(text)
    return shown if len(shown) <= 60 else shown[:59].rstrip() + "…"
