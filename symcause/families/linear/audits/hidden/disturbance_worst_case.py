"""The worst case of a linear intervention under a hidden disturbance; exact data, few graphs.

A graph explains an outcome if one of its *tellings* does (:mod:`~audits.hidden.disturbance_forms`): with
everything discrete given, an outcome Δ, with Δ_0 = 1 for a coordinate, asks the same as without a
disturbance. On a linear space F of outcomes (not within Δ_0 = 0) a telling therefore fits almost
everywhere, or only on a hyperplane of F. So the most graphs that any outcome leaves are left almost
everywhere on one of the spaces that these hyperplanes cut out, and they are searched by branching with
bounds, as in :mod:`~audits.next.exact_worst_case`, but by whole graphs: the disturbance couples the
variables.

Responses that are not known make tellings fit too often, and so do classes that are narrower than the
rationals: the most that was found is then a bound from above. Whether an outcome attains it, the version
space with that outcome says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from random import Random

from symcause.budgets import Meter
from symcause.families.linear.audits.hidden.disturbance_forms import DisturbedForms
from symcause.families.linear.audits.next.outcome_forms import Flat, Form, ParentForms, direction_of
from symcause.families.linear.bounds import MOST_TELLINGS, OUTCOME_DRAWS, TELLING_LOOKS
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem

_TELLING = 25  # steps of work for one telling, and each variable of it

Graph = tuple[int, ...]


@dataclass(frozen=True)
class Most:
    """No outcome leaves more than *high* graphs; almost all of *flat* leave *low* if nothing is relaxed."""

    high: int
    low: int
    flat: Flat
    graphs: tuple[Graph, ...]  # of the flat's tables

    def drawn(self, rng: Random) -> tuple[Fraction, ...] | None:
        """By how much every variable moves in an outcome in general position, with small numbers."""
        for size in range(2, 2 + OUTCOME_DRAWS) if self.low else ():
            factors = [rng.randint(-(2**size), 2**size) for _ in self.flat.basis]
            unit = sum(f * x for f, x in zip(factors, self.flat.moves[0], strict=True))
            if unit and len(_fitting(self.graphs, self._at(factors))) >= self.low:
                moves = (
                    sum(f * x for f, x in zip(factors, column, strict=True))
                    for column in zip(*self.flat.basis, strict=True)
                )
                *numbers, _ = (Fraction(move, unit) for move in moves)
                return tuple(numbers)
        return None

    def _at(self, factors: Sequence[int]) -> list[tuple[ParentForms, ...]]:
        return [tuple(forms.at(factors) for forms in table) for table in self.flat.tables]


def _fitting(graphs: Sequence[Graph], tables: Sequence[tuple[ParentForms, ...]]) -> set[Graph]:
    return {
        graph
        for graph, table in zip(graphs, tables, strict=True)
        if all(forms.hindrance() is None for forms in table)
    }


@dataclass(frozen=True)
class _Sorted:
    """A space of outcomes with what fits almost everywhere, and what fits on which hyperplanes only."""

    flat: Flat
    graphs: tuple[Graph, ...]
    needs: tuple[frozenset[Form], ...]

    @property
    def low(self) -> int:
        return len({g for g, needs in zip(self.graphs, self.needs, strict=True) if not needs})

    @property
    def high(self) -> int:
        return len(set(self.graphs))


def _sorted(flat: Flat, graphs: Sequence[Graph]) -> _Sorted:
    """Without what fits nowhere: Δ_0 does not vanish."""
    barred = {direction_of(form) for form in flat.moves}
    kept: list[tuple[Graph, tuple[ParentForms, ...], frozenset[Form]]] = []
    for graph, table in zip(graphs, flat.tables, strict=True):
        obstacles = (forms.hindrance() for forms in table)
        needs = frozenset(direction_of(form) for form in obstacles if form is not None)
        if not needs & barred:
            kept.append((graph, table, needs))
    tables = tuple(table for _, table, _ in kept)
    flat = Flat(flat.basis, flat.moves, tables)
    return _Sorted(flat, tuple(g for g, _, _ in kept), tuple(needs for _, _, needs in kept))


def most_of(
    problem: LinearProblem, step: Manipulation, graphs: Sequence[Graph], budget: Meter
) -> Most | None:
    """The most of these graphs that an outcome leaves; None where there is too much to go through."""
    forms = DisturbedForms(problem, step)
    if forms.cases * len(graphs) > MOST_TELLINGS:
        return None
    tellings = list(forms.tellings(graphs))
    size = len(problem.variables) + 1
    budget.spend(3 * _TELLING * len(tellings) * size)
    basis = tuple(tuple(int(i == j) for i in range(size)) for j in range(size))
    whole = Flat(basis, (basis[-1],), tuple(table for _, table in tellings))
    return _searched(_sorted(whole, [graph for graph, _ in tellings]), budget)


def _searched(first: _Sorted, budget: Meter) -> Most:
    """Spaces by what they may leave at most, until one leaves as many."""
    ticket = count()
    heap = [(-first.high, next(ticket), first)]
    best, looks = first, 0
    while heap and best.low < -heap[0][0] and looks < TELLING_LOOKS and not budget.over:
        node = heappop(heap)[2]
        best = node if node.low > best.low else best
        for part in _parts(node):
            if budget.over:  # the parts that are not looked at leave no more than the whole
                heappush(heap, (-node.high, next(ticket), node))
                break
            looks += len(part.graphs)
            budget.spend(_TELLING * len(part.graphs) * len(part.graphs[0] if part.graphs else ()))
            heappush(heap, (-part.high, next(ticket), part))
    high = max(best.low, -heap[0][0] if heap else 0)
    return Most(high, best.low, best.flat, best.graphs)


def _parts(node: _Sorted) -> Iterator[_Sorted]:
    """Onto each hyperplane, those that most need first; later ones stay off the earlier ones."""
    wanted: dict[Form, int] = {}
    for needs in node.needs:
        for form in needs:
            wanted[form] = wanted.get(form, 0) + 1
    alive = list(zip(node.graphs, node.flat.tables, node.needs, strict=True))
    for hyperplane in sorted(wanted, key=lambda form: (-wanted[form], form)):
        flat = Flat(node.flat.basis, node.flat.moves, tuple(table for _, table, _ in alive))
        yield _sorted(flat.cut(hyperplane), [graph for graph, _, _ in alive])
        alive = [entry for entry in alive if hyperplane not in entry[2]]
        if all(not needs for _, _, needs in alive):
            break
