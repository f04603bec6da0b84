"""Seeds: small good inputs of each kind, of the tests' own texts."""

import bz2
import gzip
import io
import json
import lzma
import sqlite3
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from namesakes import read
from namesakes.formats import FORMATS
from namesakes.text.document import Document
from tests.formats.made_archives import mail, mailbox, tar, warc_record
from tests.formats.made_office import archive, epub, odt
from tests.formats.made_pdf import pdf
from tests.formats.made_tables import flat, spreadsheet, table, workbook

if TYPE_CHECKING:
    from namesakes.store.store import Store

ROOT = Path(__file__).parent.parent.parent
BESIDE = b"\n=====\n"
"""What stands between the two files of an input that has two."""
FILES = {
    "brat": ("input.ann", "input.txt"),
    "ace": ("input.apf.xml", "input.sgm"),
    "mpqa": ("man_anns/p/d/gateman.mpqa.lre.2.0", "docs/p/d"),
}
"""The names of both, by format."""


def _parquet() -> bytes:
    from pyarrow import parquet, table

    stream = io.BytesIO()
    parquet.write_table(table({"id": [1, 2], "text": ["Ann Lee met Bob.", None], "tags": [["a"], []]}), stream)
    return stream.getvalue()


_MAIL = mail(
    "--C\nContent-Type: text/plain; format=flowed\n\nDear Bob, \nAnn left.\n-- \nAnn\n"
    "--C\nContent-Type: text/html\n\n<p>A\n--C--\n",
    kind="multipart/alternative; boundary=C",
    attached=[("a.txt", b"Eve."), ("a.zip", archive({"b.txt": "Tom."}))],
    Cc='=?utf-8?q?Zo=C3=AB?= <z@x.example>, "Lee, Eve" <e@x.example>',
)

_PAGE = gzip.compress(b"A", mtime=0)

