"""Samples: small problems of every family and the questions that are asked about each."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import symcause
from symcause.audits.document_json import dumps
from symcause.audits.question import ask
from symcause.errors import SymcauseError
from symcause.registry import family_of
from tests.bounds.said import said
from tests.linear.cases import integers
from tests.linear.space.test_hidden import disturbed_episode

ROOT = Path(__file__).resolve().parents[2]

ASKED = ("audit", "count", "next", "alternatives", "solve", "disambiguate", "look", "imec")
"""Questions that need no more than a problem."""

GOLD = {"X2": "(or X1 (not X1))", "X3": "(not X1)"}

LAMPS = {
    "format": "symcause.finite/1",
    "id": "lamps",
    "variables": [{"name": name, "values": [0, 1]} for name in "ABL"],
    "setting": "hidden-order",
    "roots": ["A", "B"],
    "class": {"functions": "any", "max_parents": 2},
    "worlds": [{"id": "w", "rows": [[0, 0, 0], [1, None, 1], [0, 1, None]]}],
    "gold": {"mechanisms": {"L": "(or A B)"}},
}

PASSING = frozenset({"seconds", "steps", "symcause", "version", "certificate"})
"""Keys whose values are no part of an answer."""


def _made() -> Iterator[tuple[str, Any]]:
    for name in ("ambiguous", "unique", "hidden-roots", "hidden-order", "corner", "ordered"):
        yield name, symcause.load(ROOT / f"examples/{name}.json")
    rows = [{"X1": 0, "X2": 1, "X3": 1}, {"X1": 1, "X2": 1, "X3": 0}]
    holed = [{"X1": 0, "X2": None, "X3": 1}, {"X1": 1, "X2": 1, "X3": 0}]
    latent = [{"X1": 0, "L1": None, "X3": 1}, {"X1": 0, "L1": None, "X3": 0}]
    boolean, gold = symcause.boolean.problem, {"mechanisms": GOLD}
    yield "plain", boolean(rows, roots=["X1"], gold=gold)
    yield "holes", boolean(holed, roots=["X1"], gold=gold)
    yield "hidden holes", boolean(holed, root_count=1)
    yield "errors", boolean(rows, roots=["X1"], errors=1, gold=gold)
    yield "holes and errors", boolean(holed, roots=["X1"], errors=1, gold=gold)
    yield "latent", boolean(latent, roots=["X1", "L1"], latent=["L1"])
    yield "unate", boolean(rows, roots=["X1"], knowledge={"unate": True})
    yield "hidden roots and errors", boolean(rows, root_count=1, errors=1)
    for name in ("crystal", "episode"):
        yield name, symcause.load(ROOT / f"examples/{name}.json")
    linear = symcause.linear.problem
    records = [{"x1": 1, "x2": "2.5", "f": 4}, {"x1": 3, "x2": "0.5", "f": 5}]
    yield "fractions", linear(records=records, target="f")
    yield (
        "rounded",
        linear(
            records=records,
            target="f",
            rounding="0.5",
            coefficients={"domain": "rational", "min_effect": 1},
        ),
    )
    whole = {"domain": "integer", "min": -2, "max": 2}
    yield "integers", linear(records=records, target="f", coefficients=whole)
    yield "quadratic", linear(records=records, target="f", family="quadratic")
    chain = [{"x1": 1, "f": 3, "do": ""}, {"x1": 4, "f": 9, "do": "x1=4"}]
    yield "chain", linear(chain=chain, target="f")
    made, _ = disturbed_episode(random.Random("gold 0"), 3, 0, coefficients=integers(1, 2))
    yield "disturbed", made
    yield "disturbed without gold", replace(made, gold=None)
    yield "shapes", symcause.load(ROOT / "examples/shapes.json")
    yield "world", symcause.load(ROOT / "examples/world.json")
    yield "statements", symcause.load(ROOT / "examples/statements.json")
    yield "boats", symcause.load(ROOT / "examples/boats.json")
    yield "draft", symcause.load(ROOT / "examples/draft.json")
    yield "lock", symcause.load(ROOT / "examples/finite/lock.json")
    yield "lamps", symcause.problem(LAMPS)
    for number, one in enumerate(symcause.load_pool(ROOT / "examples/percentages.jsonl")):
        yield f"percentages {number}", one
    edges = [("A", "B"), ("B", "C"), ("A", "C"), ("C", "D"), ("B", "D")]
    yield "class", symcause.dag.problem(symcause.DAG.of(edges))


@cache
def problems() -> dict[str, Any]:
    return dict(_made())


def samples(of: str | None = None) -> Iterator[tuple[str, str]]:
    """Every problem and question, of a family or of all."""
    for name, problem in problems().items():
        own = family_of(problem)
        if of is None or of == own.name:
            yield from ((name, question) for question in ASKED if question in own.questions)


COMMAND = "$"
"""In place of a problem: the question is a command line."""


def answered(name: str, question: str) -> dict[str, Any]:
    """The document, without what differs from run to run; of a command all that it says and writes."""
    if name == COMMAND:
        spoken: dict[str, Any] = _plain(said(question))
        return spoken
    try:
        document = ask(question, problems()[name])
    except SymcauseError as error:
        return {"refused": str(error)}
    told: dict[str, Any] = _plain(json.loads(dumps(document)))
    return told


@cache
def whole(name: str, question: str) -> dict[str, Any]:
    """What is answered with the usual bounds."""
    return answered(name, question)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items() if key not in PASSING}
    return [_plain(part) for part in value] if isinstance(value, list) else value
