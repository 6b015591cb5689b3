"""The fewest parents in all that fit by least squares and make no circle."""

from __future__ import annotations

from symcause.attempts.attempt_record import Attempt
from symcause.families.linear.baselines.equation_fit import EquationRows, graph_answer
from symcause.families.linear.bounds import BASELINE_VARIABLES
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.bit_sets import bits


def least_squares(problem: LinearProblem) -> Attempt:
    """Fewest edges; of equally few the first in problem order. Squares count with their parent."""
    if len(problem.variables) > BASELINE_VARIABLES:
        return Attempt(note=f"more than {BASELINE_VARIABLES} variables")
    fitting = [_fitting(problem, v) for v in problem.variables]
    chosen = _fewest(fitting)
    if chosen is None:
        return Attempt(note="no parents without a circle fit")
    names = problem.variables
    parents = {
        v: tuple(names[p] for p in bits(mask)) for v, mask in zip(names, chosen, strict=True)
    }
    return Attempt(graph_answer(problem, parents))


def _fitting(problem: LinearProblem, variable: str) -> list[int]:
    """The least sets of parents that fit, as bits of the problem's variables, by size."""
    rows = EquationRows(problem, variable)
    places = [problem.variables.index(p) for p in rows.evidence.candidates]
    most = problem.max_parents
    pairs: list[tuple[int, int]] = []
    for mask in sorted(range(1 << len(places)), key=lambda m: (m.bit_count(), _order(m))):
        if most is not None and mask.bit_count() > most:
            break
        if any(known & mask == known for known, _ in pairs):
            continue
        if rows.fit(mask).residual <= rows.tolerance:
            pairs.append((mask, sum(1 << places[b] for b in bits(mask))))
    return [whole for _, whole in pairs]


def _order(mask: int) -> list[int]:
    return bits(mask)


def _fewest(fitting: list[list[int]]) -> list[int] | None:
    """The choice of fewest parents in all among those without a circle, by what has been placed."""
    count = len(fitting)
    best: dict[int, tuple[int, tuple[int, ...], dict[int, int]]] = {0: (0, (), {})}
    for placed in range(1 << count):
        if placed not in best:
            continue
        cost, order, chosen = best[placed]
        for v in range(count):
            if placed >> v & 1:
                continue
            mask = next((m for m in fitting[v] if m & placed == m), None)
            if mask is None:
                continue
            after = placed | 1 << v
            found = (cost + mask.bit_count(), (*order, v), {**chosen, v: mask})
            if after not in best or found[:2] < best[after][:2]:
                best[after] = found
    whole = best.get((1 << count) - 1)
    return None if whole is None else [whole[2][v] for v in range(count)]
