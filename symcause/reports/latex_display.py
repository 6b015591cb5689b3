"""LaTeX displays of equations for reports."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.grammar import to_latex
from symcause.models.expressions import Variable


def aligned(sides: Mapping[str, str]) -> str:
    """One equation a line: variable on the left, its right-hand side behind the sign."""
    lines = [f"{to_latex(Variable(name))} &= {side}" for name, side in sides.items()]
    return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"
