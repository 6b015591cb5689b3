"""The exact worst case of the next intervention on exact linear ``set`` data.

An outcome is a vector Δ: by how much every variable moved. For a variable V and a parent set S the rows so
far leave the coefficients x + Σ t_j·d_j. The new row Σ w_p·Δ_p = Δ_V becomes Σ t_j·b_j(Δ) = c(Δ), where
b_j = d_j·Δ and c = Δ_V − x·Δ are *linear* in Δ. So on a linear space F of outcomes, for almost all Δ in it:

- all b_j vanish on F: S fits iff c does too; else only where c = 0, a hyperplane of F;
- the b_j are multiples β_j·α of one form: t moves along β no more; a coefficient with d_·p = a·β is
  x_p + a·c/α. If that is zero on all of F, S fits only where α = 0, again a hyperplane;
- else S fits.

And S never fits at a point of F off its hyperplane, if it has one. So the most graphs that any outcome
leaves are left almost everywhere on one of the spaces that these hyperplanes cut out. They are searched by
branching with bounds: first the spaces R^D for each set D of moving variables, those with most graphs
first, then their hyperplanes.

An example: a was moved before, and f moved twice as far. With the parent set {a} the form of f is
Δ_f − 2·Δ_a and no slope is left: {a} fits on one line of the plane of (Δ_a, Δ_f).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.outcome_forms import (
    Flat,
    Form,
    ParentForms,
    direction_of,
    whole_directions,
)
from symcause.families.linear.space.linear_space import LinearSpace, counted, counting
from symcause.families.linear.space.local.exact_engine import ExactLocal
from symcause.models.bit_sets import bits

_FORM = 25  # steps of work for the forms of one parent set


@dataclass(frozen=True)
class _Sorted:
    """A flat with what fits almost everywhere, and what fits on which hyperplane."""

    flat: Flat
    fits: tuple[Mapping[int, int], ...]
    hindered: Mapping[Form, tuple[tuple[int, int], ...]]

    def bound(self) -> int | Unknown:
        tables = [dict(table) for table in self.fits]
        for places in self.hindered.values():
            for i, mask in places:
                tables[i][mask] = 1
        return counted(tables)


@dataclass(frozen=True)
class WorstOutcome:
    """The worst case is at least *low*, left almost everywhere on *flat*, and at most *high*."""

    low: int
    high: int
    least: int
    flat: Flat
    kinds: int


class OutcomeSearch:
    """The outcomes of one intervention, sorted by what they leave; work is charged to a *budget*."""

    def __init__(
        self,
        space: LinearSpace,
        variable: str,
        budget: Meter,
        rows: dict[tuple[int, int], ParentForms] | None = None,
    ) -> None:
        """*rows*: what other searches on the same space found out about the new row of a parent set."""
        self._space, self._variable, self._budget = space, variable, budget
        self._names = space.problem.variables
        self._heap: list[tuple[int, int, int | _Sorted]] = []
        self._ticket = count()
        self._rows = {} if rows is None else rows

    def begin(self, bound: int, moved: int) -> None:
        """Consider the outcomes in which exactly these variables move; at most *bound* graphs are left."""
        self._push(bound, moved)

    def _whole(self, moved: int) -> Flat:
        """All outcomes in which exactly these variables move."""
        inside = [i for i in range(len(self._names)) if moved >> i & 1]
        basis = tuple(tuple(int(i == j) for i in range(len(self._names))) for j in inside)
        moves = tuple(tuple(vector[i] for vector in basis) for i in inside)
        tables = tuple(
            tuple(self._forms(i, mask).among(inside) for mask in table)
            for i, table in enumerate(self._choices())
        )
        return Flat(basis, moves, tables)

    def _choices(self) -> Sequence[Mapping[int, int]]:
        assert not isinstance(self._space.choices, Unknown)
        return self._space.choices

    def _push(self, bound: int, node: int | _Sorted) -> None:
        heappush(self._heap, (-bound, next(self._ticket), node))

    def _forms(self, i: int, mask: int) -> ParentForms:
        """The new row of one parent set as forms of all moves; the variable that is set gets none."""
        if self._names[i] == self._variable:
            return ParentForms(mask, (), (0,) * len(self._names), ())
        forms = self._rows.get((i, mask))
        if forms is None:
            parents, places = bits(mask), range(len(self._names))
            moved = [[int(j == parent) for parent in parents] for j in places]
            values = [int(j == i) for j in places]
            forms = ParentForms.of(mask, self._solutions(i, mask), moved, values)
            self._rows[i, mask] = forms
        return forms

    def _solutions(self, i: int, mask: int) -> tuple[tuple[Fraction, ...], list[list[int]]]:
        """The coefficients that a parent set has so far: a point, and directions in whole numbers."""
        local = self._space.locals[i]
        assert isinstance(local, ExactLocal)
        affine = local.space(self._space.local_mask(self._names[i], mask))
        assert affine is not None
        return whole_directions(affine)

    def worst(self, share: Meter) -> WorstOutcome | Unknown:
        """The most graphs that an outcome leaves, or bounds when a *share* of the budget is over."""
        best: tuple[int, Flat] | None = None
        least, kinds = None, 0
        while self._heap and (best is None or -self._heap[0][0] > best[0]):
            if best is not None and share.over:
                break
            bound, _, node = heappop(self._heap)
            if isinstance(node, int):
                sorted_node = self._sort(self._whole(node))
                refined = sorted_node.bound()
                if isinstance(refined, Unknown):
                    return refined
                self._push(min(refined, -bound), sorted_node)
                continue
            left = counted(node.fits)
            if isinstance(left, Unknown):
                return left
            if left:
                kinds += 1
                least = left if least is None else min(least, left)
                if best is None or left > best[0]:
                    best = left, node.flat
            self._branch(node, 0 if best is None else best[0])
        if best is None or least is None:
            return Unknown("no outcome of this intervention was found")
        high = max(best[0], -self._heap[0][0] if self._heap else 0)
        return WorstOutcome(best[0], high, least, best[1], kinds)

    def _sort(self, flat: Flat) -> _Sorted:
        """What fits almost everywhere; what needs a hyperplane on which all that moves still moves."""
        barred = {direction_of(form) for form in flat.moves}
        self._budget.spend(_FORM * sum(map(len, flat.tables)) + counting(flat.tables))
        fits: list[dict[int, int]] = []
        hindered: dict[Form, list[tuple[int, int]]] = {}
        for i, table in enumerate(flat.tables):
            fits.append({})
            for forms in table:
                obstacle = forms.hindrance()
                if obstacle is None:
                    fits[-1][forms.mask] = 1
                elif (hyperplane := direction_of(obstacle)) not in barred:
                    hindered.setdefault(hyperplane, []).append((i, forms.mask))
        return _Sorted(flat, tuple(fits), {h: tuple(places) for h, places in hindered.items()})

    def _branch(self, node: _Sorted, known: int) -> None:
        """Onto each hyperplane, those with most parent sets first; later ones stay off the earlier ones.

        Where no more graphs can be left than an outcome is *known* to leave, nobody would look.
        """
        possible = [set(table) for table in node.fits]
        for places in node.hindered.values():
            for i, mask in places:
                possible[i].add(mask)
        order = sorted(node.hindered, key=lambda form: -len(node.hindered[form]))
        for place, hyperplane in enumerate(order):
            if place:
                most = counted([dict.fromkeys(masks, 1) for masks in possible])
                if isinstance(most, int) and most <= known:
                    return
            tables = tuple(
                tuple(forms for forms in table if forms.mask in possible[i])
                for i, table in enumerate(node.flat.tables)
            )
            on = self._sort(replace(node.flat, tables=tables).cut(hyperplane))
            bound = on.bound()
            self._push(bound if isinstance(bound, int) else 0, on)
            for i, mask in node.hindered[hyperplane]:
                possible[i].discard(mask)
