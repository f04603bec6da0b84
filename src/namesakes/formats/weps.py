"""WePS answers: which pages about one name are about the same person.

    <clustering name="Amanda Lentz">
      <entity id="0">
        <doc rank="1" title="Amanda Lentz, painter" url="http://example.org/"/>
        <doc rank="4"/>
      </entity>
      <discarded>
        <doc rank="7"/>
      </discarded>
    </clustering>

An answer file is a document whose words are the pages: it is called by the person's name, and every page is one token,
its rank, on a line of its own. That a page is about an entity is a mention of that one token, and the entity is the
chain; a page about two people has two mentions. So everything that works on chains works on clusterings unchanged.

Pages stand in the order of their ranks, so that a key and a response have the same tokens. Discarded pages are tokens
without a mention, and `Document.meta["discarded"]` lists them. A page's other attributes are token columns (one that
has the name of a column of ours begins with page_); those of entities and of the clustering are in the metadata. WePS-1
wrote searchString for name.
"""

import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from namesakes.errors import DataError, LossWarning
from namesakes.formats.atomic import save_text
from namesakes.formats.file_names import id_and_part, key_of_file_name, only_document, save_each
from namesakes.formats.format import Block, Format
from namesakes.formats.text_file import TextFile
from namesakes.formats.xml_elements import XmlElement, xml_elements, xml_text
from namesakes.text.document import COLUMNS, Document
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions
from namesakes.text.strings import Strings

EXTENSIONS = (".clust.xml", ".xml")
_PREFIX = "page_"
_NAMES = ("name", "searchString", "searchstring")
_NAME = re.compile(r"[A-Za-z_][\w.:-]*", re.ASCII)
_INSIDE = {"": ("clustering",), "clustering": ("entity", "discarded"), "entity": ("doc",), "discarded": ("doc",)}
_ENDING = re.compile(r"(?:\.clust)?\.xml\Z", re.IGNORECASE)
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ADVICE = 'Expected <clustering name="…"> with <entity id="…"> and <discarded>, and in these <doc rank="…"/>.'


class _Clustering:
    """A clustering as it stands in a file: the attributes of everything, and who is in what."""

    def __init__(self) -> None:
        self.attributes: dict[str, str] = {}
        self.pages: dict[str, dict[str, str]] = {}
        self.entities: dict[str, dict[str, str]] = {}
        self.members: dict[str, dict[str, None]] = {}
        self.discarded: set[str] = set()
        self._group = ""

    def take(self, element: XmlElement) -> None:
        """Take the next element; a `DataError` where it does not belong or says too little."""
        if element.name not in _INSIDE.get(element.around, ()):
            where = f"inside <{element.around[:60]}>" if element.around else "as the outermost element"
            raise DataError(f"<{element.name[:60]}> stands {where}", _ADVICE, line=element.line)
        if element.name == "clustering":
            self.attributes = element.attributes
        elif element.name == "entity":
            self._entity(element)
        elif element.name == "doc":
            self._page(element)

    def _entity(self, element: XmlElement) -> None:
        attributes = dict(element.attributes)
        name = attributes.pop("id", None)
        if name is None or name in self.entities:
            found = "an entity has no id" if name is None else f"a second entity has the id {name}"
            raise DataError(found, 'Every entity needs an id of its own: <entity id="0">.', line=element.line)
        self._group, self.entities[name], self.members[name] = name, attributes, {}

    def _page(self, element: XmlElement) -> None:
        attributes = dict(element.attributes)
        rank = attributes.pop("rank", "").strip()
        if not rank:
            raise DataError("a page has no rank", 'Every page needs its rank: <doc rank="1"/>.', line=element.line)
        self.pages[rank] = attributes | {key: value for key, value in self.pages.get(rank, {}).items() if value}
        if element.around == "discarded":
            self.discarded.add(rank)
        else:
            self.members[self._group][rank] = None


def split(source: TextFile) -> Iterator[Block]:
    """One block: the file."""
    yield Block(source, 1, [xml_text(source)])


def parse(block: Block) -> Document:
    """The document of one clustering."""
    clustering = _Clustering()
    try:
        for element in xml_elements(block.lines[0], _ADVICE):
            clustering.take(element)
    except DataError as error:
        raise error.at(block.path, block.line) from error
    return _document(clustering, block.source.path)


def _document(clustering: _Clustering, path: Path) -> Document:
    ranks = sorted(clustering.pages, key=_order)
    others = dict(clustering.attributes)
    named = [key for key in _NAMES if key in others]
    name, part = id_and_part(others.pop(named[0]) if named else key_of_file_name(re.sub(_ENDING, "", path.name)))
    meta: dict[str, Any] = {
        "discarded": [rank for rank in ranks if rank in clustering.discarded],
        "clustering": others,
        "entity_attributes": {name: found for name, found in clustering.entities.items() if found},
    }
    return Document(
        id=name,
        part=part,
        columns=_columns([clustering.pages[rank] for rank in ranks]),
        mention_table=_mentions(clustering, ranks),
        meta={key: value for key, value in meta.items() if value},
        **joined([[rank] for rank in ranks]),
    )


def clustering(name: str, groups: Mapping[str, Iterable[str]], discarded: Iterable[str] = ()) -> Document:
    """The document of a clustering: the ranks of each entity's pages, and those that were discarded."""
    made = _Clustering()
    made.attributes = {"name": name}
    made.members = {key: dict.fromkeys(ranks) for key, ranks in groups.items()}
    made.discarded = set(discarded)
    made.pages = {rank: {} for ranks in (*made.members.values(), made.discarded) for rank in ranks}
    return _document(made, Path())


