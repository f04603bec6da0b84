"""WePS answers: golden files, every error, round trips, and files that are nearly right."""

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read, read_one, score, write
from namesakes.errors import DataError, LossWarning
from namesakes.formats import Block, find_format
from namesakes.formats.text_file import TextFile
from namesakes.formats.weps import FORMAT
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions
from namesakes.text.strings import Strings
from tests.formats.fuzz import mutations

ANSWER = """<?xml version="1.0" encoding="UTF-8"?>
<clustering name="Amanda Lentz" date="2009">
  <entity id="painter" note="alive">
    <doc rank="10" title="Lentz &amp; Lentz" url="http://example.org/"/>
    <doc rank="1"></doc>
  </entity>
  <entity id="0">
    <doc rank="2" title="Two" speaker="x"/>
    <doc rank="10"/>
    <doc rank="10"/>
  </entity>
  <discarded>
    <doc rank="7" title="7"/>
  </discarded>
</clustering>
"""


def answer(folder: Path, text: str, name: str = "Amanda_Lentz.clust.xml") -> Path:
    (folder / name).write_bytes(text.encode())
    return folder / name


def parsed(text: str) -> Document:
    """The document of a block that was never a file."""
    return FORMAT.parse(Block(TextFile("J. Smith.clust.xml"), 1, [text]))


def written(document: Document) -> str:
    stream = io.StringIO(newline="")
    assert FORMAT.write is not None
    FORMAT.write([document], stream)
    return stream.getvalue()


def entities(document: Document) -> dict[str, list[str]]:
    """The ranks of each entity's pages."""
    return {chain.id: [mention.text for mention in chain] for chain in document.chains}


def pages(groups: dict[str, list[int]], count: int, **fields: Any) -> Document:
    """A document of `count` pages in these groups."""
    rows = [(page, name) for name, places in groups.items() for page in places]
    table = Mentions.build([[(page, page + 1)] for page, _ in rows], [name for _, name in rows])
    ranks = [[str(page + 1)] for page in range(count)]
    return Document(**{"id": "Jo Do", "mention_table": table, **joined(ranks), **fields})


def test_golden(tmp_path: Path) -> None:
    document = read_one(answer(tmp_path, ANSWER))
    assert (document.id, document.text) == ("Amanda Lentz", "1\n2\n7\n10")
    assert len(document.sentences) == 4
    assert entities(document) == {"painter": ["1", "10"], "0": ["2", "10"]}
    assert document.columns == {
        "title": Strings(["", "Two", "7", "Lentz & Lentz"]),
        "page_speaker": Strings(["", "x", "", ""]),
        "url": Strings(["", "", "", "http://example.org/"]),
    }
    assert document.meta == {
        "discarded": ["7"],
        "clustering": {"date": "2009"},
        "entity_attributes": {"painter": {"note": "alive"}},
    }


def test_written_as_expected() -> None:
    document = parsed(ANSWER)
    text = written(document)
    assert text == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<clustering name="Amanda Lentz" date="2009">\n'
        '  <entity id="painter" note="alive">\n'
        '    <doc rank="1"/>\n'
        '    <doc rank="10" title="Lentz &amp; Lentz" url="http://example.org/"/>\n'
        "  </entity>\n"
        '  <entity id="0">\n'
        '    <doc rank="2" title="Two" speaker="x"/>\n'
        '    <doc rank="10" title="Lentz &amp; Lentz" url="http://example.org/"/>\n'
        "  </entity>\n"
        "  <discarded>\n"
        '    <doc rank="7" title="7"/>\n'
        "  </discarded>\n"
        "</clustering>\n"
    )
    assert parsed(text) == document


def test_names(tmp_path: Path) -> None:
    assert parsed('<clustering searchString="Abby Watkins"/>').id == "Abby Watkins"
    assert parsed('<clustering searchString="a" name="b"/>').meta == {"clustering": {"searchString": "a"}}
    assert parsed("<CLUSTERING/>").id == "J. Smith"
    assert parsed('<clustering name="a; part 002"/>').key == "a; part 002"
    assert parsed('<clustering name="a"><entity id="1"/></clustering>').mention_table == Mentions()


