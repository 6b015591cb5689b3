"""Is a model, or a hypothesis that leaves things open, a member? If not, which rows object?

A complete model is executed by the kernel: readings that it does not produce are its offending rows, next
to violations of the class (a cycle, a coefficient out of range, a target that must not cause). A hypothesis
fixes parent sets and perhaps some coefficients of the target; it *fits* if some member completes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.answers import Unknown
from symcause.errors import ProblemError
from symcause.families.linear.models.crystals import CrystalModel, EquationFamily
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.families.linear.problem.replay import WrongReading, mismatches
from symcause.families.linear.space.hidden import HiddenSpace
from symcause.families.linear.space.hidden_target import disturbed_mismatches
from symcause.families.linear.space.rows import LinearRows, Row, rows_of
from symcause.families.linear.space.smt import SmtLocal
from symcause.models.equations import Effect, Equation
from symcause.models.hypotheses import Hypothesis, PartialEquation
from symcause.models.numbers import print_number


@dataclass(frozen=True)
class Objection:
    """Why something is no member: a rule of the class, or a row of the evidence."""

    variable: str
    message: str
    place: str | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


@dataclass(frozen=True)
class Membership:
    """Member or not, with what speaks against it."""

    member: bool
    objections: tuple[Objection, ...] = ()


def contains(problem: LinearProblem, model: CrystalModel) -> Membership:
    """Membership of a complete model; bases of crystals are free within their range."""
    objections = list(class_objections(problem, model))
    if problem.disturbed and problem.rounding == 0:
        wrong = disturbed_mismatches(problem, model)
    else:
        wrong = mismatches(problem, model)
    objections += [Objection(m.variable, str(m).partition(": ")[2], m.place) for m in wrong]
    return Membership(not objections, tuple(objections))


def class_objections(problem: LinearProblem, model: CrystalModel) -> list[Objection]:
    """What the class has against the model, evidence aside."""
    found: list[Objection] = []
    for name, equation in model.equations.items():
        for parent, effect in equation.effects:
            if parent not in problem.candidates(name):
                found.append(Objection(name, f"{parent} must not cause {name}"))
            main = effect.square if problem.family is EquationFamily.QUADRATIC else effect.linear
            if effect.square and problem.family is EquationFamily.LINEAR:
                found.append(Objection(name, f"a square of {parent} in the linear family"))
            found += _coefficient_objections(problem, name, parent, main, True)
            if problem.family is EquationFamily.QUADRATIC:
                found += _coefficient_objections(problem, name, parent, effect.linear, False)
        if problem.max_parents is not None and len(equation.parents) > problem.max_parents:
            found.append(Objection(name, f"more than {problem.max_parents} parents"))
        if problem.bases is not None and name not in problem.controllable:
            found += _base_objections(problem, name, equation)
    return found


def _coefficient_objections(
    problem: LinearProblem, name: str, parent: str, value: Fraction, main: bool
) -> list[Objection]:
    bounds = problem.coefficients
    shown = f"the coefficient {print_number(value)} of {parent}"
    if main and value == 0:
        return [Objection(name, f"{shown} is zero: {parent} is no parent")]
    if main and bounds.min_effect is not None and abs(value) < bounds.min_effect:
        return [Objection(name, f"{shown} is below the minimum effect")]
    if bounds.domain is Domain.INTEGER:
        if value.denominator != 1:
            return [Objection(name, f"{shown} is no integer")]
        if not (bounds.minimum or 0) <= value <= (bounds.maximum or 0):
            return [Objection(name, f"{shown} is out of range")]
    return []


def _base_objections(problem: LinearProblem, name: str, equation: Equation) -> list[Objection]:
    assert problem.bases is not None
    low, high = problem.bases.minimum, problem.bases.maximum
    if (low is not None and equation.base < low) or (high is not None and equation.base > high):
        return [Objection(name, f"the base {print_number(equation.base)} is out of range")]
    return []


def fits(problem: LinearProblem, hypothesis: Hypothesis) -> Membership | Unknown:
    """Can some member complete the hypothesis? If not, rows that together rule it out."""
    unit = Effect(Fraction(1))
    try:  # any effects will do: the question is whether the edges form a cycle
        CrystalModel.of(
            {
                name: Equation.of(0, dict.fromkeys(hypothesis.parents(name), unit))
                for name in problem.variables
            }
        )
    except ProblemError as error:
        return Membership(False, (Objection(hypothesis.target, error.complaint.message),))
    objections = [
        Objection(effect, f"{cause} must not cause {effect}")
        for cause, effect in hypothesis.edges
        if cause not in problem.candidates(effect)
    ]
    if objections:
        return Membership(False, tuple(objections))
    if problem.disturbed:
        return _fits_disturbed(problem, hypothesis)
    for name in problem.variables:
        parents = hypothesis.parents(name)
        partial = hypothesis.equation if name == problem.target else None
        against = _local_fit(problem, name, parents, partial)
        if isinstance(against, Unknown):
            return against
        objections += against
    return Membership(not objections, tuple(objections))


def _fits_disturbed(problem: LinearProblem, hypothesis: Hypothesis) -> Membership | Unknown:
    """The same where a disturbance couples the variables: one question about everything."""
    at = {name: i for i, name in enumerate(problem.variables)}
    masks = [0] * len(at)
    for cause, effect in hypothesis.edges:
        masks[at[effect]] |= 1 << at[cause]
    partial = hypothesis.equation
    stated = {
        parent: effect.linear
        for parent, effect in (partial.effects if partial is not None else ())
        if effect.linear is not None
    }
    base = None if partial is None else partial.base
    answer = HiddenSpace(problem).completes(masks, stated, base)
    if isinstance(answer, Unknown):
        return answer
    message = "no run of the hidden disturbance reconciles the hypothesis with the evidence"
    return Membership(answer, () if answer else (Objection(problem.target, message),))


def _local_fit(
    problem: LinearProblem, name: str, parents: tuple[str, ...], partial: PartialEquation | None
) -> list[Objection] | Unknown:
    """Objections to one variable's parents and, as far as stated, its equation."""
    evidence = rows_of(problem, name)
    if partial is not None and partial.complete:
        return _complete_fit(problem, name, partial.equation())
    check = _PartialCheck(problem, evidence, parents, partial)
    answer = check.feasible(evidence.rows)
    if isinstance(answer, Unknown):
        return answer
    if answer:
        return []
    rows = check.conflict()
    if isinstance(rows, Unknown):
        return rows
    if not rows:
        return [Objection(name, f"the class admits no such equation of {name}")]
    return [
        Objection(name, f"no equation of {name} with these parents fits", r.place) for r in rows
    ]


