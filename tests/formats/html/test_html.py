"""HTML: the visible text with its place in the page, and the pages that we write."""

import json
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from justhtml import JustHTML

from namesakes import Document, Strings
from namesakes.errors import DataError
from namesakes.formats import FORMATS
from namesakes.formats.html.mentions import DEEPEST
from namesakes.formats.html.text import text_pieces, visible_text
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions
from tests.formats.memory import parsed, reads_or_refuses, written
from tests.strategies import documents

FRAGMENTS = [
    "<p>", "</p>", "<b>", "</b>", "<div>", "</div>", "<table>", "<tr>", "<td>", "</table>", "<pre>", "</pre>", "<br>",
    "<script>", "</script>", "<title>", "</title>", "<svg>", "</svg>", "<![CDATA[", "]]>", "<!--", "-->", "<?x", ">",
    "<!x", "</ x>", "<a b='>'", '<i title="', '">', "&amp;", "&eacute", "&#x41;", "&#0;", "&notit;", "&", "\r\n", "\r",
    "\0", " ", "\n", "<", "Ann", "é", "<select>", "<option>", "<textarea>", "<template>", "<frameset>", "<xmp>",
    "<p hidden>", "<body>", "<html>", "<!doctype html>", "<plaintext>", "<li>", "<h1>", "<math><mi>", "<caption>",
]  # fmt: skip
pages = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=14).map("".join)

PLAIN = [
    item for item in FRAGMENTS if not re.search(r"frameset|CDATA|\0|svg|math|table|&#0", item)
]  # what moves nothing and leaves no doubt


def bare(text: str) -> str:
    """The text without white space and breaks."""
    return re.sub(r"[\s\0\ud800-\udfff]+", "", text)


def text_of(page: str) -> str:
    return visible_text(page).text


# Reading: what is shown.


def test_a_page_is_a_document() -> None:
    page = "<!doctype html><title>News &amp;\n more</title><body><h1>Hello</h1> <p>Ann  met\n<b>Ben</b>.</p>"
    (document,) = parsed(page, "html", name="site/news.html")
    assert (document.id, document.text) == ("news", "Hello\n\nAnn met Ben.")
    assert document.meta == {"encoding": "utf-8", "title": "News & more"}
    assert len(document.starts) == 0


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<div>a</div><div>b<div>c</div></div>", "a\nb\nc"),
        ("a<br>b<br><br>c", "a\nb\n\nc"),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", "a\nb\nc"),
        ("<table><tr><th>1<td>2<tr><td>3</table>", "1\t2\n3"),
        ("x<hr>y", "x\n\ny"),
        ("<p>a <b> b</b> <i>c</i>d", "a b cd"),
        ("<b>a</b> <b>b</b>", "a b"),
        ("<pre>\n\n  a\tb\r\n c</pre>d", "\n  a\tb\n c\n\nd"),
        ("<p>a</p><pre>  b  c </pre>", "a\n\n  b  c "),
        ("a\u00a0&nbsp; b", "a\u00a0\u00a0 b"),
        ("<xmp><b>&amp;</xmp>", "<b>&amp;"),
        ("<script>a</script><style>b</style><template>c</template><noscript>d</noscript><p>e", "e"),
        ("<p hidden>a<p style='color:red; Display : NONE'>b<dialog>c</dialog><dialog open>d</dialog>", "d"),
        ("<textarea>a</textarea><select><option>b</select><iframe>c</iframe>d", "d"),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢kan"),
        ("<svg><title>t</title><style>s</style><text>a</text></svg>", "a"),
        ("<svg><text>a<![CDATA[<b>&amp;]]>c</text></svg>", "a<b>&amp;c"),
        ("<?xml version='1.0'?>\n<!DOCTYPE html><html><body>a</body></html>", "a"),
        ("a<?php echo 1 ?>b<!ELEMENT c>d</ e>f<!doctype html>g", "abdfg"),
        ("a<!-- b", "a"),
        ("a<b class='c", "a"),
        ("a</b x='>'>b</i/>c</u d", "abc"),
        ("a</></p></b>b", "a\n\nb"),
        ("1 < 2 <3 &lt;b&gt; <", "1 < 2 <3 <b> <"),
        ("a\0b&#0;c", "ab\ufffdc"),
        ("\ufeffa", "a"),
    ],
)
def test_what_a_browser_shows(page: str, text: str) -> None:
    assert text_of(page) == text


