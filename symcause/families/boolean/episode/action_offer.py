"""The offer to an agent in a Boolean episode: task and possible actions, in words and JSON Schema."""

from __future__ import annotations

from symcause.episodes.rules import Offer
from symcause.families.boolean.audits.next.experiment_contexts import contexts_of
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.number_phrases import plural
from symcause.models.prose.knowledge_sentences import said_of

_BIT = {"enum": [0, 1]}


def task(known: BooleanProblem) -> str:
    """The question."""
    roots = known.disclosure.roots
    said = (
        f"{plural(known.disclosure.size_of_root_set, 'variable')} of these are roots, it is hidden which. "
        if roots is None
        else f"The roots are {', '.join(roots) or 'none'}. "
    )
    constants = "" if known.constants else "; there are no constants"
    bound = known.max_parents
    depends = "" if bound is None else f" Each depends on at most {plural(bound, 'variable')}."
    return (
        "Every variable but the roots is a Boolean function of others, without cycles. "
        f"{said}Find the functions. They are written as S-expressions with the operators "
        f"{', '.join(known.operators)}{constants}.{depends}{_beforehand(known)}"
    )


def _beforehand(known: BooleanProblem) -> str:
    """Background knowledge: part of the class that members are counted in, so an agent has it too."""
    if known.knowledge is None:
        return ""
    return f" Known beforehand: {' '.join(said_of(known.knowledge, 'mechanism'))}"


def offered(known: BooleanProblem, targets: int, choose: bool) -> Offer:
    """What may be done, and how to answer."""
    rows = contexts_of(known).rows
    return Offer(
        _description(targets, rows, choose), _action(known, targets, rows, choose), _answer(known)
    )


def _description(targets: int, rows: int, choose: bool) -> str:
    said = (
        f"Set up to {plural(targets, 'variable')} to constants and see what all variables become: "
        '{"do": {VARIABLE: 0 or 1}}. '
        f"Every experiment is seen under the same values of the roots: {plural(rows, 'row')}, "
        'or fewer with "rows".'
    )
    if choose:
        said += ' Instead of "rows" the values can be chosen: "roots": [{ROOT: 0 or 1, …}, …].'
    return said


def _action(known: BooleanProblem, targets: int, rows: int, choose: bool) -> dict[str, object]:
    properties: dict[str, object] = {
        "do": {
            "type": "object",
            "properties": dict.fromkeys(known.variables, _BIT),
            "additionalProperties": False,
            "maxProperties": targets,
        },
        "rows": {"type": "integer", "minimum": 1, "maximum": rows},
    }
    if choose and known.disclosure.roots is not None:
        names = list(known.disclosure.roots)
        context = {
            "type": "object",
            "properties": dict.fromkeys(names, _BIT),
            "required": names,
            "additionalProperties": False,
        }
        properties["roots"] = {
            "type": "array",
            "items": context,
            "minItems": 1,
            "maxItems": rows,
        }
    return {
        "type": "object",
        "properties": properties,
        "required": ["do"],
        "additionalProperties": False,
    }


def _answer(known: BooleanProblem) -> dict[str, object]:
    roots = known.disclosure.roots
    mechanisms: dict[str, object] = {
        "type": "object",
        "additionalProperties": {"type": "string"},
    }
    properties: dict[str, object] = {"mechanisms": mechanisms}
    if roots is not None:
        names = list(known.disclosure.endogenous(roots))
        mechanisms |= {
            "properties": {name: {"type": "string"} for name in names},
            "required": names,
            "additionalProperties": False,
        }
        return {"type": "object", "properties": properties, "required": ["mechanisms"]}
    mechanisms |= {
        "properties": {name: {"type": "string"} for name in known.variables},
        "additionalProperties": False,
    }
    count = known.disclosure.size_of_root_set
    properties["roots"] = {
        "type": "array",
        "items": {"enum": list(known.variables)},
        "minItems": count,
        "maxItems": count,
    }
    return {"type": "object", "properties": properties, "required": ["mechanisms", "roots"]}
