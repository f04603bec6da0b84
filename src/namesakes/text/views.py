"""Thin objects over a document's arrays: tokens, sentences, spans, mentions, chains."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from namesakes.errors import DataError
from namesakes.text.reasons import CERTAINTY, CONFIDENCE, MARGIN, WHY, Why

if TYPE_CHECKING:
    from namesakes.text.document import Document

View = TypeVar("View")


class Views(Sequence[View], Generic[View]):
    """A sequence of views that are made when they are asked for."""

    __slots__ = ("_count", "_document", "_make")

    def __init__(self, make: "Callable[[Document, int], View]", document: "Document", count: int) -> None:
        self._make, self._document, self._count = make, document, count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> View: ...
    @overload
    def __getitem__(self, place: slice) -> list[View]: ...
    def __getitem__(self, place: int | slice) -> View | list[View]:
        if isinstance(place, slice):
            return [self._make(self._document, item) for item in range(self._count)[place]]
        return self._make(self._document, range(self._count)[place])

    def __repr__(self) -> str:
        return repr(list(self))


@dataclass(frozen=True)
class Token:
    """One token of a document."""

    document: "Document"
    place: int

    @property
    def text(self) -> str:
        """The word."""
        return self.document.words[self.place]

    @property
    def start(self) -> int:
        """The offset of its first character."""
        return int(self.document.starts[self.place])

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return int(self.document.ends[self.place])

    @property
    def lemma(self) -> str:
        """Its lemma, or nothing."""
        return self.column("lemma")

    @property
    def upos(self) -> str:
        """Its universal part of speech, or nothing."""
        return self.column("upos")

    @property
    def xpos(self) -> str:
        """Its part of speech in the corpus's own scheme, or nothing."""
        return self.column("xpos")

    @property
    def label(self) -> str:
        """Its dependency relation, or nothing."""
        return self.column("label")

    @property
    def speaker(self) -> str:
        """Who says it, or nothing."""
        return self.column("speaker")

    @property
    def head(self) -> "Token | None":
        """The token it depends on; None at a root and where heads are not known."""
        heads = self.document.heads
        return None if heads is None or heads[self.place] < 0 else Token(self.document, int(heads[self.place]))

    def column(self, name: str) -> str:
        """Its row of a named column; nothing where the document has no such column."""
        column = self.document.columns.get(name)
        return "" if column is None else str(column[self.place])

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Span:
    """A run of tokens with a label; `token_end` is the place after its last token."""

    document: "Document"
    token_start: int
    token_end: int
    label: str

    @property
    def start(self) -> int:
        """The offset of its first character."""
        return int(self.document.starts[self.token_start])

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return int(self.document.ends[self.token_end - 1])

    @property
    def text(self) -> str:
        """The text it covers, as it stands in the document."""
        return self.document.text[self.start : self.end]

    @property
    def tokens(self) -> list[Token]:
        """Its tokens."""
        return self.document.tokens[self.token_start : self.token_end]

    def __repr__(self) -> str:
        return f"{self.text} [{self.label}]" if self.label else self.text


class Sentence(Span):
    """One sentence of a document."""

    def __init__(self, document: "Document", place: int) -> None:
        edges = document.sentence_starts
        end = int(edges[place + 1]) if place + 1 < len(edges) else len(document.starts)
        super().__init__(document, int(edges[place]), end, "")


@dataclass(frozen=True)
class Mention:
    """One mention: words that stand for somebody or something."""

    document: "Document"
    place: int

    @property
    def parts(self) -> list[Span]:
        """Its runs of tokens: one, or several where it is discontinuous."""
        assert self.document.mention_table is not None
        return [Span(self.document, first, end, "") for first, end in self.document.mention_table.parts(self.place)]

    @property
    def start(self) -> int:
        """The offset of its first character."""
        return self.parts[0].start

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.parts[-1].end

    @property
    def text(self) -> str:
        """Its text; the parts of a discontinuous mention are joined by an ellipsis."""
        return " … ".join(part.text for part in self.parts)

    @property
    def label(self) -> str:
        """Its entity type, or nothing."""
        table = self.document.mention_table
        return "" if table is None or table.labels is None else table.labels[self.place]

    @property
    def head(self) -> Token | None:
        """Its head token, where the document says which one."""
        table = self.document.mention_table
        if table is None or table.heads is None or table.heads[self.place] < 0:
            return None
        return Token(self.document, int(table.heads[self.place]))

    @property
    def chain(self) -> "Chain | None":
        """The chain it belongs to."""
        assert self.document.mention_table is not None
        chain = int(self.document.mention_table.chains[self.place])
        return None if chain < 0 else Chain(self.document, chain)

    @property
    def confidence(self) -> float | None:
        """How probable it is that it belongs to its chain, or begins it; None where nothing says so."""
        return self._number(CONFIDENCE)

    @property
    def certainty(self) -> float | None:
        """How sure its chain is; None where nothing says so."""
        return self._number(CERTAINTY)

    @property
    def margin(self) -> float | None:
        """By how much the score of its link is ahead of the best other one; None where nothing says so."""
        return self._number(MARGIN)

    def why(self) -> Why:
        """Why it belongs to its chain, or begins it; print it to read it."""
        kept = self._kept(WHY)
        if not kept:
            advice = "Only chains that were found have reasons: namesakes.coref(text) keeps them."
            raise DataError(f"document {self.document.key} keeps no reasons for '{self.text}'", advice)
        return Why.from_json(kept)

    def _kept(self, name: str) -> str:
        table = self.document.mention_table
        return "" if table is None or name not in table.extra else str(table.extra[name][self.place])

    def _number(self, name: str) -> float | None:
        try:
            return float(self._kept(name))
        except ValueError:
            return None

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Chain(Sequence[Mention]):
    """The mentions of one person or thing, in document order."""

    document: "Document"
    place: int

    @property
    def id(self) -> str:
        """What the chain is called in its source."""
        assert self.document.mention_table is not None
        return self.document.mention_table.chain_ids[self.place]

    @property
    def name(self) -> str:
        """What to call it: its most frequent complete name, else its most frequent description; see `text.naming`."""
        return self.document.namer.chain(self.place).text

    @property
    def confidence(self) -> float | None:
        """The share of its mentions that is expected to belong together; None where nothing says so.

        The mean confidence of its links where the model has not learned more; of a single mention, its own.
        """
        mentions = list(self)
        told = mentions[0].certainty if mentions else None
        if told is not None:
            return told
        values = [mention.confidence for mention in mentions]
        known = [value for value in values[1:] or values if value is not None]
        return sum(known) / len(known) if known else None

    def _members(self) -> list[int]:
        assert self.document.mention_table is not None
        return [int(place) for place in self.document.mention_table.members(self.place)]

    def __len__(self) -> int:
        return len(self._members())

    def __iter__(self) -> Iterator[Mention]:
        return iter([Mention(self.document, place) for place in self._members()])

    @overload
    def __getitem__(self, place: int) -> Mention: ...
    @overload
    def __getitem__(self, place: slice) -> list[Mention]: ...
    def __getitem__(self, place: int | slice) -> Mention | list[Mention]:
        return list(self)[place]

    def _repr_html_(self) -> str:
        from namesakes.text.shown import DISPLAYS

        return DISPLAYS["chain"](self)

    def __repr__(self) -> str:
        return f"Chain({self.id}: {', '.join(mention.text for mention in self)})"
