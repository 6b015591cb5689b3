"""The formula of a linear space under a hidden disturbance, in linear arithmetic.

Let H_t be the disturbance after intervention t (H_0 its initial value), λ_X its weight on X, n_X = 1 where
it acts, and r the response of the crystal to a unit of it: r_X = λ_X·n_X + Σ w_p·r_p. What is read is the
clean value plus H_t·r. In terms of what is read, the rows of X (:mod:`~space.local.evidence_rows`) become

    X_s  =  base + Σ w_p·p_s + λ_X·n_X·H_s                               (base free, or v after ``shift``)
    X_s − X_t  =  Σ w_p·(p_s − p_t) + λ_X·n_X·(H_s − H_t)                (since X was ``set`` at t)
    X_t − v  =  H_t·r_X                                                  (when X is ``set`` to v at t)

The first two are linear once H is one-hot. In the third, r multiplies unknown coefficients
(:mod:`~space.hidden.disturbance_response`).

*Rounded* readings, in both families: the third row is dropped, because a rounded ``set`` stores a base that
is only near to the formula; each ``set`` opens a base of its own. What is left are the intervals of
:mod:`~space.local.evidence_rows` with λ_X·n_X·H_s added, linear and exact. So are quadratic ones without
rounding, unless ``set`` asks for the third row, which is no product there.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symcause.budgets import Meter
from symcause.families.linear.models.laboratory import Semantics
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.families.linear.space.hidden.disturbance_response import response_rows
from symcause.families.linear.space.hidden.formula_unknowns import DisturbedUnknowns
from symcause.families.linear.space.local.evidence_rows import rows_of
from symcause.solvers.sat.linear_arithmetic import Atom, Clause, LinearArithmetic, Literal, Terms

ONE, ZERO = Fraction(1), Fraction(0)


class DisturbedFormula(DisturbedUnknowns):
    """All constraints of a disturbed problem; unknowns are found in :attr:`layout`."""

    def __init__(self, problem: LinearProblem) -> None:
        super().__init__(problem)
        self.intervals = bool(problem.rounding) or self.quadratic
        self.needs_response = problem.semantics is Semantics.SET and not self.intervals
        self.clauses: list[Clause] = list(self._everything())

    def _everything(self) -> Iterator[Clause]:
        for step in range(1, (self.steps or [0])[-1] + 1):
            yield from self._one_hot([self.value(step, i) for i in range(len(self.hidden.values))])
        for name in self.problem.variables:
            affected, node = self._affected(name), self.node(name)
            if affected is not None:
                yield [node if affected else ~node]
            yield from self._class(name)
            yield from self._interval_rows(name) if self.intervals else self._rows(name)
            if self.needs_response:
                yield from response_rows(self, name)

    @staticmethod
    def _one_hot(literals: list[int]) -> Iterator[Clause]:
        yield literals
        for i, first in enumerate(literals):
            for second in literals[i + 1 :]:
                yield [~first, ~second]

    def _class(self, name: str) -> Iterator[Clause]:
        bounds = self.problem.coefficients
        for cause in self.problem.candidates(name):
            term: Terms = ((self.weight(name, cause), ONE),)
            edge = self.edge(name, cause)
            yield [edge, Atom(term, "=", ZERO)]
            if self.quadratic:
                yield from self._second_class(name, cause)
            if bounds.domain is Domain.INTEGER:
                yield from self._integer(name, cause)
            elif bounds.min_effect is None:
                yield [~edge, Atom(term, "<", ZERO), Atom(term, ">", ZERO)]
            else:
                size = bounds.min_effect
                yield [~edge, Atom(term, "<=", -size), Atom(term, ">=", size)]

    def _second_class(self, name: str, cause: str) -> Iterator[Clause]:
        """The linear coefficient of a parent whose square counts: any, or an integer of the range."""
        edge, second = self.edge(name, cause), self.second(name, cause)
        yield [edge, Atom(((second, ONE),), "=", ZERO)]
        bounds = self.problem.coefficients
        if bounds.domain is Domain.INTEGER:
            values = set(range(bounds.minimum or 0, (bounds.maximum or 0) + 1))
            values |= {0} if self.problem.optional_terms else set()
            yield [~edge, *(Atom(((second, ONE),), "=", Fraction(k)) for k in sorted(values))]

    def _integer(self, name: str, cause: str) -> Iterator[Clause]:
        edge, weight = self.edge(name, cause), self.weight(name, cause)
        choices = [self.layout.boolean("k", name, cause, k) for k in self.values_of()]
        term: Terms = ((weight, ONE),)
        if self.problem.optional_terms:  # no square, but a linear term
            rest: Terms = ((self.second(name, cause), ONE),)
            yield [~edge, *choices, Atom(rest, "<", ZERO), Atom(rest, ">", ZERO)]
            yield [*choices, Atom(term, "=", ZERO)]
        else:
            yield [~edge, *choices]
        for i, first in enumerate(choices):
            yield [~first, edge]
            yield [~first, Atom(((weight, ONE),), "=", Fraction(self.values_of()[i]))]

    def _push(self, name: str, step: int) -> tuple[Terms, list[Clause]]:
        """λ_X·n_X·H as a term, and what defines it."""
        affected = self._affected(name)
        if affected is False or (step == 0 and not self.hidden.initial):
            return (), []
        key = ("q", name, step) if affected is None else ("q", step)
        new = key not in self.layout.reals
        push = self.layout.real(*key)
        clauses: list[Clause] = []
        if new:
            unless: list[Literal] = [] if affected else [~self.node(name)]
            if step == 0:
                clauses.append([*unless, Atom(((push, ONE),), "=", self.hidden.initial)])
            for i, value in enumerate(self.hidden.values if step else ()):
                same = Atom(((push, ONE),), "=", value)
                clauses.append([*unless, ~self.value(step, i), same])
            if unless:
                clauses.append([self.node(name), Atom(((push, ONE),), "=", ZERO)])
        return ((push, self.hidden.weight_of(name)),), clauses

    def _interval_rows(self, name: str) -> Iterator[Clause]:
        """Readings of one variable, each by itself: the rows without disturbance, pushed."""
        problem, evidence = self.problem, rows_of(self.problem, name)
        columns, shared = self.columns(name), name not in problem.controllable
        for i, row in enumerate(evidence.rows):
            terms = [(c, f) for c, f in zip(columns, row.features, strict=True) if f]
            if row.group is not None:
                base = self.layout.real("b", name, -1 if shared else row.group)
                terms.append((base, ONE))
                yield from self._between(base, *evidence.bounds(row.group))
            at = i - len(problem.records)
            if at >= 0 and name not in problem.held[at]:
                push, definition = self._push(name, self.steps[at])
                yield from definition
                terms += push
            if evidence.half:
                yield [Atom(tuple(terms), ">=", row.value - evidence.half)]
                yield [Atom(tuple(terms), "<=", row.value + evidence.half)]
            else:
                yield [Atom(tuple(terms), "=", row.value)]

    def _rows(self, name: str) -> Iterator[Clause]:
        """Readings of one variable: exact and linear."""
        problem = self.problem
        shared = name not in problem.controllable
        for i, record in enumerate(problem.records):
            base = self.layout.real("b", name, -1 if shared else i)
            yield [self._reading(name, record.values, ((base, ONE),), record.values[name])]
            yield from self._base_bounds(base)
        anchor: int | None = None  # the state at which the variable was last set
        offset: Fraction | None = None  # its base after a shift
        for i, (state, held) in enumerate(zip(problem.chain, problem.held, strict=True)):
            reading = state.values[name]
            if name in state.settings and not problem.semantics.cuts:
                anchor, offset = i, problem.done[i][name]
            push, definition = self._push(name, self.steps[i])
            yield from definition
            if name in held:
                if reading != held[name]:
                    yield [Atom((), "=", ONE)]
            elif offset is None:
                base = self.layout.real("b", name, -1 if shared else "chain")
                yield [self._reading(name, state.values, (*push, (base, ONE)), reading)]
                yield from self._base_bounds(base)
            elif problem.semantics is Semantics.SHIFT:
                yield [self._reading(name, state.values, push, reading - offset)]
            elif anchor is not None and i > anchor:
                yield [self._difference(name, anchor, i, push)]

    def _reading(self, name: str, values: object, extra: Terms, right: Fraction) -> Atom:
        assert isinstance(values, dict)
        terms = [(self.weight(name, p), values[p]) for p in self.problem.candidates(name)]
        return Atom((*((i, c) for i, c in terms if c), *extra), "=", right)

    def _difference(self, name: str, anchor: int, at: int, push: Terms) -> Atom:
        then, now = self.problem.chain[anchor].values, self.problem.chain[at].values
        moved = {p: now[p] - then[p] for p in self.problem.variables}
        before, _ = self._push(name, self.steps[anchor])
        back = tuple((i, -c) for i, c in before)
        joined: dict[int, Fraction] = {}
        for i, c in (*push, *back):  # both may be the same disturbance
            joined[i] = joined.get(i, ZERO) + c
        extra = tuple((i, c) for i, c in joined.items() if c)
        return self._reading(name, moved, extra, now[name] - then[name])

    def _base_bounds(self, base: int) -> Iterator[Clause]:
        bases = self.problem.bases
        if bases is not None:
            yield from self._between(base, bases.minimum, bases.maximum)

    @staticmethod
    def _between(base: int, low: Fraction | None, high: Fraction | None) -> Iterator[Clause]:
        if low is not None:
            yield [Atom(((base, ONE),), ">=", low)]
        if high is not None:
            yield [Atom(((base, ONE),), "<=", high)]

    def solver(self, budget: Meter | None = None, *, products: bool = False) -> LinearArithmetic:
        """A solver that holds all clauses, with the products exactly if asked for."""
        solver = LinearArithmetic(len(self.layout.reals), len(self.layout.booleans), budget=budget)
        for clause in self.clauses:
            solver.add(clause)
        for product, weight, response in self.products if products else ():
            solver.add_product(product, weight, response)
        return solver
