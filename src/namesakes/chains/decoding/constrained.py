"""Decoding under constraints: the antecedents of a document's mentions when some must be linked, or must not be.

Antecedents point back, and a mention joins the chain of its antecedent, so that chains grow and never merge. Hence a
mention that must be linked to earlier ones goes back to one of them; one that must not be linked to some goes back to
nothing in their chains as they are when its turn comes; all others are free. A way is never closed: whoever may go
nowhere begins a chain. The same holds for every state of a beam. What is found is the best of each step, as without
constraints, though not always the best of all trees.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Float64Array, Int32Array, Int64Array
from namesakes.chains.constraints import Constraints, Group
from namesakes.chains.decoding.beam import Agenda
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.decoding.entities import Entities
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.links import antecedents_of
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.trees import clusters_of
from namesakes.errors import DataError, DocumentError
from namesakes.mentions.detection import PHRASE, heads_of
from namesakes.structures.components import components
from namesakes.text.document import Document
from namesakes.text.segment import token_span
from namesakes.text.spans import Mentions, integers
from namesakes.text.strings import Strings

Span = tuple[int, int]


@dataclass(frozen=True)
class Placed:
    """Constraints on the mentions of one document, which are numbered from 1 on.

    Parameters
    ----------
    bound : for every mention that must be linked to earlier ones, those.
    apart : for the first of such a group, and for others, the earlier mentions that it must not be linked to.
    """

    bound: Mapping[int, Int32Array]
    apart: Mapping[int, Int32Array]


def with_constrained(document: Document, constraints: Constraints) -> Document:
    """The document, which has trees and mentions, with those that constraints name and that it lacks."""
    mentions = document.mention_table
    assert mentions is not None
    assert mentions.heads is not None
    have = set(zip(mentions.first.tolist(), mentions.end.tolist(), strict=True))
    missing = sorted({span for group in constraints.groups for span in _tokens(document, group)} - have)
    if not missing:
        return document
    first, last = (integers(column) for column in zip(*missing, strict=True))
    starts, ends = np.append(mentions.first, first), np.append(mentions.end, last)
    order = np.lexsort((-ends, starts))
    phrases = [*mentions.extra.get(PHRASE, [""] * len(mentions)), *[""] * len(missing)]
    table = Mentions(
        offsets=integers(np.arange(len(order) + 1)),
        starts=integers(starts[order]),
        ends=integers(ends[order]),
        chains=integers(np.full(len(order), -1)),
        heads=integers(np.append(mentions.heads, heads_of(document, first, last))[order]),
        extra={PHRASE: Strings([phrases[row] for row in order.tolist()])},
    )
    return document.replace(mention_table=table)


def placed(constraints: Constraints, document: Document) -> Placed:
    """The constraints on the document's mentions; a contradiction is an error that names the pair."""
    mentions = document.mention_table
    assert mentions is not None
    number: dict[Span, int] = {}
    for place, span in enumerate(zip(mentions.first.tolist(), mentions.end.tolist(), strict=True), start=1):
        number.setdefault(span, place)
    rows = [(group, [number[span] for span in _tokens(document, group)]) for group in constraints.groups]
    named = sorted({place for _, places in rows for place in places})
    group_of = _joined(named, [edge for group, places in rows if group.must for edge in pairwise(places)])
    fellows: dict[int, list[int]] = {}
    for place in named:
        fellows.setdefault(group_of[place], []).append(place)
    foes: dict[int, set[int]] = {own: set() for own in fellows}
    for group, places in rows:
        for one, other in () if group.must else combinations(places, 2):
            if group_of[one] == group_of[other]:
                raise _contradiction(document, group, one, other, rows)
            foes[group_of[one]].add(group_of[other])
            foes[group_of[other]].add(group_of[one])
    bound = {place: integers(own[:row]) for own in fellows.values() for row, place in enumerate(own) if row}
    apart = {}
    for key, own in fellows.items():
        earlier = [place for foe in foes[key] for place in fellows[foe] if place < own[0]]
        if earlier:
            apart[own[0]] = integers(sorted(earlier))
    return Placed(bound, apart)


