"""Validation of a scenario problem: the first mistake in names, types, order or domains.

The first mistake is raised, with its place in the file; a mistake inside an expression has a caret too.
"""

from __future__ import annotations

from collections.abc import Iterable

from symcause.errors import LimitError, ProblemError, SymcauseError, did_you_mean
from symcause.families.scenario.bounds import MAX_VARIABLES
from symcause.families.scenario.models.model_components import (
    Define,
    Distribution,
    Draw,
    Repeat,
)
from symcause.families.scenario.problem.claim_predicates import read_predicate
from symcause.families.scenario.problem.model_misfits import check_constants
from symcause.families.scenario.problem.problem import FIRST_STAGE, ScenarioProblem
from symcause.families.scenario.problem.setup_validation import (
    check_budget,
    check_constraints,
    check_count,
    check_design,
    check_goal,
    check_names,
    check_values,
    design_kinds,
    expect,
    kind_of,
    new_name,
)
from symcause.families.scenario.problem.term_types import NUMBER, TRUTH, Kind, Known
from symcause.models.variable_names import NAME


def kinds_of(problem: ScenarioProblem) -> dict[str, Kind]:
    """The type of every name, checked in causal order."""
    known = design_kinds(problem.design)
    everything = frozenset(v.name for v in problem.variables)
    for index, variable in enumerate(problem.variables):
        place = f"variables[{index}]"
        new_name(variable.name, known, f"{place}.name")
        later = everything - known.keys()
        if isinstance(variable, Define):
            known[variable.name] = kind_of(variable.term, known, f"{place}.is", later)
        elif isinstance(variable, Draw):
            drawn = _distribution(variable.distribution, known, f"{place}.draw", later)
            known[variable.name] = drawn
        else:
            _repeat(variable, known, f"{place}.repeat", later)
            known |= {f"{variable.name}.hits": NUMBER}
            known |= dict.fromkeys(variable.totals, NUMBER)
    return known


def check(problem: ScenarioProblem) -> None:
    """Raise the first mistake."""
    if len(problem.variables) > MAX_VARIABLES:
        raise LimitError(f"a scenario has at most {MAX_VARIABLES} variables", place="variables")
    check_names(problem)
    known = kinds_of(problem)
    check_constraints(problem)
    if known.get(problem.outcome) != TRUTH:
        raise ProblemError(
            "the outcome is a variable that is true or false",
            place="outcome",
            value=problem.outcome,
            remedy=did_you_mean(problem.outcome, (n for n, k in known.items() if k == TRUTH)),
        )
    _stages(problem, known)
    check_constants(problem)
    _observation(problem, known)
    _history(problem, known)
    check_budget(problem.budget)
    _evaluation(problem)
    _claims(problem, known)


def _distribution(drawn: Distribution, known: Known, place: str, later: frozenset[str]) -> Kind:
    inner = f"{place}.{drawn.kind}"
    for index, term in enumerate(drawn.terms):
        if drawn.options:
            at = f"{inner}.{drawn.options[index]}"
        else:
            at = inner if len(drawn.terms) == 1 else f"{inner}[{index}]"
        expect(term, NUMBER, known, at, later)
    return drawn.options or (TRUTH if drawn.kind == "bernoulli" else NUMBER)


def _repeat(loop: Repeat, known: Known, place: str, later: frozenset[str]) -> None:
    expect(loop.times, NUMBER, known, f"{place}.times", later)
    expect(loop.chance, NUMBER, known, f"{place}.chance", later)
    if not loop.targets:
        raise ProblemError("a loop has one target or more", place=f"{place}.targets")
    for target, weight in loop.targets:
        if NAME.fullmatch(target) is None or target == "hits":
            raise ProblemError("not a name of a target", place=f"{place}.targets", value=target)
        expect(weight, NUMBER, known, f"{place}.targets.{target}", later)
    inside: dict[str, Kind] = dict(known)
    for name, drawn in loop.draws:
        new_name(name, inside, f"{place}.draws.{name}")
        inside[name] = _distribution(drawn, inside, f"{place}.draws.{name}", later)
    expect(loop.amount, NUMBER, inside, f"{place}.amount", later)


def _stages(problem: ScenarioProblem, known: Known) -> None:
    drawn = {v.name: v for v in problem.variables if isinstance(v, Draw)}
    order = [v.name for v in problem.variables]
    for stage, shift in problem.stages.items():
        for name, distribution in shift.items():
            place = f"stages.{stage}.{name}"
            if name not in drawn:
                raise ProblemError(
                    "a stage replaces distributions of drawn variables",
                    place=place,
                    remedy=did_you_mean(name, drawn),
                )
            later = frozenset(order[order.index(name) :])
            earlier = {n: k for n, k in known.items() if n.split(".")[0] not in later}
            kind = _distribution(distribution, earlier, place, later)
            if kind != known[name]:
                raise ProblemError(
                    "the variable has other values here than in stage 1",
                    place=place,
                    remedy="give the same options, with probability 0 where they do not occur",
                )


def _observation(problem: ScenarioProblem, known: Known) -> None:
    _known(problem.observe.records, known, "observe.records")
    if problem.observe.select is not None:
        expect(problem.observe.select, TRUTH, known, "observe.select")
    _known(problem.claims.traps, known, "claims.traps")


def _known(names: Iterable[str], known: Known, place: str) -> None:
    for index, name in enumerate(names):
        if name not in known:
            raise ProblemError(
                "unknown name",
                place=f"{place}[{index}]",
                value=name,
                remedy=did_you_mean(name, known),
            )


def _history(problem: ScenarioProblem, known: Known) -> None:
    if problem.history is None:
        return
    _known(problem.history.show or (), known, "history.show")
    check_count(problem.history.records, "history.records")
    for index, entry in enumerate(problem.history.policy):
        place = f"history.policy[{index}]"
        if entry.weight < 0:
            raise ProblemError("a weight below zero", place=f"{place}.weight")
        check_design(entry.design, problem.design, f"{place}.design")
        inner = {v.name: known[v.name] for v in problem.variables if not isinstance(v, Repeat)}
        check_values(entry.force, inner, f"{place}.force")
    if problem.history.policy and not sum(e.weight for e in problem.history.policy):
        raise ProblemError("all weights are zero", place="history.policy")
    if problem.history.records and not problem.history.policy:
        raise ProblemError(
            "records of no design",
            place="history.policy",
            value=problem.history.records,
            remedy="name a design, or 0 records",
        )


def _claims(problem: ScenarioProblem, known: Known) -> None:
    value = problem.claims.value
    if value is not None and not 0 <= value <= 1:
        raise ProblemError("a value is between 0 and 1", place="claims.value", value=str(value))
    taken: set[str] = set()
    for key, listed in (("gold", problem.claims.gold), ("distractors", problem.claims.distractors)):
        for index, claim in enumerate(listed):
            place = f"claims.{key}[{index}]"
            if claim.id in taken:
                raise ProblemError("a claim stands twice", place=f"{place}.id", value=claim.id)
            taken.add(claim.id)
            if claim.predicate is not None:
                try:
                    read_predicate(claim.predicate, problem, known)
                except SymcauseError as error:
                    raise error.at(place=f"{place}.predicate") from None


def _evaluation(problem: ScenarioProblem) -> None:
    asked = problem.evaluate
    if asked is None:
        return
    check_goal(asked)
    if asked.stage != FIRST_STAGE and asked.stage not in problem.stages:
        raise ProblemError(
            "no such stage",
            place="evaluate.stage",
            value=asked.stage,
            remedy=did_you_mean(asked.stage, [FIRST_STAGE, *problem.stages]),
        )
