"""How well gender and animacy are predicted: names of GAP, gold chains, annotated entities, held-out counts."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import BoolArray, IntegerArray
from namesakes.formats import read
from namesakes.mentions.gender import GenderModel, GenderSettings
from namesakes.mentions.gender_chains import (
    Evidence,
    chain_evidence,
    entity_rows,
    ontogum_documents,
    training_evidence,
    typed_evidence,
)
from namesakes.mentions.gender_counts import Counts, phrases_of, read_counts
from namesakes.mentions.gender_features import NAME, NOMINAL
from namesakes.mentions.pronouns import ENGLISH
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.vocabulary import codes

GAP_SPLITS = ("development", "validation")
GENDERS = ("masculine", "feminine", "neuter")


def evaluate_gender(model: GenderModel, corpora: Path) -> dict[str, Any]:
    """Coverage and accuracy on GAP and OntoGUM dev; how often occupations get a gender."""
    rows = entity_rows(corpora, "dev")
    documents = ontogum_documents(corpora, "dev")
    chains = [chain_evidence(document) for document in documents]
    typed = [typed_evidence(document, rows[document.id]) for document in documents]
    return {
        "gap": {split: gap_genders(model, corpora / "gap" / f"gap-{split}.tsv") for split in GAP_SPLITS},
        "chains": {name: chain_genders(model, chains, kind) for name, kind in (("names", NAME), ("nouns", NOMINAL))},
        "animacy": {name: animacies(model, typed, kind) for name, kind in (("names", NAME), ("nouns", NOMINAL))},
        "occupations": gendered_share(model, occupations(corpora)),
    }


def gap_genders(model: GenderModel, path: Path) -> dict[str, Any]:
    """The names that GAP's pronouns stand for, against the pronouns' gender; by how sure the model is, too."""
    found, gold, sure = [], [], []
    tagger = Tagger.shipped()
    for document in map(tagger, read(path)):
        table = document.mention_table
        if table is None or table.labels is None:
            continue
        pronoun = list(table.labels).index("Pronoun")
        names = np.flatnonzero((table.chains == table.chains[pronoun]) & (np.arange(len(table)) != pronoun))
        first, end = table.first[names], table.end[names]
        kind = np.full(len(names), NAME, dtype=np.uint8)
        classes = model.classes(document, first, end, end - 1, kind)
        word = codes([document.words[int(table.first[pronoun])].lower()])
        gold += [int(ENGLISH.genders[ENGLISH.find(word)[0]])] * len(names)
        found += classes.gender.tolist()
        sure += classes.sure.tolist()
    one, other, level = np.array(found), np.array(gold), np.array(sure)
    levels = {f"sure_{number}": _covered(one[level == number], other[level == number]) for number in (1, 2, 3)}
    return {**scores_by_gender(one, other), **levels}


def chain_genders(model: GenderModel, evidence: Iterable[Evidence], kind: int) -> dict[str, Any]:
    """Mentions whose chains have he, she or it, and no other of these, against that pronoun."""
    found, gold = [], []
    for item in evidence:
        classes = model.decide(item.phrases, *model.probabilities(item.phrases))
        counts = item.pronouns[:, :3]
        clear = (item.phrases.kind == kind) & (np.count_nonzero(counts, axis=1) == 1) & (item.pronouns[:, 3] == 0)
        found.append(classes.gender[clear])
        gold.append(counts[clear].argmax(axis=1) + 1)
    return scores_by_gender(np.concatenate(found), np.concatenate(gold))


def scores_by_gender(found: IntegerArray, gold: IntegerArray) -> dict[str, Any]:
    """Coverage (how many got a gender) and accuracy (of these), of all and by gender."""
    scores: dict[str, Any] = _covered(found, gold)
    for number, name in enumerate(GENDERS, start=1):
        if np.any(gold == number):
            scores[name] = _covered(found[gold == number], gold[gold == number])
    return scores


def _covered(found: IntegerArray, gold: IntegerArray) -> dict[str, float]:
    covered = found > 0
    right = float((found[covered] == gold[covered]).mean()) if covered.any() else 0.0
    return {"mentions": len(gold), "coverage": float(covered.mean()) if len(gold) else 0.0, "accuracy": right}


def animacies(model: GenderModel, evidence: Iterable[Evidence], kind: int) -> dict[str, float]:
    """Annotated entities: persons and animals against all others."""
    found, gold = [], []
    for item in evidence:
        classes = model.decide(item.phrases, *model.probabilities(item.phrases))
        kept = item.phrases.kind == kind
        found.append(classes.animacy[kept])
        gold.append(2 - item.animate[kept])
    one, other = np.concatenate(found), np.concatenate(gold)
    both = ((one == 1) & (other == 1)).sum()
    recall, precision = both / max((other == 1).sum(), 1), both / max((one == 1).sum(), 1)
    return {**_covered(one, other), "animate_precision": float(precision), "animate_recall": float(recall)}


def occupations(corpora: Path) -> list[str]:
    """The words of WinoBias for occupations."""
    folder = corpora / "bias" / "winobias" / "WinoBias" / "wino" / "data"
    lists = [(folder / f"{gender}_occupations.txt").read_text(encoding="utf-8") for gender in ("male", "female")]
    return [line.strip().lower() for text in lists for line in text.splitlines() if line.strip()]


def gendered_share(model: GenderModel, words: Sequence[str]) -> dict[str, Any]:
    """How many of these nouns get a gender, and which; and how many are held for animate."""
    phrases = phrases_of([(word,) for word in words], NOMINAL)
    classes = model.decide(phrases, *model.probabilities(phrases))
    gendered = [word for word, gender in zip(words, classes.gender.tolist(), strict=True) if gender in (1, 2)]
    return {"words": len(words), "gendered": gendered, "animate": float((classes.animacy == 1).mean())}


def evaluate_held_out(path: Path, corpora: Path) -> dict[str, Any]:
    """The scores on a tenth of the counts of a model that is trained on the others, as the shipped one is on all."""
    from namesakes.mentions.gender_training import train

    counts = read_counts(path, GenderSettings().least)
    held = held_out(counts)
    seen = counts.select(~held)
    known = frozenset(word for phrase in seen.phrases for word in phrase)
    return count_genders(train(seen, training_evidence(corpora)), counts.select(held), known)


def held_out(counts: Counts) -> BoolArray:
    """A tenth of the phrases, by their codes."""
    found: BoolArray = codes([" ".join(phrase) for phrase in counts.phrases]) % np.uint64(10) == 0
    return found


def count_genders(model: GenderModel, counts: Counts, known: frozenset[str]) -> dict[str, Any]:
    """Phrases as names, against the pronoun each goes with most; those of which no word is known apart.

    `accuracy` is of the likeliest outcome of all phrases; `given` is of those alone that begin as they are counted (no
    `! smith`) and are given a gender, with the share of them that are.
    """
    names = phrases_of(counts.phrases, NAME)
    outcomes, animate = model.probabilities(names)
    gold = counts.counts.argmax(axis=1)
    right = outcomes[:, :4].argmax(axis=1) == gold
    total = counts.counts.sum(axis=1)
    new = np.array([not any(word in known for word in phrase) for phrase in counts.phrases], dtype=np.bool_)
    clear = (gold < len(GENDERS)) & names.opens
    found = model.decide(names, outcomes, animate).gender
    return {
        "phrases": len(counts),
        "accuracy": float(right.mean()),
        "weighted": float(np.average(right, weights=np.log2(1 + total))),
        "new_words": {"phrases": int(new.sum()), "accuracy": float(right[new].mean()) if new.any() else 0.0},
        "given": scores_by_gender(found[clear], gold[clear] + 1),
        "given_new_words": scores_by_gender(found[clear & new], gold[clear & new] + 1),
    }
