"""CoNLL-2012: layouts, brackets, errors with their lines, and both readers against each other."""

from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read, read_one, write
from namesakes.errors import DataError, LossWarning
from namesakes.formats import FORMATS, Block, TextFile
from namesakes.formats.conll2012 import reader as conll2012
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions
from tests.formats.fuzz import mutations, only_data_errors
from tests.strategies import documents

ONTONOTES = """#begin document (nw/wsj/00/a); part 001
nw/wsj/00/a   1   0     Gary   NNP   (TOP(S(NP*    -    -   -   Ann   (PERSON*   (ARG1*   (0|(1
nw/wsj/00/a   1   1   Wilber   NNP           *)    -    -   -   Ann         *)       *)   0)|1)
nw/wsj/00/a   1   2     left   VBD  (VP*)  leave  01   2   Ann          *     (V*)   -
nw/wsj/00/a   1   3        .     .           *))   -    -   -   Ann          *        *   -

nw/wsj/00/a   1   0       He   PRP   (TOP(S(NP*)   -    -   -   Ben          *   (0)
nw/wsj/00/a   1   1     knew   VBD        (VP*     -    -   -   Ben          *   -
nw/wsj/00/a   1   2      his   PRP$  (NP(NP*)      -    -   -   Ben          *   (2|(0)
nw/wsj/00/a   1   3     aunt    NN        *))))    -    -   -   Ben    (MISC)    2)

#end document
"""


def file(tmp_path: Path, text: str, name: str = "a.conll") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def body(*cells: str) -> str:
    """A document of one sentence with these coreference cells."""
    rows = [f"d\t0\t{place}\tw{place}\t{cell}" for place, cell in enumerate(cells)]
    return "\n".join(["#begin document (d); part 000", *rows, "", "#end document", ""])


def test_ontonotes_layout(tmp_path: Path) -> None:
    document = read_one(file(tmp_path, ONTONOTES))
    assert (document.id, document.part, document.genre) == ("nw/wsj/00/a", 1, "nw")
    assert document.text == "Gary Wilber left .\nHe knew his aunt"
    assert [[mention.text for mention in chain] for chain in document.chains] == [
        ["Gary Wilber", "He", "his"], ["Gary Wilber"], ["his aunt"],
    ]  # fmt: skip
    assert [chain.id for chain in document.chains] == ["0", "1", "2"]
    assert [(entity.text, entity.label) for entity in document.entities] == [
        ("Gary Wilber", "PERSON"),
        ("aunt", "MISC"),
    ]
    constituents = [(span.label, span.text) for span in document.spans(document.constituents)]
    assert constituents[:4] == [
        ("TOP", "Gary Wilber left ."), ("S", "Gary Wilber left ."), ("NP", "Gary Wilber"), ("VP", "left"),
    ]  # fmt: skip
    assert document.columns["speaker"].rows == ("Ann",) * 4 + ("Ben",) * 4
    assert document.columns["predicate"].rows[2] == "leave"
    assert document.columns["arguments"].rows[2] == "(V*)"
    path = tmp_path / "b.conll"
    write([document], path)
    assert read_one(path) == document


@pytest.mark.parametrize(
    ("row", "words", "chains"),
    [
        ("d 0 0 Ann (3)", ("Ann",), 1),
        ("d 0 Ann (3)", ("Ann",), 1),
        ("d 0 0 Ann", ("Ann",), None),
        ("d 0 0 Ann NNP (3)", ("Ann",), 1),
        ("d\t0\t0\tNew\u00a0York\t(e-3)", ("New\u00a0York",), 1),
        ("d 0 0 Ann _", ("Ann",), 0),
        ("d 0 0 Ann NNP (NP*) - - - - * * * (3)", ("Ann",), 1),
    ],
)
def test_other_layouts(tmp_path: Path, row: str, words: tuple[str, ...], chains: int | None) -> None:
    document = read_one(file(tmp_path, f"#begin document (d); part 000\n{row}\n#end document\n"))
    assert document.words == words
    assert (None if document.mention_table is None else len(document.chains)) == chains