def test_ranks_that_are_no_numbers_come_last() -> None:
    ranks = "".join(f'<doc rank="{rank}"/>' for rank in ["b", "10", " 9 ", "a", "09", "1" * 5000])
    document = parsed(f'<clustering name="x"><discarded>{ranks}</discarded></clustering>')
    assert document.words == ("09", "9", "10", "1" * 5000, "a", "b")


def test_encodings(tmp_path: Path) -> None:
    text = '<clustering name="Zoë"/>'
    latin = f'<?xml version="1.0" encoding="ISO-8859-1"?>{text}'
    for name, data in {
        "latin": latin.encode("latin-1"),
        "utf8": f"\ufeff{text}".encode(),
        "utf16": text.encode("utf-16"),
    }.items():
        (tmp_path / f"{name}.xml").write_bytes(data)
        assert read_one(tmp_path / f"{name}.xml").id == "Zoë"
    (tmp_path / "declared.xml").write_bytes(text.encode("cp1252"))
    assert read_one(tmp_path / "declared.xml", encoding="cp1252").id == "Zoë"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b'<?xml version="1.0" encoding="klingon"?><clustering/>', "there is no encoding of text called 'klingon'"),
        (b'<?xml version="1.0" encoding="hex"?><clustering/>', "there is no encoding of text called 'hex'"),
        (b"<clustering name='\xff'/>", "byte 0xff is not valid UTF-8"),
    ],
)
def test_bytes_that_are_no_text(tmp_path: Path, data: bytes, found: str) -> None:
    (tmp_path / "x.xml").write_bytes(data)
    with pytest.raises(DataError, match=found):
        read_one(tmp_path / "x.xml")


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("<clustering>\n<entity id='0'>", 2, "this is not well-formed XML: no element found"),
        ("", 1, "this is not well-formed XML: no element found"),
        ("<clustering>\n\n&nbsp;</clustering>", 3, "this is not well-formed XML: undefined entity"),
        ("\n<!DOCTYPE clustering [<!ENTITY a 'b'>]>\n<clustering/>", 2, "this file has a <!DOCTYPE declaration"),
        ("<clustering>\n<!entity a 'b'></clustering>", 2, "this file has a <!ENTITY declaration"),
        ("<corpus/>", 1, "<corpus> stands as the outermost element"),
        ("<clustering>\n<doc rank='1'/></clustering>", 2, "<doc> stands inside <clustering>"),
        ("<clustering>\n<entity id='1'><page/></entity></clustering>", 2, "<page> stands inside <entity>"),
        ("<clustering>\n<entity/></clustering>", 2, "an entity has no id"),
        ("<clustering><entity id='1'/>\n<entity id='1'/></clustering>", 2, "a second entity has the id 1"),
        ("<clustering><discarded>\n<doc title='x'/></discarded></clustering>", 2, "a page has no rank"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, text: str, line: int, found: str) -> None:
    path = answer(tmp_path, text)
    with pytest.raises(DataError) as caught:
        read_one(path)
    assert (caught.value.path, caught.value.line) == (str(path), line)
    assert found in caught.value.found


@pytest.mark.parametrize(
    ("document", "found"),
    [
        (Document(id="d", text="x"), "d has no chains, and weps holds clusterings of pages only"),
        (Document(id="d", mention_table=Mentions(), **joined([["he", "he"]])), "d has a word twice, or an empty one"),
        (pages({"0": [0]}, 3, mention_table=Mentions.build([[(0, 2)]], ["0"])), "has a mention of several tokens"),
        (pages({"0": [0]}, 3, mention_table=Mentions.build([[(0, 1), (2, 3)]], ["0"])), "has a mention of several"),
        (pages({"\x01": [0]}, 1), r"the character U\+0001 cannot be written in XML"),
        (pages({"0": [0]}, 1, id="\ud800"), r"the character U\+D800 cannot be written in XML"),
    ],
)
def test_what_cannot_be_written(document: Document, found: str) -> None:
    with pytest.raises(DataError, match=found):
        written(document)


