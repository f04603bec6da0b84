"""Arabic: words without vowel marks, in Arabic letters, whatever a corpus has written them in.

The Arabic Treebank comes in Unicode and in Buckwalter's transliteration, vocalised and not. Words are compared as
`plain` gives them: in Arabic letters, without vowels and lengthening, the forms of alif as one, without the dashes at
which the treebank cuts words.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from namesakes.text.document import Document

_LATIN: Final = "'|>&<}AbptvjHxd*rzs$SDTZEg_fqklmnhwYyFNKaui~o`{OWIPJVG"
_ARABIC: Final = "ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْٰٱأؤإپچڤگ"
BUCKWALTER: Final = str.maketrans(_LATIN, _ARABIC)
"""The letters of Buckwalter's transliteration, with O, W and I, which stand in XML for those that cannot."""

_MARKS: Final = re.compile("[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]")
"""Vowels, doubling, the marks of the Quran, and the stroke that lengthens words."""
_ALIFS: Final = str.maketrans("آأإٱ", "اااا")
_LETTER: Final = re.compile("[\u0621-\u064a\u0671-\u06d3]")
_TRANSLITERATED: Final = re.compile(rf"(?=.*[A-Za-z])[{re.escape(_LATIN)}+-]+")


def plain(text: str) -> str:
    """The text without vowels and lengthening, the forms of alif as one."""
    return _MARKS.sub("", text).translate(_ALIFS)


def is_transliterated(words: Sequence[str]) -> bool:
    """Whether these are Arabic words in Buckwalter's letters: no Arabic letter, and mostly letters of his."""
    if any(map(_LETTER.search, words)):
        return False
    return 2 * sum(_TRANSLITERATED.fullmatch(word) is not None for word in words) >= len(words) > 0


def with_plain_words(document: "Document") -> "Document":
    """The document with the words as they are compared; its text stays what it was."""
    words = document.words
    if is_transliterated(words):
        words = tuple(word.translate(BUCKWALTER) if _TRANSLITERATED.fullmatch(word) else word for word in words)
    found = [plain(word.strip("-+") or word) or word for word in words]
    return document if tuple(found) == document.words else document.with_columns(form=found)
