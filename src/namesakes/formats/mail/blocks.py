"""A mail as documents: its own text below its header, and one for each thing that is attached to it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from namesakes.errors import DataError
from namesakes.formats.format import Block
from namesakes.formats.html.reader import own_encoding
from namesakes.formats.html.text import visible_text
from namesakes.formats.mail.headers import charset_text
from namesakes.formats.mail.message import Mail, mail_of
from namesakes.formats.mail.replies import new_text
from namesakes.formats.members import PartBlock, lost, member_blocks, member_name
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document


@dataclass(frozen=True)
class MailBlock(PartBlock):
    """A mail without what is attached to it."""

    mail: Mail = field(repr=False)

    def document(self) -> Document:
        """The header and the new text of the mail; all of its text with the option `quoted`."""
        try:
            text = _text(self.mail)
        except Exception as error:  # pages lead to errors of every kind
            raise lost(self.source, error, line=self.line).error from None
        text = text.encode("utf-8", "replace").decode().strip("\n")
        text = text if self.source.options.quoted else new_text(text)
        block = self.mail.headers.block
        whole = f"{block}\n\n{text}\n" if block and text.strip() else block or text
        if not whole.strip():
            raise lost(self.source, DataError("there is no text in this mail"), line=self.line).error
        meta = self.mail.headers.meta
        if self.mail.attachments:
            meta["attachments"] = [each.name for each in self.mail.attachments]
        return Document(id=self.key, text=whole, meta=meta)


def mail_blocks(source: TextFile, data: bytes, line: int = 1, number: int = 0) -> Iterator[Block]:
    """The blocks of a mail and of all that is attached to it.

    Parameters
    ----------
    line : where it begins in the file.
    number : which of a mailbox it is; 0 for one that is a file.
    """
    try:
        mail = mail_of(data)
    except Exception as error:  # damaged mails lead to errors of every kind, and they are theirs alone
        yield lost(source, error, line=line)
        return
    key = source.path.name
    if number:
        key = f"{key}#{member_name(mail.headers.id).replace('/', '_') if mail.headers.id else number}"
    yield MailBlock(source, line, [], key, mail)
    used: dict[str, int] = {}
    for each in mail.attachments:
        name = member_name(each.name).replace("/", "_")
        used[name] = used.get(name, 0) + 1
        name = name if used[name] == 1 else f"{used[name]}-{name}"
        yield from member_blocks(
            source, f"{key.partition('#')[2]}/{name}" if number else name, each.content, key=f"{key}/{name}"
        )


def _text(mail: Mail) -> str:
    """The text of a mail: the plain one, else that of its pages."""
    if mail.plain.strip():
        return mail.plain
    pages = (charset_text(page, own_encoding(page)).removeprefix("\ufeff") for page in mail.pages)
    return "\n\n".join(visible_text(page).text for page in pages)
