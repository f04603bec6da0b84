"""Mails and mailboxes: who wrote to whom and when, the text, what is attached; mails of every broken kind."""

from pathlib import Path

import pytest

import namesakes
from namesakes import read, read_one
from namesakes.errors import DataError, SkippedWarning
from namesakes.formats.mail.headers import Address
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.records import Limits, records
from namesakes.formats.scan import Skipped
from namesakes.text.dates import document_date
from namesakes.text.document import Document
from tests.conftest import Command
from tests.formats.made_archives import mail, mailbox
from tests.formats.made_office import archive, odt

HEADER = "From: Ann Lee <ann@north.example>\nTo: Bob Wise <bob@harbour.example>\nSubject: The lease"


def one(folder: Path, content: bytes, name: str = "m.eml", options: ReadOptions | None = None) -> Document:
    path = folder / name
    path.write_bytes(content)
    return read_one(path, options=options)


def found(folder: Path, content: bytes, name: str = "box.mbox") -> tuple[list[Document], list[str]]:
    """The documents, and what was left out."""
    path = folder / name
    path.write_bytes(content)
    skipped: list[DataError] = []
    return list(read(path, skipped=skipped)), [str(each).removeprefix(f"{folder}/") for each in skipped]


def test_a_mail_says_who_wrote_it_to_whom_and_when(tmp_path: Path) -> None:
    document = one(tmp_path, mail(Cc="Eve Orr <eve@x.example>, tom@x.example", In_Reply_To="<0@x.example>"))
    assert document.id == "m.eml"
    copied = "Copy to: Eve Orr <eve@x.example>\nCopy to: tom@x.example"
    header = HEADER.replace("Subject", f"{copied}\nSubject")
    assert document.text == f"{header}\n\nDear Bob,\n\nI met Ann.\n"
    assert document.meta == {
        "title": "The lease", "from": "Ann Lee <ann@north.example>", "to": ["Bob Wise <bob@harbour.example>"],
        "cc": ["Eve Orr <eve@x.example>", "tom@x.example"], "date": "2024-03-05T10:12:00+01:00",
        "message_id": "1@north.example", "in_reply_to": "0@x.example",
    }  # fmt: skip
    date = document_date(document)
    assert date is not None
    assert (date.value, date.source) == ("2024-03-05", "metadata")


@pytest.mark.parametrize("others", [{}, {"To": "Bob Wise <bob@harbour.example>, Tom Reed <t@x.example>"}])
def test_i_and_you_are_known(tmp_path: Path, others: dict[str, str]) -> None:
    text = "Hello,\n\nI met Eve Orr with Max Hill. She said that you know him. Tom Reed sends her the key.\n\nAnn\n"
    document = namesakes.coref(one(tmp_path, mail(text, Cc="Max Hill <max@x.example>", **others)))
    chains = {chain.name: [mention.text for mention in chain] for chain in document.chains}
    assert chains["Ann Lee"][:2] == ["Ann Lee", "I"]
    assert chains["Bob Wise"] == ["Bob Wise", "you"]
    assert chains["Max Hill"][:2] == ["Max Hill", "Max Hill"]
    assert not others or chains["Tom Reed"] == ["Tom Reed", "Tom Reed"]


@pytest.mark.parametrize(
    ("header", "people"),
    [
        ("=?utf-8?q?Ren=C3=A9e_Lee?= <r@x.example>", [Address("Renée Lee", "r@x.example")]),
        ("=?iso-8859-1?B?UmVu6WU=?= Lee <r@x.example>", [Address("Renée Lee", "r@x.example")]),
        ('"Lee, Ann" <a@x.example>', [Address("Ann Lee", "a@x.example")]),
        ("Lee, Ann (Legal) <a@x.example>", [Address("Ann Lee", "a@x.example")]),
        ('"a@x.example" <a@x.example>', [Address("", "a@x.example")]),
        ("a@x.example (Ann Lee)", [Address("Ann Lee", "a@x.example")]),
        ("Ann Lee", [Address("Ann Lee", "")]),
        ("Ann Lee <a@x.example>, Bob <b@x.example>; e@x.example",
         [Address("Ann Lee", "a@x.example"), Address("Bob", "b@x.example"), Address("", "e@x.example")]),
        ("Team: Ann Lee <a@x.example>, Bob <b@x.example>;",
         [Address("Ann Lee", "a@x.example"), Address("Bob", "b@x.example")]),
        ("undisclosed-recipients:;", []),
        ("Ann Lee <a@x.example> <b@x.example>", [Address("Ann Lee", "a@x.example")]),
        ("=?nonsense?q?Ann=XX?= <a@x.example>", [Address("Ann=XX", "a@x.example")]),
        ("Zo\xeb Lee <z@x.example>", [Address("Zoë Lee", "z@x.example")]),
    ],
)  # fmt: skip
def test_people_of_headers(tmp_path: Path, header: str, people: list[Address]) -> None:
    document = one(tmp_path, mail(To=header))
    assert document.meta.get("to", []) == [str(each) for each in people]


