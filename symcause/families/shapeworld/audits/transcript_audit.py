"""The audit of a ShapeWorld transcript, grown part by part with the verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import proven
from symcause.budgets import OUT_OF_TIME, Meter
from symcause.families.shapeworld.audits.findings_cache import Findings, findings
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.audits.verdict_sentences import sentence
from symcause.families.shapeworld.certify.verdict_certificate import certify
from symcause.families.shapeworld.documents.audit_document import (
    ExpectedPart,
    OptimumPart,
    ShapeWorldAudit,
    StepPart,
)
from symcause.families.shapeworld.documents.scope_part import ActionPart, BreachPart
from symcause.families.shapeworld.problem.failure_patterns import pattern
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.problem.transcript_evidence import numbered
from symcause.families.shapeworld.problem.verdict_kinds import (
    TranscriptVerdict,
    contradicts_key,
    lucky,
    support,
)
from symcause.families.shapeworld.space.any_start.reading_choice import StartReading, read_start
from symcause.families.shapeworld.space.any_start.steps_space import StepsSpace
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace


def audited(
    space: ShapeWorldSpace,
    frame: ShapeWorldAudit,
    *,
    start: Start = Start.CLOSED,
    certificate: bool = False,
    budget: Meter | None = None,
) -> Iterator[ShapeWorldAudit]:
    """The audit of a space's problem; each document holds more than the one before.

    The budget is for the search for the optimum; what the user's own time cuts short says so.
    """
    began = process_time()
    problem = space.problem
    document, proof = frame, None
    budget = budget or Meter()
    read = read_start(space, start) if start is Start.ANY else None
    for found in findings(problem, space.scope.name, budget) if read is None else ():
        read = read_start(space, start, found.history) if read is None else read
        if read.of_steps or read.shortage is not None:
            break
        verdict = read.verdict
        document = _verdict(frame, space, read)
        if verdict is not TranscriptVerdict.INVALID and not found.is_empty:
            if found.bound is not None and proof is None:
                proof = _proof(space)
            document = _more(document, problem, found, proof)
        yield document
        if verdict is TranscriptVerdict.INVALID:
            break
    if document.optimum is not None and document.optimum.expected is None:
        short = budget.shortage if budget.over else None
        document = document.halted(short.reason, "time") if short == OUT_OF_TIME else document
    opened: ShapeWorldSpace | StepsSpace = space
    if read is not None and (read.of_steps or read.shortage is not None):
        opened = StepsSpace(problem, space.scope)
        document = _of_steps(_verdict(frame, space, read), opened, read)
        yield document
    yield from _finished(opened, document, certificate, began)


def _of_steps(document: ShapeWorldAudit, space: StepsSpace, read: StartReading) -> ShapeWorldAudit:
    """What is known beside a verdict from the steps alone: from there on no optimum is known."""
    if read.conflicts:
        breaches = tuple(BreachPart(moving=x, still=y, always=a) for x, y, a in read.breaches)
        document = replace(document, start_conflicts=True, start_breaches=breaches)
    if read.shortage is not None:
        return replace(document, reason=read.shortage, count=None)
    statuses = space.statuses()
    if read.verdict is TranscriptVerdict.INVALID or statuses is None:
        return document
    names, graphs = space.problem.shapes, space.graphs()
    pairs = {f"{names[x]}->{names[y]}": str(status) for (x, y), status in statuses.items()}
    return replace(document, relations=pairs, graphs=graphs if isinstance(graphs, int) else None)


def _verdict(frame: ShapeWorldAudit, space: ShapeWorldSpace, read: StartReading) -> ShapeWorldAudit:
    """The verdict with the steps that led to it."""
    problem, scope = space.problem, space.scope.name
    history, verdict, wrong = read.history, read.verdict, read.wrong
    supported = support(verdict, problem.given, problem.right)
    contradicts = contradicts_key(verdict, problem.right)
    count = history.last.count
    impossible = verdict is TranscriptVerdict.INCONSISTENT
    possible = verdict not in (
        TranscriptVerdict.INCONSISTENT,
        TranscriptVerdict.INVALID,
        TranscriptVerdict.UNKNOWN,
    )
    found = pattern(problem, verdict) if possible and not contradicts else None
    return replace(
        frame,
        verdict=str(verdict),
        settled=verdict.settled,
        reason=None if wrong is None else wrong.reason,
        step=history.impossible_at if impossible else None if wrong is None else wrong.step,
        count=0 if impossible else count,
        graphs=0 if impossible else None,
        separable=True if verdict is TranscriptVerdict.OPEN else None,
        sentence=sentence(problem, scope, read),
        start=str(read.start) if read.of_steps else frame.start,
        steps=tuple(
            StepPart(
                number=line.number,
                action=problem.transcript[line.place].action,
                shape=problem.transcript[line.place].shape,
                moving=problem.transcript[line.place].moving,
                kind=None if line.kind is None else str(line.kind),
                count=line.count,
                verdict=None if line.verdict is None else str(line.verdict),
            )
            for line in history.lines
            if line.place is not None
        ),
        decided_at=history.decided_at if possible else None,
        surplus=history.surplus if possible else None,
        support=None if supported is None else str(supported),
        lucky=lucky(supported, problem.given, problem.right),
        pattern=None if found is None else str(found),
        contradicts_key=contradicts,
    )


def _more(
    document: ShapeWorldAudit, problem: ShapeWorldProblem, found: Findings, proof: int | None
) -> ShapeWorldAudit:
    """What is known beside the verdict, as far as it goes."""
    names = problem.shapes
    if found.statuses is not None:
        pairs = found.statuses.items()
        relations = {f"{names[x]}->{names[y]}": str(status) for (x, y), status in pairs}
        document = replace(document, relations=relations)
    if found.driven is not None:
        driven = {names[y]: str(status) for y, status in found.driven.items()}
        document = replace(document, driven=driven)
    if found.counts is not None:
        document = replace(document, count=found.counts[0], graphs=found.counts[1])
    if found.bound is None:
        return document
    expected = None
    if found.expected is not None:
        fractions = found.expected.relations, found.expected.graphs
        graphs = None if fractions[1] is None else str(fractions[1])
        expected = ExpectedPart(relations=str(fractions[0]), graphs=graphs)
    part = OptimumPart(
        worst_case=found.worst_case,
        bound=found.bound,
        shortest_proof=proof,
        expected=expected,
    )
    best = next(iter(found.equally_good), None)
    return replace(
        document,
        optimum=part,
        next=None if best is None else ActionPart(action=str(best[0]), shape=names[best[1]]),
        excess=_excess(problem, part),
    )


def _proof(space: ShapeWorldSpace) -> int | None:
    """The shortest proof, where the true world is given and a member of the class."""
    gold = space.case.gold_relation
    if gold is None or (space.problem.driven and not space.case.unseen):
        return None
    if not space.scope.name.contains(gold.effects):
        return None
    proof = Optimum(space).shortest_proof()
    return None if isinstance(proof, Unknown) else proof


def _excess(problem: ShapeWorldProblem, part: OptimumPart) -> int | None:
    """Interventions beyond the shortest proof; the released protocol forces one."""
    if part.shortest_proof is None or not (problem.transcript or problem.answer):
        return None
    least = max(1, part.shortest_proof) if problem.protocol else part.shortest_proof
    return numbered(problem) - least


def _finished(
    space: ShapeWorldSpace | StepsSpace,
    document: ShapeWorldAudit,
    certificate: bool,
    began: float,
) -> Iterator[ShapeWorldAudit]:
    """The certificate, if it was asked for, and the time it all took."""
    if certificate and document.verdict != TranscriptVerdict.UNKNOWN:
        document = proven(document, certify(space))
    yield replace(document, seconds=process_time() - began)
