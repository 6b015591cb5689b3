"""Worlds of a latent SCM: units with thresholds, environments, and hard interventions.

A unit has one threshold a root, shared by all worlds; a world has one environment level a root. A root
that is no target is 1 in a row iff its unit's threshold is below the world's level. Targets are clamped
to one random value for the whole world (``constant``) or row by row with a random bias (``assigned``),
where a column that came out all equal is repaired to show both values.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeVar

from symcause.families.boolean.generator.latent import Latent
from symcause.families.boolean.generator.presets import Preset
from symcause.families.boolean.models.worlds import Mode, Split, World

T = TypeVar("T")

_FINE = 1 << 20  # thresholds are multiples of one part in so many


@dataclass(frozen=True)
class Units:
    """The rows' labels and, for each root, one threshold a row in parts of ``_FINE``."""

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
        tuple(tuple(rng.randrange(_FINE) for _ in range(preset.rows)) for _ in range(preset.roots)),
    )


def sample_plan(preset: Preset, variables: Sequence[str], rng: random.Random) -> WorldPlan:
    """A random intervention: mode and number of targets by their weights, targets uniformly."""
    mode = Mode(weighted(preset.modes, rng))
    if mode is Mode.NONE:
        return WorldPlan(mode, ())
    return WorldPlan(mode, tuple(sorted(rng.sample(variables, weighted(preset.target_sizes, rng)))))


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
        level = rng.choice(preset.levels) * _FINE
        given[root] = sum((t < level) << i for i, t in enumerate(thresholds))
    for target in plan.targets:
        if plan.mode is Mode.CONSTANT:
            given[target] = mask * rng.getrandbits(1)
        else:
            given[target] = _assigned(rows, rng.choice(preset.biases), rng)
    columns = latent.scm.run(given, plan.targets, mask)
    names = latent.variables
    table = tuple("".join(str(columns[v] >> i & 1) for v in names) for i in range(rows))
    return World(id, split, plan.mode, plan.targets, table, units.labels)


def _assigned(rows: int, bias: Fraction, rng: random.Random) -> int:
    """A column with about *bias* ones; both values occur if there are two rows."""
    column = sum((rng.randrange(_FINE) < bias * _FINE) << i for i in range(rows))
    if rows > 1 and column in (0, (1 << rows) - 1):
        column ^= 1 << rng.randrange(rows)
    return column


def weighted(options: Sequence[tuple[T, Fraction]], rng: random.Random) -> T:
    """One option, by exact weights."""
    scale = lcm(*(weight.denominator for _, weight in options))
    at = rng.randrange(int(scale * sum(weight for _, weight in options)))
    for option, weight in options:
        at -= int(scale * weight)
        if at < 0:
            return option
    raise AssertionError("weights do not add up")
