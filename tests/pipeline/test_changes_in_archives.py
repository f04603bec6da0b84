"""What is new in an archive or a mailbox: only that is read again, and only what is gone is taken out."""

from pathlib import Path

import pytest

from namesakes.formats import html
from namesakes.pipeline.changes import Changes
from namesakes.store.records import DocumentState
from tests.formats.made_archives import mail, mailbox, tar
from tests.formats.made_office import archive

JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF"
PARTS = {
    "a.txt": b"Ann met Bob.",
    "b.html": b"<p>Ben left.",
    "rows.jsonl": b'{"id": "x", "text": "Eve."}\n',
    "p.jpg": JPEG,
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "news").mkdir()
    return tmp_path


def read(known: dict[str, DocumentState]) -> tuple[list[str], list[str]]:
    """The ids of what is new in the folder, which is then known, and of what is gone."""
    changes = Changes([Path("news")], known)
    new = {entry.id: DocumentState(entry.hash, entry.path) for entry in changes}
    gone = changes.gone()
    known.update(new)
    for id in gone:
        del known[id]
    return [id.removeprefix("news/") for id in new], [id.removeprefix("news/") for id in gone]


def put(name: str, content: bytes) -> None:
    Path("news", name).write_bytes(content)


@pytest.mark.parametrize("packed", [archive, tar])
def test_only_what_is_new_in_an_archive_is_read(packed: object) -> None:
    assert callable(packed)
    known: dict[str, DocumentState] = {}
    put("x.arc.zip", packed(PARTS))
    first = ["x.arc.zip/a.txt", "x.arc.zip/b.html", "x.arc.zip/rows.jsonl#x"]
    assert read(known) == (first, [])
    assert read(known) == ([], [])
    changed = {**PARTS, "a.txt": b"Ann met Eve.", "c.txt": b"Tom."}
    put("x.arc.zip", packed(changed))
    assert read(known) == (["x.arc.zip/a.txt", "x.arc.zip/c.txt"], [])
    put("x.arc.zip", packed({"a.txt": b"Ann met Eve.", "p.jpg": JPEG}))
    assert read(known) == ([], ["x.arc.zip/b.html", "x.arc.zip/rows.jsonl#x", "x.arc.zip/c.txt"])


def test_what_is_known_is_not_even_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, DocumentState] = {}
    put("x.zip", archive({"in.zip": archive(PARTS)}))
    assert len(read(known)[0]) == 3

    def fail(*_: object) -> None:
        raise AssertionError("it was parsed")

    monkeypatch.setattr(html.reader, "visible_text", fail)
    assert read(known) == ([], [])


def test_what_cannot_be_read_any_more_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, DocumentState] = {}
    put("x.zip", archive(PARTS))
    read(known)
    put("x.zip", archive({**PARTS, "b.html": JPEG, "rows.jsonl": b"{\n"}))
    assert read(known) == ([], [])
    put("x.zip", archive(PARTS)[:-30])
    assert read(known) == ([], [])
    Path("news/x.zip").unlink()
    assert sorted(read(known)[1]) == ["x.zip/a.txt", "x.zip/b.html", "x.zip/rows.jsonl#x"]


def test_a_mail_more_is_read_alone_and_others_keep_their_ids() -> None:
    known: dict[str, DocumentState] = {}
    mails = [mail(f"I met Ann {n} times.", Message_ID=f"<{n}@x>") for n in range(4)]
    put("box.mbox", mailbox(*mails[:3]))
    assert read(known)[0] == ["box.mbox#0@x", "box.mbox#1@x", "box.mbox#2@x"]
    put("box.mbox", mailbox(mails[0], mails[2], mails[3]))
    assert read(known) == (["box.mbox#3@x"], ["box.mbox#1@x"])


def test_a_store_that_was_made_elsewhere_knows_archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, DocumentState] = {}
    put("news.zip", archive(PARTS))
    read(known)
    monkeypatch.chdir(tmp_path / "news")
    changes = Changes([tmp_path / "news"], known)
    assert list(changes) == []
    assert changes.gone() == []
