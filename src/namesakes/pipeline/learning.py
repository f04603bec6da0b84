"""Learning from the corrections of a store: a pipeline that makes fewer of the mistakes that users have corrected.

Corrections of people teach the model of identities (`identities.corrections`), those of mentions the model of chains
(`chains.training.corrections`). What would change in the store is found before anything is written.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from namesakes.chains.resolver import Resolver
from namesakes.chains.training.corrections import CorrectedLinks, LearnedChains, corrected_links, learned_chains
from namesakes.errors import DataError
from namesakes.identities.corrections import CorrectedBlock, Learned, learned
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.pipeline.chained import with_chains
from namesakes.pipeline.corrected import corrected
from namesakes.pipeline.incremental import IncrementalLinking
from namesakes.pipeline.install import Target
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.rereading import settings_of, source
from namesakes.pipeline.resolve import linking_of, pipeline_of
from namesakes.store.ids import Cluster, assign_ids
from namesakes.store.records import ChainKey, Correction
from namesakes.store.store import Store
from namesakes.workers import one_blas_thread


@dataclass
class Preview:
    """What a model would change in a store.

    Parameters
    ----------
    joined : pairs of ids, the first of which would be a part of the second.
    split : pairs of an id and how many of its chains would be somebody else.
    moved : how many chains would be in another identity; of how many.
    """

    joined: list[tuple[str, str]] = field(default_factory=list)
    split: list[tuple[str, int]] = field(default_factory=list)
    moved: int = 0
    chains: int = 0


@dataclass
class Lesson:
    """What corrections teach.

    Parameters
    ----------
    identities, chains : what was learned of each; None where there is nothing to be learned from.
    reasons : why there is not, by "identities" and "chains".
    preview : what the new model of identities would change in the store; None where there is no new one.
    """

    identities: Learned | None = None
    chains: LearnedChains | None = None
    reasons: dict[str, str] = field(default_factory=dict)
    preview: Preview | None = None

    @property
    def helps(self) -> bool:
        """Whether something is better than before."""
        return any(each is not None and each.helps for each in (self.identities, self.chains))

    def save(self, target: Target) -> list[str]:
        """Write what is better than before into a pipeline; the parts that were written."""
        written = []
        if self.identities is not None and self.identities.helps:
            target.save("identities", self.identities.model.save)
            written.append("identities")
        if self.chains is not None and self.chains.helps:
            target.save("chains", self.chains.resolver.save)
            written.append("chains")
        return written

    def to_json(self) -> dict[str, Any]:
        """What was learned as plain data."""
        found: dict[str, Any] = {"helps": self.helps, "reasons": self.reasons}
        if self.identities is not None:
            trials = [{"way": str(one.way), "f05": one.score, "gain": one.gain.mean} for one in self.identities.trials]
            agreement = {"before": self.identities.before, "after": self.identities.after}
            found["identities"] = {"chosen": str(self.identities.chosen.way), "trials": trials, "agreement": agreement}
        if self.chains is not None:
            tried = [{"rate": one.rate, "right": one.right, "gain": one.gain.mean} for one in self.chains.trials]
            found["chains"] = {"chosen": self.chains.chosen.rate, "trials": tried}
        if self.preview is not None:
            found["preview"] = vars(self.preview)
        return found


def learn(
    store: Store,
    *,
    pipeline: Pipeline | None = None,
    seed: int = 0,
    progress: Callable[[str], None] = lambda line: None,
) -> Lesson:
    """What the corrections of a store teach; nothing is written. A `DataError` where they are too few for anything."""
    nlp, lesson = pipeline or pipeline_of(store), Lesson()
    linking = linking_of(store) or nlp.definition.identities
    progress("identities")
    try:
        with one_blas_thread():
            lesson.identities = learned(nlp.parts.identities, list(corrected_blocks(store, nlp, linking)), seed)
    except DataError as error:
        lesson.reasons["identities"] = str(error)
    progress("chains")
    try:
        lesson.chains = learned_chains(_resolver(nlp), list(corrected_documents(store, nlp)), seed)
    except DataError as error:
        lesson.reasons["chains"] = str(error)
    if lesson.identities is None and lesson.chains is None:
        raise DataError("there is too little to learn from", "\n".join(lesson.reasons.values()))
    if lesson.identities is not None and lesson.identities.helps:
        progress("what would change")
        lesson.preview = preview(store, nlp.with_(identities=lesson.identities.model), linking)
    return lesson


def corrected_blocks(store: Store, pipeline: Pipeline, linking: LinkingSettings) -> Iterator[CorrectedBlock]:
    """The blocks of people in which users have corrected who is who, with who is who there now."""
    corrections = [one for one in store.corrections.all() if one.what in ("same", "different", "is")]
    work = IncrementalLinking(store, BlockLinker(pipeline.parts["identities"], linking), settings_of(store).kinds)
    about = {key for one in corrections for side in (one.left, one.right) for key in side[:1]}
    for keys, (profiles, _, _) in work.blocks_of(about):
        people = [place for place, profile in enumerate(profiles) if profile.kind == "person"]
        inside = {keys[place]: number for number, place in enumerate(people)}
        judged = [pair for one in corrections for pair in _judged(one, inside)]
        count = len({number for number, *_ in judged})
        if count:
            homes = store.memberships.homes(inside)
            numbers: dict[str, int] = {}
            labels = [numbers.setdefault(homes.get(key, str(key)), len(numbers)) for key in inside]
            bearers = [profiles[place] for place in people]
            yield CorrectedBlock(bearers, labels, [(one, other, same) for _, one, other, same in judged], count)


def _judged(correction: Correction, inside: Mapping[ChainKey, int]) -> Iterator[tuple[int, int, int, bool]]:
    """What a correction says of two chains of a block: its number, their places, whether they are one."""
    for others, same in ((correction.right, correction.what != "different"), (correction.against, False)):
        for one, other in product(correction.left, others):
            if one in inside and other in inside and one.document != other.document:
                yield correction.id, inside[one], inside[other], same
                break


def corrected_documents(store: Store, pipeline: Pipeline) -> Iterator[CorrectedLinks]:
    """The documents of which users have corrected mentions, as what chains learn from."""
    settings, resolver = settings_of(store), _resolver(pipeline)
    extraction = pipeline.extraction(settings.kinds, max_seconds=settings.limits.seconds)
    for id, corrections in sorted(store.corrections.of_mentions().items()):
        document = store.documents.get(id)
        if document is None:
            continue
        with one_blas_thread(), extraction.coreference.parts.gender.activated():
            chained = with_chains(source(document, settings), extraction.coreference)
            after = corrected(chained, corrections).document.mention_table
            before = chained.mention_table
            if before is None or after is None or before == after:
                continue
            found = corrected_links(resolver, chained, before, after)
        if found is not None:
            yield found


def _resolver(pipeline: Pipeline) -> Resolver:
    resolver = pipeline.parts.chains
    if type(resolver) is not Resolver or resolver.settings.features.encoder:
        raise DataError("chains that an encoder finds are not learned from corrections", "Use a pipeline such as 'en'.")
    return resolver


def preview(store: Store, pipeline: Pipeline, linking: LinkingSettings) -> Preview:
    """What a pipeline would change in the people of a store, whose corrections hold; nothing is written."""
    work = IncrementalLinking(store, BlockLinker(pipeline.parts["identities"], linking), settings_of(store).kinds)
    old: dict[ChainKey, str] = {one.chain: one.identity for one in store.memberships.all()}
    clusters: list[Cluster] = []
    for keys, block in work.blocks_of(key for key in old):
        with one_blas_thread():
            found = work.linker(*block)
        members: list[list[ChainKey]] = [[] for _ in found.names]
        for key, label in zip(keys, found.labels, strict=True):
            members[label].append(key)
        clusters += [Cluster(name, tuple(each)) for name, each in zip(found.names, members, strict=True)]
    ages = {id: one.created for id, one in store.identities.all().items()}
    made = assign_ids(old, clusters, ages=ages, numbers=store.identities.numbers())
    new = {key: id for id, cluster in zip(made.ids, clusters, strict=True) for key in cluster.members}
    lost = Counter(old[key] for key, id in new.items() if key in old and old[key] != id and old[key] in made.ids)
    return Preview(
        sorted((event.source, event.target) for event in made.events if event.what == "merge"),
        sorted(lost.items()),
        sum(old.get(key) != id for key, id in new.items()),
        len(new),
    )
