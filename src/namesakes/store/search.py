"""Search by words, without regard to case and accents: what rows have all words of a query."""

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")
_LONGEST = 200
"""Letters of a word that count; an index has its limits."""
_AROUND = 40
"""Characters shown on either side of a match."""


def folded(*texts: str) -> list[str]:
    """The different words of texts in lower case without accents, in alphabetical order."""
    return sorted({word for text in texts for word in words(text)})


def words(text: str) -> list[str]:
    """The words of a text in lower case without accents."""
    return [word[:_LONGEST] for word in _WORD.findall(_fold(text))]


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).lower()


def condition(dialect: str, table: str, query: list[str]) -> tuple[str, object]:
    """The SQL condition that a row of a table has all these words, and its parameter."""
    if dialect == "sqlite":
        within = f"SELECT rowid FROM {table}_words WHERE {table}_words MATCH ?"
        return f"{table}.number IN ({within})", " ".join(f'"{word}"' for word in query)
    return f"{table}.words @> ?", query


def excerpt(text: str, query: list[str]) -> str:
    """The text around the first word of the query, in one line."""
    for match in _WORD.finditer(text):
        if _fold(match[0])[:_LONGEST] in query:
            start, end = max(match.start() - _AROUND, 0), match.end() + _AROUND
            shown = " ".join(text[start:end].split())
            return f"{'…' * (start > 0)}{shown}{'…' * (end < len(text))}"
    return " ".join(text[: 2 * _AROUND].split())
