"""Turtle by its grammar, with everything escaped."""

import re
from pathlib import Path

import pytest

from namesakes.errors import UsageError
from namesakes.store.export import ExportOptions, export
from namesakes.store.export.turtle import literal
from namesakes.store.store import Store
from tests.store.export.conftest import WILD

TOKEN = re.compile(
    r"""\s*(?:(?P<iri><[^\x00-\x20<>"{}|^`\\]*>)|(?P<text>"(?:[^"\\\n\r]|\\[tbnrf"'\\]|\\u[0-9A-F]{4})*")
    |(?P<name>@prefix|a(?=\s)|schema:\w*)|(?P<mark>[.;\[\]]))""",
    re.VERBOSE,
)


def test_turtle_is_turtle(filled: Store, tmp_path: Path) -> None:
    export(filled, str(tmp_path / "p.ttl"), "turtle", base="https://example.org/")
    text = (tmp_path / "p.ttl").read_text(encoding="utf-8")
    end = 0
    kinds = []
    while match := TOKEN.match(text, end):
        kinds.append(match.lastgroup)
        end = match.end()
    assert text[end:].strip() == ""
    assert kinds.count("iri") > 6
    body = text.partition("\n")[2]
    assert "<https://example.org/mark-johnson-1> a schema:Person ;" in body
    assert 'schema:worksFor [ a schema:Organization ; schema:name "Brown" ] ;' in body
    assert 'schema:jobTitle "linguist" ;' in body
    assert "document:odd%20%3C%26%3E%20%22%20id%2F%C3%BC>" in body
    assert body.count(" .\n") == 3 + 3
    for subject in body.strip().split("\n\n"):
        assert all(line.endswith(" ;") for line in subject.splitlines()[:-1])


def test_literals_are_escaped() -> None:
    assert literal(WILD) == r'"Ann \"Bob\" <b>&\\ Lee\nJr\t\u0007"'


def test_a_base_must_be_able_to_begin_an_iri() -> None:
    with pytest.raises(UsageError, match="begin an address"):
        ExportOptions(base="http://a b/")
