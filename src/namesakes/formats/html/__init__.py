"""HTML: the visible text of a page, with the place of every character in it; and pages that show chains in colour.

`Document.origin` gives for each character of the text its offset in the page, as decoded and without a byte order mark:
`page[document.origin[start]:]` begins with what the text shows at `start`. A character reference is one character, and
a break between blocks lies where it stands. The page's title is `meta["title"]`. The encoding is the one declared, else
a byte order mark's, else the page's own declaration, else UTF-8, else the likeliest by its bytes.

A page that we wrote holds its documents as JSONL rows, and reads as those documents, with all their layers.
"""

from namesakes.formats.format import Format
from namesakes.formats.html.page import write
from namesakes.formats.html.reader import parse, several, sniff, split

FORMAT = Format(
    name="html",
    description="HTML: the visible text of a page; written, a page with the chains in colour",
    extensions=(".html", ".htm", ".xhtml"),
    split=split,
    parse=parse,
    write=write,
    sniff=sniff,
    carries=frozenset({"everything"}),
    one_document=True,
    several=several,
)
