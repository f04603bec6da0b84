"""What every format does with files that are not what they should be, and what reading and writing do around them."""

from pathlib import Path

import pytest

from namesakes import Document, Strings, read, read_one, score, write
from namesakes.errors import DataError, LossWarning, UsageError
from namesakes.formats import ENDINGS, FORMATS
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans

NAMES = sorted(FORMATS)
GUESSING = {"plain", "html", "markdown", "csv", "tsv", "eml"}
"""Formats that guess an encoding instead of refusing bytes that are not UTF-8."""
BINARY = {"pdf", "docx", "odt", "rtf", "epub", "xlsx", "ods", "parquet", "mbox", "zip", "tar", "gz", "warc"}
"""Formats that are no text, or whose texts each have an encoding."""

KEY = "#begin document ({name}); part 000\nd\t0\t0\tAnn\t(0)\nd\t0\t1\tran\t-\n\n#end document\n"


def test_endings_are_told_without_importing_the_formats() -> None:
    assert {name: FORMATS[name].extensions for name in ENDINGS} == ENDINGS


def bad_file(folder: Path, name: str, content: bytes) -> Path:
    path = folder / f"bad{FORMATS[name].extensions[0]}"
    path.write_bytes(content)
    if name == "brat":
        path.with_suffix(".txt").write_bytes(content)
    if name == "ace":
        path.with_name("bad.sgm").write_bytes(content)
    return path


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("content", [b"", b"\n \n\t\n", b"\xef\xbb\xbf"], ids=["empty", "blank", "mark"])
def test_empty_files(tmp_path: Path, name: str, content: bytes) -> None:
    path = bad_file(tmp_path, name, content)
    with pytest.raises(DataError) as caught:
        list(read(path))
    assert str(path.with_suffix("")) in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_binary_files(tmp_path: Path, name: str) -> None:
    path = bad_file(tmp_path, name, bytes(range(256)) * 40)
    with pytest.raises(DataError) as caught:
        list(read(path))
    assert str(caught.value).startswith(str(path.with_suffix("")))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in GUESSING | BINARY])
def test_invalid_utf_8(tmp_path: Path, name: str) -> None:
    path = bad_file(tmp_path, name, b"abc\nnaive: na\xefve\n")
    with pytest.raises(DataError, match=r":2: byte 0xef is not valid UTF-8\nDeclare the encoding with --encoding"):
        list(read(path, format=name))


def test_only_the_document_with_invalid_bytes_is_skipped(tmp_path: Path) -> None:
    first, second, third = (KEY.format(name=name).encode() for name in "abc")
    path = tmp_path / "some.conll"
    path.write_bytes(first + second.replace(b"ran", b"r\xe4n") + third)
    skipped: list[DataError] = []
    assert [document.id for document in read(path, skipped=skipped)] == ["a", "c"]
    assert str(skipped[0]).startswith(f"{path}:8: byte 0xe4 is not valid UTF-8")
    assert read(path, encoding="latin-1").__next__().id == "a"


def test_what_stands_between_documents_is_skipped_alone(tmp_path: Path) -> None:
    path = tmp_path / "some.conll"
    path.write_text(KEY.format(name="a") + "lost line\n" + KEY.format(name="b"))
    skipped: list[DataError] = []
    assert [document.id for document in read(path, skipped=skipped)] == ["a", "b"]
    assert str(skipped[0]).startswith(f"{path}:6: 'lost line' stands outside any document")


@pytest.mark.parametrize("name", NAMES)
def test_ten_megabytes_on_one_line(tmp_path: Path, name: str) -> None:
    path = bad_file(tmp_path, name, b"word " * 2_000_000)
    if name in GUESSING - {"csv", "tsv"} | {"muc"}:
        assert read_one(path).text.rstrip() == ("word " * 2_000_000).rstrip()
        return
    with pytest.raises(DataError) as caught:
        list(read(path))
    assert str(caught.value).startswith(str(path))
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("name", NAMES)
def test_files_that_are_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match="cannot be read: No such file"):
        list(read(tmp_path / f"none{FORMATS[name].extensions[0]}"))


