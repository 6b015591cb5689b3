"""The search for DAGs that fit incomplete statements: every pair is apart, turned one way, or the other.

Where few pairs may be adjacent (up to five variables: always) it goes through all DAGs (3, 25, 543,
29,281); beyond, it begins once with few edges and once with many, and ends with its budget. Pairs with a
stated independence are never adjacent. The search can be recorded as a tree for the verifier: at every
pair that may be adjacent ``+`` is apart, first to second, second to first; a branch ends with ``c`` (a
cycle), ``x`` (a DAG that a statement refutes) or ``m`` (a member).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from symcause.budgets import Meter
from symcause.families.statements.models.separations import Graph, closure, connected, pairs
from symcause.families.statements.problem.problem import Premise
from symcause.families.statements.space.orientations import CYCLE, MEMBER, SPLIT
from symcause.models.bit_sets import bits

REFUTED = "x"

STEPS = 20
"""What a DAG costs, beside two steps a statement."""

Seen = Callable[[Graph], bool]
"""What is done with a member; True ends the search."""


class Stated(NamedTuple):
    """A statement as bit sets."""

    x: int
    y: int
    given: int
    independent: bool


def stated(premise: Premise) -> tuple[Stated, ...]:
    """All statements, those first that few graphs fit: dependences of few variables come last."""
    problems = [
        Stated(x, y, z, independent)
        for independent, listed in ((True, premise.independent), (False, premise.dependent))
        for (x, y), sets in zip(pairs(premise.size), listed, strict=True)
        for z in bits(sets)
    ]
    return tuple(problems)


class DagSearch:
    """One search through the DAGs that fit, sparse ones or dense ones first."""

    def __init__(
        self,
        premise: Premise,
        seen: Seen,
        budget: Meter,
        *,
        dense: bool = False,
        record: bool = False,
        about: tuple[int, ...] = (),
    ) -> None:
        """*about*: variables whose pairs are changed before others, so that members differ in them."""
        self._statements, self._seen, self._budget = stated(premise), seen, budget
        self._dense, self._tree = dense, list[str]() if record else None
        joined = [
            pair
            for pair, sets in zip(pairs(premise.size), premise.independent, strict=True)
            if not sets
        ]
        self._pairs = tuple(sorted(joined, key=lambda pair: len({*pair} & {*about})))
        self._price = STEPS + 2 * len(self._statements)
        size = premise.size
        self.complete = self._pair(0, [0] * size, [0] * size, [1 << v for v in range(size)])

    @property
    def tree(self) -> str:
        """How the search went, if it was recorded."""
        assert self._tree is not None, "the search was not recorded"
        return "".join(self._tree)

    def _pair(self, at: int, parents: list[int], children: list[int], below: list[int]) -> bool:
        """Go on at this pair; False if the search was ended."""
        if at == len(self._pairs):
            return self._leaf(parents, children)
        self._note(SPLIT)
        if not self._dense and not self._pair(at + 1, parents, children, below):
            return False
        first, second = self._pairs[at]
        for cause, effect in ((first, second), (second, first)):
            if below[effect] >> cause & 1:
                self._note(CYCLE)
                continue
            parents[effect] ^= 1 << cause
            children[cause] ^= 1 << effect
            more, bit = below[effect], 1 << cause
            reached = [mask | more if mask & bit else mask for mask in below]
            going = self._pair(at + 1, parents, children, reached)
            parents[effect] ^= 1 << cause
            children[cause] ^= 1 << effect
            if not going:
                return False
        return not self._dense or self._pair(at + 1, parents, children, below)

    def _leaf(self, parents: list[int], children: list[int]) -> bool:
        """Look at a DAG; False ends the search."""
        self._budget.spend(self._price)
        graph = Graph(tuple(parents), tuple(children))
        if not fits(graph, self._statements):
            self._note(REFUTED)
            return not self._budget.over
        self._note(MEMBER)
        return not self._seen(graph) and not self._budget.over

    def _note(self, mark: str) -> None:
        if self._tree is not None:
            self._tree.append(mark)


def fits(graph: Graph, statements: tuple[Stated, ...]) -> bool:
    """Is every statement true in a DAG?"""
    parents, children = graph
    for x, y, given, independent in statements:
        reached = connected(parents, children, x, given, closure(parents, given))
        if (reached >> y & 1) == independent:
            return False
    return True
