"""The task brief of a linear episode: what the agent may do and how it answers."""

from __future__ import annotations

from symcause.episodes.rules import Offer
from symcause.families.linear.bounds import ACTION_VALUE
from symcause.families.linear.episode.question_status import GRAPH, Asked
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.prompts import MEANINGS, render_prompt
from symcause.models.equations import State
from symcause.models.exact_numbers import print_number

_NUMBER = {"type": ["number", "string"]}


def first_observation(known: LinearProblem) -> dict[str, object]:
    """The task, and the readings so far as plain values."""
    document: dict[str, object] = {
        "task": render_prompt(known).message,
        "records": {record.id: _written(record.values) for record in known.records},
        "state": _written(known.chain[-1].values),
    }
    if known.reactor is not None:
        document["reactor"] = _written(known.reactor)
    return document


def _written(values: State) -> dict[str, str]:
    return {name: print_number(value) for name, value in values.items()}


def offered(known: LinearProblem, targets: int, question: Asked) -> Offer:
    """The actions and the answer."""
    return Offer(_described(known, targets, question), _action(known, targets), _answer(known))


def _described(known: LinearProblem, targets: int, question: Asked) -> str:
    first = known.controllable[0]
    words = [
        f'Set a property of the crystal on the manipulator: {{"intervene": {{"{first}": 50}}}}. '
        "You then see what all properties read.",
        f"Properties that can be set: {', '.join(known.controllable)}.",
        MEANINGS[known.semantics],
    ]
    if targets > 1:
        words.append(f"Up to {targets} may be set at once.")
    if known.semantics.cuts:
        words.append("null releases a property.")
    if known.hidden is not None:
        words.append(
            "Each intervention draws a disturbance that is not shown; it is added to some values and "
            "spreads to what they cause."
        )
    if question.of(known) == GRAPH:
        words.append("An answer is right if its edges are.")
    else:
        within = print_number(question.tolerance)
        words.append(f"An answer is right if its prediction is within {within} of the reactor's.")
    return " ".join(words)


def _action(known: LinearProblem, targets: int) -> dict[str, object]:
    value: dict[str, object] = {
        "type": ["number", "string"],
        "minimum": -ACTION_VALUE,
        "maximum": ACTION_VALUE,
    }
    if known.semantics.cuts:
        value["type"] = ["number", "string", "null"]
    setting: dict[str, object] = {
        "type": "object",
        "properties": dict.fromkeys(known.controllable, value),
        "additionalProperties": False,
        "minProperties": 1,
    }
    if not known.semantics.cuts:
        setting["maxProperties"] = targets
    return {
        "type": "object",
        "properties": {"intervene": setting},
        "required": ["intervene"],
        "additionalProperties": False,
    }


def _answer(known: LinearProblem) -> dict[str, object]:
    name = {"enum": list(known.variables)}
    edge = {
        "type": "object",
        "properties": {"from": name, "to": name},
        "required": ["from", "to"],
    }
    hypothesis = {
        "type": "object",
        "properties": {
            "edges": {"type": "array", "items": edge},
            "freq_equation": {"type": "string"},
            "coefficients": {
                "type": "object",
                "additionalProperties": {"type": ["number", "string", "null"]},
            },
        },
        "required": ["edges"],
    }
    equations = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in known.variables},
        "additionalProperties": False,
    }
    parts: dict[str, object] = {"hypothesis": hypothesis, "equations": equations}
    if known.reactor is not None:
        parts["prediction"] = _NUMBER
    return {
        "type": "object",
        "properties": parts,
        "anyOf": [{"required": ["hypothesis"]}, {"required": ["equations"]}],
    }
