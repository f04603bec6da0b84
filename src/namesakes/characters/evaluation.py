"""How well a cast is that of a novel: characters, their names and genders, who speaks; beside simple ways.

The key is an alias list with the speaker of every quote (Vishnubhotla, Hammond and Hirst 2022). Names that one
character alone bears count wherever they stand. A character is found where the one that it is matched with, one to one,
has more than half of their names in common: 2 · shared / (names of the one + names of the other) > ½.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.chains.novels.occurrences import Occurrence, descriptions, narrations, occurrences, tokens_of
from namesakes.characters.baselines import Labels, NearbyNames, by_names, labelled
from namesakes.characters.casting import quotes
from namesakes.characters.chapters import Chapter
from namesakes.characters.genders import gender_of
from namesakes.characters.measures import WAYS, CastCounts, Ratios
from namesakes.characters.people import People
from namesakes.formats.pdnc import Novel, SpokenQuote, speakers_of
from namesakes.metrics.clustering import compare_labels
from namesakes.structures.assignment import heaviest_matching
from namesakes.text.document import Document

Resolve = Callable[[Document], Document]
"""Gives a text back with its syntax and its chains, those of one mention too."""

_GENDERS = {"M": "male", "F": "female"}
_FOUND = 0.5


@dataclass(frozen=True)
class CastEvaluation:
    """Counts one novel; it can be sent to other processes.

    Parameters
    ----------
    resolve : what finds the chains of a text, those of one mention too.
    """

    resolve: Resolve

    def __call__(self, novel: Novel) -> CastCounts:
        """What there is to count in a novel; the time is a processor's, for chains and cast."""
        start = time.process_time()
        people = People(self.resolve(Document(id=novel.id, text=novel.text)))
        return counted(novel, people, seconds=time.process_time() - start)


def counted(novel: Novel, people: People, *, seconds: float = 0.0) -> CastCounts:
    """What there is to count in a novel whose people are found."""
    named, ways = occurrences(novel), labelled(people)
    tokens = [tokens_of(people.document, each.start, each.end).stop - 1 for each in named]
    labels = {way: [ways[way].get(token, ("alone", place)) for place, token in enumerate(tokens)] for way in WAYS}
    counts = Counter[str](words=len(people.document.starts))
    scores, purity, matched = dict[str, Ratios](), dict[str, Ratios](), dict[str, dict[int, Hashable]]()
    for way in WAYS:
        matched[way], found = _matched(named, labels[way], ways[way])
        counts.update({f"{name} {way}": count for name, count in found.items()})
        scores[way], purity[way] = _aliases(way, named, labels[way], matched[way], counts)
    counts["gold"] = len({each.character for each in named})
    _genders(novel, people, matched["cast"], counts)
    sure = _speakers(novel, people, named, matched["cast"], counts)
    return CastCounts(scores, purity, counts, sure, seconds)


def _matched(
    named: Sequence[Occurrence], labels: Sequence[Hashable], all_labels: Labels
) -> tuple[dict[int, Hashable], dict[str, int]]:
    """The label that each character is matched with, one to one, and how many are found and there to be found."""
    shared = Counter(zip((each.character for each in named), labels, strict=True))
    gold, own = Counter(each.character for each in named), Counter(labels)
    listed = {label for label in all_labels.values() if own[label] > 1}
    pairs = sorted((pair for pair in shared if pair[1] in listed), key=str)
    columns = {label: place for place, label in enumerate(dict.fromkeys(label for _, label in pairs))}
    weights = [2 * shared[pair] / (gold[pair[0]] + own[pair[1]]) for pair in pairs]
    chosen = heaviest_matching(
        np.array([one for one, _ in pairs], dtype=np.int64),
        np.array([columns[label] for _, label in pairs], dtype=np.int64),
        np.array(weights, dtype=np.float64),
    ).tolist()
    found = sum(weight > _FOUND for weight, kept in zip(weights, chosen, strict=True) if kept)
    matched = {one: label for (one, label), kept in zip(pairs, chosen, strict=True) if kept}
    return matched, {"found": found, "listed": len(listed)}


