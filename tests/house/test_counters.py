"""No counter beside the meter: whoever gives up after so much work has drawn it from ``budgets``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "symcause"

SECOND = {"kernel", "verifier"}
"""Folders that count on their own, on purpose: what verifies shares no code with what searches."""

READING = {
    "episodes/transcripts/transcript.py": "lines of a file",
    "formats/graph_notations/dagitty.py": "edges of a file",
    "formats/graph_notations/gml.py": "depth of a file",
    "formats/pools/yaml_stream.py": "bytes of a file",
    "formats/storage/byte_streams.py": "bytes of a file",
    "families/linear/release/run_folder.py": "logs of a folder",
    "families/textgraph/release/sqlite_tables.py": "rows of a file",
    "scoring/answer_extraction.py": "characters of an answer, for every answer that is scored",
}
"""What is read is bounded by its size, which is no work of a search."""

OTHERWISE = {
    "families/boolean/audits/verdict/hole_sections.py": "errors that are allowed, not work",
    "solvers/acyclic/level_counts.py": "cells that are kept at the same time: room, not work",
    "workbench/task_children.py": "tasks that wait in line",
}

Scope = ast.FunctionDef | ast.ClassDef


def name_of(node: ast.AST | None) -> str | None:
    """A variable or an attribute, as it is written."""
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else None


def counters(scope: Scope) -> dict[str, bool]:
    """What is counted up in it, or down (True)."""
    counted: dict[str, bool] = {}
    for node in ast.walk(scope):
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
            name = name_of(node.target)
            if name and not isinstance(node.value, ast.List | ast.Tuple | ast.ListComp):
                counted[name] = isinstance(node.op, ast.Sub) or counted.get(name, False)
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Call):
            first = node.target.elts[0] if isinstance(node.target, ast.Tuple) else None
            if name_of(node.iter.func) == "enumerate" and (name := name_of(first)):
                counted[name] = False
    return counted


def is_bound(node: ast.AST, down: bool) -> bool:
    """A number that is given: a constant in capitals, something called most or limit; 0 on the way down."""
    if down and isinstance(node, ast.Constant):
        return node.value == 0
    words = [name.split(".")[-1] for part in ast.walk(node) if (name := name_of(part))]
    return any(w.isupper() or w.startswith(("most", "limit", "max_")) for w in words)


def is_measured(node: ast.AST, name: str) -> bool:
    """The counter itself, or a product with it; not the length of something by that name."""
    if isinstance(node, ast.BinOp):
        return is_measured(node.left, name) or is_measured(node.right, name)
    return name_of(node) == name


def exceeded(test: ast.expr, counted: dict[str, bool]) -> str | None:
    """The counter that a condition holds against a bound."""
    for node in ast.walk(test):
        for name, down in counted.items():
            negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
            if negated and down and name_of(getattr(node, "operand", None)) == name:
                return name
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                for own in sides:
                    if is_measured(own, name) and any(
                        is_bound(other, down) for other in sides if other is not own
                    ):
                        return name
    return None


def gives_up(body: list[ast.stmt], unknown: set[str]) -> bool:
    """Does it raise, or return what is not known?"""
    for node in body:
        if isinstance(node, ast.Raise):
            return True
        if isinstance(node, ast.Return) and node.value is not None:
            called = {n for part in ast.walk(node.value) if (n := name_of(part))}
            if called & unknown:
                return True
    return False


def hand_written(source: str) -> Iterator[tuple[int, str]]:
    """The lines at which a search gives up by a counter of its own, and the counter."""
    tree = ast.parse(source)
    unknown = {"Unknown"} | {
        part.name
        for part in ast.walk(tree)
        if isinstance(part, ast.FunctionDef) and name_of(part.returns) == "Unknown"
    }
    for scope in tree.body:
        if isinstance(scope, ast.FunctionDef | ast.ClassDef):
            counted = counters(scope)
            for node in ast.walk(scope):
                leaving = isinstance(node, ast.If) and gives_up(node.body, unknown)
                if isinstance(node, ast.If) and leaving and (name := exceeded(node.test, counted)):
                    yield node.lineno, name


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    n = 0\n    n += 1\n    if n > MOST:\n        raise LimitError('no')",
        "def f(most):\n    n = 0\n    n += 1\n    if n > most:\n        return Unknown('no')",
        "def f():\n    left = MOST\n    left -= 2\n    if left < 0:\n        raise TooMany",
        "def f():\n    left = MOST\n    left -= 1\n    if not left or done:\n        raise TooMany",
        "class A:\n    def f(self):\n        self.n += 3\n        if 2 * self.n >= STEPS:\n"
        "            raise LimitError('no')",
        "def f():\n    for i, x in enumerate(y):\n        if i == MOST:\n            raise TooMany",
        "def f(most):\n    n += 1\n    if n > most:\n        return _many(most)\n"
        "def _many(most) -> Unknown:\n    return Unknown('no')",
    ],
)
def test_a_counter_is_seen(source: str) -> None:
    assert len(list(hand_written(source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    meter.spend(2)\n    if meter.over:\n        raise LimitError('no')",
        "def f():\n    n += 1\n    if len(n) > MOST:\n        raise LimitError('no')",
        "def f():\n    n += 1\n    if n > MOST:\n        wide = True",
        "def f():\n    n += 1\n    if n == other:\n        raise ProblemError('no')",
    ],
)
def test_nothing_else_is(source: str) -> None:
    assert not list(hand_written(source))


def test_no_counter_of_one_s_own() -> None:
    """A search that gives up draws on a meter, or the lists above say why it does not."""
    exempt = READING | OTHERWISE
    places: dict[str, list[tuple[int, str]]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        own = path.relative_to(PACKAGE)
        if not SECOND & set(own.parts) and (seen := list(hand_written(path.read_text("utf-8")))):
            places[own.as_posix()] = seen
    assert {path: seen for path, seen in places.items() if path not in exempt} == {}
    assert set(exempt) <= set(places), "the lists name what is gone"
