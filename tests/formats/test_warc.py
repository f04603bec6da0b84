"""Web archives: pages and texts, what is neither, and records that are not what they say."""

import gzip
import zlib
from pathlib import Path

import pytest

from namesakes import read
from namesakes.errors import DataError
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.records import Limits, records
from namesakes.formats.scan import Skipped
from namesakes.text.dates import document_date
from tests.formats.made_archives import warc_record

A, B, C = (f"https://x.example/{letter}" for letter in "abc")
INFO = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 4\r\n\r\nx: y\r\n\r\n"
ARTICLE = (
    b"<title>T</title><nav>Menu</nav><article>"
    + b"<p>Ann Lee met Bob Wise in the market of York.</p>" * 9
    + b"</article>"
)


def found(folder: Path, content: bytes, name: str = "c.warc", **options: bool) -> tuple[dict[str, str], list[str]]:
    """The documents by their ids, and what was left out."""
    path = folder / name
    path.write_bytes(content)
    skipped: list[DataError] = []
    documents = list(read(path, skipped=skipped, options=ReadOptions(**options)))  # type: ignore[arg-type]
    return {each.id: each.text for each in documents}, [str(each).removeprefix(f"{folder}/") for each in skipped]


def test_pages_and_texts(tmp_path: Path) -> None:
    data = INFO + warc_record(A, b"<p>Ann met Bob.") + warc_record(B, b"Ben left.", "text/plain; charset=utf-8")
    data += warc_record(C, b"\xff\xd8", "image/jpeg") + warc_record(C, b"<p>Gone.", status="404 Not Found")
    for name, content in (
        ("c.warc", data),
        ("c.warc.gz", gzip.compress(data, mtime=0)),
        ("c.txt", data),
        ("c", gzip.compress(data, mtime=0)),
    ):
        texts, skipped = found(tmp_path, content, name)
        assert texts == {f"{name}#{A}": "Ann met Bob.", f"{name}#{B}": "Ben left."}
        assert skipped == [f"{name}: 2 of its records are no pages or texts (image/jpeg 1, status 404 1)"]


def test_every_record_may_be_packed_by_itself(tmp_path: Path) -> None:
    data = b"".join(map(gzip.compress, (INFO, warc_record(A, b"<p>Ann."), warc_record(B, b"<p>Ben."))))
    assert list(found(tmp_path, data, "c.warc.gz")[0].values()) == ["Ann.", "Ben."]


def test_the_article_or_the_whole_page(tmp_path: Path) -> None:
    assert "Menu" not in found(tmp_path, warc_record(A, ARTICLE))[0][f"c.warc#{A}"]
    assert "Menu" in found(tmp_path, warc_record(A, ARTICLE), whole_page=True)[0][f"c.warc#{A}"]


def test_metadata(tmp_path: Path) -> None:
    path = tmp_path / "c.warc"
    dated = b"<meta name='date' content='2019-07-01'><p>Ann."
    path.write_bytes(warc_record(A, b"<title>T</title><p>Ann.") + warc_record(B, dated))
    first, second = read(path)
    assert first.meta == {
        "uri": A, "created": "2024-03-05", "crawled": "2024-03-05T10:00:00Z", "encoding": "utf-8", "title": "T",
    }  # fmt: skip
    dates = [document_date(each) for each in (first, second)]
    assert [(each.value, each.source) for each in dates if each] == [("2024-03-05", "file"), ("2019-07-01", "metadata")]


@pytest.mark.parametrize(
    ("body", "kind", "more"),
    [
        (gzip.compress("<p>Zoë.".encode(), mtime=0), "text/html", "Content-Encoding: gzip\r\n"),
        (zlib.compress("<p>Zoë.".encode()), "text/html", "Content-Encoding: deflate\r\n"),
        (b"4\r\n<p>Z\r\n4;x=y\r\no\xc3\xab.\r\n0\r\n\r\n", "text/html", "Transfer-Encoding: chunked\r\n"),
        ("<p>Zoë.".encode(), "text/html", "Transfer-Encoding: chunked\r\n"),
        ("<p>Zoë.".encode(), "text/html", "Content-Encoding: gzip\r\n"),
        ("<p>Zoë.".encode("cp1252"), "text/html; charset=iso-8859-1", ""),
        ("<p>Zoë.".encode(), "text/html; charset=iso-8859-1", ""),
        ("<p>Zoë.".encode("cp1252"), "text/html; charset=no-such", ""),
    ],
)
def test_however_a_page_was_sent(tmp_path: Path, body: bytes, kind: str, more: str) -> None:
    assert found(tmp_path, warc_record(A, body, kind, more=more)) == ({f"c.warc#{A}": "Zoë."}, [])


@pytest.mark.parametrize("length", ["0", "40", "9999", "99999999999", "-1", "x", ""])
def test_records_of_a_wrong_length_are_lost_alone(tmp_path: Path, length: str) -> None:
    good, bad, after = warc_record(A, b"<p>Ann."), warc_record(B, b"<p>Ben."), warc_record(C, b"<p>Eve.")
    size = bad.split(b"Content-Length: ")[1].split(b"\r\n")[0]
    bad = bad.replace(b"Content-Length: " + size, b"Content-Length: " + length.encode())
    texts, skipped = found(tmp_path, good + bad + after)
    assert texts == {f"c.warc#{A}": "Ann.", f"c.warc#{C}": "Eve."}
    assert 1 <= len(skipped) <= 2


def test_archives_that_are_cut(tmp_path: Path) -> None:
    data = warc_record(A, b"<p>Ann.") + warc_record(B, b"<p>Ben.")
    texts, skipped = found(tmp_path, data[:-20])
    assert list(texts.values()) == ["Ann."]
    assert "a record is shorter than it says" in skipped[0]
    packed = gzip.compress(warc_record(A, b"<p>Ann."), mtime=0) + gzip.compress(warc_record(B, b"<p>Ben."), mtime=0)
    texts, skipped = found(tmp_path, packed[:-20], "c.warc.gz")
    assert list(texts.values()) == ["Ann."]
    assert len(skipped) == 1
    (tmp_path / "n.warc").write_bytes(b"nothing")
    with pytest.raises(DataError, match="this is no web archive"):
        list(read(tmp_path / "n.warc"))


def test_pages_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "c.warc"
    bomb = gzip.compress(b"<p>" + b" " * 1_000_000 + b"Ann.", mtime=0)
    path.write_bytes(
        warc_record(A, bomb, more="Content-Encoding: gzip\r\n")
        + warc_record(B, b"x" * 300_000)
        + warc_record(C, b"<p>Eve.")
    )
    skipped: list[Skipped] = []
    assert [each.document.text for each in records(path, skipped=skipped, limits=Limits(megabytes=0.2))] == ["Eve."]
    assert skipped[0].reason == "the answer is damaged (it unpacks to more than 0 MB)"
    assert skipped[1].reason == "1 of its records are no pages or texts (too large 1)"
