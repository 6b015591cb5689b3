"""Explanations in a pool: how many models explain each Boolean problem, counted in child processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing

from symcause.answers import Unknown
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.scoring.check.explanation_count import Explanations
from symcause.families.boolean.space.decision import decide
from symcause.families.boolean.space.space_choice import open_space
from symcause.processes.isolation import Stopped
from symcause.processes.pools import pool
from symcause.scoring.scoring_protocol import Means


def count_explanations(
    find: Callable[[str], Scorer], ids: Sequence[str], means: Means | None = None
) -> dict[str, Explanations]:
    """The explanations of the problems with these ids; what takes longer than its time is unknown."""
    means = means or Means()
    explanations = {}
    problems = (find(id).problem for id in ids)
    counting = pool(_count, problems, jobs=means.jobs, on=means.on, seconds=means.seconds)
    with closing(counting) as outcomes:
        for index, outcome in outcomes:
            if not isinstance(outcome, Explanations):
                reason = outcome.reason if isinstance(outcome, Stopped) else str(outcome)
                outcome = Explanations(None, None, reason)
            explanations[ids[index]] = outcome
    unknown = [id for id, known in explanations.items() if known.count is None]
    if unknown:
        means.complain(
            f"the number of explanations is not known for {len(unknown)} problems; "
            f"{unknown[0]}: {explanations[unknown[0]].reason}"
        )
    return explanations


def _count(problem: BooleanProblem) -> Explanations:
    decision = decide(open_space(problem))
    if isinstance(decision.count, Unknown):
        return Explanations(None, decision.several, decision.count.reason)
    return Explanations(decision.count, decision.several)
