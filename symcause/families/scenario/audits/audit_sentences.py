"""Sentences of the scenario audit: probabilities and designs in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor

from symcause.families.scenario.audits.threshold_status import Status
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.optimum.optimum_search import Optimum
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.models.number_phrases import fixed


def share(interval: Interval, digits: int = 4) -> str:
    """A probability for people: one number where its ends agree, else both, rounded outwards.

    >>> from fractions import Fraction as F
    >>> share(Interval(F(1, 3), F(1, 3))), share(Interval(F(2, 3), F(5, 6)))
    ('0.3333', '0.6666 to 0.8334')
    """
    low, high = fixed(interval.low, digits), fixed(interval.high, digits)
    return (
        low
        if low == high
        else f"{_floor(interval.low, digits)} to {ceiling(interval.high, digits)}"
    )


def _floor(value: Fraction, digits: int) -> str:
    return fixed(Fraction(floor(value * 10**digits), 10**digits), digits)


def ceiling(value: Fraction, digits: int = 4) -> str:
    """A number that nothing exceeds, rounded up: to the nearest it could be too small.

    >>> ceiling(Fraction(32512, 100_000)), ceiling(Fraction(1, 4))
    ('0.3252', '0.2500')
    """
    return fixed(Fraction(ceil(value * 10**digits), 10**digits), digits)


def verdict_sentence(
    problem: ScenarioProblem, space: Space, found: Optimum, standing: Status | None
) -> str:
    """The finding in one sentence."""
    best = found.best
    if standing is None or problem.evaluate is None:
        return f"The best {space} design has a value of {share(best)}; there is no threshold."
    threshold = fixed(problem.evaluate.threshold, 2)
    if standing.word == "unreachable":
        return (
            f"No {space} design reaches the threshold of {threshold}: "
            f"the best is at most {ceiling(best.high)}."
        )
    if standing.word == "trivial":
        which = {"history": "a design of the history", "default": "the default design"}
        who = which.get(str(standing.by), "the design of all maxima")
        apart = standing.by == "history" and all(
            violations(problem, design, space) for _, design in problem.policy()
        )
        but = f", though it is no {space} design" if apart else ""
        return f"The threshold of {threshold} is trivial: {who} reaches it{but}."
    if standing.word == "off":
        gap = Interval(
            best.low - problem.evaluate.threshold, best.high - problem.evaluate.threshold
        )
        claimed = problem.claims.gap
        assert claimed is not None
        said = " to ".join(fixed(end, 2) for end in claimed)
        return (
            f"The best {space} design is {share(gap)} above the threshold of {threshold}, "
            f"not {said} as claimed."
        )
    if standing.word == "sound":
        return f"The threshold of {threshold} can be reached (best value {share(best)}) and is not trivial."
    return (
        f"Whether the threshold of {threshold} is sound is open: the best value is {share(best)}."
    )


def design_text(design: Mapping[str, object]) -> str:
    """A design in one line.

    >>> design_text({"shield": 2, "module": "filter", "on": True})
    'shield 2, module filter, on yes'
    """
    return ", ".join(
        f"{name} {'yes' if value is True else 'no' if value is False else value}"
        for name, value in design.items()
    )
