"""Name agreement: among equally good alignments, those that match equal or similar names.

What a map is worth beside its edges: first the number of pairs with equal names, then the sum of how
similar the names of the other pairs are, in hundredths: 100 for one normalised spelling, else Dice's
coefficient of the neighbouring characters in both, which below one half counts nothing. Edges come first,
always; proofs are about edges alone.

>>> from symcause.families.textgraph.problem.alignment_task import AlignmentTask
>>> similarity("flood", "Floods"), similarity("flood", "flooding"), similarity("flood", "damage")
(100, 66, 0)
>>> task = AlignmentTask.of([("rain", "flood"), ("sun", "heat")], [("sun", "heat"), ("rain", "floods")])
>>> task.named(renamed(task, {0: 1, 1: 2}, worths(task)))
{'flood': 'floods', 'heat': 'heat', 'rain': 'rain', 'sun': 'sun'}
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from symcause.budgets import Meter
from symcause.families.textgraph.bounds import NAME_EXCHANGES, SPELLED_PAIRS
from symcause.families.textgraph.models.name_variants import normalised
from symcause.families.textgraph.problem.alignment_task import AlignmentTask, Pair

SAME, LEAST = 100, 50
"""What one spelling is worth, and the least similarity that counts."""

_EXCHANGE, _EDGE = 5, 2  # steps that an exchange takes, and an edge that is looked at for it

Worths = Mapping[Pair, int]


def worths(task: AlignmentTask) -> dict[Pair, int]:
    """What each allowed pair is worth, if anything; one equal name outweighs all similar ones."""
    equal = SAME * min(len(task.gold_nodes), len(task.answer_nodes)) + 1
    found: dict[Pair, int] = {}
    for u, i in task.pairs if len(task.pairs) <= SPELLED_PAIRS else _alike(task):
        here, there = task.gold_nodes[u], task.answer_nodes[i]
        worth = equal if here == there else similarity(here, there)
        if worth:
            found[u, i] = worth
    return found


def _alike(task: AlignmentTask) -> list[Pair]:
    """The allowed pairs of one spelling."""
    there: dict[str, list[int]] = {}
    for i, name in enumerate(task.answer_nodes):
        there.setdefault(normalised(name) or name, []).append(i)
    names = enumerate(task.gold_nodes)
    pairs = ((u, i) for u, name in names for i in there.get(normalised(name) or name, ()))
    return [pair for pair in pairs if task.allows(*pair)]


def similarity(here: str, there: str) -> int:
    """How similar two different names are, in hundredths; 0 if less than half."""
    first, second = _letters(here), _letters(there)
    if first is None or second is None:
        return 0
    if first[0] == second[0]:
        return SAME
    shared = 2 * SAME * len(first[1] & second[1]) // (len(first[1]) + len(second[1]))
    return min(shared, SAME - 1) if shared >= LEAST else 0


@lru_cache(maxsize=4096)
def _letters(name: str) -> tuple[str, frozenset[str]] | None:
    """The normalised spelling, and its neighbouring characters, ends included."""
    form = normalised(name)
    if form is None:
        return None
    padded = f" {form} "
    return form, frozenset(padded[k : k + 2] for k in range(len(padded) - 1))


def renamed(
    task: AlignmentTask, mapped: Mapping[int, int], worth: Worths, budget: Meter | None = None
) -> dict[int, int]:
    """A map that keeps no fewer edges and whose names agree no worse: one exchange after the other.

    A pair that keeps no edge stays only if its names are equal or spelled alike. Such pairs are tried
    once whatever is left of the budget.
    """
    trial = _Trial(task, mapped, worth, budget or Meter())
    ranked = sorted(worth, key=lambda pair: (-worth[pair], pair))[:NAME_EXCHANGES]
    for number in range(max(1, NAME_EXCHANGES // max(1, len(ranked)))):
        if not sum([trial.exchanges(u, i) for u, i in ranked if trial.may(u, i, number == 0)]):
            break
    return trial.kept_pairs()


class _Trial:
    """A map under change, both ways, and the gold edges at each node."""

    def __init__(
        self, task: AlignmentTask, mapped: Mapping[int, int], worth: Worths, budget: Meter
    ) -> None:
        self._task, self._worth, self._budget = task, worth, budget
        self._images = dict(mapped)
        self._owners = {i: u for u, i in mapped.items()}
        self._at: dict[int, list[Pair]] = {}
        for edge in task.gold_edges:
            for end in set(edge):
                self._at.setdefault(end, []).append(edge)

    def may(self, u: int, i: int, first: bool) -> bool:
        """Is the exchange to be tried? Names that are equal or spelled alike are, the first time."""
        return (first and self._worth[u, i] >= SAME) or not self._budget.over

    def exchanges(self, u: int, i: int) -> bool:
        """Match u and i, and what stood in their way with each other, if that wins something.

        Edges are never lost; where none is won the names must agree better.
        """
        before, other = self._images.get(u), self._owners.get(i)
        if before == i:
            return False
        nodes = {u} if other is None else {u, other}
        old = self._value(nodes)
        self._put(u, i, before, other)
        if self._value(nodes) > old:
            return True
        self._take_back(u, i, before, other)
        return False

    def _put(self, u: int, i: int, before: int | None, other: int | None) -> None:
        if before is not None:
            del self._owners[before]
        if other is not None:
            del self._images[other]
            if before is not None and self._task.allows(other, before):
                self._images[other], self._owners[before] = before, other
        self._images[u], self._owners[i] = i, u

    def _take_back(self, u: int, i: int, before: int | None, other: int | None) -> None:
        del self._images[u], self._owners[i]
        if before is not None:
            self._images[u], self._owners[before] = before, u
        if other is not None:
            self._images[other], self._owners[i] = i, other

    def _value(self, nodes: set[int]) -> tuple[int, int]:
        """What the map keeps at these nodes, and what their names are worth."""
        edges = {edge for node in nodes for edge in self._at.get(node, ())}
        self._budget.spend(_EXCHANGE + _EDGE * len(edges))
        pairs = ((node, self._images[node]) for node in nodes if node in self._images)
        return sum(map(self._keeps, edges)), sum(self._worth.get(pair, 0) for pair in pairs)

    def _keeps(self, edge: Pair) -> bool:
        ends = self._images.get(edge[0]), self._images.get(edge[1])
        return ends in self._task.answer_edge_set

    def kept_pairs(self) -> dict[int, int]:
        """The pairs that keep an edge, or whose names are equal or spelled alike."""
        kept = {end for edge in filter(self._keeps, self._task.gold_edges) for end in edge}
        pairs = sorted(self._images.items())
        return {u: i for u, i in pairs if u in kept or self._worth.get((u, i), 0) >= SAME}
