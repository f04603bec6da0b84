"""MUC SGML: golden files, every error, round trips, and files that are nearly right."""

import io
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read, read_one, write
from namesakes.errors import DataError, LossWarning
from namesakes.formats import Block, find_format
from namesakes.formats import text_file as source_module
from namesakes.formats.muc import FORMAT
from namesakes.formats.muc.minimum import last_word
from namesakes.formats.text_file import TextFile
from namesakes.text.spans import Mentions
from namesakes.text.strings import Strings
from tests.formats.fuzz import mutations
from tests.strategies import documents

MUC6 = """<DOC>
<DOCID> wsj93_033.0116 </DOCID>
<DOCNO> 930118-0013 </DOCNO>
<HL> <COREF ID="10" MIN="Wilber">Gary  Wilber</COREF> &amp; Co. </HL>
<TXT>
<p>
<s> <coref min='boss | chief' id=11 Ref="10" type=IDENT STATUS="OPT">The AT&T boss of <COREF ID="12">Drug
Inc.</COREF></coref> agreed. </s>
<s> A&lt;b &#38; &#x63; &bogus; x < y <COREF ID="14" TYPE="IDENT" REF="13">it</COREF> </s>
</p>
<p><s> <COREF TYPE="IDENT" REF="11" ID="15">He</COREF> liked <COREF ID="13">it</COREF>.</s></p>
</TXT>
</DOC>
"""
TEXT = """ Gary  Wilber & Co. 

 The AT&T boss of Drug
Inc. agreed. 
 A<b & c &bogus; x < y it 

 He liked it.
"""  # noqa: W291


def sgml(folder: Path, text: str, name: str = "d.sgm") -> Path:
    (folder / name).write_bytes(text.encode())
    return folder / name


def parsed(text: str) -> Document:
    """The document of a block that was never a file."""
    return FORMAT.parse(Block(TextFile("d.sgm"), 1, [text]))


def written(*given_documents: Document) -> str:
    stream = io.StringIO(newline="")
    assert FORMAT.write is not None
    FORMAT.write(given_documents, stream)
    return stream.getvalue()


def chains(document: Document) -> dict[str, list[tuple[int, int]]]:
    """The characters of each chain's mentions, under its name."""
    table = document.mention_table
    assert table is not None
    found: dict[str, list[tuple[int, int]]] = {}
    for mention, chain in zip(document.mentions, table.chains.tolist(), strict=True):
        if chain >= 0:
            found.setdefault(table.chain_ids[chain], []).append((mention.parts[0].start, mention.parts[-1].end))
    return found


def test_golden(tmp_path: Path) -> None:
    document = read_one(sgml(tmp_path, MUC6))
    table = document.mention_table
    assert table is not None
    assert (document.id, document.text) == ("930118-0013", TEXT)
    assert document.meta == {"docid": "wsj93_033.0116", "provisional_tokens": True}
    found = {name: [TEXT[start:end] for start, end in rows] for name, rows in chains(document).items()}
    assert found == {
        "10": ["Gary  Wilber", "The AT&T boss of Drug\nInc.", "He"],
        "12": ["Drug\nInc."],
        "14": ["it", "it"],
    }
    assert table.extra == {
        "muc_id": Strings(["10", "11", "12", "14", "15", "13"]),
        "muc_min": Strings(["Wilber", "boss | chief", "", "", "", ""]),
        "muc_status": Strings(["", "OPT", "", "", "", ""]),
    }
    assert table.heads is not None
    assert [document.words[head] if head >= 0 else "" for head in table.heads] == ["Wilber", "boss", "", "", "", ""]
    assert [sentence.tokens[0].text for sentence in document.sentences] == ["Gary", "The", "A", "He"]
    assert [paragraph.tokens[0].text for paragraph in document.paragraphs] == ["Gary", "The", "He"]


def test_written_with_all_that_is_known() -> None:
    document = parsed(MUC6)
    again = parsed(written(document))
    assert again.text == document.text
    assert again.mention_table == document.mention_table
    assert (again.id, again.meta) == (document.id, document.meta)


