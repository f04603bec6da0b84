"""Shared heads: of several mentions with the same head one stays, and their chains are joined."""

from dataclasses import replace

import numpy as np

from namesakes.arrays import BoolArray, Int32Array, IntegerArray
from namesakes.chains.decoding.entities import FACTS
from namesakes.chains.decoding.joining import Joining
from namesakes.chains.links import Links
from namesakes.mentions.detection import PHRASE
from namesakes.mentions.named import APPOSITIONS
from namesakes.text.document import Document
from namesakes.text.spans import Mentions
from namesakes.text.strings import Strings
from namesakes.text.vocabulary import among, code, codes


def with_one_mention_a_head(links: Links) -> Links:
    """The links with one mention for each head, whose chains are joined."""
    mentions = links.document.mention_table
    assert mentions is not None
    joining = Joining.of(links)
    left_out = one_mention_a_head(joining, links.clusters, links.document, mentions.extra.get(PHRASE))
    return replace(links, clusters=joining.clusters(), left_out=left_out)


def one_mention_a_head(
    joining: Joining, clusters: Int32Array, document: Document, phrases: Strings | None
) -> BoolArray:
    """Join the chains of mentions with one head, and tell which mentions to leave out of them.

    "the defender Mark Johnson" and "Mark Johnson" inside it are one mention of one person: of those that are in chains
    the shortest stays, with its article, of others the longest, and the longest too where only "a widow" of "Ruth
    Hart, a widow" is in a chain, which then has her name. The head of an apposition inside a mention counts as that of
    the mention. A coordination shares its first member's head and is another thing.
    """
    mentions = document.mention_table
    assert mentions is not None
    left_out = np.zeros(len(clusters), dtype=np.bool_)
    heads = _shared_heads(document, mentions)
    single = np.ones(len(mentions), dtype=np.bool_)
    if phrases is not None:
        single = np.array([phrase != "coordination" for phrase in phrases], dtype=np.bool_)
    sizes = np.bincount(clusters, minlength=len(clusters))
    named = joining.facts[:, FACTS.index("name")] > 0
    order = np.argsort(heads, kind="stable")
    order = order[single[order]]
    edges = np.concatenate(([0], np.flatnonzero(np.diff(heads[order])) + 1, [len(order)]))
    firsts, ends = np.asarray(mentions.first), np.asarray(mentions.end)
    lengths = ends - firsts
    several, articles = np.flatnonzero(np.diff(edges) > 1), among(document.word_column.codes, _ARTICLES)
    for first, last in zip(edges[several].tolist(), edges[several + 1].tolist(), strict=True):
        group = order[first:last]
        linked = group[sizes[clusters[group + 1]] > 1]
        unnamed = bool(named[group + 1].any() and not named[linked + 1].any())
        kept = int(group[np.argmax(lengths[group])])
        if len(linked) and not unnamed:
            kept = _shortest(linked, firsts, ends, articles)
        left_out[group + 1] = True
        left_out[kept + 1] = False
        for other in linked.tolist():
            joining.join(int(kept) + 1, other + 1)
    return left_out


def _shortest(linked: IntegerArray, firsts: Int32Array, ends: Int32Array, articles: BoolArray) -> int:
    """The shortest of these mentions, or the one that has but an article more."""
    short = int(linked[np.argmin(ends[linked] - firsts[linked])])
    first, end = int(firsts[short]), int(ends[short])
    wider = linked[(firsts[linked] == first - 1) & (ends[linked] == end)]
    return int(wider[0]) if len(wider) and articles[first - 1] else short


_ARTICLES = codes(["the", "The", "a", "A", "an", "An"])

_MEMBERS, _COLONS = codes(["conj"]), codes([":"])


def _shared_heads(document: Document, mentions: Mentions) -> Int32Array:
    """The head of each mention; for an apposition inside another mention, the head of that.

    Several people behind one noun ("his parents, Ann and Bo") and what follows a colon are no appositions to it.
    """
    assert mentions.heads is not None
    labels, above = document.columns.get("label"), document.heads
    if labels is None or above is None:
        return mentions.heads
    reach = np.full(len(document.starts) + 1, -1, dtype=np.int64)
    np.maximum.at(reach, mentions.heads, mentions.end)
    governors = above[mentions.heads]
    apposed = among(labels.codes[mentions.heads], APPOSITIONS) & (governors >= 0)
    members = np.flatnonzero(among(labels.codes, _MEMBERS) & (above >= 0))
    colons = np.cumsum(among(document.word_column.codes, _COLONS))
    apposed &= ~np.isin(mentions.heads, above[members])
    apposed &= colons[mentions.heads] == colons[np.maximum(governors, 0)]
    inside = reach[np.maximum(governors, 0)] >= mentions.end
    tags = document.columns.get("upos")
    if tags is not None:  # "I, Ann Lee," says a name that must not be lost
        inside &= tags.codes[np.maximum(governors, 0)] != code("PRON")
    return np.where(apposed & inside, governors, mentions.heads).astype(np.int32)
