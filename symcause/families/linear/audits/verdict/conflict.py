"""Conflict in a linear audit: rows that no model explains, and assumptions that would help.

The conflict is a smallest set of rows (see :mod:`~space.row_explanation`). Then weaker
assumptions are tried: a hidden disturbance with the published values on unknown variables, a target that
may cause others, another intervention semantics.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import count

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.bounds import CONFLICT_STEPS, DISTURBANCE_STEPS
from symcause.families.linear.documents.audit_document import (
    INDEPENDENT,
    DisturbancePart,
    MisfitPart,
    RowsPart,
)
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Hidden, Semantics
from symcause.families.linear.problem.problem import LinearProblem, Record
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.row_explanation import explain_conflict
from symcause.families.linear.space.space_choice import open_space
from symcause.models.exact_numbers import print_number

PUBLISHED_DISTURBANCE = Hidden((Fraction(-5), Fraction(0), Fraction(5)))
"""The values of the published suites, on variables that are not known."""


def misfit_part(problem: LinearProblem, steps: int = CONFLICT_STEPS) -> MisfitPart:
    """Conflicting rows and the weaker assumptions that would explain the evidence."""
    conflict: RowsPart | None = None
    if not problem.disturbed:
        explanation = explain_conflict(LinearSpace(problem), steps=steps)
        if explanation is not None and not isinstance(explanation, Unknown):
            rows = tuple(str(row) for row in explanation.rows)
            conflict = RowsPart(rows=rows, minimum=explanation.minimum)
    return MisfitPart(
        conflict=conflict,
        hidden_disturbance=hidden_explains(problem, budget=Meter(DISTURBANCE_STEPS)),
        explained_by=tuple(name for name, weaker in _weaker(problem) if _explains(weaker)),
    )


def hidden_explains(
    problem: LinearProblem,
    hidden: Hidden = PUBLISHED_DISTURBANCE,
    *,
    budget: Meter | None = None,
) -> DisturbancePart | None:
    """A run of a hidden disturbance that reconciles the evidence, if there is one.

    ``explains`` is null where that could not be decided.
    """
    if problem.hidden is not None or not problem.acts or problem.chain[0].acted:
        return None
    values = tuple(print_number(value) for value in hidden.values)
    member = HiddenSpace(replace(problem, hidden=hidden), meter=budget).pick_run()
    if isinstance(member, Unknown):
        return DisturbancePart(values=values, explains=None, reason=member.reason)
    if member is None:
        return DisturbancePart(values=values, explains=False)
    return DisturbancePart(
        values=values,
        explains=True,
        nodes=member.nodes,
        run=tuple(print_number(value) for value in member.disturbances),
        equations=member.model.equations.texts(),
    )


def _weaker(problem: LinearProblem) -> Iterator[tuple[str, LinearProblem]]:
    if not problem.target_may_cause:
        yield "target_may_cause", replace(problem, target_may_cause=True)
    if problem.acts:
        released = any(state.released for state in problem.chain)
        for semantics in Semantics:
            if semantics is problem.semantics or (released and not semantics.cuts):
                continue  # what is released was held: no other reading of it makes sense
            yield f"semantics {semantics}", replace(problem, semantics=semantics)
        told = problem.hidden is not None or problem.bases is not None
        if problem.semantics is not Semantics.SHIFT and not told:
            yield INDEPENDENT, _independent(problem)
    if problem.bases is not None:
        yield "bases without a range", replace(problem, bases=None)


def _independent(problem: LinearProblem) -> LinearProblem:
    """Every reading of the chain as a record: one of its own, whatever was set there.

    Of a variable that was set and can be, a single reading of another crystal says nothing.
    """
    taken = {record.id for record in problem.records}
    ids = (name for i in count() if (name := f"chain_{i}") not in taken)
    more = tuple(Record(next(ids), state.values) for state in problem.chain)
    return replace(problem, records=(*problem.records, *more), chain=())


def _explains(problem: LinearProblem) -> bool:
    return isinstance(open_space(problem).pick(), CrystalModel)
