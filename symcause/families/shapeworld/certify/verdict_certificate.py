"""The certificate of a ShapeWorld verdict, accepted by the kernel, or why there is none."""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.fingerprint import fingerprint
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.verifier.certificate_reader import (
    INCONSISTENT,
    OPEN,
    SETTLED,
    Certificate,
    Clausal,
    Worlds,
)
from symcause.families.shapeworld.verifier.kernel import evidence_of
from symcause.families.shapeworld.verifier.transcript_clauses import formula
from symcause.solvers.sat.refutations import Refutation, prove_unsatisfiable


def certify(space: ShapeWorldSpace) -> Accepted | Unknown:
    """The certificate of what a space says about its question."""
    gold = space.problem.gold_relation
    if gold is not None and gold not in space:
        return Unknown("the true world is no member: there is no verdict to certify")
    yes, no = space.answering(True), space.answering(False)
    if yes is not None and no is not None:
        made = _made(space, OPEN, None, Worlds(yes.covers, no.covers))
    elif yes is None and no is None:
        made = _refuted(space, INCONSISTENT, None, None)
    else:
        member = yes or no
        assert member is not None
        made = _refuted(space, SETTLED, yes is not None, member)
    return accepted(space.problem, made)


def _refuted(
    space: ShapeWorldSpace, claim: str, answer: bool | None, member: Relation | None
) -> Certificate:
    other = None if answer is None else not answer
    found = formula(space.problem, space.scope.name, other)
    proof = prove_unsatisfiable(found.clauses)
    assert isinstance(proof, Refutation), "the space has just been found empty"
    pairs = None if member is None else member.covers
    return _made(space, claim, answer, evidence_of(found, proof.lines, pairs))


def _made(
    space: ShapeWorldSpace, claim: str, answer: bool | None, evidence: Clausal | Worlds
) -> Certificate:
    problem = space.problem
    return Certificate(
        fingerprint(problem), space.scope.name, claim, answer, evidence, id=problem.id
    )
