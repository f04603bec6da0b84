"""How well `resolve` tells people apart in folders of marked texts, beside what names alone would say."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from namesakes.formats.marked import MarkedFolder
from namesakes.metrics.measure import ratio
from namesakes.metrics.people import Certainty, PeopleCounts, count_people, owners
from namesakes.pipeline.marked_answers import Answer, answers, names_of
from namesakes.pipeline.name_baselines import BASELINES, Name, hard_people
from namesakes.pipeline.people_errors import CAUSES, PersonError, person_errors
from namesakes.pipeline.pipeline import Pipeline


@dataclass(frozen=True)
class Pronouns:
    """Pronouns and descriptions that were given to the right person, to a wrong one, or to nobody."""

    right: int = 0
    wrong: int = 0
    nobody: int = 0

    def __add__(self, other: "Pronouns") -> "Pronouns":
        return Pronouns(self.right + other.right, self.wrong + other.wrong, self.nobody + other.nobody)

    def to_json(self) -> dict[str, Any]:
        """The counts, and the share that is right."""
        counts = {"right": self.right, "wrong": self.wrong, "nobody": self.nobody}
        return {**counts, "accuracy": ratio(self.right, sum(counts.values()))}


@dataclass(frozen=True)
class PeopleEvaluation:
    """What was counted in folders; evaluations are added.

    Parameters
    ----------
    folders, documents, names : how many there are.
    not_found : marked names that are in nobody.
    counts : of the system ("namesakes") and of each simple answer.
    pronouns : whom they were given to.
    certainty : of the names' memberships; one is right where most names of the identity are the same person's.
    errors : for each person who is not right what happened.
    """

    folders: int = 0
    documents: int = 0
    names: int = 0
    not_found: int = 0
    counts: dict[str, PeopleCounts] = field(default_factory=dict)
    pronouns: Pronouns = field(default_factory=Pronouns)
    certainty: Certainty = field(default_factory=Certainty)
    errors: tuple[PersonError, ...] = ()

    def __add__(self, other: "PeopleEvaluation") -> "PeopleEvaluation":
        ways = {**self.counts, **other.counts}
        return PeopleEvaluation(
            self.folders + other.folders,
            self.documents + other.documents,
            self.names + other.names,
            self.not_found + other.not_found,
            {way: self.counts.get(way, PeopleCounts()) + other.counts.get(way, PeopleCounts()) for way in ways},
            self.pronouns + other.pronouns,
            self.certainty + other.certainty,
            self.errors + other.errors,
        )

    def to_json(self) -> dict[str, Any]:
        """The evaluation as plain data."""
        sizes = {name: getattr(self, name) for name in ("folders", "documents", "names", "not_found")}
        ways = {way: counts.to_json() for way, counts in self.counts.items()}
        ours = ways.pop(OURS, PeopleCounts().to_json())
        rest = {"pronouns": self.pronouns.to_json(), "certainty": self.certainty.to_json(), "causes": self.causes}
        return {**sizes, **ours, **rest, "baselines": ways}

    @property
    def causes(self) -> dict[str, int]:
        """For each cause how many of those who are not right it touches."""
        counts = Counter(cause for error in self.errors for cause in error.causes)
        return {cause: counts[cause] for cause in CAUSES}


OURS = "namesakes"
"""What the system's own counts are called beside the simple answers'."""


def evaluate_people(
    folders: Iterable[MarkedFolder],
    pipeline: Pipeline,
    *,
    jobs: int | None = 1,
    progress: Callable[[str], None] = lambda folder: None,
) -> PeopleEvaluation:
    """The evaluation of all folders, each of which is resolved on its own.

    Parameters
    ----------
    pipeline : the models.
    jobs : processes to run in.
    progress : is called with the name of each folder.
    """
    total = PeopleEvaluation()
    for folder in folders:
        progress(str(folder.path))
        total += evaluate_answers(folder, answers(folder, pipeline, jobs=jobs))
    return total


def evaluate_answers(folder: MarkedFolder, found: Sequence[Answer]) -> PeopleEvaluation:
    """The evaluation of what was said of the marks of one folder."""
    names = names_of(found)
    marked = [Name(each.words, each.mark.person, each.text.path.name) for each in names]
    gold, documents, hard = [name.person for name in marked], [name.document for name in marked], hard_people(marked)
    labels: dict[str, Sequence[Hashable | None]] = {OURS: [each.identity or None for each in names]}
    labels |= {way: baseline(marked) for way, baseline in BASELINES.items()}
    owner = owners(gold, labels[OURS])
    sure = [(each.certainty, owner[each.identity] == each.mark.person) for each in names if each.identity]
    return PeopleEvaluation(
        1,
        len(folder.texts),
        len(names),
        sum(not each.identity for each in names),
        {way: count_people(gold, given, documents, hard) for way, given in labels.items()},
        _pronouns(found, owner),
        Certainty.of(sure),
        tuple(person_errors(folder.path.name, names, hard)),
    )


def _pronouns(found: Sequence[Answer], owner: dict[Hashable, str]) -> Pronouns:
    """Whom pronouns were given to: the one whom most names of their chain mean, else most names of its identity."""
    names = names_of(found)
    by_chain = owners(
        [each.mark.person for each in names],
        [(each.text.path, each.chain) if each.identity else None for each in names],
    )
    counts: Counter[str] = Counter()
    for each in found:
        if not each.mark.is_name:
            given = by_chain.get((each.text.path, each.chain)) or owner.get(each.identity)
            counts["right" if given == each.mark.person else "wrong" if given else "nobody"] += 1
    return Pronouns(counts["right"], counts["wrong"], counts["nobody"])
