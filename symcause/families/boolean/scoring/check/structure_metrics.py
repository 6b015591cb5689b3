"""Structure metrics of a Boolean answer: its parents and local functions compared with gold's.

Edges are functional-parent edges, so spelling does not matter; they are compared as sets and by distance
(:mod:`symcause.scoring.overlap`; an edge added, missing or reversed costs 1 each). Per-variable figures are
over gold's endogenous variables; one that the answer takes for a root matches nothing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from symcause.errors import LimitError
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting
from symcause.scoring.overlap import Edge, Overlap, hamming_distance, overlap, ratio

AST_SLACKS = (0, 10, 25)
"""An answer counts as within gold + 0, 10, 25 AST nodes."""


class Structure(NamedTuple):
    """An answer's model against another one (gold, or the reference of an Alternative-SCM task)."""

    edges: Overlap
    shd: int
    parent_exact: Fraction
    exact_parent_map: bool
    local_match: Fraction

    @property
    def full_local_match(self) -> bool:
        return self.local_match == 1


def compare_structure(model: BooleanSCM, gold: BooleanSCM) -> Structure:
    """The structure metrics of *model* against *gold*."""
    same_parents = same_function = common = 0
    functions, golden = model.functions, gold.functions
    extra, missing = list[Edge](), list[Edge]()
    for name, function in golden.items():
        other, true = functions.get(name), function.parents
        found = () if other is None else other.parents
        if other is not None and found == true:
            same_parents += 1
            same_function += _same(other, function)
            common += len(true)
            continue
        more = [(parent, name) for parent in found if parent not in true]
        common += len(found) - len(more)
        extra += more
        missing += [(parent, name) for parent in true if parent not in found]
    for name in functions.keys() - golden.keys():  # a root of gold's
        extra += [(parent, name) for parent in functions[name].parents]
    count = len(golden)
    return Structure(
        edges=Overlap.of(common, common + len(extra), common + len(missing)),
        shd=hamming_distance(set(extra), set(missing))
        if extra and missing
        else len(extra + missing),
        parent_exact=ratio(same_parents, count) if count else Fraction(1),
        exact_parent_map=same_parents == count and model.roots == gold.roots,
        local_match=ratio(same_function, count) if count else Fraction(1),
    )


def _same(one: Function, other: Function) -> bool:
    """Are two functions of the same parents the same? Most have tables, which are compared sooner."""
    if type(one) is Function and type(other) is Function:
        return one.table == other.table
    return one == other


def root_overlap(problem: BooleanProblem, named: tuple[str, ...] | None) -> Overlap | None:
    """The named root set against gold's, for hidden roots; None where none is properly named."""
    gold, hidden = problem.gold_scm, problem.setting is Setting.HIDDEN_ROOTS
    if not hidden or gold is None or named is None:
        return None
    return overlap(set(named), set(gold.roots))


def structure_beside(model: BooleanSCM | None, other: BooleanSCM | None) -> Structure | str | None:
    """How close a model is to another one, or why nobody can tell; None without the two."""
    if model is None or other is None:
        return None
    if model.undecided:
        name = model.undecided[0]
        return f"{name}: the mechanism is too large to find out what it depends on"
    try:
        return compare_structure(model, other)
    except LimitError as error:
        return str(error)
