"""The whole audit of a transcript, growing part by part: verdict first, what takes long last."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.families.shapeworld.audits.optimum import ExpectedOptimum, Optimum
from symcause.families.shapeworld.audits.sentences import sentence
from symcause.families.shapeworld.certify.certify import certify
from symcause.families.shapeworld.documents.audit import (
    ExpectedPart,
    OptimumPart,
    ShapeWorldAudit,
    StepPart,
)
from symcause.families.shapeworld.documents.scope import ActionPart
from symcause.families.shapeworld.problem.evidence import Mismatch, numbered
from symcause.families.shapeworld.problem.patterns import pattern
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.verdicts import Verdict, contradicts_key, lucky, support
from symcause.families.shapeworld.space.history import History, judged, walk
from symcause.families.shapeworld.space.space import ShapeWorldSpace
from symcause.families.shapeworld.verifier.certificates import Certificate


def audited(
    space: ShapeWorldSpace, frame: ShapeWorldAudit, *, certificate: bool = False
) -> Iterator[ShapeWorldAudit]:
    """The audit of a space's problem; each document holds more than the one before."""
    began = process_time()
    problem = space.problem
    history = walk(problem, space.scope.name)
    verdict, wrong = judged(space, history)
    document = _verdict(frame, space, history, verdict, wrong)
    yield document
    empty = problem.initial is None or history.impossible_at is not None
    if empty or verdict is Verdict.INVALID:
        yield from _finished(space, document, certificate, began)
        return
    relations = {f"{x}->{y}": str(status) for (x, y), status in space.edges().items()}
    document = replace(document, relations=relations)
    yield document
    document = _counted(space, document)
    yield document
    optimum = Optimum(space)
    for part in _optimum(optimum, problem):
        best = _next(optimum, problem, part)
        document = replace(document, optimum=part, next=best, excess=_excess(problem, part))
        yield document
    yield from _finished(space, document, certificate, began)


def _verdict(
    frame: ShapeWorldAudit,
    space: ShapeWorldSpace,
    history: History,
    verdict: Verdict,
    wrong: Mismatch | None,
) -> ShapeWorldAudit:
    """The verdict with the steps that led to it."""
    problem, scope = space.problem, space.scope.name
    supported = support(verdict, problem.given, problem.right)
    contradicts = contradicts_key(verdict, problem.right)
    count = history.last.count
    impossible = verdict is Verdict.INCONSISTENT
    possible = not impossible and verdict is not Verdict.INVALID
    found = pattern(problem, verdict) if possible and not contradicts else None
    return replace(
        frame,
        verdict=str(verdict),
        settled=verdict.settled,
        reason=None if wrong is None else wrong.reason,
        step=history.impossible_at if impossible else None if wrong is None else wrong.step,
        count=0 if impossible else count,
        graphs=0 if impossible else None,
        separable=True if verdict is Verdict.OPEN else None,
        sentence=sentence(problem, scope, verdict, count, wrong, history.impossible_at),
        steps=tuple(
            StepPart(
                number=line.number,
                action=line.action,
                shape=line.shape,
                moving=line.moving,
                kind=None if line.kind is None else str(line.kind),
                count=line.count,
                verdict=None if line.verdict is None else str(line.verdict),
            )
            for line in history.lines
        ),
        decided_at=history.decided_at if possible else None,
        surplus=history.surplus if possible else None,
        support=None if supported is None else str(supported),
        lucky=lucky(supported, problem.given, problem.right),
        pattern=None if found is None else str(found),
        contradicts_key=contradicts,
    )


def _counted(space: ShapeWorldSpace, document: ShapeWorldAudit) -> ShapeWorldAudit:
    """The numbers of relations and of DAGs, where members can be listed; ``count`` does more."""
    found = space.listed_counts()
    return document if found is None else replace(document, count=found[0], graphs=found[1])


def _optimum(optimum: Optimum, problem: ShapeWorldProblem) -> Iterator[OptimumPart]:
    """Worst case and bound, then the shortest proof, then the expectation."""
    part = OptimumPart(worst_case=_known(optimum.worst_case()), bound=optimum.bound())
    yield part
    gold = problem.gold_relation
    if gold is not None and optimum.space.scope.name.contains(gold.effects):
        part = replace(part, shortest_proof=_known(optimum.shortest_proof()))
        yield part
    expected = optimum.expected()
    if isinstance(expected, ExpectedOptimum):
        shown = ExpectedPart(relations=str(expected.relations), graphs=str(expected.graphs))
        yield replace(part, expected=shown)


def _known(found: int | Unknown) -> int | None:
    return None if isinstance(found, Unknown) else found


def _next(optimum: Optimum, problem: ShapeWorldProblem, part: OptimumPart) -> ActionPart | None:
    """The best action; where nobody can search, the one of the plan."""
    move = optimum.best() if part.expected is not None else optimum.planned()
    return None if move is None else ActionPart(action=str(move[0]), shape=problem.shapes[move[1]])


def _excess(problem: ShapeWorldProblem, part: OptimumPart) -> int | None:
    """Interventions beyond the shortest proof; the released protocol forces one."""
    if part.shortest_proof is None or not (problem.transcript or problem.answer):
        return None
    least = max(1, part.shortest_proof) if problem.protocol else part.shortest_proof
    return numbered(problem) - least


def _finished(
    space: ShapeWorldSpace, document: ShapeWorldAudit, certificate: bool, began: float
) -> Iterator[ShapeWorldAudit]:
    """The certificate, if it was asked for, and the time it all took."""
    if certificate:
        made = certify(space)
        if isinstance(made, Certificate):
            document = replace(document, certificate=made.to_dict())
        else:
            document = replace(document, certificate_reason=made.reason)
    yield replace(document, seconds=process_time() - began)
