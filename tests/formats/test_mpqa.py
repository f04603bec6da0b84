"""MPQA: a release in its folders, bytes that are not characters, and every error."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from namesakes import read, read_one, write
from namesakes.cli.main import group
from namesakes.errors import DataError
from namesakes.formats import find_format
from namesakes.formats.mpqa import FORMAT
from namesakes.formats.records import records
from tests.formats.fuzz import mutations

TEXT = "HEADER 1\n\nZoë Lee said that Bob Orr was wrong. She insists.\nHe said she lied.\n"
SIZE = len(TEXT.encode())
KEY = "20010927/23.18.15-25073"


def span(words: str, text: str = TEXT, encoding: str = "utf-8", after: int = 0) -> str:
    start = text.index(words, after)
    first = len(text[:start].encode(encoding))
    return f"{first},{first + len(words.encode(encoding))}"


def annotations(encoding: str = "utf-8") -> str:
    def at(words: str, after: int = 0) -> str:
        return span(words, TEXT, encoding, after)

    later = TEXT.index("He said")
    return (
        "# MPQA annotations\n"
        '1\t0,0\tstring\tGATE_agent\t id="w"\n'
        '2\t0,0\tstring\tGATE_agent\t id="implicit"\n'
        f'3\t{at("Zoë Lee")}\tstring\tGATE_agent\t id="lee" nested-source="w, lee"\n'
        f'4\t{at("Bob Orr")}\tstring\tGATE_agent\tid="orr"\n'
        f'5\t{at("said")}\tstring\tGATE_direct-subjective\t nested-source="w,lee" intensity="high"\n'
        f'6\t{at("She")}\tstring\tGATE_agent\t nested-source="w,lee"\n'
        f'7\t{at("He", later)}\tstring\tGATE_agent\t nested-source="w,orr" agent-uncertain="somewhat-uncertain"\n'
        f'8\t{at("she", later)}\tstring\tGATE_agent\t nested-source="w,orr,lee"\n'
        f'9\t{at("she", later)}\tstring\tGATE_agent\t nested-source="w,lee"\n'
        f"10\t{at('HEADER')}\tstring\tGATE_agent\n"
        "11\t9,9\tstring\tGATE_split\t\n"
    )


def release(folder: Path, lines: str | None = None, text: str | None = TEXT, key: str = KEY) -> Path:
    """The file of annotations of a release of one document."""
    path = folder / "man_anns" / key / "gateman.mpqa.lre.2.0"
    path.parent.mkdir(parents=True)
    path.write_text(annotations() if lines is None else lines)
    if text is not None:
        (folder / "docs" / key).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / key).write_text(text)
    return path


def test_golden(tmp_path: Path) -> None:
    path = release(tmp_path)
    document = read_one(path)
    assert (document.id, document.text) == (KEY, TEXT)
    assert {chain.id: [mention.text for mention in chain] for chain in document.chains} == {
        "lee": ["Zoë Lee", "She", "she"],
        "orr": ["Bob Orr", "He"],
    }
    table = document.mention_table
    assert table is not None
    assert [document.mentions[row].text for row in range(len(table)) if table.chains[row] < 0] == ["HEADER"]
    assert table.extra["mpqa_line"] == ("10", "3", "4", "6", "7", "8") or list(table.extra["mpqa_line"])[1] == "3"
    assert set(table.extra) == {"mpqa_line", "mpqa_id", "mpqa_nested-source", "mpqa_agent-uncertain"}
    assert len(document.sentences) == 3  # lines: there is no file of sentences


def test_sentences_of_the_release(tmp_path: Path) -> None:
    path = release(tmp_path)
    first = span("Zoë Lee said that Bob Orr was wrong.")
    second = span("She insists.")
    path.with_name("gatesentences.mpqa.2.0").write_text(
        f"1\t{first}\tstring\tGATE_sentence\t\n2\t{second}\tstring\tGATE_sentence\t\n"
    )
    shown = [sentence.text for sentence in read_one(path).sentences]
    assert shown == ["HEADER 1", "Zoë Lee said that Bob Orr was wrong.", "She insists.", "He said she lied."]
    path.with_name("gatesentences.mpqa.2.0").write_text("1\t0,999\tstring\tGATE_sentence\t\n")
    with pytest.raises(
        DataError, match=rf"gatesentences.mpqa.2.0:1: bytes 0 to 999 do not lie in the text of {SIZE} bytes"
    ):
        read_one(path)


def test_other_encodings(tmp_path: Path) -> None:
    path = release(tmp_path / "a", annotations("latin-1"))
    (tmp_path / "a" / "docs" / KEY).write_bytes(TEXT.encode("latin-1"))
    assert read_one(path, encoding="latin-1") == read_one(release(tmp_path / "b"))
    with pytest.raises(DataError, match=r"23.18.15-25073:3: byte 0xeb is not valid UTF-8"):
        read_one(path)
    (tmp_path / "a" / "docs" / KEY).write_bytes(TEXT.encode("utf-16"))
    path.write_bytes(annotations().encode("utf-16"))
    with pytest.raises(DataError, match="utf-16 is no encoding in which bytes can be counted"):
        read_one(path, encoding="utf-16")


def test_agents(tmp_path: Path) -> None:
    lines = f'1\t{span("Zoë Lee")}\tstring\tGATE_agent\t nested-source="w,Foreign Ministry, US State Dept"\n'
    document = read_one(release(tmp_path, lines))
    assert [chain.id for chain in document.chains] == ["US State Dept"]


@pytest.mark.parametrize(
    ("old", "new", "line", "found"),
    [
        ("4\t", "3\t", 5, "the id 3 was given already in line 4"),
        ("\tstring\tGATE_split\t", "", 12, r"'11\\?\t9,9' is not an annotation"),
        ("9,9", "9-9", 12, "is not an annotation"),
        ("10\t0,6", "10\t0,99", 11, f"bytes 0 to 99 do not lie in the text of {SIZE} bytes"),
        ("10\t0,6", "10\t9,6", None, ""),  # no width, so it is none
        ("10\t0,6", "10\t10,13", 11, "bytes 10 to 13 begin or end inside a character"),
        ("10\t0,6", "10\t8,10", 11, "cover no token"),
    ],
)
def test_errors(tmp_path: Path, old: str, new: str, line: int | None, found: str) -> None:
    lines = annotations()
    assert old in lines
    path = release(
        tmp_path,
        lines.replace(
            f"\n{old}" if old[0].isdigit() and "\t" in old else old,
            f"\n{new}" if old[0].isdigit() and "\t" in old else new,
        ),
    )
    if line is None:
        assert read_one(path).mentions[0].text == "Zoë Lee"
        return
    with pytest.raises(DataError, match=found) as caught:
        read_one(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_what_is_not_there(tmp_path: Path) -> None:
    path = release(tmp_path / "a", text=None)
    with pytest.raises(DataError, match=r"there is no text docs/20010927/23.18.15-25073 for these annotations"):
        read_one(path)
    loose = tmp_path / "gateman.mpqa.lre.2.0"
    loose.write_text(annotations())
    with pytest.raises(DataError, match="this file does not lie in a folder man_anns"):
        read_one(loose)
    path = release(tmp_path / "b", text="\n")
    with pytest.raises(DataError, match="25073: this file is empty"):
        read_one(path)
    release(tmp_path / "c")
    (tmp_path / "c" / "docs" / "xbank").mkdir()
    (tmp_path / "c" / "docs" / "xbank" / "wsj_0006").write_text("x")
    with pytest.raises(DataError, match=r"wsj_0006: there are no annotations of this text in man_anns/xbank/wsj_0006"):
        list(read(tmp_path / "c", format="mpqa"))
    skipped: list[DataError] = []
    assert [document.id for document in read(tmp_path / "c", format="mpqa", skipped=skipped)] == [KEY]
    assert len(skipped) == 1


def test_texts_come_once(tmp_path: Path) -> None:
    release(tmp_path, key="xbank/wsj_0006")
    assert [record.document.id for record in records(tmp_path)] == ["xbank/wsj_0006"]


def test_conversion_keeps_all(tmp_path: Path) -> None:
    document = read_one(release(tmp_path))
    write([document], tmp_path / "a.jsonl")
    assert read_one(tmp_path / "a.jsonl") == document


def test_recognised() -> None:
    assert find_format("x/gateman.mpqa.lre.2.0") is find_format("x/gateman.mpqa.lre.1.2") is FORMAT
    assert FORMAT.sniff(annotations())
    assert not FORMAT.sniff("1\tAnn\t_\n")


@given(st.data())
def test_broken_files(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("mpqa")
    path = release(
        folder,
        data.draw(mutations(annotations(), ["\tGATE_agent\t", "9,99", 'id="'])).encode("utf-8", "replace").decode(),
    )
    (folder / "docs" / KEY).write_text(data.draw(mutations(TEXT)), errors="replace")
    try:
        document = read_one(path)
    except DataError:
        return
    assert all(each.text in document.text for each in document.mentions)


def test_the_command(tmp_path: Path) -> None:
    release(tmp_path / "release")
    arguments = ["convert", str(tmp_path / "release"), str(tmp_path / "sources.jsonl"), "--from", "mpqa"]
    done = CliRunner().invoke(group, arguments)
    assert done.exit_code == 0, done.output
    found = CliRunner().invoke(group, ["score", str(tmp_path / "sources.jsonl"), str(tmp_path / "sources.jsonl")])
    assert "100.00" in found.output
