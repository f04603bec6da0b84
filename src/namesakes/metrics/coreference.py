"""MUC, B³, CEAF, BLANC, LEA and mention detection, as the reference scorer (v8.01) defines them.

With n(k, r) the number of mentions that key entity k and response entity r share, all of them are sums over the cells
of one contingency table; mentions that only one side has (twinless ones) count as they are, in sizes alone.
Pradhan et al. 2014, "Scoring coreference partitions of predicted mentions", is the definition for all but LEA.
"""

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.metrics.measure import Score, chain_measure, f_measure, ratio
from namesakes.metrics.overlap import Overlap
from namesakes.structures.assignment import heaviest_matching


def pairs(sizes: Int64Array | Float64Array) -> Float64Array:
    """n·(n − 1) / 2 of each size."""
    wide = sizes.astype(np.float64)
    return wide * (wide - 1.0) / 2.0


def _columns(*columns: Float64Array) -> Float64Array:
    return np.stack(columns, axis=1)


def _mention_counts(overlap: Overlap) -> tuple[Float64Array, Float64Array, Float64Array]:
    """By document: common mentions, the key's and the response's."""
    common = overlap.by_document(overlap.cell_documents, overlap.cells.counts)
    return common, overlap.by_document(overlap.key.documents), overlap.by_document(overlap.response.documents)


def _cell_sizes(overlap: Overlap) -> tuple[Float64Array, Float64Array, Float64Array]:
    """For each cell: its count, the size of its key entity and of its response entity."""
    cells = overlap.cells
    counts = cells.counts.astype(np.float64)
    key, response = overlap.key.sizes[cells.rows], overlap.response.sizes[cells.columns]
    return counts, key.astype(np.float64), response.astype(np.float64)


@chain_measure("mentions", "Mentions")
def mentions(overlap: Overlap) -> Float64Array:
    """Mention detection: spans that both sides have, against those of each."""
    common, key, response = _mention_counts(overlap)
    return _columns(common, key, common, response)


@chain_measure("muc", "MUC")
def muc(overlap: Overlap) -> Float64Array:
    """MUC (Vilain et al. 1995): links kept, Σ (|k| − parts of k) / Σ (|k| − 1).

    A part of k is a cell or a mention without a twin, so the numerator is Σ over cells of n − 1, on both sides.
    """
    links = overlap.by_document(overlap.cell_documents, overlap.cells.counts - 1)
    key = overlap.by_document(overlap.key.cluster_documents, np.maximum(overlap.key.sizes - 1, 0))
    response = overlap.by_document(overlap.response.cluster_documents, np.maximum(overlap.response.sizes - 1, 0))
    return _columns(links, key, links, response)


@chain_measure("b3", "B³")
def b_cubed(overlap: Overlap) -> Float64Array:
    """B³ (Bagga & Baldwin 1998): Σ n² / |k| over key mentions, Σ n² / |r| over response mentions."""
    _, key, response = _mention_counts(overlap)
    counts, key_sizes, response_sizes = _cell_sizes(overlap)
    recall = overlap.by_document(overlap.cell_documents, counts * counts / key_sizes)
    precision = overlap.by_document(overlap.cell_documents, counts * counts / response_sizes)
    return _columns(recall, key, precision, response)


def _matched(overlap: Overlap, similarity: Float64Array) -> Float64Array:
    """By document, the similarity of the best one-to-one alignment of key and response entities."""
    chosen = heaviest_matching(overlap.cells.rows, overlap.cells.columns, similarity)
    return overlap.by_document(overlap.cell_documents[chosen], similarity[chosen])


@chain_measure("ceaf_m", "CEAF-m")
def ceaf_m(overlap: Overlap) -> Float64Array:
    """CEAF by mentions (Luo 2005): φ3 = n of the best one-to-one alignment, over the mentions of each side."""
    _, key, response = _mention_counts(overlap)
    aligned = _matched(overlap, overlap.cells.counts.astype(np.float64))
    return _columns(aligned, key, aligned, response)