def _aliases(
    way: str,
    named: Sequence[Occurrence],
    labels: Sequence[Hashable],
    matched: Mapping[int, Hashable],
    counts: Counter[str],
) -> tuple[Ratios, Ratios]:
    """B³ and purity of the list of names, each name once with the label that it most often has."""
    votes = defaultdict[tuple[int, str], Counter[Hashable]](Counter)
    for each, label in zip(named, labels, strict=True):
        votes[each.character, each.alias][label] += 1
    keys = sorted(votes)
    own = [votes[key].most_common(1)[0][0] for key in keys]
    owners = {label: character for character, label in matched.items()}
    for (character, _), label in zip(keys, own, strict=True):
        if label in owners:
            counts[f"aliases {way}"] += 1
            counts[f"aliases {way} right"] += owners[label] == character
    found = compare_labels([character for character, _ in keys], own)
    return (
        (*found["b3"].recall, *found["b3"].precision),
        (*found["purity"].recall, *found["purity"].precision),
    )


def _genders(novel: Novel, people: People, matched: Mapping[int, Hashable], counts: Counter[str]) -> None:
    """Count the genders of characters that are matched, by way."""
    for character, label in matched.items():
        gold = _GENDERS.get(novel.characters[character].gender, "")
        if not gold or not isinstance(label, int):
            continue
        somebody = people.all[label]
        said = {"cast": gender_of(somebody).value, "names": by_names(somebody).value, "male": "male"}
        counts["gendered"] += 1
        for way, value in said.items():
            counts[f"gender {way} right"] += value == gold
            counts[f"gender {way} wrong"] += value not in ("", gold)


def _speakers(
    novel: Novel, people: People, named: Sequence[Occurrence], matched: Mapping[int, Hashable], counts: Counter[str]
) -> float:
    """Count the speakers of quotes, by way; returns how sure ours are, all together."""
    meant, nearby, known = _meant(novel, people, named), NearbyNames(people), speakers_of(novel)
    numbers = {each.name: number for number, each in enumerate(novel.characters)}
    said = quotes(people, [Chapter("", 0, len(novel.text))], {number: number for number in range(len(people.all))})
    sure = 0.0
    for quote in novel.quotes:
        if quote.speaker not in known:
            continue
        gold, tokens = numbers[quote.speaker], _tokens(quote, people)
        number = next((each for each in _numbers(quote, people) if said[each].speaker >= 0), -1)
        own = said[number].speaker if number >= 0 else -1
        first, last = (tokens.start, tokens.stop) if len(tokens) else (0, 0)
        counts["quotes"] += 1
        counts["speaker cast told"] += own >= 0
        sure += said[number].sure if own >= 0 else 0.0
        counts["speaker cast right"] += meant.get(own, -1) == gold
        counts["speaker own right"] += own >= 0 and matched.get(gold, meant.get(own) == gold and own) == own
        counts["speaker nearest right"] += meant.get(nearby.nearest(first), -1) == gold
        counts["speaker frequent right"] += meant.get(nearby.frequent(first, last), -1) == gold
    return sure


def _meant(novel: Novel, people: People, named: Sequence[Occurrence]) -> dict[int, int]:
    """Which character of the key each of our people is, by most of the words that mean them."""
    votes = defaultdict[int, Counter[int]](Counter)
    for each in (*descriptions(novel), *named):
        token = tokens_of(people.document, each.start, each.end).stop - 1
        votes[people.meant(token)][each.character] += 1
    for token, teller in narrations(novel, people.document):
        votes[people.meant(token)][teller] += 1
    votes.pop(-1, None)
    return {number: counter.most_common(1)[0][0] for number, counter in votes.items()}


def _tokens(quote: SpokenQuote, people: People) -> range:
    """The tokens of the first part of a quote."""
    return tokens_of(people.document, *quote.spans[0]) if quote.spans else range(0)


def _numbers(quote: SpokenQuote, people: People) -> list[int]:
    """The numbers of our quotes that the parts of a quote lie in."""
    found: dict[int, None] = {}
    for span in quote.spans:
        tokens = tokens_of(people.document, *span)
        found.update(dict.fromkeys(people.inside[tokens.start : tokens.stop].tolist()))
    return [number for number in found if number >= 0]
