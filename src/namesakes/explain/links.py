"""Why a link: what a mention goes back to, what came second, and what each template added to both."""

from dataclasses import replace
from functools import cached_property

import numpy as np

from namesakes.arrays import BoolArray
from namesakes.chains.encoded import EncodedResolver
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.features.templates import SAID, atoms
from namesakes.chains.links import Links, chained, kept_mentions
from namesakes.chains.long_documents import parts
from namesakes.chains.resolver import Resolver
from namesakes.explain.atoms import Atoms
from namesakes.learning.steps import Direction
from namesakes.mentions.cast import Cast, cast_of
from namesakes.text.document import Document
from namesakes.text.reasons import WHY, Option, Reason, Why
from namesakes.text.strings import Strings

ENCODER, BEGUN = "encoder", "beginning"
"""The names under which the score of an encoder is counted, and what the linear model would begin a chain with."""
CLUSTERS = "clusters"
"""The name under which all templates of clusters are counted together."""
_LEAST = 1e-6
_MOST_TOLD = 3
"""How many sentences about names a mention is explained by."""


class LinkExplainer:
    """Explains the links of one document.

    Parameters
    ----------
    resolver, links : the model, and what it decided.
    most : how many reasons each option has; None for all that add something.
    near, lower : the same pairs among fewer mentions, and how much lower their numbers are; see `long_documents.parts`.
    """

    def __init__(
        self,
        resolver: Resolver,
        links: Links,
        most: int | None = None,
        near: MentionPairs | None = None,
        lower: int = 0,
    ) -> None:
        self.resolver, self.links, self.most = resolver, links, most
        self._near, self._lower = links.pairs if near is None else near, lower
        self.atoms = Atoms(links.document, links.pairs)
        model = resolver.model
        self._clusters = model.clusters(links.pairs) if model.features.clusters else None
        self._direction = Direction(model.features.bits) if self._clusters is not None else None

    def why(self, mention: int) -> Why:
        """Why a mention, counted from 0, goes back to what it does. O(candidates + templates)."""
        links, number = self.links, mention + 1
        starts = links.pairs.candidates.starts
        begin, end = int(starts[number]), int(starts[number + 1])
        chosen = self._chosen(number, begin)
        other = self._runner_up(number, begin, end, chosen)
        seen = links.document.mentions[mention]
        return Why(
            text=seen.text,
            start=seen.start,
            end=seen.end,
            chosen=self.option(number, chosen, int(links.antecedents[number])),
            runner_up=None if other is None else self.option(number, other),
            new=self.option(number, begin),
            confidence=float(links.confidences[number]),
            given=bool(links.constrained[number]),
            told=self._told(number),
        )

    @cached_property
    def _said(self) -> tuple[BoolArray, BoolArray]:
        """Which templates of pairs, and of mentions alone, look at what an encoder says."""
        of_pairs, alone = (
            np.array([any(name in SAID for _, name, _ in atoms(template)) for template in templates], dtype=np.bool_)
            for templates in (self.resolver.model.templates.pairs, self.resolver.model.templates.alone)
        )
        return of_pairs, alone

    @cached_property
    def _cast(self) -> Cast:
        return cast_of(self.links.document)

    def _told(self, number: int) -> tuple[str, ...]:
        """What the text says of the names of whoever a mention names."""
        person = int(self.links.pairs.attributes.column("bearer")[number]) - 1
        return tuple(self._cast.sayings(person)[:_MOST_TOLD]) if person >= 0 else ()

    def _chosen(self, number: int, begin: int) -> int:
        """The row that was taken; the root's where it was not confident enough to be kept."""
        row = int(self.links.rows[number])
        return row if int(self.links.antecedents[number]) else begin

    def _runner_up(self, number: int, begin: int, end: int, chosen: int) -> int | None:
        """The best row that leads to another chain than the one taken."""
        links = self.links
        candidates = links.pairs.candidates.antecedents[begin:end]
        elsewhere = (candidates == 0) | (links.clusters[candidates] != links.clusters[number])
        elsewhere[chosen - begin] = False
        scores = np.where(elsewhere, links.scores[begin:end], -np.inf)
        return begin + int(np.argmax(scores)) if elsewhere.any() else None

    def option(self, number: int, row: int, antecedent: int | None = None) -> Option:
        """One row of a mention, counted from 1, with what its score is made of."""
        links = self.links
        candidate = int(links.pairs.candidates.antecedents[row]) if antecedent is None else antecedent
        seen = links.document.mentions[candidate - 1] if candidate else None
        reasons, score = self._reasons(number, row)
        return Option(
            text="" if seen is None else seen.text,
            start=-1 if seen is None else seen.start,
            end=-1 if seen is None else seen.end,
            score=score,
            probability=float(links.probabilities[row]),
            reasons=reasons,
        )

    def _reasons(self, number: int, row: int) -> tuple[tuple[Reason, ...], float]:
        """The weightiest reasons, and the sum of all."""
        model, pairs = self.resolver.model, self.links.pairs
        alone = int(pairs.candidates.antecedents[row]) == 0
        templates = model.templates.alone if alone else model.templates.pairs
        weights = model.contributions(self._near, row, number - self._lower)
        if isinstance(self.resolver, EncodedResolver):
            weights = weights * (0.0 if alone else self.resolver.share)
        total = float(weights.sum())
        encoder = self._said[alone]
        spoken, weights = float(weights[encoder].sum()), np.where(encoder, 0.0, weights)
        order = np.argsort(-np.abs(weights), kind="stable")
        order = order[np.abs(weights[order]) > _LEAST][: self.most]
        found = [
            Reason(templates[place], self.atoms.words(templates[place], row, number), float(weights[place]))
            for place in order.tolist()
        ]
        if isinstance(self.resolver, EncodedResolver):
            total = float(self.links.scores[row])  # this one's templates do not look at the encoder
            if not alone:
                begun = self._begun(number)
                said = total - float(weights.sum()) + begun
                found.insert(0, Reason(ENCODER, "what the encoder says of the two", said))
                if abs(begun) > _LEAST:
                    found.insert(1, Reason(BEGUN, "what the linear model says of it as a beginning", -begun))
            return tuple(found[: self.most]), total
        clusters = 0.0 if alone else self._cluster_score(number, row)
        more = (
            Reason(CLUSTERS, "what is known of its chain", clusters),
            Reason(ENCODER, f"what the encoder says of {'it' if alone else 'the two'}", spoken),
        )
        found = sorted(
            [*found, *(each for each in more if abs(each.weight) > _LEAST)], key=lambda one: -abs(one.weight)
        )
        return tuple(found[: self.most]), total + clusters

    def _begun(self, number: int) -> float:
        """What the linear model's share of the score of a mention that begins a chain is, which others are held to."""
        if not isinstance(self.resolver, EncodedResolver):
            return 0.0
        row = int(self.links.pairs.candidates.starts[number])
        found = self.resolver.model.contributions(self._near, row, number - self._lower)
        return self.resolver.share * float(found.sum())

    def _cluster_score(self, number: int, row: int) -> float:
        """What features of clusters add when the mention takes this row and all before it keep theirs."""
        if self._clusters is None or self._direction is None:
            return 0.0
        tree, to = self.links.rows.copy(), self._direction
        tree[number] = row
        model = self.resolver.model
        model.add_clusters(self.links.pairs, self._clusters, tree, (number, number + 1), 1.0, to)
        places = to.touched[: to.count]
        total = float((to.sums[places] * model.weights[places]).sum())
        to.sums[places], to.marks[places], to.count = 0.0, 0, 0
        return total


def explained(resolver: Resolver, links: Links, *, singletons: bool = False, most: int | None = 6) -> Document:
    """The document with the chains of these links, and for each mention the reasons, which `Mention.why` gives."""
    document = chained(links, singletons=singletons)
    found = document.mention_table
    assert found is not None
    rows, reasons = kept_mentions(links, singletons=singletons), list[str]()
    for part, near, lower in parts(links):
        explainer = LinkExplainer(resolver, part, most, near, lower)
        inside = np.diff(part.pairs.candidates.starts)[1:] > 0
        reasons += [explainer.why(row).to_json() for row in rows[inside[rows]].tolist()]
    return document.replace(mention_table=replace(found, extra={**found.extra, WHY: Strings(reasons)}))
