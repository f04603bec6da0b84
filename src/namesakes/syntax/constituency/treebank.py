"""Treebank: what a language's treebank means by its labels and tags, and how its trees become dependencies."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Final

from namesakes.errors import DataError
from namesakes.syntax.constituency.head_rules import HeadRules, base
from namesakes.text.document import Document
from namesakes.text.language import LANGUAGES, checked_language

EMPTY: Final = "-NONE-"
"""The tag of traces and other tokens that stand for nothing in the text."""
NAMES: Final = {"ar": "arabic", "en": "english", "zh": "chinese"}
"""The module of each language."""
_SHARE: Final = 0.5
_TREEBANKS: Final = {"ar": "Arabic Treebank", "en": "Penn Treebank", "zh": "Chinese Treebank"}


@dataclass(frozen=True)
class Treebank:
    """The tables of one treebank.

    Parameters
    ----------
    language, name : whose they are.
    tags : the universal part of speech of each tag.
    patterns : the same for tags that are made of parts, tried in this order.
    classes : what each label of a phrase is: NP, PP, VP, S, SBAR, ADJ, ADV, QP, DET, CC or PRN.
    heads : which child of a phrase is its head where content words are heads, not prepositions and auxiliaries.
    mentions : phrases that may be referred to.
    pronouns : tags of words that may be referred to by themselves.
    copulas : forms of *to be*, whose predicate is the head.
    """

    language: str
    name: str
    tags: Mapping[str, str]
    classes: Mapping[str, str]
    heads: HeadRules
    mentions: Collection[str]
    pronouns: Collection[str]
    patterns: tuple[tuple[re.Pattern[str], str], ...] = ()
    copulas: Collection[str] = frozenset()

    def upos(self, tag: str) -> str:
        """The universal part of speech of a tag; X for one that is not in the tables."""
        found = self.tags.get(tag) or self.tags.get(base(tag))
        return found or next((name for pattern, name in self.patterns if pattern.search(tag)), "X")

    def knows(self, tag: str) -> bool:
        """Whether a tag is in the tables."""
        return tag in self.tags or base(tag) in self.tags or any(pattern.search(tag) for pattern, _ in self.patterns)

    def is_pronoun(self, tag: str) -> bool:
        """Whether a word with this tag may be referred to by itself."""
        return tag in self.pronouns or ("PRON" in self.pronouns and self.upos(tag) == "PRON")


@cache
def treebank(language: str) -> Treebank:
    """The tables of a language; an error that lists the languages for any other."""
    module = import_module(f"namesakes.syntax.constituency.{NAMES[checked_language(language)]}")
    found: Treebank = module.TREEBANK
    return found


def check_tags(document: Document, language: str) -> None:
    """Refuse a document most of whose own tags are those of another treebank."""
    tags = document.columns.get("xpos")
    if tags is None:
        return
    there = [tag for tag in tags if tag]
    unknown = sorted({tag for tag in tags.values if tag and not treebank(language).knows(tag)})
    outside = frozenset(unknown)
    if not there or sum(tag in outside for tag in there) <= _SHARE * len(there):
        return
    shown = ", ".join(unknown[:4]) + (" …" if len(unknown) > 4 else "")
    found = f"document {document.key} has other tags ({shown}) than the {_TREEBANKS[language]} has"
    advice = f"Say what language it is in; there are tables for {', '.join(LANGUAGES)}."
    raise DataError(found, advice)


def tag_map(pairs: str) -> dict[str, str]:
    """The universal parts of speech of lines of a part of speech and the tags that it has."""
    rows = (line.split() for line in pairs.strip().splitlines())
    return {tag: name for name, *tags in rows for tag in tags}
