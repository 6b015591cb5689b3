"""Why a model is out of a version space.

Consistency is per mechanism and per row, so a single row that contradicts a mechanism is already a
smallest set of rows that rules the model out; which rows do is exactly the rows it gets wrong when its
inputs are read from the row. Otherwise the model breaks a rule of the class.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from symcause.families.boolean.models.scm import BooleanSCM, find_cycle
from symcause.families.boolean.space.evidence import Evidence
from symcause.families.boolean.space.space import VersionSpace


class Why(StrEnum):
    """What rules a model out."""

    ROOTS = "roots"
    PARENTS = "parents"
    CYCLE = "cycle"
    ROW = "row"
    CLASS = "class"


@dataclass(frozen=True)
class Exclusion:
    """One reason; for ``row`` the place of a row that contradicts the mechanism of *variable*."""

    why: Why
    variable: str | None
    detail: str
    world: str | None = None
    row: int | None = None


def why_not(space: VersionSpace, model: BooleanSCM) -> tuple[Exclusion, ...]:
    """Every reason why the model is no member, the rows first; () if it is one."""
    branch = space.branch_of(model)
    if branch is None:
        return (Exclusion(Why.ROOTS, None, f"the roots {', '.join(model.roots)} are not admitted"),)
    if {s.variable for s in branch.endogenous} != set(model.endogenous):
        return (Exclusion(Why.ROOTS, None, "the mechanisms are not exactly those of the rest"),)
    found = [*_rows(space, model), *_class(space, model)]
    cycle = find_cycle({v: f.parents for v, f in model.functions.items()})
    if cycle:
        found.append(Exclusion(Why.CYCLE, cycle[0], " -> ".join((*cycle, cycle[0]))))
    return tuple(found)


def _rows(space: VersionSpace, model: BooleanSCM) -> list[Exclusion]:
    evidence, worlds = Evidence(space.problem), space.problem.training
    found = []
    for name, function in model.functions.items():
        rows = evidence.rows(name)
        wrong = rows.mismatches(function)
        if wrong:
            at = (wrong & -wrong).bit_length() - 1
            world, row = rows.origins[at]
            observed = rows.ones >> at & 1
            detail = f"{name} is {observed} there, the mechanism gives {1 - observed}"
            found.append(Exclusion(Why.ROW, name, detail, worlds[world].id, row))
    return found


def _class(space: VersionSpace, model: BooleanSCM) -> list[Exclusion]:
    found = []
    bound = space.hypotheses.max_parents
    for name, function in model.functions.items():
        allowed = space.problem.disclosure.admissible(name)
        foreign = [p for p in function.parents if p not in allowed]
        if foreign:
            found.append(Exclusion(Why.PARENTS, name, f"{foreign[0]} is no admissible parent"))
        elif bound is not None and len(function.parents) > bound:
            many = f"{len(function.parents)} parents, the class allows {bound}"
            found.append(Exclusion(Why.CLASS, name, many))
        elif not _writable(space, name, model):
            found.append(Exclusion(Why.CLASS, name, "cannot be written within the bounds"))
    return found


def _writable(space: VersionSpace, name: str, model: BooleanSCM) -> bool:
    bounds = space.hypotheses
    return space.catalogue.writable(model.functions[name], bounds.max_ast, bounds.max_depth) is True
