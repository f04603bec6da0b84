"""ACE: a document in the layout of the releases, both ways of counting references, and every error."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from namesakes import read, read_one, write
from namesakes.cli.main import group
from namesakes.errors import DataError
from namesakes.formats import find_format
from namesakes.formats.ace import FORMAT
from namesakes.formats.records import records
from namesakes.formats.scan import Skipped
from tests.formats.fuzz import mutations

SGM = """<DOC>
<DOCID> AFP_ENG_20030330.0211 </DOCID>
<DATETIME> 2003-03-30 </DATETIME>
<BODY>
<HEADLINE>
Students & AT&amp;T
</HEADLINE>
<TEXT>
Some 2,500 mainly university
students met AT&amp;T boss Ann Lee. She left them.
</TEXT>
</BODY>
</DOC>
"""
PLAIN = SGM
for tag in ("DOC", "DOCID", "DATETIME", "BODY", "HEADLINE", "TEXT"):
    PLAIN = PLAIN.replace(f"<{tag}>", "").replace(f"</{tag}>", "")


def charseq(words: str, plain: str = PLAIN) -> str:
    start = plain.index(words)
    text = words.replace("&amp;", "&").replace("&", "&amp;")
    return f'<charseq START="{start}" END="{start + len(words) - 1}">{text}</charseq>'


def mention(id: str, words: str, head: str, kind: str = "NOM", plain: str = PLAIN, more: str = "") -> str:
    start = plain.index(words)
    inside = charseq(head, "\x00" * start + plain[start:])
    return (
        f'<entity_mention ID="A-{id}" TYPE="{kind}" LDCTYPE="{kind}"{more}>\n<extent>{charseq(words, plain)}</extent>\n'
        f"<head>{inside}</head></entity_mention>"
    )


def apf(plain: str = PLAIN) -> str:
    students = "Some 2,500 mainly university\nstudents"
    company = "AT&amp;T boss Ann Lee" if "&amp;" in plain else "AT&T boss Ann Lee"
    name = company.split()[0]
    return f"""<?xml version="1.0"?>
