"""The formula of an equivalence class: clauses whose models are its DAGs.

One variable per edge of the skeleton says which way it points. A collider of the DAG and an edge cut by
a target set are units; any other pair of non-adjacent neighbours of a node may not both point to it.
Acyclicity needs no order variables: make the skeleton chordal by eliminating nodes one after the other
(least degree first), give the added edges a direction too, and forbid cycles of three. A shortest cycle
of a chordal graph has length three, and an acyclic orientation of the skeleton extends to the added edges
along any topological order. The class is the set of models, seen through the skeleton's variables.

Nothing here uses essential graphs, orientation rules or chordal components, so the SAT solver and the
model counter that read the formula are independent of the other engines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from symcause.bounds.equivalence_bounds import FORMULA_CLAUSES, FORMULA_NODES
from symcause.errors import LimitError
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG


@dataclass(frozen=True)
class ClassFormula:
    """Clauses whose models, projected to ``variables``, are the members of the class."""

    dag: DAG
    clauses: tuple[tuple[int, ...], ...]
    variables: tuple[int, ...]

    def member(self, model: Sequence[int]) -> DAG:
        """The DAG of a model: literal *k* directs edge *k* of the DAG as it is or turns it."""
        edges = self.dag.edges
        turned = [edges[k] if literal > 0 else edges[k][::-1] for k, literal in enumerate(model)]
        return DAG.of(turned, nodes=self.dag.nodes)


def class_formula(dag: DAG, fixed: Iterable[tuple[int, int]]) -> ClassFormula:
    """The class of DAGs with the skeleton and the colliders of *dag* and its *fixed* edges.

    Edge *k* of the DAG has variable k + 1, true if it points as in the DAG.
    """
    if len(dag.nodes) > FORMULA_NODES:
        raise LimitError(
            f"the formula is written for at most {FORMULA_NODES} nodes",
            value=len(dag.nodes),
            remedy="use the engine 'cliquepicking'",
        )
    literals = _Literals()
    for cause, effect in dag.edges:
        literals.new(dag.index[cause], dag.index[effect])
    clauses: list[tuple[int, ...]] = [(literals.arrow(a, b),) for a, b in fixed]
    clauses.extend(_colliders(dag, literals))
    for clause in _no_cycles(dag, literals):
        clauses.append(clause)
        if len(clauses) > FORMULA_CLAUSES:
            raise LimitError(
                f"the formula has more than {FORMULA_CLAUSES} clauses",
                remedy="use the engine 'cliquepicking'",
            )
    return ClassFormula(dag, tuple(clauses), tuple(range(1, len(dag.edges) + 1)))


class _Literals:
    """The literal that says "a points to b", for every edge that has a variable."""

    def __init__(self) -> None:
        self._arrows: dict[tuple[int, int], int] = {}

    def new(self, a: int, b: int) -> None:
        if (a, b) not in self._arrows:
            variable = len(self._arrows) // 2 + 1
            self._arrows[a, b] = variable
            self._arrows[b, a] = -variable

    def arrow(self, a: int, b: int) -> int:
        return self._arrows[a, b]


def _colliders(dag: DAG, literals: _Literals) -> Iterator[tuple[int, ...]]:
    for b, around in enumerate(dag.adjacent):
        for a, c in combinations(bits(around), 2):
            if dag.adjacent[a] >> c & 1:
                continue
            if dag.parents[b] >> a & 1 and dag.parents[b] >> c & 1:
                yield (literals.arrow(a, b),)
                yield (literals.arrow(c, b),)
            else:
                yield (-literals.arrow(a, b), -literals.arrow(c, b))


def _no_cycles(dag: DAG, literals: _Literals) -> Iterator[tuple[int, ...]]:
    around = list(dag.adjacent)
    left = set(range(len(dag.nodes)))
    while left:
        node = min(left, key=lambda i: (around[i].bit_count(), i))
        left.remove(node)
        others = list(bits(around[node]))
        for a, b in combinations(others, 2):
            literals.new(a, b)
            yield (-literals.arrow(node, a), -literals.arrow(a, b), -literals.arrow(b, node))
            yield (-literals.arrow(node, b), -literals.arrow(b, a), -literals.arrow(a, node))
        for a in others:
            around[a] |= around[node] & ~(1 << a)
            around[a] &= ~(1 << node)