def test_unknown_endings_are_recognised_by_their_first_lines(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_text(KEY.format(name="a"))
    assert read_one(tmp_path / "a.key").id == "a"
    (tmp_path / "b.rows").write_text('{"text": "Ann ran."}\n')
    assert read_one(tmp_path / "b.rows").text == "Ann ran."
    (tmp_path / "c.unknown").write_text("Ann ran.\n")
    with pytest.raises(UsageError, match="Name it with --from"):
        list(read(tmp_path / "c.unknown"))


def test_a_folder_is_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "b.conll").write_text(KEY.format(name="b"))
    (tmp_path / "a.txt").write_text("Ann ran.")
    (tmp_path / "c.xyz").write_text("not ours")
    document = Document(id="d", mention_table=Mentions.build([[(0, 1)]], ["x"]), **joined([["Ann", "ran"]]))
    write([document], tmp_path / "d.ann")
    assert [each.id for each in read(tmp_path)] == ["a", "d", "b"]
    assert [each.id for each in read(tmp_path, format="conll2012")] == ["b"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="no file of a known format in this folder"):
        list(read(tmp_path / "empty"))


def test_bad_files_of_a_folder_can_be_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_bytes(b"\x00\x01")
    (tmp_path / "b.conll").write_text(KEY.format(name="b"))
    skipped: list[DataError] = []
    assert [each.id for each in read(tmp_path, skipped=skipped)] == ["b"]
    assert "binary" in str(skipped[0])


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.conll", "#begin document a" + " " * MEGABYTE + "x\n#end document\n", ":1: '#begin document a  "),
        (
            "a.conll",
            "#begin document (a" + ")" * MEGABYTE + " " * MEGABYTE + "x\n#end document\n",
            ":1: '#begin document (a))",
        ),
        (
            "a.conll",
            f"#begin document (a); part {'9' * MEGABYTE}\n#end document\n",
            ":1: '#begin document (a); part 99",
        ),
        (
            "a.conll",
            "#begin document (a)\n" + "d\t0\t0\tw\t(1\n" * 50_000 + "#end document\n",
            ":50001: entity 1 opens here and is never closed",
        ),
        ("a.html", '<script type="application/json" data-namesakes>' * 20_000, ": there is no text in this page"),
        ("a.sgm", "<DOCNO>" + "<b>xxxxxxxxxx" * 50_000, ":1: <DOCNO> begins here and is not closed before the end"),
        ("a.jsonl", f'{{"text": "a", "part": {"9" * 5000}}}', ":1: this line is not JSON"),
        (
            "a.jsonl",
            '{"tokens": ["a", "b"], "clusters": [[[0, 1]]], "mention_heads": [7]}',
            ":1: a mention's head goes past the last of 2 tokens",
        ),
        ("a.jsonl", '{"tokens": ["a", "b"], "empty_nodes": [1]}', ":1: empty_nodes has 1 rows for 2 tokens"),
        (
            "a.jsonl",
            '{"tokens": ["a", "b"], "clusters": [[[[0, 2], [1, 2]]]]}',
            ":1: the parts of a mention overlap, or do not stand in order",
        ),
    ],
    ids=lambda value: value if len(value) < 10 else "",
)
def test_what_took_minutes_or_broke_is_refused(tmp_path: Path, name: str, content: str, message: str) -> None:
    """Each of these took minutes, or ended in a traceback, where a reader looked at things again and again."""
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(DataError) as caught:
        list(read(path))
    assert str(caught.value).startswith(f"{path}{message}")