def test_what_is_quoted_is_read_where_that_is_wanted(tmp_path: Path) -> None:
    text = "I met Ann.\n\nOn Mon, 4 Mar 2024, Bob Wise <bob@x.example> wrote:\n> Where is she?\n"
    assert one(tmp_path, mail(text)).text == f"{HEADER}\n\nI met Ann.\n"
    assert one(tmp_path, mail(text), options=ReadOptions(quoted=True)).text == f"{HEADER}\n\n{text}"


@pytest.mark.parametrize(
    ("content", "kind", "more"),
    [
        ("I met Zo=C3=AB.\nShe =\nleft.", "text/plain; charset=utf-8", "quoted-printable"),
        ("SSBtZXQgWm/Dqy4KU2hlIGxlZnQu", "text/plain; charset=utf-8", "base64"),
        ("I met Zo=EB.\nShe left.", "text/plain; charset=iso-8859-1", "quoted-printable"),
        ("I met Zo=C3=AB.\nShe left.", "text/plain; charset=iso-8859-1", "quoted-printable"),
        ("I met Zo=EB.\nShe left.", "text/plain; charset=utf-8", "quoted-printable"),
        ("I met Zo=EB.\nShe left.", "text/plain; charset=no-such-thing", "quoted-printable"),
        ("I met Zo=C3=AB.\nShe left.", "text/plain", "quoted-printable"),
        ("I met \nZoë.\nShe left.", "text/plain; format=flowed", "8bit"),
        ("<p>I met Zo&euml;.<br>She left.", "text/html", "8bit"),
        ("<html><head><title>T</title></head><body><div>I met Zo=EB.</div><div>She left.</div>",
         "text/html; charset=windows-1252", "quoted-printable"),
        ("<meta charset=iso-8859-15><p>I met Zo=EB.<br>She left.", "text/html", "quoted-printable"),
    ],
)  # fmt: skip
def test_whatever_a_mail_is_encoded_in(tmp_path: Path, content: str, kind: str, more: str) -> None:
    document = one(tmp_path, mail(content, kind=kind, Content_Transfer_Encoding=more))
    assert document.text == f"{HEADER}\n\nI met Zoë.\nShe left.\n"


def test_flowed_lines_are_joined_at_their_depth(tmp_path: Path) -> None:
    text = "One \ntwo \nthree.\n> four \n> five.\n>> six \n-- \nAnn"
    document = one(tmp_path, mail(text, kind="text/plain; format=flowed"), options=ReadOptions(quoted=True))
    assert document.text.endswith("\n\nOne two three.\n> four five.\n>> six \n-- \nAnn\n")


def multipart(kind: str, *parts: str) -> str:
    inside = "".join(f"--C\n{part}\n" for part in parts)
    return f"Content-Type: multipart/{kind}; boundary=C\n\n{inside}--C--\n"


PLAIN, PAGE = "Content-Type: text/plain\n\nI met Ann.", "Content-Type: text/html\n\n<p>I <b>met</b> Ann."
LOGO = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgoA"


@pytest.mark.parametrize(
    "body",
    [
        multipart("alternative", PLAIN, PAGE),
        multipart("alternative", "Content-Type: text/plain\n\n ", PAGE),
        multipart("related", PAGE, LOGO),
        multipart("signed", PLAIN, "Content-Type: application/pgp-signature\n\nxyz"),
        multipart("mixed", PLAIN, "Content-Type: text/x-empty\n\n"),
    ],
)
def test_the_text_of_mails_of_several_parts(tmp_path: Path, body: str) -> None:
    raw = mail().replace(b"Content-Type: text/plain; charset=utf-8\n\nDear Bob,\n\nI met Ann.\n", body.encode())
    documents, skipped = found(tmp_path, raw, "m.eml")
    assert [each.text for each in documents] == [f"{HEADER}\n\nI met Ann.\n"]
    assert not skipped


