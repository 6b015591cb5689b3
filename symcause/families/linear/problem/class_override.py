"""Class override: a linear problem asked about another class of models, or read another way.

Every part of the class that may be chosen is one keyword here and one option of the questions.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.families.linear.models.lab_rules import Semantics
from symcause.families.linear.problem.problem import Coefficients, Domain, LinearProblem
from symcause.models.exact_numbers import read_number

UNBOUNDED = "none"
"""The word that lifts the problem's own bound on parents."""

HIDDEN_NODES = "gold"
"""Who may tell what a hidden disturbance acts on."""

_RANGE = re.compile(r"\s*([+-]?\d{1,7})\s*\.\.\s*([+-]?\d{1,7})\s*")


def restricted(
    problem: LinearProblem,
    *,
    max_parents: int | str | None = None,
    coefficients: str | None = None,
    min_effect: str | Fraction | None = None,
    target_may_cause: bool = False,
    semantics: str | None = None,
    hidden_nodes: str | None = None,
) -> LinearProblem:
    """The problem with the class that is asked for; what is not stated stays as it is."""
    if isinstance(max_parents, str) and max_parents != UNBOUNDED:
        raise UsageError("neither a number of parents nor 'none'", value=max_parents)
    if max_parents is not None:
        bound = max_parents if isinstance(max_parents, int) else None
        problem = replace(problem, max_parents=bound)
    if coefficients is not None or min_effect is not None:
        chosen = _coefficients(problem.coefficients, coefficients, min_effect)
        kept = dict(problem.metadata)
        if min_effect is not None or chosen.min_effect is None:
            kept.pop("class_source", None)  # what gold stated is no longer used
        problem = replace(problem, coefficients=chosen, metadata=kept)
    if target_may_cause:
        problem = replace(problem, target_may_cause=True)
    if semantics is not None:
        problem = replace(problem, semantics=_semantics(semantics))
    return problem if hidden_nodes is None else _disclosed(problem, hidden_nodes)


def _disclosed(problem: LinearProblem, who: str) -> LinearProblem:
    """The problem with the variables that a disturbance acts on, as gold tells them."""
    if who != HIDDEN_NODES:
        raise UsageError("nobody who knows the hidden nodes", value=who, remedy="write gold")
    linear_problem = problem.disclosed
    if linear_problem.hidden is None or linear_problem.hidden.nodes is None:
        raise UsageError(
            "gold does not say what a hidden disturbance acts on",
            value=problem.id,
            remedy="leave out --hidden-nodes",
        )
    return linear_problem


def _coefficients(
    own: Coefficients, domain: str | None, min_effect: str | Fraction | None
) -> Coefficients:
    """The problem's own coefficients with what was stated in their place."""
    chosen = own
    if domain == Domain.RATIONAL:
        chosen = Coefficients(Domain.RATIONAL, min_effect=own.min_effect)
    elif domain is not None:
        chosen = stated_coefficients(domain)
    if min_effect is None:
        return chosen
    effect = stated_effect(min_effect)
    try:
        return replace(chosen, min_effect=effect)
    except SymcauseError as error:
        raise UsageError("no minimum effect", value=min_effect, remedy=str(error)) from None


def stated_coefficients(domain: str) -> Coefficients:
    """The class of coefficients that a text states. Raises UsageError."""
    if domain == Domain.RATIONAL:
        return Coefficients(Domain.RATIONAL)
    ends = _RANGE.fullmatch(domain)
    if ends is None:
        raise UsageError(
            "no class of coefficients", value=domain, remedy="write rational, or a range: -3..3"
        )
    return Coefficients(Domain.INTEGER, int(ends[1]), int(ends[2]))


def stated_effect(text: str | Fraction) -> Fraction:
    """The smallest effect that a text states. Raises UsageError."""
    try:
        return read_number(text)
    except SymcauseError as error:
        raise UsageError("no minimum effect", value=text, remedy=str(error)) from None


def _semantics(name: str) -> Semantics:
    try:
        return Semantics(name)
    except ValueError:
        remedy = did_you_mean(name, [str(known) for known in Semantics])
        raise UsageError("no such semantics", value=name, remedy=remedy) from None
