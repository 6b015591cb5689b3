"""Validation of the public setup of a scenario problem: designs, constraints, goal.

The first mistake is raised, with its place in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symcause.errors import LimitError, ProblemError, did_you_mean
from symcause.families.scenario.bounds import MAX_FLEET, MAX_RANGE
from symcause.families.scenario.models.model_components import (
    Choice,
    Design,
    Domain,
    Integer,
    Value,
)
from symcause.families.scenario.problem.problem import Evaluate, ScenarioProblem, TrialBudget
from symcause.families.scenario.problem.term_types import NUMBER, TRUTH, Kind, Known, Typer
from symcause.grammar.scenario.scenario_terms import WORDS, Term, show
from symcause.grammar.scenario.term_mistakes import TermError
from symcause.models.variable_names import NAME


def design_kinds(design: Mapping[str, Domain]) -> dict[str, Kind]:
    """The type of every design variable."""
    return {
        name: domain.options
        if isinstance(domain, Choice)
        else NUMBER
        if isinstance(domain, Integer)
        else TRUTH
        for name, domain in design.items()
    }


def check_setting(problem: ScenarioProblem) -> None:
    """Raise the first mistake in what everybody may know: designs, constraints and the goal."""
    check_names(problem)
    check_constraints(problem)
    check_budget(problem.budget)
    if problem.evaluate is not None:
        check_goal(problem.evaluate)


def check_names(problem: ScenarioProblem) -> None:
    """Names and ranges of designs."""
    for name, domain in problem.design.items():
        new_name(name, {}, f"design.{name}")
        _domain(domain, f"design.{name}")


def check_constraints(problem: ScenarioProblem) -> None:
    """Constraints speak of designs, and are true or false."""
    designs = design_kinds(problem.design)
    for index, rule in enumerate(problem.constraints):
        expect(rule, TRUTH, designs, f"constraints[{index}]")


def new_name(name: str, known: Mapping[str, Kind], place: str) -> None:
    """Refuse what is no name, and a name that is taken."""
    if NAME.fullmatch(name) is None or name in WORDS:
        raise ProblemError("not a name of a variable", place=place, value=name)
    if name in known:
        raise ProblemError("the name stands twice", place=place, value=name)


def _domain(domain: object, place: str) -> None:
    if isinstance(domain, Integer):
        for end in (domain.least, domain.most):
            if end is not None and abs(end) > MAX_RANGE:
                raise LimitError(f"ranges end within {MAX_RANGE:,} of zero", place=place, value=end)
        if domain.most is not None and domain.most < domain.least:
            ends = f"{domain.least}..{domain.most}"
            raise ProblemError("the range is empty", place=place, value=ends)
        if domain.default < domain.least or (
            domain.most is not None and domain.default > domain.most
        ):
            raise ProblemError("outside the range", place=f"{place}.default", value=domain.default)
    elif isinstance(domain, Choice):
        if not domain.options or len(set(domain.options)) < len(domain.options):
            raise ProblemError("options are one or more, all different", place=f"{place}.options")
        if domain.default not in domain.options:
            raise ProblemError(
                "not an option",
                place=f"{place}.default",
                value=domain.default,
                remedy=did_you_mean(domain.default, domain.options),
            )


def kind_of(term: Term, known: Known, place: str, later: frozenset[str]) -> Kind:
    """The type of a term; a mistake in it has its place."""
    try:
        return Typer(show(term), known, later).kind(_fresh(term))
    except TermError as error:
        raise error.at(place=place) from None


def expect(
    term: Term, wanted: Kind, known: Known, place: str, later: frozenset[str] = frozenset()
) -> None:
    """Refuse a term of another type."""
    try:
        Typer(show(term), known, later).expect(_fresh(term), wanted)
    except TermError as error:
        raise error.at(place=place) from None


def _fresh(term: Term) -> Term:
    """The same term with the places that it has in its printed text."""
    from symcause.grammar.scenario.term_parser import parse_term

    return parse_term(show(term))


def check_values(values: Design, known: Known, place: str) -> None:
    """Refuse unknown names and values of another type."""
    for name, value in values.items():
        if name not in known:
            raise ProblemError(
                "unknown name", place=f"{place}.{name}", remedy=did_you_mean(name, known)
            )
        if not _fits(value, known[name]):
            raise ProblemError("not a value of it", place=f"{place}.{name}", value=str(value))


def check_design(values: Design, domains: Mapping[str, Domain], place: str) -> None:
    """Refuse unknown names and what no design can have; ranges may be left."""
    check_values(values, design_kinds(domains), place)
    for name, value in values.items():
        if isinstance(value, Fraction):
            if value.denominator != 1:
                raise ProblemError("not a whole number", place=f"{place}.{name}", value=str(value))
            if abs(value) > MAX_RANGE:
                limit = f"numbers of a design are within {MAX_RANGE:,} of zero"
                raise LimitError(limit, place=f"{place}.{name}", value=int(value))


def check_count(count: int, place: str) -> None:
    """Refuse numbers of units that cannot be."""
    if count < 0:
        raise ProblemError("a number below zero", place=place, value=count)
    if count > MAX_RANGE:
        raise LimitError(f"at most {MAX_RANGE:,}", place=place, value=count)


def check_budget(budget: TrialBudget | None) -> None:
    """Bounds of what may be tried are no negative numbers."""
    for key, count in vars(budget).items() if budget is not None else ():
        if count is not None:
            check_count(count, f"budget.{key}")


def _fits(value: Value, kind: Kind) -> bool:
    if isinstance(kind, tuple):
        return value in kind
    return isinstance(value, bool) == (kind == TRUTH) and not isinstance(value, str)


def check_goal(asked: Evaluate) -> None:
    """A fleet and a threshold that can be."""
    if asked.fleet < 1:
        raise ProblemError("a fleet has one unit or more", place="evaluate.fleet")
    if asked.fleet > MAX_FLEET:
        raise LimitError(f"a fleet has at most {MAX_FLEET:,} units", place="evaluate.fleet")
    if not 0 <= asked.threshold <= 1:
        raise ProblemError("a threshold is between 0 and 1", place="evaluate.threshold")
