"""Models of a clause set as seen through some of its variables: listed one at a time, or counted.

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

from symcause.errors import UsageError

Clauses = Sequence[Sequence[int]]


def projected_models(clauses: Clauses, variables: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every assignment of *variables* that extends to a model, as literals; lazily, each once."""
    from pysat.solvers import Solver

    with Solver(name="glucose4", bootstrap_with=[list(clause) for clause in clauses]) as solver:
        while solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            found = tuple(v if v in true else -v for v in variables)
            yield found
            if not found:
                return
            solver.add_clause([-literal for literal in found])


def count_projected(clauses: Clauses, variables: Sequence[int]) -> int:
    """How many assignments of *variables* extend to a model, by the model counter Ganak."""
    try:
        from pyganak import Counter
    except ImportError:
        raise UsageError(
            "the model counter pyganak is not installed",
            remedy="pip install 'symcause[counting]', or choose another engine",
        ) from None
    occurring = {abs(literal) for clause in clauses for literal in clause}
    seen = [v for v in variables if v in occurring]
    free = len(set(variables)) - len(set(seen))
    counter = Counter()
    counter.add_clauses([list(clause) for clause in clauses])
    counter.set_sampling_set(seen)
    return int(counter.count()) << free
