"""The kernel of the ShapeWorld verifier: checks a proof, or replays worlds.

It reads the document strictly, compares the hash, derives the clauses from the transcript and checks
the proof by reverse unit propagation; worlds are replayed. Where the true world is given it must show
the transcript and be in the class: otherwise there is no verdict to certify.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from symcause.errors import ProblemError
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.fingerprint import fingerprint
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem
from symcause.families.shapeworld.problem.transcript_evidence import mismatch
from symcause.families.shapeworld.problem.world_classes import CORE_SHAPES, WorldClass
from symcause.families.shapeworld.verifier.certificate_reader import (
    INCONSISTENT,
    Certificate,
    Clausal,
    Pairs,
    Worlds,
    read_certificate,
)
from symcause.families.shapeworld.verifier.transcript_clauses import Formula, formula
from symcause.kernel.nodes import Rejected
from symcause.kernel.rup import refutes
from symcause.kernel.verification import Scope, Verifier
from symcause.kernel.work import Work


def _check(problem: ShapeWorldProblem, certificate: Certificate, work: Work) -> str:
    """What the evidence establishes. Raises Rejected."""
    if certificate.scope is WorldClass.CORE and problem.size > CORE_SHAPES:
        raise Rejected("the class has no worlds of this size", place="class")
    gold = problem.gold_relation
    if gold is not None:
        _replay(problem, certificate.scope, gold, "problem.gold")
    evidence = certificate.evidence
    if isinstance(evidence, Worlds):
        for answer, pairs in ((True, evidence.yes), (False, evidence.no)):
            place = f"evidence.{YES if answer else NO}"
            _answers(problem, _member(problem, certificate.scope, pairs, place), answer, place)
        return "two worlds show the transcript and answer differently"
    _announce(problem.size, work)
    if certificate.claim == INCONSISTENT:
        lines = _refuted(formula(problem, certificate.scope), evidence, work)
        return f"no world shows the transcript: {_steps(lines)}"
    assert certificate.answer is not None and evidence.member is not None
    member = _member(problem, certificate.scope, evidence.member, "evidence.member")
    _answers(problem, member, certificate.answer, "evidence.member")
    other = formula(problem, certificate.scope, not certificate.answer)
    lines = _refuted(other, evidence, work)
    no = NO if certificate.answer else YES
    return f"a world shows the transcript, and none that answers {no}: {_steps(lines)}"


def _steps(lines: int) -> str:
    """How long the refutation is."""
    if not lines:
        return "refuted by propagation alone"
    return f"refuted in {lines} line{'' if lines == 1 else 's'}"


def _member(problem: ShapeWorldProblem, scope: WorldClass, pairs: Pairs, place: str) -> Relation:
    """The relation that follows from pairs, if it shows the transcript."""
    for pair in pairs:
        for name in pair:
            if name not in problem.index:
                raise Rejected("no such shape", place=place, value=name)
    try:
        relation = Relation.of(problem.shapes, pairs)
    except ProblemError as error:
        raise Rejected(str(error), place=place) from None
    _replay(problem, scope, relation, place)
    return relation


def _replay(problem: ShapeWorldProblem, scope: WorldClass, relation: Relation, place: str) -> None:
    if not scope.contains(relation.effects):
        raise Rejected(f"the world is not in the class {scope}", place=place)
    wrong = mismatch(problem, relation.effects)
    if wrong is not None:
        raise Rejected(
            f"the world does not show the transcript: step {wrong.step}: {wrong.reason}",
            place=place,
        )


def _answers(problem: ShapeWorldProblem, relation: Relation, answer: bool, place: str) -> None:
    if relation.holds(problem.cause, problem.effect) != answer:
        raise Rejected("the world answers the other way", place=place)


def evidence_of(found: Formula, proof: tuple[str, ...], member: Pairs | None) -> Clausal:
    """The evidence that a proof of this formula makes."""
    digest = hashlib.sha256(found.dimacs().encode("ascii")).hexdigest()
    return Clausal(found.unknowns, len(found.clauses), digest, proof, member)


def _announce(size: int, work: Work) -> None:
    """Transitivity is a clause for every three shapes, whatever the transcript."""
    work.spend(20 * size**3, "the clauses of the formula")
    work.hold(250 * size**3, "the clauses of the formula")


def _refuted(found: Formula, evidence: Clausal, work: Work) -> int:
    if evidence_of(found, evidence.proof, evidence.member) != evidence:
        raise Rejected(
            f"the transcript gives another formula ({found.unknowns} unknowns, "
            f"{len(found.clauses)} clauses)",
            place="evidence.formula",
        )
    return refutes(found.unknowns, found.clauses, evidence.proof, work)


def scope_of(problem: ShapeWorldProblem, certificate: Certificate) -> Scope:
    """The class of an accepted certificate."""
    held = certificate.scope
    words = f"class {held}: {held.meaning}"
    return Scope({"name": str(held)}, words, None, tuple(_gaps(problem, certificate)))


def _gaps(problem: ShapeWorldProblem, certificate: Certificate) -> Iterator[str]:
    held, own = certificate.scope, problem.scoped().name
    if held is own or (held.is_rooted and own.is_rooted):  # core: the rooted worlds of its sizes
        return
    if held is not WorldClass.ALL:
        yield f"the class {held}; the problem states {own}"
        return
    for pairs in _worlds(certificate):
        if not own.contains(Relation.of(problem.shapes, pairs).effects):
            yield f"the class {held}; a world that shows it is not of the problem's own, {own}"
            return


def _worlds(certificate: Certificate) -> list[Pairs]:
    """The worlds that the claim calls members."""
    evidence = certificate.evidence
    if isinstance(evidence, Worlds):
        return [evidence.yes, evidence.no]
    return [] if evidence.member is None else [evidence.member]


verify = Verifier(read_certificate, lambda found: found.claim, fingerprint, _check, scope_of)
"""Checks a certificate against a problem."""
