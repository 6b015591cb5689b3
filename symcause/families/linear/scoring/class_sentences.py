"""Class sentences: what a linear problem takes for possible, in prose."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.linear.models.lab_rules import EquationFamily
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.models.exact_numbers import print_number
from symcause.models.prose.knowledge_sentences import said_of


def whole_class(problem: LinearProblem) -> Iterator[str]:
    """Everything that a verdict about the problem takes for granted, also where nothing is bounded."""
    yield from _magnitudes(problem)
    yield from beside_magnitudes(problem)
    if problem.max_parents is None:
        yield "Anything may have any number of direct causes."
    yield from base_range(problem) or ("A base may be any number.",)


def _magnitudes(problem: LinearProblem) -> Iterator[str]:
    """Which multiples are possible, and when one counts as an effect."""
    bounds = problem.coefficients
    if bounds.domain is Domain.INTEGER:
        whole = f"whole numbers from {bounds.minimum} to {bounds.maximum}"
        absent = ", or 0 where one of the two is absent" if problem.optional_terms else ""
        yield f"Multiples are {whole}{absent}."
    else:
        yield "Multiples may be any numbers."
    if problem.optional_terms:
        yield "A direct cause really acts: at least one of its two multiples is not zero."
        return
    square = problem.family is EquationFamily.QUADRATIC
    yield f"A direct cause really acts: the multiple{' of p^2' if square else ''} is not zero."
    if bounds.min_effect is not None:
        yield f"Its size is at least {print_number(bounds.min_effect)}."


def beside_magnitudes(problem: LinearProblem) -> Iterator[str]:
    """The target, bounds on causes, what is known beforehand, and rounding."""
    if problem.target_may_cause:
        yield f"{problem.target} may itself be a cause of properties."
    else:
        yield f"{problem.target} causes nothing."
    if problem.max_parents is not None:
        yield f"Nothing has more than {problem.max_parents} direct causes."
    if problem.knowledge is not None:
        yield from said_of(problem.knowledge)
    if problem.rounding:
        unit = print_number(problem.rounding)
        yield (
            f"Every value is rounded to a multiple of {unit}; effects are computed from rounded causes."
        )


def base_range(problem: LinearProblem) -> tuple[str, ...]:
    """Between which numbers bases lie, if they are bounded."""
    if problem.bases is None:
        return ()
    low, high = problem.bases.minimum, problem.bases.maximum
    said = [] if low is None else [f"at least {print_number(low)}"]
    said += [] if high is None else [f"at most {print_number(high)}"]
    return (f"Every base is {' and '.join(said)}.",) if said else ()
