"""Problems to text: our JSON for people, one line each for pools, or the release's YAML.

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
from importlib import import_module
from typing import TYPE_CHECKING

from symcause.errors import UsageError

if TYPE_CHECKING:
    from symcause.formats.files import Problem

WRITERS = {
    "BooleanProblem": ("boolean", "symcause.families.boolean.files.document:write_boolean"),
    "LinearProblem": ("linear", "symcause.families.linear.files.document:write_linear"),
}
"""For each class of problems the name of its format and the writer, loaded when needed."""

TARGETS = ("boolean", "linear", "jsonl", "replayscm")
"""What a file can be converted to."""


def family(problem: Problem) -> str:
    """The short name of a problem's own format: ``boolean`` or ``linear``."""
    return WRITERS[type(problem).__name__][0]


def write_problem(problem: Problem) -> dict[str, object]:
    """The document of a problem in its own format."""
    module, _, name = WRITERS[type(problem).__name__][1].partition(":")
    document: dict[str, object] = getattr(import_module(module), name)(problem)
    return document


def spelled(problem: Problem, target: str, *, first: bool = True) -> str:
    """The text of a problem in one of :data:`TARGETS`; *first* in the file, or after another."""
    if target == "replayscm":
        from symcause.families.boolean.files.replayscm_release import write_header, write_record
        from symcause.families.boolean.problem.problem import BooleanProblem

        if not isinstance(problem, BooleanProblem):
            raise _wrong(problem, target)
        record = write_record(problem)
        return write_header() + record if first else record
    if target == "jsonl":
        return one_line(write_problem(problem)) + "\n"
    if target != family(problem):
        raise _wrong(problem, target)
    return layout(write_problem(problem)) + "\n"


def _wrong(problem: Problem, target: str) -> UsageError:
    return UsageError(
        f"problem {problem.id!r} is {family(problem)}: it cannot be written as {target}",
        remedy=f"use --to {family(problem)} or --to jsonl",
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