def test_losses_are_counted() -> None:
    table = Mentions.build([[(0, 1)], [(1, 2)]], ["0", None])
    with pytest.warns(LossWarning, match="Jo Do: 1 mentions outside any chain were written as discarded pages"):
        text = written(pages({}, 2, mention_table=table))
    assert parsed(text).meta["discarded"] == ["2"]
    with pytest.warns(LossWarning, match="Jo Do: 1 columns whose names XML does not allow were left out"):
        written(pages({"0": [0]}, 1, columns={"a b": Strings(["x"]), "url": Strings(["y"])}))


def test_metadata_that_is_none_is_not_written() -> None:
    meta = {"discarded": 3, "clustering": {"a b": "x", "name": "no", "year": 1999}, "entity_attributes": ["x"]}
    text = written(pages({"0": [0]}, 1, meta=meta))
    assert '<clustering name="Jo Do" year="1999">' in text
    assert '<entity id="0">' in text


def test_files_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = [pages({"0": [0, 2], "1": [1, 2]}, 4), pages({"0": [0]}, 1, id="../J. Smith")]
    assert write(two, tmp_path / "out", format="weps") == 2
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "%2E.%2FJ. Smith.clust.xml",
        "Jo Do.clust.xml",
    ]
    assert [document.id for document in read(tmp_path / "out")] == ["../J. Smith", "Jo Do"]
    write(two[:1], tmp_path / "one.xml")
    assert entities(read_one(tmp_path / "one.xml")) == entities(two[0])
    write(two[:1], "-", format="weps")
    assert capsys.readouterr().out == (tmp_path / "one.xml").read_text(encoding="utf-8")
    with pytest.raises(DataError, match="one file of this format holds one document"):
        write(two, tmp_path / "both.xml")
    with pytest.raises(DataError, match="one file of this format holds one document"):
        write(two, io.StringIO(), format="weps")


def test_a_clustering_is_a_document_like_any_other(tmp_path: Path) -> None:
    document = parsed(ANSWER)
    write([document], tmp_path / "x.jsonl")
    assert read_one(tmp_path / "x.jsonl") == document
    key, response = pages({"a": [0, 1], "b": [2, 3]}, 4), pages({"x": [3, 2], "y": [1, 0]}, 4)
    assert score([key], [parsed(written(response))]).scores()["b3"].f1 == 1


def test_sniff(tmp_path: Path) -> None:
    assert find_format(answer(tmp_path, ANSWER, "answer")).name == "weps"
    assert FORMAT.sniff("\n<clustering>")
    assert not FORMAT.sniff("<p>a <clustering> of pages</p>")


characters = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
names = st.text(characters, max_size=5)


@st.composite
def clusterings(draw: st.DrawFn) -> Document:
    """A clustering of pages, some of them in two groups and some in none."""
    count = draw(st.integers(0, 6))
    places = st.lists(st.integers(0, count - 1), unique=True, min_size=1) if count else st.nothing()
    groups = draw(st.dictionaries(names, places, max_size=4 if count else 0))
    groups = dict(sorted(groups.items(), key=lambda item: min(item[1])))
    inside = {place for members in groups.values() for place in members}
    also = draw(st.sets(st.sampled_from(range(count)))) if count else set()
    discarded = [str(place + 1) for place in range(count) if place not in inside or place in also]
    titles = draw(st.lists(names, min_size=count, max_size=count))
    return pages(
        {name: sorted(members) for name, members in groups.items()},
        count,
        id=draw(names),
        part=draw(st.integers(0, 2)),
        meta={"discarded": discarded} if discarded else {},
        columns={"title": Strings(titles)} if any(titles) else {},
    )


@given(clusterings())
def test_round_trip(document: Document) -> None:
    assert parsed(written(document)) == document


PIECES = [
    "<",
    ">",
    "/>",
    '"',
    "<doc rank='3'/>",
    "</entity>",
    "<entity id='9'>",
    "<!DOCTYPE a>",
    "&",
    "&#0;",
    "]]>",
    "\n",
]


@given(mutations(ANSWER, PIECES))
def test_only_data_errors(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.clust.xml"
    path.write_bytes(text.encode("utf-8", "replace"))
    try:
        found = [FORMAT.parse(block) for block in FORMAT.split(TextFile(path))]
    except DataError:
        return
    assert parsed(written(found[0])) == found[0]


@given(st.binary())
def test_only_data_errors_for_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.xml"
    path.write_bytes(data)
    with pytest.raises(DataError):
        read_one(path)
