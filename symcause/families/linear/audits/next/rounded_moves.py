"""Rounded moves: which parent sets the next linear intervention leaves, by what moves.

Readings are multiples of a unit. After an intervention on X (``set``), let M be X and the variables that
read something at least two units away from before; the others moved by a unit or not at all. Let V be
another variable with parents S, of which at most X is in M. Then it is known what its parents may read
now: X its value within a unit, each of the others one of three readings. Both readings of V are within
half a unit of the same base plus what its parents give, so what they give has changed

- by at most two units, if V is not in M;
- by at least one, if V is in M.

Both conditions are linear in the coefficients (three cases a parent), so z3 decides whether the
coefficients that the evidence leaves can meet them. A parent set of which another variable is in M is
kept: nothing is said about it. What is left by an outcome with this M is among the graphs of these
tables, whatever its numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.intervention_outcomes import current_reading
from symcause.families.linear.models.laboratory import EquationFamily, Manipulation, Semantics
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.evidence_rows import LinearRows
from symcause.families.linear.space.local.smt_engine import SmtLocal
from symcause.solvers.sat.linear_arithmetic import Atom, Clause, Terms

ONE, ZERO = Fraction(1), Fraction(0)


def foreseeable(space: LinearSpace) -> bool:
    """Do rounded readings of this problem say what a variable that moves may read?"""
    problem = space.problem
    unit = problem.rounding
    if not unit or problem.semantics is not Semantics.SET:
        return False
    now = current_reading(problem)
    return all((now[name] / unit).denominator == 1 for name in problem.variables)


class RoundedMoves:
    """Interventions on one version space with rounded readings."""

    def __init__(self, space: LinearSpace, budget: Meter) -> None:
        assert not isinstance(space.live, Unknown)
        self._space, self._choices = space, space.live
        self._problem, self._budget = space.problem, budget.account()
        self._now = current_reading(space.problem)
        self._locals = [self._prepared(local.evidence) for local in space.locals]
        self._leaps: dict[tuple[int, int], bool] = {}

    def _prepared(self, evidence: LinearRows) -> SmtLocal:
        """The local space of a variable, with what a parent that moves by a unit at most adds."""
        local = SmtLocal(
            evidence, self._problem.coefficients, self._budget, 2 * len(evidence.candidates)
        )
        unit = self._problem.rounding
        for i, name in enumerate(evidence.candidates):
            added, now = local.spare[i], self._now[name]
            cases = [_change(evidence, i, now, now + move) for move in (-unit, ZERO, unit)]
            local.require([_equal(added, terms) for terms in cases])
        return local

    def tables(self, step: Manipulation, share: Meter | None = None) -> _Tables:
        """What each parent set admits if this variable is set, as far as a *share* of the budget goes."""
        budget = self._budget if share is None else share
        still: list[dict[int, bool]] = [{} for _ in self._choices]
        leap: list[dict[int, bool]] = [{} for _ in self._choices]
        at = 1 << self._problem.variables.index(step.variable)
        every = ((i, mask) for i, table in enumerate(self._choices) for mask in table)
        for i, mask in sorted(every, key=lambda pair: pair[1].bit_count()):  # small ones say most
            still[i][mask] = leap[i][mask] = True
            if mask & at:
                still[i][mask] = self._admits(i, mask, step, False, budget)
            else:
                leap[i][mask] = self._leaping(i, mask, step, budget)
        return _Tables(at, still, leap)

    def _leaping(self, i: int, mask: int, step: Manipulation, budget: Meter) -> bool:
        """Can a variable move by two units although its parents moved by one at most?"""
        if (i, mask) not in self._leaps:
            found = bool(mask) and self._admits(i, mask, step, True, budget)
            if budget.over and found:
                return True  # not found out: it may be
            self._leaps[i, mask] = found
        return self._leaps[i, mask]

    def _admits(self, i: int, mask: int, step: Manipulation, leaps: bool, budget: Meter) -> bool:
        """False if no coefficients let the variable stay (leap) like that."""
        name, local = self._problem.variables[i], self._locals[i]
        if name == step.variable:
            return True
        conditions = list(self._conditions(local, step, leaps))
        found = local.admits(self._space.local_mask(name, mask), conditions, budget)
        return found is not False  # what is not found out may be

    def _conditions(self, local: SmtLocal, step: Manipulation, leaps: bool) -> Iterator[Clause]:
        """What the parents give changes by at most two units, or by at least one."""
        evidence, unit = local.evidence, self._problem.rounding
        count = len(evidence.candidates)
        terms = []
        for i, name in enumerate(evidence.candidates):
            if name != step.variable:
                terms.append((local.spare[i], ONE))
                continue
            set_to = local.spare[count + i]
            terms.append((set_to, ONE))
            cases = [
                _change(evidence, i, self._now[name], step.value + move)
                for move in (-unit, ZERO, unit)
            ]
            yield [_equal(set_to, case) for case in cases]
        total = tuple(terms)
        if leaps:
            yield [Atom(total, ">=", unit), Atom(total, "<=", -unit)]
        else:
            yield [Atom(total, ">=", -2 * unit)]
            yield [Atom(total, "<=", 2 * unit)]


class _Tables:
    """The parent sets left by outcomes of one intervention, by what moves."""

    def __init__(self, at: int, still: list[dict[int, bool]], leap: list[dict[int, bool]]) -> None:
        self._at, self._still, self._leap = at, still, leap

    def left(self, moved: int) -> list[dict[int, int]]:
        """Those that may be left if exactly these variables move by two units or more."""
        others = moved & ~self._at
        tables: list[dict[int, int]] = []
        for i, (still, leap) in enumerate(zip(self._still, self._leap, strict=True)):
            known = leap if moved >> i & 1 and 1 << i != self._at else still
            tables.append({mask: 1 for mask, may in known.items() if may or mask & others})
        return tables


def _change(evidence: LinearRows, i: int, before: Fraction, after: Fraction) -> Terms:
    """What a parent adds when it moves, in the coefficients."""
    move = after - before
    if evidence.family is EquationFamily.LINEAR:
        terms: Terms = ((i, move),)
    else:
        square = after * after - before * before
        terms = ((i, square), (len(evidence.candidates) + i, move))
    return tuple((column, factor) for column, factor in terms if factor)


def _equal(unknown: int, terms: Terms) -> Atom:
    return Atom(((unknown, ONE), *((i, -factor) for i, factor in terms)), "=", ZERO)
