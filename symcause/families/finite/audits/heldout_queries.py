"""Heldout queries of finite audits: cells of worlds that only score, as queries."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.of_space.query_parts import refuse_hidden_roots
from symcause.families.finite.problem.problem import FiniteProblem, ValueQuery


def heldout_queries(problem: FiniteProblem) -> Iterator[ValueQuery]:
    """One for every cell that a mechanism computes; what was set and the roots are what it is asked under.

    Raises UsageError where roots are hidden.
    """
    roots = refuse_hidden_roots(problem.disclosure)
    for world in problem.heldout:
        for number, row in enumerate(world.rows):
            known = {
                one.name: one.values[at]
                for one, at in zip(problem.domains, row, strict=True)
                if at is not None
            }
            do = {name: known[name] for name in problem.variables if name in world.targets}
            given = {name: known[name] for name in roots if name in known and name not in do}
            for name in problem.variables:
                if name not in roots and name not in do:
                    id = f"{world.id}[{number}].{name}"
                    yield ValueQuery(id, name, do, given, known.get(name))
