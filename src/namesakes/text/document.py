"""Document: a text and everything known of it, as arrays."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.errors import DocumentError
from namesakes.text.spans import Frozen, Mentions, Spans, Table, integers
from namesakes.text.strings import Strings
from namesakes.text.views import Chain, Mention, Sentence, Span, Token, Views

if TYPE_CHECKING:
    from namesakes.text.naming import Namer

COLUMNS = {
    "form": "the word, where it is not the text at its place (words of a multi-word token, restored words)",
    "lemma": "the dictionary form",
    "upos": "the universal part of speech",
    "xpos": "the corpus's own part of speech, such as Penn tags",
    "feats": "morphology, as CoNLL-U writes it",
    "label": "the dependency relation to the head",
    "speaker": "who says this token",
}
"""The token columns that the library itself reads; formats may carry others, which are kept as they are."""

PARTIAL = "partial_chains"
"""The key in `Document.meta` that is true where the chains are what an edition marks, and not all there is."""

_OF_WORDS = ("words", "word_column", "word_codes")
"""What is worked out of the words alone, and so stays where they do."""

ROOT, NO_HEAD = -1, -2
"""What `heads` holds for the root of a sentence, and for a token whose head is not known."""


@dataclass(frozen=True, eq=False, repr=False)
class Document(Table):
    """A text and what is known of it.

    The text is the input, untouched; `starts` and `ends` are the tokens' character offsets into it, end-exclusive, and
    everything else refers to tokens by their place. A document never changes: `replace` makes another that shares the
    arrays which stay the same. What is not known is absent: a column is not in `columns`, a layer is None.

    Parameters
    ----------
    id, part : what the document is called; formats that cut a document into parts number them.
    text : the untouched input.
    starts, ends : one character offset a token. Words of one multi-word token share its offsets.
    sentence_starts, paragraph_starts : the first token of each.
    columns : strings, one a token, by name; see `COLUMNS`.
    heads : the place of each token's head, `ROOT` or `NO_HEAD`.
    empty_nodes : 1 for tokens that stand for nothing in the text (CoNLL-U's 8.1).
    constituents, entities, multiwords : labelled spans of tokens.
    mention_table : mentions and chains.
    origin : for a text taken out of a page, the offset of each character (and of the end) in that page.
    meta : anything else that JSON can hold.
    """

    id: str = ""
    text: str = ""
    part: int = 0
    starts: Int32Array = field(default_factory=lambda: integers(()))
    ends: Int32Array = field(default_factory=lambda: integers(()))
    sentence_starts: Int32Array = field(default_factory=lambda: integers(()))
    paragraph_starts: Int32Array = field(default_factory=lambda: integers(()))
    columns: Mapping[str, Strings] = field(default_factory=Frozen)
    heads: Int32Array | None = None
    empty_nodes: Int32Array | None = None
    constituents: Spans | None = None
    entity_table: Spans | None = None
    multiwords: Spans | None = None
    mention_table: Mentions | None = None
    origin: Int32Array | None = None
    meta: Mapping[str, Any] = field(default_factory=Frozen)

    def __post_init__(self) -> None:
        for name in ("starts", "ends", "sentence_starts", "paragraph_starts", "heads", "empty_nodes", "origin"):
            value = getattr(self, name)
            if value is not None and not _is_ours(value):
                object.__setattr__(self, name, integers(value))
        columns = {name: rows if isinstance(rows, Strings) else Strings(rows) for name, rows in self.columns.items()}
        object.__setattr__(self, "columns", Frozen(columns))
        object.__setattr__(self, "meta", Frozen(self.meta))
        _check(self)

    def replace(self, **changes: Any) -> "Document":
        """Another document with these fields changed; all arrays that stay are shared."""
        made = replace(self, **changes)
        if not changes.keys() & {"text", "starts", "ends"} and made.columns.get("form") is self.columns.get("form"):
            made.__dict__.update({name: self.__dict__[name] for name in _OF_WORDS if name in self.__dict__})
        return made

    def with_columns(self, **columns: Strings | Sequence[str] | None) -> "Document":
        """Another document with these token columns set, or taken away where None is given."""
        changed = dict(self.columns)
        for name, rows in columns.items():
            if rows is None:
                changed.pop(name, None)
            else:
                changed[name] = rows if isinstance(rows, Strings) else Strings(rows)
        return self.replace(columns=changed)

    @property
    def key(self) -> str:
        """The id, with the part where there is one: what tells this document from the others of a corpus."""
        return f"{self.id}; part {self.part:03d}" if self.part else self.id

    @property
    def genre(self) -> str | None:
        """The genre that the document carries: in its metadata, or in an OntoNotes- or GUM-style id."""
        if isinstance(self.meta.get("genre"), str):
            return str(self.meta["genre"])
        head, slash, _ = self.id.partition("/")
        if slash and len(head) == 2 and head.islower():
            return head
        pieces = self.id.split("_")
        return pieces[1] if pieces[0] == "GUM" and len(pieces) > 2 else None

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words, one a token: the column `form` where there is one, else the text at each token's place."""
        if "form" in self.columns:
            return self.columns["form"].rows
        text = self.text
        return tuple([text[start:end] for start, end in zip(self.starts.tolist(), self.ends.tolist(), strict=True)])

    @cached_property
    def word_column(self) -> Strings:
        """The words as a column, whose vocabulary and codes are made once."""
        return self.columns["form"] if "form" in self.columns else Strings(self.words)

    @cached_property
    def word_codes(self) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """The words' stable codes, one a token."""
        return self.word_column.codes

    @cached_property
    def sentence_ids(self) -> Int32Array:
        """The sentence that each token is in."""
        return integers(np.searchsorted(self.sentence_starts, np.arange(len(self.starts)), side="right") - 1)

    @property
    def tokens(self) -> "Views[Token]":
        """The tokens as objects."""
        return Views(Token, self, len(self.starts))

    @property
    def sentences(self) -> "Views[Sentence]":
        """The sentences as objects."""
        return Views(Sentence, self, len(self.sentence_starts))

    @property
    def paragraphs(self) -> list[Span]:
        """The paragraphs as spans of tokens."""
        edges = [*self.paragraph_starts.tolist(), len(self.starts)]
        return [Span(self, first, end, "") for first, end in itertools.pairwise(edges)]

    @property
    def entities(self) -> list[Span]:
        """The named entities as spans of tokens."""
        return list(self.spans(self.entity_table))

    @property
    def mentions(self) -> "Views[Mention]":
        """The mentions as objects, in document order; empty where none are annotated."""
        return Views(Mention, self, 0 if self.mention_table is None else len(self.mention_table))

    @property
    def chains(self) -> "Views[Chain]":
        """The chains as objects, each a sequence of mentions; empty where none are annotated."""
        return Views(Chain, self, 0 if self.mention_table is None else len(self.mention_table.chain_ids))

    @cached_property
    def namer(self) -> "Namer":
        """What says how chains are called, and where the names in mentions stand."""
        from namesakes.text.naming import Namer

        return Namer(self)

    def spans(self, table: Spans | None) -> Iterator[Span]:
        """The rows of a table of spans as objects."""
        if table is not None:
            for start, end, label in zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True):
                yield Span(self, start, end, label)

    def to_frame(self, table: str = "mentions", as_: str | None = None) -> Any:
        """The mentions, or the chains, as a data frame; see `namesakes.to_frame`."""
        from namesakes.text.frames import to_frame

        return to_frame(self, table, as_)

    def _repr_html_(self) -> str:
        from namesakes.text.shown import DISPLAYS

        return DISPLAYS["document"](self)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash((self.id, self.part, self.text))

    def __repr__(self) -> str:
        known = [f"{len(self.starts)} tokens", f"{len(self.sentence_starts)} sentences", f"{len(self.chains)} chains"]
        return f"Document({self.key!r}, {len(self.text)} characters, {', '.join(known)})"