def _joined(named: list[int], edges: list[Span]) -> dict[int, int]:
    """The group of each mention that a constraint names: those that must be linked, directly or through others."""
    rank = {place: row for row, place in enumerate(named)}
    left, right = (np.array([rank[edge[side]] for edge in edges], dtype=np.int32) for side in (0, 1))
    return dict(zip(named, components(len(named), left, right).tolist(), strict=True))


def _tokens(document: Document, group: Group) -> list[Span]:
    try:
        return [token_span(document, *span) for span in group.spans]
    except DocumentError as error:
        advice = "Count the characters of the document's text; the end is the place after the last one."
        raise group.error(f"document {document.key}: {error.found}", advice) from error


def _contradiction(
    document: Document, group: Group, one: int, other: int, rows: list[tuple[Group, list[int]]]
) -> DataError:
    """The error about a pair that must and must not be linked."""
    mentions = [document.mentions[place - 1] for place in sorted((one, other))]
    shown = [f"“{' '.join(mention.text.split())}” ({mention.start}–{mention.end})" for mention in mentions]
    if one == other:
        return group.error(f"document {document.key}: {shown[0]} cannot be kept apart from itself")
    found = f"document {document.key}: {' and '.join(shown)} must be linked and must not be"
    direct = [each for each, places in rows if each.must and {one, other} <= set(places)]
    if not direct:
        return group.error(found, "Must-links join them through other mentions. Take one of the constraints out.")
    where = "" if direct[0].line is None else f" The must-link is in line {direct[0].line}."
    return group.error(found, f"Take one of the two constraints out.{where}")


# Decoding.


@dataclass(frozen=True)
class Decoded:
    """What was decided under constraints.

    Parameters
    ----------
    rows, antecedents : of each mention. One that must be linked to mentions that are no candidates of it has the row
        of the root, and its antecedent all the same.
    allowed : the rows that the constraints left, in the end.
    constrained : whether a mention had to be linked.
    """

    rows: Int64Array
    antecedents: Int32Array
    allowed: ByteArray
    constrained: BoolArray


def decode(
    model: BeamModel,
    pairs: MentionPairs,
    scores: Float64Array,
    placed: Placed,
    beam: int = 0,
    *,
    entities: bool = False,
) -> Decoded:
    """The best rows under constraints: mention by mention, or with a beam of that width where clusters count.

    Parameters
    ----------
    entities : whether mentions that no constraint binds join no entity that contradicts them; see
        `decoding.entities`.
    """
    allowed, far = _bound(pairs, placed)
    fixed = np.zeros(pairs.count + 1, dtype=np.bool_)
    fixed[list(placed.bound)] = True
    if beam:
        rows = _searched(model, pairs, scores, placed, allowed, far, beam)
    elif not entities:
        rows = _swept(pairs, scores, placed, allowed, far)
    if not entities:
        return Decoded(rows, _antecedents(pairs, rows, far), allowed, fixed)
    known = Entities(pairs)
    bound = np.where(fixed, 0, -1).astype(np.int32)
    bound[list(far)] = list(far.values())
    allowed = np.where(fixed[pairs.candidates.owners], allowed, allowed & known.open_rows).astype(np.uint8)
    started = rows if beam else None
    rows, antecedents = known.consistent(scores, started, allowed=allowed, foes=placed.apart, bound=bound)
    return Decoded(rows, antecedents, allowed, fixed)


def _bound(pairs: MentionPairs, placed: Placed) -> tuple[ByteArray, dict[int, int]]:
    """The rows that are left where mentions must be linked, and the antecedents of those that have no such row."""
    starts, candidates = pairs.candidates.starts, pairs.candidates.antecedents
    allowed, far = np.ones(len(candidates), dtype=np.uint8), {}
    for mention, fellows in placed.bound.items():
        own = slice(int(starts[mention]), int(starts[mention + 1]))
        allowed[own] = np.isin(candidates[own], fellows)
        if not allowed[own].any():
            allowed[own.start], far[mention] = 1, int(fellows[-1])
    return allowed, far


