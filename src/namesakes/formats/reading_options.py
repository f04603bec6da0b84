"""Reading options: what a user may choose of how files are read, whatever their format."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadingOptions:
    """How files are read. Each option is for some formats, and the others do not look at it.

    Parameters
    ----------
    text_path : of XML, the elements whose text is read, such as `//article/body`; each is a document.
    whole_page : of web pages, all that is shown, with menus, and not the article alone.
    chapters : of e-books, whether each chapter is a document.
    """

    text_path: str = ""
    whole_page: bool = False
    chapters: bool = False
