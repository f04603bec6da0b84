"""Long texts: parts that leave nothing out, marks as data, rows that are packed and come back the same."""

import json
import re
import zlib
from base64 import b64decode, b64encode
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from justhtml import JustHTML

from namesakes import Document
from namesakes.errors import DataError
from namesakes.formats.html import long_text
from namesakes.formats.html.long_text import LONG, PART, marks, part_of, part_starts, row_of
from namesakes.formats.html.packing import packed, unpacked
from namesakes.text.spans import Mentions
from tests.formats.memory import parsed, written
from tests.strategies import documents


def long_document(count: int = LONG, break_: str = "\n\n") -> Document:
    """A text of sentences about people, with so many mentions in a few chains."""
    sentences = [f"Ann{number % 7} saw the cat 😀 of Ben." for number in range(count)]
    text = break_.join(sentences)
    starts, ends = zip(*((match.start(), match.end()) for match in re.finditer(r"\w+|[^\w\s]", text)), strict=True)
    words = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    places = [place for place, word in enumerate(words) if word.startswith("Ann")]
    table = Mentions.build([[(place, place + 1)] for place in places], [words[place] for place in places])
    first = [place for place, _ in enumerate(words) if place in set(places)]
    return Document(id="long", text=text, starts=starts, ends=ends, sentence_starts=first, mention_table=table)


@given(st.lists(st.sampled_from(["a" * 900, "b" * 3000, "\n", "\n\n", "c d "]), max_size=30).map("".join))
def test_parts_leave_nothing_out(text: str) -> None:
    starts = part_starts(text)
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    assert all(other - one > PART for one, other in pairwise(starts))
    assert all(text[start - 1] == "\n" for start in starts[1:])


def test_marks_are_counted_as_scripts_count() -> None:
    for break_ in ("\n\n", "\r\n"):
        document = long_document(50, break_)
        told = json.loads(marks(document, ["x"] * len(document.chains)))
        shown = document.text.replace("\r\n", "\n").encode("utf-16-le")
        starts = np.cumsum(told["starts"])
        for mention, start, length in zip(document.mentions, starts.tolist(), told["lengths"], strict=True):
            assert shown[2 * start : 2 * (start + length)].decode("utf-16-le") == mention.text
        assert np.cumsum(told["codes"] or told["starts"]).tolist() == [mention.start for mention in document.mentions]
        assert told["mentions"] == []


def test_every_chain_is_linked_to_the_part_that_it_begins_in() -> None:
    document = long_document()
    starts = [*part_starts(document.text), len(document.text)]
    for chain, part in zip(document.chains, part_of(document), strict=True):
        assert starts[part] <= chain[0].start < starts[part + 1]


def test_the_page_of_a_long_text_is_small_and_reads_back() -> None:
    document = long_document(3 * LONG)
    page = written([document], "html")
    assert len(page) < 3 * len(document.text), "what is marked takes no elements"
    assert page.count("<span") < 200
    assert parsed(page, "html") == [document]
    tree = JustHTML(re.sub(r"<script type.*?</script>", "", page), sanitize=False)
    assert "".join(node.to_text(strip=False, separator="") for node in tree.query(".text")) == document.text
    assert set(re.findall(r'href="#(\w+)"', page)) <= set(re.findall(r' id="(\w+)"', page))


def test_its_policy_allows_its_own_script_alone() -> None:
    page = written([long_document(), Document(id="short", text="Ann")], "html")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert re.fullmatch(r"default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'", policy[1])
    assert page.count("<script>") == 1
    assert "article.long" not in written([Document(id="short", text="Ann")], "html")
    assert [document.id for document in parsed(page, "html")] == ["long", "short"]


def test_names_that_look_like_markup_stay_text() -> None:
    document = long_document()
    evil = document.replace(id="</script><script>", meta={"title": "<b>&"})
    found = marks(evil, ["</script><!--"] * len(evil.chains))
    assert "<" not in found
    page = written([evil], "html")
    assert page.count("<script>") == 1
    assert parsed(page, "html") == [evil]


@given(documents(discontinuous=True, loose=True, distinct=False))
@settings(max_examples=30)
def test_what_is_written_in_parts_is_read_back(document: Document) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_text, "LONG", 0)
        page = written([document], "html")
    assert parsed(page, "html") == [document]


@given(documents(discontinuous=True, loose=True, distinct=False))
@settings(max_examples=40)
def test_a_packed_row_is_the_same_row(document: Document) -> None:
    row = row_of(document)
    assert unpacked(packed(row)) == row


def test_reasons_are_packed_and_come_back() -> None:
    reason = {"template": "head", "words": "same head word", "weight": 0.25}
    option = {"text": "Ann", "start": 0, "end": 3, "score": 1.5, "probability": 0.5, "reasons": [reason] * 3}
    new = {**option, "text": "", "start": -1, "end": -1}
    why = {"text": "Ann", "start": 4, "end": 7, "confidence": 0.5, "given": False, "chosen": option, "new": new}
    told = [json.dumps(each, separators=(",", ":")) for each in (why, {**why, "told": ["a “b”"]}, {**why, "text": "B"})]
    row = {"text": "Ann Ann", "mention_extra": {"why": [*told, "", "no JSON", "[1]", '{"confidence":1}']}}
    letters = packed(row)
    assert unpacked(letters) == row
    inside = json.loads(zlib.decompress(b64decode(letters)))
    listed, numbered = inside["mention_extra"]["why"]
    assert listed == [["head", "same head word", 0.25]]
    assert [isinstance(each, list) for each in numbered] == [True, *[False] * 6]


@pytest.mark.parametrize(
    "letters",
    [
        "",
        "!",
        "eJw=",
        b64encode(zlib.compress(b"[]")).decode(),
        b64encode(zlib.compress(b'{"packed": ["no"]}')).decode(),
        b64encode(zlib.compress(b'{"packed": ["heads"], "heads": 3}')).decode(),
        b64encode(zlib.compress(b'{"packed": ["words"], "sentences": [9], "offsets": [[0, 1]]}')).decode(),
        b64encode(zlib.compress(b"{}" * 10)[:-3]).decode(),
    ],
)
def test_a_damaged_row_is_refused(letters: str) -> None:
    with pytest.raises(DataError, match="this packed row is"):
        unpacked(letters)


def test_a_damaged_row_in_a_page_is_named_with_its_line() -> None:
    page = written([long_document()], "html")
    line = page[: page.index('data-namesakes="packed"')].count("\n") + 1
    with pytest.raises(DataError, match=f"memory:{line}: this packed row is damaged"):
        parsed(page.replace('data-namesakes="packed">', 'data-namesakes="packed">?'), "html")


def test_a_row_that_would_fill_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("namesakes.formats.html.packing.LARGEST", 100)
    with pytest.raises(DataError, match="cut off, or too large"):
        unpacked(packed({"text": "a" * 200}))
