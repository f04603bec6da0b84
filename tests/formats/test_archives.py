"""ZIP, tar and packed files: documents of the files in them; bombs, links, cycles and damage never get far."""

import bz2
import gzip
import lzma
import struct
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from namesakes import read, read_one
from namesakes.errors import DataError, SkippedWarning
from namesakes.formats import unpacking
from namesakes.formats.members import member_name
from namesakes.formats.records import Limits, records
from namesakes.formats.scan import Skipped
from tests.conftest import Command
from tests.formats.made_archives import mail, tar
from tests.formats.made_office import archive, odt
from tests.formats.made_pdf import pdf

ROWS = b'{"id": "x", "text": "Ann met Bob."}\n{"id": "y"}\n{"id": "z", "text": "Ben left."}\n'
LETTERS = {
    "1912/a.txt": b"Ann Lee met Bob.",
    "1912/b.odt": odt("<text:p>Ben met Eve.</text:p>"),
    "rows.jsonl": ROWS,
    "photo.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    "__MACOSX/1912/._a.txt": b"\x00\x05",
    ".DS_Store": b"\x00",
}
IDS = ["letters.zip/1912/a.txt", "letters.zip/1912/b.odt", "letters.zip/rows.jsonl#x", "letters.zip/rows.jsonl#z"]


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def found(path: Path) -> tuple[list[str], list[str]]:
    """The ids of the documents, and what was left out, without the path of the folder."""
    skipped: list[DataError] = []
    ids = [document.id for document in read(path, skipped=skipped)]
    return ids, [str(each).replace(f"{path.parent}/", "").replace("\n", " ") for each in skipped]


def test_a_zip_is_its_documents(tmp_path: Path) -> None:
    path = written(tmp_path, "letters.zip", archive(LETTERS))
    ids, skipped = found(path)
    assert ids == IDS
    assert skipped[0].startswith("letters.zip/rows.jsonl:2: this row has no text")
    assert skipped[1] == "letters.zip/photo.jpg: this is a picture (JPEG), which cannot be read Run OCR first."
    assert [document.text for document in read(path, skipped=[])][:2] == ["Ann Lee met Bob.", "Ben met Eve."]


@pytest.mark.parametrize("name", ["letters.tar", "letters.tar.gz", "letters.tgz", "letters.tar.bz2", "letters.tar.xz"])
def test_a_tar_is_its_documents_packed_or_not(tmp_path: Path, name: str) -> None:
    plain = tar(LETTERS)
    content = {
        "tar": plain,
        "gz": gzip.compress(plain, mtime=0),
        "tgz": gzip.compress(plain, mtime=0),
        "bz2": bz2.compress(plain),
        "xz": lzma.compress(plain),
    }
    path = written(tmp_path, name, content[name.rpartition(".")[2]])
    ids, skipped = found(path)
    assert ids == [each.replace("letters.zip", name) for each in IDS]
    assert len(skipped) == 2


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_packed_file_is_what_is_packed(tmp_path: Path, pack: object) -> None:
    assert callable(pack)
    path = written(tmp_path, "a.txt.gz", pack(b"Ann met Bob."))
    assert (read_one(path).id, read_one(path).text) == ("a.txt.gz", "Ann met Bob.")
    path = written(tmp_path, "rows.jsonl.gz", pack(ROWS))
    assert found(path)[0] == ["rows.jsonl.gz#x", "rows.jsonl.gz#z"]


def test_content_tells_what_something_is(tmp_path: Path) -> None:
    inner = archive({"a.txt": rb"{\rtf1 Ann met Ben.}", "b.doc": pdf("Ann met Eve.")})
    for name in ("a.docx", "a.txt", "a.odt", "noending"):
        path = written(tmp_path, name, inner)
        texts = {document.id: document.text for document in read(path)}
        assert texts == {f"{name}/a.txt": "Ann met Ben.", f"{name}/b.doc": "Ann met Eve."}
    path = written(tmp_path, "a.txt", tar({"b.txt": b"Ann."}, "w:gz"))
    assert found(path)[0] == ["a.txt/b.txt"]
    with pytest.raises(DataError, match=r"this is not a DOCX file, or a damaged one|is damaged"):
        list(read(written(tmp_path, "b.docx", archive({"[Content_Types].xml": "<x/>", "word/document.xml": "<x"}))))


