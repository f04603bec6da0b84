"""The Arabic Treebank: its tags, whole ones and the short ones of Bies, its phrases and their heads."""

import re
from typing import Final

from namesakes.syntax.constituency.head_rules import HeadRules
from namesakes.syntax.constituency.treebank import Treebank, tag_map

POINTS: Final = ("PUNC", ".", ",", ":", "``", "''", "-LRB-", "-RRB-", "-NONE-")

TAGS: Final = tag_map("""
NOUN  NN NNS DTNN DTNNS NOUN NOUN_QUANT DTNOUN_QUANT VN DTVN ABBREV
PROPN NNP NNPS DTNNP DTNNPS NOUN_PROP
PRON  PRP PRP$ WP WP$ EX PRON REL_PRON
VERB  VB VBD VBG VBN VBP PV IV CV VERB
ADJ   JJ JJR DTJJ DTJJR ADJ ADJ_NUM DTADJ_NUM ADJ_COMP
ADV   RB WRB DTRB ADV REL_ADV INTERROG_ADV
ADP   IN PREP
PART  RP PART NEG_PART FUT_PART FOCUS_PART VERB_PART INTERROG_PART EMPHATIC_PART RC_PART VOC_PART FUT PSEUDO_VERB
SCONJ SUB_CONJ SUB SUBJ
DET   DT DEM_PRON DEM_PRON_MS DEM_PRON_FS DEM_PRON_P
CCONJ CC CONJ
NUM   CD DTCD NOUN_NUM NUM
INTJ  UH INTERJ
X     FW FOREIGN LATIN TYPO PARTIAL NO_FUNC NOFUNC DIALECT -NONE- X
PUNCT PUNC . , : `` '' -LRB- -RRB-
""")

_PARTS: Final = (
    (r"(^|\+)DEM_PRON", "DET", "DT"),
    (r"^(POSS_|SUBJ_)?PRON(_|$)|^[IPC]VSUFF_DO", "PRON", "PRP"),
    (r"^(REL|INTERROG|EXCLAM)_PRON", "PRON", "WP"),
    (r"(^|\+)NOUN_PROP", "PROPN", "NNP"),
    (r"(^|\+)NOUN_NUM", "NUM", "CD"),
    (r"(^|\+)ADJ(?![A-Z])", "ADJ", "JJ"),
    (r"(^|\+)(NOUN|ABBREV)(?![A-Z])", "NOUN", "NN"),
    (r"(^|\+)[IPC]V(_PASS)?(\+|$)|^[IPC]V", "VERB", "VB"),
    (r"(^|\+)ADV(?![A-Z])", "ADV", "RB"),
    (r"^PREP(?![A-Z])", "ADP", "IN"),
    (r"^CONJ(?![A-Z])", "CCONJ", "CC"),
    (r"^SUB(_CONJ)?(?![A-Z])", "SCONJ", "IN"),
    (r"_PART(?![A-Z])", "PART", "RP"),
)
"""Patterns of whole tags, which are made of parts, with the universal tag and the short one."""
_UNIVERSAL: Final = tuple((re.compile(pattern), name) for pattern, name, _ in _PARTS)
_SHORT: Final = tuple((re.compile(pattern), name) for pattern, _, name in _PARTS)

_NOUNS: Final = "NN|NNS|NNP|NNPS|DTNN|DTNNS|DTNNP|DTNNPS|NOUN|NOUN_PROP|NOUN_QUANT|DTNOUN_QUANT|NOUN_NUM|VN|DTVN"

ARABIC: Final = HeadRules.read(
    f"""
ADJP  left JJ|JJR|DTJJ|DTJJR|ADJ|ADJ_NUM ADJP {_NOUNS} NP RB|CD
ADVP  left RB|WRB|ADV ADVP {_NOUNS} NP PP
CONJP right CC|CONJ RB IN|PREP
FRAG  left S VP NP {_NOUNS} PP
INTJ  left
LST   left
NAC   left {_NOUNS} NP
NP    left {_NOUNS} PRP|PRP$|PRON|WP|EX NP|NX QP CD ADJP JJ|DTJJ DT S|SBAR
NX    left {_NOUNS} NP|NX
PP    left IN|PREP PP RP|PART NP
PRN   left S VP NP PP
PRT   left RP|PART
QP    left CD|NOUN_NUM QP {_NOUNS}
S     left VP S NP|ADJP|PP SBAR
SBAR  left WHNP|WHPP|WHADVP IN|SUB_CONJ|SUB S SBAR
SBARQ left SQ S SBARQ
SQ    left VP S NP PP
UCP   left
VP    left VBD|VBP|VBN|VB|VBG|PV|IV|CV|VERB VP PSEUDO_VERB {_NOUNS} NP|ADJP|PP
WHADVP left WRB RB
WHNP  left WP|REL_PRON WHNP NP
WHPP  left IN|PREP
TOP   left S VP NP FRAG
""",
    POINTS,
    aliases=_SHORT,
)
"""Ours: Arabic phrases begin with their heads, and function words are heads (as in Collins 1999 for English)."""

CONTENT: Final = ARABIC.changed(f"""
PP    left NP|WHNP|NX|QP S|SBAR ADJP|ADVP {_NOUNS} PRP|PRON IN|PREP
SBAR  left S SBAR VP NP WHNP|WHPP|WHADVP IN|SUB_CONJ|SUB
WHPP  left WHNP NP IN|PREP
""")
"""Content words as heads."""

CLASSES: Final = tag_map("""
NP   NP NX NAC WHNP
PP   PP WHPP
VP   VP
S    S SQ SBARQ FRAG
SBAR SBAR
ADJ  ADJP WHADJP
ADV  ADVP WHADVP
QP   QP
CC   CONJP
PRN  PRN
""")

TREEBANK: Final = Treebank(
    language="ar",
    name="Arabic Treebank",
    tags=TAGS,
    classes=CLASSES,
    heads=CONTENT,
    mentions=frozenset({"NP"}),
    pronouns=frozenset({"PRP", "PRP$", "PRON"}),
    patterns=_UNIVERSAL,
)
"""Mentions are noun phrases, PRP and PRP$ (in whole tags, all pronouns), as in Björkelund & Farkas (2012)."""
