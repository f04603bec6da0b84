"""Stores of any number of made-up documents, for measuring what grows with a store."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from typing import Final

from namesakes.engines.local import LocalEngine
from namesakes.identities.baselines import name_key
from namesakes.identities.linker import LinkedBlock, Pair
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.pipeline.incremental import IncrementalLinking
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.resolve import ResolveSettings, identities_code
from namesakes.profiles.profile import Profile
from namesakes.store.records import StoredDocument, StoredMention
from namesakes.store.store import Store
from reproduction.synthetic.people import SyntheticPeople

CHAINS: Final = 3
"""Chains of each document."""
_BETWEEN: Final = " met "


def documents(count: int, seed: int = 0, mentions: int = 1) -> Iterator[StoredDocument]:
    """So many documents of three people each, every one mentioned so often, as they would have been read."""
    people = SyntheticPeople(CHAINS * count, seed)
    for id, group in groupby(people, key=lambda one: one.document):
        yield _document(id, tuple(replace(one, mentions=mentions) for one in group))


def _document(id: str, profiles: tuple[Profile, ...]) -> StoredDocument:
    """A document with a sentence for each time that its people are mentioned, first by the whole name."""
    text, mentions, sentences = "", [], []
    for time in range(profiles[0].mentions):
        begin = len(text)
        for place, one in enumerate(profiles):
            name = one.name.family if time and one.name.family else one.name.full
            text += _BETWEEN if place else ""
            mentions.append(StoredMention(len(text), len(text) + len(name), one.chain))
            text += name
        text += "."
        sentences.append((begin, len(text)))
        text += " "
    return StoredDocument(
        id,
        hash=id,
        title=id,
        text=text.rstrip(),
        sentences=tuple(sentences),
        mentions=tuple(mentions),
        profiles=profiles,
    )


@dataclass(frozen=True)
class SameNames(BlockLinker):
    """Takes profiles of the same name for one person: a stand-in that fills large stores soon."""

    settings: LinkingSettings = field(default_factory=LinkingSettings)

    def __call__(self, profiles: Sequence[Profile], must: Sequence[Pair], cannot: Sequence[Pair]) -> LinkedBlock:
        """The people of a block."""
        known: dict[str, int] = {}
        labels = [known.setdefault(name_key(one), len(known)) for one in profiles]
        first = [profiles[labels.index(label)] for label in range(len(known))]
        names, kinds = [one.name.full for one in first], [one.kind for one in first]
        return LinkedBlock(names, kinds, labels, [1.0] * len(labels), [[] for _ in labels])


def fill(store: Store, count: int, pipeline: Pipeline, *, seed: int = 0, batch: int = 500, mentions: int = 1) -> None:
    """Fill a store with so many documents; a run with this pipeline finds nothing to do in it."""
    settings = ResolveSettings()
    linking = settings.linking(pipeline)
    made = documents(count, seed, mentions)
    while some := list(islice(made, batch)):
        store.documents.write(some)
    linker = SameNames(pipeline.parts["identities"], linking)
    IncrementalLinking(store, linker, settings.kinds, identities_code(linking, pipeline)).run(LocalEngine(1))