def test_archives_in_archives(tmp_path: Path) -> None:
    inner = archive({"deep/a.txt": b"Ann.", "rows.jsonl": ROWS})
    path = written(
        tmp_path, "all.tgz", tar({"in/letters.zip": inner, "b.txt.gz": gzip.compress(b"Ben.", mtime=0)}, "w:gz")
    )
    ids, _ = found(path)
    assert ids == [
        "all.tgz/in/letters.zip/deep/a.txt", "all.tgz/in/letters.zip/rows.jsonl#x",
        "all.tgz/in/letters.zip/rows.jsonl#z", "all.tgz/b.txt.gz",
    ]  # fmt: skip


def test_ids_of_records_begin_with_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "box").mkdir()
    written(tmp_path / "box", "letters.zip", archive({**LETTERS, "rows2.jsonl": ROWS.replace(b'"z"', b'"x"')}))
    skipped: list[Skipped] = []
    ids = [record.id for record in records("box", skipped=skipped)]
    assert ids == [*(f"box/{each}" for each in IDS), "box/letters.zip/rows2.jsonl#x", "box/letters.zip/rows2.jsonl#x~2"]
    assert [each.place for each in skipped] == [
        "box/letters.zip/rows.jsonl:2", "box/letters.zip/photo.jpg", "box/letters.zip/rows2.jsonl:2",
    ]  # fmt: skip


def test_without_a_list_what_was_left_out_is_a_warning(tmp_path: Path) -> None:
    path = written(tmp_path, "letters.zip", archive(LETTERS))
    with pytest.warns(SkippedWarning, match="left out 2 of what is in it") as caught:
        assert [document.id for document in read(path)] == IDS
    assert "letters.zip/photo.jpg: this is a picture" in str(caught[0].message)
    with pytest.warns(SkippedWarning, match=r"letters.zip/photo.jpg: this is a picture"):
        assert len(list(records(path))) == 4
    with pytest.raises(DataError, match="this is a picture"):
        list(read(written(tmp_path, "photos.zip", archive({"a.jpg": LETTERS["photo.jpg"]}))))
    with pytest.raises(DataError, match="this is a picture"):
        list(records(tmp_path / "photos.zip"))


def test_one_damaged_member_is_lost_alone(tmp_path: Path) -> None:
    data = bytearray(archive({"a.txt": b"Ann met Bob. " * 50, "b.txt": b"Ben left. " * 50, "c.txt": b"Eve."}))
    place = data.index(b"b.txt") + 10
    data[place : place + 8] = b"\xff" * 8
    ids, skipped = found(written(tmp_path, "a.zip", bytes(data)))
    assert ids == ["a.zip/a.txt", "a.zip/c.txt"]
    assert len(skipped) == 1
    assert skipped[0].startswith("a.zip/b.txt: ")


def test_names_lead_nowhere_else(tmp_path: Path) -> None:
    entries = {
        "../../etc/passwd.txt": b"Ann.", "/root/x.txt": b"Ben.", "C:\\temp\\y.txt": b"Eve.",
        "a\x1b[31m\nb.txt": b"Tom.", "caf\udce9.txt": b"Zoe.", "..": b"Max.",
    }  # fmt: skip
    ids, skipped = found(written(tmp_path, "a.tar", tar(entries)))
    assert ids == [
        "a.tar/etc/passwd.txt", "a.tar/root/x.txt", "a.tar/temp/y.txt", "a.tar/a\\x1b[31m\\x0ab.txt",
        "a.tar/caf\\xe9.txt", "a.tar/unnamed",
    ]  # fmt: skip
    assert not skipped
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.tar"]
    assert member_name("x" * 1000).startswith("…xxx")
    assert len(member_name("x" * 1000)) == 300


def test_names_in_utf_8_that_do_not_say_so(tmp_path: Path) -> None:
    data = archive({"zoé.txt": b"Zoe."})
    raw = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = raw.index(mark) + offset
        raw[place : place + 2] = struct.pack("<H", struct.unpack("<H", raw[place : place + 2])[0] & ~0x800)
    assert found(written(tmp_path, "a.zip", bytes(raw)))[0] == ["a.zip/zoé.txt"]


