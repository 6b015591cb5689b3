"""Symbolic search baseline: short Boolean formulas for each variable, in the published stages.

For every variable the bottom-up search collects formulas that fit its rows, up to the stage's AST cap,
slack beyond the first hit and number of candidates; then the cheapest acyclic combination is taken. Later
stages run only if earlier ones fail. Unlike :mod:`~baselines.exact_search` nothing is proved: a failure
may be the budget's. A search that is certain to find nothing is left out: under hidden roots that is every
search for a mechanism of a root, which would go on until its budget is spent.
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.attempts.attempt_record import Attempt, AttemptBudget
from symcause.errors import LimitError
from symcause.families.boolean.baselines.acyclic_selection import assemble, offer
from symcause.families.boolean.baselines.bottom_up_search import SECOND, SearchLimits, search
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.version_two import refuse_holes
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.local_rows import local_rows
from symcause.models.expressions import Expression


@dataclass(frozen=True)
class SearchStage:
    """One stage of the published portfolio; *seconds* is per problem."""

    cap: int
    slack: int
    candidates: int
    states: int
    seconds: int


STAGES = (
    SearchStage(cap=8, slack=2, candidates=32, states=50_000, seconds=2),
    SearchStage(cap=10, slack=2, candidates=32, states=50_000, seconds=20),
    SearchStage(cap=12, slack=3, candidates=256, states=100_000, seconds=600),
)


def symbolic_search(
    problem: BooleanProblem,
    seed: int = 0,
    budget: AttemptBudget | None = None,
    stages: tuple[SearchStage, ...] = STAGES,
) -> Attempt:
    """The first stage that yields a train-exact model wins; *seed* is not used."""
    refuse_holes(problem, "symbolic search", "train")
    evidence = Evidence(problem)
    for number, stage in enumerate(stages, 1):
        candidates = {
            v: {} if _hopeless(evidence, v, stage.cap) else _candidates(problem, v, stage)
            for v in problem.variables
            if problem.disclosure.roots is None or v not in problem.disclosure.roots
        }
        attempt = assemble(problem, candidates)
        if attempt is not None:
            return Attempt(attempt.answer, solved=True, note=f"stage {number}, budgeted")
    return Attempt(note="no candidate within the published budget")


def _hopeless(evidence: Evidence, variable: str, cap: int) -> bool:
    """Is it certain that no formula within the cap fits the rows of the variable?"""
    if evidence.rows(variable).table(evidence.candidates(variable)) is None:
        return True  # two rows differ in nothing else
    try:
        return not evidence.local_space(variable, HypothesisClass(max_ast=cap)).weights
    except LimitError:
        return False


def _candidates(
    problem: BooleanProblem, variable: str, stage: SearchStage
) -> dict[int, Expression]:
    rows = local_rows(variable, problem.variables, problem.training)
    columns = {
        v: rows.columns[problem.variables.index(v)] for v in problem.disclosure.admissible(variable)
    }
    share = stage.seconds * SECOND // len(problem.variables)
    budget = SearchLimits(stage.cap, stage.states, share)
    expressions: dict[int, Expression] = {}
    first = None
    for hit in search(columns, rows.ones, rows.mask, problem.operators, budget):
        first = first or hit.size
        if hit.size > first + stage.slack or len(expressions) >= stage.candidates:
            break
        offer(problem, expressions, hit.expression)
    return expressions
