"""Linear arithmetic over the reals with Boolean structure: satisfiability and optimisation by z3.

Formulas are plain data, so that they can be shipped to another process and printed: unknowns are numbered
reals (some of them integers) and numbered Booleans; an :class:`Atom` compares a linear form with a number;
a clause is a sequence of atoms and of Boolean literals (k for "Boolean k", ~k for its negation).

>>> solver = LinearArithmetic(reals=2)
>>> solver.add([Atom(((0, Fraction(1)), (1, Fraction(1))), "=", Fraction(3))])
>>> solver.add([Atom(((0, Fraction(1)),), ">=", Fraction(2))])
>>> solver.optimum(((1, Fraction(1)),), maximise=True)
Optimum(value=Fraction(1, 1), attained=True)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from symcause.answers import Sat, SolverAnswer, Unknown, Unsat
from symcause.budgets import OUT_OF_TIME, Meter

Terms = tuple[tuple[int, Fraction], ...]

_STOPPED = ("timeout", "canceled", "max. resource limit exceeded")  # z3's words for a bound
_COUNTED = 2  # of z3's own resource count are a step of work
_MOST = (1 << 32) - 1  # the largest bound that z3 takes
_CHECK = 600  # steps of work for a question besides what z3 does
_READ = 25  # for each unknown that is read
_TERM = 50  # and for each that is written


@dataclass(frozen=True)
class Atom:
    """Σ coefficient·unknown compared with *bound*; relation is one of = != <= < >= >."""

    terms: Terms
    relation: str
    bound: Fraction


Literal = Atom | int
Clause = Sequence[Literal]


@dataclass(frozen=True)
class Assignment:
    """Values of all unknowns."""

    reals: tuple[Fraction, ...]
    booleans: tuple[bool, ...]


@dataclass(frozen=True)
class Optimum:
    """The best value of an objective; None is unbounded. Strict constraints may keep it out of reach.

    *at*: values of all unknowns that reach it, where they came with it.
    """

    value: Fraction | None
    attained: bool
    at: Assignment | None = field(default=None, compare=False, repr=False)


class LinearArithmetic:
    """An incremental solver. Assumptions are Boolean literals and hold for one call."""

    def __init__(
        self,
        reals: int,
        booleans: int = 0,
        *,
        integers: Iterable[int] = (),
        budget: Meter | None = None,
        tableau: bool = False,
    ) -> None:
        """What is done is charged to a *budget*, and ends where that does.

        *tableau*: z3's older simplex, two to three times faster where numbers are long.
        """
        import z3

        self._z3 = z3
        self._context = z3.Context()
        whole = set(integers)
        self._reals: list[Any] = [
            (z3.Int if i in whole else z3.Real)(f"x{i}", self._context) for i in range(reals)
        ]
        self._booleans = [z3.Bool(f"b{i}", self._context) for i in range(booleans)]
        self._clauses: list[Any] = []
        self._forms: dict[Terms, Any] = {}
        # No tactics: some of them have clocks of their own.
        self._solver = z3.SimpleSolver(ctx=self._context)
        if tableau:
            self._solver.set("arith.solver", 2)
        self._budget = budget or Meter()
        self._counted = 0  # by z3, over all that has happened in the context
        self._core: frozenset[int] = frozenset()

    def add(self, clause: Clause) -> None:
        """One of the literals must hold."""
        self._budget.spend(_written(clause))
        formula = self._disjunction(clause)
        self._clauses.append(formula)
        self._solver.add(formula)

    def add_product(self, product: int, left: int, right: int) -> None:
        """x_product = x_left · x_right: no longer linear, so answers may be ``Unknown``."""
        formula = self._reals[product] == self._reals[left] * self._reals[right]
        self._clauses.append(formula)
        self._solver.add(formula)

    def check(self, assumptions: Sequence[int] = (), budget: Meter | None = None) -> SolverAnswer:
        """Sat with a :class:`Assignment`, Unsat (see :attr:`core`) or Unknown; *budget*: of this call."""
        literals = [self._literal(k) for k in assumptions]
        answer = self._checked(self._solver, *literals, budget=budget)
        if isinstance(answer, Unknown):
            return answer
        if answer == self._z3.sat:
            return self._read(self._solver.model())
        if answer == self._z3.unsat:
            failed = {str(literal) for literal in self._solver.unsat_core()}
            self._core = frozenset(
                k for k, lit in zip(assumptions, literals, strict=True) if str(lit) in failed
            )
            return Unsat()
        raise AssertionError(f"z3 said {answer}")

    @property
    def core(self) -> frozenset[int]:
        """After Unsat: assumptions that suffice for it."""
        return self._core

    def optimum(
        self, objective: Terms, *, maximise: bool, assumptions: Sequence[int] = ()
    ) -> Optimum | Unsat | Unknown:
        """The best value of a linear objective, checked by the satisfiability solver."""
        optimiser = self._z3.Optimize(ctx=self._context)
        optimiser.add(*self._clauses, *(self._literal(k) for k in assumptions))
        form = self._form(objective)
        handle = (optimiser.maximize if maximise else optimiser.minimize)(form)
        answer = self._checked(optimiser)
        if isinstance(answer, Unknown):
            return answer
        if answer == self._z3.unsat:
            return Unsat()
        bound = (optimiser.upper_values if maximise else optimiser.lower_values)(handle)
        infinite, value = _number(bound[0]), _number(bound[1])
        if infinite is None or value is None:
            return Unknown("z3: the optimum is no rational number")
        if infinite != 0:
            return Optimum(None, False)
        sat = self._read(optimiser.model())
        at = sat.model if isinstance(sat, Sat) else None
        reached = isinstance(at, Assignment) and value == sum(
            (factor * at.reals[i] for i, factor in objective), Fraction(0)
        )
        example = at if reached and isinstance(at, Assignment) else None
        return self._verified(form, value, maximise, assumptions, example)

    def _checked(self, solver: Any, *literals: Any, budget: Meter | None = None) -> Any:
        """Sat or unsat, or Unknown: the reason is the budget's where that ended it.

        z3 counts its own work, over all that happens in a context; what was added is charged.
        """
        budget = self._budget if budget is None else budget
        if budget.over:
            return budget.shortage
        steps, seconds = budget.left, budget.seconds_left
        solver.set("rlimit", 0 if steps is None else min(_MOST, steps * _COUNTED))
        if seconds is not None:
            solver.set("timeout", max(1, int(seconds * 1000)))
        answer = solver.check(*literals)
        counted = int(self._solver.statistics().get_key_value("rlimit count"))
        budget.spend(_CHECK + (counted - self._counted) // _COUNTED)
        self._counted = counted
        if answer != self._z3.unknown:
            return answer
        reason = solver.reason_unknown()
        if reason not in _STOPPED:
            return Unknown(f"z3: {reason}")
        return budget.shortage if seconds is None or budget.over else OUT_OF_TIME

    def _verified(
        self,
        form: Any,
        value: Fraction,
        maximise: bool,
        assumptions: Sequence[int],
        example: Assignment | None,
    ) -> Optimum | Unsat | Unknown:
        """Nothing is better than *value*; is it reached, as the example says if there is one?"""
        literals = [self._literal(k) for k in assumptions]
        bound = self._constant(value)
        better = form > bound if maximise else form < bound
        answer = self._checked(self._solver, *literals, better)
        if isinstance(answer, Unknown):
            return answer
        if answer != self._z3.unsat:
            return Unknown("z3: the optimum could not be confirmed")
        if example is not None:
            return Optimum(value, True, example)
        reached = self._checked(self._solver, *literals, form == bound)
        if isinstance(reached, Unknown):
            return reached
        return Optimum(value, reached == self._z3.sat)

    def check_with(
        self,
        extra: Sequence[Clause],
        assumptions: Sequence[int] = (),
        budget: Meter | None = None,
    ) -> SolverAnswer:
        """The same as :meth:`check` with clauses that hold for this call only."""
        self._solver.push()
        try:
            for clause in extra:
                self._budget.spend(_written(clause))
                self._solver.add(self._disjunction(clause))
            return self.check(assumptions, budget)
        finally:
            self._solver.pop()

    def _read(self, model: Any) -> SolverAnswer:
        self._budget.spend(_READ * (len(self._reals) + len(self._booleans)))
        values: list[Fraction] = []
        for unknown in self._reals:
            value = _number(model.eval(unknown, model_completion=True))
            if value is None:
                return Unknown("z3: a value is no rational number")
            values.append(value)
        booleans = tuple(
            self._z3.is_true(model.eval(b, model_completion=True)) for b in self._booleans
        )
        return Sat(Assignment(tuple(values), booleans))

    def _disjunction(self, clause: Clause) -> Any:
        parts = [self._atom(x) if isinstance(x, Atom) else self._literal(x) for x in clause]
        return parts[0] if len(parts) == 1 else self._z3.Or(*parts)

    def _literal(self, literal: int) -> Any:
        return self._booleans[literal] if literal >= 0 else self._z3.Not(self._booleans[~literal])

    def _form(self, terms: Terms) -> Any:
        """Σ coefficient·unknown, made once: both sides of an interval have the same."""
        if terms not in self._forms:
            parts = [self._constant(coefficient) * self._reals[i] for i, coefficient in terms]
            self._forms[terms] = self._z3.Sum(parts) if parts else self._constant(Fraction(0))
        return self._forms[terms]

    def _constant(self, number: Fraction) -> Any:
        return self._z3.RealVal(str(number), self._context)

    def _atom(self, atom: Atom) -> Any:
        left, right = self._form(atom.terms), self._constant(atom.bound)
        match atom.relation:
            case "=":
                return left == right
            case "!=":
                return left != right
            case "<=":
                return left <= right
            case "<":
                return left < right
            case ">=":
                return left >= right
            case ">":
                return left > right
        raise ValueError(f"unknown relation {atom.relation!r}")


def _number(value: Any) -> Fraction | None:
    """A z3 numeral as a Fraction, None if it is none (infinite, irrational)."""
    try:
        return Fraction(value.as_string())
    except AttributeError:
        return None


def _written(clause: Clause) -> int:
    """What it costs to tell z3 a clause, in steps of work."""
    return _TERM * (2 + sum(len(x.terms) if isinstance(x, Atom) else 1 for x in clause))
