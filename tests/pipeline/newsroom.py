"""A small newsroom for tests, and what a store holds as one comparable value."""

from pathlib import Path
from typing import Any

from namesakes.store.store import Store

TEXTS = {
    "a.txt": "Ann Moore, a linguist at Harbour College, was born in Leeds. She wrote a grammar of Manx.",
    "b.txt": "The linguist Ann Moore of Harbour College has died. Moore was seventy.",
    "c.txt": "Goalkeeper Ann Moore saved a penalty for Dover. She is nineteen.",
    "d.txt": "Ben Carter met the mayor, Robert Hill. He had known Hill for years.",
    "e.txt": "Bob Hill, the mayor, opened a bridge. His wife, Carol Hill, cut the ribbon.",
}


def newsroom(folder: Path, texts: dict[str, str] = TEXTS) -> Path:
    """A folder with these files."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def content(store: Store) -> dict[str, Any]:
    """All that a store holds but runs and times."""
    return {
        "documents": [store.documents.get(id) for id in store.documents.states()],
        "identities": list(store.identities.all().values()),
        "memberships": list(store.memberships.all(alternatives=True)),
        "events": [(each.what, each.source, each.target, each.chains, each.why) for each in store.events.all()],
        "blocks": sorted(store.blocks.all()),
        "numbers": store.identities.numbers(),
    }
