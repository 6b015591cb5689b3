"""The duality bound of the verifier: how many edges an alignment can keep at most.

The relaxation has a column x_ui in [0, 1] for every allowed pair and a column z_eg in [0, 1] for every
match of a gold edge e = (u, v) with an answer edge g = (i, j); the objective is the sum of all z. Its
rows, each with its name here:

=================  ======================================================================
``gold-node``      sum of x_ui over i <= 1, for each gold node u
``answer-node``    sum of x_ui over u <= 1, for each answer node i
``gold-source``    sum of z_eg over g with source i <= x_ui, for each e = (u, v) and i
``gold-target``    sum of z_eg over g with target j <= x_vj, for each e = (u, v) and j
``answer-source``  sum of z_eg over e with source u <= x_ui, for each g = (i, j) and u
``answer-target``  sum of z_eg over e with target v <= x_vj, for each g = (i, j) and v
=================  ======================================================================

For any multipliers m >= 0 of the rows no alignment keeps more than the sum of the multipliers of the
node rows plus, for every column, what its objective exceeds its weighted rows by. Whoever found the
multipliers, and how, does not matter: this module only multiplies and adds. (That no alignment keeps more
edges than the smaller graph has needs no multipliers.)

>>> from symcause.families.textgraph.problem.alignment_task import AlignmentTask
>>> task = AlignmentTask.of([("a", "b"), ("b", "c")], [("x", "y")])
>>> upper_bound(task, {("answer-source", 0, 0): 1, ("answer-source", 0, 1): 1, ("answer-node", 0): 1}, 1)
Fraction(1, 1)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from symcause.families.textgraph.problem.alignment_task import AlignmentTask, Pair

Row = tuple[str, int] | tuple[str, int, int]

NODE_ROWS = ("gold-node", "answer-node")
EDGE_ROWS = ("gold-source", "gold-target", "answer-source", "answer-target")


def pair_of(task: AlignmentTask, row: Row) -> Pair | None:
    """The pair whose column bounds an edge row; None for node rows and rows that do not exist."""
    if len(row) != 3 or row[0] not in EDGE_ROWS:
        return None
    kind, edge, node = row
    edges = task.gold_edges if kind.startswith("gold") else task.answer_edges
    if not 0 <= edge < len(edges):
        return None
    end = edges[edge][kind.endswith("target")]
    pair = (end, node) if kind.startswith("gold") else (node, end)
    return pair if task.allows(*pair) else None


def exists(task: AlignmentTask, row: Row) -> bool:
    """True if the relaxation has this row."""
    if len(row) == 2 and row[0] in NODE_ROWS:
        nodes = task.gold_nodes if row[0] == "gold-node" else task.answer_nodes
        return 0 <= row[1] < len(nodes)
    return pair_of(task, row) is not None


def upper_bound(task: AlignmentTask, multipliers: Mapping[Row, int], denominator: int) -> Fraction:
    """The bound that multipliers prove; each is its integer over the *denominator*.

    Every row must exist and no multiplier be negative: the caller sees to it.
    """
    freed: dict[Pair, int] = defaultdict(int)  # what edge rows give to the columns of pairs
    total = 0
    for row, value in multipliers.items():
        pair = pair_of(task, row)
        if pair is None:
            total += value
        else:
            freed[pair] += value

    value_of = multipliers.get
    for (u, i), value in freed.items():
        total += max(0, value - value_of(("gold-node", u), 0) - value_of(("answer-node", i), 0))
    return Fraction(total + _uncovered(task, multipliers, denominator), denominator)


def _uncovered(task: AlignmentTask, multipliers: Mapping[Row, int], denominator: int) -> int:
    """What the columns of matches exceed their rows by; one lookup a row, there may be millions."""
    rows: dict[str, dict[int, dict[int, int]]] = {kind: {} for kind in EDGE_ROWS}
    for row, value in multipliers.items():
        if len(row) == 3:
            rows[row[0]].setdefault(row[1], {})[row[2]] = value
    from_gold, to_gold, from_answer, to_answer = (rows[kind] for kind in EDGE_ROWS)
    none: dict[int, int] = {}
    total, here = 0, -1
    u = v = 0
    sources = targets = none
    for e, g in task.matches():
        if e != here:
            here, (u, v) = e, task.gold_edges[e]
            sources, targets = from_gold.get(e, none), to_gold.get(e, none)
        i, j = task.answer_edges[g]
        covered = sources.get(i, 0) + targets.get(j, 0)
        covered += from_answer.get(g, none).get(u, 0) + to_answer.get(g, none).get(v, 0)
        if covered < denominator:
            total += denominator - covered
    return total
