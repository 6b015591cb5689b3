"""Bounds on the worst case of the next linear intervention over rational coefficients.

Outcomes are a continuum there, so they are sorted by what *moves*. Let D be the variables that read
something else than before, the one that was set among them. Exact data then say about every other variable
V, whatever the numbers are:

- V moved: one of its parents moved (its base did not);
- V stayed (linear family): not exactly one of its parents moved, because w·Δp ≠ 0.

So the graphs left by any outcome with this D are at most those with such parent sets. The largest of these
numbers over all D is an upper bound of the worst case. With exact linear ``set`` data the outcomes of one D
are then split further, until the worst case is known (:mod:`~audits.next.exact_worst_case`).

Elsewhere it is bounded from below: a member in which exactly D moves says what would be read, and the
version space with that reading says exactly how many graphs are left. Sets D are tried from the largest
bound downwards; where the two meet, the worst case is exact.

A variable that ``do`` or ``hold`` cuts may be let go by the next intervention: nothing is said about it.
With rounded readings it is known what moved by more than a unit: :mod:`~audits.next.rounded_moves`, and
often that no outcome leaves every parent set: :mod:`~audits.next.agreement_refutation`; under other
semantics than ``set`` the number of graphs before is the bound there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.agreement_refutation import Agreement, Predictions
from symcause.families.linear.audits.next.exact_worst_case import OutcomeSearch
from symcause.families.linear.audits.next.hill_climb import Climb
from symcause.families.linear.audits.next.intervention_outcomes import (
    current_reading,
    exact_set,
    left_after,
    outcome,
)
from symcause.families.linear.audits.next.outcome_forms import ParentForms
from symcause.families.linear.audits.next.outcome_regions import Regions
from symcause.families.linear.audits.next.rounded_moves import RoundedMoves, foreseeable
from symcause.families.linear.bounds import MOVED_DRAWS, MOVED_VARIABLES
from symcause.families.linear.models.laboratory import EquationFamily, Manipulation, Semantics
from symcause.families.linear.space.linear_space import LinearSpace, counted, counting
from symcause.families.linear.space.local.exact_engine import ExactLocal
from symcause.solvers.acyclic.acyclic_choices import exists_acyclic
from symcause.solvers.acyclic.choice_sampler import Sampler

Choices = Sequence[Mapping[int, int]]


@dataclass(frozen=True)
class Bounds:
    """The worst case is at least *low*, which some outcome leaves, and at most *high*."""

    low: int
    high: int
    least: int  # the fewest that an outcome was seen to leave
    outcomes: int


class Weighing:
    """Interventions on one version space, weighed one by one; all of it is charged to one budget."""

    def __init__(self, space: LinearSpace, seed: int, budget: Meter) -> None:
        assert not isinstance(space.choices, Unknown)
        self._space, self._choices = space, space.choices
        self._problem, self._budget = space.problem, budget
        self._own = LinearSpace(space.problem, engine=space.engine, meter=budget.account())
        self._seed, self._rng = seed, random.Random(f"general position {seed}")
        graphs, sampler = space.count(), space.sampler
        assert not isinstance(graphs, Unknown) and not isinstance(sampler, Unknown)
        self._graphs, self._sampler = graphs, sampler
        self._forms: dict[tuple[int, int], ParentForms] = {}
        self._rounded = RoundedMoves(space, budget) if foreseeable(space) else None

    @cached_property
    def _predictions(self) -> Predictions:
        return Predictions(self._space, self._budget)

    def bounds(self, step: Manipulation, share: Meter) -> Bounds | Unknown:
        """The worst case of one intervention, in a *share* of the budget; a proof may take more of it."""
        exact = all(isinstance(local, ExactLocal) for local in self._space.locals)
        if exact and exact_set(self._problem) and len(self._problem.variables) <= MOVED_VARIABLES:
            return self._searched(step, share)
        return self._by_members(step, share)

    def _searched(self, step: Manipulation, share: Meter) -> Bounds | Unknown:
        """Exact linear ``set`` data: all outcomes; what the worst one leaves is counted once more."""
        search = OutcomeSearch(self._space, step.variable, self._budget, self._forms)
        for bound, moved in self._moving(step):
            assert moved is not None
            search.begin(bound, moved)
        worst_outcome = search.worst(share)
        if isinstance(worst_outcome, Unknown):
            return worst_outcome
        now, at = current_reading(self._problem), self._problem.variables.index(step.variable)
        lows: list[int] = []
        while len(lows) < MOVED_DRAWS and worst_outcome.low not in lows:
            moves = worst_outcome.flat.drawn(self._rng)
            scale = (step.value - now[step.variable]) / moves[at]
            reads = tuple(
                now[name] + scale * move
                for name, move in zip(self._problem.variables, moves, strict=True)
            )
            left = left_after(self._space, step, reads, self._budget)
            if isinstance(left, Unknown):
                return left
            lows.append(left)
        return Bounds(
            max(lows), worst_outcome.high, min(worst_outcome.least, *lows), worst_outcome.kinds
        )

    def _by_members(self, step: Manipulation, share: Meter) -> Bounds | Unknown:
        """Between what members in general position leave and what moving variables admit."""
        lows: list[int] = []
        open_bounds = [0]
        if self._problem.semantics is Semantics.SHIFT:  # a base that is v already: nothing moves
            still = tuple(current_reading(self._problem)[v] for v in self._problem.variables)
            left = left_after(self._space, step, still, self._budget)
            if isinstance(left, Unknown):
                return left
            lows += [left] if left else []
        ceiling = self._graphs
        climb = None
        if self._rounded is not None:  # whatever moves: a first look, and what regions leave
            climb = self._climbed(step, share.share(4))
            climb.mend(share.share(2))
            lows += climb.left
            low, ceiling = self._by_regions(step, max(lows, default=0), share.share(2))
            lows += [low] if low else []
            if low < ceiling == self._graphs:
                missing = Agreement(self._predictions, step).bound(self._budget)
                ceiling = ceiling if missing is None else max(low, missing)
        moving: list[tuple[int, int | None]] = []
        if ceiling > max(lows, default=0):
            moving = self._moving(step, share if lows else share.share(1))
        if climb is not None and moving and min(ceiling, moving[0][0]) > max(lows, default=0):
            seen = len(climb.left)
            climb.wander(random.Random(f"wander {self._seed}"), share.share(1))
            lows += climb.left[seen:]
        for bound, moved in moving:
            if min(bound, ceiling) <= max(lows, default=0):
                break
            if lows and share.over:
                open_bounds.append(bound)
                break
            for left in self._sampled(step, moved, climb, share):
                if isinstance(left, Unknown):
                    return left
                lows.append(left)
                if left >= bound:
                    break
            else:
                open_bounds.append(bound)
        if not lows:
            return Unknown("no outcome of this intervention was found")
        low = max(lows)
        return Bounds(low, max(low, min(ceiling, max(open_bounds))), min(lows), len(lows))

    def _by_regions(self, step: Manipulation, low: int, share: Meter) -> tuple[int, int]:
        """What some outcome leaves, and what none exceeds."""
        if low == self._graphs:
            return low, low
        return Regions(self._space, step, self._graphs, self._budget).bounded(low, share)

    def _climbed(self, step: Manipulation, share: Meter) -> Climb:
        """Outcomes that are worse and worse, from several that are likely."""
        climb = Climb(self._space, step, self._graphs, self._budget)
        for moved in (0, 1, -1):
            if not (climb.left and share.over):
                climb.rise(climb.still(moved), share)
        if not (climb.left and share.over):
            for _ in self._sampled(step, None, climb, share):
                if climb.done:
                    break
        return climb

    def _moving(
        self, step: Manipulation, share: Meter | None = None
    ) -> list[tuple[int, int | None]]:
        """(most graphs left, the moving variables), largest number first; None: nobody knows what moves."""
        names = self._problem.variables
        if len(names) > MOVED_VARIABLES:
            return [(self._graphs, None)]
        consistent: Callable[[int], Choices] = partial(self._consistent, step)
        if self._problem.rounding:
            if self._rounded is None:
                return [(self._graphs, None)]
            consistent = self._rounded.tables(step, share).left
        pairs: list[tuple[int, int | None]] = []
        at = 1 << names.index(step.variable)
        for moved in range(1 << len(names)):
            if moved & at:
                tables = consistent(moved)
                self._budget.spend(counting(tables))
                if exists_acyclic(tables):
                    left = counted(tables)
                    pairs.append((self._graphs if isinstance(left, Unknown) else left, moved))
        return sorted(pairs, key=lambda pair: (-pair[0], pair[1] or 0))

    def _consistent(self, step: Manipulation, moved: int) -> list[dict[int, int]]:
        """The parent sets that are left if exactly these variables move."""
        linear = self._problem.family is EquationFamily.LINEAR
        free = {step.variable, *(self._problem.held[-1] if self._problem.chain else ())}
        tables: list[dict[int, int]] = []
        for i, (name, table) in enumerate(zip(self._problem.variables, self._choices, strict=True)):
            if name in free:
                kept = set(table)
            elif moved >> i & 1:
                kept = {mask for mask in table if mask & moved}
            else:
                kept = {m for m in table if not linear or (m & moved).bit_count() != 1}
            tables.append(dict.fromkeys(kept, 1))
        return tables

    def _sampled(
        self, step: Manipulation, moved: int | None, climb: Climb | None, share: Meter
    ) -> Iterator[int | Unknown]:
        """Graphs left by what members in general position would show, if these variables move.

        From there a *climb* goes on to worse outcomes, whatever moves in them.
        """
        sampler = self._sampler
        if moved is not None:
            tables = self._moved_by_parents(step, moved)
            if not exists_acyclic(tables):
                return
            sampler = Sampler(tables)
        for drawn in range(MOVED_DRAWS):
            if drawn and share.over:
                return
            model = self._own.generic(sampler.draw(self._rng), self._rng)
            if isinstance(model, Unknown):
                yield model
                return
            reads = outcome(self._problem, model, step)
            if climb is not None:
                climb.rise(reads, share)
            yield (
                left_after(self._space, step, reads, self._budget) if climb is None else climb.worst
            )

    def _moved_by_parents(self, step: Manipulation, moved: int) -> list[dict[int, int]]:
        """The parent sets of members in which, without a coincidence, exactly these variables move."""
        tables: list[dict[int, int]] = []
        for i, (name, table) in enumerate(zip(self._problem.variables, self._choices, strict=True)):
            if name == step.variable:
                tables.append(dict(table))
            else:
                moves = bool(moved >> i & 1)
                tables.append({mask: 1 for mask in table if bool(mask & moved) == moves})
        return tables