def test_ten_thousand_nested_elements() -> None:
    page = "<div>" * 10_000 + "deep" + "</div>" * 10_000 + "<b>" * 3_000 + "<table>" * 300
    assert text_of(page) == "deep"


# Reading: where it stands.


@pytest.mark.parametrize(
    ("page", "pieces"),
    [
        ("<p>Ann &amp; B&eacute;n", ["A", "n", "n", " ", "&amp;", " ", "B", "&eacute;", "n"]),
        ("<p>&#x27;x&#39;&#65", ["&#x27;", "x", "&#39;", "&#65"]),
        ("<p>&eacutet&notit;", ["&eacute", "t", "&not", "i", "t", ";"]),
        ("<p>&NotEqualTilde;x", ["&NotEqualTilde;", "&NotEqualTilde;", "x"]),
        ("<p>a&foo;b&;c", ["a", "&", "f", "o", "o", ";", "b", "&", ";", "c"]),
        ("<pre>\r\na\r\nb\rc", ["a", "\r\n", "b", "\r", "c"]),
        ("<p>a\r\n b", ["a", "\r\n", "b"]),
        ("<p>a\0b", ["a", "b"]),
        ("<p>a</i>b<!-- c -->d", ["a", "b", "d"]),
        ("<p>a<?x?>b</i x='>'>c</i>&lt;", ["a", "b", "c", "&lt;"]),
        ("<svg><text>a<![CDATA[b&c]]>d", ["a", "b", "&", "c", "d"]),
        ("<table>x<tr title='>'>y<td>z</table>w", ["x", "y", "<td>", "z", "</table>", "w"]),
        ("<p>a</p><br>b", ["a", "</p>", "</p>", "b"]),
        ("<h1>a</h1>b", ["a", "</h1>", "</h1>", "b"]),
    ],
)
def test_every_character_has_its_place(page: str, pieces: list[str]) -> None:
    found = visible_text(page)
    assert len(pieces) == len(found.text)
    assert [page[place : place + len(piece)] for place, piece in zip(found.origin, pieces, strict=False)] == pieces


def test_the_end_has_a_place_too() -> None:
    assert visible_text("<p>a&amp;</p> ").origin.tolist() == [3, 4, 9]
    (document,) = parsed("<p>Ann &amp; Ben</p>", "html")
    assert document.origin is not None
    assert document.origin.tolist()[-1] == len("<p>Ann &amp; Ben")


def test_text_that_was_moved_keeps_the_nearest_place() -> None:
    found = visible_text("<table>x<tr><td>cell</td></tr>y</table>")
    assert found.text == "xy\ncell"
    assert found.origin.tolist()[:2] == [7, 16]


@given(pages)
@example("<table>a<td>b</table>c<table>d<tr>e")
@example("<pre>\n&#10;a</pre>")
@settings(max_examples=200)
def test_places_are_in_the_page_and_in_order(page: str) -> None:
    try:
        found = visible_text(page)
    except DataError:
        return
    places = found.origin.tolist()
    assert len(places) == len(found.text) + 1
    assert all(0 <= place <= len(page) for place in places)
    assert not re.search("[\ud800-\udfff]", found.text)
    if "<table>" not in page and "<frameset>" not in page:  # what moves text
        assert places == sorted(places)


@given(pages)
@settings(max_examples=100)
def test_letters_stand_where_they_are_said_to(page: str) -> None:
    """Wherever the page has the same character at the place, or a reference, a fallback has not been needed."""
    page = f"<p>{page.replace('<', '&lt;')}</p>"
    try:
        found = visible_text(page)
    except DataError:
        return
    for character, place in zip(found.text, found.origin.tolist(), strict=False):
        if character.isalnum() and page[place] != "&":
            assert page[place] == character


