"""People of a corpus that nothing was learned from: each corpus is left out, and found with what the others taught."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.config import read_config
from namesakes.identities.certainty import Certainty, expected_error, rightly_placed
from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.evaluation import baselines, scores
from namesakes.identities.linker import Linker
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.identities.mixing.ensemble import BlockVotes, Ensemble, EnsembleSettings
from namesakes.identities.model import IdentitySettings
from namesakes.identities.rows import QueryGroup, read_rows
from namesakes.identities.specialists import BUILT_IN
from namesakes.identities.specialists.cosine import Words
from namesakes.identities.specialists.topics import Topics
from namesakes.identities.specialists.vectors import ContextVectors
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.training import ComparedModel, ScoredGroups, block_votes, learned_certainty, tune_clusterer
from reproduction.corpora import corpora_with, corpus_path
from reproduction.environment import vector_folders
from reproduction.name_disambiguation import SEG, Profiles, kept_profiles
from reproduction.ours.identities_mixers import AGAIN, EVEN
from reproduction.outcome import Experiment, Outcome

LEARNED: Mapping[str, Sequence[str]] = dict.fromkeys(("frus_personx", "frus_names", "acl_names"), ("train", "dev"))
"""The corpora that a model may learn from: from the first split, and it is measured on the second."""
MEASURED: Mapping[str, Sequence[str]] = {
    "weps1": ("train", "test"),
    "mitford": ("surname", "ambiguous"),
    "lewisclark": ("surname",),
}
"""Those that are only measured, all of their splits."""
SHIPPED = Path("src/namesakes/models/en-identities/settings.toml")
THRESHOLDS = {"threshold": tuple(np.round(np.arange(0.04, 0.96, 0.02), 2).tolist())}
LOW = {"threshold": tuple(np.round(np.arange(0.01, 0.6, 0.01), 2).tolist())}
GOALS = {"frus_personx": 0.80, "frus_names": 0.90, "acl_names": 0.84}


@dataclass(frozen=True)
class Way:
    """A way to compare, and the clusterer that makes people of it; `free` lets names differ."""

    settings: EnsembleSettings
    clusterer: str = "average-link"
    fixed: Mapping[str, float] = field(default_factory=dict)
    free: bool = True


_PLAIN = Way(EnsembleSettings())
"""Average link of similarities that are there already."""


@dataclass(frozen=True)
class Settings:
    """What is measured: corpora, ways, and how rows of a corpus become profiles.

    `vectors` says by the name of a model how they become profiles with vectors.
    """

    learned: Mapping[str, Sequence[str]] = field(default_factory=lambda: LEARNED)
    measured: Mapping[str, Sequence[str]] = field(default_factory=lambda: MEASURED)
    ways: Mapping[str, Way] | None = None
    profiles: Profiles = kept_profiles
    vectors: Mapping[str, Profiles] | None = None

    @property
    def corpora(self) -> list[str]:
        """The names of all corpora."""
        return [*self.learned, *self.measured]


def ways() -> dict[str, Way]:
    """The ways that are compared; the last one is shipped."""
    shipped = read_config(SHIPPED, IdentitySettings).ensemble
    plain = replace(shipped, company=0.0, prior=type(shipped.prior)(), contradictions=type(shipped.contradictions)())
    second = EnsembleSettings(mixer="logistic", sampling=EVEN, second="boosted", second_learning=AGAIN)
    return {
        "SEG with curves": Way(SEG),
        "logistic, second look (shipped before)": Way(second),
        "evidence, average link": Way(plain),
        "evidence, mixed link": Way(plain, "mixed-link"),
        "evidence, mixed link, different names apart": Way(plain, "mixed-link", free=False),
        "with the prior of names and the company": Way(shipped, "mixed-link", free=False),
    }


@dataclass
class Corpora:
    """The names of all corpora: those to learn and tune on, and those to measure on."""

    known: dict[str, list[QueryGroup]]
    asked: dict[str, list[QueryGroup]]

    @classmethod
    def read(cls, folder: Path, settings: Settings) -> "Corpora":
        """The corpora in a folder."""
        known, asked = {}, {}
        for corpus, splits in {**settings.learned, **settings.measured}.items():
            parts = []
            for split in splits:
                rows = list(read_rows(corpus_path(folder, "people", corpus, f"{split}.jsonl")))
                groups = settings.profiles(rows, corpus, split)
                parts.append([replace(group, corpus=f"{corpus} {split}") for group in groups if len(group.gold) > 1])
            known[corpus] = parts[0] if corpus in settings.learned else [group for part in parts for group in part]
            asked[corpus] = parts[-1] if corpus in settings.learned else known[corpus]
        return cls(known, asked)

    def votes(self, start: Ensemble) -> tuple[dict[str, list[BlockVotes]], dict[str, list[BlockVotes]]]:
        """The votes on all of them; terms count as they do in the own split."""
        known = {name: block_votes(start, groups) for name, groups in self.known.items()}
        asked = {
            name: known[name] if groups is self.known[name] else block_votes(start, groups)
            for name, groups in self.asked.items()
        }
        return known, asked


@dataclass(frozen=True)
class Found:
    """What one way gives on a corpus that was left out: similarities, the tuned threshold, and those of the others."""

    asked: ScoredGroups
    others: ScoredGroups
    threshold: float


def run(data: Path | None, seed: int, settings: Settings | None = None) -> Outcome:
    """F.5 of each way on each corpus, with weights and thresholds of the others."""
    settings = settings or Settings()
    corpora = Corpora.read(corpora_with(data, "people"), settings)
    rows = _simple(corpora, settings)
    tried = settings.ways or ways()
    last: dict[str, Found] = {}
    for title, way in tried.items():
        last = left_out(corpora, settings, way, seed)
        rows.append(_row(title, corpora, {name: f05(way, found) for name, found in last.items()}, last))
    way = list(tried.values())[-1]
    for title, measure in (("the last one, F.2", "f02"), ("the last one, B³", "b3")):
        rows.append(_row(title, corpora, {name: _measured(way, found, measure) for name, found in last.items()}))
    rows.append(
        _row("its certainty: expected error", corpora, {name: certainty_error(way, last[name]) for name in last})
    )
    beside = _with_vectors(corpora_with(data, "people"), settings, way, seed)
    rows += beside
    rows.append(["goal of F.5", *(f"{GOALS[name]:.2f}" if name in GOALS else "" for name in settings.corpora), "", ""])
    notes = (
        "F.5, the means over names. Of the corpus in the head nothing is used: weights are learned from the train "
        "names of the others among frus_personx, frus_names and acl_names; the threshold is the one with the best "
        "mean over all other corpora, whose similarities come from weights that had seen neither them nor the one "
        "left out. Simple ways with a threshold are tuned in the same way. Measured are the dev names of the first "
        "three, and all names of weps1 (title and snippet of web pages), mitford (letters) and lewisclark (journals), "
        "which no shipped weight has ever seen; that names keep people apart, the prior of names, the penalty and the "
        "mixture of links were chosen by such tables, so they have; contradicting facts are part of the last way. "
        "How usual words are is counted in the corpus itself, without its answers. "
        "Certainty: curves learned from the other corpora, chains that are alone among those measured."
    )
    if beside:
        notes += (
            " Vectors are those of the models that NAMESAKES_VECTORS names, of the passages around the name; beside "
            "the others they are one more specialist of the last way."
        )
    return Outcome(["way", *settings.corpora, "mean", "thresholds"], rows, "people, all corpora", notes)


def _simple(corpora: Corpora, settings: Settings) -> list[list[str]]:
    """The rows of simple ways."""
    titles = {"one_in_one": "everybody alone", "all_in_one": "all together", "full_name": "same full name"}
    simple = {name: baselines(groups, 0.0) for name, groups in corpora.asked.items()}
    rows = [_row(title, corpora, {name: each[key] for name, each in simple.items()}) for key, title in titles.items()]
    for title, vectors in (("TF-IDF, average link", False), ("TF-IDF and word vectors", True)):
        known = {name: _tfidf(groups, vectors=vectors) for name, groups in corpora.known.items()}
        asked = {name: _tfidf(groups, vectors=vectors) for name, groups in corpora.asked.items()}
        found = _alone(known, asked, LOW)
        rows.append(_row(title, corpora, {name: f05(_PLAIN, each) for name, each in found.items()}, found))
    return rows


def vector_models() -> dict[str, Profiles]:
    """How rows become profiles with vectors, by the name of the model; those that `NAMESAKES_VECTORS` names."""
    return {each.name: partial(kept_profiles, vectors=each) for each in vector_folders()}


def _with_vectors(folder: Path, settings: Settings, way: Way, seed: int) -> list[list[str]]:
    """The rows of models of vectors: alone with average link, and beside the specialists of a way."""
    rows = []
    models = vector_models() if settings.vectors is None else settings.vectors
    specialists = (*(way.settings.specialists or BUILT_IN), ContextVectors.name)
    beside = replace(way, settings=replace(way.settings, specialists=tuple(dict.fromkeys(specialists))))
    for title, profiles in models.items():
        corpora = Corpora.read(folder, replace(settings, profiles=profiles))
        known, asked = (
            {name: _cosines(groups) for name, groups in each.items()} for each in (corpora.known, corpora.asked)
        )
        alone = _alone(known, asked, THRESHOLDS)
        values = {name: f05(_PLAIN, each) for name, each in alone.items()}
        rows.append(_row(f"vectors of {title}, average link", corpora, values, alone))
        found = left_out(corpora, settings, beside, seed)
        values = {name: f05(beside, each) for name, each in found.items()}
        rows.append(_row(f"with the prior, the company and vectors of {title}", corpora, values, found))
    return rows


def _cosines(groups: Sequence[QueryGroup]) -> ScoredGroups:
    compare = ContextVectors().compare
    return [(group, np.nan_to_num(compare(group.profiles))) for group in groups]


def _alone(
    known: Mapping[str, ScoredGroups], asked: Mapping[str, ScoredGroups], grid: Mapping[str, Sequence[float]]
) -> dict[str, Found]:
    """What similarities that nothing was learned for give with average link, whose threshold is that of the others."""
    found = {}
    for name in asked:
        others = [pair for other, pairs in known.items() if other != name for pair in pairs]
        found[name] = Found(asked[name], others, _tuned(others, _PLAIN, grid))
    return found


def _tfidf(groups: Sequence[QueryGroup], *, vectors: bool) -> ScoredGroups:
    statistics = Statistics.learn(profile for group in groups for profile in group.profiles)
    words, topics = Words(statistics), Topics(statistics)

    def compared(group: QueryGroup) -> Float32Array:
        found = words.compare(group.profiles)
        if vectors:
            about = np.maximum(2 * topics.compare(group.profiles) - 1, 0)
            found = np.asarray((found + about) / 2, dtype=np.float32)
        return np.nan_to_num(found)

    return [(group, compared(group)) for group in groups]


def left_out(corpora: Corpora, settings: Settings, way: Way, seed: int) -> dict[str, Found]:
    """What a way gives on each corpus with weights and a threshold of the others."""
    start = Ensemble.untrained(way.settings)
    known, asked = corpora.votes(start)
    fitted: dict[frozenset[str], Ensemble] = {}

    def without(*names: str) -> Ensemble:
        """What was learned without these corpora; without the first alone, where nothing else would be left."""
        seen = frozenset(settings.learned) - set(names) or frozenset(settings.learned) - {names[0]}
        if seen not in fitted:
            blocks = [block for name in sorted(seen) for block in known[name]]
            gold = [group.gold for name in sorted(seen) for group in corpora.known[name]]
            fitted[seen] = start.fitted(blocks, gold, seed)
        return fitted[seen]

    found = {}
    for name in settings.corpora:
        others = [
            (group, without(name, other).mixed(block))
            for other in settings.corpora
            if other != name
            for group, block in zip(corpora.known[other], known[other], strict=True)
        ]
        own = [(g, without(name).mixed(block)) for g, block in zip(corpora.asked[name], asked[name], strict=True)]
        found[name] = Found(own, others, _tuned(others, way, THRESHOLDS))
    return found


def _tuned(others: ScoredGroups, way: Way, grid: Mapping[str, Sequence[float]]) -> float:
    corpora = [(replace(group, corpus=group.corpus.split()[0]), similarities) for group, similarities in others]
    return float(tune_clusterer(corpora, way.clusterer, grid, way.fixed, free=way.free)[0]["threshold"])


def linker(way: Way, found: Found, group: QueryGroup, similarities: Float32Array) -> Linker:
    """The linker of one name whose bearers were compared."""
    clustering = clusterer(way.clusterer, {**way.fixed, "threshold": found.threshold})
    names = "free" if way.free else "apart"
    model = ComparedModel(clustering, group.profiles, similarities)
    return Linker(model, LinkingSettings(names=names, within_document="free" if way.free else "names"))


def _measured(way: Way, found: Found, measure: str) -> float:
    values = [
        scores(group, linker(way, found, group, similarities).memberships(group.profiles))[measure]
        for group, similarities in found.asked
    ]
    return float(np.mean(values))


def f05(way: Way, found: Found) -> float:
    """F.5 of a corpus that was left out."""
    return _measured(way, found, "f05")


def certainty_error(way: Way, found: Found) -> float:
    """How far the certainty of memberships is off, with curves that the other corpora taught."""
    fixed = {way.clusterer: {**way.fixed, "threshold": found.threshold}}
    others = [(replace(group, corpus=group.corpus.split()[0]), similarities) for group, similarities in found.others]
    curves: Certainty = learned_certainty(others, IdentitySettings(clusterer=way.clusterer, clusterers=fixed))
    sure, right = [], []
    for group, similarities in found.asked:
        linked = linker(way, found, group, similarities).linked(group.profiles)
        sure.append(curves(linked.placement))
        right.append(rightly_placed(linked.placement.labels, [group.gold[place] for place in linked.kept.tolist()]))
    return expected_error(np.concatenate(sure), np.concatenate(right))[0]


def _row(
    title: str, corpora: Corpora, values: Mapping[str, float], found: Mapping[str, Found] | None = None
) -> list[str]:
    numbers = [values[name] for name in corpora.asked]
    thresholds = ", ".join(f"{each.threshold:g}" for each in (found or {}).values())
    return [title, *(f"{value:.3f}" for value in (*numbers, float(np.mean(numbers)))), thresholds]


EXPERIMENT = Experiment(
    "People of a corpus left out",
    "Each corpus of people is left out of all that is learned and tuned: what holds for names that nobody has seen.",
    run,
)
