"""The fingerprint of a ShapeWorld problem: a hash of its canonical form, for certificates.

The canonical form is the ``symcause.shapeworld/1`` document without ``id`` and ``metadata``: keys
sorted, no spaces, UTF-8, optional keys that are not used left out, sets of shapes in listed order. The
fingerprint is its SHA-256; it speaks of everything that a verdict can depend on, the transcript
included.
"""

from __future__ import annotations

from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem, Step
from symcause.kernel.envelope import digest
from symcause.models.dags import DAG

FORMAT = "symcause.shapeworld/1"


def describe(problem: ShapeWorldProblem) -> dict[str, object]:
    """The document of a problem without ``id`` and ``metadata``, keys in the order of the format."""
    document: dict[str, object] = {
        "format": FORMAT,
        "shapes": list(problem.shapes),
        "question": {"cause": problem.cause, "effect": problem.effect},
        "initial": None if problem.initial is None else _moving_names(problem, problem.initial),
        "transcript": [_step(problem, step) for step in problem.transcript] or None,
        "answer": problem.answer,
        "class": None if problem.scope is None else str(problem.scope),
        "limit": problem.limit,
        "gold": None if problem.gold is None else _world(problem, problem.gold),
        "truth": None if problem.truth is None else YES if problem.truth else NO,
        "protocol": problem.protocol or None,
    }
    return {key: value for key, value in document.items() if value is not None}


def _world(problem: ShapeWorldProblem, gold: DAG) -> dict[str, object]:
    found: dict[str, object] = {"edges": [list(edge) for edge in gold.edges]}
    return found | {"driven": _moving_names(problem, problem.driven)} if problem.driven else found


def _moving_names(problem: ShapeWorldProblem, moving: tuple[str, ...]) -> list[str]:
    return list(problem.names(problem.mask(moving)))


def _step(problem: ShapeWorldProblem, step: Step) -> dict[str, object]:
    document: dict[str, object] = {
        "action": step.action,
        "shape": step.shape,
        "moving": None if step.moving is None else _moving_names(problem, step.moving),
        "invalid": step.invalid or None,
    }
    return {key: value for key, value in document.items() if value is not None}


def fingerprint(problem: ShapeWorldProblem) -> str:
    """The SHA-256 of the canonical form, in hexadecimal."""
    return digest(describe(problem))
