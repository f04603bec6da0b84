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

from namesakes.chains.decoding.quotes import FIRST_PERSON
from namesakes.chains.novels.counts import NovelCounts, Ratios
from namesakes.chains.novels.forms import by_forms
from namesakes.chains.novels.full_names import full_name
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
from namesakes.mentions.cast import Cast
from namesakes.mentions.conversations import cast_of
from namesakes.mentions.quotes import quoted
from namesakes.mentions.speakers import Speech, speeches
from namesakes.mentions.turns import names_of, turns
from namesakes.metrics.clustering import compare_labels
from namesakes.names import PersonName, Relation, compare
from namesakes.text.document import Document

Resolve = Callable[[Document], Document]
"""Gives a text back with its syntax and its chains, those of one mention too."""

_PERSONAL = MASCULINE | FEMININE | {"i", "me", "my", "mine", "myself", "you", "your", "yours", "yourself"}
_SHORT = 5
"""So many tokens at most a mention has that may name a speaker."""


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
    spoken = turns(document, speeches(document), chains.names())
    cast = cast_of(document, spoken)
    meant = chains.characters(novel, named, own)
    quotes = _quotes(novel, document, spoken, meant)
    by_cast = _quotes(novel, document, spoken, _of_cast(document, cast, named, meant))
    said = _first_person(novel, document, chains, meant)
    return NovelCounts(
        b3=_names(named, own, _headed(document, chains, named, own), _cast(document, cast, named)),
        names=len(named),
        leading=max(Counter(characters).values(), default=0),
        chains=int((chains.sizes > 1).sum()),
        mentions=int(chains.sizes[chains.sizes > 1].sum()),
        people=int(chains.sizes[sorted(chains.people(own))].sum()),
        largest=int(chains.sizes.max(initial=0)),
        two_names=sum(chains.two_names()),
        he_and_she=sum(chains.he_and_she()),
        quotes=Counter(quotes),
        by_cast=sum(outcome == "right" for _, outcome in by_cast),
        said_i=len(said),
        right_i=sum(said),
        left_out=len(novel.quotes) - len(quotes),
        words=len(document.starts),
        seconds=seconds,
        memory=memory,
    )


def _names(
    named: Sequence[Occurrence], own: Sequence[int], headed: Sequence[int], cast: Sequence[int]
) -> dict[str, Ratios]:
    """B³ of the names by way of putting them together; a name without a mention is alone."""
    forms = [each.alias for each in named]
    labels: dict[str, Sequence[Hashable]] = {
        **{
            way: [("alone", place) if chain < 0 else chain for place, chain in enumerate(found)]
            for way, found in (("chains", own), ("heads", headed), ("cast", cast))
        },
        "name_forms": by_forms(forms),
        "each_form": forms,
        "all_in_one": [0] * len(forms),
    }
    gold = [each.character for each in named]
    scores = {way: compare_labels(gold, found)["b3"] for way, found in labels.items()}
    return {way: (*score.recall, *score.precision) for way, score in scores.items()}


def _headed(document: Document, chains: "_Chains", named: Sequence[Occurrence], own: Sequence[int]) -> list[int]:
    """The chain of each name, also where it only is the head of a mention: "Archer, who had waited"."""
    heads, found = chains.by_head(), []
    for each, chain in zip(named, own, strict=True):
        tokens = tokens_of(document, each.start, each.end) if chain < 0 else ()
        found.append(next((heads[token] for token in tokens if token in heads), chain))
    return found


def _cast(document: Document, cast: Cast, named: Sequence[Occurrence]) -> list[int]:
    """The number of the person of each name, by the names of the text alone; -1 where it was not found."""
    ends = [tokens_of(document, each.start, each.end).stop - 1 for each in named]
    return [cast.at[end].person if end in cast.at else -1 for end in ends]


def _of_cast(
    document: Document, cast: Cast, named: Sequence[Occurrence], others: Callable[[int], int]
) -> Callable[[int], int]:
    """Which character is meant by a token: that of the person whom it names, as others say where it names nobody."""
    votes: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for each, person in zip(named, _cast(document, cast, named), strict=True):
        votes[person][each.character] += 1

    def character(token: int) -> int:
        place = cast.at.get(token)
        known = votes.get(place.person) if place is not None else None
        return known.most_common(1)[0][0] if known else others(token)

    return character


