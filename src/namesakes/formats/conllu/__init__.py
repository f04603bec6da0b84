"""CoNLL-U: a word a line in ten columns, as Universal Dependencies, CorefUD and GUM use it.

    # newdoc id = a
    # newpar
    # sent_id = a-1
    # text = Gary Wilber left.
    1  Gary    Gary    PROPN  NNP  _  3  nsubj  _  Entity=(e1-person-1-
    2  Wilber  Wilber  PROPN  NNP  _  1  flat   _  Entity=e1)
    3  left    leave   VERB   VBD  _  0  root   _  SpaceAfter=No
    4  .       .       PUNCT  .    _  3  punct  _  _

Words of a multi-word token (1-2) share its place in the text, and empty nodes (8.1) have a place without width. What
the document holds elsewhere is taken out of MISC, and made again when writing: see `surface` for the text,
`corefud` for coreference, and `comments` for comments. CoNLL-U Plus files declare their columns in
`# global.columns`; those that CoNLL-U does not know keep the name they have there.
"""

from namesakes.formats.conllu.reader import parse, sniff, split
from namesakes.formats.conllu.writer import write
from namesakes.formats.format import Format

FORMAT = Format(
    name="conllu",
    description="CoNLL-U (Universal Dependencies, CorefUD, GUM): a word a line in ten columns",
    extensions=(".conllu", ".conllup"),
    split=split,
    parse=parse,
    write=write,
    sniff=sniff,
    carries=frozenset({"text", "tokens", "sentences", "paragraphs", "chains", "syntax", "speakers", "xpos"}),
)
