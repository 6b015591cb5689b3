"""Gains of each intervention in a linear log, beside the best one that could have been chosen."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from symcause.budgets import Meter
from symcause.families.linear.audits.log.hindsight import Advice, advice, best_intervention
from symcause.families.linear.audits.log.situation import Situations
from symcause.families.linear.bounds import ADVICE_STEPS, HINDSIGHT_STEPS
from symcause.families.linear.documents.trajectory_part import (
    AdvicePart,
    BestPart,
    InterventionPart,
)
from symcause.families.linear.problem.problem import LinearProblem


def interventions(
    problem: LinearProblem, known: Situations, advising: bool
) -> Iterator[InterventionPart]:
    """What each intervention of the episode brought, and what else was to be had."""
    moments = [problem.shortened(i) for i in range(len(problem.acts) + 1)]
    hindsight = Meter(HINDSIGHT_STEPS)
    open_moments = [m for m in moments[:-1] if advising and (known.of(m).graphs or 0) > 1]
    better = {len(m.chain): best_intervention(m, hindsight) for m in open_moments}
    then = Meter(ADVICE_STEPS)
    waiting = range(len(open_moments) - 1, -1, -1)
    advised = {
        len(m.chain): advice(m, then.share(others))
        for m, others in zip(open_moments, waiting, strict=True)
    }
    for i, state in enumerate(problem.acts):
        moment = moments[i]
        before, after = known.of(moment), known.of(moments[i + 1])
        part = InterventionPart(
            intervention=state.action_text,
            graphs_before=before.graphs,
            graphs_after=after.graphs,
            wasted=after.same_as(before),
        )
        if before.graphs == after.graphs == 1:
            part = structs.replace(part, regret=0.0, regret_low=0.0, regret_high=0.0)
        best = better.get(len(moment.chain))
        if best is not None:
            told = BestPart(intervention=str(best.intervention), graphs=best.graphs)
            part = structs.replace(part, best=told)
        yield _advised(part, advised.get(len(moment.chain)))


def _advised(part: InterventionPart, found: Advice | None) -> InterventionPart:
    """The part with the advice of its moment, and the regret."""
    if found is None:
        return part
    told = AdvicePart(
        intervention=str(found.intervention), worst=found.worst, at_least=found.at_least
    )
    if not part.graphs_after:
        return structs.replace(part, advised=told)
    low, high = found.regret(part.graphs_after)
    lost = low if found.worst == found.at_least else None
    return structs.replace(part, advised=told, regret=lost, regret_low=low, regret_high=high)