_BY_HAND = {
    "html": [b"<html><head><title>T</title></head><body><p>Ann <b>Lee</b> &amp; Bob.<br>She left.</p></body></html>"],
    "markdown": [b"# Ann Lee\n\n*Ann* met [Bob](http://x.y \"t\").\n\n- one\n- two\n\n"
                 b"```\ncode\n```\n| a | b |\n|---|---|\n| c | d |\n"],
    "plain": ["Ann Lee met Bob.\r\n\r\n“She left,” he said.".encode(), "Zoë".encode("utf-16")],
    "gap": [b"ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
            b"t-1\tAnn met Eve and she left.\tshe\t16\tAnn\t0\tTRUE\tEve\t8\tFALSE\thttp://x/Ann\n"],
    "weps": [b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<clustering searchString=\"Ann Lee\"><entity id=\"0\">"
             b"<doc rank=\"1\" /><doc rank=\"2\" /></entity><discarded><doc rank=\"3\" /></discarded></clustering>"],
    "ace": [b'<source_file SOURCE="nw"><document DOCID="d"><entity ID="d-E1" TYPE="PER">'
            b'<entity_mention ID="d-1" TYPE="NAM"><extent><charseq START="8" END="20">Ann &amp; Lee</charseq></extent>'
            b'<head><charseq START="18" END="20">Lee</charseq></head></entity_mention></entity></document>'
            b"</source_file>" + BESIDE + b"<DOC><DOCID>x</DOCID><BODY>so is\n Ann &amp; Lee.</BODY></DOC>"],
    "mpqa": [b'# notes\n1\t0,0\tstring\tGATE_agent\t id="w"\n'
             b'2\t0,4\tstring\tGATE_agent\t id="zoe" nested-source="w,zoe"\n' + BESIDE + "Zoë said so.".encode()],
    "conllx": [b"1\tAnn\tann\tN\tNP\tg=f\t2\tsubj\t_\t_\n2\tran\trun\tV\tVB\t_\t0\tROOT\t2\tx\n\n"],
    "pdf": [pdf("Ann Lee met Bob.")],
    "tei": [b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>T</title></titleStmt>'
            b'<sourceDesc><listPerson><person xml:id="a"><persName>Ann</persName></person></listPerson></sourceDesc>'
            b'</fileDesc></teiHeader><text><body><p><persName ref="#a">Ann</persName> met '
            b'<persName ref="#a">Bob</persName>'
            b'<note>Or <choice><sic>Bo</sic><corr>Ben</corr></choice>.</note><said who="#a">So&#233;.</said></p>'
            b'</body></text></TEI>'],
    "rtf": [b"{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset204 A;}}{\\info{\\title T}}Ann \\b Lee\\par "
            b"met\\u8217\\'92 {\\f0 \\'cf}{\\*\\x y}{\\footnote n}\\cell\\row{\\pict\\bin3 abc}}"],
    "xml": [b"<?xml version='1.0'?><journal><article id='a'><p>Ann <i>met</i> Bob &amp; Eve.</p></article></journal>"],
    "csv": [b'id;text;date\n1;"Ann; Lee\nmet ""Bob""";1921\n2;;\n', "sep=|\nid|text\n1|Zoë\n".encode("utf-16")],
    "tsv": [b"id\ttext\n1\tAnn Lee met Bob.\n"],
    "xlsx": [workbook({"One": [["id", "text", "date"], [1, "Ann Lee.", date(1921, 5, 3)]],
                       "Two": [["text"], ["Bob."]]})],
    "ods": [spreadsheet(table(["id", "text"], ["1", "Ann Lee."]), table(["text"], ["Bob."], name="Two")),
            flat(table(["text"], ["Ann."])).encode()],
    "parquet": [_parquet()],
    "odt": [odt("<text:h>Ann</text:h><text:p>met <text:s text:c='2'/>Bob.</text:p>", "<dc:title>T</dc:title>")],
    "eml": [_MAIL, _MAIL.replace(b"\n", b"\r\n"), mail("I met Ann.\n\nOn 1 May 2024, Bob wrote:\n> So?\n")],
    "mbox": [mailbox(_MAIL, mail("Eve =C3=AB.", Content_Transfer_Encoding="quoted-printable"), mail(Message_ID=""))],
    "zip": [archive({"a.txt": "Ann.", "b/c.eml": mail(), "d.zip": archive({"e.txt": "Eve."})})],
    "tar": [tar({"a.txt": b"Ann.", "b.jsonl": b'{"text": "Bob."}'}), tar({"a.txt": b"Ann."}, "w:gz")],
    "gz": [gzip.compress(b"Ann met Bob.", mtime=0), bz2.compress(b"Ann."), lzma.compress(mailbox(mail()))],
    "warc": [warc_record("http://x.example/a", b"<p>Ann.") + warc_record("http://x.example/b", b"Ben.", "text/plain"),
             gzip.compress(warc_record("http://x.example/a", _PAGE, more="Content-Encoding: gzip\r\n"), mtime=0),
             warc_record("http://x.example/a", b"4\r\n<p>A\r\n0\r\n\r\n", more="Transfer-Encoding: chunked\r\n")],
    "epub": [epub({"One": "<p>Ann met Bob.</p>"}, "<dc:title>T</dc:title>")],
}  # fmt: skip


def of_format(name: str) -> list[bytes]:
    """Files of a format: by hand where it has no writer, and what the writer makes of an example."""
    found = list(_BY_HAND.get(name, []))
    writes = FORMATS[name]
    example = _example()
    if name in ("gap", "weps"):  # which are no texts with chains
        return found
    if writes.write is not None:
        stream = io.StringIO()
        writes.write([example], stream)
        found.append(stream.getvalue().encode())
    elif writes.save is not None:
        with TemporaryDirectory() as folder:
            path = Path(folder, f"a{writes.extensions[0]}")
            writes.save([example], path)
            beside = path.with_suffix(".txt")
            found.append(path.read_bytes() + (BESIDE + beside.read_bytes() if beside.exists() else b""))
    if name == "docx":
        found.append(_docx())
    return found


@cache
def _example() -> Document:
    return next(iter(read(ROOT / "examples" / "key.conll")))


