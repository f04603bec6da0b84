"""Markdown: what is shown, and where it stands in the file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import read_one, write
from namesakes.errors import DataError
from namesakes.formats import FORMATS
from namesakes.formats.markdown import visible_text
from tests.formats.fuzz import only_data_errors

PAGE = """---
title: "The club"
tags: [a, b]
---
# Signing *news* #

Blackpool have signed **Mark Johnson** from [Kilmarnock](http://k.example/x_(y)). He
is `24`, &amp; well.<!-- hidden --> Ann_Lee_Moore \\*waves\\*.[^1]

> Quoted by _Bob_
> and others.

- first item
- [x] second

| Name | Role |
|------|-----:|
| Ann | coach |

Under
=====

```py
x = *a*
```
![a picture](a.png) The end.<br>Really, <http://e.example>.

[ref]: http://x.example
"""
TEXT = """Signing news

Blackpool have signed Mark Johnson from Kilmarnock. He
is 24, & well. Ann_Lee_Moore *waves*.

Quoted by Bob
and others.

first item

second

Name

Role

Ann

coach

Under

x = *a*

 The end.
Really, http://e.example."""


def test_what_is_shown() -> None:
    assert visible_text(PAGE)[0] == TEXT


def test_where_it_stands() -> None:
    text, origin = visible_text(PAGE)
    assert len(origin) == len(text) + 1
    assert origin[-1] == len(PAGE)
    for name in ("Mark Johnson", "Kilmarnock", "Ann_Lee_Moore", "second", "coach", "x = *a*", "Really"):
        start = text.index(name)
        place = origin[start]
        assert PAGE[place : place + len(name)] == name
        assert origin[start : start + len(name)].tolist() == list(range(place, place + len(name)))
    assert PAGE[origin[text.index("& well")] :].startswith("&amp; well")


@given(st.text(alphabet="ab *_`[]()<>!#-=|>\\&;:~\n\r\t1.", max_size=80))
def test_letters_stay_and_places_are_in_order(page: str) -> None:
    text, origin = visible_text(page)
    assert len(origin) == len(text) + 1
    assert (origin[1:] >= origin[:-1]).all()
    assert all(page[place] == letter for letter, place in zip(text, origin, strict=False) if letter not in "\n&")


def test_documents(tmp_path: Path) -> None:
    (tmp_path / "club.md").write_bytes(PAGE.encode("cp1252"))
    document = read_one(tmp_path / "club.md")
    assert (document.id, document.text, document.meta["title"]) == ("club", TEXT, "The club")
    assert document.origin is not None
    write([document], tmp_path / "out.md")
    assert (tmp_path / "out.md").read_text() == TEXT
    (tmp_path / "only.md").write_text("---\ntitle: x\n---\n\n[a]: http://b\n")
    with pytest.raises(DataError, match="there is no text in it"):
        read_one(tmp_path / "only.md")


@given(st.text(max_size=100))
def test_anything_is_read_or_refused(text: str) -> None:
    only_data_errors(FORMATS["markdown"], text)
