"""Web pages of people who share names, in the folders of the WePS campaigns of 2007 and 2009.

    web_pages/Abby_Watkins/raw/001/index.html        WePS-1; WePS-2 has web_pages/Abby_Watkins/001.html or docs/001.html
    description_files/Abby_Watkins.xml                rank, title, address and snippet of each page
    truth_files/Abby_Watkins.clust.xml                who each page speaks of, where that is known

A description may also be web_pages/NAME/description.xml or NAME.xml there, or in metadata/. A page that is not there,
or that has no text to be seen, has the title and the snippet of the description for its text; where these are empty,
nothing is known of it, and it is a cluster of its own in every answer.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from namesakes.errors import DataError
from namesakes.formats import read_one
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.scan import scan
from namesakes.formats.text_file import TextFile
from namesakes.formats.xml_elements import xml_elements, xml_text
from namesakes.identities.rows import QueryRow

PAGES, TRUTH = "web_pages", "truth_files"
PAGE = re.compile(
    rf"(?:.*/)?{PAGES}/(?P<name>[^/]+)/(?:raw/|docs/)?0*(?P<rank>[0-9]{{1,6}})(?:/index)?\.html?", re.IGNORECASE
)
"""The path of a page."""

_DESCRIPTIONS = (
    "description_files/{}.xml",
    f"{PAGES}/{{}}/description.xml",
    f"{PAGES}/{{}}/{{}}.xml",
    "metadata/{}.xml",
)
_ADVICE = 'Expected <corpus search_string="…"> with <doc rank="1" title="…" url="…"> and in it perhaps <snippet>.'


@dataclass(frozen=True)
class WebPage:
    """A page that a search for a name brought up: its rank, its file where it is there, its title and snippet."""

    rank: str
    path: Path | None
    summary: str

    def text(self) -> str:
        """What is to be seen of the page, else its title and snippet."""
        if self.path is not None:
            try:
                found = read_one(self.path, format="html", options=ReadOptions(whole_page=True)).text
            except DataError:
                found = ""
            if found.strip():
                return found
        return self.summary


@dataclass(frozen=True)
class SearchedName:
    """A name and the pages that a search for it brought up.

    Parameters
    ----------
    key : what its files are called, Abby_Watkins.
    name : the name itself.
    truth : the file that says who each page speaks of, where it is there.
    """

    key: str
    name: str
    pages: Mapping[str, WebPage]
    truth: Path | None

    def rows(self) -> Iterator[QueryRow]:
        """The pages of which something is known, as documents that the name brings up."""
        for page in self.pages.values():
            text = page.text()
            if text.strip():
                yield QueryRow(f"{self.key}/{page.rank}", self.name, text, "?")

    def known_rows(self) -> Iterator[QueryRow]:
        """Those that speak of one person alone, by the truth, with who that is: what can be learned from."""
        people: dict[str, list[str]] = {}
        for person, ranks in self.clusters.items():
            for rank in ranks:
                people.setdefault(rank, []).append(person)
        for row in self.rows():
            found = people.get(row.id.rpartition("/")[2], [])
            if len(found) == 1:
                yield replace(row, gold=found[0])

    @cached_property
    def clusters(self) -> dict[str, set[str]]:
        """The ranks of each person's pages, by the truth; a `DataError` where there is none."""
        if self.truth is None:
            found = f"there is no {TRUTH}/{self.key}.clust.xml, which says who the pages of {self.name} speak of"
            raise DataError(found, "Without it nothing can be measured; take the name's pages away.")
        return clusters(self.truth)


def clusters(path: Path) -> dict[str, set[str]]:
    """The ranks of each entity's pages in a clustering of WePS; discarded ones are in none."""
    document = read_one(path, format="weps")
    return {chain.id: {rank_of(mention.text) for mention in chain} for chain in document.chains}


def rank_of(text: str) -> str:
    """A rank without zeros before it, by which pages, descriptions and clusterings are matched."""
    return text.strip().lstrip("0") or "0"


def is_collection(folder: Path) -> bool:
    """Whether a folder is laid out as the campaigns did it."""
    return (folder / PAGES).is_dir()


def searched_names(folder: Path) -> list[SearchedName]:
    """The names of a collection, in alphabetical order."""
    if not is_collection(folder):
        raise DataError(f"there is no folder {PAGES} here", f"Expected {PAGES}/NAME/raw/RANK/index.html.", path=folder)
    keys = sorted(each.name for each in (folder / PAGES).iterdir() if each.is_dir() and not each.name.startswith("."))
    if not keys:
        raise DataError(f"{PAGES} has no folder of a name", f"Expected {PAGES}/NAME/raw/RANK/index.html.", path=folder)
    return [_name(folder, key) for key in keys]


def _name(folder: Path, key: str) -> SearchedName:
    places = [folder / each.format(key, key) for each in _DESCRIPTIONS]
    place = next((each for each in places if each.is_file()), None)
    if place is None:
        raise DataError(f"there is no {_DESCRIPTIONS[0].format(key)}, which lists the pages", _ADVICE, path=folder)
    files: dict[str, Path] = {}
    for path in scan([folder / PAGES / key], endings=(".html", ".htm")):
        match = PAGE.fullmatch(path.as_posix())
        if match and match["name"] == key:
            files.setdefault(rank_of(match["rank"]), path)
    name, summaries = _description(place)
    pages = {rank: WebPage(rank, files.get(rank), summary) for rank, summary in summaries.items()}
    truth = folder / TRUTH / f"{key}.clust.xml"
    return SearchedName(key, name or key.replace("_", " "), pages, truth if truth.is_file() else None)


@dataclass
class _Summary:
    """The line of a page in a description, and what it says."""

    line: int
    parts: list[str] = field(default_factory=list)


def _description(path: Path) -> tuple[str, dict[str, str]]:
    """The name that a description is about, and the title and snippet of each page by its rank."""
    name, found = "", dict[str, _Summary]()
    rank = ""
    try:
        for each in xml_elements(xml_text(TextFile(path)), _ADVICE, doctype=True):
            if not each.around:
                given = (each.attributes.get(key, "") for key in ("search_string", "searchString", "name"))
                name = next((one.strip() for one in given if one.strip()), "")
            elif each.name == "doc":
                rank = rank_of(each.attributes.get("rank", ""))
                if not each.attributes.get("rank", "").strip().isdecimal() or rank in found:
                    known = f"the rank {rank} was given already in line {found[rank].line}" if rank in found else ""
                    raise DataError(known or "a page has no rank that is a number", _ADVICE, line=each.line)
                found[rank] = _Summary(each.line, [each.attributes.get("title", "")])
            elif each.name in ("snippet", "title") and each.around == "doc":
                found[rank].parts.append(each.text)
    except DataError as error:
        raise error.at(path) from error
    if not found:
        raise DataError("this description has no page", _ADVICE, path=path)
    return name, {rank: "\n".join(part.strip() for part in each.parts if part.strip()) for rank, each in found.items()}
