"""Patterns: what `patterns.toml` holds, made ready for matching."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from namesakes.errors import ConfigError
from namesakes.profiles.profile import FIELDS

_NODE: Final = re.compile(r"(?P<marks>[XVR](?:=[XVR])*)?(?P<test>@\w+|\*|[^()@=]+)?(?:\((?P<condition>!?[\w:]+)\))?")
_STEP: Final = re.compile(r"(?P<arcs>[<>][^\[\]]+)(?:\[(?P<cases>[^\]]+)\])?")


@dataclass(frozen=True, slots=True)
class Node:
    """What is asked of a word: marks that it bears, a class or lemmas, and a dependent that it has or has not."""

    marks: str = ""
    of_class: str = ""
    lemmas: frozenset[str] = frozenset()
    child: str = ""
    no_child: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: its name, the field that it fills, how the relation is told, and of which kinds of subjects."""

    name: str
    field: str
    example: str
    relation: str = ""
    kinds: tuple[str, ...] = ("person",)
    paths: tuple[str, ...] = ()


@dataclass(slots=True)
class Branch:
    """A place in the trie of all paths: the patterns that end there, and the arcs that go on from it."""

    ends: list[Pattern] = field(default_factory=list)
    up: dict[str, "Fork"] = field(default_factory=dict)
    down: dict[str, "Fork"] = field(default_factory=dict)


@dataclass(slots=True)
class Edge:
    """The way from one word to the next: prepositions that it asks for, what the next word is, and how it goes on.

    Parameters
    ----------
    to_date : whether the next word, or one below it, must be a date.
    """

    cases: frozenset[str]
    node: Node
    branch: Branch
    to_date: bool = False


@dataclass(slots=True)
class Fork:
    """The edges along one arc: all of them, those that ask for no lemma, and those that are open to a lemma.

    Most words are no lemma of any pattern, and so only a few edges are open to them.
    """

    edges: list[Edge] = field(default_factory=list)
    free: list[Edge] = field(default_factory=list)
    worded: dict[str, list[Edge]] = field(default_factory=dict)

    def add(self, edge: Edge) -> None:
        """Put in one more edge; the edges keep their order."""
        self.edges.append(edge)
        if not edge.node.lemmas:
            for each in (self.free, *self.worded.values()):
                each.append(edge)
        for lemma in edge.node.lemmas:
            self.worded.setdefault(lemma, self.free[:]).append(edge)

    def open_to(self, lemma: str, word: str) -> list[Edge]:
        """The edges that may lead to a word, all of them where both its lemma and itself are asked for."""
        if word == lemma or word not in self.worded:
            return self.worded.get(lemma, self.free)
        return self.edges if lemma in self.worded else self.worded[word]


@dataclass(frozen=True, slots=True)
class TextPattern:
    """Regular expressions beside a name.

    Parameters
    ----------
    run : what all words of `before` are, but for the first; None where nobody says.
    asks : what must be somewhere in the text for the expressions to find anything; None where nobody says.
    """

    pattern: Pattern
    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    check: str
    run: re.Pattern[str] | None = None
    asks: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class AddressPattern:
    """A regular expression of an address, and what must be in the text for it to find anything."""

    pattern: Pattern
    expression: re.Pattern[str]
    asks: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class ListPattern:
    """What stands before a list of people, up to a colon, and whether everything in it that may be a name is one."""

    before: re.Pattern[str]
    sure: bool


@dataclass(frozen=True, slots=True)
class Patterns:
    """All patterns, by how they are matched.

    Parameters
    ----------
    trees : for each kind of subject, what is asked of the word that names it and how the paths go on from there.
    texts, addresses : regular expressions.
    lists : what stands before lists of people.
    dates : by where the date stands: in the header, or in a sentence of a mention.
    """

    all: tuple[Pattern, ...]
    trees: Mapping[str, Sequence[tuple[Node, Branch]]]
    texts: tuple[TextPattern, ...]
    addresses: tuple[AddressPattern, ...]
    lists: tuple[ListPattern, ...]
    dates: Mapping[str, Pattern]


@cache
def patterns() -> Patterns:
    """The patterns that come with the package, read once."""
    return compiled((files("namesakes") / "profiles" / "patterns.toml").read_text(encoding="utf-8"))


