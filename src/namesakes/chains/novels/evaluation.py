"""How well the chains of whole novels are their characters: names, pronouns, the largest chain, speakers of quotes.

The key is an alias list (Vishnubhotla, Hammond and Hirst 2022): it says of every name that one character alone bears
whose it is. So names are measured over whole books without anybody having marked them.
"""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.chains.novels.counts import NovelCounts, Ratios
from namesakes.chains.novels.forms import bare_name, by_forms, differ
from namesakes.chains.novels.occurrences import (
    Occurrence,
    descriptions,
    mentions_of,
    narrations,
    occurrences,
    tokens_of,
)
from namesakes.chains.pronoun_evaluation import FEMININE, MASCULINE
from namesakes.formats.pdnc import Novel, SpokenQuote, speakers_of
from namesakes.mentions.quotes import quoted
from namesakes.mentions.speakers import Speech, speeches
from namesakes.metrics.clustering import compare_labels
from namesakes.text.document import Document

Resolve = Callable[[Document], Document]
"""Gives a text back with its syntax and its chains, those of one mention too."""

_PERSONAL = MASCULINE | FEMININE | {"i", "me", "my", "mine", "myself", "you", "your", "yours", "yourself"}
_PROPER = frozenset(["PROPN", "NNP", "NNPS"])


@dataclass(frozen=True)
class NovelEvaluation:
    """Counts one novel; it can be sent to other processes.

    Parameters
    ----------
    resolve : what finds the chains of a text, those of one mention too.
    """

    resolve: Resolve

    def __call__(self, novel: Novel) -> NovelCounts:
        """What there is to count in a novel; the time is that of finding its chains."""
        start = time.perf_counter()
        document = self.resolve(Document(id=novel.id, text=novel.text))
        seconds = time.perf_counter() - start
        return counted(novel, document, seconds=seconds, memory=peak_memory())


def counted(novel: Novel, document: Document, *, seconds: float = 0.0, memory: int = 0) -> NovelCounts:
    """What there is to count in a novel whose chains are found. O(words) but for sorting."""
    named = occurrences(novel)
    chains = _Chains(document)
    own = chains.of_mentions(mentions_of(document, named))
    characters = [each.character for each in named]
    quotes = _quotes(novel, document, chains.characters(novel, named, own))
    return NovelCounts(
        b3=_names(named, own),
        names=len(named),
        leading=max(Counter(characters).values(), default=0),
        chains=int((chains.sizes > 1).sum()),
        mentions=int(chains.sizes[chains.sizes > 1].sum()),
        people=int(chains.sizes[sorted(chains.people(own))].sum()),
        largest=int(chains.sizes.max(initial=0)),
        two_names=sum(chains.two_names()),
        he_and_she=sum(chains.he_and_she()),
        quotes=Counter(quotes),
        left_out=len(novel.quotes) - len(quotes),
        words=len(document.starts),
        seconds=seconds,
        memory=memory,
    )


def _names(named: Sequence[Occurrence], own: Sequence[int]) -> dict[str, Ratios]:
    """B³ of the names by way of putting them together; a name without a mention is alone."""
    forms = [each.alias for each in named]
    labels: dict[str, Sequence[Hashable]] = {
        "chains": [("alone", place) if chain < 0 else chain for place, chain in enumerate(own)],
        "name_forms": by_forms(forms),
        "each_form": forms,
        "all_in_one": [0] * len(forms),
    }
    gold = [each.character for each in named]
    scores = {way: compare_labels(gold, found)["b3"] for way, found in labels.items()}
    return {way: (*score.recall, *score.precision) for way, score in scores.items()}


