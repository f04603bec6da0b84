"""Assets: the styles and scripts of pages, and the policy that allows a page these alone."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files


@cache
def asset(package: str, name: str) -> str:
    """The text of a style or a script that comes with a package."""
    return "\n" + (files(package) / name).read_text(encoding="utf-8")


def policy(style: str, script: str = "") -> str:
    """The content policy: nothing but this style and this script, known by their digests; without one, no script."""
    allowed = f"default-src 'none'; style-src {_digest(style)}"
    return f"{allowed}; script-src {_digest(script)}" if script else allowed


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def head(title: str, style: str, script: str = "") -> Iterator[str]:
    """The beginning of a page that is complete in itself, up to its body."""
    yield from ("<!doctype html>\n", '<html lang="en">\n<head>\n<meta charset="utf-8">\n')
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy(style, script)}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield '<meta name="generator" content="namesakes">\n'
    yield f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"


def styles(names: Sequence[tuple[str, str]]) -> str:
    """Several styles in one."""
    return "".join(asset(*name) for name in names)