def _order(rank: str) -> tuple[bool, int, str]:
    """What ranks are sorted by: numbers by their value, then all others."""
    number = rank.isascii() and rank.isdigit() and len(rank) < 19
    return not number, int(rank) if number else 0, rank


def _columns(pages: list[dict[str, str]]) -> dict[str, Strings]:
    """The attributes of the pages as token columns; an attribute that is empty everywhere is none."""
    keys = dict.fromkeys(key for page in pages for key, value in page.items() if value)
    columns = {key: Strings(page.get(key, "") for page in pages) for key in keys}
    return {f"{_PREFIX}{key}" if key in COLUMNS else key: column for key, column in columns.items()}


def _mentions(clustering: _Clustering, ranks: list[str]) -> Mentions:
    """A mention for each page of each entity; entities go by their first page."""
    places = {rank: place for place, rank in enumerate(ranks)}
    groups = {name: sorted(places[rank] for rank in found) for name, found in clustering.members.items() if found}
    rows = [(place, name) for name in sorted(groups, key=lambda name: groups[name][0]) for place in groups[name]]
    return Mentions.build([[(place, place + 1)] for place, _ in rows], [name for _, name in rows])


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write one clustering."""
    stream.write(_xml(only_document(documents)))


def save(documents: Iterable[Document], path: Path) -> None:
    """Save one clustering to a file, or several into a folder, a file a name."""
    if str(path) == "-":
        write(documents, sys.stdout)
    else:
        save_each(documents, path, EXTENSIONS, lambda document, file: save_text(file, _xml(document)))


def _xml(document: Document) -> str:
    entities, inside = _entities(document), set[int]()
    columns = _names(document)
    pages = [_page(document, columns, place) for place in range(len(document.starts))]
    meta = document.meta
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f"<clustering{_attributes({'name': document.key}, meta.get('clustering'))}>")
    known = meta.get("entity_attributes")
    for name, places in entities.items():
        others = known.get(name) if isinstance(known, Mapping) else None
        lines.append(f"  <entity{_attributes({'id': name}, others)}>")
        lines += [pages[place] for place in places]
        lines.append("  </entity>")
        inside.update(places)
    listed = meta.get("discarded")
    also = {rank for rank in listed if isinstance(rank, str)} if isinstance(listed, list | tuple) else set()
    discarded = [page for place, page in enumerate(pages) if place not in inside or document.words[place] in also]
    if discarded:
        lines += ["  <discarded>", *discarded, "  </discarded>"]
    return "\n".join([*lines, "</clustering>", ""])


def _entities(document: Document) -> dict[str, list[int]]:
    """The pages of each entity; a `DataError` where the document is not a clustering of pages."""
    table = document.mention_table
    words = document.words
    if table is None or len(set(words)) < len(words) or any(not word.strip() for word in words):
        reason = "has no chains" if table is None else "has a word twice, or an empty one"
        raise DataError(f"{document.key} {reason}, and weps holds clusterings of pages only", "Choose another format.")
    if bool((table.ends - table.starts != 1).any()) or len(table.starts) != len(table):
        found = f"{document.key} has a mention of several tokens, and weps holds clusterings of pages only"
        raise DataError(found, "Choose another format.")
    loose = int((table.chains < 0).sum())
    if loose:
        message = f"{document.key}: {loose} mentions outside any chain were written as discarded pages"
        warnings.warn(message, LossWarning, stacklevel=2)
    first = table.first
    return {name: first[table.members(chain)].tolist() for chain, name in enumerate(table.chain_ids)}


def _names(document: Document) -> dict[str, str]:
    """The attribute that each token column is written as; a warning counts those that XML allows no attribute for."""
    names = {key: key.removeprefix(_PREFIX) for key in document.columns if key != "form"}
    names = {key: bare if bare in COLUMNS else key for key, bare in names.items()}
    found = {key: name for key, name in names.items() if _NAME.fullmatch(name) and name != "rank"}
    if len(found) < len(names):
        message = f"{document.key}: {len(names) - len(found)} columns whose names XML does not allow were left out"
        warnings.warn(message, LossWarning, stacklevel=2)
    return found


def _page(document: Document, columns: dict[str, str], place: int) -> str:
    found = {name: document.columns[key][place] for key, name in columns.items() if document.columns[key][place]}
    return f"    <doc{_attributes({'rank': document.words[place]}, found)}/>"


def _attributes(first: dict[str, str], others: object = None) -> str:
    """The attributes of a tag, those of `others` after the first and as far as they can be attributes."""
    more = others.items() if isinstance(others, Mapping) else ()
    usable = {key: str(value) for key, value in more if isinstance(key, str) and _NAME.fullmatch(key)}
    from xml.sax.saxutils import quoteattr  # which brings half of the network library with it

    written = "".join(f" {key}={quoteattr(value)}" for key, value in (first | usable | first).items())
    unwritable = _UNWRITABLE.search(written)
    if unwritable is not None:
        found = f"the character U+{ord(unwritable[0]):04X} cannot be written in XML"
        raise DataError(found, "Take it out of the document, or choose another format.")
    return written


def sniff(head: str) -> bool:
    """Whether a file begins with a clustering."""
    return re.match(r"\s*(?:<\?[^<>]*>\s*)?(?:<!--[^<>]*-->\s*)*<clustering[\s>/]", head) is not None


FORMAT = Format(
    name="weps",
    description="WePS answers: a clustering of the pages about one name, as XML",
    extensions=EXTENSIONS,
    split=split,
    parse=parse,
    write=write,
    save=save,
    sniff=sniff,
    carries=frozenset({"tokens", "chains"}),
)
