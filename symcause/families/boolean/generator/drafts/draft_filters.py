"""Draft filters of the Boolean generator: rules for accepting a draft, with measured values.

Rules come in order; the first that fails names the rejection.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.boolean.audits.disambiguation.evidence_levels import coverage_of
from symcause.families.boolean.audits.evidence.exposure import novelty
from symcause.families.boolean.generator.drafts.latent_models import Latent
from symcause.families.boolean.generator.drafts.training_worlds import Training
from symcause.families.boolean.generator.presets import Preset
from symcause.families.boolean.models.worlds import Mode
from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class Check:
    """One rule: its name, what was measured, and whether that will do."""

    name: str
    value: int | Fraction
    passed: bool


def checks(
    problem: BooleanProblem, latent: Latent, training: Training, preset: Preset
) -> Iterator[Check]:
    """The rules of a preset on a draft, cheap ones first."""
    worlds, heldout = problem.training, problem.heldout
    scored = {v: [w for w in worlds if v not in w.targets] for v in latent.endogenous}
    fewest = min(len(found) for found in scored.values())
    yield Check("scored_worlds", fewest, fewest >= preset.least_scored_worlds)
    cells = min(sum(len(w.rows) for w in found) for found in scored.values())
    yield Check("scored_cells", cells, cells >= preset.least_scored_cells)
    for name, mode, least in (
        ("assigned_worlds", Mode.ASSIGNED, preset.least_assigned),
        ("constant_worlds", Mode.CONSTANT, preset.least_constant),
    ):
        number = sum(w.mode is mode for w in worlds)
        yield Check(name, number, number >= least)
    most = len(worlds) - fewest
    yield Check("targeted_worlds", most, most <= preset.most_targeted)
    if heldout:
        tested = min(sum(v not in w.targets for w in heldout) for v in latent.endogenous)
        yield Check("heldout_scored_worlds", tested, tested >= preset.heldout_scored_worlds)
        numbers = [novelty(w, worlds) for w in heldout]
        yield Check("least_novelty", min(numbers), min(numbers) >= preset.novelty[0])
        yield Check("most_novelty", max(numbers), max(numbers) <= preset.novelty[1])
    left = training.shortcuts_left
    yield Check("shortcuts", left, left <= preset.most_survivors)
    gone = 1 - Fraction(left, training.shortcuts_at_first) if training.shortcuts_at_first else 1
    yield Check("shortcut_reduction", Fraction(gone), gone >= preset.least_reduction)
    coverage = coverage_of(problem, latent.scm)
    yield Check("coverage", coverage, coverage >= preset.least_coverage)