@chain_measure("ceaf_e", "CEAF-e")
def ceaf_e(overlap: Overlap) -> Float64Array:
    """CEAF by entities (Luo 2005): φ4 = 2n / (|k| + |r|) of the best alignment, over the entities of each side."""
    counts, key_sizes, response_sizes = _cell_sizes(overlap)
    aligned = _matched(overlap, 2.0 * counts / (key_sizes + response_sizes))
    key = overlap.by_document(overlap.key.cluster_documents, (overlap.key.sizes > 0).astype(np.int64))
    response = overlap.by_document(overlap.response.cluster_documents, (overlap.response.sizes > 0).astype(np.int64))
    return _columns(aligned, key, aligned, response)


def _blanc(total: Float64Array) -> Score:
    """BLANC of summed link counts: the mean of coreference and non-coreference links.

    Where the key has links of one kind only, that kind decides. Recall and precision have no counts of their own, so
    they stand over 1, and the F value is the mean of two F1s, not the F1 of two means.
    """
    common, key, response, common_apart, key_apart, response_apart = (float(value) for value in total)
    linked = ratio(common, key), ratio(common, response)
    apart = ratio(common_apart, key_apart), ratio(common_apart, response_apart)
    if key == 0:
        recall, precision, f1 = *apart, f_measure(*apart)
    elif key_apart == 0:
        recall, precision, f1 = *linked, f_measure(*linked)
    else:
        recall, precision = (linked[0] + apart[0]) / 2, (linked[1] + apart[1]) / 2
        f1 = (f_measure(*linked) + f_measure(*apart)) / 2
    return Score((recall, 1.0), (precision, 1.0), f1)


@chain_measure("blanc", "BLANC", _blanc)
def blanc(overlap: Overlap) -> Float64Array:
    """BLANC for predicted mentions (Luo et al. 2014): links, then non-links, each common, of the key, of the response.

    Common non-coreference links are the pairs of common mentions that neither side joins, by inclusion and exclusion.
    """
    common_mentions, key_mentions, response_mentions = _mention_counts(overlap)
    cells = overlap.cells
    common = overlap.by_document(overlap.cell_documents, pairs(cells.counts))
    key = overlap.by_document(overlap.key.cluster_documents, pairs(overlap.key.sizes))
    response = overlap.by_document(overlap.response.cluster_documents, pairs(overlap.response.sizes))
    found_key = np.bincount(cells.rows, weights=cells.counts, minlength=len(overlap.key.sizes))
    found_response = np.bincount(cells.columns, weights=cells.counts, minlength=len(overlap.response.sizes))
    joined_key = overlap.by_document(overlap.key.cluster_documents, pairs(found_key))
    joined_response = overlap.by_document(overlap.response.cluster_documents, pairs(found_response))
    common_apart = pairs(common_mentions) - joined_key - joined_response + common
    return _columns(common, key, response, common_apart, pairs(key_mentions) - key, pairs(response_mentions) - response)


def _resolution(counts: Float64Array, sizes: Float64Array, other_sizes: Float64Array) -> Float64Array:
    """For each cell, |e| · its share of the links of e; a singleton links to itself if it is one on both sides."""
    alone = (sizes == 1) & (other_sizes == 1)
    return np.where(sizes == 1, alone + 0.0, counts * (counts - 1.0) / np.maximum(sizes - 1.0, 1.0))


@chain_measure("lea", "LEA")
def lea(overlap: Overlap) -> Float64Array:
    """LEA (Moosavi & Strube 2016): Σ |e| · (links of e found) / (links of e), over Σ |e|, on each side."""
    _, key, response = _mention_counts(overlap)
    counts, key_sizes, response_sizes = _cell_sizes(overlap)
    recall = overlap.by_document(overlap.cell_documents, _resolution(counts, key_sizes, response_sizes))
    precision = overlap.by_document(overlap.cell_documents, _resolution(counts, response_sizes, key_sizes))
    return _columns(recall, key, precision, response)
