"""A small corpus in the layout of the CoNLL-2012 release, of sentences of our own, in three languages."""

import re
from collections.abc import Sequence
from pathlib import Path

STORIES = {
    "english": (
        "bn/made",
        (
            "(TOP (S (NP [0 (NNP {name})]) (VP (VBD met) (NP [1 (NP (DT the) (NN {thing})) (PP (IN"
            " of) (NP (NNP Ghent)))])) (. .)))",
            "(TOP (S (NP [0 (PRP {he})]) (VP (VBD liked) (NP [1 (DT the) (NN {thing})])) (. .)))",
            "(TOP (S (NP [2 (NP [0 (PRP$ {his})] (NN sister))]) (VP (VBD saw) (NP [1 (PRP it)])) (. .)))",
            "(TOP (SBARQ (WHNP (WP Who)) (SQ (VBD saw) (NP [0 (NNP {name})])) (. ?)))",
        ),
        ("Ann she her dog", "Bob he his boat", "Eve she her house", "Tom he his horse"),
    ),
    "chinese": (
        "bn/made",
        (
            "(TOP (IP (NP [0 (NR {name})]) (VP (VV 看见) (AS 了) (NP [1 (DP (DT 这)) (NP (NN {thing}))])) (PU 。)))",
            "(TOP (IP (NP [0 (PN {he})]) (VP (ADVP (AD 很)) (VP (VV 喜欢) (NP [1 (PN 它)]))) (PU 。)))",
            "(TOP (IP (NP [2 (DNP (NP [0 (PN {he})]) (DEG 的)) (NP (NN 姐姐))]) (VP (VC 是) (NP (NN 医生))) (PU 。)))",
            "(TOP (IP (NP [2 (PN 她)]) (VP (PP (P 在) (NP (NR 北京))) (VP (VV 找) (NP [0 (NR {name})]))) (PU 。)))",
        ),
        ("李明 他 他 狗", "王芳 她 她 船", "张伟 他 他 房子", "刘洋 她 她 马"),
    ),
    "arabic": (
        "nw/made",
        (
            "(TOP (S (VP (VBD رأى) (NP [0 (NNP {name})]) (NP [1 (DTNN {thing})])) (PUNC .)))",
            "(TOP (S (CC و) (VP (VBD أحب) (NP [0 (PRP {he})]) (NP [1 (PRP ها)])) (PUNC .)))",
            "(TOP (S (NP [2 (NN أخت) (NP [0 (PRP$ {his})])]) (VP (VBP تسكن) (PP (IN في) (NP (NNP بغداد)))) (PUNC .)))",
            "(TOP (S (VP (VBD رأت) (NP [2 (PRP هي)]) (NP [0 (NNP {name})])) (PUNC .)))",
        ),
        ("أحمد هو ه القطة", "سعيد هو ه المدينة", "كريم هو ه السيارة", "زيد هو ه المدرسة"),
    ),
}
"""By language the genre, the sentences as trees, and the words that are put in. `[0 … ]` is a mention of chain 0."""


def leaves(tree: str) -> list[tuple[str, str, str, str]]:
    """The word, tag, parse bit and coreference of each leaf of a tree, in which mentions may be marked by brackets."""
    rows: list[list[str]] = []
    bit, chains, open_chains = "", list[str](), list[str]()
    for piece in re.findall(r"\[\d+|\]|\([^\s()]+ [^\s()\[\]]+\)|\([^\s()]+|\)", tree):
        if piece.startswith("["):
            chains.append("(" + piece[1:])
            open_chains.append(piece[1:])
        elif piece == "]":
            closed = open_chains.pop()
            own = rows[-1][3].split("|") if rows[-1][3] else []
            own = [each + ")" if each == "(" + closed else each for each in own]
            rows[-1][3] = "|".join(own if f"({closed})" in own else [*own, closed + ")"])
        elif piece == ")":
            rows[-1][2] += ")"
        elif piece.endswith(")"):
            tag, word = piece[1:-1].split(" ")
            rows.append([word, tag, bit + "*", "|".join(chains)])
            bit, chains = "", []
        else:
            bit += piece
    return [(word, tag, bits, coreference or "-") for word, tag, bits, coreference in rows]


def document(name: str, part: int, sentences: Sequence[str], *, speaker: str = "-", chains: bool = True) -> str:
    """A document of the release, with its columns padded by spaces as there."""
    lines = [f"#begin document ({name}); part {part:03d}"]
    for tree in sentences:
        for place, (word, tag, bits, coreference) in enumerate(leaves(tree)):
            entity = "(PERSON)" if tag in ("NNP", "NR") else "*"
            cells = [name, str(part), str(place), word, tag, bits, "-", "-", "-", speaker, entity]
            lines.append("   ".join([*cells, coreference if chains else "-"]))
        lines.append("")
    return "\n".join([*lines, "#end document", ""])


def story(language: str, number: int) -> tuple[str, list[str]]:
    """The name and the sentences of one of our documents."""
    genre, trees, words = STORIES[language]
    name, he, his, thing = words[number % len(words)].split()
    pieces = {"name": name, "he": he, "his": his, "thing": thing}
    filled = [tree.format(**pieces) for tree in trees]
    return f"{genre}/00/made_{number:04d}", filled[: 3 + number % 2]


def write_release(folder: Path, language: str, numbers: Sequence[int], *, auto_chains: bool = True) -> Path:
    """A part of a release: the files of both annotations side by side; the folder of the language."""
    root = folder / "data" / language / "annotations"
    for number in numbers:
        name, sentences = story(language, number)
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        for annotation, chains in (("gold", True), ("auto", auto_chains)):
            text = document(name, 0, sentences, speaker="Ann" if number % 2 else "-", chains=chains)
            path.with_name(f"{path.name}.v4_{annotation}_conll").write_text(text, encoding="utf-8")
    return root
