"""The line about sets of names: those that are not named are counted with all their problems."""

from __future__ import annotations

from symcause.audits.tables.table_summary import Facts, Summary
from tests.bounds.stops import bounded


def line(named: int) -> str:
    """Five kinds of roots: A in five problems, B in four, … E in one."""
    summary = Summary(tables=1)
    for at, root in enumerate("ABCDE"):
        for number in range(5 - at):
            summary.add(f"{root}{number}", Facts("Boolean", {}, {"roots": (root,)}))
    with bounded("audits.NAMED_KINDS", named):
        (told,) = (text for text in summary.lines() if text.startswith("roots: "))
    return told


def test_every_other_problem_is_counted() -> None:
    first = "roots: A (5 problems); B (4 problems); C (3 problems: C0, C1 and C2)"
    assert line(3) == f"{first}; 2 other sets (3 problems: D0, D1 and E0)"
    both = "D (2 problems: D0 and D1)"
    assert line(4) == f"{first}; {both}; 1 other set (1 problem: E0)"
    assert line(5) == f"{first}; {both}; E (1 problem: E0)"
