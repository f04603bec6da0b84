"""The Penn Treebank of English: its tags, its phrases, and three conventions for their heads."""

from typing import Final

from namesakes.syntax.constituency.head_rules import HeadRules
from namesakes.syntax.constituency.treebank import Treebank, tag_map

POINTS: Final = (
    ".",
    ",",
    ":",
    "``",
    "''",
    "-LRB-",
    "-RRB-",
    "-LSB-",
    "-RSB-",
    "-LCB-",
    "-RCB-",
    "HYPH",
    "NFP",
    "-NONE-",
)

TAGS: Final = tag_map("""
NOUN  NN NNS
PROPN NNP NNPS
PRON  PRP PRP$ WP WP$ EX
VERB  VB VBD VBG VBN VBP VBZ
AUX   MD
ADJ   JJ JJR JJS AFX
ADV   RB RBR RBS WRB
ADP   IN RP
PART  TO POS
DET   DT PDT WDT
CCONJ CC
NUM   CD
INTJ  UH
SYM   $ # SYM
X     FW LS ADD GW XX -NONE- X
PUNCT . , : `` '' -LRB- -RRB- -LSB- -RSB- -LCB- -RCB- HYPH NFP
""")

COLLINS: Final = HeadRules.read(
    """
ADJP   left NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB
ADVP   right RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN
CONJP  right CC RB IN
FRAG   right
INTJ   left
LST    right LS :
NAC    left NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW
NP     right NN|NNP|NNPS|NNS|NX|NML|POS|JJR ; left NP ; right $|ADJP|PRN ; right CD ; right JJ|JJS|RB|QP ; right
NX     right NN|NNP|NNPS|NNS|NX|NML|POS|JJR ; left NP ; right $|ADJP|PRN ; right CD ; right JJ|JJS|RB|QP ; right
NML    right NN|NNP|NNPS|NNS|NX|NML|POS|JJR ; left NP ; right $|ADJP|PRN ; right CD ; right JJ|JJS|RB|QP ; right
PP     right IN TO VBG VBN RP FW
PRN    left
PRT    right RP
QP     left $ IN NNS NN JJ RB DT CD NCD QP JJR JJS
RRC    right VP NP ADVP ADJP PP
S      left TO IN VP S SBAR ADJP UCP NP
SBAR   left WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG
SBARQ  left SQ S SINV SBARQ FRAG
SINV   left VBZ VBD VBP VB MD VP S SINV ADJP NP
SQ     left VBZ VBD VBP VB MD VP SQ
UCP    right
VP     left TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP
WHADJP left CC WRB JJ ADJP
WHADVP right CC WRB
WHNP   left WDT WP WP$ WHADJP WHPP WHNP
WHPP   right IN TO FW
TOP    left S SINV SQ SBARQ SBAR VP FRAG NP
""",
    POINTS,
    possessive="POS",
    coordinated=True,
)
"""Collins (1999), appendix A: function words are heads; the first member of a coordination is.

Labels that came later (NML, TOP) are ours.
"""

PENN2MALT: Final = HeadRules.read(
    """
ADJP   right NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB
ADVP   left RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN
CONJP  left CC RB IN
FRAG   left
INTJ   right
LST    left LS :
NAC    right NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW
NP     right POS|NN|NNP|NNPS|NNS NX NML JJR CD JJ JJS RB QP NP
NX     right POS|NN|NNP|NNPS|NNS NX NML CD NP JJ RB
NML    right POS|NN|NNP|NNPS|NNS NX NML JJR CD JJ JJS RB QP NP
PP     left IN TO VBG VBN RP FW
PRN    right
PRT    left RP
QP     right $ IN NNS NN JJ RB DT CD NCD QP JJR JJS
RRC    left VP NP ADVP ADJP PP
S      right TO IN VP S SBAR ADJP UCP NP
SBAR   right WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG
SBARQ  right SQ S SINV SBARQ FRAG
SINV   right VBZ VBD VBP VB MD VP S SINV ADJP NP
SQ     right VBZ VBD VBP VB MD VP SQ
UCP    left
VP     left VBD VBN MD VBZ TO VB VP VBG VBP ADJP NP
WHADJP right CC WRB JJ ADJP
WHADVP left CC WRB
WHNP   right WDT WP WP$ WHADJP WHPP WHNP
WHPP   left IN TO FW
X      right
TOP    left S SINV SQ SBARQ SBAR VP FRAG NP
""",
    POINTS,
)
"""Yamada & Matsumoto (2003), the table that Penn2Malt (Nivre 2006) made common. Labels that came later are ours."""

CONTENT: Final = COLLINS.changed("""
ADJP   left NNS QP NN $ JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB
NP     right NN|NNP|NNPS|NNS|NX|NML|PRP|WP|EX|JJR ; left NP ; right $|ADJP|PRN ; right CD ; right JJ|JJS|RB|QP|DT
NML    right NN|NNP|NNPS|NNS|NX|NML|JJR ; left NP ; right $|ADJP|PRN ; right CD ; right JJ|JJS|RB|QP ; right
PP     left NP|WHNP|NML|QP S|SBAR|VP ADJP ADVP PP ; right IN TO VBG VBN RP FW
QP     right CD NN NNS $ JJ RB DT
S      left VP S SINV SQ SBAR ADJP UCP NP
SBAR   left S SQ SINV VP SBAR FRAG NP WHNP WHPP WHADVP WHADJP IN DT
SBARQ  left SQ S SINV SBARQ FRAG
SINV   left VP VBZ VBD VBP VB MD S SINV ADJP NP
SQ     left VP SQ VBZ VBD VBP VB MD
VP     left VP VBD|VBN|VBZ|VB|VBG|VBP MD TO ADJP NN NNS NP
WHNP   right NN|NNP|NNPS|NNS|WP|WDT ; left WHNP NP WP$ WHADJP WHPP
WHPP   left WHNP NP ; right IN TO FW
""")
"""Like Stanford's dependencies (de Marneffe, MacCartney & Manning 2006): content words are heads.

What depends on them are prepositions, conjunctions, auxiliaries and copulas.
"""

CLASSES: Final = tag_map("""
NP   NP NML NX NAC WHNP
PP   PP WHPP
VP   VP
S    S SINV SQ SBARQ FRAG RRC
SBAR SBAR
ADJ  ADJP WHADJP JJP
ADV  ADVP WHADVP
QP   QP
CC   CONJP
PRN  PRN
PRT  PRT
""")

TREEBANK: Final = Treebank(
    language="en",
    name="Penn Treebank",
    tags=TAGS,
    classes=CLASSES,
    heads=CONTENT,
    mentions=frozenset({"NP"}),
    pronouns=frozenset({"PRP", "PRP$"}),
    copulas=frozenset(["be", "am", "is", "are", "was", "were", "been", "being", "'s", "'re", "'m", "ai"]),
)
"""Mentions are noun phrases, PRP and PRP$, as in Björkelund & Farkas (2012)."""
