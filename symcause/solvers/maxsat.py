"""Maximum satisfiability: as many soft literals true as hard clauses allow, by core-guided search (RC2).

RC2 cannot be interrupted: a limit of time belongs into a child process (:mod:`symcause.processes`).

>>> sorted(most([(-1, -2), (-2, -3)], soft=[1, 2, 3], variables=3) & {1, 2, 3})
[1, 3]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial


def most(
    hard: Iterable[Sequence[int]], soft: Iterable[int] | Mapping[int, int], variables: int
) -> frozenset[int] | None:
    """The true literals of a model with the most soft literals true; None if there is no model.

    A mapping gives them weights: heavier ones are settled first.
    """
    from pysat.examples.rc2 import RC2, RC2Stratified
    from pysat.formula import WCNF

    formula = WCNF()
    formula.extend([list(clause) for clause in hard])
    weights = dict(soft) if isinstance(soft, Mapping) else dict.fromkeys(soft, 1)
    for literal, weight in weights.items():
        formula.append([literal], weight=weight)
    formula.nv = max(formula.nv, variables)
    kind = RC2 if len(set(weights.values())) < 2 else partial(RC2Stratified, blo="div")
    with kind(formula, solver="g4", exhaust=True, minz=True) as search:
        model = search.compute()
    return None if model is None else frozenset(literal for literal in model if literal > 0)


def at_most_one(literals: Sequence[int], fresh: int) -> tuple[list[tuple[int, ...]], int]:
    """Clauses by which at most one literal is true, and the next unused variable after *fresh*.

    Short lists take all pairs; longer ones a ladder: s_k is true once one of the first k is.
    """
    if len(literals) <= _PAIRWISE:
        clauses = [(-a, -b) for at, a in enumerate(literals) for b in literals[at + 1 :]]
        return list(clauses), fresh
    found: list[tuple[int, ...]] = []
    for at, literal in enumerate(literals[:-1]):
        step = fresh + at
        found.append((-literal, step))
        if at:
            found += [(-(step - 1), step), (-(step - 1), -literal)]
    last = fresh + len(literals) - 1
    found.append((-(last - 1), -literals[-1]))
    return found, last


_PAIRWISE = 6  # longest list with a clause for each pair
