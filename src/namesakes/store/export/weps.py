"""WePS answers: which web pages about a name speak of one person, by a store that the pages were resolved into.

The pages are known by their paths, web_pages/NAME/raw/RANK/index.html and the like. A page is of whoever it calls by
the name of its folder, or by a name that one person may have beside it; of several people where it calls several so,
and of a person of its own where it calls nobody so. A page that is not in the store, since it has no text, is in no
answer; `evaluate identities` takes it for alone.
"""

from collections.abc import Iterable
from pathlib import Path

from namesakes.errors import DataError, UsageError
from namesakes.formats.weps import clustering
from namesakes.formats.writing import write
from namesakes.identities.web_pages import PAGE
from namesakes.names import compare
from namesakes.store.export.export import Export, ExportOptions
from namesakes.store.export.tables import rows
from namesakes.store.store import Store


class WepsExport(Export):
    """A file for each name that pages were searched for."""

    summary = "answers of WePS, a folder with a NAME.clust.xml for each name, of web pages in its layout"
    unit = "names"

    def write(self, store: Store, path: str, options: ExportOptions) -> int:
        """Write the clusterings into a folder."""
        if path == "-":
            raise UsageError(
                "weps is a file for each name and cannot be written to standard output; give a folder with -o."
            )
        folder = Path(path)
        found = clusterings(store)
        if not found:
            advice = "Resolve the folder web_pages of a collection: its files are NAME/raw/RANK/index.html."
            raise DataError("no document of this store is a page in the layout of WePS", advice)
        folder.mkdir(parents=True, exist_ok=True)
        for key, groups in found.items():
            document = clustering(key.replace("_", " "), groups)
            write([document], folder / f"{key}.clust.xml", format="weps")
        return len(found)


def clusterings(store: Store) -> dict[str, dict[str, list[str]]]:
    """For each name the ranks of the pages of each person, by the person's id."""
    pages: dict[str, dict[str, None]] = {}
    for path, id in store.database.execute("SELECT path, id FROM documents ORDER BY id"):
        match = PAGE.fullmatch(path or id)
        if match:
            pages.setdefault(match["name"], {})[match["rank"]] = None
    found: dict[str, dict[str, dict[str, None]]] = {key: {} for key in sorted(pages)}
    for person, name, kind, id, path, _, _, called, *_ in rows(store, "memberships"):
        match = PAGE.fullmatch(path or id)
        if match and kind == "person" and _bears(match["name"].replace("_", " "), (called, name)):
            found[match["name"]].setdefault(person, {})[match["rank"]] = None
    answers: dict[str, dict[str, list[str]]] = {}
    for key, people in found.items():
        inside = {rank for ranks in people.values() for rank in ranks}
        alone = {f"page-{rank}": [rank] for rank in pages[key] if rank not in inside}
        answers[key] = {person: list(ranks) for person, ranks in people.items()} | alone
    return answers


def _bears(query: str, names: Iterable[str]) -> bool:
    return any(compare(query, name).may_be_same for name in names if name)


EXPORT = WepsExport()
