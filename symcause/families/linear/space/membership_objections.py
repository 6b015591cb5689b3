"""Objections to the membership of a model in a linear space: wrong readings, class breaches.

The kernel executes a complete model: readings that it does not produce are its offending rows, next to
violations of the class (a coefficient out of range, a target that must not cause, too many parents).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symcause.audits.space import Objection
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.problem.evidence_replay import WrongReading, mismatches
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.families.linear.space.hidden.disturbance_replay import disturbed_mismatches
from symcause.models.equations import Equation
from symcause.models.exact_numbers import print_number
from symcause.models.hypotheses import Hypothesis
from symcause.models.number_phrases import plural


def objections_to(problem: LinearProblem, model: CrystalModel) -> tuple[Objection, ...]:
    """What speaks against a complete model; bases of crystals are free within their range."""
    if set(model.variables) != set(problem.variables):
        return (Objection("the model is about other variables than the problem"),)
    objections = list(class_objections(problem, model))
    objections += [reading_objection(wrong) for wrong in wrong_readings(problem, model)]
    return tuple(objections)


def wrong_readings(problem: LinearProblem, model: CrystalModel) -> tuple[WrongReading, ...]:
    """The readings that the model does not produce, under the best run of a disturbance if there is one."""
    if problem.disturbed:
        return disturbed_mismatches(problem, model)
    return mismatches(problem, model)


def reading_objection(wrong: WrongReading) -> Objection:
    """A reading that is not produced, as an objection."""
    return Objection(wrong.message, wrong.place)


def class_objections(problem: LinearProblem, model: CrystalModel) -> Iterator[Objection]:
    """What the class has against the model, evidence aside."""
    for name, equation in model.equations.items():
        yield from equation_objections(problem, name, equation)


def equation_objections(
    problem: LinearProblem, name: str, equation: Equation
) -> Iterator[Objection]:
    """What the class has against one equation."""
    for parent, effect in equation.effects:
        if parent not in problem.candidates(name):
            yield Objection(f"{parent} must not cause {name}")
        main = effect.square if problem.family is EquationFamily.QUADRATIC else effect.linear
        if effect.square and problem.family is EquationFamily.LINEAR:
            yield Objection(f"a square of {parent} in the linear family")
        if problem.optional_terms:  # each is absent or in the range; an effect has one of them
            for value in filter(None, (effect.square, effect.linear)):
                yield from _coefficient_objections(problem, parent, value, False)
            continue
        yield from _coefficient_objections(problem, parent, main, True)
        if problem.family is EquationFamily.QUADRATIC:
            yield from _coefficient_objections(problem, parent, effect.linear, False)
    yield from _known_objections(problem, name, equation)
    if problem.max_parents is not None and len(equation.parents) > problem.max_parents:
        yield Objection(f"more than {plural(problem.max_parents, 'parent')} of {name}")
    if problem.bases is not None and name not in problem.controllable:
        low, high = problem.bases.minimum, problem.bases.maximum
        if (low is not None and equation.base < low) or (high is not None and equation.base > high):
            yield Objection(f"the base {print_number(equation.base)} of {name} is out of range")


def _known_objections(problem: LinearProblem, name: str, equation: Equation) -> Iterator[Objection]:
    """What background knowledge has against one equation; edges that it excludes are no candidates."""
    known = problem.knowledge
    if known is None:
        return
    for cause in known.required(name):
        if cause not in equation.parents:
            yield Objection(f"{cause}->{name}: required")
    for parent, effect in equation.effects:
        sign = known.sign(parent, name)
        if sign is not None and effect.linear * (1 if sign == "+" else -1) <= 0:
            yield Objection(f"{parent}->{name}: not of sign {sign}")


def violations(
    problem: LinearProblem, hypothesis: Hypothesis, model: CrystalModel | None
) -> tuple[str, ...]:
    """What a hypothesis breaks of the background knowledge, each text beginning with the edge."""
    known = problem.knowledge
    if known is None:
        return ()
    signs = dict[tuple[str, str], Fraction | None]()
    for name, equation in () if model is None else model.equations.items():
        signs |= {(parent, name): effect.linear for parent, effect in equation.effects}
    if model is None and hypothesis.equation is not None:
        stated = hypothesis.equation.effects
        signs |= {(parent, problem.target): effect.linear for parent, effect in stated}
    wrong = [
        f"{cause}->{effect}: not of sign {sign}"
        for (cause, effect), sign in known.signs
        if (value := signs.get((cause, effect))) and (value > 0) != (sign == "+")
    ]
    return (*known.broken(hypothesis.edges), *wrong)


def _coefficient_objections(
    problem: LinearProblem, parent: str, value: Fraction, main: bool
) -> Iterator[Objection]:
    bounds = problem.coefficients
    shown = f"the coefficient {print_number(value)} of {parent}"
    if main and value == 0:
        yield Objection(f"{shown} is zero: {parent} is no parent")
    elif main and bounds.min_effect is not None and abs(value) < bounds.min_effect:
        yield Objection(f"{shown} is below the minimum effect")
    elif bounds.domain is Domain.INTEGER:
        if value.denominator != 1:
            yield Objection(f"{shown} is no integer")
        elif not (bounds.minimum or 0) <= value <= (bounds.maximum or 0):
            yield Objection(f"{shown} is out of range")


def faulty_variables(problem: LinearProblem, model: CrystalModel) -> set[str]:
    """The variables whose own equation breaks the class or misses one of its readings."""
    wrong = {reading.variable for reading in wrong_readings(problem, model)}
    for name, equation in model.equations.items():
        if any(True for _ in equation_objections(problem, name, equation)):
            wrong.add(name)
    return wrong
