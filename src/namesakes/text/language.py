"""Language: which one a document is in, and whether a text is probably English, by its words alone."""

import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from namesakes.errors import DataError, LanguageWarning, UnknownNameError
from namesakes.text.arabic import is_transliterated
from namesakes.text.word_vectors import WordVectors

if TYPE_CHECKING:
    from namesakes.text.document import Document

ENGLISH: Final = "en"
LANGUAGES: Final = ("ar", ENGLISH, "zh")
"""The languages that there are tables for: tags and heads of a treebank, pronouns, determiners."""
LANGUAGE: Final = "language"
"""The key in `Document.meta` of the language of a document that is not in English."""

FEWEST = 20
"""The words that it takes to say anything."""
COMMON, COMMON_BAND = 0.2, 7
"""The share that the 127 most frequent words of English have at least in a running text; it mostly is above 0.4."""
KNOWN = 0.95
"""The share of words that the shipped table has at least in an English text, even if it is a list of names."""
LATIN: Final = (("A", "\u024f"), ("\u1e00", "\u1eff"), ("\ufb00", "\ufb06"), ("\uff21", "\uff5a"))
"""The first and the last of some Latin letters."""
SCRIPTS: Final = {
    "en": LATIN,
    "ar": (("\u0600", "\u06ff"), ("\u0750", "\u077f"), ("\ufb50", "\ufdff"), ("\ufe70", "\ufefc")),
    "zh": (("\u3400", "\u9fff"), ("\uf900", "\ufaff"), ("\U00020000", "\U0003ffff")),
}
"""The first and the last of some letters of each language."""


def checked_language(name: str) -> str:
    """The name of a language that there are tables for; an error that lists them for any other."""
    if name not in LANGUAGES:
        raise UnknownNameError("language", name, LANGUAGES)
    return name


def language_of(document: "Document") -> str:
    """The language that a document was said to be in; English where nothing was said."""
    found = document.meta.get(LANGUAGE)
    return str(found) if found in LANGUAGES else ENGLISH


def in_language(document: "Document", language: str) -> "Document":
    """The document, said to be in a language."""
    if language_of(document) == checked_language(language):
        return document
    meta = {name: value for name, value in document.meta.items() if name != LANGUAGE}
    return document.replace(meta=meta if language == ENGLISH else {**meta, LANGUAGE: language})


def check_script(document: "Document", language: str) -> None:
    """Refuse a document most of whose letters are not those of a language; Arabic may be transliterated."""
    if _share(document.words, SCRIPTS[language]) >= 0.5:
        return
    if language == "ar" and is_transliterated(document.words):
        return
    found = f"document {document.key} is not in the letters of the language that it is read as ('{language}')"
    raise DataError(found, f"Say what language it is in; there are tables for {', '.join(LANGUAGES)}.")


def remark_languages(documents: Iterable["Document"]) -> None:
    """Warn once where some of these documents, which are taken for English, are probably not."""
    foreign = [document.key for document in documents if is_english(document.words) is False]
    if foreign:
        count = f"{len(foreign)} documents are" if len(foreign) > 1 else "one document is"
        message = f"{count} probably not in English ({foreign[0]} …); the models know English only"
        warnings.warn(message, LanguageWarning, stacklevel=2)


def is_english(words: Sequence[str]) -> bool | None:
    """Whether these are probably words of an English text; None where they are too few to tell.

    A text is taken for another language when the most frequent words of English are rare in it and many of its words
    are not in the table of English words. Lists and headlines lack the former, texts of a trade the latter. A text most
    of whose letters are not Latin is in another language, however it is cut into words.
    """
    if _share(words, LATIN) < 0.5:
        return False
    counts = Counter(filter(str.isalpha, words))
    total = counts.total()
    if total < FEWEST:
        return None
    table = WordVectors.shipped()
    bands, times = table.bands(table.codes(list(counts))), np.array(list(counts.values()))
    common, known = times[(bands > 0) & (bands <= COMMON_BAND)].sum(), times[bands > 0].sum()
    return bool(common / total >= COMMON or known / total >= KNOWN)


def _share(words: Sequence[str], script: Sequence[tuple[str, str]]) -> float:
    """The share of letters that are of a script; 1 where there are too few to tell."""
    counts = {letter: count for letter, count in Counter("".join(words)).items() if letter.isalpha()}
    own = sum(count for letter, count in counts.items() if any(low <= letter <= high for low, high in script))
    total = sum(counts.values())
    return own / total if total >= FEWEST else 1.0
