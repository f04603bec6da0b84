"""The Chinese Treebank: its tags, its phrases and their heads."""

from typing import Final

from namesakes.syntax.constituency.head_rules import HeadRules
from namesakes.syntax.constituency.treebank import Treebank, tag_map

POINTS: Final = ("PU", "-NONE-")

TAGS: Final = tag_map("""
NOUN  NN NT M
PROPN NR
PRON  PN
VERB  VV VE VA
AUX   VC LB SB
ADJ   JJ
ADV   AD
ADP   P BA LC
PART  AS DEC DEG DEV DER SP MSP ETC
SCONJ CS
DET   DT
CCONJ CC
NUM   CD OD
INTJ  IJ
X     FW ON URL X -NONE-
PUNCT PU
""")

ZHANG_CLARK: Final = HeadRules.read(
    """
ADJP right ADJP|JJ|AD
ADVP right ADVP|AD|CS|JJ|NP|PP|P|VA|VV
CLP  right CLP|M|NN|NP
CP   right CP|IP|VP
DNP  right DEG|DNP|DEC|QP
DP   right M ; left DP|DT|OD
DVP  right DEV|AD|VP
FRAG right VV|NR|NN|NT
IP   right VP|IP|NP
LCP  right LCP|LC
LST  right CD|NP|QP
NP   right NP|NN|IP|NR|NT
PP   left P|PP
PRN  left PU
QP   right QP|CLP|CD
UCP  left IP|NP|VP
VCD  left VV|VA|VE
VP   left VE|VC|VV|VNV|VPT|VRD|VSB|VCD|VP
VPT  left VA|VV
VRD  left VVI|VA|VV
VSB  right VV|VE
TOP  left IP CP NP FRAG
""",
    POINTS,
)
"""Zhang & Clark (2008), the table of Penn2Malt for Chinese. What it lacks (VNV, VCP) goes by the first child;
TOP is ours."""

CONTENT: Final = ZHANG_CLARK.changed("""
CP   right IP|VP|CP
DNP  right NP|QP|ADJP|PP|LCP|IP|DP DEG|DEC
LCP  right NP|QP|IP|LCP LC
NP   right NP|NN|NR|NT|PN|QP IP CP|ADJP|DP
PP   left NP|LCP|QP|IP|CP|DP P
PRN  left NP IP VP PU
VP   left VP VE|VV|VA|VNV|VPT|VRD|VSB|VCD|VCP VC NP|IP|QP
""")
"""Content words as heads: prepositions, localizers, particles and copulas depend on them."""

CLASSES: Final = tag_map("""
NP   NP
PP   PP LCP
VP   VP VCD VCP VNV VPT VRD VSB
S    IP FRAG
SBAR CP
ADJ  ADJP
ADV  ADVP DVP
QP   QP CLP
DET  DP
DNP  DNP
PRN  PRN
""")

TREEBANK: Final = Treebank(
    language="zh",
    name="Chinese Treebank",
    tags=TAGS,
    classes=CLASSES,
    heads=CONTENT,
    mentions=frozenset({"NP"}),
    pronouns=frozenset({"PN", "NR"}),
    copulas=frozenset({"是", "为", "非"}),
)
"""Mentions are noun phrases, PN and NR, as in Björkelund & Farkas (2012)."""
