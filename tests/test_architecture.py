"""The layers of docs/architecture.md, enforced: who may import whom, and where third parties live."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "symcause"

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "models": set(),
    "grammar": {"models"},
    "solvers": {"models"},
    "equivalence": {"solvers", "models"},
    "kernel": {"models"},
    "formats": {"families", "grammar", "models"},
    "scoring": {"grammar", "models"},
    "audits": {"solvers", "models"},
    "families": {"*"},
    "reports": {"families", "scoring", "formats", "grammar", "models"},
    "cli": {"*"},
}
HOMES = {
    "pysat": "solvers",
    "z3": "solvers",
    "pyganak": "solvers",
    "cliquepicking": "solvers",
    "flint": "solvers",
    "lark": "grammar",
    "click": "cli",
}
MODULES = sorted(p for p in ROOT.rglob("*.py") if p.parent != ROOT or p.name == "errors.py")


def _layer(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_follow_the_layers(path: Path) -> None:
    layer = _layer(path)
    allowed = MAY_IMPORT[layer] | {layer, "errors"}
    for name in _imports(path):
        top, _, rest = name.partition(".")
        assert HOMES.get(top, layer) == layer, f"{top} is at home in {HOMES.get(top)}"
        if top == "symcause" and rest and "*" not in allowed:
            assert rest.split(".")[0] in allowed, f"{layer} must not import {name}"


@pytest.mark.parametrize(
    ("module", "banned"),
    [
        (
            "symcause.families.boolean.verifier.kernel",
            {"pysat", "z3", "symcause.spaces", "symcause.solvers"},
        ),
        ("symcause.cli.main", {"networkx", "z3", "pysat", "sympy", "numpy", "lark", "rich"}),
    ],
)
def test_stays_light(module: str, banned: set[str]) -> None:
    """Verifying imports no solver; the command line starts without heavy libraries."""
    code = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not banned & set(done.stdout.split())
