"""The released protocol: four phases, its way of reading replies, its errors and its way of counting
steps.

An episode begins with a forced intervention. Then the agent chooses between another one and the answer,
again and again. What the program does with replies that are not what it asked for is part of the
published numbers, so it is kept to the letter:

* no object, or an empty one: ``invalid format``, the episode ends; so does an action without its two
  keys;
* a choice without ``next`` is taken as an action that nobody counts; with another word it is asked
  again;
* a shape or action that was not on offer: ``invalid action``; nothing changes, the episode goes on, the
  mark stays;
* an answer that is neither ``yes`` nor ``no``: ``invalid answer``;
* ``n_step`` counts the choices to continue. At the 2n-th the action is asked for and not applied: ``too
  many attempts``, or ``invalid answer`` if it was not on offer.

>>> world = Relation.of(("circle", "square"), [("circle", "square")])
>>> episode = Episode.begun(world, "circle", "square", ())
>>> for text in ('{"shape": "circle", "action": "move"}', '{"next": "answer the question"}',
...              '{"answer": "yes"}'):
...     episode = episode.replied(text)
>>> episode.result, episode.n_step, episode.interventions, episode.error
(True, 0, 1, '')
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from symcause.families.shapeworld.models.dynamics import Action, after
from symcause.families.shapeworld.models.relations import Relation
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.replies import read_reply

CONTINUE, ANSWER = "continue interaction", "answer the question"
"""The two choices."""

INVALID_FORMAT, INVALID_ACTION = "invalid format", "invalid action"
INVALID_ANSWER, TOO_MANY = "invalid answer", "too many attempts"


class Phase(StrEnum):
    """What the agent is asked for."""

    INITIAL = "initial"
    CHOICE = "choice"
    INTERACTION = "interaction"
    ANSWER = "answer"
    OVER = "over"


@dataclass(frozen=True)
class Episode:
    """An episode so far; a reply gives the next one."""

    world: Relation
    cause: str
    effect: str
    initial: tuple[str, ...]
    state: int
    phase: Phase = Phase.INITIAL
    transcript: tuple[Step, ...] = ()
    n_step: int = 0
    error: str = ""
    result: bool | None = None
    said: str | None = None

    @classmethod
    def begun(cls, world: Relation, cause: str, effect: str, initial: tuple[str, ...]) -> Episode:
        """An episode before its first reply, in a closed start of a world."""
        state = sum(1 << world.shapes.index(name) for name in initial)
        return cls(world, cause, effect, initial, state)

    @property
    def interventions(self) -> int:
        """What the published tables call steps."""
        return self.n_step + 1

    @property
    def moving(self) -> tuple[str, ...]:
        """The shapes that move now."""
        return tuple(name for i, name in enumerate(self.world.shapes) if self.state >> i & 1)

    @property
    def is_last_try(self) -> bool:
        """Has the agent asked for one intervention too many?"""
        return self.n_step >= 2 * len(self.world.shapes)

    def replied(self, text: str) -> Episode:
        """The episode after one more reply."""
        reply = read_reply(text)
        if reply is None:
            return self._ended(INVALID_FORMAT)
        if self.phase is Phase.ANSWER:
            return self._answered(reply.get("answer"))
        if self.phase is Phase.CHOICE and "next" in reply:
            return self._chosen(reply["next"])
        if "shape" not in reply or "action" not in reply:
            return self._ended(INVALID_FORMAT)
        return self._acted(reply["action"], reply["shape"])

    def _ended(self, error: str) -> Episode:
        return replace(self, phase=Phase.OVER, error=error)

    def _answered(self, word: object) -> Episode:
        if word not in (YES, NO):
            shown = word if isinstance(word, str) else None
            return replace(self._ended(INVALID_ANSWER), said=shown)
        truth = self.world.holds(self.cause, self.effect)
        return replace(
            self, phase=Phase.OVER, result=(word == YES) == truth, said=YES if word == YES else NO
        )

    def _chosen(self, word: object) -> Episode:
        if word == ANSWER:
            return replace(self, phase=Phase.ANSWER)
        if word == CONTINUE:
            return replace(self, phase=Phase.INTERACTION, n_step=self.n_step + 1)
        return replace(self, transcript=(*self.transcript, Step(moving=self.moving)))

    def _acted(self, action: object, shape: object) -> Episode:
        offered = action in tuple(Action) and shape in self.world.shapes
        done = Step(str(action), str(shape), invalid=not offered)
        if self.phase is Phase.INTERACTION and self.is_last_try:
            ended = self._ended(TOO_MANY if offered else INVALID_ANSWER)
            return replace(ended, transcript=(*self.transcript, done))
        state, error = self.state, self.error
        if offered:
            place = self.world.shapes.index(str(shape))
            state = after(self.world.effects, state, Action(str(action)), place)
        else:
            error = INVALID_ACTION
        moved = replace(self, phase=Phase.CHOICE, state=state, error=error)
        seen = replace(done, moving=moved.moving)
        return replace(moved, transcript=(*self.transcript, seen))

    def problem(self, id: str) -> ShapeWorldProblem:
        """The episode as a problem with its transcript and its world."""
        return ShapeWorldProblem(
            id=id,
            shapes=self.world.shapes,
            cause=self.cause,
            effect=self.effect,
            initial=self.initial,
            transcript=self.transcript,
            answer=self.said,
            gold=self.world.dag,
            protocol=True,
        )