def _close(pairs: MentionPairs, mention: int, clusters: Int32Array, foes: Int32Array, allowed: ByteArray) -> None:
    """Close the ways of a mention into the chains, as they are now, of those it must not be linked to."""
    own = slice(int(pairs.candidates.starts[mention]), int(pairs.candidates.starts[mention + 1]))
    allowed[own] &= ~np.isin(clusters[pairs.candidates.antecedents[own]], clusters[foes])


def _swept(
    pairs: MentionPairs, scores: Float64Array, placed: Placed, allowed: ByteArray, far: dict[int, int]
) -> Int64Array:
    """The best rows from left to right; only mentions that are kept apart from others depend on those before."""
    rows = best_first(scores, pairs, allowed)
    for mention in sorted(placed.apart):
        _close(pairs, mention, clusters_of(_antecedents(pairs, rows, far)), placed.apart[mention], allowed)
        own = slice(int(pairs.candidates.starts[mention]), int(pairs.candidates.starts[mention + 1]))
        left = np.where(allowed[own], scores[own], -np.inf)
        rows[mention] = own.stop - 1 - int(np.argmax(left[::-1]))
    return rows


def _antecedents(pairs: MentionPairs, rows: Int64Array, far: dict[int, int]) -> Int32Array:
    antecedents = antecedents_of(pairs, rows)
    for mention, antecedent in far.items():
        antecedents[mention] = antecedent
    return antecedents


def _searched(
    model: BeamModel,
    pairs: MentionPairs,
    scores: Float64Array,
    placed: Placed,
    allowed: ByteArray,
    far: dict[int, int],
    width: int,
) -> Int64Array:
    """The rows of the best tree that a beam finds; a mention kept apart from others is expanded state by state."""
    agenda = Agenda(model, pairs, model.clusters(pairs), width)
    right = np.ones(len(scores), dtype=np.uint8)
    for mention in range(1, pairs.count + 1):
        if mention in placed.apart:
            _expand_apart(agenda, scores, allowed, placed.apart[mention])
        else:
            agenda.expand(scores, allowed, right)
    rows = agenda.tree()
    clusters = clusters_of(_antecedents(pairs, rows, far))
    for mention, foes in placed.apart.items():
        _close(pairs, mention, clusters, foes, allowed)
    return rows


def _expand_apart(agenda: Agenda, scores: Float64Array, allowed: ByteArray, foes: Int32Array) -> None:
    """Take the next mention into every state, each with the ways that its own clusters leave open; keep the best."""
    mention, parts = agenda.done + 1, []
    for state in range(len(agenda.totals)):
        left = allowed.copy()
        _close(agenda.pairs, mention, agenda.clusters[state], foes, left)
        part = agenda.copy()
        part.totals, part.right = agenda.totals[state : state + 1], agenda.right[state : state + 1]
        part.clusters, part.facts = (np.roll(each, -state, axis=0) for each in (agenda.clusters, agenda.facts))
        part.expand(scores, left, np.ones_like(left))
        parts.append(part)
    totals = np.concatenate([part.totals for part in parts])
    owner = np.repeat(np.arange(len(parts)), [len(part.totals) for part in parts])
    place = np.concatenate([np.arange(len(part.totals)) for part in parts])
    best = np.argsort(-totals, kind="stable")[: agenda.width]
    clusters, facts = np.zeros_like(agenda.clusters), np.zeros_like(agenda.facts)
    for number, row in enumerate(best.tolist()):
        clusters[number] = parts[owner[row]].clusters[place[row]]
        facts[number] = parts[owner[row]].facts[place[row]]
    agenda.totals, agenda.clusters, agenda.facts = totals[best], clusters, facts
    agenda.right = np.concatenate([part.right for part in parts])[best]
    agenda.parents.append(owner[best].astype(np.int32))
    agenda.rows.append(np.concatenate([part.rows[-1] for part in parts])[best])
    agenda.done = mention