def _is_ours(value: object) -> bool:
    """Whether an array can be taken as it is: of our type, and nobody can write to it."""
    if not isinstance(value, np.ndarray) or value.dtype != np.int32 or value.flags.writeable:
        return False
    return value.base is None or not (isinstance(value.base, np.ndarray) and value.base.flags.writeable)


def _check(document: Document) -> None:
    """Raise a `DocumentError` where the arrays do not fit each other. O(tokens), no Python loop over them."""
    count, starts, ends = len(document.starts), document.starts, document.ends
    if len(ends) != count:
        raise DocumentError(f"{count} token starts but {len(ends)} token ends")
    if count:
        if int(starts[0]) < 0 or int(ends.max()) > len(document.text) or bool((starts > ends).any()):
            raise DocumentError("a token lies outside the text, or ends before it starts")
        if bool((starts[1:] < starts[:-1]).any()):
            raise DocumentError("the tokens do not stand in the order of the text")
    for name, column in document.columns.items():
        if len(column) != count:
            raise DocumentError(f"column '{name}' has {len(column)} rows for {count} tokens")
    for name, edges in (("sentence", document.sentence_starts), ("paragraph", document.paragraph_starts)):
        if len(edges) and (edges[0] != 0 or int(edges[-1]) >= count or bool((edges[1:] <= edges[:-1]).any())):
            raise DocumentError(f"the {name}s do not divide the {count} tokens")
    heads = document.heads
    if heads is not None and (len(heads) != count or (count and not NO_HEAD <= heads.min() <= heads.max() < count)):
        raise DocumentError("a head lies outside the document")
    if document.empty_nodes is not None and len(document.empty_nodes) != count:
        raise DocumentError(f"empty_nodes has {len(document.empty_nodes)} rows for {count} tokens")
    mentions = document.mention_table
    if mentions is not None and mentions.heads is not None and int(mentions.heads.max(initial=-1)) >= count:
        raise DocumentError(f"a mention's head goes past the last of {count} tokens")
    for name in ("constituents", "entity_table", "multiwords", "mention_table"):
        table = getattr(document, name)
        if table is not None and len(table.ends) and int(table.ends.max()) > count:
            raise DocumentError(f"{name.removesuffix('_table')}: a span goes past the last of {count} tokens")
    if document.origin is not None and len(document.origin) != len(document.text) + 1:
        raise DocumentError("the origin needs one offset for each character of the text and one for its end")
