"""Projected models of clauses: assignments of some variables that extend, listed or counted.

Two models that agree on the projection variables are one. Clauses are lists of non-zero integers, a
negative one for a negated variable. A projection variable that occurs in no clause is free, and doubles
the count; model counters differ in whether they see such variables, so they never get to see one here.

>>> sorted(projected_models([[1, 2], [-1, -2]], [1]))
[(-1,), (1,)]
>>> count_projected([[1, 2], [-1, 3]], [1, 2, 4])  # two thirds of x1, x2, and x4 as it likes
6
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from symcause.answers import Sat
from symcause.budgets import Meter
from symcause.errors import UsageError
from symcause.solvers.sat.sat_engine import INCREMENTAL_ENGINE, PysatEngine, list_models
from symcause.version import installing

Clauses = Sequence[Sequence[int]]


def projected_models(
    clauses: Clauses, variables: Sequence[int], budget: Meter | None = None
) -> Iterator[tuple[int, ...]]:
    """Every assignment of *variables* that extends to a model, as literals; lazily, each once.

    The list ends early where the budget is over.
    """
    guard = max(map(abs, chain(variables, *clauses)), default=0) + 1
    with PysatEngine(clauses, INCREMENTAL_ENGINE) as engine:
        yield from list_models(engine, variables, guard, budget=budget)


def open_variables(clauses: Clauses, variables: Sequence[int]) -> int:
    """How many of the variables unit propagation alone leaves open: how hard a count can be at most."""
    fixed: set[int] = set()
    waiting = [clause[0] for clause in clauses if len(clause) == 1]
    holding: dict[int, list[Sequence[int]]] = {}
    for clause in clauses:
        for literal in clause:
            holding.setdefault(literal, []).append(clause)
    while waiting:
        literal = waiting.pop()
        if literal in fixed:
            continue
        fixed.add(literal)
        for clause in holding.get(-literal, ()):
            left = [one for one in clause if -one not in fixed]
            if len(left) == 1 and left[0] not in fixed:
                waiting.append(left[0])
    return sum(v not in fixed and -v not in fixed for v in variables)


def count_projected(clauses: Clauses, variables: Sequence[int]) -> int:
    """How many assignments of *variables* extend to a model, by the model counter Ganak."""
    try:
        from pyganak import Counter
    except ImportError:
        raise UsageError(
            "the model counter pyganak is not installed",
            remedy=f"{installing('counting')}, or choose another engine",
        ) from None
    occurring = {abs(literal) for clause in clauses for literal in clause}
    seen = [v for v in variables if v in occurring]
    free = len(set(variables)) - len(set(seen))
    if not seen:  # an empty projection means "all variables" to the counter
        with PysatEngine(clauses) as engine:
            return (1 << free) if isinstance(engine.solve(), Sat) else 0
    counter = Counter()
    counter.add_clauses([list(clause) for clause in clauses])
    counter.set_sampling_set(seen)
    return int(counter.count()) << free
