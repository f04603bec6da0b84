"""Article: the part of a page that its readers came for, without menus, side columns, and what stands below it.

A few rules on the page's own tree, so that each character keeps its place in the page:

1. What says of itself that it is something else goes: elements for that (`nav`, `aside`, `form`, `footer`, and a
   `header` without a heading), roles, and classes and ids with words such as *menu*, *sidebar*, *cookie*, *share*; but
   never what holds more than half of the text.
2. Where the page has `main` or `article`, it is these and the headings `h1`, if they hold a fair share of what is left.
3. Where it has none, blocks most of whose text is links are menus, and go.
4. Where hardly anything is left, all of it stays: no page becomes empty.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

_MENUS: Final = frozenset({"nav", "aside", "form", "footer", "menu", "button", "dialog"})
_HOMES: Final = frozenset({"main", "article"})
_LISTS: Final = frozenset({"ul", "ol", "dl", "table", "div", "section", "p", "header"})
_WHOLE: Final = frozenset({"html", "body", "head", "title", *_HOMES})
_ROLE_NAMES: Final = """
navigation banner contentinfo complementary search menu menubar dialog alertdialog toolbar form
"""
_ROLES: Final = frozenset(_ROLE_NAMES.split())
_OTHER_WORDS: Final = """
nav navbar navigation menu menus sidebar breadcrumb breadcrumbs footer cookie cookies consent share sharing social
related recommended recommendations promo promos advert adverts advertisement ad ads sponsored newsletter subscribe
subscription comment comments pagination pager toolbar skip login signup popup modal teaser teasers
"""
_WORDS: Final = frozenset(_OTHER_WORDS.split())
"""Words in classes and ids of what is no part of an article."""
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_LINKED, _LEAST_LINKS = 0.6, 3
"""A block with so many links, and with more than this share of its text in them, is a menu."""
_FAIR, _SHORT = 0.25, 200
"""The share of the text that `main` and `article` hold at least, and the characters that make an article."""


@dataclass
class _Counts:
    """What an element holds: characters, those in links, links, and whether an article or a heading is in it."""

    characters: int = 0
    linked: int = 0
    links: int = 0
    home: bool = False
    heading: bool = False

    def add(self, other: "_Counts") -> None:
        self.characters += other.characters
        self.linked += other.linked
        self.links += other.links
        self.home |= other.home
        self.heading |= other.heading


def outside_article(root: Any) -> frozenset[int]:
    """The `id`s of the elements of a tree that are not of its article; nothing below them is either. O(elements)."""
    counts = _counted(root, frozenset())
    everything = counts[id(root)].characters
    gone = {id(node) for node in _elements(root) if _is_other(node, counts[id(node)], everything)}
    left = _counted(root, frozenset(gone))
    rest = left[id(root)].characters
    homes = {id(node) for node in _elements(root, gone) if _is_home(node)}
    held = sum(left[home].characters for home in _outermost(root, homes, gone))
    if homes and held >= _FAIR * rest and held:
        found = gone | set(_beside(root, homes, gone, left))
    else:
        found = gone | {id(node) for node in _elements(root, gone) if _is_list_of_links(node, left[id(node)])}
    kept = _counted(root, frozenset(found))[id(root)].characters
    return frozenset() if kept < _SHORT and 2 * kept < everything else frozenset(found)


def _elements(root: Any, gone: "set[int] | frozenset[int]" = frozenset()) -> Iterator[Any]:
    """The elements of a tree, without those that are gone."""
    stack = [root]
    while stack:
        node = stack.pop()
        if id(node) in gone:
            continue
        if node.children is not None and node.name != "#text":
            yield node
            stack.extend(reversed(node.children))


def _counted(root: Any, gone: frozenset[int]) -> dict[int, _Counts]:
    """What each element holds. Pages nest too deep for recursion."""
    from namesakes.formats.html.text import HIDDEN

    found: dict[int, _Counts] = {}
    stack: list[tuple[Any, Any, bool]] = [(root, None, False)]
    while stack:
        node, around, done = stack.pop()
        if node.name == "#text":
            if around is not None:
                found[id(around)].characters += len("".join((node.data or "").split()))
            continue
        if done:
            own = found[id(node)]
            if node.name == "a":
                own.linked, own.links = own.characters, own.links + 1
            own.home |= _is_home(node)
            own.heading |= node.name == "h1"
            if around is not None:
                found[id(around)].add(own)
            continue
        if id(node) in gone or node.children is None or node.name in HIDDEN:
            continue
        found[id(node)] = _Counts()
        stack.append((node, around, True))
        stack.extend((child, node, False) for child in reversed(node.children))
    return _Missing(found)


class _Missing(dict[int, _Counts]):
    """Counts by element; those that were not counted hold nothing."""

    def __missing__(self, key: int) -> _Counts:
        return _Counts()


def _is_home(node: Any) -> bool:
    return node.name in _HOMES or ((node.attrs or {}).get("role") or "").strip().lower() in ("main", "article")


def _is_other(node: Any, counts: _Counts, everything: int) -> bool:
    """Whether an element says that it is no part of an article."""
    if node.name in _WHOLE or _is_home(node) or 2 * counts.characters > everything:
        return False
    attributes = node.attrs or {}
    if node.name in ("nav", "aside", "footer"):
        return True
    if counts.home:
        return False
    if node.name in _MENUS or (node.name == "header" and not counts.heading):
        return True
    if (attributes.get("role") or "").strip().lower() in _ROLES:
        return True
    said = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    return not counts.heading and any(word.lower() in _WORDS for word in _WORD.findall(said))


def _outermost(root: Any, homes: set[int], gone: set[int]) -> Iterator[int]:
    """The articles that are in no other."""
    stack = [root]
    while stack:
        node = stack.pop()
        if id(node) in homes:
            yield id(node)
        elif node.name != "#text" and node.children is not None and id(node) not in gone:
            stack.extend(node.children)


def _beside(root: Any, homes: set[int], gone: set[int], counts: dict[int, _Counts]) -> Iterator[int]:
    """The elements and texts beside articles, but for headings."""
    stack = [root]
    while stack:
        node = stack.pop()
        if id(node) in homes or id(node) in gone or node.name in ("head", "h1"):
            continue
        if node.name == "#text" or not (counts[id(node)].home or counts[id(node)].heading or node is root):
            yield id(node)
        elif node.children is not None:
            stack.extend(node.children)


def _is_list_of_links(node: Any, counts: _Counts) -> bool:
    """Whether a block is a menu by what is in it."""
    if node.name not in _LISTS or counts.heading or counts.links < _LEAST_LINKS:
        return False
    return counts.linked > _LINKED * counts.characters
