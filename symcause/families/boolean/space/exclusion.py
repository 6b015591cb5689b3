"""Exclusion from a Boolean version space: the rows or class rules that rule a model out.

Consistency is per mechanism and per row, so a single row that contradicts a mechanism is already a
smallest set of rows that rules the model out; which rows do is exactly the rows it gets wrong when its
inputs are read from the row. Otherwise the model breaks a rule of the class. Nothing is counted for it, so
that it can be told of spaces of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from symcause.errors import LimitError
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.functions import AsWritten, Function
from symcause.families.boolean.models.scm import BooleanSCM, find_cycle
from symcause.families.boolean.problem.class_rules import Rule
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import violations
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence


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

    @property
    def place(self) -> str | None:
        """Where the row stands, or whose mechanism it is."""
        if self.world is None or self.row is None:
            return self.variable
        return row_words(self.world, self.row)


def row_words(world: str, row: int) -> str:
    """Where a row stands, for people: documents count rows from 0, words from 1.

    >>> row_words("train_00", 0)
    'world train_00, row 1'
    """
    return f"world {world}, row {row + 1}"


def why_not(
    problem: BooleanProblem, hypotheses: HypothesisClass, model: BooleanSCM, *, rows: bool = True
) -> tuple[Exclusion, ...]:
    """Every reason why the model is no member, the *rows* first; () if it is one."""
    disclosed = problem.disclosure.roots
    admitted = len(model.roots) == problem.disclosure.size_of_root_set
    if disclosed is not None:
        admitted = set(model.roots) == set(disclosed)
    known = set(problem.variables)
    evidence = Evidence(problem)
    if not admitted or not known.issuperset(model.roots) or not evidence.admits(model.roots):
        named = ", ".join(model.roots) or "(none)"
        return (Exclusion(Why.ROOTS, None, f"the roots {named} are not admitted"),)
    if known.difference(model.roots) != set(model.endogenous):
        return (Exclusion(Why.ROOTS, None, "the mechanisms are not exactly those of the rest"),)
    exclusions = _rows(evidence, model) if rows else []
    exclusions += _class(problem, hypotheses, model)
    cycle = find_cycle({v: f.parents for v, f in model.functions.items()})
    if cycle:
        path = " -> ".join((*cycle, cycle[0]))
        exclusions.append(Exclusion(Why.CYCLE, None, f"the mechanisms form a cycle: {path}"))
    return tuple(exclusions)


def _rows(evidence: Evidence, model: BooleanSCM) -> list[Exclusion]:
    exclusions = []
    for name, function in model.functions.items():
        if not set(function.parents).issubset(evidence.problem.variables):
            continue  # it mentions a stranger: no row has a value for that
        rows = evidence.rows(name)
        wrong = rows.mismatches(function)
        if wrong:
            at = (wrong & -wrong).bit_length() - 1
            world, row = rows.origins[at]
            observed = rows.ones >> at & 1
            detail = f"{name} is {observed} there, the mechanism gives {1 - observed}"
            exclusions.append(Exclusion(Why.ROW, name, detail, evidence.worlds[world].id, row))
    return exclusions


def _class(
    problem: BooleanProblem, hypotheses: HypothesisClass, model: BooleanSCM
) -> list[Exclusion]:
    exclusions = []
    bound = hypotheses.max_parents
    for name, function in model.functions.items():
        allowed = problem.disclosure.admissible(name)
        foreign = [p for p in function.parents if p not in allowed]
        if foreign:
            exclusions.append(Exclusion(Why.PARENTS, name, f"{foreign[0]} is no admissible parent"))
        elif bound is not None and len(function.parents) > bound:
            many = f"{len(function.parents)} parents, the class allows {bound}"
            exclusions.append(Exclusion(Why.CLASS, name, many))
        else:
            reason = _unwritable(problem, hypotheses, function)
            reason = reason or _unruly(hypotheses.admits, name, function)
            if reason is not None:
                exclusions.append(Exclusion(Why.CLASS, name, reason))
    if hypotheses.knowledge:
        for text in violations(hypotheses.knowledge, model):
            child = text.partition(":")[0].partition("->")[2]
            exclusions.append(Exclusion(Why.CLASS, child, f"against the knowledge: {text}"))
    rule = hypotheses.admits
    if rule is not None and not rule.takes_model(model):
        exclusions.append(Exclusion(Why.CLASS, None, f"the whole is not admitted by {rule.label}"))
    return exclusions


def _unruly(rule: Rule | None, name: str, function: Function) -> str | None:
    """Why a rule takes no such mechanism; None if it does."""
    if rule is None:
        return None
    if isinstance(function, AsWritten):
        raise LimitError(f"the mechanism of {name} is too large to ask {rule.label} about")
    if rule.takes(name, function.parents, lambda: function.table):
        return None
    return f"not admitted by {rule.label}"


def _unwritable(
    problem: BooleanProblem, hypotheses: HypothesisClass, function: Function
) -> str | None:
    """Why a mechanism does not count as written within the bounds; None if it does."""
    book = catalogue(problem.operators, problem.constants)
    if not hypotheses.tabled and book.expresses_everything:
        return None
    writable = book.writable(function, hypotheses.max_ast, hypotheses.max_depth)
    if writable is None:
        return "whether it can be written within the bounds is not known"
    return None if writable else "cannot be written within the bounds"
