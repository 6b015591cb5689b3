"""The table of docs/limits.md from the modules that state the bounds; ``--write`` writes it.

A bound is a constant in capitals followed by a sentence; a module of bounds is ``problem/step_budgets.py``
of a family, ``symcause/solvers/solver_prices.py`` (what solvers cost), or one of those named here.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "limits.md"
BEGIN, END = "<!-- bounds -->", "<!-- end of bounds -->"

OTHERS = {
    "symcause/kernel/work.py": "STEPS",
    "symcause/reports/views/step_view.py": "STEPS",
    "symcause/renderings/sense/name_search.py": "STEPS",
}
"""Bounds of shared layers: the module and the constant."""

SECOND = {"symcause/kernel/work.py": 6_000_000}
"""Steps a second, where a step is no microsecond."""


def constants(path: Path) -> Iterator[tuple[str, int, str]]:
    """The whole numbers of a module that a sentence follows: name, value, sentence."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    for node, after in pairwise(body):
        if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)):
            continue
        target, value = node.targets[0], node.value.value
        said = after.value if isinstance(after, ast.Expr) else None
        told = said.value if isinstance(said, ast.Constant) else None
        if isinstance(target, ast.Name) and type(value) is int and isinstance(told, str):
            yield target.id, value, " ".join(told.split())


def rows() -> list[str]:
    """The lines of the table, one a bound."""
    found: list[str] = []
    for path in sorted((ROOT / "symcause" / "families").glob("*/problem/step_budgets.py")):
        family = path.parts[-3]
        found += [_row(family, *constant, 1_000_000) for constant in constants(path)]
    for name, value, told in constants(ROOT / "symcause" / "solvers" / "solver_prices.py"):
        found.append(f"| solvers | `{name}` | {told} | {value:,} | a price |")
    for module, wanted in OTHERS.items():
        layer = module.split("/")[1]
        for name, value, told in constants(ROOT / module):
            if name == wanted:
                found.append(_row(layer, name, value, told, SECOND.get(module, 1_000_000)))
    return found


def _row(where: str, name: str, value: int, told: str, a_second: int) -> str:
    return f"| {where} | `{name}` | {told} | {value:,} | {value / a_second:.2g} s |"


def page(text: str) -> str:
    """The page with the table as the modules have it."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    head = "| where | bound | what it is for | steps | about |\n| --- | --- | --- | --- | --- |"
    return "\n".join((f"{before}{BEGIN}", head, *rows(), f"{END}{after}"))


if __name__ == "__main__":
    known = PAGE.read_text(encoding="utf-8")
    if "--write" in sys.argv:
        PAGE.write_text(page(known), encoding="utf-8")
    sys.exit(page(known) != known and "--write" not in sys.argv)
