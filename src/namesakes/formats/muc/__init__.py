"""MUC SGML: coreference as tags in the text, as MUC-6 and MUC-7 wrote it.

    <DOC>
    <DOCNO> 930118-0013 </DOCNO>
    <TEXT>
    <COREF ID="1" MIN="Wilber">Gary Wilber</COREF> said <COREF ID="2" TYPE="IDENT" REF="1">he</COREF> agreed.
    </TEXT>
    </DOC>

The text is all that stands in a <DOC>, without tags and with &amp; &lt; &gt; &quot; &apos; &#38; decoded; DOCNO and
DOCID name the document and are not text, nor is a line break right after a tag DOC, DOCNO, DOCID, TEXT or TXT. A file
without <DOC> is one document. <s> and <p> begin sentences and paragraphs. REF links two mentions wherever they stand; a
mention that nothing links is a chain of one. A chain is called by the ID of its first mention. MIN names the words that
a response must cover, of which the last is the head; alternatives are separated by |.

All attributes but REF and TYPE="IDENT" are kept in `Mentions.extra` as muc_id, muc_min, muc_status and so on.
"""

from namesakes.formats.format import Format
from namesakes.formats.muc.reader import parse, sniff, split
from namesakes.formats.muc.writer import write

FORMAT = Format(
    name="muc",
    description="MUC-6 and MUC-7: coreference as SGML tags in the text",
    extensions=(".sgm", ".sgml", ".muc"),
    split=split,
    parse=parse,
    write=write,
    sniff=sniff,
    carries=frozenset({"text", "chains"}),
)
