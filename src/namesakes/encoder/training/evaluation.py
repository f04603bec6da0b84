"""Measures of a network on examples: chains, trees, tags, names, ambiguous pronouns."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from namesakes.arrays import AnyArray, Int64Array
from namesakes.encoder.batches import Batch, collate
from namesakes.encoder.decoding import clusters, named_spans
from namesakes.encoder.examples import ABSENT, Example
from namesakes.encoder.network.model import Network, Tensors, on_device
from namesakes.encoder.training.losses import gathered_pairs, gold_columns, span_range
from namesakes.metrics.coreference import b_cubed, ceaf_e, mentions, muc
from namesakes.metrics.overlap import Overlap, Side

WORDS = 4000
"""About how many words are looked at at once."""
PLAIN = ("PER", "ORG", "LOC")
"""The types of names that are measured."""


def batches(examples: Sequence[Example], words: int = WORDS) -> list[list[Example]]:
    """The examples in groups of about so many words, in their order."""
    groups: list[list[Example]] = [[]]
    for each in examples:
        if groups[-1] and sum(map(len, groups[-1])) + len(each) > words:
            groups.append([])
        groups[-1].append(each)
    return [group for group in groups if group]


class Evaluation:
    """Counts over examples, and the measures they make."""

    def __init__(self, network: Network, marks: tuple[int, int, int]) -> None:
        self.network, self.marks = network, marks
        self.device = next(network.parameters()).device
        self._numbers = network.labels.corpus_numbers()
        self.counts: dict[str, AnyArray] = defaultdict(lambda: np.zeros(4))
        self.keys: dict[str, list[AnyArray]] = defaultdict(list)
        self.responses: dict[str, list[AnyArray]] = defaultdict(list)
        self.chains: dict[str, Int64Array] = {}

    @torch.no_grad()
    def __call__(self, examples: Sequence[Example]) -> dict[str, Any]:
        """The measures of the examples by name, in per cent."""
        training = self.network.training
        self.network.eval()
        for group in batches(examples):
            batch = collate(group, self.marks, self._numbers, self.network.window)
            tensors = on_device(batch, self.device)
            self._count(batch, tensors, self.network.encoded(tensors))
        self.network.train(training)
        return self.measures()

    def _count(self, batch: Batch, tensors: Tensors, states: Tensor) -> None:
        self._count_tags(batch, tensors, states)
        if len(tensors["tree_rows"]):
            self._count_trees(batch, tensors, states)
        if batch.chained:
            self._count_chains(batch, tensors, states)
        pairs = gathered_pairs(batch, self.device)
        if len(pairs):
            scores = self.network.pair_scores(states, tensors, pairs)
            self._count_pairs(pairs[:, 6].cpu().numpy(), scores.cpu().numpy())

    def _count_tags(self, batch: Batch, tensors: Tensors, states: Tensor) -> None:
        scores = self.network.tags(states)
        best = {task: found.argmax(1).cpu().numpy() for task, found in scores.items()}
        for task in ("xpos", "upos", "feats"):
            known = batch.arrays[task] != ABSENT
            for name, inside in self._by_corpus(batch).items():
                rows = known & inside
                if rows.any():
                    self.counts[f"{name} {task}"][:2] += (best[task] == batch.arrays[task])[rows].sum(), rows.sum()
        for each, (low, high) in zip(batch.examples, batch.documents, strict=True):
            if "names" in each.tags:
                self._count_names(_title(each), each.tags["names"], best["names"][low:high])

    def _by_corpus(self, batch: Batch) -> dict[str, AnyArray]:
        names = np.array([each.corpus for each in batch.examples])
        rows = np.repeat(names, [len(each) for each in batch.examples])
        return {name: rows == name for name in set(names.tolist())}

    def _count_names(self, title: str, gold: AnyArray, found: AnyArray) -> None:
        table = self.network.labels.tasks["names"]
        spans = [
            {span for span in named_spans([table[max(0, tag)] for tag in tags.tolist()]) if span[2] in PLAIN}
            for tags in (gold, found)
        ]
        both = len(spans[0] & spans[1])
        self.counts[f"{title} names"] += both, len(spans[0]), both, len(spans[1])

    def _count_trees(self, batch: Batch, tensors: Tensors, states: Tensor) -> None:
        columns, rows = gold_columns(tensors)
        best = self.network.arcs(states, rows).argmax(2)
        known = (columns >= 0) & (rows >= 0)
        words, gold, found = rows[known], columns[known], best[known]
        firsts = rows[:, :1].expand_as(rows)[known]
        heads = torch.where(found > 0, firsts + found - 1, -1)
        labels = self.network.arcs.relations(states, words, heads).argmax(1)
        right = (gold == found).cpu().numpy()
        labelled = right & (labels == tensors["relations"][words]).cpu().numpy()
        places = words.cpu().numpy()
        for name, inside in self._by_corpus(batch).items():
            chosen = inside[places]
            if not chosen.any():
                continue
            for measure, hits in (("UAS", right), ("LAS", labelled)):
                self.counts[f"{name} {measure}"][:2] += hits[chosen].sum(), chosen.sum()

    def _count_chains(self, batch: Batch, tensors: Tensors, states: Tensor) -> None:
        scores = self.network.span_scores(states, tensors)
        for number in batch.chained:
            each, words = batch.examples[number], batch.documents[number]
            links = self.network.links(states, scores, tensors, words, span_range(batch, number))
            starts, ends = (links.candidates.starts - words[0]).cpu().numpy(), links.candidates.ends.cpu().numpy()
            found = clusters(starts, ends - words[0], links.chosen.cpu().numpy(), links.scores.cpu().numpy())
            assert each.chains is not None
            self.chains[each.id] = found
            self.keys[each.corpus].append(each.chains)
            self.responses[each.corpus].append(found)
            pool = set(zip(starts.tolist(), (ends - words[0] + 1).tolist(), strict=True))
            hits = sum((int(start), int(end)) in pool for start, end, _ in each.chains)
            self.counts[f"{each.corpus} candidates"][:2] += hits, len(each.chains)

    def _count_pairs(self, gold: AnyArray, scores: AnyArray) -> None:
        """GAP's own measure: each of the two names is a question, and a link an answer of yes."""
        found = scores.argmax(1)
        hits = ((gold == found) & (gold < 2)).sum()
        self.counts["gap pairs"] += hits, (gold < 2).sum(), hits, (found < 2).sum()

    def measures(self) -> dict[str, Any]:
        """What the counts make."""
        found = {name: _percent(row) for name, row in self.counts.items()}
        for corpus, keys in self.keys.items():
            found |= {f"{corpus} {name}": value for name, value in chain_measures(keys, self.responses[corpus]).items()}
        return dict(sorted(found.items()))