def test_links_and_devices_are_not_followed(tmp_path: Path) -> None:
    secret = written(tmp_path, "secret.txt", b"Nobody may read this.")
    entries: dict[str, bytes | tarfile.TarInfo] = {"a.txt": b"Ann."}
    for name, kind in (
        ("l.txt", tarfile.SYMTYPE),
        ("h.txt", tarfile.LNKTYPE),
        ("d.txt", tarfile.CHRTYPE),
        ("p.txt", tarfile.FIFOTYPE),
    ):
        entry = tarfile.TarInfo(name)
        entry.type, entry.linkname = kind, str(secret)
        entries[name] = entry
    ids, skipped = found(written(tmp_path, "a.tar", tar(entries)))
    assert ids == ["a.tar/a.txt"]
    assert [each.partition(": ")[2] for each in skipped] == [
        "it is a link, which is not followed", "it is a link, which is not followed",
        "it is a device, which is not followed", "it is a pipe, which is not followed",
    ]  # fmt: skip


@pytest.mark.parametrize("depth", [3, 12])
def test_archives_in_each_other_end(tmp_path: Path, depth: int) -> None:
    data = archive({"a.txt": b"Ann."})
    for _ in range(depth):
        data = archive({"next.zip": data, "b.txt": b"Ben."})
    ids, skipped = found(written(tmp_path, "a.zip", data))
    deep = depth < unpacking.DEPTH
    assert any(each.endswith("/a.txt") for each in ids) == deep
    assert [("more than 4 files lie inside each other" in each) for each in skipped] == ([] if deep else [True, True])


