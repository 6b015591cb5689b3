"""The best action in a linear episode: the intervention with the least worst case.

Exact where the value of an intervention does not matter (exact linear data under ``set``, one property at a
time) and the bounds of :mod:`~audits.next.intervention_rank` meet; elsewhere an intervention is known with
its own worst case, and another one might leave fewer, down to one. An intervention that cannot leave fewer
graphs may still fix coefficients, or be the second point of a parabola, so among equals the property that
was set least often comes first.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.episodes.rules import Best
from symcause.families.linear.audits.next.intervention_outcomes import already_set, exact_set
from symcause.families.linear.audits.next.intervention_rank import next_intervention
from symcause.families.linear.bounds import CHOICE_STEPS, STANDING_STEPS
from symcause.families.linear.episode.actions import VALUES, plain
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace

_FAR = (Fraction(90), Fraction(10), Fraction(50), *VALUES)  # rounding hides small moves


@lru_cache(maxsize=256)
def best_action(problem: LinearProblem, targets: int) -> Best | Unknown:
    """The best intervention; none where everything that interventions show has been read."""
    if problem.obstacle is not None:
        return Unknown(problem.obstacle)
    still = problem.hidden is None
    space = LinearSpace(problem, meter=Meter(STANDING_STEPS)) if still else None
    if space is not None and problem.rounding and problem.coefficients.domain is Domain.RATIONAL:
        return _rounded(problem, space.count())
    intervention = next_intervention(problem, budget=Meter(CHOICE_STEPS), space=space)
    if isinstance(intervention, Unknown):
        return intervention
    if still and set(problem.controllable) <= already_set(problem):
        return Best(None, intervention.graphs)
    waiting = [candidate for candidate in intervention.candidates if not candidate.known]
    used = _uses(problem)
    chosen = min(waiting, key=lambda c: (c.worst, used.count(c.intervention.variable)))
    exact = still and exact_set(problem) and targets == 1
    low = (
        min(candidate.low for candidate in intervention.candidates)
        if exact
        else min(1, chosen.worst)
    )
    return Best(plain(chosen.intervention.variable, chosen.intervention.value), chosen.worst, low)


def _uses(problem: LinearProblem) -> list[str]:
    """The properties that were set, once for every time."""
    return [name for state in problem.acts for name in state.settings]


def _rounded(problem: LinearProblem, graphs: int | Unknown) -> Best | Unknown:
    """Nobody knows what moved, so only the graphs before bound the worst case, whatever is done.

    The property that was set least often, to a value that it was not set to yet.
    """
    if isinstance(graphs, Unknown):
        return graphs
    if not graphs:
        return Unknown("no member: nothing to plan for")
    name = min(problem.controllable, key=_uses(problem).count)
    now = problem.chain[-1].values[name]
    tried = {state.settings.get(name) for state in problem.acts}
    fresh = [value for value in _FAR if value != now]
    value = next((value for value in fresh if value not in tried), fresh[0])
    return Best(plain(name, value), graphs, 1)
