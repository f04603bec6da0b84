"""What the experiments of Choi & Cardie (2007) share: corpora, models of pairs, and runs that can be resumed.

A run fits one model of pairs to one corpus by structured local training, and keeps what each round does on the
development documents. The first round is local training, the paper's BASE. With the environment variable
`NAMESAKES_WORK` each run is kept in that folder when it is done.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.chains.features.mention_pairs import gold_sizes
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.pairwise.biased_potentials import BiasSettings
from namesakes.chains.pairwise.blocks import PairRows
from namesakes.chains.pairwise.crf import PairwiseSettings
from namesakes.chains.pairwise.measures import PairCounts, clustered, count_pairs
from namesakes.chains.pairwise.structured_local_training import PairTrainer
from namesakes.chains.preparation import prepared
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.checkpoints import fingerprint
from namesakes.chains.training.examples import Example, examples_of
from namesakes.formats import read
from namesakes.mentions.detection import with_heads
from namesakes.mentions.pronouns import CITATIONS, ENGLISH
from namesakes.text.document import Document
from namesakes.text.spans import Mentions
from namesakes.text.vocabulary import codes
from reproduction.corpora import Pair, corpus_path, with_found_mentions
from reproduction.environment import work_folder
from reproduction.runs import kept

PERSONAL = ("i", "you", "he", "she")
"""A chain of LitBank, which has no types, is a person's where a mention is such a pronoun or a person's name."""


def ontogum(data: Path, part: str) -> list[Pair]:
    """The documents of OntoGUM with the mentions found in their gold trees, and with gold chains."""
    return with_found_mentions(read(corpus_path(data, "ontogum", "conllu", part)), "gold")


def gum_persons(data: Path, part: str) -> list[Pair]:
    """The same documents with the persons that GUM annotates as given mentions, those mentioned once too."""
    rows = corpus_path(data, "ontogum", "entities", f"{part}.jsonl").read_text(encoding="utf-8").splitlines()
    typed = {row["doc"]: row["mentions"] for row in map(json.loads, rows)}
    found = []
    for document in read(corpus_path(data, "ontogum", "conllu", part)):
        starts = document.sentence_starts.tolist()
        persons = [row for row in typed.get(document.id, ()) if row["etype"] == "person"]
        spans = [[(starts[row["sent"]] + row["start"], starts[row["sent"]] + row["end"] + 1)] for row in persons]
        found.append(_given(document, spans, [row["gum_id"] for row in persons], "gold"))
    return found


def litbank_persons(data: Path, part: str) -> list[Pair]:
    """The documents of LitBank with the mentions of persons given, those mentioned once too."""
    found = []
    for document in read(corpus_path(data, "litbank", f"{part}.conll")):
        seen = prepared(document, "predicted")
        table = document.mention_table
        assert table is not None
        persons = _persons(seen, table)
        kept = [row for row, chain in enumerate(table.chains.tolist()) if chain in persons]
        spans = [[(int(table.first[row]), int(table.end[row]))] for row in kept]
        found.append(_given(seen, spans, [str(table.chains[row]) for row in kept], "gold"))
    return found


def _persons(document: Document, table: Mentions) -> set[int]:
    """The chains with a pronoun of a person, or with a person's name."""
    lower = codes([word.lower() for word in document.words])
    place = ENGLISH.find(lower[table.first])
    said = np.isin(ENGLISH.citations[place], [CITATIONS.index(word) for word in PERSONAL])
    pronouns = (table.end - table.first == 1) & (place >= 0) & said
    names = document.entity_table
    spans = set()
    if names is not None:
        rows = zip(names.starts.tolist(), names.ends.tolist(), names.labels, strict=True)
        spans = {(start, end) for start, end, label in rows if label in ("PER", "PERSON")}
    named = [span in spans for span in zip(table.first.tolist(), table.end.tolist(), strict=True)]
    return set(table.chains[pronouns | np.array(named, dtype=np.bool_)].tolist()) - {-1}


