"""ReadOptions: how files are read beyond what they say of themselves."""

from dataclasses import asdict, dataclass, replace


@dataclass(frozen=True)
class ReadOptions:
    """How files are read beyond what they say of themselves.

    Parameters
    ----------
    encoding : the text's encoding; without it a byte order mark or UTF-8.
    text_path : of XML, the elements whose text is read, such as `//article/body`; each is a document.
    whole_page : of web pages, all that is shown, with menus, and not the article alone.
    chapters : of e-books, whether each chapter is a document.
    quoted : of mails, whether what they quote and forward is read, too.
    """

    encoding: str | None = None
    text_path: str = ""
    whole_page: bool = False
    chapters: bool = False
    quoted: bool = False


def given_or(given: ReadOptions, others: ReadOptions) -> ReadOptions:
    """The options that are given, and for those that are not the others."""
    return replace(others, **{name: value for name, value in asdict(given).items() if value})
