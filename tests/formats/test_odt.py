"""ODT: paragraphs, tables and notes; files that are locked, cut or something else."""

from pathlib import Path

import pytest

from namesakes import read_one
from namesakes.errors import DataError
from namesakes.formats import zip_parts
from tests.formats.made_office import archive, odt

BODY = """<text:tracked-changes><text:changed-region><text:deletion><text:p>old words</text:p></text:deletion>
</text:changed-region></text:tracked-changes>
<office:forms>a form</office:forms>
<text:h text:outline-level="1">To Clara <text:span>Dunn</text:span></text:h>
<text:p>Dear  Clara,<text:line-break/>how<text:s text:c="3"/>are<text:tab/>you<text:note>
<text:note-citation>1</text:note-citation>
<text:note-body><text:p>A note on you.</text:p></text:note-body></text:note>?
<office:annotation><dc:creator>Bo</dc:creator><text:p>a comment</text:p></office:annotation></text:p>
<text:list><text:list-item><text:p>one</text:p></text:list-item>
<text:list-item><text:p>two</text:p></text:list-item></text:list>
<table:table><table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell><text:p>Role</text:p>
</table:table-cell></table:table-row></table:table>
<text:table-of-content><text:p>Contents 1</text:p></text:table-of-content>"""
META = """<dc:title>A letter</dc:title><meta:initial-creator>Tom Reed</meta:initial-creator>
<meta:creation-date>2019-05-03T10:00:00</meta:creation-date>"""


def test_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.odt"
    path.write_bytes(odt(BODY, META, **{"Basic/Standard/Module1.xml": "<script>Shell 'rm'</script>"}))
    document = read_one(path)
    assert document.text == (
        "To Clara Dunn\n\nDear Clara,\nhow   are\tyou?\n\none\n\ntwo\n\nName\tRole\n\nA note on you."
    )
    assert document.meta == {"title": "A letter", "author": "Tom Reed", "created": "2019-05-03"}


def test_a_file_without_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.fodt"
    names = 'xmlns:office="o" xmlns:text="t"'
    path.write_text(f'<?xml version="1.0"?><office:document {names}><text:p>Ann &amp; Ben.</text:p></office:document>')
    assert read_one(path).text == "Ann & Ben."


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "this file is empty"),
        (b"Ann met Ben.", "this is not an ODT file, or a damaged one"),
        (odt("<text:p>Ann.</text:p>")[:-40], "this is not an ODT file, or a damaged one"),
        (odt("<text:p> </text:p>"), "there is no text in this document"),
        (odt("<text:p>Ann</text:h>"), "this is not well-formed XML: mismatched tag"),
        (odt("<text:p>" * 300 + "</text:p>" * 300), "more than 256 deep"),
        (
            odt("", **{"META-INF/manifest.xml": "<m><e><encryption-data/></e></m>"}),
            "this ODT file is encrypted\nSave it without a password.",
        ),
        (archive({"mimetype": "x"}), "this is an ODT file that is damaged (it has no part content.xml)"),
        (
            archive({"content.xml": '<!DOCTYPE a [<!ENTITY b "bbb">]><a>&b;</a>'}),
            "this file declares an entity",
        ),
    ],
)
def test_files_that_are_none(tmp_path: Path, content: bytes, found: str) -> None:
    path = tmp_path / "a.odt"
    path.write_bytes(content)
    with pytest.raises(DataError) as error:
        read_one(path, format="odt")
    assert str(error.value).startswith(f"{path}:")
    assert found in str(error.value)


def test_too_much_in_an_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    data = odt(f"<text:p>{'a' * 100_000}</text:p>")
    assert len(data) < 5000
    with pytest.raises(DataError, match="this file unpacks to"):
        zip_parts.ZipParts.of(data, "an ODT file", "a", largest=50_000)
