"""Response of a crystal to the hidden disturbance, as rows of the linear space formula.

r_X = λ_X·n_X + Σ w_p·r_p, and X reads v + H_t·r_X when it is set to v at t. Integer coefficients are
one-hot, which makes w·r linear: the formula is exact. For rational ones w·r is left open except where r is
known (from an intervention on p with H ≠ 0, or because p has no parents), which is a relaxation: see
:mod:`~space.hidden.hidden_space` for how it is made exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symcause.families.linear.problem.problem import Domain
from symcause.families.linear.space.hidden.formula_unknowns import DisturbedUnknowns
from symcause.solvers.sat.linear_arithmetic import Atom, Clause

ONE, ZERO = Fraction(1), Fraction(0)


def _sets_of(formula: DisturbedUnknowns, name: str) -> Iterator[tuple[int, Fraction]]:
    """(step, how far X missed its value) for every intervention on the variable."""
    for i, state in enumerate(formula.problem.chain):
        done = formula.problem.done[i]
        if name in done:
            yield formula.steps[i], state.values[name] - done[name]


def response_rows(formula: DisturbedUnknowns, name: str) -> Iterator[Clause]:
    """r_X = λ_X·n_X + Σ w·r, and what interventions on X show of it."""
    response, acts = formula.layout.real("r", name), formula.layout.real("n", name)
    yield [formula.node(name), Atom(((acts, ONE),), "=", ZERO)]
    yield [~formula.node(name), Atom(((acts, ONE),), "=", formula.hidden.weight_of(name))]
    causes = formula.problem.candidates(name)
    parts = [(formula.layout.real("z", name, cause), -ONE) for cause in causes]
    yield [Atom(((response, ONE), (acts, -ONE), *parts), "=", ZERO)]
    for step, missed in _sets_of(formula, name):
        for i, value in enumerate(formula.hidden.values):
            if value:
                yield [~formula.value(step, i), Atom(((response, value),), "=", missed)]
            elif missed:
                yield [~formula.value(step, i)]
    for cause in causes:
        yield from _product(formula, name, cause)


def _product(formula: DisturbedUnknowns, name: str, cause: str) -> Iterator[Clause]:
    """z = w·r_cause, exactly for integers, as far as r is known for rationals."""
    product, weight = formula.layout.real("z", name, cause), formula.weight(name, cause)
    response, edge = formula.layout.real("r", cause), formula.edge(name, cause)
    yield [edge, Atom(((product, ONE),), "=", ZERO)]
    if formula.problem.coefficients.domain is Domain.INTEGER:
        for k in formula.values_of():
            choice = formula.layout.boolean("k", name, cause, k)
            yield [~choice, Atom(((product, ONE), (response, Fraction(-k))), "=", ZERO)]
        return
    formula.products.append((product, weight, response))
    for step, missed in _sets_of(formula, cause):
        for i, value in enumerate(formula.hidden.values):
            if value:
                known = ((product, value), (weight, -missed))
                yield [~formula.value(step, i), Atom(known, "=", ZERO)]
    above = [formula.edge(cause, p) for p in formula.problem.candidates(cause)]
    same = Atom(((product, ONE), (weight, -formula.hidden.weight_of(cause))), "=", ZERO)
    yield [*above, formula.node(cause), Atom(((product, ONE),), "=", ZERO)]
    yield [*above, ~formula.node(cause), same]
