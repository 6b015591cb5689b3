"""The certificate of a ShapeWorld verdict, accepted by the kernel, or why there is none."""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.families.shapeworld.problem.fingerprint import fingerprint
from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.problem.verdict_kinds import SETTLED, TranscriptVerdict
from symcause.families.shapeworld.space.any_start.steps_space import StepsSpace
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.verifier.certificate_reader import (
    INCONSISTENT,
    OPEN,
    Certificate,
    Clausal,
    Pairs,
    Worlds,
)
from symcause.families.shapeworld.verifier.certificate_reader import SETTLED as CLAIMED
from symcause.families.shapeworld.verifier.edge_clauses import edge_formula
from symcause.families.shapeworld.verifier.kernel import evidence_of
from symcause.families.shapeworld.verifier.transcript_clauses import formula
from symcause.solvers.sat.refutations import Refutation, prove_unsatisfiable


def certify(space: ShapeWorldSpace | StepsSpace) -> Accepted | Unknown:
    """The certificate of what a space says about its question."""
    if isinstance(space, StepsSpace):
        return _of_steps(space)
    gold = space.case.gold_relation
    outside = bool(space.problem.driven) and not space.case.unseen
    if outside or (gold is not None and gold not in space):
        return Unknown("the true world is no member: there is no verdict to certify")
    members = [(answer, space.answering(answer)) for answer in SETTLED[: 2 + space.case.unseen]]
    given = [(answer, member) for answer, member in members if member is not None]
    if len(given) > 1:
        (one, first), (other, second) = given[:2]
        worlds = Worlds(((one, first.covers), (other, second.covers)))
        made = _made(space, OPEN, None, worlds)
    elif not given:
        made = _refuted(space, INCONSISTENT, None, None)
    else:
        answer, member = given[0]
        made = _refuted(space, CLAIMED, answer, member.covers)
    return accepted(space.problem, made)


def _of_steps(space: StepsSpace) -> Accepted | Unknown:
    """The certificate of what the steps alone say."""
    problem = space.problem
    if problem.gold is not None and problem.gold not in space:
        return Unknown("the true world is no member: there is no verdict to certify")
    members = [
        (answer, space.answering(answer))
        for answer in (TranscriptVerdict.YES, TranscriptVerdict.NO)
    ]
    given = [(answer, member.edges) for answer, member in members if member is not None]
    if len(given) > 1:
        made = _made(space, OPEN, None, Worlds((given[0], given[1])))
    elif not given:
        made = _refuted(space, INCONSISTENT, None, None)
    else:
        made = _refuted(space, CLAIMED, *given[0])
    return accepted(problem, made)


def _refuted(
    space: ShapeWorldSpace | StepsSpace,
    claim: str,
    answer: TranscriptVerdict | None,
    member: Pairs | None,
) -> Certificate:
    made = edge_formula if isinstance(space, StepsSpace) else formula
    found = made(space.problem, space.scope.name, answer)
    proof = prove_unsatisfiable(found.clauses)
    assert isinstance(proof, Refutation), "the space has just been found empty"
    return _made(space, claim, answer, evidence_of(found, proof.lines, member))


def _made(
    space: ShapeWorldSpace | StepsSpace,
    claim: str,
    answer: TranscriptVerdict | None,
    evidence: Clausal | Worlds,
) -> Certificate:
    problem = space.problem
    start = Start.ANY if isinstance(space, StepsSpace) else Start.CLOSED
    return Certificate(
        fingerprint(problem),
        space.scope.name,
        claim,
        answer,
        evidence,
        id=problem.id,
        start=start,
    )
