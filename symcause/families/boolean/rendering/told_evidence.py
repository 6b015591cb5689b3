"""The told evidence of a Boolean problem: what a solver is told, as a document, and the way back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from symcause.families.boolean.problem.fingerprint import FORMAT, INFORMED
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.rendering import answer_names
from symcause.models.expressions import spell
from symcause.models.variable_names import WORDS
from symcause.renderings.disclosure_facts import told_disclosure
from symcause.renderings.family_words import ToldDocument
from symcause.renderings.knowledge_facts import (
    knowledge_document,
    renamed_knowledge,
    told_knowledge,
)
from symcause.renderings.told_document import by_nature

_ATOM = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_AS_TOLD = (
    *("variables", "setting", "roots", "root_count", "order", "blocks", "operators", "constants"),
    *("max_parents", "errors", "latent", "task"),
)


def told(problem: BooleanProblem) -> ToldDocument:
    """Everything that a solver is told; neither gold nor held-out worlds nor ids."""
    names = by_nature(problem.variables)
    evidence: ToldDocument = {
        "family": "boolean",
        "variables": names,
        **told_disclosure(problem.disclosure),
        "operators": [word for word in WORDS if word in problem.operators],
        "constants": problem.constants,
        "max_parents": problem.max_parents,
        "errors": problem.errors or None,
        "latent": by_nature(problem.latent) or None,
        "task": "identify" if problem.identify else None,
        "reference": None
        if problem.reference is None
        else {name: spell(e) for name, e in problem.reference.mechanisms.items()},
        "worlds": _worlds(problem, names),
        **told_knowledge(problem.knowledge),
    }
    return {key: value for key, value in evidence.items() if value is not None}


def _worlds(problem: BooleanProblem, names: list[str]) -> list[dict[str, Any]]:
    column = {name: i for i, name in enumerate(problem.variables)}
    turned = permutation([column[name] for name in names])
    return [
        {
            "mode": str(world.mode),
            "targets": by_nature(world.targets),
            "rows": [turned(row) for row in world.rows],
        }
        for world in problem.training
    ]


def permutation(places: list[int]) -> Callable[[str], str]:
    """What puts the cells of a row in another order.

    >>> permutation([2, 0, 1])("01?")
    '?01'
    """
    chosen = itemgetter(*places)
    return lambda row: "".join(chosen(row))


def document(told: ToldDocument) -> dict[str, Any]:
    """The problem document of which this is told."""
    holed = any("?" in row for world in told["worlds"] for row in world["rows"])
    informed = holed or any(key in told for key in ("errors", "latent", "knowledge"))
    problem: dict[str, Any] = {"format": INFORMED if informed else FORMAT}
    problem |= {key: told[key] for key in _AS_TOLD if key in told}
    problem["worlds"] = [
        {"id": f"world_{i}", "split": "train", **world} for i, world in enumerate(told["worlds"], 1)
    ]
    if "reference" in told:
        roots = {"roots": told["roots"]} if "roots" in told else {}
        problem["reference"] = {**roots, "mechanisms": told["reference"]}
    return {**problem, **knowledge_document(told)}


def renamed(document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A problem document in other names, gold and reference included."""
    problem = dict(document)
    for key in ("variables", "roots", "order", "latent"):
        if key in problem:
            problem[key] = [names[name] for name in problem[key]]
    if "blocks" in problem:
        problem["blocks"] = [[names[name] for name in block] for block in problem["blocks"]]
    if "knowledge" in problem:
        problem["knowledge"] = renamed_knowledge(problem["knowledge"], names)
    problem["worlds"] = [
        {**world, "targets": [names[name] for name in world["targets"]]}
        for world in problem["worlds"]
    ]
    for key in ("gold", "reference"):
        if key in problem:
            problem[key] = answer_names.renamed(problem[key], names)
    return problem


def atoms(text: str) -> set[str]:
    """The variables that a mechanism names."""
    return set(_ATOM.findall(text)) - set(WORDS)
