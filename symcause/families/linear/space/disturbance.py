"""Crystals under a hidden disturbance, as one formula of linear arithmetic with one-hot values.

Let H_t be the disturbance after intervention t (H_0 its initial value), λ_X its weight on X, n_X = 1 where
it acts, and r the response of the crystal to a unit of it: r_X = λ_X·n_X + Σ w_p·r_p. What is read is the
clean value plus H_t·r. In terms of what is read, the rows of X (:mod:`~space.rows`) become

    X_s  =  base + Σ w_p·p_s + λ_X·n_X·H_s                               (base free, or v after ``shift``)
    X_s − X_t  =  Σ w_p·(p_s − p_t) + λ_X·n_X·(H_s − H_t)                (since X was ``set`` at t)
    X_t − v  =  H_t·r_X                                                  (when X is ``set`` to v at t)

The first two are linear once H is one-hot. In the third, r multiplies unknown coefficients. Integer
coefficients are one-hot too, which makes w·r linear: the formula is exact. For rational ones w·r is left
open except where r is known (from an intervention on p with H ≠ 0, or because p has no parents), which is a
relaxation: see :mod:`~space.hidden` for how it is made exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symcause.families.linear.models.laboratory import Semantics
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.solvers.linear_arithmetic import Atom, Clause, LinearArithmetic, Literal, Terms

ONE, ZERO = Fraction(1), Fraction(0)


class FormulaUnknowns:
    """Numbers of the unknowns."""

    def __init__(self) -> None:
        self.reals: dict[object, int] = {}
        self.booleans: dict[object, int] = {}

    def real(self, *key: object) -> int:
        return self.reals.setdefault(key, len(self.reals))

    def boolean(self, *key: object) -> int:
        return self.booleans.setdefault(key, len(self.booleans))


class DisturbedFormula:
    """All constraints of a disturbed problem; unknowns are found in :attr:`layout`."""

    def __init__(self, problem: LinearProblem) -> None:
        assert problem.hidden is not None
        self.problem, self.hidden = problem, problem.hidden
        self.layout = FormulaUnknowns()
        self.steps = self._steps()
        self.needs_response = problem.semantics is Semantics.SET
        self.clauses: list[Clause] = []
        self.products: list[tuple[int, int, int]] = []
        for clause in self._everything():
            self.clauses.append(clause)

    def _steps(self) -> list[int]:
        """For every chain state, how many interventions came before it or with it."""
        count, steps = 0, []
        for state in self.problem.chain:
            count += state.acted
            steps.append(count)
        return steps

    # Unknowns ---------------------------------------------------------------------------------------------

    def weight(self, effect: str, cause: str) -> int:
        return self.layout.real("w", effect, cause)

    def edge(self, effect: str, cause: str) -> int:
        return self.layout.boolean("e", effect, cause)

    def node(self, name: str) -> int:
        return self.layout.boolean("n", name)

    def value(self, step: int, index: int) -> int:
        """Boolean: the disturbance after intervention *step* has its value number *index*."""
        return self.layout.boolean("h", step, index)

    def _affected(self, name: str) -> bool | None:
        nodes = self.hidden.nodes
        return None if nodes is None else name in nodes

    # Constraints -----------------------------------------------------------------------------------

    def _everything(self) -> Iterator[Clause]:
        for step in range(1, (self.steps or [0])[-1] + 1):
            yield from self._one_hot([self.value(step, i) for i in range(len(self.hidden.values))])
        for name in self.problem.variables:
            affected = self._affected(name)
            if affected is not None:
                yield [self.node(name) if affected else ~self.node(name)]
            yield from self._class(name)
            yield from self._rows(name)
            if self.needs_response:
                yield from self._response(name)

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
            if bounds.domain is Domain.INTEGER:
                yield from self._integer(name, cause)
            elif bounds.min_effect is None:
                yield [~edge, Atom(term, "<", ZERO), Atom(term, ">", ZERO)]
            else:
                size = bounds.min_effect
                yield [~edge, Atom(term, "<=", -size), Atom(term, ">=", size)]

    def values_of(self) -> list[int]:
        """The integers a coefficient may have."""
        bounds = self.problem.coefficients
        size = bounds.min_effect or ONE
        low, high = bounds.minimum or 0, bounds.maximum or 0
        return [w for w in range(low, high + 1) if abs(w) >= size]

    def _integer(self, name: str, cause: str) -> Iterator[Clause]:
        edge, weight = self.edge(name, cause), self.weight(name, cause)
        choices = [self.layout.boolean("k", name, cause, k) for k in self.values_of()]
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

    def _rows(self, name: str) -> Iterator[Clause]:
        """Readings of one variable."""
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
                anchor, offset = i, state.settings[name]
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
        if bases is not None and bases.minimum is not None:
            yield [Atom(((base, ONE),), ">=", bases.minimum)]
        if bases is not None and bases.maximum is not None:
            yield [Atom(((base, ONE),), "<=", bases.maximum)]

    # Response --------------------------------------------------------------------------------------

    def _sets_of(self, name: str) -> Iterator[tuple[int, Fraction]]:
        """(step, how far X missed its value) for every intervention on the variable."""
        for i, state in enumerate(self.problem.chain):
            if name in state.settings:
                yield self.steps[i], state.values[name] - state.settings[name]

    def _response(self, name: str) -> Iterator[Clause]:
        """r_X = λ_X·n_X + Σ w·r, and what interventions on X show of it."""
        response, acts = self.layout.real("r", name), self.layout.real("n", name)
        yield [self.node(name), Atom(((acts, ONE),), "=", ZERO)]
        yield [~self.node(name), Atom(((acts, ONE),), "=", self.hidden.weight_of(name))]
        causes = self.problem.candidates(name)
        parts = [(self.layout.real("z", name, cause), -ONE) for cause in causes]
        yield [Atom(((response, ONE), (acts, -ONE), *parts), "=", ZERO)]
        for step, missed in self._sets_of(name):
            for i, value in enumerate(self.hidden.values):
                if value:
                    yield [~self.value(step, i), Atom(((response, value),), "=", missed)]
                elif missed:
                    yield [~self.value(step, i)]
        for cause in causes:
            yield from self._product(name, cause)

    def _product(self, name: str, cause: str) -> Iterator[Clause]:
        """z = w·r_cause, exactly for integers, as far as r is known for rationals."""
        product, weight = self.layout.real("z", name, cause), self.weight(name, cause)
        response, edge = self.layout.real("r", cause), self.edge(name, cause)
        yield [edge, Atom(((product, ONE),), "=", ZERO)]
        if self.problem.coefficients.domain is Domain.INTEGER:
            for k in self.values_of():
                choice = self.layout.boolean("k", name, cause, k)
                yield [~choice, Atom(((product, ONE), (response, Fraction(-k))), "=", ZERO)]
            return
        self.products.append((product, weight, response))
        for step, missed in self._sets_of(cause):
            for i, value in enumerate(self.hidden.values):
                if value:
                    known = ((product, value), (weight, -missed))
                    yield [~self.value(step, i), Atom(known, "=", ZERO)]
        above = [self.edge(cause, p) for p in self.problem.candidates(cause)]
        same = Atom(((product, ONE), (weight, -self.hidden.weight_of(cause))), "=", ZERO)
        yield [*above, self.node(cause), Atom(((product, ONE),), "=", ZERO)]
        yield [*above, ~self.node(cause), same]

    def solver(self, *, products: bool = False, seconds: float | None = None) -> LinearArithmetic:
        """A solver that holds all clauses, with the products exactly if asked for."""
        solver = LinearArithmetic(
            len(self.layout.reals), len(self.layout.booleans), seconds=seconds
        )
        for clause in self.clauses:
            solver.add(clause)
        for product, weight, response in self.products if products else ():
            solver.add_product(product, weight, response)
        return solver
