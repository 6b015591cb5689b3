"""The failure writer: a ShapeWorld transcript as a line of a failure log of the release.

Replies are made so that the protocol reads them as it read the original ones: as many choices to continue
as were counted, further actions in the place of a choice, and at the end the answer or the error.
"""

from __future__ import annotations

import json

from symcause.families.shapeworld.problem.episode_phases import ANSWER, CONTINUE, Phase
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.prompts import RELEASED, Template, message, opening
from symcause.families.shapeworld.release.failure_reader import AGENT
from symcause.families.shapeworld.release.release_protocol import (
    FATAL,
    INVALID_ANSWER,
    TOO_MANY,
    Talk,
)

_COT = (Template.COT_BASIC_LIMIT_STEP, Template.COT_INSTRUCTED_LIMIT_STEP)
_STEPWISE = "\nPlease think step by step."  # the first message to the agent tells these templates


def write_failure(problem: ShapeWorldProblem, first: bool = True) -> str:
    """The line of a problem."""
    written = _Written(problem)
    for step in problem.transcript:
        written.step(step)
    written.end()
    mark = problem.metadata.get("mark", written.talk.error)
    line = {
        "error": mark or None,
        "cause": problem.cause,
        "effect": problem.effect,
        "setup": [i for i, name in enumerate(problem.shapes) if name in (problem.initial or ())],
        "conversational_history": [{"role": role, "content": text} for role, text in written.turns],
    }
    return json.dumps(line, ensure_ascii=False) + "\n"


class _Written:
    """A conversation while it is written; the protocol reads along."""

    def __init__(self, problem: ShapeWorldProblem) -> None:
        known = problem.metadata
        self._problem = problem
        self._mark = known.get("mark")
        counted = known.get("interventions")
        self._counted = isinstance(counted, int)
        self._continue = counted - 1 if isinstance(counted, int) else 2 * problem.size - 1
        template = next((t for t in RELEASED if t == known.get("template")), Template.BASIC)
        prompt = opening(problem, template)
        asked = prompt.message + (_STEPWISE if template in _COT else "")
        self.turns = [("system", prompt.system), ("user", asked)]
        self.talk = Talk(problem.shapes)

    def _say(self, reply: object) -> None:
        text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
        self.turns.append((AGENT, text))
        self.talk = self.talk.replied(text)

    def _write_message(self, phase: Phase, moving: tuple[str, ...] = ()) -> None:
        self.turns.append(("user", message(phase, self._problem, moving)))

    def _go_on(self) -> None:
        """Choose to continue, if choices are left."""
        if self.talk.phase is Phase.CHOICE and self.talk.n_step < self._continue:
            self._say({"next": CONTINUE})
            self._write_message(Phase.INTERACTION)

    def step(self, step: Step) -> None:
        """An action with the state after it, or the state shown again."""
        if step.action is None:
            self._say({"next": ""})
        else:
            self._go_on()
            self._say({"shape": step.shape, "action": step.action})
        if step.moving is not None:
            self._write_message(Phase.CHOICE, step.moving)

    def end(self) -> None:
        """The answer, or what stood in its place."""
        answer, fails = self._problem.answer, self._mark in FATAL
        if self.talk.phase is Phase.OVER or (answer is None and not fails):
            return
        if self._counted:  # one more choice to continue, after which no action came
            self._go_on()
        if answer is not None or self._mark == INVALID_ANSWER:
            if not self.talk.is_last_try:
                self._say({"next": ANSWER})
                self._write_message(Phase.ANSWER)
            self._say({"answer": answer})
        elif self._mark == TOO_MANY:
            self._say({"next": ""})
        else:
            self._say("")
