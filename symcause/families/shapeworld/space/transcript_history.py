"""The history of a transcript in its ShapeWorld space: what each step was good for.

The solver gets the evidence one step at a time. A step is informative if some member would have shown
something else, that is, if its clauses shrink the space. The number of members after each step comes
from the explicit list where that is short enough. After the first step that no member shows, nothing
more is judged.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from symcause.answers import Unknown
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.hidden_shape import case_in, true_case
from symcause.families.shapeworld.problem.hidden_statuses import Statuses, shown_statuses
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.problem.transcript_evidence import (
    Mismatch,
    Seen,
    edge_mismatch,
    mismatch,
    seen,
)
from symcause.families.shapeworld.problem.verdict_kinds import SETTLED, Kind, TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.any_start.edge_solver import EdgeSolver
from symcause.families.shapeworld.space.any_start.graph_lists import GraphList, graphs_of
from symcause.families.shapeworld.space.relation_lists import Coding, relation_codes
from symcause.families.shapeworld.space.relation_solver import RelationSolver
from symcause.families.shapeworld.space.remaining_members import Left, started
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.verifier.edge_clauses import edge_step_clauses
from symcause.families.shapeworld.verifier.transcript_clauses import (
    Clause,
    giving,
    start_clauses,
    step_clauses,
)


@dataclass(frozen=True)
class JudgedLine:
    """One line of a transcript, with the number of its step (None: not numbered)."""

    number: int | None
    action: str | None
    shape: str | None
    moving: tuple[str, ...] | None
    kind: Kind | None = None
    count: int | None = None
    verdict: TranscriptVerdict | None = None
    place: int | None = None  # in the transcript, from 0; None: the start
    statuses: Statuses | None = None  # of all pairs, where they were asked for


@dataclass(frozen=True)
class History:
    """What was known at the start and after each line."""

    start: JudgedLine
    lines: tuple[JudgedLine, ...]
    impossible_at: int | None  # the first step after which no member is left; 0 is the start
    left: Left | Unknown = field(default=Unknown("not asked for"), compare=False, repr=False)

    @property
    def last(self) -> JudgedLine:
        """What was known at the end."""
        return self.lines[-1] if self.lines else self.start

    @property
    def verdict(self) -> TranscriptVerdict:
        if self.impossible_at is not None:
            return TranscriptVerdict.INCONSISTENT
        assert self.last.verdict is not None
        return self.last.verdict

    @property
    def decided_at(self) -> int | None:
        """The first step after which the question is settled; 0: by the start."""
        if self.impossible_at is not None:
            return None
        if self.start.verdict is not TranscriptVerdict.OPEN:
            return 0
        numbers = (line.number for line in self.lines if line.verdict is not TranscriptVerdict.OPEN)
        return next((number for number in numbers if number is not None), None)

    @property
    def surplus(self) -> int:
        """Numbered steps after the question was settled."""
        decided = self.decided_at
        return 0 if decided is None else self.numbered - decided

    @property
    def numbered(self) -> int:
        """How many interventions took effect."""
        return sum(line.number is not None for line in self.lines)

    def kinds(self) -> dict[Kind, int]:
        """How many numbered steps there are of each kind."""
        kinds = dict.fromkeys((Kind.INFORMATIVE, Kind.SET_UP, Kind.WASTED, Kind.VOID), 0)
        for line in self.lines:
            if line.number is not None and line.kind in kinds:
                kinds[line.kind] += 1
        return kinds


class _Walk:
    """The space while a transcript goes by."""

    def __init__(
        self, problem: ShapeWorldProblem, scope: WorldClass, counting: bool, pairs: bool
    ) -> None:
        assert problem.initial is not None
        self.problem, self._scope, self._pairs = problem, scope, pairs  # as members see it
        self._state = problem.mask(problem.initial)
        self._evidence: list[Clause] = []
        self.left: Left | GraphList | Unknown = Unknown("not asked for")
        self._counting = counting
        self.solver = self._begun()
        self._impossible = not self.solver.has()

    def _begun(self) -> RelationSolver:
        """The members that can show the start, and their list."""
        size, scope = self.problem.size, self._scope
        self._evidence += start_clauses(size, self._state)
        if self._counting:
            self.left = started(size, scope, self._state)
        return RelationSolver.started(size, scope, self._state)

    def _clauses(self, line: Seen) -> list[Clause]:
        return step_clauses(self.problem.size, line)

    def learn(self, line: Seen) -> Kind:
        """Take in a line of the transcript; what was it good for?"""
        clauses = self._clauses(line)
        shrinks = self.solver.escapes(clauses)
        self.solver.add(clauses)
        self._evidence += clauses
        if self._counting:
            self._narrow(clauses)
        if shrinks and not self.solver.has():
            self._impossible = True
            return Kind.IMPOSSIBLE
        if shrinks:
            return Kind.INFORMATIVE
        if line.is_void and line.after == line.before:
            return Kind.VOID
        return Kind.SET_UP if line.after != line.before else Kind.WASTED

    def _narrow(self, clauses: list[Clause]) -> None:
        if not isinstance(self.left, Unknown):
            self.left = self.left.after(clauses)
            return
        codes = relation_codes(self.problem.size, self._scope, self._evidence)
        self.left = codes if isinstance(codes, Unknown) else Left(Coding(self.problem.size), codes)

    def stamped(self, line: JudgedLine) -> JudgedLine:
        """A line with what is known after it."""
        count = None if isinstance(self.left, Unknown) else len(self.left)
        if self._impossible:
            return replace(line, count=count)
        edge_statuses = self.solver.statuses() if self._pairs else None
        statuses = None if edge_statuses is None else shown_statuses(self.problem, edge_statuses)[0]
        return replace(line, count=count, verdict=self._verdict(), statuses=statuses)

    def _verdict(self) -> TranscriptVerdict:
        answers = SETTLED[: 2 + self.problem.unseen]
        given = [one for one in answers if self.solver.has(*giving(self.problem, one))]
        return given[0] if len(given) == 1 else TranscriptVerdict.OPEN


class _StepsWalk(_Walk):
    """The space while a transcript goes by whose start says nothing."""

    def _begun(self) -> RelationSolver:
        if self._counting:
            self.left = graphs_of(self.problem.size, self._scope)
        return EdgeSolver(self.problem.size, self._scope)

    def _clauses(self, line: Seen) -> list[Clause]:
        return edge_step_clauses(self.problem.size, line)

    def _narrow(self, clauses: list[Clause]) -> None:
        if not isinstance(self.left, Unknown):
            self.left = self.left.after(clauses)


def walk(
    problem: ShapeWorldProblem,
    scope: WorldClass = WorldClass.ALL,
    *,
    counting: bool = True,
    pairs: bool = False,
    start: Start = Start.CLOSED,
) -> History:
    """The history of a transcript in a class; *pairs* asks for the status of every pair on the way.

    *start* says how its start is read: ``closed`` or ``any``.
    """
    if problem.initial is None:
        return History(JudgedLine(0, None, None, None, verdict=TranscriptVerdict.OPEN), (), None)
    case = case_in(problem, scope)
    walked = (_StepsWalk if start is Start.ANY else _Walk)(case, scope, counting, pairs)
    first = walked.stamped(JudgedLine(0, None, None, problem.initial))
    shown = {line.place: line for line in seen(case)}
    lines: list[JudgedLine] = []
    impossible: int | None = None if first.verdict is not None else 0
    for place, step in enumerate(problem.transcript):
        line = shown.get(place)
        number = line.number if line is not None and step.is_numbered else None
        judged = JudgedLine(number, step.action, step.shape, step.moving, place=place)
        if impossible is not None:
            lines.append(judged)
            continue
        if line is None:
            judged = replace(judged, kind=Kind.INVALID if step.invalid else Kind.UNSEEN)
        else:
            kind = walked.learn(line)
            if kind is Kind.IMPOSSIBLE:
                impossible = line.number
            elif number is None:
                if not step.invalid:
                    continue  # the state shown again: nothing to list
                kind = Kind.INVALID
            judged = replace(judged, kind=kind)
        lines.append(walked.stamped(judged))
    left = walked.left
    kept = Unknown("a list of DAGs") if isinstance(left, GraphList) else left
    return History(first, tuple(lines), impossible, kept)


def judged(
    space: ShapeWorldSpace, history: History, start: Start = Start.CLOSED
) -> tuple[TranscriptVerdict, Mismatch | None]:
    """The verdict, and where the true world contradicts what was seen."""
    world = space.problem.gold
    if start is Start.ANY and world is not None:
        wrong = edge_mismatch(space.problem, world.children)
        if wrong is not None:
            return TranscriptVerdict.INVALID, wrong
        inside = space.scope.name.contains(Relation.of_dag(world).effects)
        return (history.verdict if inside else TranscriptVerdict.OUTSIDE), None
    case = space.case if space.case.unseen else true_case(space.problem)
    gold = case.gold_relation
    if gold is not None:
        wrong = mismatch(case, gold.effects)
        if wrong is not None:
            return TranscriptVerdict.INVALID, wrong
        if case.unseen != space.case.unseen or not space.scope.name.contains(gold.effects):
            return TranscriptVerdict.OUTSIDE, None
    return history.verdict, None
