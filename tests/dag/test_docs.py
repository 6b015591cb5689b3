"""The sessions in the documentation and the modules of equivalence classes run as printed."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = [
    "symcause.models.dags",
    "symcause.solvers.chordal_graphs",
    "symcause.solvers.sat.projected_models",
    *(
        f"symcause.equivalence.{path.stem}".removesuffix(".__init__")
        for path in sorted((ROOT / "symcause/equivalence").glob("*.py"))
    ),
    *(
        f"symcause.formats.graph_notations.{path.stem}".removesuffix(".__init__")
        for path in sorted((ROOT / "symcause/formats/graph_notations").glob("*.py"))
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_module(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_page() -> None:
    page = ROOT / "docs/equivalence-classes.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 5 and result.failed == 0