@given(st.lists(st.sampled_from(PLAIN) | st.text(max_size=4), max_size=14).map("".join))
@settings(max_examples=200)
def test_the_text_is_what_the_parser_finds_without_places(page: str) -> None:
    """With places the parser takes some markup for text; without, it follows the standard."""
    try:
        found = visible_text(page)
        expected = "".join(piece.data for piece in text_pieces(JustHTML(page, sanitize=False).root, []))
    except (DataError, ValueError):
        return
    assert bare(found.text) == bare(expected)


def test_a_number_that_the_parser_trips_over_is_an_error() -> None:
    with pytest.raises(DataError, match=r"memory: this page cannot be parsed \(ValueError"):
        parsed("<p>&#²;", "html")


# Reading: encodings, and what is refused.


@pytest.mark.parametrize(
    ("head", "encoding", "expected"),
    [
        ('<meta charset="windows-1252">', "cp1252", "cp1252"),
        ("<META http-equiv=Content-Type content='text/html; charset=ISO-8859-1'>", "cp1252", "cp1252"),
        ('<?xml version="1.0" encoding="iso-8859-2"?>', "iso8859-2", "iso8859-2"),
        ('<meta charset="gb2312">', "gb18030", "gb18030"),
        ('<meta charset="utf-16">', "utf-8", "utf-8"),
        ('<meta charset="unicode_escape">', "utf-8", "utf-8"),
        ('<meta charset="base64">', "utf-8", "utf-8"),
        ('<meta charset="no-such">', "utf-8", "utf-8"),
        ("", "utf-8-sig", "utf-8-sig"),
        ('<meta charset="latin-1">', "utf-16", "utf-16"),
    ],
)
def test_encodings(head: str, encoding: str, expected: str) -> None:
    (document,) = parsed(f"{head}<p>Zoé</p>".encode(encoding), "html")
    assert (document.text, document.meta["encoding"]) == ("Zoé", expected)
    assert document.origin is not None
    assert document.origin.tolist()[0] == len(head) + 3


def test_a_declared_encoding_comes_first() -> None:
    (document,) = parsed('<meta charset="utf-8"><p>Zoë'.encode("latin-1"), "html", encoding="latin-1")
    assert document.text == "Zoë"
    with pytest.raises(DataError, match="memory:2: byte 0xeb is not valid UTF-8"):
        parsed("<p>\nZoë".encode("latin-1"), "html", encoding="utf-8")


def test_a_stray_byte_does_not_change_the_encoding_that_a_page_names() -> None:
    (document,) = parsed('<meta charset="utf-8"><p>Zoë '.encode() + b"\xff", "html")
    assert document.text == "Zoë \ufffd"


def test_an_encoding_that_nobody_names_is_guessed() -> None:
    (document,) = parsed("<p>François est né à Rouen, et Zoë à Liège.".encode("latin-1"), "html")
    assert document.text == "François est né à Rouen, et Zoë à Liège."


@pytest.mark.parametrize("page", ["", "<script>x()</script>", "<p> <br> </p>", "<frameset><frame></frameset>"])
def test_a_page_without_text_is_refused(page: str) -> None:
    with pytest.raises(DataError, match="memory: there is no text in this page"):
        parsed(page, "html")


def test_a_binary_file_is_refused() -> None:
    with pytest.raises(DataError, match="this is a binary file"):
        parsed("<p>Ann</p>".encode("utf-16-le"), "html")
    with pytest.raises(DataError, match="this is a binary file"):
        parsed(b"\x89PNG\r\n\x1a\n\x00\x00\xff\x00", "html")


@given(st.binary())
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    list(reads_or_refuses(content, "html"))


