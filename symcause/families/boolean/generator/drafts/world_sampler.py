"""World sampler for Boolean drafts: units, environments and hard interventions of a latent model.

A unit has one threshold a root, shared by all worlds; a world has one environment level a root. A root
that is no target is 1 in a row iff its unit's threshold is below the world's level. Targets are clamped
to one random value for the whole world (``constant``) or row by row with a random bias (``assigned``),
where a column that came out all equal is repaired to show both values.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from symcause.families.boolean.generator.drafts.latent_models import Latent
from symcause.families.boolean.generator.option_weights import FINE
from symcause.families.boolean.generator.presets import Preset
from symcause.families.boolean.models.worlds import Mode, Split, World


@dataclass(frozen=True)
class Units:
    """The rows' labels and, for each root, one threshold a row in parts of ``FINE``."""

    labels: tuple[str, ...]
    thresholds: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class WorldPlan:
    """An intervention before it has rows."""

    mode: Mode
    targets: tuple[str, ...]


def sample_units(preset: Preset, rng: random.Random) -> Units:
    """Units with uniform thresholds."""
    return Units(
        tuple(f"u{i:02d}" for i in range(preset.rows)),
        tuple(tuple(rng.randrange(FINE) for _ in range(preset.rows)) for _ in range(preset.roots)),
    )


def sample_plan(preset: Preset, variables: Sequence[str], rng: random.Random) -> WorldPlan:
    """A random intervention: mode and number of targets by their weights, targets uniformly."""
    mode = preset.mode_weights.draw(rng)
    if mode is Mode.NONE:
        return WorldPlan(mode, ())
    return WorldPlan(mode, tuple(sorted(rng.sample(variables, preset.size_weights.draw(rng)))))


def simulate(
    latent: Latent,
    preset: Preset,
    units: Units,
    plan: WorldPlan,
    rng: random.Random,
    id: str = "",
    split: Split = Split.TRAIN,
) -> World:
    """The world of a plan: environment, assigned values, and what the latent SCM makes of them."""
    rows = len(units.labels)
    mask = (1 << rows) - 1
    given: dict[str, int] = {}
    for root, thresholds in zip(latent.roots, units.thresholds, strict=True):
        level = rng.choice(preset.level_parts)
        given[root] = sum([1 << i for i, t in enumerate(thresholds) if t < level])
    for target in plan.targets:
        if plan.mode is Mode.CONSTANT:
            given[target] = mask * rng.getrandbits(1)
        else:
            given[target] = _assigned(rows, rng.choice(preset.bias_parts), rng)
    columns = latent.scm.run(given, plan.targets, mask)
    digits = [f"{columns[v]:0{rows}b}"[::-1] for v in latent.variables]
    table = tuple(map("".join, zip(*digits, strict=True)))
    return World(id, split, plan.mode, plan.targets, table, units.labels)


def _assigned(rows: int, bias: int, rng: random.Random) -> int:
    """A column with about *bias* ones in ``FINE``; both values occur if there are two rows."""
    column = sum([1 << i for i in range(rows) if rng.randrange(FINE) < bias])
    if rows > 1 and column in (0, (1 << rows) - 1):
        column ^= 1 << rng.randrange(rows)
    return column
