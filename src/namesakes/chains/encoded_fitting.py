"""Fitting how an encoder's chains are found: the linear model's share, which spans are taken, how sure links are.

All of it is fitted on development documents with gold chains, and kept in the encoder's own `model.json`.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from namesakes.chains.calibration import Decisions, decisions, fitted_calibration
from namesakes.chains.certainty import ChainCertainty
from namesakes.chains.decoding.postprocessing import QUOTES
from namesakes.chains.encoded import EncodedResolver, LinkSettings, settings_key
from namesakes.chains.preparation import prepared
from namesakes.encoder.files import KIND
from namesakes.errors import DataError
from namesakes.learning.model import load_model, save_model
from namesakes.metrics import score
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document

SHARES = (0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)
"""What the linear model's scores may count beside the encoder's."""
LEAST = (-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0)
"""From which log odds on a span may be a mention though nothing is linked to it."""
SHIFTS = (-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0)
"""What may be added to every score of an antecedent."""

Pairs = Sequence[tuple[Document, Document]]
Groups = Sequence[Pairs]


def fit_links(
    folder: Path,
    groups: Sequence[Sequence[Document]],
    syntax: Syntax,
    *,
    corpus: str = "",
    say: Callable[[str], None] = lambda line: None,
) -> LinkSettings:
    """Fit the links of the encoder in a folder to development documents, and keep what was found there.

    Parameters
    ----------
    groups : documents with gold chains, a group a corpus; each corpus counts the same.
    syntax : what predicts tags, trees and names; the encoder's own parts, as a pipeline has them.
    corpus : whose conventions the encoder follows; nothing for the first that it learned from.
    """
    pairs = [[(prepared(gold, "predicted", syntax), gold) for gold in group] for group in groups if group]
    if not pairs:
        raise DataError("there is no document to fit links to", "Give documents with chains.")
    resolver = EncodedResolver.load(folder, corpus=corpus)
    found = searched(resolver, pairs, say)
    found = calibrated(EncodedResolver(resolver.encoder, resolver.linear, found), pairs)
    model = load_model(folder, KIND)
    save_model(folder, replace(model, settings={**model.settings, settings_key(corpus): asdict(found)}))
    return found


def searched(resolver: EncodedResolver, groups: Groups, say: Callable[[str], None]) -> LinkSettings:
    """The settings of the best mean CoNLL score: the share, the shift, the least log odds, then the share once more."""
    best = LinkSettings()
    grids: tuple[Callable[[LinkSettings], list[LinkSettings]], ...] = (
        lambda one: [replace(one, share=share) for share in SHARES],
        lambda one: [replace(one, shift=shift) for shift in SHIFTS],
        lambda one: [replace(one, least=least) for least in LEAST],
        lambda one: [replace(one, share=share) for share in SHARES],
    )
    for grid in grids:
        tried = grid(best)
        scores = conll(resolver, groups, tried)
        for each, value in zip(tried, scores, strict=True):
            say(f"share {each.share:g}, shift {each.shift:g}, least {each.least:g}: {100 * value:.2f}")
        best = tried[int(np.argmax(scores))]
    return best


def conll(resolver: EncodedResolver, groups: Groups, tried: Sequence[LinkSettings]) -> list[float]:
    """The mean over the groups of the CoNLL score under each of some settings; each document is read once."""
    resolvers = [EncodedResolver(resolver.encoder, resolver.linear if each.share else None, each) for each in tried]
    totals = np.zeros(len(tried))
    for group in groups:
        found = [[one.resolve(seen) for one in resolvers] for seen, _ in group]
        gold = [right for _, right in group]
        for place in range(len(tried)):
            chains = [row[place] for row in found]
            totals[place] += score(gold, chains, keep_singletons=False, first_of_duplicates=True).conll or 0.0
    return [float(total) / len(groups) for total in totals]


def calibrated(resolver: EncodedResolver, groups: Groups) -> LinkSettings:
    """The settings with the curves under which the confidences of links, and of chains, are as often right."""
    pairs = [pair for group in groups for pair in group]
    plain = EncodedResolver(resolver.encoder, resolver.linear, replace(resolver.links_settings, curve=(), certainty=()))
    links = Decisions.joined(decisions(plain.links(seen, without=[QUOTES]), gold) for seen, gold in pairs)
    curve = fitted_calibration(links)
    bent = replace(plain.links_settings, curve=() if curve is None else (curve.slope, curve.offset))
    again = EncodedResolver(resolver.encoder, resolver.linear, bent)
    sure = ChainCertainty.fitted([(again.links(seen), gold) for seen, gold in pairs])
    return replace(bent, certainty=() if sure is None else (*sure.weights, sure.offset))
