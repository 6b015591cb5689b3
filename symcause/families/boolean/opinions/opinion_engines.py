"""Engines for second opinions on a Boolean space: SAT enumeration, model counting and SMT.

The counting recursion (:mod:`~space.exact.exact_space`) does the work; these engines read the space as a
formula and share no step with it. They are for small problems, and say ``Unknown`` where a problem is too
large, where listing passes its limit, or where time or memory run out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from symcause.answers import Unknown
from symcause.errors import LimitError, UsageError, did_you_mean
from symcause.families.boolean.bounds import OPINION_MEMBERS
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.opinions.member_formula import member_formula
from symcause.families.boolean.opinions.smt_script import member_script
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.processes.isolation import call
from symcause.solvers.sat.projected_models import count_projected
from symcause.solvers.sat.sat_engine import INCREMENTAL_ENGINE, PysatEngine, list_models
from symcause.solvers.sat.smt import smt_models


def members_by_sat(problem: BooleanProblem, hypotheses: HypothesisClass) -> Iterator[BooleanSCM]:
    """Every member once, in no particular order, by blocking clauses."""
    formula = member_formula(problem, hypotheses)
    with PysatEngine(formula.clauses, INCREMENTAL_ENGINE) as engine:
        for literals in list_models(engine, formula.shown, guard=formula.variables + 1):
            yield formula.member(literals)


def members_by_smt(problem: BooleanProblem, hypotheses: HypothesisClass) -> Iterator[BooleanSCM]:
    """Every member once, in no particular order, by z3."""
    script = member_script(problem, hypotheses)
    for model in smt_models(script.text, script.shown):
        yield script.member(model)


def _by_sat(problem: BooleanProblem, hypotheses: HypothesisClass, limit: int) -> int | Unknown:
    return _limited(members_by_sat(problem, hypotheses), limit)


def _by_smt(problem: BooleanProblem, hypotheses: HypothesisClass, limit: int) -> int | Unknown:
    return _limited(members_by_smt(problem, hypotheses), limit)


def _limited(members: Iterator[BooleanSCM], limit: int) -> int | Unknown:
    count = sum(1 for _ in islice(members, limit + 1))
    return Unknown(f"more than {limit} members to list") if count > limit else count


def _by_counter(problem: BooleanProblem, hypotheses: HypothesisClass, limit: int) -> int | Unknown:
    formula = member_formula(problem, hypotheses)
    if () in formula.clauses:
        return 0
    # In a child even without limits: the counter talks to standard output.
    result = call(count_projected, formula.clauses, formula.shown)
    assert isinstance(result, int | Unknown)
    return result


_ENGINES: dict[str, Callable[[BooleanProblem, HypothesisClass, int], int | Unknown]] = {
    "sat": _by_sat,
    "counter": _by_counter,
    "smt": _by_smt,
}

ENGINES = tuple(_ENGINES)
"""The names of the engines."""


def count_members(
    problem: BooleanProblem,
    hypotheses: HypothesisClass,
    engine: str,
    *,
    limit: int = OPINION_MEMBERS,
    seconds: float | None = None,
    megabytes: int | None = None,
) -> int | Unknown:
    """The number of members by one of the engines; in a child process if there is a limit to keep."""
    if engine not in _ENGINES:
        raise UsageError("unknown engine", value=engine, remedy=did_you_mean(engine, ENGINES))
    try:
        if seconds is None and megabytes is None:
            return _ENGINES[engine](problem, hypotheses, limit)
        members = call(
            _ENGINES[engine], problem, hypotheses, limit, seconds=seconds, megabytes=megabytes
        )
    except LimitError as error:
        return Unknown(str(error))
    assert isinstance(members, int | Unknown)
    return members
