"""The SMT engine of local linear spaces: real arithmetic with intervals, decided by z3.

Unknowns are the coefficients and one base a group. A selector Boolean a candidate parent: if it is on, the
main coefficient is not zero (or at least ``min_effect`` in size; where terms may be absent, one of them is
not zero), if it is off, all its coefficients are zero. A parent set is a full set of assumptions, so one
solver serves all of them, and what it learns about one set (its unsatisfiable core) settles others. Much is
settled before it is asked: :mod:`~space.local.least_squares_parents`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from symcause.answers import Sat, Unknown, Unsat
from symcause.budgets import Meter
from symcause.families.linear.models.crystals import EquationFamily
from symcause.families.linear.problem.problem import Coefficients, Domain
from symcause.families.linear.space.local.coefficient_space import EquationWitness, Extremes
from symcause.families.linear.space.local.evidence_rows import LinearRows, Vector
from symcause.families.linear.space.local.integer_rows import WholeRows
from symcause.families.linear.space.local.least_squares_parents import (
    guessing,
    near_member,
    settled_parents,
)
from symcause.solvers.sat.linear_arithmetic import (
    Assignment,
    Atom,
    Clause,
    LinearArithmetic,
    Literal,
    Optimum,
)

ONE, ZERO = Fraction(1), Fraction(0)
FAR = Fraction(1_000)  # how far out an example of an unbounded range lies


class SmtLocal:
    """z3 for one variable."""

    def __init__(
        self,
        evidence: LinearRows,
        coefficients: Coefficients,
        budget: Meter | None = None,
        spare: int = 0,
    ) -> None:
        self.evidence = evidence
        self._budget = budget or Meter()
        self._least = coefficients.min_effect
        groups = [row.group for row in evidence.rows if row.group is not None]
        self._groups = {g: evidence.width + i for i, g in enumerate(dict.fromkeys(groups))}
        if not self._groups:
            self._groups = {-1: evidence.width}  # a base that no row shows
        self._coefficients = coefficients
        self._whole = coefficients.domain is Domain.INTEGER
        unknowns = evidence.width + len(self._groups)
        self.spare = range(unknowns, unknowns + spare)  # for what is asked besides
        self._refuted: list[frozenset[int]] = []
        self._models: dict[int, Assignment | None] = {}

    @cached_property
    def _solver(self) -> LinearArithmetic:
        """z3 with all rows; many parent sets are settled without it."""
        whole = range(self.evidence.width) if self._whole else range(0)
        solver = LinearArithmetic(
            self.spare.stop,
            len(self.evidence.candidates),
            integers=whole,
            budget=self._budget,
            tableau=True,
        )
        self._add_rows(solver)
        self._add_class(solver, self._coefficients)
        return solver

    def _add_rows(self, solver: LinearArithmetic) -> None:
        half = self.evidence.half
        for row in self.evidence.rows:
            terms = [(i, f) for i, f in enumerate(row.features) if f]
            if row.group is not None:
                terms.append((self._groups[row.group], ONE))
            if half == 0:
                solver.add([Atom(tuple(terms), "=", row.value)])
            else:
                solver.add([Atom(tuple(terms), ">=", row.value - half)])
                solver.add([Atom(tuple(terms), "<=", row.value + half)])
        for group, base in self._groups.items():
            self._bound(solver, base, *self.evidence.bounds(group))

    @staticmethod
    def _bound(
        solver: LinearArithmetic,
        unknown: int,
        low: Fraction | int | None,
        high: Fraction | int | None,
    ) -> None:
        if low is not None:
            solver.add([Atom(((unknown, ONE),), ">=", Fraction(low))])
        if high is not None:
            solver.add([Atom(((unknown, ONE),), "<=", Fraction(high))])

    def _add_class(self, solver: LinearArithmetic, coefficients: Coefficients) -> None:
        count = len(self.evidence.candidates)
        squares = self.evidence.family is EquationFamily.QUADRATIC
        optional = squares and coefficients.without_zero
        for column in range(self.evidence.width):
            if coefficients.domain is Domain.INTEGER:
                low, high = coefficients.minimum or 0, coefficients.maximum or 0
                self._bound(
                    solver, column, min(low, 0), max(high, 0)
                )  # a coefficient may be absent
                absent = [Atom(((column, ONE),), "=", ZERO)] if optional else []
                on: list[list[Literal]] = [
                    [~(column % count), *absent, Atom(((column, ONE),), ">=", Fraction(low))],
                    [~(column % count), *absent, Atom(((column, ONE),), "<=", Fraction(high))],
                ]
                for clause in on:
                    solver.add(clause)
            solver.add([column % count, Atom(((column, ONE),), "=", ZERO)])
        size = coefficients.min_effect
        for main in range(count):
            term = ((main, ONE),)
            if size is None:
                terms = [term, ((count + main, ONE),)] if optional else [term]
                some = [Atom(one, sign, ZERO) for one in terms for sign in ("<", ">")]
                solver.add([~main, *some])
            else:
                solver.add([~main, Atom(term, "<=", -size), Atom(term, ">=", size)])
        for main, sign in enumerate(self.evidence.signs):
            if sign:
                solver.add([~main, Atom(((main, ONE),), ">" if sign > 0 else "<", ZERO)])
        for main in range(count):
            if self.evidence.required >> main & 1:
                solver.add([main])

    def _assumptions(self, mask: int) -> list[int]:
        return [i if mask >> i & 1 else ~i for i in range(len(self.evidence.candidates))]

    def _model(self, mask: int) -> Assignment | Unknown | None:
        """A member, None if there is none; what was not found out is not remembered."""
        if mask not in self._models:
            model = self._decide(mask)
            if isinstance(model, Unknown):
                return model
            self._models[mask] = model
        return self._models[mask]

    @cached_property
    def _settled(self) -> tuple[int, int]:
        """Candidates that are parents in every member, and in none."""
        return settled_parents(self._rows, None if self._whole else self._least)

    @cached_property
    def _rows(self) -> WholeRows:
        return WholeRows(self.evidence)

    def _ruled_out(self, mask: int) -> bool:
        """Is it known that a parent set has no member?"""
        always, never = self._settled
        if mask & never or ~mask & (always | self.evidence.required):
            return True
        assumptions = set(self._assumptions(mask))
        return any(core <= assumptions for core in self._refuted)

    def _decide(self, mask: int) -> Assignment | Unknown | None:
        if self._ruled_out(mask):
            return None
        model = self._guessed(mask)
        if model is not None:
            return model
        return self._budget.shortage if self._budget.over else self._asked(mask)

    def _asked(self, mask: int) -> Assignment | Unknown | None:
        """What the solver says."""
        answer = self._solver.check(self._assumptions(mask))
        if isinstance(answer, Unsat):
            self._refuted.append(self._solver.core)
            return None
        if isinstance(answer, Sat):
            assert isinstance(answer.model, Assignment)
            return answer.model
        return answer

    def _guessed(self, mask: int) -> Assignment | None:
        """A member that least squares suggest, without asking z3."""
        if self._whole:
            return None
        self._budget.spend(guessing(self._rows, mask))
        member = near_member(self._rows, tuple(self._groups), mask, self._least)
        return None if member is None else self._assigned(mask, *member)

    def _assigned(self, mask: int, coefficients: Vector, bases: Vector) -> Assignment:
        """Values of all unknowns but the spare ones, which nobody reads."""
        on = tuple(bool(mask >> i & 1) for i in range(len(self.evidence.candidates)))
        return Assignment((*coefficients, *bases), on)

    def weight(self, mask: int) -> int | Unknown:
        model = self._model(mask)
        return model if isinstance(model, Unknown) else int(model is not None)

    def witness(self, mask: int) -> EquationWitness | Unknown | None:
        model = self._model(mask)
        if model is None or isinstance(model, Unknown):
            return model
        return self._as_witness(model)

    def another(self, mask: int, witness: EquationWitness) -> EquationWitness | Unknown | None:
        different = [Atom(((i, ONE),), "!=", value) for i, value in enumerate(witness.coefficients)]
        if not different:
            return None
        answer = self._solver.check_with([different], self._assumptions(mask))
        if isinstance(answer, Sat):
            assert isinstance(answer.model, Assignment)
            return self._as_witness(answer.model)
        return answer if isinstance(answer, Unknown) else None

    def completion(
        self, mask: int, stated: Mapping[int, Fraction], base: Fraction | None
    ) -> EquationWitness | Unknown | None:
        """A member with these values of some columns and, if given, of the first base."""
        clauses = [[Atom(((column, ONE),), "=", value)] for column, value in stated.items()]
        if base is not None:
            first = next(iter(self._groups.values()))
            clauses.append([Atom(((first, ONE),), "=", base)])
        answer = self._solver.check_with(clauses, self._assumptions(mask))
        if isinstance(answer, Sat):
            assert isinstance(answer.model, Assignment)
            return self._as_witness(answer.model)
        return answer if isinstance(answer, Unknown) else None

    def require(self, clause: Clause) -> None:
        """One more condition, for every later question."""
        self._solver.add(clause)

    def admits(self, mask: int, clauses: Sequence[Clause], budget: Meter) -> bool | Unknown:
        """Has a parent set a member that meets these conditions, too, as far as a budget goes?"""
        answer = self._solver.check_with(clauses, self._assumptions(mask), budget)
        return answer if isinstance(answer, Unknown) else isinstance(answer, Sat)

    def _as_witness(self, model: Assignment) -> EquationWitness:
        base = next(iter(self._groups.values()))
        return EquationWitness(model.reals[: self.evidence.width], model.reals[base])

    def extremes(self, mask: int, objective: Vector) -> Extremes | Unknown | None:
        return self._extremes(self._assumptions(mask), objective)

    def extremes_of_all(self, objective: Vector) -> Extremes | Unknown | None:
        """The range over all parent sets together."""
        return self._extremes([], objective)

    def _extremes(self, assumptions: list[int], objective: Vector) -> Extremes | Unknown | None:
        base = next(iter(self._groups.values()))
        terms = (*((i, f) for i, f in enumerate(objective) if f), (base, ONE))
        pairs: list[tuple[Optimum, EquationWitness]] = []
        for maximise in (False, True):
            if self._budget.over:
                return self._budget.shortage
            best = self._solver.optimum(terms, maximise=maximise, assumptions=assumptions)
            if isinstance(best, Unsat):
                return None
            if isinstance(best, Unknown):
                return best
            example = self._example(terms, best, maximise, assumptions)
            if isinstance(example, Unknown):
                return example
            pairs.append((best, example))
        (low, low_at), (high, high_at) = pairs
        return Extremes(low.value, high.value, low_at, high_at, low.attained, high.attained)

    def _example(
        self,
        terms: tuple[tuple[int, Fraction], ...],
        best: Optimum,
        maximise: bool,
        assumptions: list[int],
    ) -> EquationWitness | Unknown:
        """A member at the optimum, close to it, or (unbounded) far out."""
        if best.at is not None:
            return self._as_witness(best.at)
        sign = 1 if maximise else -1
        if best.value is None:
            wanted = Atom(terms, ">=" if maximise else "<=", sign * FAR)
        elif best.attained:
            wanted = Atom(terms, "=", best.value)
        else:
            close = best.value - sign * Fraction(1, 1000)
            wanted = Atom(terms, ">=" if maximise else "<=", close)
        answer = self._solver.check_with([[wanted]], assumptions)
        if isinstance(answer, Sat):
            assert isinstance(answer.model, Assignment)
            return self._as_witness(answer.model)
        return answer if isinstance(answer, Unknown) else Unknown("z3: no example of an optimum")
