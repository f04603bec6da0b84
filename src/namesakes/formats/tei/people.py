"""People of an edition: the list of those that it knows, and what its references mean."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from namesakes.formats.xml_tree import Node

_ENTRIES: Final = ("person", "personGrp", "org", "castItem", "role", "nym")
_NAMES: Final = ("persName", "name", "orgName", "role", "label", "head")
_PERSONAL: Final = frozenset({"person", "persons", "pers", "per", "people", "personal", "pe"})
_POINTER: Final = re.compile(r"#(?P<id>[^\s#]+)$")
_LONGEST: Final = 300


@dataclass(frozen=True)
class Reference:
    """What a `ref` or a `key` says: the chain that it names, nothing where that is not known; as it is written."""

    chain: str = ""
    said: str = ""
    broken: bool = False


@dataclass(frozen=True)
class PeopleList:
    """The people that a file lists, by `xml:id`, with what each is called."""

    names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Node) -> "PeopleList":
        """The people of a file, wherever in it they are listed."""
        return cls(
            {each.attributes["xml:id"]: _name(each) for each in root.below(*_ENTRIES) if "xml:id" in each.attributes}
        )

    def reference(self, node: Node) -> Reference:
        """Whom an element means. Several at once are a chain of their own, called by all their ids."""
        said = node.attributes.get("ref") or node.attributes.get("key") or node.attributes.get("corresp") or ""
        pointers = said.split() if "ref" in node.attributes else [" ".join(said.split())] if said.strip() else []
        ids = [self._id(pointer) for pointer in pointers]
        said = " ".join(said.split())[:_LONGEST]
        if not all(ids):
            return Reference("", said, broken=True)
        return Reference(" ".join(sorted(set(map(str, ids))))[:_LONGEST], said)

    def speaker(self, said: str) -> str:
        """What somebody is called to whom a `who` points."""
        ids = (pointer.rpartition("#")[2] for pointer in said.split())
        return " ".join(" and ".join(self.names.get(id) or id for id in ids).split())[:_LONGEST]

    def is_person(self, node: Node) -> bool:
        """Whether an element marks a person."""
        if node.name == "persName":
            return True
        type = node.attributes.get("type", "").strip().lower()
        if type:
            return type in _PERSONAL
        said = node.attributes.get("ref", "").split()
        if any(pointer.rpartition("#")[2] in self.names for pointer in said if "#" in pointer):
            return True
        return node.name == "rs" and bool(said) and not self.names

    def _id(self, pointer: str) -> str:
        """The id that a pointer or a key names; nothing for one into this file that leads to nobody."""
        local = _POINTER.match(pointer)
        if local is None:
            return pointer
        return local["id"] if local["id"] in self.names or not self.names else ""


def _name(entry: Node) -> str:
    """What the entry of a list calls somebody."""
    if entry.name in ("role", "nym"):
        return entry.words()[:_LONGEST]
    found = next((each for name in _NAMES for each in entry.below(name)), None)
    return found.words()[:_LONGEST] if found is not None else ""
