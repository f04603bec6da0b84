"""brat: golden files, what is kept, every error, round trips, and files that are nearly right."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read, read_one, write
from namesakes.errors import DataError, LossWarning, UsageError
from namesakes.formats import find_format
from namesakes.formats.brat import FORMAT
from namesakes.formats.text_file import TextFile
from namesakes.text.segment import segmented, token_span
from namesakes.text.spans import Mentions
from namesakes.text.strings import Strings
from tests.formats.fuzz import mutations
from tests.strategies import documents

TEXT = "Gary Wilber met Ann.\nHe and she\nagreed; Ann left with the tall and old man.\n"
ANN = """\
T1\tPerson 0 11\tGary Wilber
T3\tPerson 21 23\tHe
T2\tPerson 16 19\tAnn
T4\tPerson 28 31\tshe
T5\tEvent 32 38\tagreed
T6\tPerson 40 43\tAnn
T7\tPerson 54 62;71 74\tthe tall man
T8\tGroup 21 31\tHe and she
E1\tAgreement:T5 Agent:T8
R1\tcoref Arg1:T3 Arg2:T1
R2\tCoreference Arg1:T4 Arg2:T2
R3\tLikes Arg1:T1 Arg2:T2
*\tIdentity T2 T6
*\tCoreference T7
A1\tCertain T5
N1\tReference T1 Wikipedia:1\tGary
#1\tAnnotatorNotes R1\tclear
"""


def pair(folder: Path, ann: str, text: str = TEXT, name: str = "d") -> Path:
    """The path of a .ann file written with its text."""
    with (folder / f"{name}.txt").open("w", encoding="utf-8", newline="") as stream:
        stream.write(text)
    with (folder / f"{name}.ann").open("w", encoding="utf-8", newline="") as stream:
        stream.write(ann)
    return folder / f"{name}.ann"


def spans(document: Document) -> list[tuple[tuple[int, int], ...]]:
    """The characters of each mention's parts."""
    return [tuple((part.start, part.end) for part in mention.parts) for mention in document.mentions]


def chains(document: Document) -> dict[str, list[tuple[tuple[int, int], ...]]]:
    """The characters of each chain's mentions, under its name; those of none under the empty name."""
    table, places = document.mention_table, spans(document)
    assert table is not None
    found: dict[str, list[Any]] = {}
    for row, chain in enumerate(table.chains.tolist()):
        found.setdefault(table.chain_ids[chain] if chain >= 0 else "", []).append(places[row])
    return {name: sorted(rows) for name, rows in found.items()}


def again(document: Document) -> Document:
    """The document written and read back."""
    with tempfile.TemporaryDirectory() as folder:
        write([document], Path(folder) / "out", format="brat")
        return read_one(Path(folder) / "out", format="brat")


def test_golden(tmp_path: Path) -> None:
    document = read_one(pair(tmp_path, ANN))
    table = document.mention_table
    assert table is not None
    assert (document.id, document.text) == ("d", TEXT)
    assert chains(document) == {
        "0": [((0, 11),), ((21, 23),)],
        "1": [((16, 19),), ((28, 31),), ((40, 43),)],
        "2": [((54, 62), (71, 74))],
        "": [((21, 31),), ((32, 38),)],
    }
    assert list(table.extra["brat"]) == ["T1", "T2", "T8", "T3", "T4", "T5", "T6", "T7"]
    assert table.labels == Strings(["Person", "Person", "Group", "Person", "Person", "Event", "Person", "Person"])
    assert document.meta["provisional_tokens"] is True
    kept = document.meta["brat"]
    assert kept == [line for line in ANN.splitlines() if line[0] in "ERAN#"]


