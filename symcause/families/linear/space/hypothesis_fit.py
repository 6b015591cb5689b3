"""The fit of a partial hypothesis: whether a member of the linear space completes it.

A hypothesis fixes parent sets and perhaps some coefficients of the target; it *fits* if some member
completes it. A fully stated equation of the target is executed: readings that it does not produce speak
against it. Else a set of rows that no equation with these parents satisfies together does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from symcause.answers import Unknown
from symcause.audits.space import Objection
from symcause.budgets import Meter
from symcause.errors import ProblemError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.problem.evidence_replay import WrongReading, mismatches
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.coefficient_space import CoefficientSpace, EquationWitness
from symcause.families.linear.space.local.evidence_rows import Row, rows_of
from symcause.families.linear.space.local.parent_tables import coefficient_space, feasibility
from symcause.families.linear.space.local.smt_engine import SmtLocal
from symcause.families.linear.space.membership_objections import (
    equation_objections,
    reading_objection,
)
from symcause.families.linear.space.smallest_rows import Explanation, RowName, smallest_rows
from symcause.models.equations import Effect, Equation
from symcause.models.hypotheses import Hypothesis, PartialEquation
from symcause.models.number_phrases import plural

OPENED = 100
"""Steps of work to look at some rows, besides what the engine does."""


@dataclass(frozen=True)
class Fit:
    """Whether some member completes a hypothesis, and what speaks against it.

    *wrong* are readings that a fully stated equation does not produce; *conflict* are rows, the smallest
    set that was found, that no equation of one variable with the stated parents satisfies together.
    """

    objections: tuple[Objection, ...] = ()
    wrong: tuple[WrongReading, ...] = ()
    conflict: Explanation | None = None

    @property
    def fits(self) -> bool:
        return not self.objections


def fits(problem: LinearProblem, hypothesis: Hypothesis, *, steps: int = 0) -> Fit | Unknown:
    """Can some member complete the hypothesis? If not, what rules it out.

    *steps* are for a smallest set of rows; without them none of the rows can be left out.
    """
    illegal = tuple(_illegal(problem, hypothesis))
    if illegal:
        return Fit(illegal)
    if problem.obstacle is not None:
        return Unknown(problem.obstacle)
    if problem.disturbed:
        return _fits_disturbed(problem, hypothesis)
    total = Fit()
    for name in problem.variables:
        partial = hypothesis.equation if name == problem.target else None
        left = 0 if total.conflict else steps
        fit = _local_fit(problem, name, hypothesis.parents(name), partial, left)
        if isinstance(fit, Unknown):
            return fit
        total = Fit(
            total.objections + fit.objections,
            total.wrong + fit.wrong,
            total.conflict or fit.conflict,
        )
    return total


def _illegal(problem: LinearProblem, hypothesis: Hypothesis) -> Iterator[Objection]:
    """A cycle, or edges that the class does not admit."""
    unit = Effect(Fraction(1))
    try:  # any effects will do: the question is whether the edges form a cycle
        CrystalModel.of(
            {
                name: Equation.of(0, dict.fromkeys(hypothesis.parents(name), unit))
                for name in problem.variables
            }
        )
    except ProblemError as error:
        yield Objection(error.complaint.message)
        return
    for cause, effect in hypothesis.edges:
        if cause not in problem.candidates(effect):
            yield Objection(f"{cause} must not cause {effect}")
    for cause, effect in () if problem.knowledge is None else problem.knowledge.require:
        if (cause, effect) not in hypothesis.edges:
            yield Objection(f"{cause}->{effect}: required")
    bound = problem.max_parents
    for name in problem.variables if bound is not None else ():
        if bound is not None and len(hypothesis.parents(name)) > bound:
            yield Objection(f"more than {plural(bound, 'parent')} of {name}")


def in_class(problem: LinearProblem, hypothesis: Hypothesis) -> bool:
    """Does the class admit the hypothesis, evidence aside?"""
    if any(True for _ in _illegal(problem, hypothesis)):
        return False
    if hypothesis.equation is None:
        return True
    check = _PartialCheck(problem, problem.target, (), hypothesis.equation)
    return check.feasible(()) is not False


def _fits_disturbed(problem: LinearProblem, hypothesis: Hypothesis) -> Fit | Unknown:
    """The same where a disturbance couples the variables: one question about everything."""
    space = HiddenSpace(problem)
    partial = hypothesis.equation
    stated = _stated(partial, problem.candidates(problem.target), problem.family)
    base = None if partial is None else partial.base
    answer = space.completes(space.masks_of(hypothesis.edges), stated, base)
    if isinstance(answer, Unknown):
        return answer
    message = "no run of the hidden disturbance reconciles the hypothesis with the evidence"
    return Fit() if answer else Fit((Objection(message),))


def _local_fit(
    problem: LinearProblem,
    name: str,
    parents: tuple[str, ...],
    partial: PartialEquation | None,
    steps: int,
) -> Fit | Unknown:
    """One variable's parents and, as far as stated, its equation."""
    if partial is not None and partial.complete:
        return _complete_fit(problem, name, partial.equation())
    check = _PartialCheck(problem, name, parents, partial)
    explanation = smallest_rows(check, steps)
    if explanation is None or isinstance(explanation, Unknown):
        return Fit() if explanation is None else explanation
    if not explanation.rows:
        return Fit((Objection(f"the class admits no such equation of {name}"),))
    message = f"no equation of {name} with these parents fits"
    return Fit(
        tuple(Objection(message, row.place) for row in explanation.rows), conflict=explanation
    )


