"""Outcomes of the next linear intervention: what members would read, and the graphs left.

What is read depends on the model, so members are grouped by what they predict (*outcomes*). Whatever was
read, the graphs left are among those before: only their parent sets are looked at again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import UsageError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Manipulation, Semantics
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace, counted, counting
from symcause.families.linear.space.local.coefficient_space import CoefficientSpace
from symcause.families.linear.space.local.parent_tables import feasibility
from symcause.models.bit_sets import bits
from symcause.models.equations import State

Outcome = tuple[Fraction, ...]
"""A reading, in the order of the problem's variables."""


def exact_set(problem: LinearProblem) -> bool:
    """Exact linear data under ``set``: the value does not matter, and a target shows all it can at once."""
    linear = problem.family is EquationFamily.LINEAR and not problem.rounding
    return linear and problem.semantics is Semantics.SET


def current_reading(problem: LinearProblem) -> State:
    """The last reading of the manipulator's crystal; without a chain it is that of the first record."""
    if problem.chain:
        return problem.chain[-1].values
    if not problem.records:
        raise UsageError("no crystal has been measured that could be manipulated")
    return problem.records[0].values


def fresh_value(problem: LinearProblem, name: str) -> Fraction:
    """A value that changes the variable: 50, or 10 where it reads 50 already."""
    return Fraction(50) if current_reading(problem)[name] != 50 else Fraction(10)


def after(problem: LinearProblem, step: Manipulation, reads: Outcome) -> LinearProblem:
    """The problem with the outcome as one more reading."""
    return begun(problem).extended(
        ChainState(dict(zip(problem.variables, reads, strict=True)), step)
    )


def begun(problem: LinearProblem) -> LinearProblem:
    """The problem with a chain: the first record's crystal goes onto the manipulator."""
    return problem if problem.chain else problem.extended(ChainState(problem.records[0].values))


def outcome(problem: LinearProblem, model: CrystalModel, step: Manipulation) -> Outcome:
    """What would be read after the intervention if the model were the truth."""
    if exact_set(problem):
        now = current_reading(problem)
        move, responses = step.value - now[step.variable], response(model, step.variable)
        return tuple(now[v] + move * responses.get(v, 0) for v in problem.variables)
    lab, crystal = problem.laboratory(model), current_crystal(problem, model)
    if crystal is None:
        raise UsageError("no crystal has been measured that could be manipulated")
    return tuple(lab.measure(lab.intervene(crystal, step)).values())


def outcomes(
    problem: LinearProblem, members: Sequence[CrystalModel], step: Manipulation
) -> dict[Outcome, list[CrystalModel]]:
    """The members grouped by what they would read after the intervention."""
    groups: dict[Outcome, list[CrystalModel]] = defaultdict(list)
    for model in members:
        groups[outcome(problem, model, step)].append(model)
    return dict(groups)


def response(model: CrystalModel, name: str) -> dict[str, Fraction]:
    """The total effects of a variable: a column of (I − W)⁻¹ (linear models; zeros left out)."""
    total = {name: Fraction(1)}
    for other in model.order:
        if other == name:
            continue
        parts = [e.linear * total[p] for p, e in model.equations[other].effects if p in total]
        if parts and (effect := sum(parts, Fraction(0))):
            total[other] = effect
    return total


def sufficient(problem: LinearProblem) -> set[str] | None:
    """Properties that leave one graph once each is set, by the theorem of ``docs/theory/linear.md``.

    Exact linear data, ``set``, a sink as target, everything else controllable: those not set so far. None
    where the theorem does not apply.
    """
    others = set(problem.variables) - {problem.target}
    if not exact_set(problem) or problem.target_may_cause or others - set(problem.controllable):
        return None
    return others - already_set(problem)


def left_after(
    space: LinearSpace, step: Manipulation, reads: Outcome, budget: Meter | None = None
) -> int | Unknown:
    """How many graphs explain the evidence and one more reading."""
    return Leaving(space, step, budget).left(reads)


class Leaving:
    """What outcomes of one intervention leave.

    Whether a parent set is left depends on what the variable and these parents read: that is remembered.
    What is done is charged to a *budget*, and never cut short.
    """

    def __init__(self, space: LinearSpace, step: Manipulation, budget: Meter | None = None) -> None:
        self._space, self._step = space, step
        self._budget = (budget or Meter()).account()
        self._known: dict[tuple[int, int, Outcome], int] = {}

    def left(self, reads: Outcome) -> int | Unknown:
        """How many graphs explain the evidence and one more reading."""
        if isinstance(self._space.live, Unknown):
            return self._space.live
        later: LinearSpace | None = None
        tables: list[dict[int, int]] = []
        for i, table in enumerate(self._space.live):
            kept: dict[int, int] = {}
            for mask in sorted(table, key=int.bit_count, reverse=True):  # settle smaller ones
                key = (i, mask, tuple(reads[j] for j in (i, *bits(mask))))
                if key not in self._known:
                    if later is None:
                        problem = after(self._space.problem, self._step, reads)
                        later = LinearSpace(problem, engine=self._space.engine, meter=self._budget)
                    weight = self._weight(later, i, mask)
                    if isinstance(weight, Unknown):
                        return weight
                    self._known[key] = weight
                if self._known[key]:
                    kept[mask] = 1
            tables.append(kept)
        self._budget.spend(counting(tables) + sum(map(len, tables)))
        return counted(tables)

    def excluded(self, reads: Outcome) -> list[tuple[int, int]]:
        """The parent sets that an outcome which was looked at does not leave."""
        assert not isinstance(self._space.live, Unknown)
        return [
            (i, mask)
            for i, table in enumerate(self._space.live)
            for mask in table
            if not self._known[i, mask, tuple(reads[j] for j in (i, *bits(mask)))]
        ]

    def _weight(self, later: LinearSpace, i: int, mask: int) -> int | Unknown:
        own = later.local_mask(self._space.problem.variables[i], mask)
        if _says_nothing(self._space.locals[i], later.locals[i], own):
            return 1
        return feasibility(later.locals[i], own)


def _says_nothing(before: CoefficientSpace, local: CoefficientSpace, mask: int) -> bool:
    """Is the new row, for these parents, one that was there; or the first one with a base of its own?"""
    evidence = local.evidence
    *rows, last = evidence.rows
    if len(rows) != len(before.evidence.rows):
        return False
    alike = [row for row in rows if row.group == last.group]
    if not alike:
        return last.group is not None and evidence.bounds(last.group) == (None, None)
    columns = evidence.columns(mask)
    return any(
        row.value == last.value and all(row.features[c] == last.features[c] for c in columns)
        for row in alike
    )


def already_set(problem: LinearProblem) -> set[str]:
    """Properties whose total effects were read: set alone, to another value, under exact linear ``set``."""
    if not exact_set(problem):
        return set()
    names: set[str] = set()
    for before, done in zip(problem.chain, problem.done[1:], strict=False):
        for name, value in done.items():
            if len(done) == 1 and before.values[name] != value:
                names.add(name)
    return names
