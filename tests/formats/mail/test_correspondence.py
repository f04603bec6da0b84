"""Ten mails among four people, two of whom share a name: what the owner of the mailbox is told."""

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from functools import reduce
from pathlib import Path

import pytest

import namesakes
from namesakes import read

HELEN, TOM = ("Helen Marsh", "helen.marsh@millbrook.example"), ("Tom Reed", "tom.reed@mail.example")
LAWYER, PLUMBER = ("Mark Johnson", "mark@johnsonpike.example"), ("Mark Johnson", "mj@pipes.example")
OFFICE = "\n-- \nHelen Marsh\nProperty Manager, Millbrook Council\n01632 960001\n"
FIRM = "\nKind regards,\n\nMark Johnson\nPartner, Johnson & Pike Solicitors\n"
PIPES = "\nCheers,\nMark\n"
MAILS = (
    (
        HELEN,
        (TOM,),
        (),
        "Boiler",
        (
            "Dear Tom,\n\nThe tenant called me this morning. Her name is Priya Shah, and she has "
            "no hot water. I have asked a plumber, Mark Johnson, to look at the boiler. He will "
            "ring you.\n"
            f"{OFFICE}"
        ),
        None,
    ),
    (
        TOM,
        (HELEN,),
        (),
        "Re: Boiler",
        ("Hi Helen,\n\nI leave the keys with Priya, as I am in Leeds on Thursday.\n\nTom\n"),
        0,
    ),
    (
        HELEN,
        (PLUMBER,),
        (TOM,),
        "Boiler",
        (f"Hi Mark,\n\nCan you come at nine? Mrs Shah will let you in.\n{OFFICE}"),
        None,
    ),
    (
        PLUMBER,
        (HELEN,),
        (),
        "Re: Boiler",
        (f"Morning Helen,\n\nNine is fine. I'll bring my apprentice, Joe Barton. He is good with pumps.\n{PIPES}"),
        2,
    ),
    (
        HELEN,
        (LAWYER,),
        (),
        "Lease",
        (
            "Dear Mr Johnson,\n\nThe council would like to renew the lease for Mrs Priya Shah. My "
            "director, Alan Grove, wants to sign it before April.\n"
            f"{OFFICE}"
        ),
        None,
    ),
    (
        LAWYER,
        (HELEN,),
        (TOM,),
        "Re: Lease",
        (
            "Dear Ms Marsh,\n\nI have drafted the lease. My colleague Susan Pike will answer your "
            "questions. She has been a solicitor for twenty years.\n"
            f"{FIRM}"
        ),
        4,
    ),
    (
        TOM,
        (LAWYER,),
        (HELEN,),
        "Re: Lease",
        ("Dear Mr Johnson,\n\nMs Pike told me that clause four is wrong. Can you change it?\n\nRegards,\nTom Reed\n"),
        5,
    ),
    (
        LAWYER,
        (TOM,),
        (),
        "Re: Lease",
        (f"Dear Mr Reed,\n\nI am sorry. Susan will send you a clean copy.\n{FIRM}"),
        6,
    ),
    (
        PLUMBER,
        (
            HELEN,
            TOM,
        ),
        (),
        "Invoice",
        (f"Hi both,\n\nThe boiler runs. Priya was very kind, she made us tea.\n{PIPES}"),
        None,
    ),
    (
        HELEN,
        (TOM,),
        (LAWYER,),
        "Thanks",
        (
            "Dear Tom,\n\nMark Johnson of Johnson & Pike will send you the lease, and the other "
            "Mark Johnson, our plumber, has been paid. Alan Grove sends his regards.\n"
            f"{OFFICE}"
        ),
        None,
    ),
)


def named(text: str, name: str) -> str:
    """A text in which the namesakes are called otherwise."""
    first, last = name.split()
    swaps = ("Johnson", last), ("johnson", last.lower()), ("Mark", first), ("mark", first.lower())
    return reduce(lambda found, swap: found.replace(*swap), swaps, text)


def mailbox(path: Path, name: str = "Mark Johnson") -> Path:
    """The mailbox, with what each answer quotes; the two namesakes have this name."""
    sent: list[tuple[str, datetime, str]] = []
    with path.open("wb") as file:
        for number, (sender, to, copied, subject, said, answered) in enumerate(MAILS):
            made, when = EmailMessage(), datetime(2024, 3, 4, 9, tzinfo=UTC) + timedelta(hours=7 * number)
            for header, people in (("From", (sender,)), ("To", to), ("Cc", copied)):
                if people:
                    made[header] = named(", ".join(f"{who} <{at}>" for who, at in people), name)
            made["Subject"], made["Date"], made["Message-ID"] = subject, format_datetime(when), f"<{number}@x.example>"
            text = named(said, name)
            if answered is not None:
                author, at, quoted = sent[answered]
                marked = "".join(f"> {line}\n" for line in quoted.splitlines())
                text = f"{text}\nOn {at:%a, %d %b %Y at %H:%M}, {author} <x@x.example> wrote:\n{marked}"
            sent.append((named(sender[0], name), when, text))
            made.set_content(text)
            file.write(f"From {sender[1]} {when:%a %b %d %H:%M:%S %Y}\n".encode() + made.as_bytes() + b"\n")
    return path


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mailbox(tmp_path_factory.mktemp("mails") / "inbox.mbox")


def test_only_what_is_new_is_read(box: Path) -> None:
    documents = list(read(box))
    assert len(documents) == 10
    for document, (*_, text, _) in zip(documents, MAILS, strict=True):
        assert document.text.partition("\n\n")[2].strip() == text.strip()


def test_who_is_who_in_a_mailbox(box: Path) -> None:
    with namesakes.resolve(box) as people:
        for name, mails in (
            ("Helen Marsh", 9),
            ("Tom Reed", 9),
            ("Priya Shah", 4),
            ("Susan Pike", 3),
            ("Joe Barton", 1),
        ):
            (person,) = people[name]
            assert len(person.documents) >= mails - 1, name
        (helen,) = people["Helen Marsh"]
        assert helen.profile.values("email") == ["helen.marsh@millbrook.example"]
        marks = {tuple(person.profile.values("email")): len(person.documents) for person in people["Mark Johnson"]}
        assert marks.pop(("mark@johnsonpike.example",)) == 5
        assert marks.pop(("mj@pipes.example",)) == 3
        assert set(marks) <= {()}, "what the others say of a plumber, whose address they do not give"


@pytest.mark.parametrize("name", ["Simon Clarke", "Erik Lund", "David Nguyen", "James Whitfield"])
def test_two_of_one_name_with_two_addresses_are_never_one(tmp_path: Path, name: str) -> None:
    """Of whatever name, whoever writes from the one address is not who writes from the other."""
    with namesakes.resolve(mailbox(tmp_path / "inbox.mbox", name)) as people:
        mails = [{int(key.partition("#")[2].partition("@")[0]) for key in person.documents} for person in people[name]]
    lawyer, plumber = {4, 5, 6, 7}, {2, 3, 8}
    assert any(lawyer <= each for each in mails)
    assert any(plumber <= each for each in mails)
    assert not any(each & lawyer and each & plumber for each in mails)
