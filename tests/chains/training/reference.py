"""Algorithms 1 to 3 of Björkelund & Kuhn (2014) word for word, in plain Python: trees are tuples, features are counted.

Nothing of it is quick, and nothing of it is taken from the package but how a text becomes a number.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.features.templates import CLUSTER_ATOMS, atoms
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.training.examples import Example
from namesakes.mentions.attributes import COLUMNS
from namesakes.text.vocabulary import code

Tree = tuple[int, ...]
"""The row of each mention's antecedent, from the first mention on."""

CLASSES = (3, 5, 8, 15, 50)


def in_classes(number: int) -> int:
    """A number up to 3 as it is, larger ones in five classes."""
    return number if number <= 3 else 3 + sum(number > bound for bound in CLASSES)


def hashed(seed: str, template: str, values: dict[tuple[str, str], int], bits: int) -> int:
    """The place of one feature."""
    total = code(seed + template) + sum((values[kind, name] + 1) * key for kind, name, key in atoms(template))
    total %= 1 << 64
    return ((total ^ (total >> 32)) * 0xD6E8FEB86659FD93) % (1 << 64) >> (64 - bits)


@dataclass
class Document:
    """The mentions of an example as lists: the rows of each, their antecedents, which are right, and what they cost."""

    example: Example
    features: FeatureSettings

    def __post_init__(self) -> None:
        rows = self.example.pairs.candidates
        self.starts, self.antecedents = rows.starts.tolist(), rows.antecedents.tolist()
        self.right, self.costs = self.example.right.tolist(), self.example.costs.tolist()
        self.compared = self.example.pairs.comparisons.tolist()
        self.codes = self.example.pairs.attributes.codes.tolist()
        self.count = self.example.pairs.count

    def rows(self, mention: int, right: bool) -> list[int]:
        """The rows of a mention: all of them, or those that are right."""
        every = range(self.starts[mention], self.starts[mention + 1])
        return [row for row in every if self.right[row] or not right]

    def correct(self, tree: Tree) -> bool:
        """Whether every mention has a right antecedent."""
        return all(self.right[row] for row in tree)

    def loss(self, tree: Tree) -> float:
        """The cost of all its arcs."""
        return float(sum(self.costs[row] for row in tree))

    def phi(self, tree: Tree) -> Counter[int]:
        """How often each feature is in a tree."""
        return sum((Counter(self.arc(tree, mention)) for mention in range(1, len(tree) + 1)), Counter())

    def arc(self, tree: Tree, mention: int) -> Iterator[int]:
        """The features of one mention, which look at the tree to its left."""
        row = tree[mention - 1]
        earlier, bits = self.antecedents[row], self.features.bits
        values = self.of_mentions(m=mention, a=earlier)
        values |= {("", name): self.compared[row][place] for place, name in enumerate(COMPARISONS)}
        if earlier == 0:
            yield from (hashed("alone ", template, values, bits) for template in self.features.alone)
            return
        yield from (hashed("", template, values, bits) for template in self.features.pairs)
        values |= self.of_cluster(tree, mention, earlier)
        yield from (hashed("cluster ", template, values, bits) for template in self.features.clusters)

    def of_mentions(self, **mentions: int) -> dict[tuple[str, str], int]:
        """The attributes of some mentions by kind of atom."""
        return {
            (kind, name): self.codes[mention][place]
            for kind, mention in mentions.items()
            for place, name in enumerate(COLUMNS)
        }

    def of_cluster(self, tree: Tree, mention: int, earlier: int) -> dict[tuple[str, str], int]:
        """What the partial tree says of the cluster of a candidate, and of its last mention and its own antecedent."""
        members = self.members(tree[: mention - 1], earlier)
        grandparent = self.antecedents[tree[earlier - 1]]
        found = self.of_mentions(p=members[-1], g=grandparent)
        column = {name: [self.codes[each][COLUMNS.index(name)] for each in members] for name in ("kind", *_AGREEING)}
        known = [in_classes(len(members)), self.shape(column["kind"]), in_classes(members[0] - 1)]
        for name, values in column.items():
            if name != "kind":
                known.append(agreement(self.codes[mention][COLUMNS.index(name)], {each for each in values if each}))
        known += [self.match(mention, members), int(members[-1] == earlier)]
        return found | {("c", name): value for name, value in zip(CLUSTER_ATOMS, known, strict=True)}

    def members(self, tree: Tree, mention: int) -> list[int]:
        """The mentions of the same cluster."""
        clusters: list[int] = [0]
        for number, row in enumerate(tree, 1):
            clusters.append(clusters[self.antecedents[row]] if self.antecedents[row] else number)
        return [number for number, cluster in enumerate(clusters) if number and cluster == clusters[mention]]

    def shape(self, kinds: Sequence[int]) -> int:
        """The kinds of the mentions in their order, as digits; of long clusters the last five."""
        found = 1
        for kind in kinds:
            found = found * 4 + kind
            found = found if found < 8192 else 8192 + found % 1024
        return found

    def match(self, mention: int, members: Sequence[int]) -> int:
        """How well the best member matches: 3 all words, 2 the head word, 1 its lemma."""
        same, head = COMPARISONS.index("same_content"), COMPARISONS.index("same_head")
        rows = [row for row in self.rows(mention, False) if self.antecedents[row] in members]
        return max((3 if self.compared[row][same] else self.compared[row][head] for row in rows), default=0)