def test_written_as_expected() -> None:
    table = Mentions.build(
        [[(0, 2)], [(0, 2)], [(0, 1)], [(3, 4)]], ["e1", "e2", "e1", "e2"], heads=[1, 1, 0, 3], labels=["p"] * 4
    )
    document = Document(
        id=" a & b", part=2, text='\n"Al" Bo met him', starts=[1, 6, 9, 13], ends=[5, 8, 12, 16], mention_table=table
    )
    text = written(document)
    assert text == (
        "<DOC>\n<DOCNO> &#32;a &amp; b; part 002 </DOCNO>\n<TEXT>\n"
        '\n<COREF ID="e1" MIN="Bo"><COREF ID="e2" MIN="Bo">'
        '<COREF ID="1" TYPE="IDENT" REF="e1" MIN="&quot;Al&quot;">&quot;Al&quot;</COREF> Bo</COREF></COREF> met '
        '<COREF ID="2" TYPE="IDENT" REF="e2" MIN="him">him</COREF></TEXT>\n</DOC>\n'
    )
    again = parsed(text)
    assert (again.key, again.text, chains(again)) == (document.key, document.text, chains(document))


def test_several_documents_and_none(tmp_path: Path) -> None:
    text = f"<?xml version='1.0'?>\n\n{MUC6}\n\n<doc>x</DOC >{MUC6}  <!-- end -->\n"
    found = list(read(sgml(tmp_path, text)))
    assert [document.id for document in found] == ["930118-0013", "d-18", "930118-0013"]
    assert found[0] == found[2] == parsed(MUC6)
    plain = read_one(sgml(tmp_path, 'A <COREF ID="x">man</COREF>.\r\n', "plain.muc"))
    assert (plain.id, plain.text, chains(plain)) == ("plain", "A man.\r\n", {"x": [(2, 5)]})
    with pytest.raises(DataError, match="there is no document in this file"):
        read_one(sgml(tmp_path, " \n", "empty.sgml"))


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_streaming_gives_the_same_whatever_the_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    path = sgml(tmp_path, f"{MUC6}\n{MUC6.replace('930118', '930119')}")
    whole = list(read(path))
    monkeypatch.setattr(source_module, "CHUNK", size)
    assert list(read(path)) == whole
    assert len(whole) == 2


def test_a_bad_document_does_not_lose_the_others(tmp_path: Path) -> None:
    skipped: list[DataError] = []
    path = sgml(tmp_path, f"{MUC6}<DOC>\n<COREF ID='1'>a</DOC>\n{MUC6}rest")
    assert len(list(read(path, skipped=skipped))) == 2
    assert [error.line for error in skipped] == [15, 29]


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ('<DOC>\n<COREF ID="1">a\n</DOC>', 2, "<COREF ID=1> begins here and is not closed before </DOC> in line 3"),
        ('<COREF ID="1">a', 1, "<COREF ID=1> begins here and is not closed before the end"),
        ('a\n<s><COREF ID="1">a</s></COREF>', 2, "is not closed before </S> in line 2"),
        ("<DOC>a\n</COREF></DOC>", 2, "</COREF> closes nothing that is open"),
        ("a</DOC>", 1, "</DOC> closes nothing that is open"),
        ('<DOC>\n\n<COREF ID="1>a</COREF></DOC>', 3, "is not a whole tag"),
        ("<COREF>a</COREF>", 1, "this COREF has no ID"),
        ("<COREF ID=1>a</COREF>\n<COREF ID='1'>b</COREF>", 2, "the ID 1 was given to another COREF already"),
        ("a\n<COREF ID=1 REF=2>a</COREF>", 2, "this COREF refers to 2, and no COREF of this document has that ID"),
        ("a\n<COREF ID=1> </COREF>", 2, "this COREF holds no word of the text"),
        ("<DOC><DOCNO><COREF ID=1>x</COREF></DOCNO></DOC>", 1, "this COREF holds no word of the text"),
        ("<DOC>\n<DOCNO> x", 2, "<DOCNO> begins here and is not closed before the end"),
        ("<DOC>a\nb", 1, "<DOC> begins here and is not closed before the end"),
        ("<DOC>a\n<DOC>b</DOC>\n", 1, "<DOC> begins here and is not closed"),
        ("<DOC>a\n<DOC>b</DOC>\n</DOC>", 1, "<DOC> begins here and is not closed"),
        ("a <DOC>b</DOC>", 1, "text stands before <DOC>"),
        ("<DOC>b</DOC>\n\nc", 3, "'c' stands after the last </DOC>"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, text: str, line: int, found: str) -> None:
    path = sgml(tmp_path, text)
    with pytest.raises(DataError) as caught:
        list(read(path))
    assert (caught.value.path, caught.value.line) == (str(path), line)
    assert found in caught.value.found


def test_two_documents_that_are_both_closed_at_the_end() -> None:
    with pytest.raises(DataError, match="a second <DOC> begins before </DOC>"):
        parsed("<DOC>a\n<DOC>b</DOC></DOC>")


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("the woman, a man", "man", 15),
        ("the woman", "man", 8),
        ("Drug\n Emporium Inc.", "Drug Emporium Inc.", 17),
        ("a b", "c | b", 2),
        ("a b", "c", -1),
        ("a $", "$", 2),
        ("a b", " | ", -1),
    ],
)
def test_last_word_of_a_minimum(text: str, words: str, place: int) -> None:
    assert last_word(text, words) == place


