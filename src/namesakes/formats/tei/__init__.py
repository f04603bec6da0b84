"""TEI: the text of an edition, with the people that it marks, who speaks, and what its header says; read only.

Of `text` the body is read. Paragraphs, headings, items and speeches are parted by a blank line, lines of verse, of
addresses and of the original by a line break, cells by a tab; white space runs together. Of alternatives the corrected,
regular and whole form is read; deletions, running heads and page breaks are not. Notes of the editors come after the
body, each a paragraph. `Document.origin` gives for each character its place in the file.

Who is marked with `persName`, or with `rs` or `name` that are of a person, is a mention; `ref` or `key` says whose,
and is the name of the chain. A pointer into a list of people that has nobody of that id is kept as a mention of nobody
known, with a warning. `meta["partial_chains"]` says that these chains are not all there is: `coref`, `profile` and
`resolve` find the rest, and hold to them.
"""

from namesakes.formats.format import Format
from namesakes.formats.tei.reader import parse, several, sniff, split

FORMAT = Format(
    name="tei",
    description="TEI: the text of an edition, with the people it marks; read only",
    extensions=(".tei", ".tei.xml"),
    split=split,
    parse=parse,
    sniff=sniff,
    one_document=True,
    several=several,
)
