"""WebAnno TSV 3.3, which INCEpTION and WebAnno export and import: a token a line, each layer in columns of its own.

    #FORMAT=WebAnno TSV 3.3
    #T_CH=de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink|referenceRelation|referenceType

    #Text=Gary Wilber ran.
    1-1   0-4     Gary    *->1-1   name[1]
    1-2   5-11    Wilber  *->1-1   name[1]
    1-3   12-15   ran     _        _
    1-4   15-16   .       _        _

Columns are separated by tabs. Chain layers (`#T_CH`) become chains: `*->1-1` says that the token belongs to the first
mention of chain 1, the other column holds the mention's label, and annotations of one token are stacked with `|`. The
layer of named entities (`#T_SP=….NamedEntity`) becomes entities. Other layers are left out.

Offsets count the units of UTF-16, as Java does. The text between two sentences is not in the file: it is read as line
breaks and spaces, as many as the offsets leave room for.
"""

from namesakes.formats.format import Format
from namesakes.formats.webanno.layers import MARK
from namesakes.formats.webanno.reader import parse, split
from namesakes.formats.webanno.writer import save

FORMAT = Format(
    name="webanno",
    description="WebAnno TSV 3.3, of INCEpTION and WebAnno: a token a line, chains and names in columns",
    extensions=(".webanno.tsv",),
    split=split,
    parse=parse,
    save=save,
    sniff=lambda head: head.startswith(MARK),
    carries=frozenset({"tokens", "sentences", "chains", "entities"}),
)
