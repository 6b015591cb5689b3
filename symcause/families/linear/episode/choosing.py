"""The intervention that leaves the fewest graphs in its worst case.

Exact where the value of an intervention does not matter (exact linear data under ``set``, one property at
a time) and the bounds of :mod:`~audits.design` meet; elsewhere an intervention is known with its own worst
case, and another one might leave fewer, down to one. An intervention that cannot leave fewer graphs may
still fix coefficients, or be the second point of a parabola, so among equals the property that was set
least often comes first.
"""

from __future__ import annotations

from fractions import Fraction

from symcause.answers import Unknown
from symcause.episodes.rules import Best
from symcause.families.linear.audits.design import Candidate, next_intervention
from symcause.families.linear.audits.outcomes import already_set, exact_set
from symcause.families.linear.episode.acting import VALUES, plain
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.space import LinearSpace

SECONDS = 2.0
"""How long the bounds of all interventions are tightened."""

_FAR = (Fraction(90), Fraction(10), Fraction(50), *VALUES)  # rounding hides small moves


def best_action(problem: LinearProblem, targets: int) -> Best | Unknown:
    """The best intervention; none where everything that interventions show has been read."""
    if problem.hidden is not None:
        return Unknown("experiments under a hidden disturbance have no single outcome")
    if problem.obstacle is not None:
        return Unknown(problem.obstacle)
    space = LinearSpace(problem, seconds=SECONDS)
    found = next_intervention(problem, seconds=SECONDS, space=space)
    if isinstance(found, Unknown):
        return found
    if set(problem.controllable) <= already_set(problem):
        return Best(None, found.graphs)
    used = [name for state in problem.acts for name in state.settings]
    waiting = [candidate for candidate in found.candidates if not candidate.known]
    chosen = min(waiting, key=lambda c: (c.worst, used.count(c.intervention.variable)))
    worst = chosen.worst
    exact = exact_set(problem) and targets == 1
    low = min(candidate.low for candidate in found.candidates) if exact else min(1, worst)
    return Best(_action(problem, chosen), worst, low)


def _action(problem: LinearProblem, chosen: Candidate) -> dict[str, object]:
    """The intervention as an action; on rounded data with a value that was not tried yet, if there is one.

    The bound of a rounded worst case holds for every value.
    """
    name, value = chosen.intervention.variable, chosen.intervention.value
    if problem.rounding and chosen.expected is None:
        tried = {state.settings.get(name) for state in problem.acts}
        tried.add(problem.chain[-1].values[name])
        value = next((other for other in _FAR if other not in tried), value)
    return plain(name, value)
