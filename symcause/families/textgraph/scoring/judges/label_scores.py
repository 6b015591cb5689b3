"""Label scores: from the labels of judges to scores, as released, with the paper's variants.

Every section of labels is reduced to a handful of sums (:class:`Side`), so that a file with evaluations of
a hundred thousand answers is read once and kept in little memory. Overall precision and recall weight
nodes and edges by their *numbers of items*, as the released code does (the paper speaks of importance).

>>> labels = {"edge_recall_evaluations": [{"importance_label": "IMPORTANCE_CORE",
...     "presence_label": "PRESENCE_STRONG_MATCH", "directionality_label": "DIRECTION_CORRECT",
...     "abstraction_label": "ABSTRACTION_ALIGNED"}]}
>>> judged(labels).edge_recall, judged(labels).f1
(Fraction(1, 1), Fraction(0, 1))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.families.textgraph.models.ratios import harmonic, ratio
from symcause.families.textgraph.scoring.judges.label_values import (
    MATCHES,
    NO_MATCH,
    SUPPORTED,
    Block,
    composite,
    importance,
)

SECTIONS = (
    "node_precision_evaluations",
    "node_recall_evaluations",
    "edge_precision_evaluations",
    "edge_recall_evaluations",
)
"""The parts of an evaluation, each from a judge call of its own."""


@dataclass(frozen=True)
class Side:
    """The items of one section, summed up."""

    items: int = 0
    weight: Fraction = Fraction(0)
    score: Fraction = Fraction(0)  # weighted
    matched: int = 0  # found in the graph, strongly or weakly
    unmatched: int = 0  # labelled as not found in the graph
    forward: int = 0
    backward: int = 0
    turned: int = 0  # found in the graph, and backward
    supported: int = 0  # by the text
    labels: int = 0  # bit k: the item of number k + 1 is matched

    @property
    def mean(self) -> Fraction:
        return self.score / self.weight if self.weight else Fraction(0)


def side(section: str, items: object) -> Side:
    """One section of labels, summed up; what is no list is an absent section."""
    if not isinstance(items, Sequence) or isinstance(items, str):
        return Side()
    blocks = [item if isinstance(item, Mapping) else {} for item in items]
    return _precision_side(blocks) if "precision" in section else _recall_side(blocks)


def _precision_side(items: Sequence[Block]) -> Side:
    score, counts = Fraction(0), dict.fromkeys(_COUNTS, 0)
    for item in items:
        graph, text = _block(item, "graph_evaluation"), _block(item, "text_evaluation")
        if not all(_fails(block) for block in (graph, text)):
            score += max(composite(block) if block else Fraction(0) for block in (graph, text))
        _count(counts, graph)
        counts["supported"] += text.get("presence_label") in SUPPORTED
    hits = [_block(item, "graph_evaluation").get("presence_label") in MATCHES for item in items]
    labels = _labels(items, hits)
    return Side(len(items), Fraction(len(items)), score, **counts, labels=labels)


def _recall_side(items: Sequence[Block]) -> Side:
    score, weight, counts = Fraction(0), Fraction(0), dict.fromkeys(_COUNTS, 0)
    for item in items:
        weight += importance(item)
        if item.get("presence_label") != NO_MATCH:
            score += importance(item) * composite(item)
        _count(counts, item)
    labels = _labels(items, [item.get("presence_label") in MATCHES for item in items])
    return Side(len(items), weight, score, **counts, labels=labels)


def _labels(items: Sequence[Block], hits: Sequence[bool]) -> int:
    """Which items are matched: by their numbers where these are 1, 2, … in some order, else as listed."""
    numbers = [item.get("edge_number", item.get("node_number")) for item in items]
    places = [n - 1 for n in numbers if type(n) is int]
    if sorted(places) != list(range(len(items))):
        places = list(range(len(items)))
    return sum(1 << place for place, hit in zip(places, hits, strict=True) if hit)


_COUNTS = ("matched", "unmatched", "forward", "backward", "turned", "supported")


def _count(counts: dict[str, int], graph: Block) -> None:
    """Add what one block says about the gold graph."""
    presence, direction = graph.get("presence_label"), graph.get("directionality_label")
    counts["matched"] += presence in MATCHES
    counts["unmatched"] += presence == NO_MATCH
    counts["forward"] += direction == "DIRECTION_CORRECT"
    counts["backward"] += direction == "DIRECTION_REVERSED"
    counts["turned"] += presence in MATCHES and direction == "DIRECTION_REVERSED"


def _block(item: Block, key: str) -> Block:
    """A block of labels; missing, null and empty ones are absent, and so is what is no map."""
    value = item.get(key)
    return value if isinstance(value, Mapping) else {}


def _fails(block: Block) -> bool:
    return not block or block.get("presence_label") == NO_MATCH


def _match_rate(sides: Sequence[Side]) -> Fraction:
    return ratio(sum(side.matched for side in sides), sum(side.items for side in sides))


@dataclass(frozen=True)
class Match:
    """Precision and recall without weights and without credit from the text."""

    precision: Fraction
    recall: Fraction

    @property
    def f1(self) -> Fraction:
        return harmonic(self.precision, self.recall)


@dataclass(frozen=True)
class Judgement:
    """The scores of one judged answer."""

    sides: Mapping[str, Side] = field(default_factory=dict)

    def side(self, section: str) -> Side:
        return self.sides.get(section, Side())

    @property
    def node_precision(self) -> Fraction:
        return self.side("node_precision_evaluations").mean

    @property
    def node_recall(self) -> Fraction:
        return self.side("node_recall_evaluations").mean

    @property
    def edge_precision(self) -> Fraction:
        return self.side("edge_precision_evaluations").mean

    @property
    def edge_recall(self) -> Fraction:
        return self.side("edge_recall_evaluations").mean

    @property
    def node_f1(self) -> Fraction:
        return harmonic(self.node_precision, self.node_recall)

    @property
    def edge_f1(self) -> Fraction:
        return harmonic(self.edge_precision, self.edge_recall)

    @property
    def precision(self) -> Fraction:
        return self._overall("precision")

    @property
    def recall(self) -> Fraction:
        return self._overall("recall")

    @property
    def f1(self) -> Fraction:
        return harmonic(self.precision, self.recall)

    def _overall(self, which: str) -> Fraction:
        """The means of nodes and edges, weighted by their numbers of items."""
        both = [self.side(f"{kind}_{which}_evaluations") for kind in ("node", "edge")]
        items = sum(part.items for part in both)
        total = sum((part.mean * part.items for part in both), Fraction(0))
        return total / items if items else Fraction(0)

    def unweighted(self, *kinds: str) -> Match:
        """For ``node``, ``edge`` or both: matches with the gold graph, every item alike."""
        sides, wanted = (
            [self.side(f"{kind}_{which}_evaluations") for kind in kinds]
            for which in ("precision", "recall")
        )
        return Match(_match_rate(sides), _match_rate(wanted))

    @property
    def shd(self) -> int:
        """Predicted edges and gold edges without a match, and matched edges that are reversed."""
        found = self.side("edge_precision_evaluations")
        return found.unmatched + self.side("edge_recall_evaluations").unmatched + found.turned

    def nshd(self, nodes: int) -> Fraction:
        """The distance over the ordered pairs of gold nodes; 0 below two nodes."""
        return ratio(self.shd, nodes * (nodes - 1))

    def rates(self) -> dict[str, Fraction] | None:
        """Shares of the predicted edges; None if there are none."""
        found = self.side("edge_precision_evaluations")
        if not found.items:
            return None
        counts = {
            "graph_match": found.matched,
            "direction_correct": found.forward,
            "direction_reversed": found.backward,
            "text_support": found.supported,
        }
        return {name: Fraction(count, found.items) for name, count in counts.items()}


def judged(labels: Mapping[str, object]) -> Judgement:
    """The scores that follow from the labels of one answer, by section."""
    return Judgement({name: side(name, labels[name]) for name in SECTIONS if name in labels})