def test_an_archive_that_contains_itself_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The inside of each archive is the same archive again, as often as one looks; each level holds it six times."""
    monkeypatch.setattr(unpacking, "MOST", 1000)
    data = archive({"a.txt": b"Ann."})
    for _ in range(5):
        data = archive({f"{number}.zip": data for number in range(6)})
    ids, skipped = found(written(tmp_path, "a.zip", data))
    assert ids == []
    assert 500 < len(skipped) <= 1000
    assert "more than 1,000 files in it" in skipped[-1]


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "FREE", 200_000)
    monkeypatch.setattr(unpacking, "RATIO", 20)
    blank = b" " * 90_000
    parts = {"a.txt": b"Ann.", **{f"{number}.txt": blank + b"x" for number in range(20)}, "z.txt": b"Zoe."}
    for name, data in (
        ("a.zip", archive(parts)),
        ("a.tgz", tar(parts, "w:gz")),
        ("b.zip", archive({"in.zip": archive(parts)})),
    ):
        ids, skipped = found(written(tmp_path, name, data))
        assert len(ids) <= 4
        assert "unpacks to more than" in skipped[-1]
        assert len(skipped) == 1
    with pytest.raises(DataError, match="unpacks to more than"):
        list(read(written(tmp_path, "a.txt.gz", gzip.compress(b" " * 2_000_000, mtime=0))))


def test_a_member_is_no_larger_than_documents_may_be(tmp_path: Path) -> None:
    path = written(tmp_path, "a.zip", archive({"a.txt": b"Ann. " * 50_000, "b.txt": b"Ben.", "c.jsonl": ROWS * 1000}))
    skipped: list[Skipped] = []
    ids = [record.id for record in records(path, skipped=skipped, limits=Limits(megabytes=0.1))]
    assert [id.rpartition("/")[2] for id in ids[:2]] == ["b.txt", "c.jsonl#x"]
    assert len(ids) == 1 + 2 * 1000
    assert skipped[0].reason == "it has more than 0 MB; divide it, or raise the limit with --max-size"


def test_what_an_archive_says_of_sizes_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "FREE", 100_000)
    data = bytearray(archive({"a.txt": b" " * 3_000_000 + b"Ann."}))
    place = data.rindex(b"PK\x01\x02") + 24
    data[place : place + 4] = struct.pack("<I", 10)
    path = written(tmp_path, "a.zip", bytes(data))
    with pytest.raises(DataError):
        list(read(path))


def test_locked_members(tmp_path: Path) -> None:
    data = bytearray(archive({"a.txt": b"Ann.", "b.txt": b"Ben."}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    ids, skipped = found(written(tmp_path, "a.zip", bytes(data)))
    assert ids == ["a.zip/b.txt"]
    assert skipped == ["a.zip/a.txt: it is locked with a password Unpack it with the password."]


def test_archives_that_are_cut(tmp_path: Path) -> None:
    whole = archive({"a.txt": b"Ann.", "b.txt": b"Ben. " * 1000})
    with pytest.raises(
        DataError, match=r"not a ZIP archive, or one that is cut off or damaged|a ZIP archive that is damaged"
    ):
        list(read(written(tmp_path, "a.zip", whole[:-30])))
    plain = tar({"a.txt": b"Ann.", "b.txt": b"Ben. " * 1000, "c.txt": b"Eve."})
    ids, skipped = found(written(tmp_path, "a.tar", plain[:3000]))
    assert ids == ["a.tar/a.txt"]
    assert len(skipped) == 2
    ids, skipped = found(written(tmp_path, "b.tar", plain[:512] + plain[512:1024] + b"x" * 512 + plain[1536:]))
    assert ids == ["b.tar/a.txt"]
    assert "cut off or damaged after 1 file" in skipped[0]
    packed = gzip.compress(b"".join(str(number).encode() + b" Ann met Bob. " for number in range(2000)))
    for cut in (10, 1000, len(packed) - 4):
        with pytest.raises(DataError, match="damaged"):
            list(read(written(tmp_path, "a.txt.gz", packed[:cut])))
    noise = gzip.compress(plain, mtime=0)
    ids, skipped = found(written(tmp_path, "a.tgz", noise[:-12]))
    assert len(skipped) <= 2


def test_a_header_of_a_tar_fills_no_memory(tmp_path: Path) -> None:
    entry = tarfile.TarInfo("x")
    entry.type, entry.size = tarfile.XHDTYPE, 1 << 32
    data = tar({"a.txt": b"Ann."})[:1024] + entry.tobuf(tarfile.GNU_FORMAT) + b" " * 2048
    ids, skipped = found(written(tmp_path, "a.tar", data))
    assert ids == ["a.tar/a.txt"]
    assert "a header of 4,096 MB" in skipped[0]


def test_texts_whose_annotations_lie_beside_them_are_not_looked_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("This lies beside the archive.")
    ids, skipped = found(written(tmp_path, "x.zip", archive({"a.ann": b"T1\tPerson 0 3\tAnn\n", "b.txt": b"Ben."})))
    assert ids == ["x.zip/b.txt"]
    assert "its text is another file" in skipped[0]


def test_mails_in_archives_and_archives_in_mails(tmp_path: Path) -> None:
    inner = archive({"notes/a.txt": b"Ann met Eve."})
    path = written(tmp_path, "a.zip", archive({"in/m.eml": mail(attached=[("papers.zip", inner)])}))
    assert found(path) == (["a.zip/in/m.eml", "a.zip/in/m.eml/papers.zip/notes/a.txt"], [])


def test_standard_input(tmp_path: Path) -> None:
    path = written(tmp_path, "letters.zip", archive(LETTERS))
    command = [sys.executable, "-m", "namesakes", "convert", "-", "-", "--from", "zip", "--to", "jsonl", "--skip-bad"]
    done = subprocess.run(command, input=path.read_bytes(), capture_output=True, check=False, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 4


def test_the_command_reads_archives(namesakes: Command, tmp_path: Path) -> None:
    path = written(
        tmp_path, "letters.zip", archive({"a.txt": b"Ann Lee is here. She waved.", "b.png": b"\x89PNG\r\n\x1a\n\x00"})
    )
    done = namesakes("coref", str(path), "--to", "json")
    assert done.returncode == 0
    assert '"letters.zip/a.txt"' in done.stdout
    assert "left out 1 of what is in it" in done.stderr
    done = namesakes("resolve", str(tmp_path), "--store", str(tmp_path / "people.db"))
    assert done.returncode == 0
    assert "letters.zip/b.png (this is a picture (PNG), which cannot be read; run OCR first)" in done.stdout
