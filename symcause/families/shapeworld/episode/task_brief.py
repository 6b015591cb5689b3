"""The task brief of a ShapeWorld episode: the question, what moves, what the agent may do, in its words."""

from __future__ import annotations

from symcause.episodes.rules import Offer, Plain
from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.prompts import Template, state_sentence, system_message
from symcause.families.shapeworld.problem.transcript_evidence import last_state
from symcause.families.shapeworld.problem.world_classes import WorldClass


def first_observation(known: ShapeWorldProblem) -> Plain:
    """The task, and what was seen so far as plain values."""
    document: dict[str, object] = {
        "task": system_message(Template.BASIC, known.scope),
        "question": f"does {known.cause} moving cause {known.effect} to move?",
        "shapes": list(known.shapes),
    }
    if known.scope is not None and known.scope is not WorldClass.ALL:
        document["promise"] = known.scope.meaning
    if known.transcript:
        document["initial"] = _moving_names(known, known.initial or ())
        document["transcript"] = [_told_step(known, step) for step in known.transcript]
    document["moving"] = list(known.names(last_state(known) or 0))
    return document


def _moving_names(known: ShapeWorldProblem, moving: tuple[str, ...]) -> list[str]:
    return list(known.names(known.mask(moving)))


def _told_step(known: ShapeWorldProblem, step: Step) -> Plain:
    found = {"action": step.action, "shape": step.shape}
    moving = None if step.moving is None else _moving_names(known, step.moving)
    return {key: value for key, value in (found | {"moving": moving}).items() if value is not None}


def offered(known: ShapeWorldProblem, *, due: bool) -> Offer:
    """The actions and the answer; an intervention may be *due* before it."""
    words = "Move a shape, or hold it; or answer yes or no."
    if due:
        words = "Move a shape, or hold it; an answer comes after the first intervention."
    properties = {
        "action": {"enum": [str(action) for action in Action]},
        "shape": {"enum": list(known.shapes)},
    }
    action = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return Offer(words, action, {"enum": [YES, NO]})


def observation_text(observation: Plain) -> str:
    """An observation in words."""
    moving = observation.get("moving")
    names = [str(name) for name in moving] if isinstance(moving, list) else []
    shapes = observation.get("shapes")
    if not isinstance(shapes, list):
        return f"moving: {', '.join(names)}" if names else "nothing moves"
    parts = [str(observation.get("task")), f"Question: {observation.get('question')}"]
    if "promise" in observation:
        parts.append(f"You may rely on this: {observation['promise']}.")
    return "\n\n".join((*parts, state_sentence([str(name) for name in shapes], names) + "."))
