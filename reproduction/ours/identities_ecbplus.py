"""ECB+: mentions of people, places and things in the news, clustered across the documents of a topic."""

import json
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.chains.preparation import prepared
from namesakes.identities.clustering.average_link import AverageLink
from namesakes.identities.mixing.ensemble import Ensemble, EnsembleSettings
from namesakes.identities.terms.statistics import Statistics
from namesakes.mentions.detection import heads_of
from namesakes.metrics.coreference import b_cubed, ceaf_e, muc
from namesakes.metrics.measure import from_ratios
from namesakes.metrics.overlap import Overlap
from namesakes.profiles.names import split_name
from namesakes.profiles.profile import Evidence, Fact, PersonName, Profile
from namesakes.text.document import Document
from namesakes.text.spans import integers
from reproduction.corpora import corpus_path
from reproduction.name_disambiguation import SEG, STEPS
from reproduction.ours.identities_mixers import AGAIN, EVEN
from reproduction.outcome import Experiment, Outcome

MIXERS: Mapping[str, EnsembleSettings] = {
    "specialists, SEG with curves": SEG,
    "specialists, logistic": EnsembleSettings(mixer="logistic", sampling=EVEN),
    "specialists, logistic, second look": EnsembleSettings(
        mixer="logistic", sampling=EVEN, second="boosted", second_learning=AGAIN
    ),
}
CONTENT = frozenset({"NOUN", "VERB", "ADJ", "PROPN", "NUM"})
INSIDE = CONTENT | {"PRON", "ADV"}


@dataclass(frozen=True)
class Topic:
    """The entity mentions of a topic: their profiles, the lemmas of their heads, and their gold chains."""

    name: str
    profiles: Sequence[Profile]
    heads: Sequence[str]
    gold: Sequence[str]


def run(data: Path | None, seed: int) -> Outcome:
    """MUC, B³, CEAF-e and CoNLL on the test split, of each way to cluster."""
    folder = corpus_path(data, "ecbplus")
    train, dev, test = (topics(folder, split) for split in ("train", "dev", "test"))
    rows = [
        _row("every mention alone", test, [list(range(len(topic.gold))) for topic in test], ""),
        _row("same head lemma", test, [topic.heads for topic in test], ""),
    ]
    statistics = Statistics.learn(profile for topic in train for profile in topic.profiles)
    start = Ensemble.untrained(SEG, statistics)
    compared = {
        split: [start.block_votes(topic.profiles) for topic in part] for split, part in _named(train, dev, test)
    }
    for title, settings in MIXERS.items():
        learner = Ensemble.untrained(settings, statistics)
        ensemble = learner.fitted(compared["train"], [topic.gold for topic in train], seed)
        looked = {split: [ensemble.mixed(block) for block in compared[split]] for split in ("dev", "test")}
        threshold = STEPS[int(np.argmax([conll(dev, _linked(looked["dev"], step)) for step in STEPS]))]
        rows.append(_row(title, test, _linked(looked["test"], threshold), f"{threshold:g}"))
    mentions = sum(len(topic.gold) for topic in test)
    notes = (
        f"{mentions} gold mentions of entities in {len(test)} topics of the test split, singletons among them; "
        "mentions of one topic may be joined, within and across its documents. A mention's profile has its words, the "
        "lemma of its head as an occupation, its name where the head is one, and the words and names of its sentence "
        "and of its document, by the shipped syntax; nothing resolves pronouns. The head of a name is its last word. "
        "Mixers learn from the train split; the threshold of average-link has the best CoNLL score on dev."
    )
    columns = ["way", "MUC", "B³", "CEAF-e", "CoNLL", "threshold"]
    return Outcome(columns, rows, "ecbplus, entity mentions; train, dev, test", notes)


def _named(*parts: Sequence[Topic]) -> Iterator[tuple[str, Sequence[Topic]]]:
    return zip(("train", "dev", "test"), parts, strict=True)


def _linked(looked: Sequence[Float32Array], threshold: float) -> list[list[int]]:
    way = AverageLink(threshold=threshold)
    return [way.cluster(each).labels.tolist() for each in looked]


def _row(title: str, part: Sequence[Topic], found: Sequence[Sequence[Hashable]], threshold: str) -> list[str]:
    values = f1s(part, found)
    return [title, *(f"{100 * value:.2f}" for value in (*values, float(np.mean(values)))), threshold]


def f1s(part: Sequence[Topic], found: Sequence[Sequence[Hashable]]) -> list[float]:
    """The F1 of MUC, B³ and CEAF-e of these labels, over all topics together."""
    gold = [(topic.name, label) for topic in part for label in topic.gold]
    labels = [(topic.name, label) for topic, each in zip(part, found, strict=True) for label in each]
    overlap = Overlap.of_labels(gold, labels)
    return [from_ratios(measure(overlap)[0]).f1 for measure in (muc, b_cubed, ceaf_e)]


