"""The worst case of an intervention on exact linear ``set`` data, over rational coefficients: exactly.

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
from random import Random

from symcause.answers import Unknown
from symcause.families.linear.space.exact import ExactLocal
from symcause.families.linear.space.local import Deadline
from symcause.families.linear.space.space import LinearSpace, counted
from symcause.solvers.rational import dot

ZERO = Fraction(0)

Form = tuple[Fraction, ...]
"""A linear form on a space of outcomes, by its values on the basis."""


@dataclass(frozen=True)
class ParentForms:
    """What one more row says about a parent set: the forms b and c, and its main coefficients.

    Of every coefficient that is still open: its value at the point, and its slopes along the directions.
    """

    mask: int
    slopes: tuple[Form, ...]
    right: Form
    open: tuple[tuple[Fraction, Form], ...]

    def cut(self, pivot: int, hyperplane: Form) -> ParentForms:
        """The same on a hyperplane."""
        slopes = tuple(_cut(form, pivot, hyperplane) for form in self.slopes)
        return ParentForms(self.mask, slopes, _cut(self.right, pivot, hyperplane), self.open)

    def hindrance(self) -> Form | None:
        """None if it fits almost everywhere, else the form that must vanish for it to fit."""
        moving = [j for j, form in enumerate(self.slopes) if any(form)]
        if not moving:
            return self.right if any(self.right) else None
        alpha = self.slopes[moving[0]]
        at = next(i for i, value in enumerate(alpha) if value)
        beta = tuple(form[at] / alpha[at] for form in self.slopes)
        for form, share in zip(self.slopes, beta, strict=True):
            if any(value != share * other for value, other in zip(form, alpha, strict=True)):
                return None
        for start, slope in self.open:
            a = slope[moving[0]]
            if any(value != a * share for value, share in zip(slope, beta, strict=True)):
                continue
            if not any(start * u + a * c for u, c in zip(alpha, self.right, strict=True)):
                return alpha
        return None


@dataclass(frozen=True)
class Flat:
    """A linear space of outcomes: its basis, the moving variables as forms, and what is left on it."""

    basis: tuple[Form, ...]  # vectors of moves
    moves: tuple[Form, ...]
    tables: tuple[tuple[ParentForms, ...], ...]

    def cut(self, hyperplane: Form) -> Flat:
        """The hyperplane where a form vanishes."""
        pivot = next(i for i, value in enumerate(hyperplane) if value)
        rest = [i for i in range(len(hyperplane)) if i != pivot]
        basis = tuple(
            tuple(
                a - hyperplane[i] / hyperplane[pivot] * b
                for a, b in zip(self.basis[i], self.basis[pivot], strict=True)
            )
            for i in rest
        )
        moves = tuple(_cut(form, pivot, hyperplane) for form in self.moves)
        tables = tuple(tuple(s.cut(pivot, hyperplane) for s in t) for t in self.tables)
        return Flat(basis, moves, tables)

    def drawn(self, rng: Random) -> Form:
        """An outcome at random."""
        factors = [Fraction(rng.randint(1_000, 1_000_000), 997) for _ in self.basis]
        return tuple(dot(factors, column) for column in zip(*self.basis, strict=True))


def _cut(form: Form, pivot: int, hyperplane: Form) -> Form:
    factor = form[pivot] / hyperplane[pivot]
    return tuple(
        value - factor * h
        for i, (value, h) in enumerate(zip(form, hyperplane, strict=True))
        if i != pivot
    )


def _direction(form: Form) -> Form:
    """The form up to a factor."""
    lead = next(value for value in form if value)
    return tuple(value / lead for value in form)


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
    """The outcomes of one intervention, sorted by what they leave."""

    def __init__(self, space: LinearSpace, variable: str) -> None:
        self._space, self._variable = space, variable
        self._names = space.problem.variables
        self._heap: list[tuple[int, int, int | _Sorted]] = []
        self._ticket = count()

    def begin(self, bound: int, moved: int) -> None:
        """Consider the outcomes in which exactly these variables move; at most *bound* graphs are left."""
        self._push(bound, moved)

    def _whole(self, moved: int) -> Flat:
        """All outcomes in which exactly these variables move."""
        inside = [i for i in range(len(self._names)) if moved >> i & 1]
        basis = tuple(tuple(Fraction(i == j) for i in range(len(self._names))) for j in inside)
        moves = tuple(tuple(vector[i] for vector in basis) for i in inside)
        tables = tuple(
            tuple(self._forms(i, mask, basis) for mask in table)
            for i, table in enumerate(self._choices())
        )
        return Flat(basis, moves, tables)

    def _choices(self) -> Sequence[Mapping[int, int]]:
        assert not isinstance(self._space.choices, Unknown)
        return self._space.choices

    def _push(self, bound: int, node: int | _Sorted) -> None:
        heappush(self._heap, (-bound, next(self._ticket), node))

    def _forms(self, i: int, mask: int, basis: tuple[Form, ...]) -> ParentForms:
        """The new row of one parent set as forms; the variable that is set gets none."""
        name, zero = self._names[i], (ZERO,) * len(basis)
        if name == self._variable:
            return ParentForms(mask, (), zero, ())
        local = self._space.locals[i]
        assert isinstance(local, ExactLocal)
        affine = local.space(self._space.local_mask(name, mask))
        assert affine is not None
        parents = [j for j in range(len(self._names)) if mask >> j & 1]
        slopes = tuple(
            tuple(dot(direction, [vector[j] for j in parents]) for vector in basis)
            for direction in affine.directions
        )
        right = tuple(
            vector[i] - dot(affine.point, [vector[j] for j in parents]) for vector in basis
        )
        open_columns = tuple(
            (affine.point[p], tuple(direction[p] for direction in affine.directions))
            for p in range(len(parents))
            if not affine.pinned(p)
        )
        return ParentForms(mask, slopes, right, open_columns)

    def worst(self, deadline: Deadline) -> WorstOutcome | Unknown:
        """The most graphs that an outcome leaves, or bounds when the time is over."""
        best: tuple[int, Flat] | None = None
        least, kinds = None, 0
        while self._heap and (best is None or -self._heap[0][0] > best[0]):
            if best is not None and deadline.passed:
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
            self._branch(node)
        if best is None or least is None:
            return Unknown("no outcome of this intervention was found")
        high = max(best[0], -self._heap[0][0] if self._heap else 0)
        return WorstOutcome(best[0], high, least, best[1], kinds)

    def _sort(self, flat: Flat) -> _Sorted:
        """What fits almost everywhere; what needs a hyperplane on which all that moves still moves."""
        barred = {_direction(form) for form in flat.moves}
        fits: list[dict[int, int]] = []
        hindered: dict[Form, list[tuple[int, int]]] = {}
        for i, table in enumerate(flat.tables):
            fits.append({})
            for forms in table:
                obstacle = forms.hindrance()
                if obstacle is None:
                    fits[-1][forms.mask] = 1
                elif (hyperplane := _direction(obstacle)) not in barred:
                    hindered.setdefault(hyperplane, []).append((i, forms.mask))
        return _Sorted(flat, tuple(fits), {h: tuple(places) for h, places in hindered.items()})

    def _branch(self, node: _Sorted) -> None:
        """Onto each hyperplane, those with most parent sets first; later ones stay off the earlier ones."""
        possible = [set(table) for table in node.fits]
        for places in node.hindered.values():
            for i, mask in places:
                possible[i].add(mask)
        order = sorted(node.hindered, key=lambda form: -len(node.hindered[form]))
        for hyperplane in order:
            tables = tuple(
                tuple(forms for forms in table if forms.mask in possible[i])
                for i, table in enumerate(node.flat.tables)
            )
            on = self._sort(replace(node.flat, tables=tables).cut(hyperplane))
            bound = on.bound()
            self._push(bound if isinstance(bound, int) else 0, on)
            for i, mask in node.hindered[hyperplane]:
                possible[i].discard(mask)