def _complete_fit(problem: LinearProblem, name: str, equation: Equation) -> Fit:
    """A fully stated equation against its own rows."""
    model = CrystalModel.of({v: Equation() for v in problem.variables} | {name: equation})
    wrong = tuple(reading for reading in mismatches(problem, model) if reading.variable == name)
    against = [*equation_objections(problem, name, equation), *map(reading_objection, wrong)]
    return Fit(tuple(against), wrong)


def completed(space: LinearSpace, hypothesis: Hypothesis) -> CrystalModel | Unknown | None:
    """A member that completes the hypothesis, None if there is none."""
    problem, target = space.problem, space.problem.target
    if isinstance(space.choices, Unknown):
        return space.choices
    masks = space.masks_of(hypothesis.edges)
    illegal = next(_illegal(problem, hypothesis), None) is not None
    if illegal or any(m not in table for m, table in zip(masks, space.choices, strict=True)):
        return None
    check = _PartialCheck(problem, target, hypothesis.parents(target), hypothesis.equation)
    witness = check.completion(rows_of(problem, target).rows)
    if witness is None or isinstance(witness, Unknown):
        return witness
    return space.member(masks, {target: witness})


class _PartialCheck:
    """The claim that no equation with these parents and stated coefficients satisfies a set of rows."""

    def __init__(
        self,
        problem: LinearProblem,
        name: str,
        parents: tuple[str, ...],
        partial: PartialEquation | None,
    ) -> None:
        self._problem, self._evidence = problem, rows_of(problem, name)
        among = parents if partial is None else partial.parents
        self._mask = sum(1 << i for i, p in enumerate(self._evidence.candidates) if p in among)
        self._partial, self.budget = partial, Meter()

    @cached_property
    def rows(self) -> tuple[RowName, ...]:
        return tuple(RowName(self._evidence.variable, row.place) for row in self._evidence.rows)

    def holds(self, chosen: Iterable[int]) -> bool | Unknown:
        answer = self.feasible(tuple(self._evidence.rows[k] for k in sorted(chosen)))
        return answer if isinstance(answer, Unknown) else not answer

    def feasible(self, rows: tuple[Row, ...]) -> bool | Unknown:
        """Is there an equation that satisfies these rows?"""
        if self._stated() or (self._partial is not None and self._partial.base is not None):
            witness = self.completion(rows)
            return witness if isinstance(witness, Unknown) else witness is not None
        local = self._opened(rows)
        weight = feasibility(local, self._mask)
        return weight if isinstance(weight, Unknown) else weight > 0

    def _opened(self, rows: tuple[Row, ...]) -> CoefficientSpace:
        self.budget.spend(OPENED)
        return coefficient_space(
            self._evidence.only(rows), self._problem.coefficients, budget=self.budget
        )

    def completion(self, rows: tuple[Row, ...]) -> EquationWitness | Unknown | None:
        """An equation that satisfies these rows, None if there is none."""
        local = SmtLocal(self._evidence.only(rows), self._problem.coefficients, self.budget)
        base = None if self._partial is None else self._partial.base
        return local.completion(self._mask, self._stated(), base)

    def _stated(self) -> dict[int, Fraction]:
        return _stated(self._partial, self._evidence.candidates, self._evidence.family)


def _stated(
    partial: PartialEquation | None, candidates: tuple[str, ...], family: EquationFamily
) -> dict[int, Fraction]:
    """The coefficient columns whose values a hypothesis states."""
    stated: dict[int, Fraction | None] = {}
    for parent, effect in () if partial is None else partial.effects:
        at = candidates.index(parent)
        if family is EquationFamily.LINEAR:
            stated[at] = effect.linear
        else:
            stated |= {at: effect.square, len(candidates) + at: effect.linear}
    return {column: value for column, value in stated.items() if value is not None}
