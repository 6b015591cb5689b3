"""The writer of problems: JSON for people, one line each for pools, or YAML.

>>> print(layout({"id": "demo", "rows": ["01" * 30, "10" * 30]}, width=70))
{
 "id": "demo",
 "rows": [
  "010101010101010101010101010101010101010101010101010101010101",
  "101010101010101010101010101010101010101010101010101010101010"
 ]
}
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from symcause.errors import UsageError
from symcause.formats.problems import Problem
from symcause.registry import Family, families, family_of, load

LINES = "jsonl"
"""The target that fits every family: one document a line."""

PICTURES = ("dot", "graphml", "svg", "latex")
"""What gold alone can be written to: its graph, or its mechanisms for a paper."""


def targets() -> tuple[str, ...]:
    """What problems can be converted to."""
    found = list(families())
    own = [family.name for family in found if family.writer is not None]
    exports = (target for family in found for target in family.exports)
    return tuple(dict.fromkeys((*own, LINES, *exports)))


def write_problem(problem: Problem) -> dict[str, object]:
    """The document of a problem in its own format."""
    family = family_of(problem)
    if family.writer is None:
        raise UsageError(f"{family.title} have no format of their own", value=problem.id)
    document: dict[str, object] = load(family.writer)(problem)
    return document


def spelled(problem: Problem, target: str, *, first: bool = True) -> str:
    """The text of a problem in one of :func:`targets`; *first* in the file, or after another."""
    family = family_of(problem)
    if target in family.exports:
        text: str = load(family.exports[target])(problem, first)
        return text
    if target == LINES:
        return one_line(write_problem(problem)) + "\n"
    if target != family.name:
        raise _wrong(problem, target, family)
    return layout(write_problem(problem)) + "\n"


def _wrong(problem: Problem, target: str, family: Family) -> UsageError:
    return UsageError(
        f"problem {problem.id!r} is {family.name}: it cannot be written as {target}",
        remedy=f"use --to {family.name} or --to {LINES}",
    )


def one_line(document: Mapping[str, object]) -> str:
    """A document as one line of JSON."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False)


def layout(value: object, width: int = 100, indent: int = 0) -> str:
    """JSON for people: whatever fits into a line stays on it."""
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if indent + len(flat) <= width or not isinstance(value, list | dict) or not value:
        return flat
    margin = " " * (indent + 1)
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(key, ensure_ascii=False)}: {layout(part, width, indent + 1)}"
            for key, part in value.items()
        ]
        opening, closing = "{}"
    else:
        parts = [layout(part, width, indent + 1) for part in value]
        opening, closing = "[]"
    body = f",\n{margin}".join(parts)
    return f"{opening}\n{margin}{body}\n{' ' * indent}{closing}"
