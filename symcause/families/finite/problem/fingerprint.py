"""The fingerprint of a finite problem: SHA-256 of its canonical form.

The canonical form is the document without ``id``, ``metadata`` and ``units``: keys sorted, sets as sorted
lists, operators as pairs in file order (which decides what is printed), rows as lists, no defaults.
No digest depends on how a file was written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from symcause.families.finite.models.finite_values import FiniteVariable, Value
from symcause.families.finite.models.term_text import print_term
from symcause.families.finite.problem.class_description import describe_class
from symcause.families.finite.problem.problem import (
    EdgeQuery,
    FiniteProblem,
    FiniteWorld,
    Query,
    ValueQuery,
)
from symcause.kernel import envelope

FORMAT = "symcause.finite/1"


def describe(problem: FiniteProblem) -> dict[str, Any]:
    """The document of a problem without ``id`` and ``metadata``, keys in the order of the format."""
    disclosure, gold = problem.disclosure, problem.gold
    document: dict[str, object] = {
        "format": FORMAT,
        "variables": [{"name": v.name, "values": list(v.values)} for v in problem.domains],
        "setting": str(disclosure.setting),
        "roots": None if disclosure.roots is None else list(disclosure.roots),
        "order": None if disclosure.order is None else list(disclosure.order),
        "blocks": None if disclosure.blocks is None else [list(b) for b in disclosure.blocks],
        "root_count": disclosure.root_count,
        "class": describe_class(problem.model_class),
        "knowledge": problem.knowledge.to_dict() if problem.knowledge else None,
        "worlds": [describe_world(world, problem.domains) for world in problem.worlds],
        "queries": [describe_query(query) for query in problem.queries] or None,
        "task": problem.task,
        "gold": None,
    }
    if gold is not None:
        roots = disclosure.roots if gold.roots is None else gold.roots
        document["gold"] = {
            "roots": [name for name in problem.variables if name in (roots or ())],
            "mechanisms": {name: print_term(term) for name, term in gold.mechanisms.items()},
        }
    return {key: value for key, value in document.items() if value is not None}


def describe_world(world: FiniteWorld, domains: tuple[FiniteVariable, ...]) -> dict[str, object]:
    """A world of a document, units and all."""
    rows = [list(shown_row(row, domains)) for row in world.rows]
    described: dict[str, object] = {
        "id": world.id,
        "split": str(world.split),
        "do": dict(world.do),
        "assigned": list(world.assigned),
        "rows": rows,
    }
    return described if world.units is None else {**described, "units": list(world.units)}


def shown_row(
    row: tuple[int | None, ...], domains: tuple[FiniteVariable, ...]
) -> tuple[Value | None, ...]:
    """A row as values, None where a cell was not observed."""
    cells = zip(row, domains, strict=True)
    return tuple(None if at is None else variable.values[at] for at, variable in cells)


def describe_query(query: Query) -> dict[str, object]:
    """A query of a document."""
    match query:
        case EdgeQuery(name, edge, gold):
            described: dict[str, object] = {"id": name, "edge": "->".join(edge), "gold": gold}
        case ValueQuery(name, of, do, given, gold):
            described = {"id": name, "do": dict(do), "given": dict(given), "of": of, "gold": gold}
    return {key: value for key, value in described.items() if value is not None}


def canonical_document(problem: FiniteProblem) -> dict[str, Any]:
    """The canonical form, as plain values."""
    document = describe(problem)
    place = {name: at for at, name in enumerate(problem.variables)}

    def in_order(names: list[str]) -> list[str]:
        return sorted(names, key=place.__getitem__)

    if "roots" in document:
        document["roots"] = in_order(document["roots"])
    if "blocks" in document:
        document["blocks"] = [in_order(block) for block in document["blocks"]]
    for world in document["worlds"]:
        world["assigned"] = in_order(world["assigned"])
        world.pop("units", None)
    if "knowledge" in document:
        document["knowledge"] = _knowledge(document["knowledge"], in_order)
    document["class"] = _class(document["class"])
    return document


def _knowledge(known: Mapping[str, Any], in_order: Any) -> dict[str, object]:
    edges: dict[str, object] = {
        key: sorted(known[key]) for key in ("require", "forbid", "candidates") if key in known
    }
    if "tiers" not in known:
        return edges
    return {**edges, "tiers": [in_order(tier) for tier in known["tiers"]]}


def _class(described: Mapping[str, Any]) -> dict[str, Any]:
    own = dict(described)
    if "functions" in own:
        own["functions"] = sorted(own["functions"])
    if "candidates" in own:
        own["candidates"] = sorted(own["candidates"])
    if "grammar" in own:
        operators = own["grammar"]["operators"].items()
        own["grammar"] = {**own["grammar"], "operators": [[n, _operator(s)] for n, s in operators]}
    if "variables" in own:
        own["variables"] = {name: _class(one) for name, one in own["variables"].items()}
    return own


def _operator(spec: Any) -> object:
    if spec is True or "table" not in spec:
        return spec
    return {**spec, "table": sorted(spec["table"], key=canonical_text)}


def canonical_text(value: object) -> str:
    """The canonical form as a text: keys sorted, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint(problem: FiniteProblem) -> str:
    """What certificates know a problem by, 64 hexadecimal digits."""
    return envelope.digest(canonical_document(problem))
