"""GraphML: a graph of who is in which document, and how surely."""

import re
from collections.abc import Iterator, Mapping
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from namesakes.store.export.export import ExportOptions, TextExport
from namesakes.store.person_summary import person_summaries
from namesakes.store.store import Store

_KEYS: Final = {
    "type": ("node", "string"),
    "name": ("node", "string"),
    "description": ("node", "string"),
    "path": ("node", "string"),
    "documents": ("node", "int"),
    "mentions": ("node", "int"),
    "strength": ("edge", "double"),
    "called": ("edge", "string"),
}
"""The attributes of nodes and edges, and their types."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class GraphmlExport(TextExport):
    """People and documents as nodes, and an edge for each chain."""

    summary = "a graph of people and documents"

    def lines(self, store: Store, options: ExportOptions) -> Iterator[str]:
        """The lines of a GraphML file: people, documents, edges."""
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        for key, (domain, kind) in _KEYS.items():
            yield f'  <key id="{key}" for="{domain}" attr.name="{key}" attr.type="{kind}"/>'
        yield '  <graph id="people" edgedefault="undirected">'
        shown = set()
        for one in person_summaries(store):
            shown.add(one.identity.id)
            about = {"type": one.identity.kind, "name": one.identity.name, "description": one.description}
            counts = {"documents": str(len(one.documents)), "mentions": str(one.mentions)}
            yield from _element("node", {"id": f"person:{one.identity.id}"}, {**about, **counts})
        for id, title, path in store.database.execute("SELECT id, title, path FROM documents ORDER BY id"):
            yield from _element("node", {"id": f"document:{id}"}, {"type": "document", "name": title, "path": path})
        names = {
            (document, chain): name
            for document, chain, name in store.database.execute(
                "SELECT d.id, c.chain, c.name FROM chains AS c JOIN documents AS d ON d.number = c.document"
            )
        }
        for each in store.memberships.all():
            if each.identity in shown:
                ends = {"source": f"person:{each.identity}", "target": f"document:{each.chain.document}"}
                yield from _element("edge", ends, {"strength": repr(each.strength), "called": names[each.chain]})
        yield "  </graph>"
        yield "</graphml>"


def _element(kind: str, attributes: Mapping[str, str], data: Mapping[str, str]) -> Iterator[str]:
    named = " ".join(f"{name}={quoteattr(_allowed(value))}" for name, value in attributes.items())
    yield f"    <{kind} {named}>"
    for key, value in data.items():
        if value:
            yield f'      <data key="{key}">{escape(_allowed(value))}</data>'
    yield f"    </{kind}>"


def _allowed(text: str) -> str:
    """The text without what XML cannot hold; U+FFFD stands for it."""
    return _NOT_XML.sub("\ufffd", text)


EXPORT = GraphmlExport()