def test_written_as_it_was_read(tmp_path: Path) -> None:
    document = read_one(pair(tmp_path, ANN))
    assert write([document], tmp_path / "copy.ann") == 1
    assert (tmp_path / "copy.txt").read_text(encoding="utf-8") == TEXT
    lines = (tmp_path / "copy.ann").read_text(encoding="utf-8").splitlines()
    assert sorted(lines) == sorted(
        [line for line in ANN.splitlines() if line[0] != "*"] + ["*\tCoreference T2 T4 T6", "*\tCoreference T7"]
    )
    assert read_one(tmp_path / "copy.ann").replace(id="d") == document


def test_relations_that_no_longer_hold_are_not_written(tmp_path: Path) -> None:
    document = read_one(pair(tmp_path, "T1\tP 0 4\tGary\nT2\tP 16 19\tAnn\nR1\tCoref Arg1:T1 Arg2:T2\n"))
    assert document.mention_table is not None
    parted = document.replace(
        mention_table=Mentions.build([[(0, 1)], [(3, 4)]], ["a", "b"], extra={"brat": ["T1", "T2"]})
    )
    write([parted], tmp_path / "copy.ann")
    lines = (tmp_path / "copy.ann").read_text(encoding="utf-8").splitlines()
    assert lines[2:] == [
        "*\tCoreference T1",
        "*\tCoreference T2",
        "#1\tAnnotatorNotes T1\tchain=a",
        "#2\tAnnotatorNotes T2\tchain=b",
    ]
    assert chains(read_one(tmp_path / "copy.ann")) == {"a": [((0, 4),)], "b": [((16, 19),)]}


def test_an_event_stands_for_its_trigger(tmp_path: Path) -> None:
    ann = "T1\tMeet 12 15\tmet\nT2\tAgree 32 38\tagreed\nE1\tMeet:T1\nE2\tAgree:T2\nR1\tCoref Arg1:E1 Arg2:E2\n"
    document = read_one(pair(tmp_path, ann))
    assert chains(document) == {"0": [((12, 15),), ((32, 38),)]}
    write([document], tmp_path / "copy.ann")
    assert (tmp_path / "copy.ann").read_text(encoding="utf-8") == ann


def test_names_of_chains(tmp_path: Path) -> None:
    notes = "*\tCoref T1\n*\tCoref T2\n*\tCoref T3\n" + "".join(
        f"#{number}\tAnnotatorNotes T{target}\tchain={name}\n"
        for number, (target, name) in enumerate([(2, "two%20words"), (2, "late"), (3, "0"), (9, "gone")])
    )
    ann = "T1\tP 0 4\tGary\nT2\tP 5 11\tWilber\nT3\tP 16 19\tAnn\n" + notes
    document = read_one(pair(tmp_path, ann))
    assert document.mention_table is not None
    assert document.mention_table.chain_ids == ("3", "two words", "0")
    assert "brat" not in document.meta
    assert again(document).mention_table == document.mention_table


def test_line_breaks_and_white_space_in_the_column_of_text(tmp_path: Path) -> None:
    text = "He and\r\nshe agreed.\r\n"
    document = read_one(pair(tmp_path, "T1\tGroup 0 11\tHe and  she\r\nT2\tP 3 8\tand\r\n", text))
    assert document.text == text
    assert spans(document) == [((0, 11),), ((3, 6),)]
    assert again(document).replace(id="d") == document


def test_offsets_count_characters(tmp_path: Path) -> None:
    document = read_one(pair(tmp_path, "T1\tP 2 5\tZoë\nT2\tP 6 7\t😀\n", "é Zoë😀😀 ü"))
    assert [mention.text for mention in document.mentions] == ["Zoë", "😀"]


def test_no_annotations(tmp_path: Path) -> None:
    document = read_one(pair(tmp_path, "", "Ann ran."))
    assert document.mention_table is not None
    assert not document.mentions
    assert again(document).replace(id="d") == document


def test_a_text_that_begins_with_a_byte_order_mark_of_its_own() -> None:
    assert again(Document(id="d", text="\ufeffGary")).text == "\ufeffGary"


