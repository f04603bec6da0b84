"""Learning from corrections: how much the corrections of a user help with names and documents that nobody corrected."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.random import Generator

from namesakes.arrays import BoolArray, Float32Array
from namesakes.config import generator
from namesakes.errors import DataError
from namesakes.identities.clustering.clusterer import Clusterer
from namesakes.identities.clustering.memberships import Memberships
from namesakes.identities.corrections import CorrectedBlock, Learned, Way, learned, taught
from namesakes.identities.evaluation import scores
from namesakes.identities.linker import Linker, Pair
from namesakes.identities.model import IdentityModel
from namesakes.identities.name_table import NameTable
from namesakes.identities.rows import QueryGroup, read_rows
from namesakes.profiles.profile import Profile
from reproduction.corpora import corpora_with, corpus_path
from reproduction.name_disambiguation import Profiles, kept_profiles
from reproduction.outcome import Experiment, Outcome

FORCED = Way(30.0, threshold=True)
"""The way to learn of which nobody asks whether it helps."""
EVEN = 0.5
"""How often a user who sees both kinds of mistakes corrects one of somebody who is somebody else."""


@dataclass(frozen=True)
class Settings:
    """What is measured: corpora, numbers of corrections, how often names are divided, and how rows become profiles."""

    corpora: Sequence[str] = ("frus_personx", "acl_names")
    counts: Sequence[int] = (10, 50, 200)
    draws: int = 3
    profiles: Profiles = kept_profiles


@dataclass(frozen=True)
class Compared:
    """A model that has compared the profiles of one name already."""

    model: IdentityModel
    everybody: Sequence[Profile]
    matrix: Float32Array

    @classmethod
    def of(cls, model: IdentityModel, profiles: Sequence[Profile]) -> "Compared":
        """The model with what it says of these profiles."""
        return cls(model, profiles, model.similarities(profiles))

    @property
    def clusterer(self) -> Clusterer:
        """That of the model."""
        return self.model.clusterer

    def apart(self, profiles: Sequence[Profile], names: NameTable) -> BoolArray:
        """Which contradict each other."""
        return self.model.apart(profiles, names)

    def similarities(self, profiles: Sequence[Profile]) -> Float32Array:
        """Those of some of the profiles."""
        places = {id(profile): place for place, profile in enumerate(self.everybody)}
        asked = [places[id(profile)] for profile in profiles]
        return self.matrix[np.ix_(asked, asked)]


@dataclass
class Name:
    """A name while a user corrects who bears it.

    Parameters
    ----------
    group : its bearers, and who they are.
    compared : the model that finds them.
    """

    group: QueryGroup
    compared: Compared
    must: list[Pair] = field(default_factory=list)
    cannot: list[Pair] = field(default_factory=list)

    def found(self, compared: Compared | None = None, *, constrained: bool = True) -> Memberships:
        """Who is found, with the corrections or without."""
        ties = (self.must, self.cannot) if constrained else ((), ())
        return Linker(compared or self.compared).memberships(self.group.profiles, *ties)

    def score(self, compared: Compared | None = None, *, constrained: bool = True) -> float:
        """F.5 of who is found."""
        return scores(self.group, self.found(compared, constrained=constrained))["f05"]

    def correct(self, random: Generator) -> bool:
        """Correct one mistake, as a user does who sees it; whether there was one.

        Somebody is in a person of whom most are somebody else, or one person is two.
        """
        labels = self.found().labels
        gold = np.unique(np.asarray(self.group.gold), return_inverse=True)[1]
        table = np.zeros((int(labels.max()) + 1, int(gold.max()) + 1), dtype=np.int64)
        np.add.at(table, (labels, gold), 1)
        whose = table.argmax(axis=1)
        strangers = np.flatnonzero(gold != whose[labels])
        halves = [(a, b) for a in range(len(whose)) for b in range(a + 1, len(whose)) if whose[a] == whose[b]]
        if not len(strangers) and not halves:
            return False
        if len(strangers) and (not halves or random.random() < EVEN):
            one = int(random.choice(strangers))
            others = np.flatnonzero((labels == labels[one]) & (gold == whose[labels[one]]))
            self.cannot.append((one, int(others[0])))
        else:
            a, b = halves[int(random.integers(len(halves)))]
            left, right = (np.flatnonzero((labels == label) & (gold == whose[label])) for label in (a, b))
            self.must.append((int(left[0]), int(right[0])))
        return True

    @property
    def block(self) -> CorrectedBlock:
        """The name as what is learned from: who is found under the corrections, not who they are."""
        judged = [(*pair, True) for pair in self.must] + [(*pair, False) for pair in self.cannot]
        return CorrectedBlock(self.group.profiles, self.found().labels.tolist(), judged, len(judged))


def corrected(names: Sequence[Name], count: int, random: Generator) -> int:
    """Let a user correct so many mistakes in these names, each in a name drawn at random; how many there were."""
    done, open_names = 0, list(names)
    while done < count and open_names:
        name = open_names[int(random.integers(len(open_names)))]
        if name.correct(random):
            done += 1
        else:
            open_names.remove(name)
    return done


def lesson(model: IdentityModel, names: Sequence[Name], seed: int) -> tuple[Learned | None, IdentityModel]:
    """What these corrections teach, None where they are too few; and what they teach where nobody asks if it helps."""
    blocks = [each.block for each in names if each.must or each.cannot]
    forced = taught(model, blocks, FORCED) if blocks else model
    try:
        return learned(model, blocks, seed), forced
    except DataError:
        return None, forced


def run(data: Path | None, seed: int, settings: Settings | None = None, model: IdentityModel | None = None) -> Outcome:
    """F.5 on the names that were corrected and on the others, before and after."""
    settings, rows = settings or Settings(), []
    folder = corpora_with(data, "people")
    for corpus in settings.corpora:
        found = list(read_rows(corpus_path(folder, "people", corpus, "dev.jsonl")))
        groups = settings.profiles(found, corpus, "dev")
        own = (model or IdentityModel.shipped()).with_statistics_of(p for group in groups for p in group.profiles)
        compared = [Compared.of(own, group.profiles) for group in groups]
        for count in settings.counts:
            draws = [_draw(own, groups, compared, count, seed + draw) for draw in range(settings.draws)]
            rows.append([corpus, *_cells(draws)])
    columns = [
        "corpus", "corrections", "learned in", "other names before", "after learning", "in any case",
        "corrected names before", "as constraints", "and learned",
    ]  # fmt: skip
    notes = (
        "F.5, means over names and over ways to divide the dev names into two halves. A simulated user corrects "
        "mistakes in one half, one after the other, each in a name drawn at random: a document is of somebody else "
        "than most of the person it was put in, or two people are one. Corrections are fewer where no mistake is "
        "left. The mixer and its threshold learn as `namesakes learn` does, which learns nothing where "
        "cross-validation over names does not find that it helps: 'learned in' says in how many divisions it did. "
        "Constraints alone change nothing in other names, so that 'before' is what they give there. "
        "'In any case' has learned with a prior of 30 and moved the threshold, whether that helps or not."
    )
    return Outcome(columns, rows, f"people ({', '.join(settings.corpora)}; dev)", notes)


def _draw(
    model: IdentityModel, groups: Sequence[QueryGroup], compared: Sequence[Compared], count: int, seed: int
) -> list[float]:
    """The numbers of one way to divide the names."""
    random = generator(seed, "simulated corrections", str(count))
    order = random.permutation(len(groups)).tolist()
    names = [Name(groups[place], compared[place]) for place in order]
    mine, others = names[: len(names) // 2], names[len(names) // 2 :]
    before = float(np.mean([each.score(constrained=False) for each in mine]))
    done = corrected(mine, count, random)
    found, forced = lesson(model, mine, seed)
    after = model if found is None else found.model
    again = [Compared.of(after, each.group.profiles) if after is not model else each.compared for each in names]
    unasked = [each.score(Compared.of(forced, each.group.profiles)) for each in others]
    return [
        done,
        found is not None and found.helps,
        float(np.mean([each.score() for each in others])),
        float(np.mean([each.score(new) for each, new in zip(others, again[len(mine) :], strict=True)])),
        float(np.mean(unasked)),
        before,
        float(np.mean([each.score() for each in mine])),
        float(np.mean([each.score(new) for each, new in zip(mine, again, strict=False)])),
    ]


def _cells(draws: Sequence[Sequence[float]]) -> list[str]:
    means = np.mean(np.array(draws, dtype=np.float64), axis=0).tolist()
    helped = sum(bool(each[1]) for each in draws)
    return [f"{means[0]:.0f}", f"{helped} of {len(draws)}", *(f"{value:.3f}" for value in means[2:])]


EXPERIMENT = Experiment(
    "Learning from corrections of people",
    "What a user's corrections of some names teach about others.",
    run,
)