@pytest.mark.parametrize(
    ("name", "content", "words", "mentions"),
    [
        ("a.bio", "# id a" + " " * MEGABYTE + "x\nAnn B-PER\n", 1, 0),
        ("a.html", "<" * 100_000, 0, 0),
        ("a.sgm", "".join(f'<COREF ID="{number}">w' for number in range(5000)) + "</COREF>" * 5000, 5000, 5000),
        ("a.sgm", f'<COREF ID="1" MIN="{"w " * 5000}">{"w " * 100_000}</COREF>', 100_000, 1),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 10 else "",
)
def test_what_took_minutes_is_read(tmp_path: Path, name: str, content: str, words: int, mentions: int) -> None:
    (tmp_path / name).write_text(content)
    document = read_one(tmp_path / name)
    assert (len(document.words), len(document.mentions)) == (words, mentions)


def test_discontinuous_mentions_of_one_entity_are_read_in_linear_time(tmp_path: Path) -> None:
    count = 20_000
    values = ["(e[1/2])"] * count + ["(e[2/2])"] * count
    rows = [f"{place}\tw\t_\t_\t_\t_\t_\t_\t_\tEntity={value}" for place, value in enumerate(values, start=1)]
    (tmp_path / "a.conllu").write_text("\n".join(["# global.Entity = eid", *rows, "", ""]))
    assert len(read_one(tmp_path / "a.conllu").mentions) == count


def test_empty_documents(tmp_path: Path) -> None:
    for content in (
        "#begin document (a); part 000\n#end document\n",
        "#begin document (a); part 000\n\n#end document\n",
    ):
        (tmp_path / "a.conll").write_text(content)
        document = read_one(tmp_path / "a.conll")
        assert (document.words, len(document.chains)) == ((), 0)
        assert score([document], [document]).conll == 0.0
    write([document.replace(id="#a")], tmp_path / "b.conll")
    assert read_one(tmp_path / "b.conll").id == "#a"


def test_ids_that_begin_like_a_comment(tmp_path: Path) -> None:
    document = Document(id="#a", mention_table=Mentions.build([[(0, 1)]], ["0"]), **joined([["Ann", "ran"]]))
    write([document], tmp_path / "a.conll")
    assert read_one(tmp_path / "a.conll") == document


def test_a_cut_line_is_noticed_when_scoring(tmp_path: Path) -> None:
    rows = [f"d\t0\t{place}\tw\tNN\t*\t-\t-\t-\t-\t*\t-" for place in range(3)]
    for lines in ([*rows[:2], rows[2][:12]], [*rows[:2], "", rows[2][:12]]):
        (tmp_path / "a.conll").write_text("\n".join(["#begin document (d)", *lines, "#end document"]))
        with pytest.raises(DataError, match="columns"):
            score(tmp_path / "a.conll", tmp_path / "a.conll")


def test_words_that_are_digits_in_four_columns(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text("#begin document (a)\na 0 2012 (0)\na 1 13 -\n#end document\n")
    document = read_one(tmp_path / "a.conll")
    assert document.words == ("2012", "13")
    assert len(document.chains) == 1


def test_entities_that_no_brackets_can_hold(tmp_path: Path) -> None:
    entities = Spans.build([(0, 2, "PER"), (1, 3, "ORG"), (2, 4, "LOC"), (3, 4, "a b")])
    columns = {"xpos": Strings(["N\tN", "NN", "NN", "NN"])}
    document = Document(id="a\nb", entity_table=entities, columns=columns, **joined([["w", "x", "y"], ["z"]]))
    with pytest.warns(LossWarning, match="3 entities that do not fit"):
        write([document.replace(mention_table=Mentions.build([[(0, 1)]], ["0"]))], tmp_path / "a.conll")
    again = read_one(tmp_path / "a.conll")
    assert [(each.text, each.label) for each in again.entities] == [("w x", "PER")]
    assert again.columns["xpos"][0] == "N N"
    with pytest.warns(LossWarning, match="1 mentions outside any chain"):
        write(
            [document.replace(entity_table=None, mention_table=Mentions.build([[(0, 1)]], [None]))],
            tmp_path / "a.conll",
        )


@pytest.mark.parametrize("ending", [".ann", ".sgm"])
def test_mentions_of_a_part_of_a_token_are_widened_with_a_warning(tmp_path: Path, ending: str) -> None:
    document = Document(
        id="d", text="al mar", starts=[0, 0, 3], ends=[2, 2, 6], columns={"form": Strings(["a", "el", "mar"])},
        multiwords=Spans.build([(0, 2, "al")]), mention_table=Mentions.build([[(1, 3)], [(0, 3)]], ["0", "1"]),
    )  # fmt: skip
    with pytest.warns(LossWarning, match="1 mentions of a part of a token were widened"):
        write([document], tmp_path / f"a{ending}")


def test_only_the_unfinished_document_is_skipped(tmp_path: Path) -> None:
    parts = [f"<DOC>\n<DOCNO> {number} </DOCNO>\n<TEXT>\nw\n</TEXT>\n</DOC>\n" for number in range(1, 6)]
    parts[1] = parts[1].replace("w\n", '<COREF ID="1">w\n')
    parts[2] = parts[2].replace("</DOC>\n", "")
    (tmp_path / "a.sgm").write_text("".join(parts))
    skipped: list[DataError] = []
    assert [document.id for document in read(tmp_path / "a.sgm", skipped=skipped)] == ["1", "4", "5"]
    assert len(skipped) == 2


def test_a_mark_before_a_declared_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_bytes(b"\xef\xbb\xbf" + KEY.format(name="a").encode())
    assert next(read(tmp_path / "a.conll", encoding="utf-8")).id == "a"


def test_one_declaration_of_entities_is_for_all_documents_of_a_file(tmp_path: Path) -> None:
    row = "1\tw\t_\t_\t_\t_\t_\t_\t_\t"
    text = f"# newdoc id = a\n# global.Entity = eid\n{row}Entity=(e1)\n\n# newdoc id = b\n{row}_\n\n"
    (tmp_path / "a.conllu").write_text(text)
    assert score(tmp_path / "a.conllu", tmp_path / "a.conllu").scores()["mentions"].recall == (1, 1)