@pytest.mark.parametrize(
    ("ann", "line", "found"),
    [
        ("T1 Person 0 4 Gary\n", 1, "is not a text-bound annotation"),
        ("T1\tPerson 0 4\n", 1, "is not a text-bound annotation"),
        ("T1\tPerson zero 4\tGary\n", 1, "is not a text-bound annotation"),
        ("\nT1\tPerson 0 400\tGary\n", 2, "T1: characters 0 to 400 do not lie in the text of 76 characters"),
        ("T1\tPerson 4 4\tGary\n", 1, "characters 4 to 4 do not lie in the text"),
        ("T1\tPerson 0 4\tAnna\n", 1, "T1 says 'Anna' and the text has 'Gary' at 0 4"),
        ("T1\tPerson 0 4;2 6\tGary ry W\n", 1, "its parts 0 4;2 6 overlap"),
        ("T1\tP 0 4\tGary\nT2\tPerson 20 21\t\n", 2, "cover no token"),
        ("T1\tP 0 4\tGary\nT1\tP 5 11\tWilber\n", 2, "T1 was given already in line 1"),
        ("T1\tP 0 4\tGary\nR1\tCoref Arg1:T1 Arg2:T2\n", 2, "this line links T2, and there is no such T line"),
        ("T1\tP 0 4\tGary\nR1\tCoref Arg1:T1\n", 2, "links 1 mentions"),
        ("*\tCoreference\n", 1, "links 0 mentions"),
        ("Gary is a person\n", 1, "is not a brat annotation"),
        ("R1 Coref\n", 1, "is not a brat annotation"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, ann: str, line: int, found: str) -> None:
    path = pair(tmp_path, ann)
    with pytest.raises(DataError) as caught:
        read_one(path)
    assert (caught.value.path, caught.value.line) == (str(path), line)
    assert found in caught.value.found


def test_the_text_is_missing(tmp_path: Path) -> None:
    (tmp_path / "d.ann").write_text("T1\tP 0 4\tGary\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"there is no d\.txt beside this file"):
        read_one(tmp_path / "d.ann")


def test_a_folder_gets_a_file_for_each_document(tmp_path: Path) -> None:
    ids = ["../x", "bn/abc 1", "A", "a", "a", "", ".hidden", "nul\x00", "\ud800", "50%", "x" * 300, "..", "C:\\x"]
    given_documents = [Document(id=name, text=f"text {place}") for place, name in enumerate(ids)]
    given_documents.append(Document(id="a", part=3, text="part"))
    assert write(given_documents, tmp_path / "deep" / "out", format="brat") == len(ids) + 1
    assert [path.name for path in tmp_path.iterdir()] == ["deep"]
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["out"]
    assert not any(path.is_dir() for path in (tmp_path / "deep" / "out").iterdir())
    found = {document.text: document for document in read(tmp_path / "deep" / "out", format="brat")}
    assert found.keys() == {document.text for document in given_documents}
    for place in (0, 1, 2, 6, 9, 11, 12):
        assert found[f"text {place}"].id == ids[place]
    assert found["part"].key == "a; part 003"


def test_what_cannot_be_saved(tmp_path: Path) -> None:
    two = [Document(id="a", text="a"), Document(id="b", text="b")]
    with pytest.raises(DataError, match="one file of this format holds one document"):
        write(two, tmp_path / "x.ann")
    with pytest.raises(DataError, match="there is no document to write"):
        write([], tmp_path / "x.ann")
    with pytest.raises(DataError, match="this file cannot be written"):
        write(two[:1], tmp_path / "missing" / "x.ann")
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="this folder cannot be made"):
        write(two, tmp_path / "file", format="brat")
    with pytest.raises(DataError, match=r"U\+D800 is half of a pair"):
        write([Document(text="\ud800")], tmp_path / "x.ann")
    with pytest.raises(UsageError, match="standard output"):
        write(two, "-", format="brat")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_losses_are_counted(tmp_path: Path) -> None:
    table = Mentions.build([[(0, 1)], [(1, 2)]], ["x", "x"], labels=["a b", "c"])
    document = Document(text="Gary", starts=[0, 4], ends=[4, 4], mention_table=table)
    with pytest.warns(LossWarning) as caught:
        write([document], tmp_path / "x.ann")
    assert [str(item.message) for item in caught] == [
        ": 1 mentions of words that the text does not have were left out",
        ": 1 labels with white space in them were written with underscores",
    ]
    lines = (tmp_path / "x.ann").read_text(encoding="utf-8").splitlines()
    assert lines == ["T1\ta_b 0 4\tGary", "*\tCoreference T1", "#1\tAnnotatorNotes T1\tchain=x"]


def test_words_of_one_multi_word_token_are_written_once(tmp_path: Path) -> None:
    table = Mentions.build([[(0, 1), (1, 2)], [(0, 1)], [(1, 3)]], ["0", "0", "1"])
    document = Document(id="d", text="zum Haus", starts=[0, 0, 4], ends=[3, 3, 8], mention_table=table)
    assert chains(again(document)) == {"0": [((0, 3),), ((0, 3),)], "1": [((0, 8),)]}


def test_lines_in_the_metadata_that_are_none_are_not_written(tmp_path: Path) -> None:
    document = segmented(Document(id="d", text="Gary", meta={"brat": ["T9\tP 0 1\tx", 3, "A1\tx\ny", "", "R1\tCoref"]}))
    write([document, document.replace(id="e", meta={"brat": 5})], tmp_path / "out", format="brat")
    assert (tmp_path / "out" / "d.ann").read_text(encoding="utf-8") == ""


def test_sniff(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text(ANN, encoding="utf-8")
    assert find_format(tmp_path / "notes").name == "brat"
    assert not FORMAT.sniff("T1 is the first")


@given(documents(discontinuous=True, loose=True, distinct=False))
def test_round_trip_of_any_document(document: Document) -> None:
    found = again(document)
    assert (found.key, found.text) == (document.key, document.text)
    assert chains(found) == chains(document)
    assert again(found) == found


names = st.one_of(st.none(), st.sampled_from(["0", "1", "a b", "%41", "", "Zoë\u2028"]))


@given(documents(rich=False, discontinuous=True, distinct=False), st.data())
def test_round_trip_of_a_document_with_provisional_tokens(document: Document, data: st.DataObject) -> None:
    places = spans(document)
    plain = segmented(Document(id="d", text=document.text), [edge for row in places for part in row for edge in part])
    table = Mentions.build(
        [[token_span(plain, *part) for part in row] for row in places],
        [data.draw(names) for _ in places],
        labels=[data.draw(st.sampled_from(["Person", "Org"])) for _ in places],
        extra={"brat": [f"T{number}" for number in data.draw(st.permutations(range(len(places))))]},
    )
    plain = plain.replace(mention_table=table, meta={**plain.meta, "brat": ["A1\tCertain T1"]})
    assert again(plain) == plain


PIECES = [
    "T1",
    "\t",
    "\n",
    ";",
    " ",
    "R",
    "*",
    "Coreference",
    "#1\tAnnotatorNotes T1\tchain=",
    "99999999999",
    "E1",
    ":",
]


@given(mutations(ANN, PIECES), st.one_of(st.just(TEXT), st.text()))
def test_only_data_errors(ann: str, text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "d.ann"
        path.write_bytes(ann.encode("utf-8", "replace"))
        path.with_suffix(".txt").write_bytes(text.encode("utf-8", "replace"))
        try:
            found = [FORMAT.parse(block) for block in FORMAT.split(TextFile(path))]
        except DataError:
            return
        assert again(found[0]).text == found[0].text


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = pair(tmp_path, ANN)
    path.with_suffix(".txt").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(DataError):
        read_one(path)
