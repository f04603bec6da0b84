"""CoNLL-2012, the layout of OntoNotes: a token a line, coreference brackets in the last column.

    #begin document (nw/wsj/00); part 000
    nw/wsj/00  0  0  Gary    NNP  (TOP(S(NP*  -  -  -  -  (PERSON*  (0
    nw/wsj/00  0  1  Wilber  NNP  *)          -  -  -  -  *)        0)
    …
    #end document

The first four columns are document, part, number and word and the last is coreference; those between are, as far as
they are there, tag, parse bit, predicate, frameset, sense, speaker, name, and arguments. Four columns are document,
number, word and coreference, or document, part, number and word. Columns are separated by tabs or, where a line has
none, by spaces. Brackets may nest, cross, and share a span; brackets of one entity close the latest that is open.
"""

from namesakes.formats.conll2012.reader import parse, sniff, split
from namesakes.formats.conll2012.writer import write
from namesakes.formats.format import Format

FORMAT = Format(
    name="conll2012",
    description="CoNLL-2012 (OntoNotes): a token a line, coreference in the last column",
    extensions=(".conll", "_conll", ".conll2012"),
    split=split,
    parse=parse,
    write=write,
    sniff=sniff,
    carries=frozenset({"tokens", "sentences", "chains", "entities", "constituents", "speakers", "xpos"}),
)
