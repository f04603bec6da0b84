"""Greedy selection of templates: add the one that helps most, take away what does not help, until nothing changes.

Björkelund & Kuhn (2014), section 6, choose their features so, on 75 % of the training data with the rest to score on.
They do not say whether a change is kept as soon as it helps, or the best of all is; here are both.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

from namesakes.chains.features.mention_pairs import Hashes, MentionPairs, mention_pairs
from namesakes.chains.features.template_sets import expanded
from namesakes.chains.features.templates import Templates
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.development import Development
from namesakes.chains.training.examples import Example
from namesakes.chains.training.progress import ProgressCallback, silent
from namesakes.chains.training.trainer import train
from namesakes.config import generator
from namesakes.errors import ConfigError, DataError, UnknownNameError
from namesakes.learning.trials import Runner, Scored, TrialLog, TrialRunner
from namesakes.text.document import Document
from namesakes.text.language import ENGLISH, checked_language

SETS = ("pairs", "alone", "clusters")
KEEP = ("best", "first")
Pair = tuple[Document, Document]


@dataclass(frozen=True)
class SelectionSettings:
    """How templates are selected.

    Parameters
    ----------
    chains : how each set of templates is trained; its `features` are the set to begin with.
    pairs, alone, clusters : templates that may be added, beside those to begin with; `@NAME` for those of a set.
    keep : "best" tries all changes of a round and keeps the best; "first" keeps each that helps, at once, so that a
        round goes through all templates once to add and once to take away, and the end comes after few rounds.
    held_out : the share of documents to score on.
    least : by how much the CoNLL score (a fraction) must rise for a template to be added; one is taken away where the
        score does not fall.
    tries : how many templates, drawn at random, are tried in a round; 0 for all.
    rounds : the most rounds, each of additions and removals.
    without_genres : genres of documents that are not trained on.
    syntax, language : what mentions are found in, and the documents' language; see `recipe.RecipeSettings`.
    seed : of the division of documents and of the draws.
    """

    chains: ChainSettings = field(default_factory=ChainSettings)
    pairs: Sequence[str] = ()
    alone: Sequence[str] = ()
    clusters: Sequence[str] = ()
    keep: str = "best"
    held_out: float = 0.25
    least: float = 0.0005
    tries: int = 0
    rounds: int = 100
    without_genres: Sequence[str] = ()
    syntax: str = "gold"
    language: str = ENGLISH
    seed: int = 1

    def __post_init__(self) -> None:
        if not 0.0 < self.held_out < 1.0:
            raise ConfigError(f"held-out is a share between 0 and 1, not {self.held_out}.")
        if self.keep not in KEEP:
            raise UnknownNameError("rule of what is kept", self.keep, KEEP)
        for kind in SETS:
            object.__setattr__(self, kind, expanded(getattr(self, kind), kind))
        checked_language(self.language)


@dataclass(frozen=True)
class Change:
    """A template that is added to, or taken away from, one of the sets."""

    kind: str
    template: str
    added: bool

    def __str__(self) -> str:
        return f"{'+' if self.added else '-'} {self.kind}: {self.template}"

    def possible(self, features: FeatureSettings) -> bool:
        """Whether it leaves a template of its kind; one may have become the last one since the change was listed."""
        return self.added or len(getattr(features, self.kind)) > 1

    def of(self, features: FeatureSettings) -> FeatureSettings:
        """The features after the change."""
        old = tuple(getattr(features, self.kind))
        new = (*old, self.template) if self.added else tuple(each for each in old if each != self.template)
        sets = {kind: tuple(getattr(features, kind)) for kind in SETS} | {self.kind: new}
        return replace(features, pairs=sets["pairs"], alone=sets["alone"], clusters=sets["clusters"])


class Trials:
    """Trains and scores sets of templates on divided documents; mentions and comparisons are made once."""

    def __init__(self, pairs: Sequence[Pair], settings: SelectionSettings) -> None:
        self.settings = settings
        kept, held = divided(pairs, settings)
        every = FeatureSettings(pairs=(), alone=(), bits=settings.chains.features.bits)
        window, templates = settings.chains.features.window, Templates.build((), ())
        self.taught = [(mention_pairs(seen, templates, every.bits, window), seen, gold) for seen, gold in kept]
        self.held = [(mention_pairs(seen, templates, every.bits, window), seen, gold) for seen, gold in held]

    def score(self, features: FeatureSettings) -> float:
        """The CoNLL score of a model with these features on the documents that it has not seen."""
        chains = replace(self.settings.chains, features=features)
        templates = BeamModel(features).templates
        examples = [
            Example.of(with_templates(base, templates, features.bits), seen, gold, chains.costs)
            for base, seen, gold in self.taught
        ]
        pairs = [with_templates(base, templates, features.bits) for base, _, _ in self.held]
        scored = Development([gold for *_, gold in self.held], [seen for _, seen, _ in self.held], pairs, chains)
        return scored(train(examples, replace(chains, patience=0)))["conll"]


def with_templates(base: MentionPairs, templates: Templates, bits: int) -> MentionPairs:
    """The same mentions and comparisons with the features of other templates."""
    return replace(base, hashes=Hashes(templates, bits, base.attributes.codes))


def divided(pairs: Sequence[Pair], settings: SelectionSettings) -> tuple[list[Pair], list[Pair]]:
    """The documents to train on, and those to score on."""
    order = generator(settings.seed, "feature selection").permutation(len(pairs)).tolist()
    count = max(1, round(settings.held_out * len(pairs)))
    if count >= len(pairs):
        raise DataError("there are too few documents to train on some and score on others", "Give at least two.")
    held = frozenset(order[:count])
    kept = [pair for place, pair in enumerate(pairs) if place not in held]
    return kept, [pair for place, pair in enumerate(pairs) if place in held]


def digest(features: FeatureSettings) -> str:
    """What tells one set of templates from another; their order does not matter."""
    sets = {name: sorted(getattr(features, name)) for name in SETS}
    return hashlib.blake2b(json.dumps(sets, sort_keys=True).encode(), digest_size=8).hexdigest()


def select(
    pairs: Sequence[Pair],
    settings: SelectionSettings,
    *,
    log: Path | None = None,
    jobs: int = 1,
    progress: ProgressCallback = silent,
) -> tuple[FeatureSettings, float]:
    """The features that were kept, and their score on the documents held out.

    Parameters
    ----------
    pairs : documents with their mentions, and the same with their gold chains.
    log : a file with the scores of all sets tried; a run that finds it does not try them again.
    jobs : processes to try sets in; what is kept does not depend on their number.
    progress : gets a line for each change that is kept.
    """
    known = TrialLog(log, _mark(pairs, settings))
    with TrialRunner(_prepared, (list(pairs), settings), jobs) as run:
        scores = partial(_scores, run, known)
        features = settings.chains.features
        best = scores([(features, "to begin with")])[0]
        progress(f"{100 * best:6.2f}  to begin with")
        for number in range(settings.rounds):
            before = digest(features)
            for changes, least in ((_additions, settings.least), (_removals, 0.0)):
                tried = drawn(list(changes(features, settings)), settings, number)
                for together in [tried] if settings.keep == "best" else [[change] for change in tried]:
                    features, best = _kept(together, features, best, least, scores, progress)
            progress(f"{100 * best:6.2f}  after round {number + 1}")
            if digest(features) == before and not settings.tries:
                break
    return features, best


def _kept(
    tried: Sequence[Change],
    features: FeatureSettings,
    best: float,
    least: float,
    scores: Callable[[Sequence[tuple[FeatureSettings, str]]], list[float]],
    progress: ProgressCallback,
) -> tuple[FeatureSettings, float]:
    """The features and their score after the best of these changes, where it helps by at least so much."""
    possible = [change for change in tried if change.possible(features)]
    found = scores([(change.of(features), str(change)) for change in possible])
    if not found or max(found) - best < least:
        return features, best
    place = found.index(max(found))
    progress(f"{100 * found[place]:6.2f}  {possible[place]}")
    return possible[place].of(features), found[place]


def _additions(features: FeatureSettings, settings: SelectionSettings) -> Iterator[Change]:
    for kind in SETS:
        offered = dict.fromkeys((*getattr(settings, kind), *getattr(settings.chains.features, kind)))
        yield from (Change(kind, each, True) for each in offered if each not in getattr(features, kind))


def _removals(features: FeatureSettings, settings: SelectionSettings) -> Iterator[Change]:
    for kind in SETS:
        if len(getattr(features, kind)) > 1:
            yield from (Change(kind, each, False) for each in getattr(features, kind))


def drawn(changes: list[Change], settings: SelectionSettings, number: int) -> list[Change]:
    """The changes to try in a round."""
    if not settings.tries or len(changes) <= settings.tries:
        return changes
    random = generator(settings.seed, "changes", str(number), str(changes[0].added))
    return [changes[place] for place in sorted(random.permutation(len(changes))[: settings.tries].tolist())]


def _scores(run: Runner, known: TrialLog, wanted: Sequence[tuple[FeatureSettings, str]]) -> list[float]:
    """The scores of these sets; those that the log does not know are trained, and noted as they come."""
    missing = {
        digest(features): (features, change) for features, change in wanted if digest(features) not in known.scores
    }
    for (features, change), score in zip(
        missing.values(), run([features for features, _ in missing.values()]), strict=True
    ):
        known.add(digest(features), change, score)
    return [known.scores[digest(features)] for features, _ in wanted]


def _prepared(pairs: Sequence[Pair], settings: SelectionSettings) -> Scored:
    """What scores sets of templates on these documents."""
    return Trials(pairs, settings).score


def _mark(pairs: Sequence[Pair], settings: SelectionSettings) -> str:
    """What tells trials on other documents, or with other settings of learning, apart."""
    chains: Mapping[str, object] = asdict(settings.chains)
    learning = {name: value for name, value in chains.items() if name not in ("features", "patience")}
    features = settings.chains.features
    more = (features.bits, features.window, settings.held_out, settings.seed)
    found = hashlib.blake2b(json.dumps([learning, more], sort_keys=True).encode(), digest_size=8)
    for seen, gold in pairs:
        found.update(f"{gold.key}\0{gold.text}\0{len(seen.mentions)}\0".encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def as_toml(features: FeatureSettings) -> str:
    """The features as a section of a configuration of `train chains`."""
    lines = ["[chains.features]", f"bits = {features.bits}", f"window = {features.window}"]
    for kind in SETS:
        rows = "".join(f"  {json.dumps(each)},\n" for each in getattr(features, kind))
        lines.append(f"{kind} = [\n{rows}]")
    return "\n".join(lines)
