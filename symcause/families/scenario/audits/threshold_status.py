"""The threshold status in scenario audits: unreachable, trivial, off, sound or unknown.

``unreachable``: no design of the space has a value of at least the threshold. ``trivial``: the default,
a design of the history or, where it is in the space, the one of all maxima wins at once. ``off``: the
optimum lies outside the claimed gap above the threshold. Else ``sound``; ``unknown`` where bounds do
not decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.scenario.models.model_components import Integer, Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations


@dataclass(frozen=True)
class Easy:
    """A design that needs no insight."""

    name: str
    design: dict[str, Value]
    value: Interval


@dataclass(frozen=True)
class Status:
    """How the threshold stands, and which design makes it trivial."""

    word: str
    by: str | None = None


def all_maximum(problem: ScenarioProblem, space: Space) -> dict[str, Value] | None:
    """Every whole number at its maximum, choices at their default; None if there is none."""
    maximum = problem.default
    for name, domain in problem.domains(space).items():
        if isinstance(domain, Integer):
            if domain.most is None:
                return None
            maximum[name] = Fraction(domain.most)
    return maximum


def easy_designs(problem: ScenarioProblem, space: Space) -> list[tuple[str, dict[str, Value]]]:
    """The designs that make a threshold trivial; those of the history need not be in the space."""
    designs = [("default", problem.default)]
    for _, design in problem.policy():
        if all(design != known for _, known in designs):
            designs.append(("history", design))
    most = all_maximum(problem, space)
    if most is not None and not violations(problem, most, space):
        designs.append(("all-maximum", most))
    return designs


def status(
    threshold: Fraction,
    best: Interval,
    easy: Sequence[Easy],
    claimed: tuple[Fraction, Fraction] | None,
) -> Status:
    """How the threshold stands, as far as the bounds decide."""
    if best.high < threshold:
        return Status("unreachable")
    for known in easy:
        if known.value.low >= threshold:
            return Status("trivial", known.name)
    if any(known.value.high >= threshold for known in easy) or best.low < threshold:
        return Status("unknown")
    if claimed is None:
        return Status("sound")
    gap = Interval(best.low - threshold, best.high - threshold)
    if gap.low > claimed[1] or gap.high < claimed[0]:
        return Status("off")
    inside = claimed[0] <= gap.low and gap.high <= claimed[1]
    return Status("sound" if inside else "unknown")
