"""Least squares where a property never changes: a system of zeros says nothing about its coefficient."""

from __future__ import annotations

from fractions import Fraction

import symcause
from symcause.families.linear.baselines.equation_fit import EquationRows
from symcause.families.linear.files.document import read_linear
from symcause.solvers.linear.rational_algebra import solve

STILL = {
    "format": "symcause.linear/1",
    "id": "still",
    "variables": ["a", "b", "y"],
    "target": "y",
    "controllable": ["a", "b"],
    "chain": [
        {"values": {"a": 1, "b": 7, "y": 3}},
        {"intervene": {"a": 2}, "values": {"a": 2, "b": 7, "y": 5}},
        {"intervene": {"a": 4}, "values": {"a": 4, "b": 7, "y": 9}},
    ],
    "gold": {"equations": {"a": "1", "b": "7", "y": "1 + 2*a"}},
}


def test_a_property_that_never_changes_does_not_end_the_attempt() -> None:
    problem = read_linear(STILL)
    rows = EquationRows(problem, "y")
    still = rows.fit(1 << rows.evidence.candidates.index("b"))
    assert still.coefficients == (0, 0) and still.residual == 6
    (found,) = symcause.baselines.solve([problem], "least-squares")
    assert found["attempt"]["status"] == "answered"  # type: ignore[index]
    (line,) = symcause.score([problem], [found]).lines
    assert line["edge_f1"] == 1.0


def test_zeros_leave_every_unknown_free() -> None:
    zero = Fraction(0)
    found = solve([[zero, zero]], [zero])
    assert found is not None and found.point == (0, 0) and len(found.directions) == 2
    assert solve([[zero, zero]], [Fraction(1)]) is None