_AGREEING = ("number", "gender", "animacy", "person")


def agreement(value: int, seen: set[int]) -> int:
    """0 where nothing is known, 1 the same, 2 others, 3 both."""
    if not value or not seen:
        return 0
    return 2 if value not in seen else 1 if seen == {value} else 3


@dataclass
class Reference:
    """The learner: weights by place, and the steps that were taken.

    Parameters
    ----------
    passive_aggressive : whether steps are as far as the loss needs; by 1 otherwise.
    """

    features: FeatureSettings
    width: int
    passive_aggressive: bool = False
    weights: Counter[int] = field(default_factory=Counter)
    steps: int = 0

    def score(self, features: Counter[int]) -> float:
        """w · Φ."""
        return float(sum(self.weights[place] * count for place, count in features.items()))

    def expand(self, agenda: list[Tree], document: Document, mention: int, right: bool) -> list[Tree]:
        """EXPAND: the best expansions; of equal ones those of the better state, and of these the nearer candidate."""
        found = []
        for number, tree in enumerate(agenda):
            for row in document.rows(mention, right):
                grown = (*tree, row)
                found.append((-self.score(document.phi(grown)), number, -row, grown))
        return [grown for *_, grown in sorted(found)[: self.width]]

    def update(self, delta: Counter[int], loss: float) -> None:
        """The step from the predicted tree to the latent one; `delta` is Φ(ŷ) − Φ(ỹ), and so it is taken away."""
        size = 1.0
        if self.passive_aggressive:
            size = max(0.0, (self.score(delta) + loss) / sum(count * count for count in delta.values()))
        for place, count in delta.items():
            self.weights[place] -= size * count
        self.steps += 1

    def difference(self, document: Document, predicted: Tree, latent: Tree) -> Counter[int]:
        """Φ(ŷ) − Φ(ỹ), without features that are in both as often."""
        delta = document.phi(predicted)
        delta.subtract(document.phi(latent))
        return Counter({place: count for place, count in delta.items() if count})

    def learn(self, document: Document, kind: str) -> None:
        """One document: Algorithm 2 ("early"), the same with LaSO's lines ("laso"), or Algorithm 3 ("delayed")."""
        gold: list[Tree] = [()]
        predicted: list[Tree] = [()]
        accumulated: Counter[int] = Counter()
        loss = 0.0
        for mention in range(1, document.count + 1):
            gold = self.expand(gold, document, mention, True)
            predicted = self.expand(predicted, document, mention, False)
            if any(map(document.correct, predicted)):
                continue
            delta = self.difference(document, predicted[0], gold[0])
            if kind == "delayed":
                accumulated.update(delta)
                loss += document.loss(predicted[0])
            else:
                self.update(delta, document.loss(predicted[0]))
            if kind == "early":
                return
            if kind == "laso":
                gold = [()]
                for earlier in range(1, mention + 1):
                    gold = self.expand(gold, document, earlier, True)
            predicted = list(gold)
        if not document.correct(predicted[0]):
            accumulated.update(self.difference(document, predicted[0], gold[0]))
            loss += document.loss(predicted[0])
        accumulated = Counter({place: count for place, count in accumulated.items() if count})
        if accumulated:
            self.update(accumulated, loss)