class _Chains:
    """The chains of a novel and what is in them."""

    def __init__(self, document: Document) -> None:
        self.document, self.words = document, document.words
        table = document.mention_table
        assert table is not None
        self.first, self.end, self.chain = table.first.tolist(), table.end.tolist(), table.chains.tolist()
        self.heads = (table.end - 1 if table.heads is None else table.heads).tolist()
        self.sizes = np.bincount(table.chains[table.chains >= 0], minlength=1)

    def of_mentions(self, mentions: Sequence[int]) -> list[int]:
        """The chain of each mention, -1 for none."""
        return [-1 if mention < 0 else self.chain[mention] for mention in mentions]

    def pronouns(self) -> Iterator[tuple[int, str]]:
        """The chain and the word of each mention of one word."""
        for first, end, chain in zip(self.first, self.end, self.chain, strict=True):
            if end - first == 1 and chain >= 0:
                yield chain, self.words[first].lower()

    def he_and_she(self) -> list[bool]:
        """Of each chain with a pronoun of a gender, whether it has one of the other."""
        found: defaultdict[int, set[bool]] = defaultdict(set)
        for chain, word in self.pronouns():
            if word in MASCULINE or word in FEMININE:
                found[chain].add(word in FEMININE)
        return [len(genders) > 1 for genders in found.values()]

    def two_names(self) -> list[bool]:
        """Of each chain with a full name, whether it has another that cannot be the same person's."""
        found: defaultdict[int, set[tuple[str, ...]]] = defaultdict(set)
        tags = self.document.columns["upos"].rows
        for first, end, head, chain in zip(self.first, self.end, self.heads, self.chain, strict=True):
            name = bare_name(" ".join(self.words[place] for place in _run(tags, first, end, head)))
            if len(name) > 1 and chain >= 0:
                found[chain].add(name)
        return [_has_two(sorted(names)) for names in found.values()]

    def people(self, named: Sequence[int]) -> set[int]:
        """The chains of people: those with a character's name, or a pronoun for one, and more than one mention."""
        pronouns = {chain for chain, word in self.pronouns() if word in _PERSONAL}
        return {chain for chain in {*named, *pronouns} if chain >= 0 and self.sizes[chain] > 1}

    def characters(self, novel: Novel, named: Sequence[Occurrence], own: Sequence[int]) -> "_Characters":
        """Which character each chain is."""
        votes: defaultdict[int, Counter[int]] = defaultdict(Counter)
        described = descriptions(novel)
        said = self.of_mentions(mentions_of(self.document, described))
        for each, chain in zip((*named, *described), (*own, *said), strict=True):
            votes[chain][each.character] += 1
        single = {
            first: chain for first, end, chain in zip(self.first, self.end, self.chain, strict=True) if end - first == 1
        }
        for token, teller in narrations(novel, self.document):
            votes[single.get(token, -1)][teller] += 1
        by_chain = {chain: counter.most_common(1)[0][0] for chain, counter in votes.items() if chain >= 0}
        by_token = {
            tokens.stop - 1: each.character
            for each in (*described, *named)
            if (tokens := tokens_of(self.document, each.start, each.end))
        }
        heads = dict(zip(reversed(self.heads), reversed(self.chain), strict=True))
        return _Characters(by_chain, by_token, heads)


def _run(tags: Sequence[str], first: int, end: int, head: int) -> range:
    """The proper nouns of a mention that its head is among."""
    if tags[head] not in _PROPER:
        return range(0)
    start = stop = head
    while start > first and tags[start - 1] in _PROPER:
        start -= 1
    while stop < end and tags[stop] in _PROPER:
        stop += 1
    return range(start, stop)


def _has_two(names: Sequence[tuple[str, ...]]) -> bool:
    return any(differ(one, other) for place, one in enumerate(names) for other in names[:place])


@dataclass(frozen=True)
class _Characters:
    """Which character is meant by a token that names a speaker: by its chain, or its own name where it is in none."""

    by_chain: dict[int, int]
    by_token: dict[int, int]
    heads: dict[int, int]

    def __call__(self, token: int) -> int:
        chain = self.heads.get(token, -1)
        return self.by_token.get(token, -1) if chain < 0 else self.by_chain.get(chain, -1)


def _quotes(novel: Novel, document: Document, characters: _Characters) -> list[tuple[str, str]]:
    """The type of each quote of somebody, and whether its speaker is right, wrong or none."""
    spoken = speeches(document)
    inside = quoted(document, [each.quote for each in spoken]).tolist()
    known, found = speakers_of(novel), []
    for quote in novel.quotes:
        if quote.speaker in known:
            speaker = _speaker(quote, document, spoken, inside)
            number = characters(speaker) if speaker >= 0 else -1
            right = number >= 0 and novel.characters[number].name == quote.speaker
            found.append((quote.type, "right" if right else "wrong" if number >= 0 else "none"))
    return found


def _speaker(quote: SpokenQuote, document: Document, spoken: Sequence[Speech], inside: Sequence[int]) -> int:
    """The token that names the speaker of the first part of a quote that has one; -1 for none."""
    for span in quote.spans:
        tokens = tokens_of(document, *span)
        for number in dict.fromkeys(inside[tokens.start : tokens.stop]):
            if number >= 0 and spoken[number].speaker >= 0:
                return spoken[number].speaker
    return -1


def peak_memory() -> int:
    """The most bytes that this process has used; 0 where the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
