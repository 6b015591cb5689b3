"""Held-out worlds: interventions that training does not have, neither too near nor too far."""

from __future__ import annotations

import random
from collections.abc import Sequence

from symcause.families.boolean.audits.exposure import novelty
from symcause.families.boolean.generator.latent import Latent
from symcause.families.boolean.generator.presets import Preset
from symcause.families.boolean.generator.worlds import Units, sample_plan, simulate
from symcause.families.boolean.models.worlds import Mode, Split, World

_MOST_DRAWS = 600


def heldout_worlds(
    latent: Latent, preset: Preset, units: Units, training: Sequence[World], rng: random.Random
) -> tuple[World, ...] | None:
    """Worlds with new signatures whose target novelty is within bounds; None if they are rare."""
    low, high = preset.novelty
    taken = {world.signature(latent.variables) for world in training}
    found: list[World] = []
    for _ in range(_MOST_DRAWS):
        if len(found) == preset.heldout:
            break
        plan = sample_plan(preset, latent.variables, rng)
        if plan.mode is Mode.NONE:
            continue
        name = f"heldout_{len(found):02d}"
        world = simulate(latent, preset, units, plan, rng, name, Split.HELDOUT)
        signature = world.signature(latent.variables)
        if signature not in taken and low <= novelty(world, tuple(training)) <= high:
            taken.add(signature)
            found.append(world)
    return tuple(found) if len(found) == preset.heldout else None
