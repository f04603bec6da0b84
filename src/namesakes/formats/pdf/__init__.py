"""PDF: the text of the pages as it is read, through pypdf (extra `pdf`); read only.

Columns come one after the other, and running heads and numbers of pages are left out. Paragraphs, items and rows of
tables are parted by a blank line, cells by a tab, lines by a line break; pages by a blank line, or by a line break
where a sentence runs on. Words that a line's end had parted are put together again. `meta["pages"]` has the place at
which each page begins; `title`, `author` and `created` are what the file says of itself.
"""

from namesakes.formats.format import Format
from namesakes.formats.pdf.reader import parse, sniff
from namesakes.formats.plain import split

FORMAT = Format(
    name="pdf",
    description="PDF: the text of the pages; read only",
    extensions=(".pdf",),
    split=split,
    parse=parse,
    sniff=sniff,
    one_document=True,
)
