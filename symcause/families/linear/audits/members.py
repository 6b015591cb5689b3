"""Members for ``solve``, ``alternatives`` and ``separate``: from answers, by size, nearest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from symcause.answers import Unknown, Unsat
from symcause.errors import LimitError, UsageError
from symcause.families.linear.audits.audit import reading
from symcause.families.linear.audits.counting import Space
from symcause.families.linear.documents.alternatives import (
    AlternativePart,
    ExperimentPart,
    LinearAlternatives,
    LinearSeparation,
)
from symcause.families.linear.documents.solve import LinearSolve, SolutionPart
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answering import read_claim
from symcause.families.linear.space.fitting import completed
from symcause.families.linear.space.hidden import HiddenSpace
from symcause.families.linear.space.parting import Parting, tell_apart
from symcause.models.numbers import print_number

GOLD = "gold"
"""Stands for the model of the problem itself."""


def solved(space: Space, document: LinearSolve) -> LinearSolve:
    """A member with fewest edges."""
    member = next(space.by_size(), None)
    if member is None:
        return replace(document, status="inconsistent", reason="no model explains the evidence")
    if isinstance(member, Unknown):
        return replace(document, reason=member.reason)
    found = solution(member, optimal=True)
    return replace(
        document,
        status=found.status,
        equations=found.equations,
        edges=found.edges,
        optimal=found.optimal,
    )


def solution(member: CrystalModel, *, optimal: bool) -> SolutionPart:
    """A member as a part of a document."""
    edges = len(member.edges)
    return SolutionPart(equations=member.equations.texts(), edges=edges, optimal=optimal)


def listed(space: Space, document: LinearSolve, limit: int | None) -> Iterator[LinearSolve]:
    """The document with ever more members; the last says whether these are all."""
    members: tuple[SolutionPart, ...] = ()
    rest = space.by_size()
    for member in islice(rest, limit):
        if isinstance(member, Unknown):
            yield replace(
                document, members=members, complete=False, incomplete_reason=member.reason
            )
            return
        least = not members or len(member.edges) == members[0].edges
        members += (solution(member, optimal=least),)
        yield replace(document, members=members, complete=False)
    yield replace(document, members=members, complete=next(rest, None) is None)


def alternatives(
    space: Space, reference: CrystalModel, document: LinearAlternatives, limit: int
) -> Iterator[LinearAlternatives]:
    """Members with other graphs, nearest first, each with what tells it from the reference."""
    for other in islice(space.others(reference), limit):
        if isinstance(other, Unknown):
            raise LimitError(other.reason)
        part = _alternative(space.problem, reference, other)
        document = replace(document, alternatives=(*document.alternatives, part))
        yield document
    count = space.count()
    if isinstance(count, Unknown):
        yield replace(document, reason=count.reason)
        return
    own = next((1 for member in _with_graph(space, reference)), 0)
    yield replace(document, total=count - own, status="exact")


def _with_graph(space: Space, model: CrystalModel) -> Iterator[CrystalModel]:
    """A member with the same graph, if there is one."""
    masks = space.masks_of(model.edges)
    assert not isinstance(space.choices, Unknown)
    if all(m in table for m, table in zip(masks, space.choices, strict=True)):
        found = space.at(masks)
        if isinstance(found, CrystalModel):
            yield found


def _alternative(
    problem: LinearProblem, reference: CrystalModel, other: CrystalModel
) -> AlternativePart:
    changed = tuple(name for name, e in other.equations.items() if e != reference.equations[name])
    found = tell_apart(problem, reference, other)
    part = AlternativePart(
        model=other.equations.texts(),
        changed=changed,
        distance=len(set(other.edges) ^ set(reference.edges)),
    )
    if isinstance(found, Parting):
        first, second = found.readings
        return replace(part, experiment=_done(found), readings=(reading(first), reading(second)))
    told = "no intervention tells the two apart" if isinstance(found, Unsat) else found.reason
    return replace(part, reason=told)


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
    found = tell_apart(problem, first, second)
    if isinstance(found, Unknown):
        return replace(document, reason=found.reason)
    if isinstance(found, Unsat):
        return replace(document, separated=False)
    return replace(
        document,
        separated=True,
        experiment=_done(found),
        readings=(reading(found.readings[0]), reading(found.readings[1])),
        differing=found.differing,
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
    found = completed(space, claim.hypothesis)
    if isinstance(found, Unknown):
        raise LimitError(found.reason, place=place)
    if found is None:
        raise UsageError(
            "the answer leaves equations open, and no member completes it",
            place=place,
            remedy="symcause check says why; or state all equations",
        )
    return found
