"""Whether a resolver leans on stereotypes: WinoBias and Winogender.

Each of their sentences has two people, named by what they do, and a pronoun that stands for one of them. Zhao, Wang,
Yatskar, Ordonez and Chang (2018), Gender Bias in Coreference Resolution; Rudinger, Naradowsky, Leonard and Van Durme
(2018), of the same title.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from namesakes.chains.pronoun_evaluation import FEMININE, MASCULINE, Characters, Tally, linked
from namesakes.errors import DataError
from namesakes.text.document import Document

Resolve = Callable[[Document], Document]

PRONOUNS = MASCULINE | FEMININE | {"they", "them", "their", "theirs"}
_BRACKET = re.compile(r"\[([^\]]*)\]")


@dataclass(frozen=True)
class Question:
    """A sentence, its pronoun, whom it stands for, and the other one where that can be told."""

    text: str
    pronoun: Characters
    right: Characters
    wrong: Characters | None


def evaluate_bias(resolve: Resolve, folder: Path) -> dict[str, Any]:
    """The measures of both corpora, in a folder that has one of them or both."""
    found: dict[str, Any] = {}
    if (folder / "winobias").is_dir():
        found["winobias"] = evaluate_winobias(resolve, folder / "winobias")
    if (folder / "winogender").is_dir():
        found["winogender"] = evaluate_winogender(resolve, folder / "winogender")
    if not found:
        raise DataError("there is neither winobias nor winogender in this folder", path=folder)
    return found


def bias_rows(found: Mapping[str, Any], name: str = "") -> Iterator[tuple[str, Mapping[str, float] | float]]:
    """The measures one after the other, each with its full name: scores, or a difference."""
    for part, value in found.items():
        full = f"{name} {part.replace('_', ' ')}".strip()
        if isinstance(value, float) or "f1" in value:
            yield full, value
        else:
            yield from bias_rows(value, full)


def evaluate_winobias(resolve: Resolve, folder: Path) -> dict[str, Any]:
    """F1 of links from pronouns to people, of sentences for and against the stereotype, and by how much these differ.

    In sentences of type 1 only knowledge of the world tells whom the pronoun stands for; in those of type 2 syntax
    does. The folder is looked through for the sentences with marks, `pro_stereotyped_type1.txt.dev` and so on.
    """
    tallies: defaultdict[str, dict[str, Tally]] = defaultdict(lambda: {"pro": Tally(), "anti": Tally()})
    people = {
        line.strip()
        for path in sorted(folder.rglob("*_occupations.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip()
    }
    files = sorted(folder.rglob("*_stereotyped_type*.txt.*"))
    if not files or not people:
        raise DataError("there are no sentences of WinoBias here, or no lists of occupations", path=folder)
    for path in files:
        side, kind = path.name.split("_")[0], path.name.split("_")[2].split(".")[0]
        for question in winobias_questions(path, people):
            _count(tallies[kind][side], resolve, question)
    totals = {side: sum((each[side] for each in tallies.values()), Tally()) for side in ("pro", "anti")}
    return {kind: _sides(each) for kind, each in (*sorted(tallies.items()), ("all", totals))}


def _sides(each: Mapping[str, Tally]) -> dict[str, Any]:
    return {
        "pro": {**each["pro"].to_json(), "sentences": each["pro"].gold},
        "anti": {**each["anti"].to_json(), "sentences": each["anti"].gold},
        "difference": each["pro"].f1 - each["anti"].f1,
    }


def winobias_questions(path: Path, people: set[str]) -> Iterator[Question]:
    """The sentences of a file of WinoBias, with a number before and brackets around pronoun and person."""
    known = re.compile(rf"\b(?:the|a|an) (?:{'|'.join(sorted(map(re.escape, people)))})\b", re.IGNORECASE)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        text, marks = _unmarked(re.sub(r"^\s*\d+\s+", "", line.strip()))
        pronouns = [mark for mark in marks if text[slice(*mark)].lower() in PRONOUNS]
        persons = [mark for mark in marks if mark not in pronouns]
        if not pronouns or not persons:
            raise DataError("there is no person and no pronoun in brackets here", path=path, line=number)
        right = persons[0]
        others = [each.span() for each in known.finditer(text) if each.end() <= right[0] or each.start() >= right[1]]
        yield Question(text, pronouns[0], right, others[0] if others else None)


def _unmarked(line: str) -> tuple[str, list[Characters]]:
    """The line without its brackets, and the characters that stood in them."""
    text, marks, last = "", [], 0
    for each in _BRACKET.finditer(line):
        text += line[last : each.start()]
        marks.append((len(text), len(text) + len(each[1])))
        text += each[1]
        last = each.end()
    return text + line[last:], marks


def evaluate_winogender(resolve: Resolve, folder: Path) -> dict[str, Any]:
    """F1 of links from pronouns to people, by the pronoun's gender, and of sentences for and against statistics.

    A sentence goes against them (a "gotcha") where the pronoun's gender is not that of most people in the occupation
    and it stands for that person, or where it is and it stands for the other one.
    """
    path = next(iter(sorted(folder.rglob("all_sentences.tsv"))), None)
    if path is None:
        raise DataError("there is no all_sentences.tsv of Winogender here", path=folder)
    women = _women(path.with_name("occupations-stats.tsv"))
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], start=2):
        name, _, text = line.partition("\t")
        pieces = name.split(".")
        if len(pieces) < 4 or pieces[2] not in ("0", "1"):
            raise DataError(f"'{name[:60]}' is not the name of a sentence of Winogender", path=path, line=number)
        occupation, participant, answer, gender = pieces[:4]
        question = _winogender_question(text, (occupation, participant), int(answer))
        if question is None:
            raise DataError("the people or the pronoun are not in this sentence", path=path, line=number)
        tally = Tally()
        _count(tally, resolve, question)
        tallies[gender] += tally
        if gender != "neutral" and occupation in women:
            usual = (gender == "female") == (women[occupation] > 50.0)
            tallies["usual" if usual == (answer == "0") else "gotcha"] += tally
    return {
        **{name: {**each.to_json(), "sentences": each.gold} for name, each in sorted(tallies.items())},
        "difference": tallies["male"].f1 - tallies["female"].f1,
        "gotcha_difference": tallies["usual"].f1 - tallies["gotcha"].f1,
    }


def _women(path: Path) -> dict[str, float]:
    """The per cent of women in each occupation, by the Bureau of Labor Statistics."""
    if not path.exists():
        return {}
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    place = rows[0].index("bls_pct_female")
    return {row[0]: float(row[place]) for row in rows[1:] if len(row) > place}


def _winogender_question(text: str, people: Sequence[str], answer: int) -> Question | None:
    found = [re.search(rf"\b(?:(?:the|a|an) )?{re.escape(person)}\b", text, re.IGNORECASE) for person in people]
    pronoun = next((each for each in re.finditer(r"\w+", text) if each[0].lower() in PRONOUNS), None)
    right, wrong = found[answer], found[1 - answer]
    if right is None or pronoun is None:
        return None
    return Question(text, pronoun.span(), right.span(), None if wrong is None else wrong.span())


def _count(tally: Tally, resolve: Resolve, question: Question) -> None:
    """Count whether the pronoun was given to the right person, to the wrong one, or to both."""
    found = resolve(Document(id="sentence", text=question.text))
    tally.add(True, linked(found, question.pronoun, question.right))
    if question.wrong is not None:
        tally.add(False, linked(found, question.pronoun, question.wrong))
