"""XML of any kind: the text of the elements that a path names, each a document; read only.

`--text-path //article/body` names them: names parted by slashes, from the root, or from anywhere with two slashes; `*`
is any name, and `[@type="letter"]` asks for an attribute. Where an element holds elements alone, each is a paragraph;
where it holds text as well, they are words of it. `Document.origin` gives for each character its place in the file.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from namesakes.errors import DataError, UsageError
from namesakes.formats.flow import CELL, LINE, PARAGRAPH, Flow
from namesakes.formats.format import Block, Format
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.text_file import TextFile
from namesakes.formats.xml_elements import xml_text
from namesakes.formats.xml_tree import Node, Text, xml_tree
from namesakes.text.document import Document

_STEP: Final = re.compile(
    r"(?P<slashes>//?)(?P<name>\*|[\w.-]+)(?:\[@(?P<attribute>[\w:.-]+)\s*=\s*[\"'](?P<value>[^\"'\]]*)[\"']\])?"
)
_CELLS: Final = frozenset({"td", "th", "cell", "entry"})
_LINES: Final = frozenset({"br", "lb", "line", "l", "break"})
_BLOCKS: Final = frozenset(
    {"p", "para", "title", "head", "heading", "li", "item", "row", "tr", "div", "section", "sec", "list", "table"}
)
_ADVICE: Final = "Correct the file, or name its format with --from."
_SHOWN: Final = 1


@dataclass(frozen=True)
class Step:
    """One name of a path: whether it may lie anywhere below, and the attribute that it must have."""

    name: str
    anywhere: bool
    attribute: str = ""
    value: str = ""

    def fits(self, node: Node) -> bool:
        """Whether an element is what the step names."""
        named = self.name in ("*", node.name)
        return named and (not self.attribute or node.attributes.get(self.attribute) == self.value)


@dataclass(frozen=True)
class XmlBlock(Block):
    """An element that a path names, and what its document is called."""

    node: Node = field(default_factory=lambda: Node("", {}, 0), repr=False)
    id: str = ""


def steps(path: str) -> list[Step]:
    """The steps of a path; an error that says what a path looks like."""
    found, place = [], 0
    path = path.strip() if path.strip().startswith("/") else f"//{path.strip()}"
    while (step := _STEP.match(path, place)) is not None:
        place = step.end()
        found.append(Step(step["name"], step["slashes"] == "//", step["attribute"] or "", step["value"] or ""))
    if place < len(path) or not found:
        advice = 'Paths look like //article/body, /TEI/text or //div[@type="letter"].'
        raise UsageError(f"'{path}' is no path of elements.\n{advice}")
    return found


def chosen(root: Node, path: list[Step]) -> list[Node]:
    """The elements that a path names, in the order of the file, without those that lie in others."""
    top = Node("", {}, 0, [root])
    current = [top]
    for step in path:
        following: dict[int, Node] = {}
        for node in current:
            below = node.below() if step.anywhere else (child for child in node.children if isinstance(child, Node))
            following |= {id(each): each for each in below if step.fits(each)}
        current = list(following.values())
    wanted, found, stack = {id(each) for each in current}, list[Node](), [top]
    while stack:
        node = stack.pop()
        if id(node) in wanted:
            found.append(node)
        else:
            stack.extend(child for child in reversed(node.children) if isinstance(child, Node))
    return found


def split(source: TextFile) -> Iterator[Block]:
    """One block for each element that the path names."""
    text = xml_text(source).removeprefix("\ufeff")
    path = steps(source.options.text_path) if source.options.text_path else None
    if not text.strip():
        raise DataError("this file is empty: there is no text in it", path=source.name)
    try:
        root = xml_tree(text, _ADVICE)
    except DataError as error:
        raise error.at(source.name) from error
    if path is None:
        found = f"this is XML with the root <{root.name}>, and nothing says which element has its text"
        raise DataError(found, f"Name it with --text-path, for example {_suggested(root)}.", path=source.name)
    nodes = chosen(root, path)
    if not nodes:
        found = f"there is no element {source.options.text_path} in this file"
        raise DataError(
            found, f"Name another one with --text-path; most text is in {_suggested(root)}.", path=source.name
        )
    stem = source.path.stem
    for number, node in enumerate(nodes, start=1):
        name = node.attributes.get("xml:id") or node.attributes.get("id") or f"{stem}-{number}"
        yield XmlBlock(source, node.line, [], node, stem if len(nodes) == 1 else name)


def several(data: bytes, options: ReadOptions) -> bool:
    """Whether a path may name several elements of a file."""
    return bool(options.text_path)


def parse(block: Block) -> Document:
    """The document of an element."""
    assert isinstance(block, XmlBlock)
    flow = Flow()
    read(block.node, flow)
    if not flow.size:
        raise DataError(f"there is no text in this <{block.node.name}>", path=block.path, line=block.line)
    return Document(id=block.id, text=flow.text, origin=flow.origin)


def read(node: Node, flow: Flow) -> None:
    """Write the text of an element; nesting has a limit already."""
    mixed = any(isinstance(child, Text) and child.data.strip() for child in node.children)
    for child in node.children:
        if isinstance(child, Text):
            flow.write(child.data, child.start, child.end)
            continue
        edge = _edge(child.name.lower(), mixed=mixed)
        flow.pause(edge)
        read(child, flow)
        flow.pause(edge)


def _edge(name: str, *, mixed: bool) -> int:
    """What stands before and after an element."""
    if name in _CELLS:
        return CELL
    if name in _LINES:
        return LINE
    return PARAGRAPH if name in _BLOCKS or not mixed else 0


def _suggested(root: Node) -> str:
    """The paths of the elements that most text lies directly below, as they would be written."""
    sizes: Counter[str] = Counter()
    stack = [(root, f"/{root.name}", "")]
    while stack:
        node, path, around = stack.pop()
        own = sum(len(child.data.strip()) for child in node.children if isinstance(child, Text))
        if own:
            sizes[around or path] += own
        stack.extend((child, f"{path}/{child.name}", path) for child in node.children if isinstance(child, Node))
    return " or ".join(path for path, _ in sizes.most_common(_SHOWN)) or f"/{root.name}"


FORMAT = Format(
    name="xml",
    description="XML: the text of the elements that --text-path names; read only",
    extensions=(".xml",),
    split=split,
    parse=parse,
    one_document=True,
    several=several,
)
