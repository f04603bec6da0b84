"""Pages that show trees and names: escaped, complete in themselves, and read back."""

import re
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read_one, write
from namesakes.formats.html.trees import levels, name_colours, text_width, tree
from namesakes.text.spans import Spans
from tests.oracles.trees import trees

DOCUMENT = Document(
    id="a<b",
    text='Ann & <i>Bo</i> met "Eve". Rain!',
    starts=[0, 4, 6, 16, 20, 21, 24, 25, 27, 31],
    ends=[3, 5, 15, 19, 21, 24, 25, 26, 31, 32],
    sentence_starts=[0, 8],
    columns={
        "upos": ["PROPN", "CCONJ", "PROPN", "VERB", "PUNCT", "PROPN", "PUNCT", "PUNCT", "NOUN", "PUNCT"],
        "label": ["nsubj", "cc", "conj", "root", "punct", "obj", "punct", "punct", "root", "a<b"],
        "lemma": ["Ann", "&", "<i>", "meet", '"', "Eve", '"', ".", "rain", "!"],
    },
    heads=[3, 2, 0, -1, 5, 3, 5, 3, -1, 8],
    entity_table=Spans.build([(0, 1, "PER"), (2, 3, "PER"), (5, 6, "<X>")]),
)


def page(document: Document) -> str:
    stream = StringIO()
    write([document], stream, format="html")
    return stream.getvalue()


def test_names_are_marked_and_everything_is_escaped() -> None:
    shown = page(DOCUMENT)
    assert (
        '<span class="name c1">Ann<small>PER</small></span> &amp; <span class="name c1">&lt;i&gt;Bo&lt;/i&gt;' in shown
    )
    assert '<span class="name c0">Eve<small>&lt;X&gt;</small></span>' in shown
    body = shown[shown.index("<body>") : shown.index("<script")]
    assert "<i>" not in body
    assert re.findall(r"(?:href|src)=.(?!#)|url\(|style=", body) == []
    assert "10 words" not in body
    assert "2 sentences · 3 names" in body


def test_every_token_and_arc_is_drawn() -> None:
    (drawn,) = ["".join(tree(DOCUMENT, 0, 8, DOCUMENT.entities, name_colours(DOCUMENT.entities)))]
    svg = ElementTree.fromstring(drawn)
    texts = [(element.text or "", element.get("class")) for element in svg.iter("text")]
    assert [text for text, kind in texts if kind is None] == list(DOCUMENT.words[:8])
    assert sorted(text for text, kind in texts if kind == "label") == sorted(DOCUMENT.columns["label"][:8])
    assert [text for text, kind in texts if kind == "tag"] == list(DOCUMENT.columns["upos"][:8])
    width = float(svg.get("width", "0"))
    assert all(0 <= float(element.get("x", "-1")) <= width for element in svg.iter("text"))
    assert len(list(svg.iter("rect"))) == 3
    assert "Ann: nsubj of met" in (svg[0].text or "")


def test_the_page_reads_as_the_document(tmp_path: Path) -> None:
    write([DOCUMENT], tmp_path / "a.html")
    assert read_one(tmp_path / "a.html") == DOCUMENT


def test_names_without_trees_and_trees_without_names() -> None:
    assert "<svg" not in page(DOCUMENT.replace(heads=None))
    assert page(DOCUMENT.replace(entity_table=None)).count("<svg") == 2
    assert "<section" not in page(Document(text="Ann ran."))


@given(st.sampled_from([heads for size in range(1, 6) for heads in trees(size, projective=False)]))
def test_levels_rise_over_what_lies_within(heads: tuple[int, ...]) -> None:
    arcs = [(word, head - 1, "") for word, head in enumerate(heads)]
    found = levels(arcs)
    spans = [(min(dependent, head), max(dependent, head)) for dependent, head, _ in arcs]
    for one, (low, high) in enumerate(spans):
        for other, (first, last) in enumerate(spans):
            if one != other and min(arcs[one][1], arcs[other][1]) >= 0:
                if low < last and first < high:  # they share a place, so that they must not lie on each other
                    assert found[one] != found[other]
                if low <= first and last <= high:
                    assert found[one] > found[other]


def test_broad_letters_are_wider() -> None:
    assert text_width("il", 10) < text_width("an", 10) < text_width("MW", 10) == text_width("漢字", 10)
