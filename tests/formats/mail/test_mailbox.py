"""A mailbox cut into messages, wherever its pieces end."""

import io
import random

import pytest

from namesakes.formats.mail import mailbox
from namesakes.formats.mail.mailbox import messages

FROM = b"From ann@x.example Tue Mar  5 10:12:00 2024\n"


def cut(data: bytes, largest: int = 10_000) -> list[tuple[int, bytes | None]]:
    return [(each.line, each.data) for each in messages(io.BytesIO(data), largest)]


def test_messages_begin_with_a_line_and_a_header() -> None:
    data = (
        FROM
        + b"A: 1\n\nOne\nFrom 10:30 on it is fine.\nNote: it is.\n>From there, too.\n>>From\n\n"
        + FROM
        + b"B: 2\n\nTwo\n"
    )
    one = b"A: 1\n\nOne\nFrom 10:30 on it is fine.\nNote: it is.\nFrom there, too.\n>>From\n\n"
    assert cut(data) == [(1, one), (10, b"B: 2\n\nTwo\n")]
    assert cut(data.replace(b"\n", b"\r\n")) == cut(data)
    assert cut(data.replace(b"\n", b"\r")) == cut(data)
    assert cut(b"") == cut(b"\n\n") == []
    assert cut(b"A: 1\n\nOnly one") == [(1, b"A: 1\n\nOnly one")]
    assert cut(FROM + b"no header\n") == [(1, FROM + b"no header\n")]


@pytest.mark.parametrize("chunk", [1100, 1501, 2000, 100_000])
def test_it_does_not_matter_where_pieces_end(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(chunk)
    texts = [b"A: 1\n\n" + b"word From x\n" * draw.randrange(300) for _ in range(60)]
    data = b"".join(FROM + text for text in texts)
    expected = cut(data)
    assert [each for _, each in expected] == texts
    assert [line for line, _ in expected] == [1 + data[:at].count(b"\n") for at in _places(texts)]
    monkeypatch.setattr(mailbox, "_CHUNK", chunk)
    assert cut(data) == expected
    assert cut(data.replace(b"\n", b"\r\n")) == expected


def _places(texts: list[bytes]) -> list[int]:
    found, place = [], 0
    for text in texts:
        found.append(place)
        place += len(FROM) + len(text)
    return found


def test_what_is_too_large_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "_CHUNK", 4000)
    large = b"L: 1\n\n" + b"word\n" * 20_000
    data = FROM + b"A: 1\n\nOne\n" + FROM + large + FROM + b"B: 2\n\nTwo\n"
    found = list(messages(io.BytesIO(data), 10_000))
    assert [each.data for each in found] == [b"A: 1\n\nOne\n", None, b"B: 2\n\nTwo\n"]
    assert [each.size for each in found] == [10, len(large), 10]
    assert [each.line for each in found] == [1, 5, 5 + 1 + 20_002]