def _complete_fit(problem: LinearProblem, name: str, equation: Equation) -> list[Objection]:
    """A fully stated equation against its own rows."""
    equations = {v: Equation() for v in problem.variables}
    equations[name] = equation
    model = CrystalModel.of(equations)
    found = [o for o in class_objections(problem, model) if o.variable == name]
    wrong: list[WrongReading] = [m for m in mismatches(problem, model) if m.variable == name]
    return found + [Objection(name, str(m).partition(": ")[2], m.place) for m in wrong]


class _PartialCheck:
    """One variable with fixed parents and partly fixed coefficients, by linear arithmetic."""

    def __init__(
        self,
        problem: LinearProblem,
        evidence: LinearRows,
        parents: tuple[str, ...],
        partial: PartialEquation | None,
    ) -> None:
        self._problem, self._evidence = problem, evidence
        self._mask = sum(1 << i for i, p in enumerate(evidence.candidates) if p in parents)
        self._partial = partial

    def feasible(self, rows: tuple[Row, ...]) -> bool | Unknown:
        local = SmtLocal(self._evidence.only(rows), self._problem.coefficients)
        base = None if self._partial is None else self._partial.base
        return local.completes(self._mask, self._stated(), base)

    def _stated(self) -> dict[int, Fraction]:
        """The coefficient columns whose values the hypothesis states."""
        if self._partial is None:
            return {}
        candidates = self._evidence.candidates
        stated: dict[int, Fraction | None] = {}
        for parent, effect in self._partial.effects:
            at = candidates.index(parent)
            if self._evidence.family is EquationFamily.LINEAR:
                stated[at] = effect.linear
            else:
                stated |= {at: effect.square, len(candidates) + at: effect.linear}
        return {column: value for column, value in stated.items() if value is not None}

    def conflict(self) -> tuple[Row, ...] | Unknown:
        """Rows of which none can be left out (subset-minimal), by deletion."""
        rows = self._evidence.rows
        for row in self._evidence.rows:
            fewer = tuple(r for r in rows if r is not row)
            answer = self.feasible(fewer)
            if isinstance(answer, Unknown):
                return answer
            if not answer:
                rows = fewer
        return rows
