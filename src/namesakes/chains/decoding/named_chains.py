"""Named chains: equal names in one document are one entity unless something speaks against it."""

from dataclasses import replace

import numpy as np

from namesakes.arrays import BoolArray
from namesakes.chains.decoding.entities import FACTS, mention_facts
from namesakes.chains.decoding.joining import Joining
from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.links import Links


def _inside(links: Links) -> BoolArray:
    """Which rows are of a mention that lies in a candidate with another head and the same name: Y. in Y. Wu."""
    rows, group = links.pairs.candidates, mention_facts(links.pairs.attributes)[:, FACTS.index("name")]
    nesting = links.pairs.comparisons[:, COMPARISONS.index("nesting")]
    return np.asarray((nesting == 1) & (group[rows.owners] == group[rows.antecedents]))


def with_equal_names(links: Links) -> Links:
    """The links with the chains of all mentions of one group of names joined; see `mentions.named`."""
    facts = mention_facts(links.pairs.attributes)
    group = facts[:, FACTS.index("name")]
    group = np.maximum(group, facts[:, FACTS.index("thing")])
    rows = np.flatnonzero(group > 0)
    if len(links.left_out):
        rows = rows[~links.left_out[rows]]
    nested = np.isin(links.pairs.candidates.owners, rows) & _inside(links)
    rows = rows[~np.isin(rows, links.pairs.candidates.owners[nested])]
    order = rows[np.argsort(group[rows], kind="stable")]
    edges = np.flatnonzero(np.diff(group[order].astype(np.int64))) + 1
    joining = Joining.of(links)
    for mentions in np.split(order, edges):
        joining.join_all(mentions.tolist())
    return replace(links, clusters=joining.clusters())