<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">
<source_file URI="A.sgm" SOURCE="newswire" TYPE="text" AUTHOR="LDC" ENCODING="UTF-8">
<document DOCID="A">
<entity ID="A-E1" TYPE="PER" SUBTYPE="Group" CLASS="USP">
{mention("E1-1", students, "students", plain=plain)}
{mention("E1-2", "them", "them", "PRO", plain)}
</entity>
<entity ID="A-E2" TYPE="PER" SUBTYPE="Individual" CLASS="SPC">
{mention("E2-1", company, "Ann Lee", "NAM", plain, ' ROLE="PER"')}
{mention("E2-2", "She", "She", "PRO", plain)}
<entity_attributes><name NAME="Ann Lee">{charseq("Ann Lee", plain)}</name></entity_attributes>
</entity>
<entity ID="A-E3" TYPE="ORG" SUBTYPE="Commercial" CLASS="SPC">
{mention("E3-1", name, name, "NAM", plain)}
</entity>
<timex2 ID="A-T1"><timex2_mention ID="A-T1-1">
<extent><charseq START="1" END="2">x</charseq></extent></timex2_mention></timex2>
<relation ID="A-R1" TYPE="ORG-AFF"><relation_mention ID="A-R1-1">
<extent><charseq START="0" END="999">x</charseq></extent>
<relation_mention_argument REFID="A-E2-1" ROLE="Arg-1"><extent><charseq START="7" END="9">x</charseq></extent>
</relation_mention_argument></relation_mention></relation>
</document>
</source_file>
"""


def release(folder: Path, annotations: str | None = None, text: str | None = SGM, name: str = "A") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    if text is not None:
        (folder / f"{name}.sgm").write_text(text)
    path = folder / f"{name}.apf.xml"
    path.write_text(apf() if annotations is None else annotations)
    return path


def test_golden(tmp_path: Path) -> None:
    document = read_one(release(tmp_path))
    assert document.id == "A"
    assert document.genre == "newswire"
    assert document.text.split("\n")[2] == "Students & AT&T"
    assert "2003-03-30" not in document.text
    shown = {chain.id: [(m.text, m.label, m.head.text if m.head else "") for m in chain] for chain in document.chains}
    assert shown == {
        "E1": [("Some 2,500 mainly university\nstudents", "PER", "students"), ("them", "PER", "them")],
        "E2": [("AT&T boss Ann Lee", "PER", "Lee"), ("She", "PER", "She")],
        "E3": [("AT&T", "ORG", "T")],
    }
    table = document.mention_table
    assert table is not None
    kinds = {"ace_type", "ace_ldctype", "ace_role", "ace_id", "ace_subtype", "ace_class"}
    assert set(table.extra) == kinds
    assert sorted(table.extra["ace_id"]) == ["A-E1-1", "A-E1-2", "A-E2-1", "A-E2-2", "A-E3-1"]
    assert sorted(table.extra["ace_type"]) == ["NAM", "NAM", "NOM", "PRO", "PRO"]


def test_references_that_count_as_one_character(tmp_path: Path) -> None:
    whole = read_one(release(tmp_path / "a"))
    single = read_one(release(tmp_path / "b", apf(PLAIN.replace("&amp;", "&"))))
    assert single == whole


def test_mentions_before_the_body_keep_what_stands_there(tmp_path: Path) -> None:
    entity = f'<entity ID="A-E9" TYPE="PER">{mention("E9-1", "2003-03-30", "2003-03-30")}</entity></document>'
    document = read_one(release(tmp_path, apf().replace("</document>", entity)))
    assert document.text.startswith("2003-03-30")
    assert "E9" in [chain.id for chain in document.chains]


def test_tags_with_marks_in_their_attributes(tmp_path: Path) -> None:
    text = SGM.replace("<TEXT>\n", '<TEXT>\n<QUOTE PREVIOUSPOST="a > b\n< c"/>')
    assert read_one(release(tmp_path, text=text)).chains[0].id in ("E1", "E3")


def test_conversion_keeps_all(tmp_path: Path) -> None:
    document = read_one(release(tmp_path))
    write([document], tmp_path / "a.jsonl")
    assert read_one(tmp_path / "a.jsonl") == document


def test_a_folder(tmp_path: Path) -> None:
    release(tmp_path / "nw")
    release(tmp_path / "bn", apf().replace('DOCID="A"', 'DOCID="B"'), name="B")
    assert [document.id for document in read(tmp_path, format="ace")] == ["B", "A"]
    assert [record.id.rpartition("/")[2] for record in records(tmp_path)] == ["B.apf.xml#B", "A.apf.xml#A"]
    (tmp_path / "bn" / "C.sgm").write_text(SGM)
    with pytest.raises(DataError, match=r"C.sgm: there is no C.apf.xml beside this text\nPut the annotations"):
        list(read(tmp_path, format="ace"))
    skipped: list[DataError] = []
    assert len(list(read(tmp_path, format="ace", skipped=skipped))) == 2
    assert len(skipped) == 1


BOMB = '<!DOCTYPE source_file [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'


@pytest.mark.parametrize(
    ("old", "new", "place", "found"),
    [
        ("</source_file>", "", "", "this is not well-formed XML: no element found"),
        ("source_file", "clustering", "<clustering URI", "<clustering> stands as the outermost element"),
        ('<document DOCID="A">', '<document/>\n<document DOCID="A">', '<document DOCID="A">', "a second <document>"),
        ('ID="A-E2" ', "", '"Individual"', "this <entity> has no ID"),
        ('ID="A-E2-2"', 'ID="A-E1-1"', ' ID="A-E1-1" TYPE="PRO"', "the ID A-E1-1 was given already in line 6"),
        ('ID="A-E2" ', 'ID="A-E1" ', '"Individual"', "the ID A-E1 was given already in line 5"),
        ("START=", "BEGIN=", "BEGIN=", "this <charseq> has no START and END that are numbers"),
        ('END="', 'END="99999', 'END="99999', r"do not lie in the text of \d\d\d characters without its tags"),
        (">She<", ">He<", ">He<", r"the charseq says 'He' and the text has 'She' at characters \d\d\d to \d\d\d"),
        ('<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">', BOMB, BOMB, r"this file has a <!DOCTYPE … \[ declaration"),
        ('SYSTEM "apf.v5.1.1.dtd">', "[<!ELEMENT x EMPTY>]>", "<!ELEMENT", r"a <!DOCTYPE … \[ declaration"),
        ("<entity ", "<!ENTITY x><entity ", "<!ENTITY", "this file has a <!ENTITY declaration|not well-formed"),
        (">She<", ">&she;<", "&she;", "&she; is an entity that this file does not have"),
    ],
)
def test_errors(tmp_path: Path, old: str, new: str, place: str, found: str) -> None:
    assert old in apf()
    text = apf().replace(old, new)
    line = text[: text.index(place)].count("\n") + 1 if place else text.count("\n") + 1
    path = release(tmp_path, text)
    with pytest.raises(DataError, match=found) as caught:
        read_one(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_no_extent(tmp_path: Path) -> None:
    path = release(tmp_path, apf().replace("extent>", "extend>"))
    with pytest.raises(DataError, match="the mention A-E1-1 has no extent"):
        read_one(path)


def test_nothing_outside_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    declared = f'<!DOCTYPE source_file [<!ENTITY x SYSTEM "file://{tmp_path}/secret.txt">]>'
    path = release(tmp_path, apf().replace('<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">', declared))
    with pytest.raises(DataError, match=r"DOCTYPE … . declaration"):
        read_one(path)
    (tmp_path / "apf.v5.1.1.dtd").write_text('<!ENTITY she "She">')
    path = release(tmp_path, apf().replace(">She<", ">&she;<"))
    with pytest.raises(DataError, match="&she; is an entity that this file does not have"):
        read_one(path)


def test_texts_that_are_not_there(tmp_path: Path) -> None:
    path = release(tmp_path / "a", text=None)
    with pytest.raises(DataError, match=r"a/A.apf.xml: there is no A.sgm beside this file\nACE keeps"):
        read_one(path)
    path = release(tmp_path / "b", text="<DOC>\n</DOC>")
    with pytest.raises(DataError, match=r"b/A.sgm: this file is empty"):
        read_one(path)
    path = release(tmp_path / "c")
    (tmp_path / "c" / "A.sgm").write_bytes(SGM.replace("She", "Sh\xe9").encode("latin-1"))
    with pytest.raises(DataError, match=r"A.sgm:10: byte 0xe9 is not valid UTF-8"):
        read_one(path)
    skipped: list[Skipped] = []
    assert list(records(tmp_path / "a", skipped=skipped)) == []
    assert "there is no A.sgm beside this file" in skipped[0].reason


def test_recognised() -> None:
    assert find_format("x/A.apf.xml") is FORMAT
    assert FORMAT.sniff(apf())
    assert not FORMAT.sniff("<clustering/>")


@given(st.data())
def test_broken_files(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("ace")
    text = data.draw(mutations(apf(), ["<entity ", "<extent>", "START=", "-1", "&amp;", "<!ENTITY"]))
    (folder / "A.apf.xml").write_text(text, errors="replace")
    (folder / "A.sgm").write_text(data.draw(mutations(SGM, ["<TEXT>", "&amp;", "<"])), errors="replace")
    try:
        document = read_one(folder / "A.apf.xml")
    except DataError:
        return
    assert all(each.text in document.text for each in document.mentions)


def test_the_command(tmp_path: Path) -> None:
    release(tmp_path / "nw")
    done = CliRunner().invoke(group, ["convert", str(tmp_path / "nw"), str(tmp_path / "nw.jsonl"), "--from", "ace"])
    assert done.exit_code == 0, done.output
    found = CliRunner().invoke(group, ["score", str(tmp_path / "nw.jsonl"), str(tmp_path / "nw.jsonl"), "--json"])
    assert '"conll": 1.0' in found.output
    path = release(tmp_path / "bad", apf().replace(">She<", ">He<"))
    done = CliRunner().invoke(group, ["convert", str(path), str(tmp_path / "bad.jsonl")])
    assert done.exit_code == 1