def test_begin_lines(tmp_path: Path) -> None:
    for head, name, part in (
        ("(a (b)); part 012", "a (b)", 12),
        ("(x)", "x", 0),
        ("plain", "plain", 0),
        ("(y);", "y", 0),
    ):
        document = read_one(file(tmp_path, f"#begin document {head}\nd 0 0 w -\n#end document"))
        assert (document.id, document.part) == (name, part)


def test_brackets_nest_cross_and_share_spans(tmp_path: Path) -> None:
    document = read_one(file(tmp_path, body("(1|(2|(2|(3)", "1)|(4", "2)|2)", "4)")))
    table = document.mention_table
    assert table is not None
    found = sorted((table.chain_ids[chain], *table.parts(row)) for row, chain in enumerate(table.chains.tolist()))
    assert found == [("1", (0, 2)), ("2", (0, 3)), ("2", (0, 3)), ("3", (0, 1)), ("4", (1, 4))]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (body("-", "12)"), 3, 'closes entity 12, which is not open in document d\nThe column reads "12\\)"'),
        (body("(7", "-"), 2, "entity 7 opens here and is never closed"),
        (body("((1)"), 2, "the coreference column reads"),
        (body("3"), 2, "the coreference column reads '3'"),
        ("d 0 0 w -\n", 1, "stands outside any document"),
        ("#begin document\nd 0 0 w -\n#end document\n", 1, "names no document"),
        ("#begin document (d); part 000\nd 0 0 w (1\nd 0", 3, "no '#end document'"),
        ("#begin document (d)\nd 0 0 w -\n#begin document (e)\n#end document\n", 2, "no '#end document'"),
        ("#begin document (d)\nd 0\n#end document\n", 2, "this line has 2 columns"),
        (
            "#begin document (d)\nd\t0\t0\tw\t-\nd\t0\t1\tw\tNN\t-\n#end document\n",
            3,
            "has 6 columns, and those before it 5",
        ),
        ("#begin document (d)\nd 0 w -\nd 0 1 w -\n#end document\n", 3, "has 5 columns, and those before it 4"),
        ("#begin document (d)\nd 0 0 w NN (NP*( -\n#end document\n", 2, "the parse column reads"),
        (
            "#begin document (d)\nd 0 0 w NN *) -\n#end document\n",
            2,
            "the parse column closes a bracket here that is not open",
        ),
        (
            "#begin document (d)\nd 0 0 w NN (NP* -\n\n#end document\n",
            2,
            "the parse column opens NP here and does not close it",
        ),
        (
            "#begin document (d)\nd 0 0 w NN * - - - - *) -\n#end document\n",
            2,
            "the name column closes a bracket here that is not open",
        ),
        (
            "#begin document (d)\nd 0 0 w NN * - - - - (PER* -\n#end document\n",
            2,
            "the name column opens PER here and does not close it",
        ),
        ("#begin document (d)\nd 0 0 w NN * - - - - PER -\n#end document\n", 2, "the name column reads"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = file(tmp_path, text)
    with pytest.raises(DataError, match=message) as caught:
        list(read(path))
    assert str(caught.value).startswith(f"{path}:{line}:")


def test_bad_documents_can_be_skipped(tmp_path: Path) -> None:
    path = file(tmp_path, body("12)") + body("(1)").replace("(d)", "(e)") + body("(2"))
    skipped: list[DataError] = []
    assert [document.id for document in read(path, skipped=skipped)] == ["e"]
    assert [error.line for error in skipped] == [2, 10]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_files_without_documents(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError, match="no document in this file"):
        list(read(file(tmp_path, text)))


def test_what_cannot_be_written_is_warned_of(tmp_path: Path) -> None:
    table = Mentions.build([[(0, 1), (2, 3)], [(0, 2)], [(1, 3)], [(3, 4)]], ["x", "y", "y", "has space"])
    document = Document(id="a b", mention_table=table, **joined([["w", "", "tab\there", "z"]]))
    with pytest.warns(LossWarning) as caught:
        write([document], tmp_path / "a.conll")
    assert sorted(str(each.message) for each in caught) == [
        "a b: 1 discontinuous mentions were written as their first part",
        "a b: 1 mentions that cross another one of their own chain were left out",
    ]
    again = read_one(tmp_path / "a.conll")
    assert again.words == ("w", "_", "tab here", "z")
    assert [[mention.text for mention in chain] for chain in again.chains] == [["w _"], ["w"], ["z"]]


def crossing(table: Mentions) -> bool:
    """Whether a mention crosses another one of its own chain, which this format cannot say."""
    spans = [(int(chain), *table.parts(row)[0]) for row, chain in enumerate(table.chains)]
    return any(one[0] == other[0] and one[1] < other[1] < one[2] < other[2] for one in spans for other in spans)


@given(documents(distinct=False))
def test_round_trip(document: Document) -> None:
    assert document.mention_table is not None
    if crossing(document.mention_table):
        return
    stream = StringIO()
    write([document], stream, format="conll2012")
    again = parsed(stream.getvalue())
    for name in ("id", "part", "text", "starts", "ends", "sentence_starts", "mention_table", "entity_table"):
        same = getattr(again, name) == getattr(document, name)
        assert same if isinstance(same, bool) else same.all(), name
    assert again.constituents == document.constituents
    assert again.columns["xpos"] == document.columns["xpos"]


def parsed(text: str) -> Document:
    """The only document of a text."""
    lines = text.count("\n")
    block = Block(TextFile("-"), 1, [text])
    assert lines
    return conll2012.parse(block)


cells = st.lists(
    st.sampled_from("- (1) (1 1) (2|(1) 2)|1) (12 12)|(2) (01) (x) x) ((1 1 (9999999999)".split()),
    min_size=1, max_size=8,
)  # fmt: skip


@given(cells, st.lists(st.sampled_from(["w", "ü", "東京", "🙂x", ""]), min_size=8, max_size=8), st.integers(1, 4))
def test_both_readers_agree(column: list[str], words: list[str], sentence: int) -> None:
    """The kernels either give the document that the careful reader gives, or leave it to that one."""
    rows = [f"d\t0\t{place}\t{word}\t{cell}" for place, (word, cell) in enumerate(zip(words, column, strict=False))]
    rows.insert(sentence, "")
    text = "\n".join(rows) + "\n"
    quick = conll2012.parse_plainly(text, "d", 0)
    if quick is not None:
        assert quick == conll2012.parse_carefully(Block(TextFile("-"), 1, text.split("\n")), "d", 0)


@pytest.mark.parametrize("tabs", [True, False])
def test_chains_alone_are_read_from_any_layout(tmp_path: Path, tabs: bool) -> None:
    text = ONTONOTES
    if tabs:
        text = "\n".join(line if line.startswith("#") else "\t".join(line.split()) for line in ONTONOTES.split("\n"))
    path = file(tmp_path, text)
    whole, part = read_one(path), next(read(path, layers={"chains"}))
    assert (part.text, part.mention_table) == (whole.text, whole.mention_table)
    assert part.sentence_starts.tolist() == whole.sentence_starts.tolist()
    assert part.constituents is None or not conll2012.columns_kernel.COMPILED


def test_the_kernels_read_plain_documents() -> None:
    text = "d\t0\t0\tÜber\t(1)\nd\t0\t1\tw\t(2\n\n# remark\nd\t0\t0\tx\t2)|(1)\n"
    quick = conll2012.parse_plainly(text, "d", 0)
    assert quick is not None
    assert quick.text == "Über w\nx"
    assert [chain.id for chain in quick.chains] == ["1", "2"]


@given(mutations(ONTONOTES + body("(1|(2", "2)", "1)")))
def test_nothing_but_our_errors(text: str) -> None:
    only_data_errors(FORMATS["conll2012"], text)


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("ontogum/dev.conll", (30, 28119, 3815, 855)),
        ("litbank/dev.conll", (10, 20438, 3053, 776)),
        ("craft/dev.conll", (7, 67652, 9308, 1959)),
    ],
)
def test_corpora_have_their_counts_and_come_back(
    corpora: Path, tmp_path: Path, name: str, counts: tuple[int, ...]
) -> None:
    found = list(read(corpora / name))
    sums = [sum(len(getattr(document, view)) for document in found) for view in ("tokens", "mentions", "chains")]
    assert (len(found), *sums) == counts
    write(found, tmp_path / "again.conll")
    assert list(read(tmp_path / "again.conll")) == found
