"""The coreference brackets in CoNLL-U's MISC column, as CorefUD and GUM write them.

    # global.Entity = eid-etype-head-other
    1  Gary    …  Entity=(e1-person-2-
    2  Wilber  …  Entity=e1)
    3  left    …  _
    4  his     …  Entity=(e2-object-2-(e1-person-1-)
    5  desk    …  Entity=e2)

The declaration names the attributes of an opening bracket and their order. A bracket closes the latest of its id that
is open; the parts of a discontinuous mention are marked `e1[1/2]`. Three habits of ours make every table of mentions
writable: characters of an id that would break the syntax are written as %XX; a mention without a chain has an id that
begins with `%m`; and a mention that crosses another of its own chain is marked `[1/1]`, so that both close apart.
"""

import re
from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from urllib.parse import unquote

from namesakes.errors import DataError
from namesakes.text.spans import Mentions

ATTRIBUTES = "entity_attributes"
"""The extra column that says how many attributes a bracket has, where it is not the usual number."""

_BRACKET = re.compile(r"\(([^()]+)(\))?|([^()]+)\)")
_PART = re.compile(r"([^\[\]]+)\[([0-9]{1,6})/([0-9]{1,6})\]")
_POSITION = re.compile(r"[0-9]{1,6}")
_UNSAFE = re.compile(r"[-()|=\[\]%\s]")
_BREAKING = re.compile(r"[()|\s]")
_LOOSE, _NAMELESS = "%m", "%_"


@dataclass(frozen=True)
class Declaration:
    """The attributes of a bracket, in their order."""

    fields: tuple[str, ...] = ("eid", "etype", "head", "other")

    @classmethod
    def parse(cls, text: str) -> "Declaration":
        """The declaration that a `# global.Entity` line holds."""
        fields = tuple(text.split("-"))
        if not {"eid", "GRP"} & set(fields):
            advice = "Expected attributes such as eid-etype-head-other; one of them is eid or GRP."
            raise DataError(f"global.Entity declares '{text[:60]}', in which nothing is the entity's id", advice)
        return cls(fields)

    def __str__(self) -> str:
        return "-".join(self.fields)

    def _place(self, *names: str) -> int:
        return next((self.fields.index(name) for name in names if name in self.fields), -1)

    @cached_property
    def id(self) -> int:
        """The place of the entity's id."""
        return self._place("eid", "GRP")

    @cached_property
    def type(self) -> int:
        """The place of the entity's type, or -1."""
        return self._place("etype", "entity")

    @cached_property
    def head(self) -> int:
        """The place of the head's position in the mention, or -1."""
        return self._place("head", "MIN", "minspan")

    def filled(self, values: Sequence[str]) -> int:
        """How many attributes there are up to the last that is not empty."""
        return next((place for place in range(len(values), self.id + 1, -1) if values[place - 1]), self.id + 1)

    def usual(self, values: Sequence[str]) -> int:
        """How many attributes are written: CorefUD, with its `other`, writes all, GUM leaves empty ones off the end."""
        return len(self.fields) if self.fields[-1] == "other" else self.filled(values)


def escape(text: str) -> str:
    """The text with everything that would break a bracket written as %XX."""
    return _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), text)


def unescape(text: str) -> str:
    """The text that `escape` made this of; a text that it did not make stays as it is."""
    if "%" not in text:
        return text
    found = unquote(text)
    return found if escape(found) == text else text


@dataclass
class _Mention:
    """A mention while it is being read."""

    id: str
    values: list[str]
    total: int
    parts: list[tuple[int, int]] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)
    number: int = 0


