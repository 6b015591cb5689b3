"""Is an equation one of the class, and does it give everything that was read?"""

from __future__ import annotations

from fractions import Fraction

from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.verifier.rows import LocalSystem
from symcause.kernel.reading import Rejected
from symcause.kernel.work import Work
from symcause.models.equations import Equation


def check_equation(
    problem: LinearProblem, local: LocalSystem, equation: Equation, work: Work, whose: str
) -> None:
    """Coefficients of the class that fit the rows of a variable. Raises Rejected."""
    name = local.variable
    for parent, effect in equation.effects:
        main = effect.square if local.quadratic else effect.linear
        if not main or (effect.square and not local.quadratic):
            raise Rejected(f"{whose}'s effect of {parent} on {name} is not of the class")
        numbers = (effect.linear, effect.square) if local.quadratic else (effect.linear,)
        if not all(_admitted(problem, number) for number in numbers):
            raise Rejected(f"{whose}'s equation of {name} is not of the class")
    if not local.fits(equation, name not in problem.controllable, work):
        raise Rejected(f"{whose}'s equation of {name} does not fit the evidence")


def _admitted(problem: LinearProblem, number: Fraction) -> bool:
    bounds = problem.coefficients
    if bounds.minimum is None or bounds.maximum is None:
        return True
    return number.denominator == 1 and bounds.minimum <= number <= bounds.maximum