def _docx() -> bytes:
    import docx

    made, stream = docx.Document(), io.BytesIO()
    made.add_paragraph("Ann Lee met Bob.")
    made.add_table(1, 2).cell(0, 0).text = "Ann"
    made.save(stream)
    return stream.getvalue()


def configurations() -> list[bytes]:
    """Configurations of each kind, in TOML."""
    shipped = sorted((ROOT / "src" / "namesakes" / "models").glob("*/*.toml"))
    written = [path.read_bytes() for path in (*sorted((ROOT / "examples" / "chains").glob("*.toml")), *shipped)]
    by_hand = (
        b'language = "en"\nkinds = ["person"]\nbatch = 4\ncaution = 0.5\nlinks = "none"\n[limits]\nmegabytes = 1.5\n'
        b'seconds = 3\n[identities]\nblock = 100\nwithin-document = "names"\nleast = 0.1\n'
    )
    return [by_hand, *written]


def models() -> list[bytes]:
    """Small models of several kinds: what describes them, a NUL, and the arrays."""
    import numpy as np

    from namesakes.learning.model import Model, save_model

    found = [
        _model(ROOT / "src" / "namesakes" / "models" / name) for name in ("en-loss", "en-consistency", "en-lemmas")
    ]
    with TemporaryDirectory() as folder:
        arrays = {"weights": np.arange(6, dtype=np.float32).reshape(2, 3), "names": np.array(["a", "bc"])}
        save_model(Path(folder), Model("loss", {"bits": 4}, arrays))
        found.append(_model(Path(folder)))
    return found


def _model(folder: Path) -> bytes:
    return (folder / "model.json").read_bytes() + b"\x00" + (folder / "arrays.npz").read_bytes()


def fill(store: "Store") -> None:
    """Three people in three documents, a correction of each kind, a run."""
    from namesakes.store import correct
    from tests.store.made import document, fact, key, write_people

    ids = ["a", "b", "c"]
    facts = (fact("occupation", "linguist"),)
    store.documents.write([document(id, "Mark Johnson", "Ann Lee", facts=facts) for id in ids])
    mark, ann = [key(id) for id in ids], [key(id, 1) for id in ids]
    people = write_people(store, [("Mark Johnson", mark[:2]), ("Mark Johnson", mark[2:]), ("Ann Lee", ann)])
    correct.rename(store, people[2], "Anne Lee", who="ann")
    correct.different(store, people[0], people[1])
    correct.undo(store, 1)
    correct.not_a_person(store, people[1])
    list(store.block_rows.all(keep=True))
    store.blocks.add(["0" * 32])
    store.runs.write({"seed": 1, "pipeline": {"name": "en"}})


def stores() -> list[bytes]:
    """The file of a store, in small pages so that there is little that says nothing."""
    from namesakes.store.store import open_store

    with TemporaryDirectory() as folder:
        place, small = Path(folder, "people.db"), Path(folder, "small.db")
        with open_store(place) as store:
            fill(store)
        connection = sqlite3.connect(place)
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA page_size = 512")
        connection.execute(f"VACUUM INTO '{small}'")
        connection.close()
        return [small.read_bytes()]


def exports() -> list[bytes]:
    """The export of a store in JSONL."""
    from namesakes.store.export.jsonl import records
    from namesakes.store.store import open_store

    with open_store(":memory:") as store:
        fill(store)
        return ["".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records(store)).encode()]


def corrections() -> list[bytes]:
    """Corrections, one a line: what, of whom, and what more."""
    return [
        b"same mark-johnson-1 mark-johnson-2\ndifferent mark-johnson-1 c\nrename ann-lee-1 Anne Lee\nundo 5\n",
        b"different ann-lee-1 mark-johnson-1\nnot-a-person ann-lee-1 -\nundo 4\nsame ann-lee-1 mark-johnson-1\n",
        b"different mark-johnson-1 a\nsame mark-johnson-1 mark-johnson-3\nundo 1\nundo 2\n",
    ]
