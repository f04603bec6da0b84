"""Makes what releases leave for those after them: a tiny model of each kind and a small store, with what they say.

`python -m tests.golden.make` from the checkout writes `tests/golden/models` and `tests/golden/stores`; with the names
of kinds only these models. It is called at a release where a format has changed, and then only: what is there is what
users have, and later releases must read it. A store is called by the version of its schema; those of older ones stay.
"""

import json
import sys
from pathlib import Path
from typing import Any

from namesakes.store.export.jsonl import records
from namesakes.store.schema import MIGRATIONS
from namesakes.store.store import Store, open_store
from namesakes.view.people_show import show_json

GOLDEN = Path(__file__).parent
MODELS, STORES, EXPECTED = GOLDEN / "models", GOLDEN / "stores", "expected.json"


def said(store: Store) -> list[Any]:
    """All that a store holds, and what it shows of a person and of a document, as JSON gives it back."""
    shown = [show_json(store, what) for what in ("mark-johnson-1", "d1.txt")]
    return list(json.loads(json.dumps([*records(store), *shown])))


def write_models(names: list[str]) -> None:
    """Write the models of these kinds, and what they say."""
    from tests.golden.kinds import KINDS

    path = MODELS / EXPECTED
    expected = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name in names or KINDS:
        KINDS[name].make().save(MODELS / name)
        expected[name] = KINDS[name].answers(MODELS / name)
    path.write_text(json.dumps(expected, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def write_store() -> None:
    """Write a store of the newest version, and what it says."""
    from tests.store.test_check import fill

    STORES.mkdir(exist_ok=True)
    place = STORES / f"version-{len(MIGRATIONS)}.db"
    place.unlink(missing_ok=True)
    with open_store(place) as store:
        fill(store)
        store.database.execute("VACUUM")
        expected = said(store)
    text = json.dumps(expected, indent=1, ensure_ascii=False)
    place.with_suffix(".json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    write_models(sys.argv[1:])
    if not sys.argv[1:]:
        write_store()
