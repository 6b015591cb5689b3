"""Finite export: a Boolean problem said as one of finite worlds, as far as that can be said.

Values 0 and 1, any function, the same bounds and knowledge; ``iff`` becomes ``eq``. What only Boolean files
can say (operators that cannot express everything, errors, latent variables, signs, a reference) is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symcause.errors import UsageError
from symcause.families.boolean.models.operator_completeness import expresses_everything
from symcause.families.boolean.models.worlds import Mode, World
from symcause.families.boolean.problem.fingerprint import describe
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.pools.problem_writer import one_line
from symcause.formats.problems import read_document

_IFF = re.compile(r"\(iff(?= )")
_KEPT = ("roots", "order", "blocks", "root_count", "knowledge")


def exported(problem: BooleanProblem, first: bool) -> str:
    """The document on one line."""
    return one_line(finite_document(problem)) + "\n"


def finite_document(problem: BooleanProblem) -> dict[str, object]:
    """The document ``symcause.finite/1`` of a Boolean problem. Raises where it cannot be one."""
    _check(problem)
    described = describe(problem)
    bound = {} if problem.max_parents is None else {"max_parents": problem.max_parents}
    document: dict[str, object] = {
        "format": "symcause.finite/1",
        "id": problem.id,
        "variables": [{"name": name, "values": [0, 1]} for name in problem.variables],
        "setting": described["setting"],
        **{key: described[key] for key in _KEPT if key in described},
        "class": {"functions": "any", **bound},
        "worlds": [_world(world, problem.variables) for world in problem.worlds],
    }
    if problem.gold is not None:
        document["gold"] = _gold(described["gold"])
    if problem.metadata:
        document["metadata"] = dict(problem.metadata)
    read_document(document)
    return document


def _check(problem: BooleanProblem) -> None:
    known = problem.knowledge
    reasons = {
        "operators": not expresses_everything(problem.operators, problem.constants),
        "errors": bool(problem.errors),
        "latent": bool(problem.latent),
        "knowledge": bool(known and known.signed),
        "reference": problem.reference is not None,
    }
    for key, is_so in reasons.items():
        if is_so:
            raise UsageError(
                f"finite worlds cannot say what stands in {key!r}",
                value=problem.id,
                remedy="--to jsonl keeps it as it is",
            )


def _world(world: World, variables: tuple[str, ...]) -> dict[str, object]:
    written: dict[str, object] = {"id": world.id, "split": str(world.split)}
    if world.mode is Mode.CONSTANT:
        row = world.rows[0]
        written["do"] = {name: int(row[variables.index(name)]) for name in world.targets}
    if world.mode is Mode.ASSIGNED:
        written["assigned"] = list(world.targets)
    written["rows"] = list(world.rows)
    return written if world.units is None else {**written, "units": list(world.units)}


def _gold(gold: Any) -> Mapping[str, object]:
    written = {name: _IFF.sub("(eq", text) for name, text in gold["mechanisms"].items()}
    return {key: gold[key] for key in ("roots",) if key in gold} | {"mechanisms": written}
