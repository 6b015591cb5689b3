"""A member of a linear space under a hidden disturbance, read off an assignment."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.space.hidden.disturbance_formula import DisturbedFormula
from symcause.models.equations import Effect, Equation
from symcause.solvers.sat.linear_arithmetic import Assignment

ZERO = Fraction(0)


@dataclass(frozen=True)
class DisturbedMember:
    """A model, the disturbances after each intervention, and the variables they act on."""

    model: CrystalModel
    disturbances: tuple[Fraction, ...]
    nodes: tuple[str, ...]


def read_member(formula: DisturbedFormula, model: Assignment) -> DisturbedMember:
    """An assignment of the formula as a member (not yet confirmed)."""
    problem, reals = formula.problem, formula.layout.reals
    quadratic = problem.family is EquationFamily.QUADRATIC
    equations: dict[str, Equation] = {}
    for name in problem.variables:
        effects: dict[str, Effect] = {}
        for cause in problem.candidates(name):
            main = model.reals[formula.weight(name, cause)]
            second = model.reals[formula.second(name, cause)] if quadratic else ZERO
            effects[cause] = Effect(second, main) if quadratic else Effect(main)
        bases = [
            model.reals[i]
            for key, i in reals.items()
            if isinstance(key, tuple) and key[:2] == ("b", name)
        ]
        equations[name] = Equation.of(bases[-1] if bases else ZERO, effects)
    steps = (formula.steps or [0])[-1]
    disturbances = tuple(
        next(
            value
            for i, value in enumerate(formula.hidden.values)
            if model.booleans[formula.value(step, i)]
        )
        for step in range(1, steps + 1)
    )
    nodes = tuple(v for v in problem.variables if model.booleans[formula.node(v)])
    return DisturbedMember(CrystalModel.of(equations), disturbances, nodes)