def compiled(text: str) -> Patterns:
    """The patterns of a text in the language of `patterns.toml`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"patterns: {error}") from error
    trees: dict[str, dict[Node, Branch]] = {}
    ways = {name: tuple(paths) for name, paths in data.get("ways", {}).items()}
    found = {sort: [_pattern(row, sort, ways) for row in data.get(sort, ())] for sort in _SORTS}
    for pattern in found["tree"]:
        for kind in pattern.kinds:
            for path in pattern.paths:
                _add(trees.setdefault(kind, {}), path, pattern)
    for starts in trees.values():
        for branch in starts.values():
            _mark_dates(branch)
    expressions = _expressions(data.get("expressions", {}))
    texts = zip(found["text"], data.get("text", ()), strict=True)
    addresses = zip(found["address"], data.get("address", ()), strict=True)
    dates = zip(found["date"], data.get("date", ()), strict=True)
    return Patterns(
        all=tuple(pattern for sort in _SORTS for pattern in found[sort]),
        trees={kind: tuple(starts.items()) for kind, starts in trees.items()},
        texts=tuple(_text_pattern(pattern, row, expressions) for pattern, row in texts),
        addresses=tuple(_address_pattern(pattern, row) for pattern, row in addresses),
        lists=tuple(_list_pattern(row) for row in data.get("list", ())),
        dates={row["where"]: pattern for pattern, row in dates},
    )


_SORTS: Final = ("tree", "text", "address", "date")


def _pattern(row: Mapping[str, Any], sort: str, ways: Mapping[str, Sequence[str]]) -> Pattern:
    """One pattern, with the names of ways in its paths replaced by what they stand for."""
    name = str(row.get("name", ""))
    if row.get("field") not in (*FIELDS, "role"):
        raise ConfigError(f"patterns: '{name}' fills the field '{row.get('field')}', which there is not.")
    given = row.get("path", ())
    paths = [given] if isinstance(given, str) else given
    if sort == "tree" and not paths:
        raise ConfigError(f"patterns: '{name}' has no path.")
    spelled: list[str] = []
    for path in paths:
        head, _, rest = path.partition(" ")
        spelled.extend(f"{way} {rest}".strip() for way in ways[head]) if head in ways else spelled.append(path)
    kinds = tuple(row.get("kinds", ("person",)))
    return Pattern(name, row["field"], row.get("example", ""), row.get("relation", ""), kinds, tuple(spelled))


def _add(starts: dict[Node, Branch], path: str, pattern: Pattern) -> None:
    """Put one path into the trie."""
    first, *rest = path.split()
    if len(rest) % 2:
        raise ConfigError(f"patterns: the path '{path}' ends with a step that leads to no word.")
    nodes = [_node(word, path) for word in (first, *rest[1::2])]
    if not any("V" in node.marks for node in nodes):
        raise ConfigError(f"patterns: the path '{path}' says not which word is the value (V).")
    steps = list(zip(rest[::2], nodes[1:], strict=True))
    _grow(starts.setdefault(nodes[0], Branch()), steps, pattern)


def _grow(branch: Branch, steps: Sequence[tuple[str, Node]], pattern: Pattern) -> None:
    """Add the steps of a path below a branch; each arc of a step that has several gets a branch of its own."""
    if not steps:
        branch.ends.append(pattern)
        return
    (step, node), rest = steps[0], steps[1:]
    found = _STEP.fullmatch(step)
    if found is None:
        raise ConfigError(f"patterns: '{step}' is no step of '{pattern.name}'; one begins with < or >.")
    cases = frozenset((found["cases"] or "").split("|")) - {""}
    direction = ""
    for arc in found["arcs"].split("|"):
        direction = arc[0] if arc[0] in "<>" else direction
        label = arc.lstrip("<>")
        fork = (branch.up if direction == "<" else branch.down).setdefault(label, Fork())
        asked = cases if label.startswith(("obl", "nmod")) else frozenset()
        edge = next((edge for edge in fork.edges if (edge.cases, edge.node) == (asked, node)), None)
        if edge is None:
            edge = Edge(asked, node, Branch())
            fork.add(edge)
        _grow(edge.branch, rest, pattern)


def _mark_dates(branch: Branch) -> bool:
    """Mark the edges below a branch that lead to nothing but dates; True where all paths go down to dates."""
    for fork in (*branch.up.values(), *branch.down.values()):
        for edge in fork.edges:
            edge.to_date = _mark_dates(edge.branch) or edge.node.of_class == "date"
    below = (edge.to_date for fork in branch.down.values() for edge in fork.edges)
    return not branch.ends and not branch.up and all(below)


def _node(text: str, path: str) -> Node:
    """What a word of a path asks for."""
    found = _NODE.fullmatch(text)
    if found is None:
        raise ConfigError(f"patterns: '{text}' in '{path}' is no word of a path.")
    test, condition = found["test"] or "*", found["condition"] or ""
    return Node(
        marks=(found["marks"] or "").replace("=", ""),
        of_class=test[1:] if test.startswith("@") else "",
        lemmas=frozenset() if test.startswith(("@", "*")) else frozenset(test.split("|")),
        child="" if condition.startswith("!") else condition,
        no_child=condition[1:] if condition.startswith("!") else "",
    )


def _expressions(given: Mapping[str, str]) -> dict[str, str]:
    """The named expressions, with the names inside them replaced."""
    found = dict(given)
    for _ in found:
        found = {name: _filled(expression, found) for name, expression in found.items()}
    return found


def _filled(expression: str, named: Mapping[str, str]) -> str:
    for name, meaning in named.items():
        expression = expression.replace("{" + name + "}", meaning)
    return expression


def _text_pattern(pattern: Pattern, row: Mapping[str, Any], expressions: Mapping[str, str]) -> TextPattern:
    try:
        before, after, run, asks = (
            re.compile(_filled(row[part], expressions)) if part in row else None
            for part in ("before", "after", "run", "asks")
        )
    except re.error as error:
        raise ConfigError(f"patterns: '{pattern.name}' has a bad regular expression: {error}") from error
    return TextPattern(pattern, before, after, row.get("check", ""), run, asks)


def _address_pattern(pattern: Pattern, row: Mapping[str, Any]) -> AddressPattern:
    try:
        return AddressPattern(pattern, re.compile(row["expression"]), re.compile(row.get("asks", "")))
    except re.error as error:
        raise ConfigError(f"patterns: '{pattern.name}' has a bad regular expression: {error}") from error


def _list_pattern(row: Mapping[str, Any]) -> ListPattern:
    if not row["before"].endswith(":"):
        raise ConfigError(f"patterns: '{row.get('name')}' asks for no colon before the list.")
    try:
        return ListPattern(re.compile(rf"^[ \t]*{row['before']}(?P<list>.+)$", re.MULTILINE), bool(row.get("sure")))
    except re.error as error:
        raise ConfigError(f"patterns: '{row.get('name')}' has a bad regular expression: {error}") from error