def _given(document: Document, spans: Sequence[Sequence[tuple[int, int]]], chains: Sequence[str], syntax: str) -> Pair:
    gold = document.replace(mention_table=Mentions.build(spans, list(chains)))
    return with_heads(prepared(gold, syntax)), gold


CORPORA: Mapping[str, Callable[[Path, str], list[Pair]]] = {
    "OntoGUM": ontogum,
    "GUM persons": gum_persons,
    "LitBank persons": litbank_persons,
}

SETTINGS = ChainSettings(features=FeatureSettings(bits=20, window=0), decoder="single-link")
LOCAL, STRUCTURED_A, STRUCTURED_B = (PairwiseSettings("ng-cardie", e_step=kind) for kind in ("none", "A", "B"))
FACTORS = (1.5, 3.0)
BIASES: Mapping[str, BiasSettings] = {
    f"{short}, β = {factor}": BiasSettings(pairs, factor)
    for factor in FACTORS
    for short, pairs in (("P1", "closest"), ("Pa", "all"))
}


LINKS = (0.5, 1.0, 1.5, 2.0, 3.0)
"""The log odds of pairs that are tried as the least that links; the paper links from 0, a half."""


@dataclass(frozen=True)
class Round:
    """What one round did: training measures after clustering, and counts of each development document.

    Parameters
    ----------
    stricter : the same where pairs are linked from other log odds on, of `LINKS`, by these as texts.
    """

    training: Mapping[str, float]
    before: Sequence[PairCounts]
    after: Sequence[PairCounts]
    stricter: Mapping[str, "Round"] = field(default_factory=dict)

    @property
    def totals(self) -> tuple[PairCounts, PairCounts]:
        """All documents together, before and after clustering."""
        return sum(self.before, PairCounts()), sum(self.after, PairCounts())

    def mucs(self) -> Float64Array:
        """The F1 of MUC of each document."""
        return np.array([each.muc for each in self.after])

    def errors(self) -> Float64Array:
        """The pairwise error of each document after clustering."""
        return np.array([each.error for each in self.after])

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Round":
        """The round that was kept with `asdict`."""
        before, after = ([PairCounts(**each) for each in values[name]] for name in ("before", "after"))
        stricter = {link: cls.from_json(each) for link, each in values.get("stricter", {}).items()}
        return cls(values["training"], before, after, stricter)

    @property
    def strictest(self) -> tuple[str, "Round"]:
        """The least log odds of a link that are best on the training documents, and what comes of them."""
        every = {"0": self, **self.stricter}
        link = min(every, key=lambda each: every[each].training["error"])
        return link, every[link]

    def better(self) -> int:
        """In how many documents fewer pairs are wrong after clustering than before."""
        return sum(after.error < before.error for before, after in zip(self.before, self.after, strict=True))


def chosen(rounds: Sequence[Round], measure: str) -> Round:
    """The round after the first that is best on the training documents by a measure; the first if it is alone."""
    sign = -1.0 if measure == "error" else 1.0
    return max(rounds[1:] or rounds, key=lambda one: sign * one.training[measure])


@dataclass(frozen=True)
class Ready:
    """A corpus made ready: training examples, development examples with the number of links of their gold chains.

    The fingerprint is another one for other documents, features or mentions.
    """

    settings: ChainSettings
    train: Sequence[Example]
    dev: Sequence[tuple[Example, int]]
    fingerprint: str


@cache
def ready(data: Path, name: str, feature_set: str) -> Ready:
    """A corpus made ready for models with a set of features."""
    pairwise = PairwiseSettings(feature_set)
    settings = replace(SETTINGS, features=pairwise.features(SETTINGS.features))
    taught, held_out = (CORPORA[name](data, part) for part in ("train", "dev"))
    train, dev = examples_of(taught, settings), examples_of(held_out, settings)
    links = [_links(gold) for _, gold in held_out]
    return Ready(settings, train, list(zip(dev, links, strict=True)), fingerprint(pairwise, [*train, *dev]))


