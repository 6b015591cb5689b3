"""Parent selectors of an acyclic graph, refined clause by clause, with the solver z3.

Every node that is no root has a selector for each of its candidates and an integer rank above those of its
parents. Whoever looks at a solution adds a clause, one of so many parents is needed, and asks again. The
context is new for every problem: in a shared one, what was asked before decides which solution comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Selection:
    """The roots, and the chosen parents of every node, as bit sets."""

    roots: int
    parents: tuple[int, ...]


class Selectors:
    """Graphs over nodes with these *candidates*; *roots* are given, or so many of them any nodes."""

    def __init__(
        self,
        candidates: Sequence[Sequence[int]],
        roots: Iterable[int] | int,
        most: int | None,
        resources: int,
    ) -> None:
        import z3

        self._z3, self._left = z3, resources
        context = self._context = z3.Context()
        self._solver = z3.SimpleSolver(ctx=context)
        count = len(candidates)
        ranks = [z3.Int(f"rank {v}", context) for v in range(count)]
        free: Sequence[Sequence[int]] = candidates
        if isinstance(roots, int):
            self._root = [z3.Bool(f"root {v}", context) for v in range(count)]
            self._solver.add(z3.PbEq([(root, 1) for root in self._root], roots))
        else:  # what is known needs no variable
            given = set(roots)
            self._root = [z3.BoolVal(v in given, context) for v in range(count)]
            free = [() if v in given else own for v, own in enumerate(candidates)]
        self._chosen = [
            {u: z3.Bool(f"parent {v} {u}", context) for u in own} for v, own in enumerate(free)
        ]
        for v, own in enumerate(self._chosen):
            for u, chosen in own.items():
                self._solver.add(z3.Implies(chosen, ranks[u] < ranks[v]))
                if isinstance(roots, int):
                    self._solver.add(z3.Implies(self._root[v], z3.Not(chosen)))
            if own and most is not None:
                self._solver.add(z3.PbLe([(chosen, 1) for chosen in own.values()], most))

    def not_all_roots(self, nodes: Iterable[int]) -> None:
        """One of these nodes is no root."""
        z3 = self._z3
        self._solver.add(z3.Or([z3.Not(self._root[v]) for v in nodes] or [_false(self)]))

    def need(self, node: int, some: Iterable[int]) -> None:
        """The node is a root, or one of *some* is its parent."""
        own = self._chosen[node]
        self._solver.add(self._z3.Or([self._root[node], *(own[u] for u in some if u in own)]))

    def solution(self) -> Selection | bool | None:
        """A graph; False if there is none, None if the resources are used up."""
        z3 = self._z3
        if self.left <= 0:
            return None
        self._solver.set("rlimit", self.left)
        answer = self._solver.check()
        if answer == z3.unsat:
            return False
        if answer != z3.sat:
            return None
        model = self._solver.model()

        def holds(term: Any) -> bool:
            return bool(z3.is_true(model.eval(term, model_completion=True)))

        roots = sum(1 << v for v, root in enumerate(self._root) if holds(root))
        parents = tuple(
            sum(1 << u for u, chosen in own.items() if holds(chosen)) for own in self._chosen
        )
        return Selection(roots, parents)

    @property
    def used(self) -> int:
        """Resources used so far."""
        result = self._solver.statistics()
        counted = [result[at] for at in range(len(result))]
        return next((int(value) for name, value in counted if name == "rlimit count"), 0)

    @property
    def left(self) -> int:
        return self._left - self.used


def _false(own: Selectors) -> Any:
    return own._z3.BoolVal(False, own._context)
