"""Comparison of linear members and answers: the intervention that tells two models apart."""

from __future__ import annotations

from msgspec.structs import replace

from symcause.answers import Unknown, Unsat
from symcause.errors import LimitError, UsageError
from symcause.families.linear.audits.verdict.audit_sections import reading
from symcause.families.linear.audits.verdict.graph_counts import Space
from symcause.families.linear.documents.alternatives_document import (
    AlternativePart,
    ExperimentPart,
    LinearSeparation,
)
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answer_claims import read_claim
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.hypothesis_fit import completed
from symcause.families.linear.space.model_separation import Parting, tell_apart
from symcause.models.exact_numbers import print_number

GOLD = "gold"
"""Stands for the model of the problem itself."""


def alternative(
    problem: LinearProblem, reference: CrystalModel, other: CrystalModel
) -> AlternativePart:
    """Another member, and what tells it from the reference."""
    changed = tuple(name for name, e in other.equations.items() if e != reference.equations[name])
    parting = tell_apart(problem, reference, other)
    part = AlternativePart(
        model=other.equations.texts(),
        changed=changed,
        distance=len(set(other.edges) ^ set(reference.edges)),
    )
    if isinstance(parting, Parting):
        first, second = parting.readings
        return replace(part, experiment=_done(parting), readings=(reading(first), reading(second)))
    text = "no intervention tells the two apart" if isinstance(parting, Unsat) else parting.reason
    return replace(part, reason=text)


def _done(found: Parting) -> ExperimentPart:
    step = found.intervention
    return ExperimentPart(assignments={step.variable: print_number(step.value)})


def separated(
    problem: LinearProblem,
    models: tuple[CrystalModel, CrystalModel],
    document: LinearSeparation,
) -> LinearSeparation:
    """The intervention between two models, or why there is none."""
    first, second = models
    document = replace(document, models=(first.equations.texts(), second.equations.texts()))
    parting = tell_apart(problem, first, second)
    if isinstance(parting, Unknown):
        return replace(document, reason=parting.reason)
    if isinstance(parting, Unsat):
        return replace(document, separated=False)
    return replace(
        document,
        separated=True,
        experiment=_done(parting),
        readings=(reading(parting.readings[0]), reading(parting.readings[1])),
        differing=parting.differing,
    )


def model_of(space: Space, answer: str, place: str) -> CrystalModel:
    """The model of an answer or of the word ``gold``; what a hypothesis leaves open, a member fills in."""
    problem = space.problem
    if answer in (GOLD, "reference"):
        model = problem.gold_model() if answer == GOLD else None
        if model is None:
            raise UsageError(f"the problem has no {answer}", value=problem.id)
        return model
    claim = read_claim(problem, answer)
    if claim.model is not None:
        return claim.model
    if claim.hypothesis is None:
        raise UsageError(f"not a valid answer: {claim.reason}", place=place)
    if isinstance(space, HiddenSpace):
        raise LimitError(
            "the answer leaves equations open", place=place, remedy="state all equations"
        )
    crystal_model = completed(space, claim.hypothesis)
    if isinstance(crystal_model, Unknown):
        raise LimitError(crystal_model.reason, place=place)
    if crystal_model is None:
        raise UsageError(
            "the answer leaves equations open, and no member completes it",
            place=place,
            remedy="symcause check says why; or state all equations",
        )
    return crystal_model
