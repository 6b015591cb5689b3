"""The release protocol of a ShapeWorld problem: phases, replies, errors and counted steps.

An episode begins with a forced intervention. Then the agent chooses between another one and the answer,
again and again. What the program does with replies that are not what it asked for is part of the
published numbers, so it is kept to the letter:

* no object, or an empty one: ``invalid format``, the episode ends; so does an action without its two
  keys;
* a choice without ``next`` is taken as an action that nobody counts; with another word it is asked
  again; an answer counts in the answer phase only;
* a shape or action that was not on offer: ``invalid action``; nothing changes, the episode goes on, the
  mark stays unless a later error replaces it;
* an answer that is neither ``yes`` nor ``no``: ``invalid answer``;
* ``n_step`` counts the choices to continue. At the 2n-th one more action is asked for and not applied:
  ``too many attempts``; but with an ``invalid action`` from before, that last reply is read as an answer.

Phases, marks and counts follow from the replies alone, so that a log can be replayed without its world.

>>> talk = Talk(("circle", "square"))
>>> for text in ('{"shape": "circle", "action": "move"}', '{"next": "answer the question"}',
...              '{"answer": "yes"}'):
...     talk = talk.replied(text)
>>> talk.counted, talk.n_step, talk.error
(True, 0, '')
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.episode_phases import ANSWER, CONTINUE, Phase
from symcause.families.shapeworld.problem.problem import NO, YES, Step
from symcause.families.shapeworld.problem.reply_reader import read_reply

INVALID_FORMAT, INVALID_ACTION = "invalid format", "invalid action"
INVALID_ANSWER, TOO_MANY = "invalid answer", "too many attempts"

FATAL = (INVALID_FORMAT, INVALID_ANSWER, TOO_MANY)
"""Errors that leave a case without a result."""


@dataclass(frozen=True)
class Talk:
    """What the replies of an episode come to; one more reply gives the next.

    *done* is what the last reply did: an action (the state after it is the world's), the state shown
    again (a step without an action), or nothing. *applied* tells whether a state follows it.
    """

    shapes: tuple[str, ...]
    phase: Phase = Phase.INITIAL
    n_step: int = 0
    error: str = ""
    said: str | None = None  # what stood in the place of the answer
    counted: bool | None = None  # the answer, if it is one
    done: Step | None = None
    applied: bool = False

    @property
    def is_last_try(self) -> bool:
        """Has the agent asked for one intervention too many?"""
        return self.n_step >= 2 * len(self.shapes)

    def replied(self, text: str) -> Talk:
        """The talk after one more reply."""
        before = replace(self, done=None, applied=False)
        reply = read_reply(text)
        if reply is None:
            return before._ended(INVALID_FORMAT)
        if self.phase is Phase.ANSWER:
            return before._answered(reply.get("answer"))
        if self.phase is Phase.CHOICE and "next" in reply:
            return before._chosen(reply["next"])
        acts = "shape" in reply and "action" in reply
        step = before._step(reply) if acts else None
        if self.phase is Phase.INTERACTION and self.is_last_try:
            return before._exhausted(step, reply.get("answer"))
        return before._ended(INVALID_FORMAT) if step is None else before._acted(step)

    def _ended(self, error: str) -> Talk:
        return replace(self, phase=Phase.OVER, error=error)

    def _answered(self, word: object) -> Talk:
        shown = word if isinstance(word, str) else None
        if word not in (YES, NO):
            return replace(self._ended(INVALID_ANSWER), said=shown)
        return replace(self, phase=Phase.OVER, said=shown, counted=word == YES)

    def _chosen(self, word: object) -> Talk:
        if word == ANSWER:
            return replace(self, phase=Phase.ANSWER)
        if word == CONTINUE:
            return replace(self, phase=Phase.INTERACTION, n_step=self.n_step + 1)
        return replace(self, done=Step(), applied=True)

    def _step(self, reply: dict[str, object]) -> Step:
        action, shape = reply["action"], reply["shape"]
        offered = action in tuple(Action) and shape in self.shapes
        return Step(str(action), str(shape), invalid=not offered)

    def _acted(self, step: Step) -> Talk:
        error = INVALID_ACTION if step.invalid else self.error
        return replace(self, phase=Phase.CHOICE, error=error, done=step, applied=True)

    def _exhausted(self, step: Step | None, word: object) -> Talk:
        """The reply that comes one intervention too late; whether it is on offer plays no role."""
        tried = replace(self, done=step)
        return tried._answered(word) if self.error == INVALID_ACTION else tried._ended(TOO_MANY)
