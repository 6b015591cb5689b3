"""The reading choice of a ShapeWorld space with any start: how the first state counts, and the verdict.

This is the one place where ``fair`` becomes ``closed`` or ``any``. Where some world with a closed start
shows the log and has its key, nothing but the closed reading is ever looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from symcause.families.shapeworld.problem.start_readings import HIDDEN, Start
from symcause.families.shapeworld.problem.transcript_evidence import Mismatch
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict, contradicts_key
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.any_start.steps_space import Breach, StepsSpace
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.transcript_history import History, judged, walk
from symcause.families.shapeworld.verifier.edge_clauses import MAX_EDGE_SHAPES


@dataclass(frozen=True)
class StartReading:
    """A transcript as it is judged in one reading of its start."""

    start: Start  # closed or any
    history: History
    verdict: TranscriptVerdict
    wrong: Mismatch | None = None  # where the true world contradicts what was seen
    conflicts: bool = False  # no world with a closed start shows the log and has its key, others do
    breaches: tuple[Breach, ...] = ()
    shortage: str | None = None  # why there is no verdict

    @property
    def of_steps(self) -> bool:
        """Does the verdict come from the steps alone?"""
        return self.start is Start.ANY


def read_start(
    space: ShapeWorldSpace,
    start: Start,
    history: History | None = None,
    *,
    counting: bool = True,
) -> StartReading:
    """The transcript of a space's problem, judged; *history*: from a closed start, where it is known."""
    if start is Start.ANY:
        return _by_steps(space, counting)
    if history is None:
        history = walk(space.problem, space.scope.name, counting=counting)
    verdict, wrong = judged(space, history)
    closed = StartReading(Start.CLOSED, history, verdict, wrong)
    return _fair(space, closed, counting) if start is Start.FAIR else closed


def _by_steps(space: ShapeWorldSpace, counting: bool) -> StartReading:
    """The verdict of the steps alone."""
    problem, scope = space.problem, space.scope.name
    short = _shortage(space)
    if short is not None:
        return StartReading(
            Start.ANY, walk(problem.cut(0), scope), TranscriptVerdict.UNKNOWN, shortage=short
        )
    history = walk(problem, scope, counting=counting, start=Start.ANY)
    return StartReading(Start.ANY, history, *judged(space, history, Start.ANY))


def _shortage(space: ShapeWorldSpace) -> str | None:
    """Why the steps alone are not searched."""
    if space.scope.name is WorldClass.HIDDEN:
        return HIDDEN
    if space.problem.size > MAX_EDGE_SHAPES:
        most = f"at most {MAX_EDGE_SHAPES} shapes"
        return f"from a start that is not closed, worlds of {most} are searched"
    return None


def _fair(space: ShapeWorldSpace, closed: StartReading, counting: bool) -> StartReading:
    """The closed reading, unless it leaves nothing of a log that the steps alone explain."""
    key = space.problem.right
    empty = closed.verdict is TranscriptVerdict.INCONSISTENT
    if not empty and not contradicts_key(closed.verdict, key):
        return closed
    short = _shortage(space)
    if short is not None:
        return replace(closed, verdict=TranscriptVerdict.UNKNOWN, shortage=short)
    steps = StepsSpace(space.problem, space.scope)
    keyed = key is not None and steps.answering(key) is not None
    if not keyed and not (empty and steps.solver.has()):
        return closed
    reading = _by_steps(space, counting)
    return replace(reading, conflicts=True, breaches=steps.breaches(key if keyed else None))
