"""The tables of docs/limits.md, written from every bound that is stated; ``--write`` writes them.

A bound is stated in ``symcause/bounds`` (one module a layer) or in the ``bounds.py`` of a folder, as
``NAME = bound(value, unit, why)``. The kernel, the verifiers and what they read with state theirs where
they are used, as ``NAME = value  # unit: why`` or ``NAME = value  # unit`` with the sentence below.
"""

from __future__ import annotations

import ast
import operator
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "limits.md"
BEGIN, END = "<!-- bounds -->", "<!-- end of bounds -->"

STEP = "steps"
"""The unit of work: such bounds come first, with about how long they take."""

SECOND = 1_000_000
"""Steps a second; the kernel's are shorter (:data:`KERNEL_SECOND`)."""

KERNEL_SECOND = 6_000_000

IN_PLACE = frozenset(
    {"bit_sets", "dags", "exact_numbers", "expressions", "mechanism_scanner"}  # models
    | {"metadata", "strict_json"}  # formats
    | {"alignment_task", "mechanism_maps", "problem", "problem_validation", "version_two"}
    | {"experiments", "functions", "world_classes"}  # of families
)
"""Modules that a verification loads besides the kernel and the verifiers: they state their own bounds."""

_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
}


class Bound(NamedTuple):
    """One bound: where it is stated, its name, number, unit and sentence."""

    where: str
    name: str
    value: int
    unit: str
    why: str


def number(node: ast.expr | None) -> int | None:
    """The whole number that an expression of such numbers is; None if it is something else."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = number(node.left), number(node.right)
        return None if left is None or right is None else _OPERATORS[type(node.op)](left, right)
    return None


def homes() -> list[Path]:
    """The modules of bounds: those of the layers, then those of the families."""
    package = ROOT / "symcause"
    layers = [*package.glob("bounds/*_bounds.py"), *package.glob("*/bounds.py")]
    return [*sorted(layers, key=house), *sorted(package.glob("families/*/bounds.py"))]


def house(path: Path) -> str:
    """The layer or the family that a module of bounds belongs to."""
    return path.parent.name if path.stem == "bounds" else path.stem.removesuffix("_bounds")


def stated(path: Path) -> Iterator[Bound]:
    """The bounds of a module of bounds."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            (target,), (value, unit, why) = node.targets, node.value.args
            told, size = (ast.literal_eval(unit), ast.literal_eval(why)), number(value)
            assert isinstance(target, ast.Name) and size is not None, (path, ast.unparse(node))
            yield Bound(house(path), target.id, size, *told)


def stands_in_place(path: Path) -> bool:
    """Does a module state its bounds itself, because a verification loads it?"""
    folders = path.relative_to(ROOT / "symcause").parts
    return folders[0] == "kernel" or "verifier" in folders or path.stem in IN_PLACE


def in_place(path: Path, root: Path = ROOT / "symcause") -> Iterator[Bound]:
    """The bounds that stand in such a module: whole numbers with a unit behind them."""
    text = path.read_text(encoding="utf-8")
    lines, body = text.splitlines(), ast.parse(text).body
    for node, after in pairwise([*body, ast.Pass()]):
        if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)):
            continue
        size, (_, _, remark) = number(node.value), lines[node.lineno - 1].partition("  # ")
        unit, _, why = remark.partition(": ")
        said = after.value if isinstance(after, ast.Expr) else None
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            why = why or " ".join(said.value.split())
        if size is not None and unit and why and len(unit.split()) <= 4:
            where = path.relative_to(root).with_suffix("").as_posix()
            yield Bound(where, node.targets[0].id, size, unit, why)


def bounds() -> dict[str, list[Bound]]:
    """Every bound, by the layer or family that it is of; those of verification are under ``verify``."""
    found = {house(path): list(stated(path)) for path in homes()}
    modules = sorted((ROOT / "symcause").rglob("*.py"))
    found["verify"] = [b for path in modules if stands_in_place(path) for b in in_place(path)]
    return found


def page(text: str) -> str:
    """The page with the tables as the modules have them."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join((f"{before}{BEGIN}", *_tables(), f"{END}{after}"))


def _tables() -> Iterator[str]:
    found = bounds()
    yield "| where | bound | what it is for | steps | about |\n| --- | --- | --- | --- | --- |"
    for where, listed in found.items():
        a_second = KERNEL_SECOND if where == "verify" else SECOND
        for _, name, value, _, why in (b for b in listed if b.unit == STEP):
            yield f"| {where} | `{name}` | {why} | {value:,} | {value / a_second:.2g} s |"
    for name, value, told in prices():
        yield f"| solvers | `{name}` | {told} | {value:,} | a price |"
    for where, listed in found.items():
        others = [b for b in listed if b.unit != STEP]
        heads = ["where", "bound"] if where == "verify" else ["bound"]
        yield f"\n### {where}\n\n| {' | '.join([*heads, 'at', 'of', 'what it is for'])} |"
        yield f"| {' | '.join(['---'] * (len(heads) + 3))} |"
        for b in others:
            own = [f"`{b.where}`", f"`{b.name}`"] if where == "verify" else [f"`{b.name}`"]
            yield f"| {' | '.join([*own, _size(b.value), b.unit, _sentence(b.why)])} |"


def prices() -> Iterator[tuple[str, int, str]]:
    """What solvers cost: name, steps or what a step buys, sentence."""
    path = ROOT / "symcause" / "solvers" / "solver_prices.py"
    for node, after in pairwise(ast.parse(path.read_text(encoding="utf-8")).body):
        value = number(node.value) if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and value is not None:
            assert isinstance(node.targets[0], ast.Name) and isinstance(after, ast.Expr)
            yield node.targets[0].id, value, " ".join(ast.literal_eval(after.value).split())


def _sentence(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}" + ("" if why.endswith(".") else ".")


def _size(value: int) -> str:
    """A number as people read it; a long one as a power."""
    if value < 10**12:
        return f"{value:,}"
    power = len(str(value)) - 1
    if value == 10**power:
        return f"10^{power}"
    return f"2^{value.bit_length() - 1}" if value.bit_count() == 1 else f"{value:,}"


if __name__ == "__main__":
    known = PAGE.read_text(encoding="utf-8")
    if "--write" in sys.argv:
        PAGE.write_text(page(known), encoding="utf-8")
    sys.exit(page(known) != known and "--write" not in sys.argv)
