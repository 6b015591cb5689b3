"""What the tests of statements share: problems from DAGs, and the cases of the reference."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from symcause.families.statements.problem.problem import Hypothesis, Statement, StatementsProblem
from tests.statements.second import Edges, Triple, independences

LETTERS = "ABCDEFGH"

Document = dict[str, Any]


def shared_cases() -> list[Document]:
    """The cases of the reference about statements; none where they are not at hand."""
    folder = os.environ.get("SYMCAUSE_DATA")
    path = Path(folder or "") / "field" / "cases.jsonl"
    if folder is None or not path.is_file():
        return []
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [case for case in lines if case["family"] == "statements"]


def edges_of(text: str) -> Edges:
    """``AB BC``: A -> B -> C."""
    return frozenset((LETTERS.index(a), LETTERS.index(b)) for a, b in text.split())


def stated(found: Iterable[Triple]) -> tuple[Statement, ...]:
    """Triples with their names."""
    return tuple(
        Statement(LETTERS[x], LETTERS[y], tuple(LETTERS[v] for v in sorted(z)))
        for x, y, z in sorted(found, key=lambda t: (t[0], t[1], sorted(t[2])))
    )


def problem(
    size: int,
    independent: Iterable[Triple],
    relation: str = "parent",
    of: str = "AB",
    reading: str = "path",
    *,
    dependent: Iterable[Triple] = (),
    complete: bool = True,
    gold: int | str | None = None,
) -> StatementsProblem:
    """A problem about A, B, …"""
    return StatementsProblem(
        "case",
        tuple(LETTERS[:size]),
        stated(independent),
        Hypothesis(relation, (of[0], of[1]), reading),
        dependent=stated(dependent),
        complete=complete,
        gold=gold,
    )


def of_dag(
    text: str, size: int, relation: str, of: str, reading: str = "path"
) -> StatementsProblem:
    """The problem whose premise are the d-separations of a DAG."""
    return problem(size, independences(edges_of(text), size), relation, of, reading)
