"""Sentences of scenario audits: probabilities, designs and the verdict in words.

Terminal, pages and their scripts have their words about a verdict from :data:`WORDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from symcause.audits.story import Tone
from symcause.audits.verdicts import VerdictWords
from symcause.families.scenario.audits.threshold_status import Status
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.optimum.optimum_search import Optimum
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.models.number_phrases import fixed


class ScenarioVerdict(StrEnum):
    """What an audit says of a scenario with a threshold."""

    SOUND = "sound"
    UNREACHABLE = "unreachable"
    TRIVIAL = "trivial"
    OFF = "threshold-off"
    INVALID = "invalid"
    UNKNOWN = "unknown"

    @staticmethod
    def of(standing: Status) -> ScenarioVerdict:
        """The verdict that a standing of the threshold is; ``off`` is of the threshold."""
        return ScenarioVerdict.OFF if standing.word == "off" else ScenarioVerdict(standing.word)


WORDS: dict[ScenarioVerdict, VerdictWords] = {
    ScenarioVerdict.SOUND: VerdictWords(
        "Sound",
        "The threshold of {threshold} can be reached (best value {best}) and is not trivial.",
        Tone.GOOD,
        headline="the best design is worth {best}, the threshold is {goal}{default}",
    ),
    ScenarioVerdict.UNREACHABLE: VerdictWords(
        "Out of reach",
        "No {space} design reaches the threshold of {threshold}: the best is at most {most}.",
        Tone.BAD,
        headline="the best design is worth {best}, the threshold is {goal}",
    ),
    ScenarioVerdict.TRIVIAL: VerdictWords(
        "Won without insight",
        "The threshold of {threshold} is trivial: {who} reaches it{but}.",
        Tone.BAD,
    ),
    ScenarioVerdict.OFF: VerdictWords(
        "Threshold off",
        "The best {space} design is {gap} above the threshold of {threshold}, not {said} as claimed.",
        Tone.BAD,
    ),
    ScenarioVerdict.INVALID: VerdictWords("Invalid", "{reason}.", Tone.BAD),
    ScenarioVerdict.UNKNOWN: VerdictWords(
        "Unknown",
        "Whether the threshold of {threshold} is sound is open: the best value is {best}.",
        Tone.UNKNOWN,
    ),
}
"""Every verdict about a scenario, in words."""

SENSELESS = "A draw has no probability in some design: {reason}."
"""The sentence of an invalid scenario whose designs have values all the same."""


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
    verdict, but, gap, said = ScenarioVerdict.of(standing), "", "", ""
    which = {"history": "a design of the history", "default": "the default design"}
    if verdict is ScenarioVerdict.TRIVIAL and standing.by == "history":
        apart = all(violations(problem, design, space) for _, design in problem.policy())
        but = f", though it is no {space} design" if apart else ""
    if verdict is ScenarioVerdict.OFF:
        goal, claimed = problem.evaluate.threshold, problem.claims.gap
        assert claimed is not None
        gap = share(Interval(best.low - goal, best.high - goal))
        said = " to ".join(fixed(end, 2) for end in claimed)
    return WORDS[verdict].sentence.format(
        space=space,
        threshold=fixed(problem.evaluate.threshold, 2),
        best=share(best),
        most=ceiling(best.high),
        who=which.get(str(standing.by), "the design of all maxima"),
        but=but,
        gap=gap,
        said=said,
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
