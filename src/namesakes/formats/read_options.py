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
    format : the format of all files, whatever their names and their content say; nothing to let these decide.
    text_columns : of tables and rows, the columns that have the text; of several each is a paragraph. Without them the
        column that is plainly called so, such as `text` or `body`.
    id_column : of tables and rows, the column of the documents' ids; without it the one that is plainly called so.
    date_column : of tables and rows, the column that says when a text was written; likewise.
    quoted : of mails, whether what they quote and forward is read, too.
    """

    encoding: str | None = None
    text_path: str = ""
    whole_page: bool = False
    chapters: bool = False
    quoted: bool = False
    format: str = ""
    text_columns: tuple[str, ...] = ()
    id_column: str = ""
    date_column: str = ""

    def __post_init__(self) -> None:
        given: object = self.text_columns
        columns = (given,) if isinstance(given, str) else tuple(self.text_columns)
        object.__setattr__(self, "text_columns", columns)


def given_or(given: ReadOptions, others: ReadOptions) -> ReadOptions:
    """The options that are given, and for those that are not the others."""
    return replace(others, **{name: value for name, value in asdict(given).items() if value})