def test_what_is_attached_is_read_by_its_kind(tmp_path: Path) -> None:
    attached = [
        ("a/notes.txt", b"Eve met Tom."), ("papers.odt", odt("<text:p>Tom left.</text:p>")),
        ("logo.png", b"\x89PNG\r\n\x1a\n\x00"), ("papers.odt", archive({"a.txt": b"Max."})),
        ("m.eml", mail(attached=[("in.txt", b"Zoe.")])), ("run.docm", b"x"),
    ]  # fmt: skip
    documents, skipped = found(tmp_path, mailbox(mail(attached=attached)))
    key = "box.mbox#1@north.example"
    assert [each.id for each in documents] == [
        key, f"{key}/a_notes.txt", f"{key}/papers.odt", f"{key}/2-papers.odt/a.txt",
        f"{key}/m.eml", f"{key}/m.eml/in.txt",
    ]  # fmt: skip
    assert documents[0].meta["attachments"] == [name for name, _ in attached]
    assert [each.partition("\n")[0] for each in skipped] == [
        "box.mbox/1@north.example/logo.png: this is a picture (PNG), which cannot be read",
        "box.mbox/1@north.example/run.docm: files that end in .docm are not read",
    ]


def test_a_mail_that_is_attached_as_one(tmp_path: Path) -> None:
    inner = mail("Eve left.", Subject="Eve").decode()
    raw = mail().replace(
        b"Content-Type: text/plain; charset=utf-8\n\nDear Bob,\n\nI met Ann.\n",
        multipart("mixed", PLAIN, f"Content-Type: message/rfc822\n\n{inner}").encode(),
    )
    documents, skipped = found(tmp_path, raw, "m.eml")
    assert [(each.id, each.meta["title"]) for each in documents] == [
        ("m.eml", "The lease"), ("m.eml/attachment-1.eml", "Eve"),
    ]  # fmt: skip
    assert not skipped


def test_mails_are_called_by_their_ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    box = mailbox(mail(), mail(Message_ID=""), mail(), mail(Message_ID="<a/b\x1b@x>"))
    documents, _ = found(tmp_path, box)
    assert [each.id for each in documents] == [
        "box.mbox#1@north.example", "box.mbox#2", "box.mbox#1@north.example", "box.mbox#a_b\\x1b@x",
    ]  # fmt: skip
    assert [each.id for each in records("box.mbox")][2] == "box.mbox#1@north.example~2"


def test_content_tells_mails_and_mailboxes(tmp_path: Path) -> None:
    for name in ("inbox", "m.txt", "m.mbox", "m.md"):
        assert one(tmp_path, mail(), name).meta["from"] == "Ann Lee <ann@north.example>"
        (document,) = found(tmp_path, mailbox(mail()), name)[0]
        assert document.id == f"{name}#1@north.example"
    by_hand = b"From: Ann Lee\nTo: Bob Wise\n\nDear Bob,\n\nI met Ann."
    assert one(tmp_path, by_hand, "m.txt").text == by_hand.decode()
    apple = b"%d\n" % len(mail()) + mail() + b"<?xml version='1.0'?><plist/>"
    assert one(tmp_path, apple, "1.emlx").text == f"{HEADER}\n\nDear Bob,\n\nI met Ann.\n"


@pytest.mark.parametrize("end", [b"\r", b"\r\n"])
def test_ends_of_lines(tmp_path: Path, end: bytes) -> None:
    raw = mail(attached=[("a.txt", b"Eve.")])
    expected = [each.text for each in found(tmp_path, raw, "m.eml")[0]]
    assert [each.text for each in found(tmp_path, raw.replace(b"\n", end), "m.eml")[0]] == expected
    box = mailbox(raw, raw)
    assert [each.text for each in found(tmp_path, box.replace(b"\n", end))[0]] == 2 * expected