class Reader:
    """Collects the mentions of a document from the `Entity` attributes of its tokens, in their order."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self.bare_closings = False
        self._mentions: list[_Mention] = []
        self._open: dict[str, list[_Mention]] = {}
        self._waiting: dict[tuple[str, int, int], list[tuple[int, _Mention]]] = {}

    def add(self, token: int, value: str) -> None:
        """Read the brackets of one token."""
        at = 0
        for match in _BRACKET.finditer(value):
            if match.start() != at:
                break
            at = match.end()
            opening, single, closing = match.groups()
            if opening is not None:
                name, mention = self._opening(opening, value)
                mention.opened.append(token)
                if single:
                    self._finish_part(mention, (token, token + 1))
                else:
                    self._open.setdefault(name, []).append(mention)
            else:
                self._close(closing, token, value)
        if at != len(value) or not value:
            advice = "Expected brackets such as (e1-person-1-, e1) or (e1-person-1-)."
            raise DataError(f"the attribute Entity reads '{value[:60]}'", advice)

    def _opening(self, body: str, value: str) -> tuple[str, _Mention]:
        values = body.split("-", len(self.declaration.fields) - 1)
        if len(values) <= self.declaration.id or not values[self.declaration.id]:
            found = f"the bracket '({body[:60]}' has no id"
            raise DataError(found, f"Brackets are declared to hold {self.declaration}.")
        name = values[self.declaration.id]
        if "[" not in name and "]" not in name:
            mention = _Mention(name, values, 1)
            self._mentions.append(mention)
            return name, mention
        match = _PART.fullmatch(name)
        part, total = (int(match[2]), int(match[3])) if match else (0, 0)
        if match is None or not 1 <= part <= total:
            advice = "The parts of a discontinuous mention are marked e1[1/2] and e1[2/2]."
            raise DataError(f"'{name[:60]}' marks no part of a mention", advice)
        return name, self._part(match[1], values, part, total)

    def _part(self, name: str, values: list[str], part: int, total: int) -> _Mention:
        if part == 1:
            mention = _Mention(name, values, total, number=len(self._mentions))
            self._mentions.append(mention)
            return mention
        waiting = self._waiting.get((name, total, part))
        if waiting:
            return waiting.pop()[1]  # the latest
        advice = f"Part {part - 1} has to open and close before it."
        raise DataError(f"part {part} of {total} of entity {name} does not follow the part before it", advice)

    def _close(self, body: str, token: int, value: str) -> None:
        pieces = body.split("-")
        name = pieces[min(self.declaration.id, len(pieces) - 1)]
        self.bare_closings |= self.declaration.id > 0 and len(pieces) == 1
        if not self._open.get(name):
            advice = f"The attribute reads 'Entity={value[:60]}'. Check the line where it should begin."
            raise DataError(f"this line closes entity {name[:60]}, which is not open", advice)
        mention = self._open[name].pop()
        self._finish_part(mention, (mention.opened[-1], token + 1))

    def _finish_part(self, mention: _Mention, part: tuple[int, int]) -> None:
        """Add a part to a mention, which then waits for the next one, if there is to be one."""
        mention.parts.append(part)
        if len(mention.parts) < mention.total:
            key = (mention.id, mention.total, len(mention.parts) + 1)
            insort(self._waiting.setdefault(key, []), (mention.number, mention), key=itemgetter(0))

    def mentions(self, lines: Sequence[int]) -> Mentions:
        """The table of all mentions; `lines` says where each token stands."""
        for mention in self._mentions:
            if len(mention.parts) < len(mention.opened):
                found, advice = f"entity {mention.id} opens here and is never closed", "Check where it should end."
                raise DataError(found, advice, line=lines[mention.opened[-1]])
            if len(mention.parts) < mention.total:
                found = f"entity {mention.id} has a mention of {mention.total} parts that ends with part"
                advice = "Check the parts that should follow."
                raise DataError(f"{found} {len(mention.parts)}", advice, line=lines[mention.opened[-1]])
        columns = self._columns()
        declared = self.declaration
        labels = columns.pop(declared.type, None)
        raw = columns.pop(declared.head, None)
        heads = None if raw is None else [_head(*pair) for pair in zip(raw, self._mentions, strict=True)]
        if raw is not None and heads is not None:
            plain = [_position(head, mention.parts) for head, mention in zip(heads, self._mentions, strict=True)]
            if raw != plain:
                columns[declared.head] = raw
        extra = {declared.fields[place]: column for place, column in columns.items()}
        counts = [len(mention.values) for mention in self._mentions]
        if counts != [declared.usual(mention.values) for mention in self._mentions]:
            extra[ATTRIBUTES] = [str(count) for count in counts]
        return Mentions.build(
            [mention.parts for mention in self._mentions],
            [_chain(mention.id) for mention in self._mentions],
            heads=None if heads is None or max(heads, default=-1) < 0 else heads,
            labels=None if labels is None else [unescape(label) for label in labels],
            extra=extra,
        )

    def _columns(self) -> dict[int, list[str]]:
        """The attributes other than the id by their place, as far as any mention has a value for them."""
        columns = {}
        for place in range(len(self.declaration.fields)):
            if place != self.declaration.id:
                column = [item.values[place] if place < len(item.values) else "" for item in self._mentions]
                if any(column):
                    columns[place] = column
        return columns


def _chain(name: str) -> str | None:
    if name.startswith(_LOOSE):
        return None
    return "" if name == _NAMELESS else unescape(name)


def _head(raw: str, mention: _Mention) -> int:
    """The token that the first number of the attribute counts to, or -1."""
    match = _POSITION.match(raw)
    left = int(match[0]) if match else 0
    for start, end in sorted(mention.parts):
        if 0 < left <= end - start:
            return start + left - 1
        left -= end - start
    return -1


def _position(head: int, parts: Sequence[tuple[int, int]]) -> str:
    """The head's position among the words of the mention, counted from 1, or nothing."""
    before = 0
    for start, end in sorted(parts):
        if start <= head < end:
            return str(before + head - start + 1)
        before += end - start
    return ""