def _title(example: Example) -> str:
    return example.id.partition(":")[0] if ":train:" in example.id or ":dev:" in example.id else example.corpus


def _percent(row: AnyArray) -> float:
    if row[3] or row[2]:
        recall, precision = row[0] / max(row[1], 1), row[2] / max(row[3], 1)
        return round(float(200 * recall * precision / max(recall + precision, 1e-9)), 2)
    return round(float(100 * row[0] / max(row[1], 1)), 2)


def chain_measures(keys: Sequence[AnyArray], responses: Sequence[AnyArray]) -> Mapping[str, float]:
    """The CoNLL score and its parts, of rows of start, end and chain, a table a document."""
    overlap = Overlap.of(_side(keys), _side(responses))
    parts = {name: _scores(measure(overlap)) for name, measure in (("MUC", muc), ("B3", b_cubed), ("CEAFe", ceaf_e))}
    recall, precision, _ = _scores(mentions(overlap))
    found = {name: round(score[2], 2) for name, score in parts.items()}
    mean = sum(score[2] for score in parts.values()) / 3
    return {
        "CoNLL": round(mean, 2),
        **found,
        "mention recall": round(recall, 2),
        "mention precision": round(precision, 2),
    }


def _scores(rows: AnyArray) -> tuple[float, float, float]:
    total = rows.sum(axis=0)
    recall, precision = total[0] / max(total[1], 1e-9), total[2] / max(total[3], 1e-9)
    both = recall + precision
    return float(100 * recall), float(100 * precision), float(200 * recall * precision / both) if both else 0.0


def _side(tables: Sequence[AnyArray]) -> Side:
    """The mentions of all documents as the measures take them; chains are numbered throughout."""
    documents = np.repeat(np.arange(len(tables)), [len(table) for table in tables]).astype(np.int64)
    rows = np.concatenate([np.asarray(table, dtype=np.int64).reshape(-1, 3) for table in tables])
    codes = (documents << 42) + (rows[:, 0] << 21) + rows[:, 1]
    _, first, clusters_ = np.unique((documents << 32) + rows[:, 2], return_index=True, return_inverse=True)
    sizes = np.bincount(clusters_, minlength=len(first)).astype(np.int64)
    gaps = np.zeros(len(rows), dtype=np.uint64)
    return Side(len(tables), documents, codes, gaps, clusters_.astype(np.int64), sizes, documents[first])