def test_losses_are_counted() -> None:
    parts = [[(0, 2)], [(1, 3)], [(0, 1), (2, 3)], [(3, 4)], [(0, 1)]]
    table = Mentions.build(parts, ["a", "b", "b", "a", None])
    document = Document(id="d", text="one two three", starts=[0, 4, 8, 13], ends=[3, 7, 13, 13], mention_table=table)
    with pytest.warns(LossWarning) as caught:
        text = written(document)
    assert [str(item.message) for item in caught] == [
        f"d: 1 mentions {kind} were left out, which MUC cannot hold"
        for kind in (
            "outside any chain",
            "in several parts",
            "that cross another",
            "of words that the text does not have",
        )
    ]
    assert chains(parsed(text)) == {"a": [(0, 7)]}


def test_a_head_that_a_min_cannot_name_is_not_written() -> None:
    table = Mentions.build([[(0, 2)], [(0, 1)]], ["0", "0"], heads=[1, -1])
    document = Document(id="d", text="he he", starts=[0, 3], ends=[2, 5], mention_table=table)
    assert "MIN" not in written(document)


def test_sniff(tmp_path: Path) -> None:
    assert find_format(sgml(tmp_path, "\n" + MUC6, "first")).name == "muc"
    assert find_format(sgml(tmp_path, "Gary <coref ID=1>he</coref>", "second")).name == "muc"
    assert not FORMAT.sniff("<!DOCTYPE html><doctor>")


@given(documents(discontinuous=True, loose=True, distinct=False))
def test_round_trip_of_any_document(document: Document) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LossWarning)
        found = parsed(written(document))
    assert (found.key, found.text) == (document.key, document.text)
    wanted = chains(document)
    for name, rows in chains(found).items():
        left = list(wanted[name])
        for row in rows:
            left.remove(row)
    with warnings.catch_warnings():
        warnings.simplefilter("error", LossWarning)
        assert parsed(written(found)) == found


@st.composite
def nested(draw: st.DrawFn) -> Document:
    """A document whose mentions nest: those of a random one that cross none before them."""
    document: Document = draw(documents(distinct=False))
    kept: list[tuple[Any, str]] = []
    for mention in document.mentions:
        first, last = mention.parts[0].token_start, mention.parts[0].token_end
        if not any(a < first < b < last or first < a < last < b for ((a, b),), _ in kept):
            kept.append((((first, last),), draw(st.sampled_from(["0", "1", "e<3", ""]))))
    return document.replace(mention_table=Mentions.build([parts for parts, _ in kept], [name for _, name in kept]))


@given(nested())
def test_round_trip_of_nested_mentions(document: Document) -> None:
    found = parsed(written(document))
    assert {name: sorted(rows) for name, rows in chains(found).items()} == {
        name: sorted(rows) for name, rows in chains(document).items()
    }


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_text_and_name_come_back_exactly(text: str, name: str) -> None:
    found = parsed(written(Document(id=name, text=text)))
    assert (found.key, found.text) == (name, text)


def test_files_keep_line_breaks(tmp_path: Path) -> None:
    document = Document(id="d", text="\r\nGary\rmet\r\nAnn\n\n")
    write([document, document], tmp_path / "x.sgm")
    assert [found.text for found in read(tmp_path / "x.sgm")] == [document.text] * 2


PIECES = [
    "<",
    ">",
    "</",
    "COREF",
    "</COREF>",
    "<COREF ID=9>",
    "<DOC>",
    "</DOC>",
    'REF="',
    "<s>",
    "&#",
    ";",
    "'",
    "\n",
    "=",
]


@given(mutations(MUC6, PIECES))
def test_only_data_errors(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.sgm"
    path.write_bytes(text.encode("utf-8", "replace"))
    try:
        found = [FORMAT.parse(block) for block in FORMAT.split(TextFile(path))]
    except DataError:
        return
    for document in found:
        assert parsed(written(document)).text == document.text


def test_large_files_take_linear_time() -> None:
    for text in ("<p>" * 50_000 + "</s>" * 50_000, "< " * 100_000, "<a b=" * 50_000, '<a "' * 50_000):
        assert parsed(text).id == "d"
    deep = 20_000
    text = "".join(f"<COREF ID={row}>" for row in range(deep)) + "a" + "</COREF>" * deep
    assert len(parsed(text).mentions) == deep
