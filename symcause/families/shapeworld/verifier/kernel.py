"""The kernel of the ShapeWorld verifier: checks a proof, or replays worlds.

It reads the document strictly, compares the hash, derives the clauses from the transcript and checks
the proof by reverse unit propagation; worlds are replayed. Where the true world is given it must show
the transcript and be in the class: otherwise there is no verdict to certify. A certificate about any start
has other clauses, over edges, and its worlds are replayed edge by edge.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from symcause.errors import ProblemError
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.fingerprint import fingerprint
from symcause.families.shapeworld.problem.hidden_shape import answer_of, case_in
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem
from symcause.families.shapeworld.problem.start_readings import Start, start_of
from symcause.families.shapeworld.problem.transcript_evidence import edge_mismatch, mismatch
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import CORE_SHAPES, WorldClass
from symcause.families.shapeworld.verifier.certificate_reader import (
    INCONSISTENT,
    Certificate,
    Clausal,
    Pairs,
    Worlds,
    read_certificate,
)
from symcause.families.shapeworld.verifier.edge_clauses import MAX_EDGE_SHAPES, edge_formula
from symcause.families.shapeworld.verifier.transcript_clauses import Formula, formula
from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.rup import refutes
from symcause.kernel.verification import Scope, Verifier
from symcause.kernel.work import Work
from symcause.models.dags import DAG


def _check(problem: ShapeWorldProblem, certificate: Certificate, work: Work) -> str:
    """What the evidence establishes. Raises Rejected."""
    if certificate.scope is WorldClass.CORE and problem.size > CORE_SHAPES:
        raise Rejected("the class has no worlds of this size", place="class")
    if certificate.start is Start.ANY:
        return _check_steps(problem, certificate, work)
    case, scope = case_in(problem, certificate.scope), certificate.scope
    if problem.driven and not case.unseen:
        raise Rejected(f"the world is not in the class {scope}", place="problem.gold")
    if case.gold_relation is not None:
        _replay(case, scope, case.gold_relation, "problem.gold")
    evidence = certificate.evidence
    if isinstance(evidence, Worlds):
        for answer, pairs in evidence.found:
            place = f"evidence.{answer}"
            _answers(case, _member(case, scope, pairs, place), answer, place)
        return "two worlds show the transcript and answer differently"
    _announce(case.size, work)
    if certificate.claim == INCONSISTENT:
        lines = _refuted(formula(problem, scope), evidence, work)
        return f"no world shows the transcript: {_steps(lines)}"
    assert certificate.answer is not None and evidence.member is not None
    member = _member(case, scope, evidence.member, "evidence.member")
    _answers(case, member, certificate.answer, "evidence.member")
    lines = _refuted(formula(problem, scope, certificate.answer), evidence, work)
    return f"a world shows the transcript, and none {_other(case, certificate.answer)}: {_steps(lines)}"


def _check_steps(problem: ShapeWorldProblem, certificate: Certificate, work: Work) -> str:
    """What the evidence establishes about the steps alone. Raises Rejected."""
    scope, evidence = certificate.scope, certificate.evidence
    if scope is WorldClass.HIDDEN or problem.driven:
        raise Rejected("hidden shapes are about closed starts", place="start")
    if problem.size > MAX_EDGE_SHAPES:
        raise Beyond(f"without a closed start at most {MAX_EDGE_SHAPES} shapes are checked")
    if problem.gold is not None:
        _replay_edges(problem, scope, problem.gold, "problem.gold")
    if isinstance(evidence, Worlds):
        for answer, pairs in evidence.found:
            place = f"evidence.{answer}"
            _answers(problem, _stepping(problem, scope, pairs, place), answer, place)
        return "two worlds show the steps and answer differently"
    _announce(problem.size, work, 3)
    if certificate.claim == INCONSISTENT:
        lines = _refuted(edge_formula(problem, scope), evidence, work)
        return f"no world shows the steps: {_steps(lines)}"
    assert certificate.answer is not None and evidence.member is not None
    member = _stepping(problem, scope, evidence.member, "evidence.member")
    _answers(problem, member, certificate.answer, "evidence.member")
    lines = _refuted(edge_formula(problem, scope, certificate.answer), evidence, work)
    return (
        f"a world shows the steps, and none {_other(problem, certificate.answer)}: {_steps(lines)}"
    )


def _stepping(case: ShapeWorldProblem, scope: WorldClass, pairs: Pairs, place: str) -> Relation:
    """The relation of the DAG with these edges, if it shows the steps."""
    _known(case, pairs, place)
    try:
        world = DAG.of(pairs, nodes=case.shapes)
    except ProblemError as error:
        raise Rejected(str(error), place=place) from None
    _replay_edges(case, scope, world, place)
    return Relation.of_dag(world)


def _replay_edges(case: ShapeWorldProblem, scope: WorldClass, world: DAG, place: str) -> None:
    if not scope.contains(Relation.of_dag(world).effects):
        raise Rejected(f"the world is not in the class {scope}", place=place)
    wrong = edge_mismatch(case, world.children)
    if wrong is not None:
        raise Rejected(
            f"the world does not show the steps: step {wrong.step}: {wrong.reason}", place=place
        )


def _known(case: ShapeWorldProblem, pairs: Pairs, place: str) -> None:
    for pair in pairs:
        for name in pair:
            if name not in case.index:
                raise Rejected("no such shape", place=place, value=name)


def _other(case: ShapeWorldProblem, answer: TranscriptVerdict) -> str:
    """How a world would answer that is ruled out."""
    if case.unseen:
        return f"that answers other than {answer}"
    return f"that answers {NO if answer is TranscriptVerdict.YES else YES}"


def _steps(lines: int) -> str:
    """How long the refutation is."""
    if not lines:
        return "refuted by propagation alone"
    return f"refuted in {lines} line{'' if lines == 1 else 's'}"


def _member(case: ShapeWorldProblem, scope: WorldClass, pairs: Pairs, place: str) -> Relation:
    """The relation that follows from pairs, if it shows the transcript."""
    _known(case, pairs, place)
    try:
        relation = Relation.of(case.shapes, pairs)
    except ProblemError as error:
        raise Rejected(str(error), place=place) from None
    _replay(case, scope, relation, place)
    return relation


def _replay(case: ShapeWorldProblem, scope: WorldClass, relation: Relation, place: str) -> None:
    if not scope.contains(relation.effects):
        raise Rejected(f"the world is not in the class {scope}", place=place)
    wrong = mismatch(case, relation.effects)
    if wrong is not None:
        raise Rejected(
            f"the world does not show the transcript: step {wrong.step}: {wrong.reason}",
            place=place,
        )


def _answers(
    case: ShapeWorldProblem, relation: Relation, answer: TranscriptVerdict, place: str
) -> None:
    if answer_of(case, relation.effects) is not answer:
        raise Rejected("the world answers the other way", place=place)


def evidence_of(found: Formula, proof: tuple[str, ...], member: Pairs | None) -> Clausal:
    """The evidence that a proof of this formula makes."""
    digest = hashlib.sha256(found.dimacs().encode("ascii")).hexdigest()
    return Clausal(found.unknowns, len(found.clauses), digest, proof, member)


def _announce(size: int, work: Work, parts: int = 1) -> None:
    """Transitivity is a clause for every three shapes, whatever the transcript; paths are *parts* more."""
    work.spend(20 * parts * size**3, "the clauses of the formula")
    work.hold(250 * parts * size**3, "the clauses of the formula")


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
    words, named = f"class {held}: {held.meaning}", {"name": str(held)}
    if certificate.start is Start.ANY:
        words, named = f"{words}; from any start", named | {"start": str(Start.ANY)}
    return Scope(named, words, None, tuple(_gaps(problem, certificate)))


def _gaps(problem: ShapeWorldProblem, certificate: Certificate) -> Iterator[str]:
    held, own = certificate.scope, problem.scoped().name
    if certificate.start is Start.ANY and start_of(problem, own) is Start.CLOSED:
        yield "any start; that of the problem is closed"
    if held is own or (held.is_rooted and own.is_rooted):  # core: the rooted worlds of its sizes
        return
    stated = f"the class {held}; the problem states {own}"
    if own is WorldClass.HIDDEN:
        if not isinstance(certificate.evidence, Worlds):  # two worlds of any class are its members
            yield stated
    elif held not in (WorldClass.ALL, WorldClass.HIDDEN):
        yield stated
    elif not all(_is_of(problem, own, pairs) for pairs in _worlds(certificate)):
        yield f"the class {held}; a world that shows it is not of the problem's own, {own}"


def _is_of(problem: ShapeWorldProblem, own: WorldClass, pairs: Pairs) -> bool:
    """Is a world without hidden shapes, and of the problem's own class?"""
    if any(name not in problem.index for pair in pairs for name in pair):
        return False
    return own.contains(Relation.of(problem.shapes, pairs).effects)


def _worlds(certificate: Certificate) -> list[Pairs]:
    """The worlds that the claim calls members."""
    evidence = certificate.evidence
    if isinstance(evidence, Worlds):
        return [pairs for _, pairs in evidence.found]
    return [] if evidence.member is None else [evidence.member]


verify = Verifier(read_certificate, lambda found: found.claim, fingerprint, _check, scope_of)
"""Checks a certificate against a problem."""
