"""Draft search of the Boolean generator: drafts are drawn again until one is accepted.

A draft is drawn again until it passes every filter and, if the preset says so, until worlds with up to
three targets exist that leave gold alone even where the roots are hidden. That last question is asked at
every level of evidence, so one seed gives the same latent SCMs at all levels; and because every other
setting admits fewer models than hidden roots, the same further worlds certify all variants.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from symcause.errors import LimitError, UsageError
from symcause.families.boolean.audits.disambiguation.world_search import settling_worlds
from symcause.families.boolean.audits.evidence.exposure import novelty
from symcause.families.boolean.audits.pool.world_pool import PoolOptions
from symcause.families.boolean.bounds import DRAFT_DRAWS
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.generator.drafts.disclosure_variants import variant
from symcause.families.boolean.generator.drafts.draft_filters import Check, checks
from symcause.families.boolean.generator.drafts.latent_models import Latent, sample_latent
from symcause.families.boolean.generator.drafts.training_worlds import (
    Training,
    TrainingWorlds,
    adds_nothing,
)
from symcause.families.boolean.generator.drafts.world_sampler import (
    Units,
    sample_plan,
    sample_units,
    simulate,
)
from symcause.families.boolean.generator.presets import Preset
from symcause.families.boolean.generator.random_streams import stream
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.models.disclosure import Setting
from symcause.models.variable_names import OPERATORS


@dataclass(frozen=True)
class Draft:
    """An accepted latent SCM with its worlds and the values its filters measured."""

    latent: Latent
    training: Training
    heldout: tuple[World, ...]
    further: tuple[World, ...] | None  # what certifies every variant; None: not asked
    checks: tuple[Check, ...]
    attempts: int
    max_parents: int
    rejected: tuple[tuple[str, int], ...] = ()
    disturbed: tuple[tuple[str, int, str], ...] = ()  # training cells: world, row, variable


Finish = Callable[[Draft, str, PoolOptions], Draft | str]
"""What is done to a draft of some name in the end, or why that cannot be done."""


def draft(preset: Preset, name: str, pool: PoolOptions, finish: Finish | None = None) -> Draft:
    """The draft of this name; it depends on preset, name, pool and what is done in the end alone."""
    rejected: Counter[str] = Counter()
    for attempt in range(1, preset.attempts + 1):
        found = _attempt(preset, name, attempt, pool)
        if finish is not None and isinstance(found, Draft):
            found = finish(found, name, pool)
        if isinstance(found, Draft):
            return replace(found, rejected=tuple(sorted(rejected.items())))
        rejected[found] += 1
    often = ", ".join(f"{name} ({number})" for name, number in rejected.most_common(3))
    raise UsageError(
        f"no instance of {preset.name} in {preset.attempts} attempts, mostly because of {often}",
        remedy="relax the preset or raise its number of attempts",
    )


def _attempt(preset: Preset, name: str, attempt: int, pool: PoolOptions) -> Draft | str:
    """A draft, or the reason of its rejection."""
    rng = stream(name, attempt)
    latent = sample_latent(preset, catalogue(OPERATORS, False), rng)
    if latent is None:
        return "mechanisms"
    units = sample_units(preset, rng)
    training = TrainingWorlds(latent, preset, units, rng).build()
    if training is None or adds_nothing(training.worlds):
        return "training_worlds"
    heldout = heldout_worlds(latent, preset, units, training.worlds, rng)
    if heldout is None:
        return "heldout_worlds"
    worlds = (*training.worlds, *heldout)
    problem = variant(latent, Setting.HIDDEN_ROOTS, worlds, preset.max_parents, rng)
    passed = []
    for check in checks(problem, latent, training, preset):
        if not check.passed:
            return check.name
        passed.append(check)
    further = None
    if preset.certifiable:
        try:
            further = settling_worlds(problem, pool)
        except LimitError:
            return "certifiable"
        if further is None:
            return "certifiable"
    return Draft(latent, training, heldout, further, tuple(passed), attempt, preset.max_parents)


def heldout_worlds(
    latent: Latent, preset: Preset, units: Units, training: Sequence[World], rng: random.Random
) -> tuple[World, ...] | None:
    """Worlds with new signatures whose target novelty is within bounds; None if they are rare."""
    low, high = preset.novelty
    taken = {world.signature(latent.variables) for world in training}
    worlds: list[World] = []
    for _ in range(DRAFT_DRAWS):
        if len(worlds) == preset.heldout:
            break
        plan = sample_plan(preset, latent.variables, rng)
        if plan.mode is Mode.NONE:
            continue
        name = f"heldout_{len(worlds):02d}"
        world = simulate(latent, preset, units, plan, rng, name, Split.HELDOUT)
        signature = world.signature(latent.variables)
        if signature not in taken and low <= novelty(world, tuple(training)) <= high:
            taken.add(signature)
            worlds.append(world)
    return tuple(worlds) if len(worlds) == preset.heldout else None
