"""Exposure and held-out novelty: how often each variable is scored, and how new the test is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class Exposure:
    """How the training worlds treat one variable."""

    variable: str
    scored_worlds: int
    scored_cells: int
    target_worlds: int


@dataclass(frozen=True)
class ExposureReport:
    """Per variable exposure, worlds per mode, and how far the held-out worlds are from training."""

    variables: tuple[Exposure, ...]
    modes: tuple[tuple[str, int], ...]
    novelty: tuple[tuple[str, Fraction], ...]
    repeated: tuple[str, ...]  # held-out worlds whose signature occurs in training

    def to_dict(self) -> dict[str, object]:
        return {
            "variables": {
                e.variable: {
                    "scored_worlds": e.scored_worlds,
                    "scored_cells": e.scored_cells,
                    "target_worlds": e.target_worlds,
                }
                for e in self.variables
            },
            "modes": dict(self.modes),
            "heldout_novelty": dict(self.novelty),
            "repeated_signatures": list(self.repeated),
        }


def exposure_report(problem: BooleanProblem) -> ExposureReport:
    """Count scored worlds and cells per variable and compare the held-out targets with training."""
    variables = []
    for name in problem.variables:
        scored = [w for w in problem.training if name not in w.targets]
        targeted = len(problem.training) - len(scored)
        root = problem.disclosure.roots is not None and name in problem.disclosure.roots
        cells = 0 if root else sum(len(w.rows) for w in scored)
        variables.append(Exposure(name, 0 if root else len(scored), cells, targeted))
    modes: dict[str, int] = {}
    for world in problem.training:
        modes[str(world.mode)] = modes.get(str(world.mode), 0) + 1
    known = {w.signature(problem.variables) for w in problem.training}
    return ExposureReport(
        tuple(variables),
        tuple(sorted(modes.items())),
        tuple((w.id, novelty(w, problem.training)) for w in problem.heldout),
        tuple(w.id for w in problem.heldout if w.signature(problem.variables) in known),
    )


def novelty(world: World, training: tuple[World, ...]) -> Fraction:
    """1 − the largest Jaccard overlap of the world's targets with a training world's."""
    return 1 - max(
        (_jaccard(set(world.targets), set(w.targets)) for w in training), default=Fraction(0)
    )


def _jaccard(a: set[str], b: set[str]) -> Fraction:
    return Fraction(len(a & b), len(a | b)) if a | b else Fraction(1)
