"""What the head of a page, or its article, says of the page: author and date."""

import re
from typing import Any, Final

_AUTHORS: Final = ("author", "article:author", "dc.creator", "citation_author", "byl")
_DATES: Final = (
    "article:published_time", "datepublished", "date", "dc.date.issued", "dc.date", "dcterms.date", "pubdate",
    "citation_publication_date", "publish_date", "publication_date", "og:published_time",
)  # fmt: skip
"""Names of metadata that say when a page was published, the surest first."""
_PUBLISHED: Final = re.compile(r'"datePublished"\s*:\s*"(?P<date>\d{4}-\d\d(?:-\d\d)?)')
_DAY: Final = re.compile(r"\s*(\d{4}-\d\d(?:-\d\d)?|\d{4})(?!\d)")
_ADDRESS: Final = re.compile(r"https?://", re.IGNORECASE)
_LONGEST: Final = 200


def page_metadata(root: Any) -> dict[str, str]:
    """The `author` and the `date` of a page, as far as it names them; dates as ISO 8601 writes them."""
    said: dict[str, str] = {}
    shown, published = "", ""
    stack = [root]
    while stack:
        node = stack.pop()
        attributes = node.attrs or {} if node.name != "#text" else {}
        if node.name == "meta":
            name = attributes.get("name") or attributes.get("property") or attributes.get("itemprop") or ""
            said.setdefault(name.strip().lower(), (attributes.get("content") or "").strip())
        elif node.name == "time" and not shown:
            shown = _day(attributes.get("datetime") or "")
        elif node.name == "script" and (attributes.get("type") or "").strip().lower() == "application/ld+json":
            found = _PUBLISHED.search("".join(child.data or "" for child in node.children))
            published = published or (found["date"] if found else "")
        if node.name != "#text" and node.children is not None:
            stack.extend(reversed(node.children))
    author = next((said[name] for name in _AUTHORS if said.get(name) and not _ADDRESS.match(said[name])), "")
    date = next((day for name in _DATES if (day := _day(said.get(name, "")))), "") or published or shown
    return {key: value[:_LONGEST] for key, value in (("author", author), ("date", date)) if value}


def _day(text: str) -> str:
    """The day that a time begins with, or nothing."""
    found = _DAY.match(text)
    return found[1] if found else ""
