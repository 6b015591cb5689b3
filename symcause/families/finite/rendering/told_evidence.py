"""The told evidence of a finite problem: what a solver is told, as a document, and the way back.

The class is told always, as labels and verdicts depend on it; queries where predictions are the answer.
A world that is set by constants and row by row at once is told as set row by row: its rows have the
constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symcause.families.finite.problem.fingerprint import FORMAT, describe_query, shown_row
from symcause.families.finite.problem.problem import FiniteProblem, FiniteWorld
from symcause.families.finite.rendering import answer_names
from symcause.families.finite.rendering.answer_names import atom, several
from symcause.families.finite.rendering.told_class import (
    class_document,
    class_words,
    renamed_class,
    told_class,
)
from symcause.renderings.disclosure_facts import told_disclosure
from symcause.renderings.family_words import ToldDocument
from symcause.renderings.knowledge_facts import (
    knowledge_document,
    renamed_knowledge,
    told_knowledge,
)
from symcause.renderings.told_document import by_nature

_LISTED = ("roots", "order")


def told(problem: FiniteProblem) -> ToldDocument:
    """Everything that a solver is told; neither gold nor held-out worlds nor ids of worlds."""
    names = by_nature(problem.variables)
    endogenous = problem.disclosure.endogenous(problem.disclosure.roots or ())
    evidence: ToldDocument = {
        "family": "finite",
        "variables": names,
        "values": {name: list(problem.domain(name).values) for name in names},
        **told_disclosure(problem.disclosure),
        "class": told_class(problem.model_class, endogenous),
        "worlds": [_world(problem, world, names) for world in problem.training],
        **told_knowledge(problem.knowledge),
    }
    if problem.task == "predict":
        evidence["queries"] = [_query(query) for query in map(describe_query, problem.queries)]
    return evidence


def _world(problem: FiniteProblem, world: FiniteWorld, names: list[str]) -> dict[str, Any]:
    place = {name: at for at, name in enumerate(problem.variables)}
    rows = [shown_row(row, problem.domains) for row in world.rows]
    mode = "assigned" if world.assigned else "constant" if world.do else "none"
    return {
        "mode": mode,
        "targets": by_nature(world.targets),
        "rows": [[row[place[name]] for name in names] for row in rows],
    }


def _query(described: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in described.items() if key != "gold" and value != {}}


def words(told: ToldDocument) -> tuple[str, ...]:
    """The words that are values, or stand in grammars, in natural order."""
    values = (v for own in told["values"].values() for v in own if isinstance(v, str))
    return tuple(by_nature({*values, *class_words(told["class"])}))


def document(told: ToldDocument) -> dict[str, Any]:
    """The problem document of which this is told."""
    names, values = told["variables"], told["values"]
    keys = ("setting", "roots", "root_count", "order", "blocks", "queries")
    problem: dict[str, Any] = {
        "format": FORMAT,
        "variables": [{"name": name, "values": values[name]} for name in names],
        **{key: told[key] for key in keys if key in told},
        "class": class_document(told["class"]),
    }
    problem["worlds"] = []
    for number, world in enumerate(told["worlds"], 1):
        targets, first = world["targets"], dict(zip(names, world["rows"][0], strict=True))
        constant = world["mode"] == "constant"
        done = {"do": {n: first[n] for n in targets}} if constant else {"assigned": targets}
        problem["worlds"].append({"id": f"world_{number}", **done, "rows": world["rows"]})
    return {**problem, **knowledge_document(told)}


def renamed(document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A problem document in other names, gold included."""
    problem = dict(document)
    problem["variables"] = [
        {"name": atom(one["name"], names), "values": several(one["values"], names)}
        for one in document["variables"]
    ]
    problem |= {key: several(problem[key], names) for key in _LISTED if key in problem}
    if "blocks" in problem:
        problem["blocks"] = [several(block, names) for block in problem["blocks"]]
    if "knowledge" in problem:
        problem["knowledge"] = renamed_knowledge(problem["knowledge"], names)
    problem["class"] = renamed_class(problem["class"], names)
    problem["worlds"] = [_renamed_world(world, names) for world in problem["worlds"]]
    if "queries" in problem:
        problem["queries"] = [_renamed_query(query, names) for query in problem["queries"]]
    if "gold" in problem:
        problem["gold"] = answer_names.renamed(problem["gold"], names)
    return problem


def _renamed_world(world: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    changed = {**world, "rows": [several(row, names) for row in world["rows"]]}
    if "do" in world:
        changed["do"] = _settings(world["do"], names)
    if "assigned" in world:
        changed["assigned"] = several(world["assigned"], names)
    return changed


def _renamed_query(query: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    changed = dict(query)
    changed |= {key: _settings(query[key], names) for key in ("do", "given") if key in query}
    changed |= {key: atom(query[key], names) for key in ("of", "gold") if key in query}
    if "edge" in query:
        changed["edge"] = "->".join(several(query["edge"].split("->"), names))
    return changed


def _settings(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {atom(name, names): atom(value, names) for name, value in values.items()}
