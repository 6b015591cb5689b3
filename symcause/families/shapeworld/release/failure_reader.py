"""The failure reader: conversations of the ShapeWorld release as problems and answers.

A line has ``error`` (null if there was none), ``cause``, ``effect``, ``setup`` (indices of the shapes that
moved at the start, in the order in which observations list them, in any order) and
``conversational_history`` (messages with ``role`` and ``content``). States are the pieces ``NAME is
moving|static`` of what the agent was told, one per line (commas are read too). What the line says about the
case is found by replaying the agent's replies through the protocol: the answer that counted, the mark, the
choices to continue. Only results that are not right were logged, so the truth is the opposite of the
counted answer; without one it is not known, whatever answers other replies hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from pathlib import PurePath

from symcause.errors import ProblemError
from symcause.families.shapeworld.problem.episode_phases import Phase
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.prompts import Template
from symcause.families.shapeworld.release.release_names import origin
from symcause.families.shapeworld.release.release_protocol import (
    FATAL,
    Talk,
)
from symcause.formats.answer_files.predictions import Prediction
from symcause.formats.pools.foreign_values import Placed

AGENT = "assistant"
"""Who replies in a history."""

UNFINISHED = "ends inside the episode"
OVERLONG = "goes on after the end of the episode"

_PIECE = r"[^\s,:][^,:\n]* is (?:moving|static)"
_STATE = re.compile(rf"{_PIECE}(?:(?:,[ \t]*|\n){_PIECE})+")


def read_failure(document: object, file: str | None = None) -> ShapeWorldProblem:
    """The problem of one line; its id is the file's name with the line's number."""
    record = Placed(document)
    cause, effect = record["cause"].text(), record["effect"].text()
    turns = record["conversational_history"].parts()
    log = _Log(cause, effect)
    for turn in turns:
        text = turn["content"].text()
        if turn["role"].text() == AGENT:
            log.replied(text, turn.place)
        else:
            log.message(text, turn.place)
    log.close()
    if log.initial is None or log.talk is None:
        raise ProblemError("no state was shown", place="conversational_history")
    _check_setup([part.integer() for part in record["setup"].parts()], log)
    stated = record["error"].text() if record["error"] else ""
    counted = log.talk.counted
    return ShapeWorldProblem(
        id=PurePath(file or "failure").name,
        shapes=log.shapes,
        cause=cause,
        effect=effect,
        initial=log.initial,
        transcript=tuple(log.steps),
        answer=log.talk.said,
        truth=None if counted is None or stated in FATAL else not counted,
        protocol=True,
        metadata={
            **origin(PurePath(file or "").name.partition(":")[0]),
            "template": str(_template(_opening(turns))),
            "interventions": log.talk.n_step + 1,
            **_remarks(log, stated),
        },
    )


def failure_answers(document: object, file: str) -> list[Prediction]:
    """The answer of a line, if one counted; else an empty one."""
    problem = read_failure(document, file)
    model = str(problem.metadata.get("model", "unnamed"))
    counted = "" if problem.given is None else str(problem.answer)
    return [Prediction(problem.id, model, counted)]


def _remarks(log: _Log, stated: str) -> dict[str, object]:
    """The mark of the line, and whether the replay agrees with it."""
    assert log.talk is not None
    known: dict[str, object] = {}
    if log.talk.phase is not Phase.OVER:
        known["remark"] = UNFINISHED
    elif stated:
        known["mark"] = stated
    if log.overlong:
        known["remark"] = OVERLONG
    if stated != log.talk.error:
        known["mark_differs"] = True
    return known


def _opening(turns: Sequence[Placed]) -> list[Placed]:
    """The messages before the first reply."""
    return list(takewhile(lambda turn: turn["role"].text() != AGENT, turns))


def _template(turns: Sequence[Placed]) -> Template:
    """How much the agent was told, by words that each template adds to the messages before a reply."""
    texts = [turn["content"].text() for turn in turns]
    user = next((turn["content"].text() for turn in turns if turn["role"].text() == "user"), "")
    if any("Identify the cause shape" in text for text in texts):
        return Template.COT_INSTRUCTED_LIMIT_STEP
    if "think step by step" in user:
        return Template.COT_BASIC_LIMIT_STEP
    if any("least number of steps" in text for text in texts):
        return Template.BASIC_LIMIT_STEP
    return Template.BASIC


class _Log:
    """What a conversation tells, message by message."""

    def __init__(self, cause: str, effect: str) -> None:
        self._asked = {cause, effect}
        self.shapes: tuple[str, ...] = ()
        self.initial: tuple[str, ...] | None = None
        self.steps: list[Step] = []
        self.talk: Talk | None = None  # begins with the first state, which names the shapes
        self.overlong = False
        self._waiting: Step | None = None

    def message(self, text: str, place: str) -> None:
        """A message to the agent: the state in it, if there is one."""
        for found in _STATE.findall(text):
            pieces = [piece.strip().rpartition(" is ") for piece in re.split(r"[,\n]", found)]
            names = tuple(name for name, _, _ in pieces)
            if not self._asked <= set(names):
                continue
            moving = tuple(name for name, _, state in pieces if state == "moving")
            if self.initial is None:
                self.shapes, self.initial = names, moving
                self.talk = Talk(names)
            elif len(names) != len(self.shapes) or set(names) != set(self.shapes):
                raise ProblemError("a state of other shapes than before", place=place, value=found)
            elif not self.overlong:
                done = self._waiting or Step()
                self.steps.append(Step(done.action, done.shape, moving, done.invalid))
                self._waiting = None
            return

    def replied(self, text: str, place: str) -> None:
        """A message of the agent: what it does is the protocol's affair."""
        if self.talk is None:
            raise ProblemError("a reply before any state was shown", place=place)
        if self.talk.phase is Phase.OVER:
            self.overlong = True
            return
        self.close()
        self.talk = self.talk.replied(text)
        done = self.talk.done
        self._waiting = None if done is None or done.action is None else done

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
