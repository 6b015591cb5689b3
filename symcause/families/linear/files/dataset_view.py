"""The dataset view of a linear problem: its evidence and question, without gold and what only gold tells.

A minimum effect that was read off the true equations is not told. Rounded data need one, so a constant
stands in its place, half of the smallest effect of the published suites, and the metadata say that it is
*assumed*: prompts do not show it.
"""

from __future__ import annotations

from dataclasses import replace

from symcause.errors import UsageError
from symcause.families.linear.files.class_source import CLASS_SOURCE, SMALLEST_PUBLISHED
from symcause.families.linear.problem.problem import (
    ASSUMED,
    Domain,
    LinearProblem,
)
from symcause.renderings.rendering_metadata import public_metadata

MIN_EFFECT = SMALLEST_PUBLISHED / 2
"""The minimum effect of rounded data whose own was read off gold."""


def public(problem: LinearProblem) -> LinearProblem:
    """What everybody may see. Raises UsageError if the assumed minimum effect would rule gold out."""
    own = problem.coefficients.min_effect
    if problem.class_untold and own is not None and own < MIN_EFFECT / 2:
        raise UsageError(
            "gold has an effect below 0.0005, which public problems assume to be the least",
            place="coefficients.min_effect",
            value=problem.id,
            remedy="state a class of your own: symcause convert … --min-effect 0.0001",
        )
    return evidence_alone(problem)


def evidence_alone(problem: LinearProblem) -> LinearProblem:
    """The evidence and the question: neither gold nor what a simulation would need."""
    own, kept = problem.coefficients, public_metadata(problem.metadata)
    if problem.class_untold:
        needed = problem.rounding > 0 and own.domain is Domain.RATIONAL
        own = replace(own, min_effect=MIN_EFFECT if needed else None)
        kept[CLASS_SOURCE] = ASSUMED
    return replace(problem, gold=None, episode=None, coefficients=own, metadata=kept)


def tally(problem: LinearProblem) -> dict[str, str]:
    """What the datasheet counts; of the class only what everybody may see."""
    from symcause.families.linear.documents.scope_part import ClassPart

    shown = evidence_alone(problem)
    return {
        "setting": f"{shown.family}, interventions {shown.semantics}",
        "variables": str(len(shown.variables)),
        "class": str(ClassPart.of(shown)),
    }
