"""The files of the page, read once: a request names one of them and never a path."""

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Final

_KINDS: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True)
class PageFile:
    """A file of the page: its bytes, what they are, and what changes with them (`ETag`)."""

    content: bytes
    kind: str
    tag: str


@cache
def page_files() -> dict[str, PageFile]:
    """The files of the page by their names."""
    found = {}
    for each in sorted((files("namesakes") / "server" / "page").iterdir(), key=lambda each: each.name):
        ending = each.name[each.name.rfind(".") :]
        if ending in _KINDS:
            content = each.read_bytes()
            found[each.name] = PageFile(content, _KINDS[ending], f'"{blake2b(content, digest_size=8).hexdigest()}"')
    return found
