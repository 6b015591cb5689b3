"""CausalLink's failure logs: JSONL, one conversation a line.

A line has ``error``, ``cause``, ``effect``, ``setup`` (indices of the shapes that moved at the start,
in the order in which observations list them) and ``conversational_history`` (messages with ``role`` and
``content``). States are the comma-separated pieces ``NAME is moving|static`` of what the agent was
told; actions and the answer are read from its replies as the released program reads them. Only results
that are not right were logged, so the truth is the opposite of a ``yes`` or ``no``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import PurePath

from symcause.errors import ProblemError
from symcause.families.shapeworld.files.names import origin
from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.prompts import Template, message, opening
from symcause.families.shapeworld.problem.protocol import ANSWER, CONTINUE, Phase
from symcause.families.shapeworld.problem.replies import read_reply
from symcause.formats.foreign import Placed

_AGENT = "assistant"
_PIECE = r"[A-Za-z][\w-]* is (?:moving|static)"
_STATE = re.compile(rf"{_PIECE}(?:,\s*{_PIECE})+")


def read_failure(document: object, file: str | None = None) -> ShapeWorldProblem:
    """The problem of one line; its id is the file's name with the line's number."""
    record = Placed(document)
    cause, effect = record["cause"].text(), record["effect"].text()
    log = _Log(cause, effect)
    for turn in record["conversational_history"].parts():
        text = turn["content"].text()
        if turn["role"].text() == _AGENT:
            log.replied(text)
        else:
            log.told(text, turn.place)
    log.close()
    if log.initial is None:
        raise ProblemError("no state was shown", place="conversational_history")
    _check_setup([part.integer() for part in record["setup"].parts()], log)
    known = origin(PurePath(file or "").name.partition(":")[0])
    marked = record["error"]
    if marked and marked.text():
        known["mark"] = marked.text()
    return ShapeWorldProblem(
        id=PurePath(file or "failure").name,
        shapes=log.shapes,
        cause=cause,
        effect=effect,
        initial=log.initial,
        transcript=tuple(log.steps),
        answer=log.answer,
        truth={YES: False, NO: True}.get(log.answer or ""),
        protocol=True,
        metadata=known,
    )


class _Log:
    """What a conversation tells, message by message."""

    def __init__(self, cause: str, effect: str) -> None:
        self._asked = {cause, effect}
        self.shapes: tuple[str, ...] = ()
        self.initial: tuple[str, ...] | None = None
        self.steps: list[Step] = []
        self.answer: str | None = None
        self._waiting: Step | None = None

    def told(self, text: str, place: str) -> None:
        """A message to the agent: the state in it, if there is one."""
        for found in _STATE.findall(text):
            pieces = [piece.split() for piece in found.split(",")]
            names = tuple(piece[0] for piece in pieces)
            if not self._asked <= set(names):
                continue
            moving = tuple(piece[0] for piece in pieces if piece[2] == "moving")
            if self.initial is None:
                self.shapes, self.initial = names, moving
            elif set(names) != set(self.shapes):
                raise ProblemError("a state of other shapes than before", place=place, value=found)
            elif self._waiting is None:
                self.steps.append(Step(moving=moving))
            else:
                done = self._waiting
                self.steps.append(Step(done.action, done.shape, moving, done.invalid))
                self._waiting = None
            return

    def replied(self, text: str) -> None:
        """A message of the agent: an action or the answer, if it is one."""
        reply = read_reply(text)
        if reply is None or "next" in reply:
            return
        if "shape" in reply and "action" in reply:
            self.close()
            action, shape = str(reply["action"]), str(reply["shape"])
            invalid = action not in tuple(Action) or shape not in self.shapes
            self._waiting = Step(action, shape, invalid=invalid)
        elif isinstance(reply.get("answer"), str):
            self.answer = str(reply["answer"])

    def close(self) -> None:
        """An action whose state never came."""
        if self._waiting is not None:
            self.steps.append(self._waiting)
            self._waiting = None


def _check_setup(setup: Iterable[int], log: _Log) -> None:
    """The stated start must be the one that was shown."""
    shown = [i for i, name in enumerate(log.shapes) if name in (log.initial or ())]
    if sorted(setup) != shown:
        raise ProblemError(
            "the stated start is not the one that was shown",
            place="setup",
            value=sorted(setup),
            remedy=f"the first observation shows {shown}",
        )


def write_failure(problem: ShapeWorldProblem, first: bool = True) -> str:
    """A transcript as one line of a failure log, with messages in our own words."""
    initial = problem.initial or ()
    prompt = opening(problem, Template.BASIC)
    turns = [("system", prompt.system), ("user", prompt.message)]
    acted = False
    for step in problem.transcript:
        if step.action is not None:
            if acted:
                turns += [
                    (_AGENT, json.dumps({"next": CONTINUE})),
                    ("user", message(Phase.INTERACTION, problem, ())),
                ]
            reply = json.dumps({"shape": step.shape, "action": step.action}, ensure_ascii=False)
            turns.append((_AGENT, reply))
            acted = True
        else:
            turns.append((_AGENT, json.dumps({"next": ""})))
        if step.moving is not None:
            turns.append(("user", message(Phase.CHOICE, problem, step.moving)))
    if problem.answer is not None:
        turns += [
            (_AGENT, json.dumps({"next": ANSWER})),
            ("user", message(Phase.ANSWER, problem, ())),
            (_AGENT, json.dumps({"answer": problem.answer}, ensure_ascii=False)),
        ]
    line = {
        "error": str(problem.metadata.get("mark", "")),
        "cause": problem.cause,
        "effect": problem.effect,
        "setup": [i for i, name in enumerate(problem.shapes) if name in initial],
        "conversational_history": [{"role": role, "content": text} for role, text in turns],
    }
    return json.dumps(line, ensure_ascii=False) + "\n"
