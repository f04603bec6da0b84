"""WebAnno TSV: golden files, offsets of UTF-16, stacked and escaped cells, round trips, and every error."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read, read_one, write
from namesakes.errors import DataError, LossWarning
from namesakes.formats.webanno.layers import escaped_text, escaped_value, stacked, unescaped
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans
from tests.conftest import CHECKOUT, Command
from tests.formats.memory import parsed

HEAD = """\
#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value
#T_SP=webanno.custom.Note|
#T_CH=de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink|referenceRelation|referenceType
#T_RL=webanno.custom.Likes|BT_webanno.custom.Note


"""
GOLDEN = HEAD + (
    "#Text=Gary 😀 Wilber met Ann.\n"
    "1-1\t0-4\tGary\t*[1]\tPER[1]\t_\tcoref->1-1\tname[1]\t_\t\n"
    "1-2\t5-7\t😀\t*[1]\tPER[1]\t*\tcoref->1-1\tname[1]\t_\t\n"
    "1-3\t8-14\tWilber\t*[1]\tPER[1]\t_\tcoref->1-1\tname[1]\t_\t\n"
    "1-4\t15-18\tmet\t_\t_\t_\t_\t_\t*\t\n"
    "1-5\t19-22\tAnn\t*\tPER\t_\t*->2-1|*->1-3\tname[2]|a\\_b\\|c[1]\t_\t\n"
    "1-6\t22-23\t.\t_\t_\t_\t_\t_\t_\t\n"
    "\n"
    "#Sentence.id=two\n"
    "#Text=She left\n"
    "#Text=him.\n"
    "2-1\t25-28\tShe\t_\t_\t_\t*->2-2\t*[2]\t_\t\n"
    "2-2\t29-33\tleft\t_\t_\t_\t_\t_\t_\t\n"
    "2-2.1\t29-31\tle\t_\t_\t_\t_\t_\t_\t\n"
    "2-3\t34-37\thim\t_\t_\t_\t*->1-2\t*[1]\t_\t\n"
    "2-4\t37-38\t.\t_\t_\t_\t_\t_\t_\t\n"
)


def chains(document: Document) -> list[list[str]]:
    return [[mention.text for mention in chain] for chain in document.chains]


def again(document: Document) -> Document:
    """The document written and read back."""
    with tempfile.TemporaryDirectory() as folder:
        write([document], Path(folder) / "a.webanno.tsv")
        return read_one(Path(folder) / "a.webanno.tsv")


def test_golden() -> None:
    (document,) = parsed(GOLDEN, "webanno")
    assert document.text == "Gary 😀 Wilber met Ann.\n\nShe left\nhim."
    assert document.words[:3] == ("Gary", "😀", "Wilber")
    assert document.sentence_starts.tolist() == [0, 6]
    assert chains(document) == [["Gary 😀 Wilber", "Ann", "him"], ["Ann", "She"]]
    table = document.mention_table
    assert table is not None
    assert [*(table.labels or ())] == ["name", "a_b|c", "name", "", ""]
    assert [(span.text, span.label) for span in document.entities] == [("Gary 😀 Wilber", "PER"), ("Ann", "PER")]


def test_it_is_told_by_its_first_line_whatever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "export.tsv").write_text(GOLDEN, encoding="utf-8")
    assert read_one(tmp_path / "export.tsv").id == "export"


def test_examples_come_back(tmp_path: Path) -> None:
    for document in read(CHECKOUT / "examples" / "key.conll"):
        found = again(document)
        assert found.words == document.words
        assert found.sentence_starts.tolist() == document.sentence_starts.tolist()
        assert chains(found) == chains(document)
        assert again(found).replace(id="x") == found.replace(id="x")


@given(st.lists(st.lists(st.text("a😀é\\|_[]*;->", min_size=1), min_size=1), min_size=1), st.data())
def test_whatever_stands_in_it(sentences: list[list[str]], draw: st.DataObject) -> None:
    document = Document(id="a", **joined(sentences))
    count = len(document.starts)
    span = st.tuples(st.integers(0, count - 1), st.integers(1, 4)).map(lambda at: (at[0], min(count, at[0] + at[1])))
    spans = draw.draw(st.lists(span, unique=True))
    labels = draw.draw(st.lists(st.text("a*_|[1]->\\"), min_size=len(spans), max_size=len(spans)))
    numbers = draw.draw(st.lists(st.integers(0, 2).map(str), min_size=len(spans), max_size=len(spans)))
    table = Mentions.build([[each] for each in spans], numbers, labels=labels)
    given = document.replace(mention_table=table, entity_table=Spans.build([(*each, "P_R") for each in sorted(spans)]))
    found = again(given)
    assert (found.text, found.words) == (given.text, given.words)
    assert sorted(map(sorted, chains(found))) == sorted(map(sorted, chains(given)))
    assert sorted(span.text for span in found.entities) == sorted(span.text for span in given.entities)
    was, now = given.mention_table, found.mention_table
    assert was is not None
    assert now is not None
    assert sorted(now.labels or [""] * len(now)) == sorted(was.labels or ())


@given(st.text("a\\|_[]*;->\n\t\r"))
def test_escapes(text: str) -> None:
    assert unescaped(escaped_text(text)) == unescaped(escaped_value(text)) == text
    assert "\n" not in escaped_text(text)
    if text:
        assert [unescaped(each) for each in stacked(f"{escaped_value(text)}|x[1]")] == [text, "x[1]"]


def test_mentions_of_several_parts_are_written_whole(tmp_path: Path) -> None:
    document = Document(id="a", **joined([["Ann", "Lee", "and", "Bo"]]))
    parted = document.replace(mention_table=Mentions.build([[(0, 1), (3, 4)]], ["x"]))
    with pytest.warns(LossWarning, match="1 mentions of several parts"):
        assert chains(again(parted)) == [["Ann Lee and Bo"]]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("#FORMAT=WebAnno TSV 3.3", "#FORMAT=WebAnno TSV 2"), "this file does not begin with #FORMAT=WebAnno TSV 3"),
        (("#T_RL=", "#T_XX="), "declares no layer"),
        (("1-4\t15-18\tmet", "met"), "'met"),
        (("1-4\t15-18\tmet", "1-4\t15-18\tMet"), "token 1-4 says 'Met' at 15-18, and the text does not"),
        (("1-4\t15-18", "1-4\t6-18"), "token 1-4"),
        (("2-1\t25-28", "2-1\t2-5"), "this sentence begins at 2, and the text before it ends at 23"),
        (("2-1\t25-28", "2-1\t99999999-99999999"), "this sentence begins at 99999999"),
        (("*->2-2", "2"), "'2' names no chain"),
        (("#Text=She left\n#Text=him.\n", ""), "token 2-1"),
    ],
)
def test_every_error(change: tuple[str, str], said: str) -> None:
    with pytest.raises(DataError) as caught:
        parsed(GOLDEN.replace(*change), "webanno")
    assert said in str(caught.value)


def test_a_file_without_tokens() -> None:
    with pytest.raises(DataError, match="has no tokens"):
        parsed(HEAD, "webanno")


def test_chains_from_the_command_and_corrected_ones_back(namesakes: Command, tmp_path: Path) -> None:
    """What an annotator has mended in a file is what `coref` gives of it."""
    (tmp_path / "letter.txt").write_text("Gary Wilber met Tom Lund. He was proud of his team.")
    assert namesakes("coref", "letter.txt", "--to", "webanno", "--out", "letter.webanno.tsv").returncode == 0
    mended = (tmp_path / "letter.webanno.tsv").read_text(encoding="utf-8")
    assert "#T_CH=" in mended
    (tmp_path / "mended.tsv").write_text(mended)
    done = namesakes("coref", "mended.tsv", "--to", "json", "--mentions", "gold")
    assert done.returncode == 0
