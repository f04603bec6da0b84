"""Archives, mails and web archives for tests."""

import base64
import io
import tarfile
from collections.abc import Mapping, Sequence


def tar(parts: Mapping[str, bytes | tarfile.TarInfo], mode: str = "w") -> bytes:
    """A tar archive of these files; of a header alone its file is empty."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as made:  # type: ignore[call-overload]
        for name, content in parts.items():
            if isinstance(content, tarfile.TarInfo):
                made.addfile(content)
            else:
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                made.addfile(entry, io.BytesIO(content))
    return stream.getvalue()


def mail(
    text: str = "Dear Bob,\n\nI met Ann.\n",
    *,
    attached: Sequence[tuple[str, bytes]] = (),
    kind: str = "text/plain; charset=utf-8",
    **headers: str,
) -> bytes:
    """A mail from Ann Lee to Bob Wise; further headers by their names, with _ for -."""
    fields = {
        "From": "Ann Lee <ann@north.example>",
        "To": "Bob Wise <bob@harbour.example>",
        "Subject": "The lease",
        "Date": "Tue, 5 Mar 2024 10:12:00 +0100",
        "Message-ID": "<1@north.example>",
        "MIME-Version": "1.0",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    head = "".join(f"{name}: {value}\n" for name, value in fields.items() if value)
    body = f"Content-Type: {kind}\n\n{text}"
    if not attached:
        return (head + body).encode()
    parts = [body, *(_attachment(name, content) for name, content in attached)]
    return (
        head + "Content-Type: multipart/mixed; boundary=B\n\n" + "".join(f"--B\n{each}\n" for each in parts) + "--B--\n"
    ).encode()


def _attachment(name: str, content: bytes) -> str:
    data = base64.encodebytes(content).decode()
    return (
        f'Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="{name}"\n'
        f"Content-Transfer-Encoding: base64\n\n{data}"
    )


def mailbox(*mails: bytes) -> bytes:
    """A mailbox of these mails."""
    return b"".join(b"From ann@north.example Tue Mar  5 10:12:00 2024\n" + each + b"\n" for each in mails)


def warc_record(
    uri: str, body: bytes, kind: str = "text/html", *, status: str = "200 OK", more: str = "", length: int | None = None
) -> bytes:
    """A record of a server's answer; `length` is what it says that its length is."""
    answer = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}\r\n".encode() + body
    said = len(answer) if length is None else length
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2024-03-05T10:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {said}\r\n\r\n"
    )
    return head.encode() + answer + b"\r\n\r\n"
