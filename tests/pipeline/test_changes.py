"""What is found in folders, and what is left out, why, and with what advice."""

import io
import os
import stat
import zipfile
from pathlib import Path

import pytest

from namesakes.formats.records import Limits
from namesakes.pipeline.changes import Changes
from namesakes.pipeline.resolve import ResolveSettings, resolve_into
from namesakes.store.records import DocumentState
from namesakes.store.store import open_store
from tests.formats.made_pdf import pdf
from tests.pipeline.newsroom import newsroom


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(
    *items: Path, known: dict[str, DocumentState] | None = None, **more: object
) -> tuple[list[str], dict[str, str]]:
    """The ids of what is new, and the reasons of what is skipped."""
    documents = Changes(list(items), known or {}, **more)  # type: ignore[arg-type]
    ids = [entry.id for entry in documents]
    assert documents.done == len(documents)
    return ids, {each.place: each.reason for each in documents.skipped}


def test_folders_are_walked_by_name_without_hidden_files() -> None:
    names = ("b.txt", "a/z.txt", "a/y.md", "c.html", ".hidden.txt", ".git/x.txt", "a/b/c/deep.text")
    newsroom(Path("news"), dict.fromkeys(names, "Ann sings."))
    ids, skipped = found(Path("news"))
    assert ids == ["news/a/b/c/deep.text", "news/a/y.md", "news/a/z.txt", "news/b.txt", "news/c.html"]
    assert not skipped


def test_files_that_are_reached_twice_are_read_once() -> None:
    newsroom(Path("news"), {"a.txt": "Ann sings.", "in/b.txt": "Ben sings."})
    Path("news/loop").symlink_to(Path("news").absolute())
    Path("news/in/up").symlink_to("..")
    Path("news/again.txt").symlink_to("a.txt")
    Path("news/nowhere.txt").symlink_to("nothing.txt")
    ids, skipped = found(Path("news"), Path("news/a.txt"), Path("news/../news"))
    assert ids == ["news/a.txt", "news/in/b.txt"]
    assert skipped == {"news/nowhere.txt": "a link that leads nowhere"}


def test_a_text_with_annotations_is_one_document() -> None:
    newsroom(Path("news"), {"a.txt": "Ann sings.", "b.txt": "Ben sings."})
    (entry,) = [entry for entry in Changes([Path("news")], {}) if entry.id == "news/a.txt"]
    Path("news/a.ann").write_text("T1\tPerson 0 3\tAnn\n")
    later = Changes([Path("news")], {entry.id: DocumentState(entry.hash, entry.path)})
    assert [entry.id for entry in later] == ["news/a.ann#a", "news/b.txt"]
    assert later.gone() == ["news/a.txt"]
    assert found(Path("news/a.txt")) == (["news/a.txt"], {})
    assert found(Path("news/a.ann"), Path("news/a.txt")) == (["news/a.ann#a"], {})