def conll(part: Sequence[Topic], found: Sequence[Sequence[Hashable]]) -> float:
    """The CoNLL score of these labels."""
    return float(np.mean(f1s(part, found)))


def topics(folder: Path, split: str) -> list[Topic]:
    """The topics of a split with the profiles of their mentions."""
    mentions: dict[str, list[Mapping[str, Any]]] = {}
    for mention in _lines(folder / "mentions.jsonl"):
        if mention["split"] == split and mention["kind"] == "entity":
            mentions.setdefault(mention["doc_id"], []).append(mention)
    found: dict[str, tuple[list[Profile], list[str], list[str]]] = {}
    for row in _lines(folder / "docs.jsonl"):
        if row["split"] != split or row["doc_id"] not in mentions:
            continue
        profiles, heads, gold = found.setdefault(str(row["topic"]), ([], [], []))
        own = mentions[row["doc_id"]]
        for profile, head in profiles_of(row["doc_id"], row["sentences"], own):
            profiles.append(profile)
            heads.append(head)
        gold += [mention["chain"] for mention in own]
    return [Topic(name, *each) for name, each in found.items()]


def _lines(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def profiles_of(
    name: str, sentences: Mapping[str, Sequence[str]], mentions: Sequence[Mapping[str, Any]]
) -> list[tuple[Profile, str]]:
    """The profile of each mention of a document, and the lemma of its head."""
    numbers = {number: place for place, number in enumerate(sentences)}
    document = prepared(tokenized(name, list(sentences.values())), "predicted")
    edges = [*document.sentence_starts.tolist(), len(document.starts)]
    lemmas, tags = ([token.lower() for token in document.columns["lemma"]], list(document.columns["upos"]))
    forms = [token for sentence in sentences.values() for token in sentence]
    places = [numbers[str(mention["sent_id"])] for mention in mentions]
    first = np.array([edges[s] + min(m["tokens_number"]) for s, m in zip(places, mentions, strict=True)])
    last = np.array([edges[s] + max(m["tokens_number"]) + 1 for s, m in zip(places, mentions, strict=True)])
    heads = [
        _last_of_name(tags, head, end)
        for head, end in zip(heads_of(document, integers(first), integers(last)).tolist(), last.tolist(), strict=True)
    ]
    spans = [(entity.token_start, entity.token_end, entity.text) for entity in document.entities]

    def content(start: int, end: int, tagged: frozenset[str] = CONTENT) -> dict[str, int]:
        return dict(Counter(lemmas[token] for token in range(start, end) if tags[token] in tagged))

    words, proper = content(0, edges[-1]), dict(Counter(text for _, _, text in spans))
    found = []
    for number, (start, end, head, place) in enumerate(zip(first.tolist(), last.tolist(), heads, places, strict=True)):
        low, high = edges[place], edges[place + 1]
        own = " ".join(lemmas[token] for token in range(start, end) if tags[token] in INSIDE) or lemmas[head]
        named = tags[head] == "PROPN"
        text = " ".join(forms[token] for token in range(start, end) if tags[token] in CONTENT)
        fact = Fact(
            "occupation", lemmas[head], Evidence(int(document.starts[head]), int(document.ends[head]), "", "head")
        )
        profile = Profile(
            name,
            number,
            name=split_name(text) if named else PersonName(),
            forms={own: 1},
            facts=(fact,),
            context=content(low, high),
            words=words,
            phrases={own: 1},
            beside=dict(Counter(t for a, b, t in spans if low <= a < high and (b <= start or a >= end))),
            proper=proper,
        )
        found.append((profile, lemmas[head]))
    return found


def _last_of_name(tags: Sequence[str], head: int, end: int) -> int:
    """The head; of a name, which trees hang on its first word, its last word."""
    while tags[head] == "PROPN" and head + 1 < end and tags[head + 1] == "PROPN":
        head += 1
    return head


def tokenized(name: str, sentences: Sequence[Sequence[str]]) -> Document:
    """A document of these tokens, with a space after each."""
    tokens = [token for sentence in sentences for token in sentence]
    ends = np.cumsum([len(token) + 1 for token in tokens]) - 1
    starts = ends - np.array([len(token) for token in tokens])
    firsts = np.cumsum([0, *(len(sentence) for sentence in sentences)])[:-1]
    return Document(
        id=name,
        text=" ".join(tokens),
        starts=integers(starts),
        ends=integers(ends),
        sentence_starts=integers(firsts),
    )


EXPERIMENT = Experiment(
    "Entities of the news across documents (ECB+)",
    "Gold mentions clustered by topic with the specialists of identities, beside a match of head lemmas.",
    run,
)
