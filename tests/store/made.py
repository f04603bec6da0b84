"""Small stores: texts of the tests' own with people in them."""

from namesakes.profiles.profile import Evidence, Fact, PersonName, Profile
from namesakes.store.ids import Cluster, assign_ids
from namesakes.store.records import ChainKey, Identity, Membership, StoredDocument, StoredMention
from namesakes.store.store import Store


def key(document: str, chain: int = 0) -> ChainKey:
    return ChainKey(document, chain)


def profile(document: str, chain: int, name: str, **more: object) -> Profile:
    given, _, family = name.rpartition(" ")
    fields = {"forms": {name: 2, "he": 1}, "words": {"parser": 2}, "mentions": 3, **more}
    return Profile(document, chain, name=PersonName(name, given=given, family=family), **fields)  # type: ignore[arg-type]


def document(id: str, *names: str, text: str = "", hash: str = "1", **more: object) -> StoredDocument:
    """A document that says the names one after the other, each one a chain."""
    text = text or " met ".join(names) + "."
    mentions, start = [], 0
    for chain, name in enumerate(names):
        start = text.index(name, start)
        mentions.append(StoredMention(start, start + len(name), chain))
    profiles = tuple(profile(id, chain, name, **more) for chain, name in enumerate(names))
    return StoredDocument(
        id, f"{id}.txt", hash, f"Title of {id}", text, ((0, 4), (5, 12)), ((0, len(text)),), tuple(mentions), profiles
    )


def fact(field: str, value: str, sentence: str = "Said so.") -> Fact:
    return Fact(field, value, Evidence(0, 4, sentence, "of a test"))


Groups = dict[str, list[ChainKey]] | list[tuple[str, list[ChainKey]]]


def write_people(store: Store, groups: Groups, **strengths: float) -> list[str]:
    """Write identities of these names with these chains, as a run would; their ids."""
    named = groups.items() if isinstance(groups, dict) else groups
    clusters = [Cluster(name, tuple(chains)) for name, chains in named]
    old = {one.chain: one.identity for one in store.memberships.all()}
    ages = {id: one.created for id, one in store.identities.all().items()}
    made = assign_ids(old, clusters, ages=ages, numbers=store.identities.numbers())
    identities = [Identity(id, one.name) for id, one in zip(made.ids, clusters, strict=True)]
    memberships = [
        Membership(chain, id, strengths.get(f"{chain.document}_{chain.chain}", 0.9))
        for id, one in zip(made.ids, clusters, strict=True)
        for chain in one.members
    ]
    store.write_identities(identities, memberships, made.events)
    return list(made.ids)
