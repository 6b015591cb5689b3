"""Transcript evidence of a ShapeWorld problem: numbered states before and after each action.

Only valid actions that were followed by a state are numbered, from 1. A state that was shown again, or
after an action that nobody offered, must be the state before; an action without a state after it was
not applied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symcause.families.shapeworld.models.dynamics import Action, after, breach, is_void
from symcause.families.shapeworld.models.edge_dynamics import after_edges
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


@dataclass(frozen=True)
class Seen:
    """What one line of a transcript shows; without an action it shows that nothing changed."""

    place: int  # in the transcript, from 0
    number: int  # of numbered steps up to and including this one
    action: Action | None
    shape: int
    before: int
    after: int

    @property
    def is_void(self) -> bool:
        """An action that never changes or teaches anything."""
        return self.action is not None and is_void(self.before, self.action, self.shape)

    @property
    def is_possible(self) -> bool:
        """Could some world at all have shown this?"""
        if self.action is None or self.is_void:
            return self.after == self.before
        if self.action is Action.MOVE:
            wanted = self.before | 1 << self.shape
            return self.after & wanted == wanted
        if self.after == self.before:
            return True
        return not self.after & ~self.before and not self.after >> self.shape & 1


def seen(problem: ShapeWorldProblem) -> tuple[Seen, ...]:
    """The lines of a transcript that show a state, in order."""
    if problem.initial is None:
        return ()
    lines: list[Seen] = []
    state, number = problem.mask(problem.initial), 0
    for place, step in enumerate(problem.transcript):
        if step.moving is None:
            continue
        shown = problem.mask(step.moving)
        action, shape = None, 0
        if step.is_numbered:
            assert step.action is not None and step.shape is not None
            action, shape = Action(step.action), problem.index[step.shape]
            number += 1
        lines.append(Seen(place, number, action, shape, state, shown))
        state = shown
    return tuple(lines)


def last_state(problem: ShapeWorldProblem) -> int | None:
    """What moves at the end of the transcript; None if no state was ever seen."""
    if problem.initial is None:
        return None
    shown = seen(problem)
    return shown[-1].after if shown else problem.mask(problem.initial)


def numbered(problem: ShapeWorldProblem) -> int:
    """How many interventions took effect."""
    return sum(step.is_numbered for step in problem.transcript)


@dataclass(frozen=True)
class Mismatch:
    """Where a world does not show what was seen: a step (0 is the start), and why."""

    step: int
    reason: str


def mismatch(problem: ShapeWorldProblem, effects: Sequence[int]) -> Mismatch | None:
    """The first place where a world contradicts the problem's start or transcript."""
    if problem.initial is None:
        return None
    names = problem.shapes
    start = breach(effects, problem.mask(problem.initial))
    if start is not None:
        x, y = start
        return Mismatch(0, f"at the start {names[x]} moves, its effect {names[y]} does not")
    return _unshown(problem, lambda state, act, shape: after(effects, state, act, shape))


def edge_mismatch(problem: ShapeWorldProblem, children: Sequence[int]) -> Mismatch | None:
    """The first step where a DAG contradicts the problem's transcript, whatever the start."""
    return _unshown(problem, lambda state, act, shape: after_edges(children, state, act, shape))


def _unshown(
    problem: ShapeWorldProblem, rule: Callable[[int, Action, int], int]
) -> Mismatch | None:
    """The first line that is not as a rule has it."""
    for line in seen(problem):
        if line.action is None:
            expected, said = line.before, "the state was shown again"
        else:
            expected = rule(line.before, line.action, line.shape)
            said = f"{line.action} {problem.shapes[line.shape]}"
        if expected != line.after:
            moving = ", ".join(problem.names(expected)) or "nothing"
            return Mismatch(line.number, f"{said}: {moving} should move")
    return None
