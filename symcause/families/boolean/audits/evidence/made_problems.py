"""Problems made of rows, in numbers: what convert says of a Boolean one, and which roots it may lack."""

from __future__ import annotations

from collections.abc import Collection

from symcause.audits.tables.table_summary import Facts
from symcause.families.boolean.audits.evidence.row_conflicts import (
    explained,
    other_roots,
    row_conflicts,
)
from symcause.families.boolean.bounds import CONVERTED_VARIABLES
from symcause.families.boolean.problem.problem import BooleanProblem


def facts_of(
    problem: BooleanProblem, words: Collection[str], roots: tuple[str, ...] | None
) -> Facts:
    """What was made; *words* were read as 0 and 1."""
    acted = [world for world in problem.worlds if world.targets]
    counts = {
        "world": len(problem.worlds),
        "world with an intervention": len(acted),
        "world held out": len(problem.heldout),
        "row": sum(len(world.rows) for world in problem.worlds),
    }
    sets = {} if roots is None else {"roots": roots}
    shown = ", ".join(map(repr, sorted(words)))
    read = (f"{shown} in cells are 0 and 1",) if words else ()
    holes = sum(row.count("?") for world in problem.worlds for row in world.rows)
    holes -= len(problem.latent) * counts["row"]
    return Facts("Boolean", counts, sets, holes, read, _remarks(problem))


def _remarks(problem: BooleanProblem) -> tuple[str, ...]:
    """Variables that may be roots: where two rows contradict each other, and roots would explain them."""
    kind = problem.default_class()
    conflicts = row_conflicts(problem, kind.errors)
    if conflicts is None or problem.gold is not None:
        return ()
    small = len(problem.variables) <= CONVERTED_VARIABLES
    if not conflicts and (not small or explained(problem, kind)):
        return ()
    others = other_roots(problem, kind, conflicts)
    if len(others) == 1:
        text, many = ", ".join(others[0]), len(others[0]) > 1
        if conflicts:
            verb = "vary" if many else "varies"
            return (f"{text} {verb} while everything else is equal: {_roots(many)}?",)
        return (f"no model explains the rows, but one does with {text} as {_roots(many)}",)
    if not conflicts:
        return ()  # audit says so
    name = conflicts[0].variable
    return (f"no model explains two rows that differ in {name} alone",)


def _roots(many: bool) -> str:
    return "roots" if many else "a root"