class _Chains:
    """The chains of a novel and what is in them."""

    def __init__(self, document: Document) -> None:
        self.document, self.words = document, document.words
        table = document.mention_table
        assert table is not None
        self.first, self.end, self.chain = table.first.tolist(), table.end.tolist(), table.chains.tolist()
        self.heads = (table.end - 1 if table.heads is None else table.heads).tolist()
        self.sizes = np.bincount(table.chains[table.chains >= 0], minlength=1)

    def names(self) -> dict[int, int]:
        """Of pronouns and nouns, the head of a name of the same chain."""
        return names_of(self.document, np.array(self.heads, dtype=np.int64), np.array(self.chain, dtype=np.int64))

    def of_mentions(self, mentions: Sequence[int]) -> list[int]:
        """The chain of each mention, -1 for none."""
        return [-1 if mention < 0 else self.chain[mention] for mention in mentions]

    def by_head(self) -> dict[int, int]:
        """The chain of the first mention that each token is the head of."""
        return dict(zip(reversed(self.heads), reversed(self.chain), strict=True))

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
        found: defaultdict[int, set[PersonName]] = defaultdict(set)
        for first, end, head, chain in zip(self.first, self.end, self.heads, self.chain, strict=True):
            name = full_name(self.document, first, end, head) if chain >= 0 else None
            if name is not None:
                found[chain].add(name)
        return [_has_two(sorted(names, key=lambda name: name.text)) for names in found.values()]

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
            token: each.character
            for each in (*described, *named)
            for token in tokens_of(self.document, each.start, each.end)
        }
        return _Characters(by_chain, by_token, {**self.around(), **self.by_head()})

    def around(self) -> dict[int, int]:
        """The chain of the shortest mention around each token of a name or a short phrase."""
        rows = zip(self.first, self.end, self.chain, strict=True)
        short = sorted((row for row in rows if row[1] - row[0] <= _SHORT), key=lambda row: row[0] - row[1])
        return {token: chain for first, end, chain in short for token in range(first, end)}


def _has_two(names: Sequence[PersonName]) -> bool:
    pairs = ((one, other) for place, one in enumerate(names) for other in names[:place])
    return any(compare(one, other).relation == Relation.DIFFERENT for one, other in pairs)


@dataclass(frozen=True)
class _Characters:
    """Which character is meant by a token that names a speaker: by its chain, or its own name where it is in none."""

    by_chain: dict[int, int]
    by_token: dict[int, int]
    heads: dict[int, int]

    def __call__(self, token: int) -> int:
        chain = self.heads.get(token, -1)
        return self.by_token.get(token, -1) if chain < 0 else self.by_chain.get(chain, -1)


def _quotes(
    novel: Novel, document: Document, spoken: Sequence[Speech], characters: Callable[[int], int]
) -> list[tuple[str, str]]:
    """The type of each quote of somebody, and whether its speaker is right, wrong or none."""
    inside = quoted(document, [each.quote for each in spoken]).tolist()
    known, found = speakers_of(novel), []
    for quote in novel.quotes:
        if quote.speaker in known:
            speaker = _speaker(quote, document, spoken, inside)
            number = characters(speaker) if speaker >= 0 else -1
            right = number >= 0 and novel.characters[number].name == quote.speaker
            found.append((quote.type, "right" if right else "wrong" if number >= 0 else "none"))
    return found


def _first_person(novel: Novel, document: Document, chains: "_Chains", characters: "_Characters") -> list[bool]:
    """Of each *I*, *me* and *my* in a quote of somebody, whether its chain is the character who speaks."""
    single = {
        first: chain
        for first, end, chain in zip(chains.first, chains.end, chains.chain, strict=True)
        if end - first == 1
    }
    known, words, found = speakers_of(novel), document.words, []
    for quote in novel.quotes:
        for span in quote.spans if quote.speaker in known else ():
            for token in tokens_of(document, *span):
                if words[token].lower() in FIRST_PERSON:
                    number = characters.by_chain.get(single.get(token, -1), -1)
                    found.append(number >= 0 and novel.characters[number].name == quote.speaker)
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
