"""Turtle: people as RDF, with the words of schema.org."""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from namesakes.store.export.export import ExportOptions, TextExport
from namesakes.store.person_summary import PersonSummary, person_summaries
from namesakes.store.store import Store

_CLASSES: Final = {"person": "Person", "organization": "Organization", "place": "Place"}
_LITERALS: Final = {
    "title": "jobTitle",
    "occupation": "jobTitle",
    "nationality": "nationality",
    "birth": "birthDate",
    "death": "deathDate",
    "email": "email",
    "url": "url",
    "phone": "telephone",
}
"""Fields whose values are literals, and their properties."""
_RESOURCES: Final = {
    "employer": ("worksFor", "Organization"),
    "member": ("memberOf", "Organization"),
    "owner": ("owns", "Thing"),
    "education": ("alumniOf", "Organization"),
    "family": ("relatedTo", "Person"),
    "born": ("birthPlace", "Place"),
    "lives": ("homeLocation", "Place"),
    "works": ("workLocation", "Place"),
    "location": ("location", "Place"),
}
"""Fields whose values are resources, their properties, and the classes of the values."""
_UNSAFE = re.compile(r'["\\\x00-\x1f\x7f]')
_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class TurtleExport(TextExport):
    """People and the documents that speak of them as subjects."""

    summary = "RDF in Turtle, with the words of schema.org"

    def lines(self, store: Store, options: ExportOptions) -> Iterator[str]:
        """The lines of a Turtle file: people by name, then their documents."""
        base = options.base
        yield "@prefix schema: <https://schema.org/> ."
        documents: set[str] = set()
        for one in person_summaries(store):
            documents.update(one.documents)
            yield ""
            yield from _statements(_iri(base, one.identity.id), _CLASSES[one.identity.kind], _properties(one, base))
        states = store.documents.states()
        titles = store.documents.titles()
        for id in sorted(documents):
            yield ""
            about = [f"schema:identifier {literal(id)}"]
            about += [f"schema:name {literal(titles[id])}"] if titles[id] else []
            about += [f"schema:url {literal(states[id].path)}"] if states[id].path else []
            yield from _statements(_iri(base, "document", id), "CreativeWork", about)


def _statements(subject: str, kind: str, about: list[str]) -> Iterator[str]:
    yield f"{subject} a schema:{kind} ;"
    for place, statement in enumerate(about, 1):
        yield f"    {statement} {'.' if place == len(about) else ';'}"


def _properties(one: PersonSummary, base: str) -> list[str]:
    """The statements about a person."""
    statements = [f"schema:identifier {literal(one.identity.id)}", f"schema:name {literal(one.identity.name)}"]
    statements += [f"schema:alternateName {literal(name)}" for name in one.all_names[1:]]
    if one.description:
        statements.append(f"schema:description {literal(one.description)}")
    for field, name in _LITERALS.items():
        statements += [f"schema:{name} {literal(value)}" for value in one.stated(field)]
    for field, (name, kind) in _RESOURCES.items():
        values = sorted({value for stated, value, _ in one.values if stated == field})
        statements += [f"schema:{name} [ a schema:{kind} ; schema:name {literal(value)} ]" for value in values]
    statements += [f"schema:subjectOf {_iri(base, 'document', id)}" for id in one.documents]
    return list(dict.fromkeys(statements))


def literal(text: str) -> str:
    """A text between quotation marks, with what Turtle does not allow there escaped."""
    return f'"{_UNSAFE.sub(_escaped, text)}"'


def _escaped(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or f"\\u{ord(match[0]):04X}"


def _iri(base: str, *parts: str) -> str:
    return f"<{base}{':'.join(quote(part, safe='') for part in parts)}>"


EXPORT = TurtleExport()
