"""The answer form at the end of a Boolean prompt: a template and an example."""

from __future__ import annotations

import json
from collections.abc import Collection

from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.operators.mechanism_operators import OPERATOR
from symcause.models.variable_names import natural


def answer_form(problem: BooleanProblem) -> str:
    """The form of the answer as a template, and an example about other variables."""
    model: dict[str, object] = {}
    if problem.disclosure.roots is None:
        count = problem.disclosure.size_of_root_set
        model["roots"] = [f"<{count} names>"]
        model["mechanisms"] = {"<each other variable>": "<mechanism>"}
    else:
        names = natural(problem.disclosure.endogenous(problem.disclosure.roots))
        model["mechanisms"] = dict.fromkeys(names, "<mechanism>")
    lines = [
        "# Answer",
        "One JSON object on one line, in this form:",
        _json(_claimed(problem, model)),
    ]
    if problem.identify:
        lines.append('UNIQUE needs no witnesses: {"certification":"UNIQUE"}')
    lines.append("The following shows the form only; it belongs to another problem:")
    lines.append(_json(_example(problem)))
    return "\n".join(lines)


def _claimed(problem: BooleanProblem, model: dict[str, object]) -> dict[str, object]:
    if problem.identify:
        return {"certification": "<UNIQUE or AMBIGUOUS>", "witnesses": [model, model]}
    if not problem.is_alternative_task:
        return model
    roots = problem.disclosure.roots or ()
    return {
        "alternative": model,
        "experiment": {"type": "hard_do", "assignments": {"<one variable>": "<0 or 1>"}},
        "witness": {
            "rootAssignment": dict.fromkeys(natural(roots), "<0 or 1>")
            or {"<each root>": "<0 or 1>"},
            "differences": [
                {"variable": "<name>", "reference": "<0 or 1>", "alternative": "<0 or 1>"}
            ],
        },
    }


def _example(problem: BooleanProblem) -> dict[str, object]:
    """An answer to a made-up problem over names that this one does not use."""
    a, b, c, d = _other_names(problem.variables)
    least = {word: OPERATOR[word].meaning.least for word in problem.operators}
    words = [word for word in problem.operators if least[word] > 1] or [*least, "not"][:1]
    first, second = (
        f"({word} {' '.join((a, b, a)[: OPERATOR[word].meaning.least])})"
        for word in (words[0], words[-1])
    )
    model: dict[str, object] = {"mechanisms": {c: first, d: second}}
    if problem.disclosure.roots is None:
        model = {"roots": [a, b], **model}
    if problem.identify:
        other = {**model, "mechanisms": {c: first, d: a}}
        return {"certification": "AMBIGUOUS", "witnesses": [model, other]}
    if not problem.is_alternative_task:
        return model
    return {
        "alternative": model,
        "experiment": {"type": "hard_do", "assignments": {c: 1}},
        "witness": {
            "rootAssignment": {a: 0, b: 1},
            "differences": [{"variable": d, "reference": 0, "alternative": 1}],
        },
    }


def _other_names(variables: Collection[str]) -> tuple[str, ...]:
    stem = "Z"
    while any(name.startswith(stem) for name in variables):
        stem += "Z"
    return tuple(f"{stem}{i}" for i in range(1, 5))


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