def test_every_kind_of_bad_file_has_its_reason() -> None:
    news = newsroom(
        Path("news"), {"good.txt": "Ann sings.", "empty.txt": "", "blank.md": " \n\n", "rows.jsonl": "{}\n"}
    )
    (news / "binary.txt").write_bytes(bytes(range(256)) * 20)
    (news / "photo.png").write_bytes(b"\x89PNG")
    (news / "README").write_text("Ben sings.")
    (news / "no.pdf").write_bytes(b"hello")
    (news / "broken.pdf").write_bytes(b"%PDF-1.4\nnonsense")
    (news / "old.docx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 100)
    (news / "cut.docx").write_bytes(b"PK\x03\x04half")
    os.mkfifo(news / "pipe.txt")
    ids, skipped = found(news)
    assert ids == ["news/README", "news/good.txt"]
    reasons = {name.removeprefix("news/"): reason for name, reason in skipped.items()}
    assert reasons["empty.txt"] == "this file is empty: there is no text in it"
    assert reasons["blank.md"] == "this file is empty: there is no text in it"
    assert reasons["binary.txt"].startswith("this is a binary file, not text; if it is text, declare")
    assert reasons["photo.png"] == "files that end in .png are not read"
    assert reasons["rows.jsonl:1"].startswith("this row has no text")
    assert reasons["no.pdf"] == "this is not a PDF: it does not begin with %PDF-"
    assert reasons["broken.pdf"].startswith("this PDF is damaged")
    assert reasons["old.docx"].startswith("this is a file of an older Office, which cannot be read; save it as DOCX")
    assert reasons["cut.docx"] == "this is not a DOCX file, or a damaged one; save it anew"
    assert reasons["pipe.txt"] == "this is not a file"


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root reads everything")
def test_files_that_may_not_be_read() -> None:
    news = newsroom(Path("news"), {"a.txt": "Ann sings.", "in/b.txt": "Ben sings."})
    (news / "a.txt").chmod(0)
    (news / "in").chmod(0)
    try:
        ids, skipped = found(news)
    finally:
        (news / "in").chmod(stat.S_IRWXU)
    assert ids == []
    assert skipped["news/a.txt"] == "it cannot be read: Permission denied"
    assert skipped["news/in"] == "this folder cannot be read: Permission denied"


def test_large_files_are_not_even_read() -> None:
    with Path("large.txt").open("wb") as file:
        file.truncate(500_000_000)
    newsroom(
        Path(), {"long.txt": "Ann sings. " * 100, "rows.jsonl": '{"id": 1, "text": "' + "Ann sings. " * 100 + '"}\n'}
    )
    ids, skipped = found(Path(), limits=Limits(characters=1_000))
    assert ids == []
    assert skipped["large.txt"] == "it has 500 MB, and 100 are the most; divide it, or raise the limit with --max-size"
    assert skipped["long.txt"] == "its text has 1,100 characters, and 1,000 are the most; divide it"
    assert "rows.jsonl#1" in skipped


def test_ten_thousand_tiny_files() -> None:
    for folder in range(100):
        Path(f"news/{folder:02}").mkdir(parents=True)
        for number in range(100):
            Path(f"news/{folder:02}/{number:02}.txt").write_text("Ann.")
    documents = Changes([Path("news")], {})
    entries = list(documents)
    assert len(entries) == 10_000
    assert [entry.id for entry in entries] == sorted(entry.id for entry in entries)
    known = {entry.id: DocumentState(entry.hash, entry.path) for entry in entries}
    again = Changes([Path("news")], known)
    assert list(again) == []
    assert again.gone() == []
    Path("news/00/00.txt").unlink()
    less = Changes([Path("news")], known)
    assert list(less) == []
    assert less.gone() == ["news/00/00.txt"]


def test_rows_of_a_file_are_documents_of_their_own() -> None:
    rows = [
        '{"id": "a", "text": "Ann sings."}',
        '{"id": "b", "text": "Ben sings."}',
        '{"id": "a", "text": "Cy sings."}',
    ]
    Path("rows.jsonl").write_text("\n".join(rows))
    documents = Changes([Path("rows.jsonl")], {})
    entries = list(documents)
    assert [entry.id for entry in entries] == ["rows.jsonl#a", "rows.jsonl#b", "rows.jsonl#a~2"]
    known = {entry.id: DocumentState(entry.hash, entry.path) for entry in entries}
    Path("rows.jsonl").write_text("\n".join([rows[0], rows[1].replace("Ben", "Bob"), '{"id": "d", "text": "Di."}']))
    later = Changes([Path("rows.jsonl")], known)
    assert [entry.id for entry in later] == ["rows.jsonl#b", "rows.jsonl#d"]
    assert later.gone() == ["rows.jsonl#a~2"]


def test_a_document_that_can_no_longer_be_read_is_kept() -> None:
    news = newsroom(Path("news"), {"a.txt": "Ann Moore sings.", "b.txt": "Ben Carter sings."})
    with open_store(":memory:") as store:
        resolve_into(store, [news])
        (news / "a.txt").write_bytes(b"\x00\x01\x02" * 100)
        report = resolve_into(store, [news])
        assert report.removed == 0
        assert [each.place for each in report.skipped] == ["news/a.txt"]
        assert set(store.documents.states()) == {"news/a.txt", "news/b.txt"}


def test_the_store_is_not_a_document() -> None:
    newsroom(Path(), {"a.txt": "Ann Moore sings."})
    with open_store("people.db") as store:
        report = resolve_into(store, [Path()])
        assert report.new == 1
        assert not report.skipped


def test_names_that_look_like_something_else() -> None:
    names = ["'; DROP TABLE documents;--.txt", "[bold]x[/bold].txt", "a#b.txt", "ü\n.txt", "%s%n.txt"]
    newsroom(Path("news"), dict.fromkeys(names, "Ann Moore'); DROP TABLE chains;-- sings. <b>Ben Carter</b> sings."))
    os.close(os.open(b"news/\xff.txt", os.O_CREAT | os.O_WRONLY))
    Path(os.fsdecode(b"news/\xff.txt")).write_text("Ann Moore sings.")
    with open_store(":memory:") as store:
        report = resolve_into(store, [Path("news")])
        assert report.new == 6, report.skipped
        assert set(store.documents.states()) == {*(f"news/{name}" for name in names), "news/\\xff.txt"}
        assert resolve_into(store, [Path("news")]).nothing


def test_a_document_that_breaks_the_pipeline_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    from namesakes.pipeline import reading

    plain = reading.subject_profiles

    def breaking(document: object, *rest: object) -> object:
        if "bad" in document.id:  # type: ignore[attr-defined]
            raise ZeroDivisionError("by a test")
        return plain(document, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(reading, "subject_profiles", breaking)
    newsroom(Path("news"), {"bad.txt": "Ann Moore sings.", "good.txt": "Ben Carter sings."})
    with open_store(":memory:") as store:
        report = resolve_into(store, [Path("news")], ResolveSettings(batch=1))
        assert [(each.place, each.reason) for each in report.skipped] == [
            ("news/bad.txt", "it could not be processed: ZeroDivisionError: by a test")
        ]
        assert set(store.documents.states()) == {"news/good.txt"}


def test_documents_in_another_language_are_noted() -> None:
    german = (
        "Der Bürgermeister eröffnete am Dienstag die neue Bücherei und dankte allen, die dabei geholfen hatten. " * 3
    )
    newsroom(Path("news"), {"de.txt": german, "en.txt": "Ann Moore sings."})
    with open_store(":memory:") as store:
        assert resolve_into(store, [Path("news")]).foreign == ["news/de.txt"]


def test_word_and_pdf_files(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    word = docx.Document()
    word.add_paragraph("Ann Moore sings.")
    word.save("letter.docx")
    with zipfile.ZipFile(io.BytesIO(Path("letter.docx").read_bytes())) as archive:
        assert "word/document.xml" in archive.namelist()
    Path("letter.pdf").write_bytes(pdf("Ben Carter sings."))
    with open_store(":memory:") as store:
        report = resolve_into(store, [tmp_path])
        assert not report.skipped
        assert {identity.name for identity in store.identities.all().values()} == {"Ann Moore", "Ben Carter"}
        assert resolve_into(store, [tmp_path]).nothing