def test_mails_without_headers(tmp_path: Path) -> None:
    assert one(tmp_path, b"Dear Bob,\n\nI met Ann.\n").text == "Dear Bob,\n\nI met Ann."
    assert one(tmp_path, b"Subject: x\n\nI met Ann.").text == "Subject: x\n\nI met Ann.\n"
    with pytest.raises(DataError, match="there is no text in this mail"):
        one(tmp_path, b"X-Nothing: 1\nMIME-Version: 1.0\n\n")
    with pytest.raises(DataError, match="this is no mailbox"):
        one(tmp_path, b"Dear Bob,\n\nI met Ann.\n", "m.mbox")


def nested(depth: int) -> bytes:
    begin = "".join(f"Content-Type: multipart/mixed; boundary=B{n}\n\n--B{n}\n" for n in range(depth))
    return mail().partition(b"Content-Type")[0] + begin.encode() + b"Content-Type: text/plain\n\nI met Ann.\n"


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (nested(10_000), "this mail has more than 2,000 parts inside each other"),
        (nested(1000), "the parts of this mail are nested too deep"),
        (nested(150), "this mail has too many parts, or they are nested too deep"),
        (mail(kind="multipart/encrypted; boundary=C"), "this mail is encrypted"),
    ],
)
def test_one_broken_mail_is_lost_alone(tmp_path: Path, broken: bytes, said: str) -> None:
    documents, skipped = found(tmp_path, mailbox(mail(), broken, mail("Eve.", Message_ID="<2@x>")))
    assert [each.id for each in documents] == ["box.mbox#1@north.example", "box.mbox#2@x"]
    assert [each.partition("\n")[0] for each in skipped] == [f"box.mbox:14: {said}"]
    with pytest.raises(DataError, match=said):
        one(tmp_path, broken)
    with pytest.warns(SkippedWarning, match="left out 1 of what is in it"):
        assert len(list(read(tmp_path / "box.mbox"))) == 2


@pytest.mark.parametrize("letter", ["x", ",", "<", '"', "(", "\\", "=?", "=?utf-8?q?x?= ", "a@b,", ";", " ", ":", "é"])
def test_headers_of_a_megabyte(tmp_path: Path, letter: str) -> None:
    long = letter * (1_000_000 // len(letter))
    for name in ("From", "To", "Subject", "Date", "Message_ID", "Content_Disposition"):
        documents, _ = found(tmp_path, mail(**{name: f"x{long}"}), "m.eml")
        assert documents[0].text.endswith("Dear Bob,\n\nI met Ann.\n")
        assert len(documents[0].text) < 50_000
    documents, _ = found(tmp_path, mail(kind=f"text/plain; charset={long}; name={long}"), "m.eml")
    assert documents


def test_attachments_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "box.mbox"
    small = mail(attached=[("a.txt", b"Eve.")], Message_ID="<2@x>")
    path.write_bytes(mailbox(mail(attached=[(f"{n}.bin", b"x" * 40_000) for n in range(10)]), small))
    skipped: list[Skipped] = []
    ids = [record.id for record in records(path, skipped=skipped, limits=Limits(megabytes=0.2))]
    assert [id.rpartition("box.mbox")[2] for id in ids] == ["#2@x", "#2@x/a.txt"]
    assert [each.reason for each in skipped] == [
        "this mail has 1 MB, and 0 are the most; take out what is attached to it"
    ]
    (tmp_path / "m.eml").write_bytes(mail("x" * 300_000))
    with pytest.raises(DataError, match="this mail has more than 0 MB"):
        list(records(tmp_path / "m.eml", limits=Limits(megabytes=0.2)))


def test_the_command_takes_what_is_quoted(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "box.mbox").write_bytes(mailbox(mail("I met Ann.\n\n> Who?\n")))
    for option, text in (((), "I met Ann.\n"), (("--quoted",), "I met Ann.\n\n> Who?\n")):
        done = namesakes("convert", "box.mbox", "-", "--to", "plain", *option)
        assert done.stdout.rstrip("\n") == f"{HEADER}\n\n{text}".rstrip("\n")
    done = namesakes("resolve", "box.mbox", "--quiet")
    assert done.returncode == 0
    assert "ann@north.example" in namesakes("show", "ann-lee-1").stdout