def brackets(table: Mentions, count: int, declaration: Declaration, bare_closings: bool) -> tuple[list[str], int]:
    """The value of `Entity` for each of `count` tokens, and how many mentions could not be written."""
    marks = _marks(table)
    opens: list[list[str]] = [[] for _ in range(count)]
    singles: list[list[str]] = [[] for _ in range(count)]
    closes: list[list[str]] = [[] for _ in range(count)]
    pieces = []
    for row, mark in enumerate(marks):
        if mark is not None:
            parts = table.parts(row)
            for number, (start, end) in enumerate(parts, start=1):
                pieces.append((start, -end, row, mark or (f"[{number}/{len(parts)}]" if len(parts) > 1 else "")))
    names = [escape(name) or _NAMELESS for name in table.chain_ids]
    for start, negated_end, row, mark in sorted(pieces):
        values = _values(table, row, declaration, names, mark)
        text = "-".join(values)
        if start == -negated_end - 1:
            singles[start].append(f"({text})")
        else:
            opens[start].append(f"({text}")
            first = declaration.id if bare_closings else 0
            closes[-negated_end - 1].insert(0, "-".join(values[first : declaration.id + 1]) + ")")
    return [
        # A closing bracket right after an opening one would read as its attribute. Else the innermost comes first,
        # as in GUM; OntoGUM, which declares the id alone, closes first.
        "".join([*closing, *opening, *single] if opening or len(declaration.fields) == 1 else [*single, *closing])
        for opening, single, closing in zip(opens, singles, closes, strict=True)
    ], marks.count(None)


def _values(table: Mentions, row: int, declaration: Declaration, names: Sequence[str], mark: str) -> list[str]:
    """The attributes of a mention's bracket."""
    values = []
    for place, name in enumerate(declaration.fields):
        given = table.extra[name][row] if name in table.extra else ""
        if place == declaration.id:
            chain = int(table.chains[row])
            value = (names[chain] if chain >= 0 else f"{_LOOSE}{row + 1}") + mark
        elif place == declaration.type:
            value = "" if table.labels is None else escape(table.labels[row])
        elif place == declaration.head:
            plain = "" if table.heads is None else _position(int(table.heads[row]), table.parts(row))
            value = given if not plain or given.split(",")[0] == plain else plain
        else:
            value = given
        values.append(_safe(value, place + 1 == len(declaration.fields)))
    given = table.extra[ATTRIBUTES][row] if ATTRIBUTES in table.extra else ""
    kept = int(given) if _POSITION.fullmatch(given) else declaration.usual(values)
    return values[: max(kept, declaration.filled(values))]


def _safe(value: str, last: bool) -> str:
    """The value, which is kept as it is unless it would end the attribute or the bracket."""
    if "-" in value and not last:
        return escape(value)
    return _BREAKING.sub(lambda match: escape(match[0]), value)


def _marks(table: Mentions) -> list[str | None]:
    """For each mention how its bracket is told from others of its chain: mostly not; None where it cannot be."""
    marks: list[str | None] = []
    ends: dict[tuple[int, str], list[int]] = {}
    hulls: dict[tuple[int, int], int] = {}
    for row, chain in enumerate(table.chains.tolist()):
        parts = table.parts(row)
        first, end = parts[0][0], parts[-1][1]
        if len(parts) > 1:
            clear = chain < 0 or hulls.get((chain, len(parts)), -1) <= first
            marks.append("" if clear else None)
            hulls[chain, len(parts)] = end if clear else hulls[chain, len(parts)]
        elif chain < 0 or end - first == 1:
            marks.append("")
        else:
            fitting = (mark for mark in ("", "[1/1]") if _fits(ends.setdefault((chain, mark), []), first, end))
            marks.append(next(fitting, None))
    return marks


def _fits(ends: list[int], first: int, end: int) -> bool:
    """Whether a span lies inside the latest that is open, in which case it is now the latest."""
    while ends and ends[-1] <= first + 1:
        ends.pop()
    if ends and ends[-1] < end:
        return False
    ends.append(end)
    return True
