"""Gold errata in ShapeWorld audits: keys that the log refutes, and worlds that do not agree with it.

A log that leaves its question open says something about whoever acted, not about the key: it is none. What
only a closed start refutes is about the start, not about the key or the world: its kind is ``start``. A key
that is not stored but inferred, from the answer in a log of failures, is never called wrong.
"""

from __future__ import annotations

from symcause.audits.errata import Basis, Erratum, Kind, Reading
from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem
from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.problem.transcript_evidence import edge_mismatch
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict

CLOSED = "closed start: every effect of a shape that moves at the start moves"
ANY = "any start: the steps alone are evidence"
UNCOUNTED = "the answer in the log did not count, so that the key is not known"

_OTHER_START = (
    "the log begins with the start of another world than the one that it goes on with, as a resumed run "
    "does that keeps its starts"
)
_UNRECORDED = "a state of the log was not recorded as it was shown"
_INFERRED = (
    "the answer in the log is not the one that counted: the key is inferred from that answer"
)
_SAID = {
    TranscriptVerdict.YES: {YES},
    TranscriptVerdict.NO: {NO},
    TranscriptVerdict.OPEN: {YES, NO},
    TranscriptVerdict.INCONSISTENT: set(),
}

Found = tuple[Kind, str | None, Basis]
"""The kind of an erratum, its cause, and what it rests on."""


def erratum(problem: ShapeWorldProblem, document: ShapeWorldAudit) -> Erratum | None:
    """The erratum that the log means for the stored key; None without a key."""
    if document.truth is None:
        return None
    found = _found(problem, document)
    if found is None:
        return None
    kind, cause, basis = found
    return Erratum(
        item=problem.id,
        stored=document.truth,
        derived=document.verdict,
        kind=kind,
        cause=cause,
        reason=document.sentence,
        basis=basis,
    )


def _found(problem: ShapeWorldProblem, document: ShapeWorldAudit) -> Found | None:
    if document.verdict == TranscriptVerdict.INVALID:
        return _unshown(problem, document)
    if document.verdict == TranscriptVerdict.OUTSIDE:
        scope = f"the class {document.scope.name}"
        basis = Basis(
            proved=f"the stored world is not in {scope}",
            readings=(Reading(name=f"the item is meant in {scope}", right=False),),
            unless="the item is meant in another class",
        )
        return "ill-posed", None, basis
    conflicts = (
        document.start_conflicts is True or document.verdict == TranscriptVerdict.INCONSISTENT
    )
    if not conflicts and not document.contradicts_key:
        return None
    answers = _answers(problem, document)
    if answers is None:  # nothing is said of what may be due to the start alone
        return None
    if document.truth in answers:
        return "start", "the start is not closed", _conflict(problem, document, answers)
    if answers:
        return _contradicted(problem, answers)
    proved = "no world of the class shows the steps of the log, whatever its start and its key"
    basis = Basis(proved=proved, readings=_readings(False), unless=_UNRECORDED)
    return "inconsistent", None, basis


def _answers(problem: ShapeWorldProblem, document: ShapeWorldAudit) -> set[str] | None:
    """What worlds answer that show the steps alone; None where that is not known."""
    from symcause.families.shapeworld.space.any_start.reading_choice import read_start
    from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace

    verdict = TranscriptVerdict(str(document.verdict))
    if document.start != Start.ANY:
        space = ShapeWorldSpace(problem, document.scope.scope)
        verdict = read_start(space, Start.ANY, counting=False).verdict
    return _SAID.get(verdict)


def _conflict(problem: ShapeWorldProblem, document: ShapeWorldAudit, answers: set[str]) -> Basis:
    """Only the start is in the way: neither the key nor the world is refuted."""
    unless = f"{_OTHER_START}: then nothing speaks against the key"
    return Basis(
        proved=f"worlds show every step of the log and have the key {document.truth}; in none of them is "
        "the start closed",
        readings=_readings(True if len(answers) == 1 else None) + _uncounted(problem),
        unless=f"{unless}; or {_INFERRED}" if _is_inferred(problem) else unless,
    )


def _contradicted(problem: ShapeWorldProblem, answers: set[str]) -> Found:
    """The steps alone prove the opposite of the key."""
    (said,) = answers
    basis = Basis(
        proved=f"every world that shows the steps of the log answers {said}, whatever the start",
        readings=_readings(False) + _uncounted(problem),
        unless=_INFERRED if _is_inferred(problem) else _UNRECORDED,
    )
    return "reading" if _is_inferred(problem) else "wrong", "the log contradicts the key", basis


def _unshown(problem: ShapeWorldProblem, document: ShapeWorldAudit) -> Found:
    """The stored world does not show the log: because of a step, or of the start alone."""
    world = problem.gold
    alone = document.step == 0 and world is not None and not problem.driven
    if alone and world is not None and edge_mismatch(problem, world.children) is None:
        basis = Basis(
            proved="the stored world shows every step of the log; the start is not closed in it",
            readings=_readings(True),
            unless=_OTHER_START,
        )
        return "start", "the start is not closed", basis
    proved = "the stored world does not show the log, whatever its start"
    return "wrong", None, Basis(proved=proved, readings=_readings(False), unless=_UNRECORDED)


def _readings(any_start: bool | None) -> tuple[Reading, ...]:
    """The two readings of a start; what is listed is never right where it is closed."""
    return Reading(name=CLOSED, right=False), Reading(name=ANY, right=any_start)


def _uncounted(problem: ShapeWorldProblem) -> tuple[Reading, ...]:
    return (Reading(name=UNCOUNTED),) if _is_inferred(problem) else ()


def _is_inferred(problem: ShapeWorldProblem) -> bool:
    return problem.metadata.get("inferred") is True
