"""The fingerprints of a Boolean problem: SHA-256 of what certificates prove, and of all of it.

The canonical form is the document (``symcause.boolean/1``, or 2 where it needs that) without ``id`` and
``metadata``: keys sorted, no spaces, UTF-8, defaults spelled out, optional keys that are not used left
out, mechanisms in canonical spelling. A certificate covers the part of it that it proves something about:
it survives other held-out worlds, names and labels. No digest depends on how a file was written.
"""

from __future__ import annotations

from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.kernel import envelope
from symcause.models.expressions import spell

FORMAT, INFORMED = "symcause.boolean/1", "symcause.boolean/2"


def describe(problem: BooleanProblem) -> dict[str, object]:
    """The document of a problem without ``id`` and ``metadata``, keys in the order of the format."""
    disclosure = problem.disclosure
    gold = {} if problem.gold is None else describe_answer(problem.gold)
    gold |= {} if problem.certification is None else {"certification": problem.certification}
    document: dict[str, object] = {
        "format": INFORMED if problem.informed else FORMAT,
        "variables": list(disclosure.variables),
        "setting": str(disclosure.setting),
        "roots": None if disclosure.roots is None else list(disclosure.roots),
        "order": None if disclosure.order is None else list(disclosure.order),
        "blocks": None if disclosure.blocks is None else [list(b) for b in disclosure.blocks],
        "root_count": disclosure.root_count,
        "operators": list(problem.operators),
        "constants": problem.constants,
        "max_parents": problem.max_parents,
        "errors": problem.errors or None,
        "latent": list(problem.latent) or None,
        "knowledge": problem.knowledge.to_dict() if problem.knowledge else None,
        "worlds": [describe_world(world) for world in problem.worlds],
        "task": "identify" if problem.identify else None,
        "gold": gold or None,
        "reference": None if problem.reference is None else describe_answer(problem.reference),
    }
    return {key: value for key, value in document.items() if value is not None}


def describe_answer(answer: Answer) -> dict[str, object]:
    """``{"roots", "mechanisms", "order"}``, the first and the last only where they are stated."""
    document: dict[str, object] = {
        "roots": None if answer.roots is None else list(answer.roots),
        "mechanisms": {name: spell(e) for name, e in answer.mechanisms.items()},
        "order": None if answer.order is None else list(answer.order),
    }
    return {key: value for key, value in document.items() if value is not None}


def describe_world(world: World) -> dict[str, object]:
    document: dict[str, object] = {
        "id": world.id,
        "split": str(world.split),
        "mode": str(world.mode),
        "targets": list(world.targets),
        "rows": list(world.rows),
    }
    return document if world.units is None else {**document, "units": list(world.units)}


def fingerprint(problem: BooleanProblem) -> str:
    """The SHA-256 of the whole document: what older certificates know a problem by."""
    return envelope.digest(describe(problem))


def evidence_digest(problem: BooleanProblem) -> str:
    """The SHA-256 of variables, disclosure, class, training rows with what was set, and gold."""
    own = {k: v for k, v in describe(problem).items() if k not in ("format", "task", "reference")}
    own["worlds"] = [[str(w.mode), [*w.targets], [*w.rows]] for w in problem.training]
    own["gold"] = None if problem.gold is None else describe_answer(problem.gold)
    return envelope.digest(own)