def _links(gold: Document) -> int:
    """The links of all gold chains of a document: of each its mentions, without the first."""
    assert gold.mention_table is not None
    sizes = gold_sizes(gold.mention_table)
    return int((sizes[sizes > 0] - 1).sum())


@cache
def trainer(data: Path, name: str, feature_set: str) -> PairTrainer:
    """The training pairs of a corpus, made once for all runs."""
    made = ready(data, name, feature_set)
    return PairTrainer(made.train, made.settings, PairwiseSettings(feature_set))


def runs(data: Path, name: str, wanted: Sequence[PairwiseSettings]) -> list[list[Round]]:
    """The rounds of these runs on one corpus; what was kept before is not run again."""
    return [
        kept(
            _kept_file(data, name, each),
            partial(rounds_of, data, name, each),
            lambda rounds: [asdict(one) for one in rounds],
            lambda values: [Round.from_json(one) for one in values],
        )
        for each in wanted
    ]


def _kept_file(data: Path, name: str, wanted: PairwiseSettings) -> Path | None:
    """The file in the work folder for a run, which has another name for other documents or settings."""
    folder = work_folder()
    if folder is None:
        return None
    content = json.dumps([name, ready(data, name, wanted.feature_set).fingerprint, asdict(wanted)], sort_keys=True)
    return folder / f"choi2007-{hashlib.blake2b(content.encode(), digest_size=12).hexdigest()}.json"


def rounds_of(data: Path, name: str, wanted: PairwiseSettings) -> list[Round]:
    """The rounds of one run, done now."""
    dev, pairs = ready(data, name, wanted.feature_set).dev, trainer(data, name, wanted.feature_set).using(wanted)
    found: list[Round] = []
    rounds: list[Mapping[str, float]] = []

    def check(model: BeamModel) -> Mapping[str, float]:
        stricter = {f"{link:g}": _linked(model, pairs, dev, link) for link in LINKS}
        found.append(replace(_linked(model, None, dev, 0.0), stricter=stricter))
        return {}

    pairs.train(check, rounds.append)
    kept_figures = ("error", "f1", "muc", "seconds", "loss")
    return [
        replace(one, training={key: row[key] for key in kept_figures}) for row, one in zip(rounds, found, strict=True)
    ]


def _linked(model: BeamModel, pairs: PairTrainer | None, dev: Sequence[tuple[Example, int]], link: float) -> Round:
    """What comes of linking from these log odds on; with the training pairs, the error there too."""
    counted = [pair_counts(model, example, links, link) for example, links in dev]
    error = {}
    if pairs is not None:
        error["error"] = pairs.measured(model.weights[pairs.blocks.used].astype(np.float64), link).error
    return Round(error, [before for before, _ in counted], [after for _, after in counted])


def pair_counts(model: BeamModel, example: Example, links: int, link: float = 0.0) -> tuple[PairCounts, PairCounts]:
    """The counts of a document before and after single-link clustering, with all links of its gold chains."""
    rows = PairRows.of(example.pairs)
    decisions = model.scores(example.pairs)[rows.rows] > link
    clusters = clustered(rows, decisions, example.pairs.count)
    same = clusters[rows.mentions] == clusters[rows.candidates]
    after = count_pairs(rows, example.chains, same, clusters)
    return count_pairs(rows, example.chains, decisions), replace(after, recallable=links)


LOST = (
    "The paper's data are MUC6 and MPQA, of other texts and other mentions. The numbers of its tables are lost from "
    "the text that we have; what its prose says is in the rows of the paper. So is the text of its figures 1 and 2 "
    "and of the equation of the biased potential: both E-steps and the potential are reconstructed from what the "
    "prose says of them. A pair has one vector of weights here, where the paper's CRF has one for each of two labels:"
    " a prior of variance 1 there is one of variance 2 here."
)
DATA = (
    "OntoGUM: mentions found in gold trees, all pairs of 177 documents, scored on 30; GUM persons: the same documents, "
    "mentions given; LitBank persons: mentions given, 80 and 10 documents, predicted trees"
)