@given(st.binary(max_size=40), st.integers(0, 2000))
@settings(max_examples=50)
def test_a_damaged_page_of_ours_is_read_or_refused(put: bytes, place: int) -> None:
    content = written([Document(id="a", text="Ann")], "html").encode()
    start = content.index(b"data-namesakes") - place % 200
    list(reads_or_refuses(content[:start] + put + content[start + len(put) // 2 :], "html"))


def test_it_is_recognised() -> None:
    sniff = FORMATS["html"].sniff
    assert sniff("\n<!DOCTYPE html>")
    assert sniff("<?xml version='1.0'?><!-- a -->\n<html lang=en>")
    assert not sniff("<htmlx>")
    assert not sniff('<DOC docno="1">')


# Writing.


def marked(*parts: tuple[str, list[tuple[int, int]]], words: str = "a b c d e f") -> Document:
    table = Mentions.build([spans for _, spans in parts], [chain for chain, _ in parts])
    return Document(id="doc", mention_table=table, **joined([words.split()]))


def body_of(document: Document) -> str:
    """The marked-up text alone, without what is not about nesting."""
    page = written([document], "html")
    text = page[page.index('<div class="text" dir="auto">') + 29 : page.index("</div>\n</article>")]
    return re.sub(r' (?:id|title|tabindex|role|data-chain)="[^"]*"', "", text)


def test_nested_mentions_nest() -> None:
    document = marked(("0", [(0, 3)]), ("1", [(1, 2)]), ("0", [(4, 5)]), ("1", [(5, 6)]))
    assert body_of(document) == (
        '<span class="m c0 h1">a <span class="m c1">b</span> c</span> d '
        '<span class="m c0">e</span> <span class="m c1">f</span>'
    )


def test_crossing_mentions_are_taken_up_again() -> None:
    document = marked(("0", [(0, 3)]), ("1", [(2, 5)]))
    assert body_of(document) == (
        '<span class="m once h1">a b <span class="m once">c</span></span><span class="m once"> d e</span> f'
    )
    assert written([document], "html").count('role="button"') == 2


def test_discontinuous_mentions_are_marked_part_by_part() -> None:
    page = written([marked(("0", [(0, 1), (2, 3)]))], "html")
    assert re.findall(r'<span class="m once" data-chain="0"([^>]*)>(\w)</span>', page) == [
        (' id="d0m0" tabindex="0" role="button" title="a … c · 1 of 1"', "a"),
        ("", "c"),
    ]


def test_mentions_without_a_chain_and_without_a_word() -> None:
    table = Mentions.build([[(0, 1)], [(1, 2)]], [None, "0"])
    document = Document(id="doc", text="ab", starts=[0, 1], ends=[1, 1], mention_table=table)
    assert body_of(document) == '<span class="m loose">a</span><span class="m once empty"></span>b'


def test_very_deep_nesting_is_shown_as_deep() -> None:
    document = marked(*[(str(place), [(0, 9 - place)]) for place in range(9)], words="a b c d e f g h i")
    assert f"h{DEEPEST}" in body_of(document)
    assert f"h{DEEPEST + 1}" not in body_of(document)


def test_speakers_stand_before_their_turns() -> None:
    document = marked(("0", [(0, 1)])).with_columns(speaker=Strings(["Ann", "Ann", "Ben", "", "<i>", "<i>"]))
    assert body_of(document) == (
        '<span class="speaker">Ann</span><span class="m once">a</span> b '
        '<span class="speaker">Ben</span>c d <span class="speaker">&lt;i&gt;</span>e f'
    )


def test_the_chains_are_listed_with_the_most_mentions_first() -> None:
    document = marked(
        ("0", [(0, 1)]), ("1", [(1, 2)]), ("2", [(2, 4)]), ("2", [(4, 5)]), ("1", [(5, 6)]), ("2", [(1, 3)])
    )
    page = written([document], "html")
    listed = re.findall(r'<a class="(\w+)" href="#(\w+)" data-chain="(\d)" .*?>([^<>]+)</bdi>.*?>(\d)</span>', page)
    assert listed == [("c0", "d0m1", "1", "b c", "3"), ("c1", "d0m2", "2", "b", "2"), ("once", "d0m0", "0", "a", "1")]
    assert "<summary>1 mentioned once</summary>" in page
    assert "6 words · 6 mentions · 3 chains" in page
    assert all(f'id="{target}"' in page for _, target, *_ in listed)


def test_names_that_look_like_markup_stay_text() -> None:
    evil = "<script>alert(1)</script> \"'& --> </title> <!-- ]]>"
    table = Mentions.build([[(0, 2)], [(0, 1)]], [evil, evil])
    document = Document(id=evil, meta={"title": evil}, mention_table=table, **joined([[evil, "said"]]))
    page = written([document, document.replace(meta={})], "html")
    assert page.count("<script>") == 1
    tree = JustHTML(page, sanitize=False)
    assert [script.attrs for script in tree.query("script")] == [
        *[{"type": "application/json", "data-namesakes": ""}] * 2,
        {},
    ]
    assert evil in "".join(node.to_text(strip=False) for node in tree.query(".text"))
    assert parsed(page, "html") == [document, document.replace(meta={})]


def test_the_page_asks_for_nothing_and_its_policy_allows_nothing_else() -> None:
    page = written([marked(("0", [(0, 1)]))], "html")
    assert not re.search(r"https?:|//|@import|url\(|\bsrc=|<link|<img", page.replace("// ", ""))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert re.fullmatch(r"default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'", policy[1])
    assert "style=" not in page


def test_a_page_reads_the_same_without_its_rows() -> None:
    document = Document(id="a", text="Ann & Ben\n\n<b>  Cleo\r\n")
    page = re.sub(r"<script type.*?</script>", "", written([document], "html"))
    tree = JustHTML(page, sanitize=False)
    assert "".join(node.to_text(strip=False) for node in tree.query(".text")) == document.text.replace("\r\n", "\n")


def test_several_documents_are_listed_and_read_back() -> None:
    found = [Document(id="a", part=2, text="Ann"), Document(id="b", text="Ben", meta={"title": "B"}), Document(id="")]
    page = written(found, "html")
    assert re.findall(r'<li><a href="#(\w+)">([^<]*)</a>', page) == [
        ("d0", "a; part 002"),
        ("d1", "B"),
        ("d2", "Untitled"),
    ]
    assert [document.text for document in parsed(page, "html")] == ["Ann", "Ben", ""]
    assert "<h1>0 documents</h1>" in written([], "html")


def test_a_bad_row_in_a_page_of_ours_is_named_with_its_line() -> None:
    page = written([Document(id="a", text="Ann")], "html")
    line = page[: page.index("data-namesakes>")].count("\n") + 1
    with pytest.raises(DataError, match=f"memory:{line}: this row has no text"):
        parsed(page.replace('"text": "Ann"', '"txet": "Ann"'), "html")


def test_a_page_that_a_browser_saved_reads_the_same() -> None:
    document = marked(("0", [(0, 1)]))
    page = written([document], "html").replace(" data-namesakes>", ' data-namesakes="">')
    assert parsed(page, "html") == [document]


@given(st.lists(documents(discontinuous=True, loose=True, distinct=False), min_size=1, max_size=2))
@settings(max_examples=40)
def test_what_is_written_is_read_back(found: list[Document]) -> None:
    page = written(found, "html")
    assert parsed(page, "html") == found
    assert page.count("<span") == page.count("</span>")


@given(documents(discontinuous=True, loose=True, distinct=False, rich=False))
@settings(max_examples=40)
def test_the_visible_text_is_the_text(document: Document) -> None:
    tree = JustHTML(written([document], "html"), sanitize=False)
    assert "".join(node.to_text(strip=False, separator="") for node in tree.query(".text")) == document.text


def test_rows_cannot_end_their_script() -> None:
    page = written([Document(id="a", text="</script><!--<script>")], "html")
    (row,) = re.findall(r"data-namesakes>(.*?)</script>", page)
    assert "<" not in row
    assert json.loads(row)["text"] == "</script><!--<script>"
