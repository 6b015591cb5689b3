"""Replay of a Boolean model on a world: whether it reproduces the observed rows.

Targets are clamped, other roots copied from the row, other endogenous variables computed. Scored
cells are endogenous and no target of the world; replay never reads their observed values before it
compares them.

A cell is *disturbed* where the mechanism, read on the observed values of its own row, gives another value:
the noise of a process, whose children see the disturbed value. A replay is exact iff no cell is disturbed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World


@dataclass(frozen=True)
class Replay:
    """The scored variables of one world with the rows on which the model is wrong, as bit sets."""

    world: World
    errors: tuple[tuple[str, int], ...]

    @property
    def cells(self) -> int:
        """How many cells are scored."""
        return len(self.errors) * len(self.world.rows)

    @property
    def wrong(self) -> int:
        """How many of them the model gets wrong."""
        return sum(rows.bit_count() for _, rows in self.errors)

    @property
    def exact(self) -> bool:
        return not any(rows for _, rows in self.errors)


def replay(model: BooleanSCM, world: World, variables: Sequence[str]) -> Replay:
    """Run the model on the rows of a world and compare the scored cells."""
    observed = world.by_name(variables)
    targets = set(world.targets)
    given = {v: observed[v] for v in (*model.roots, *world.targets)}
    computed = model.run(given, world.targets, world.mask)
    return Replay(
        world,
        tuple((v, computed[v] ^ observed[v]) for v in model.endogenous if v not in targets),
    )


def replays_exactly(model: BooleanSCM, worlds: Sequence[World], variables: Sequence[str]) -> bool:
    """True if every scored cell of every world is reproduced."""
    return all(replay(model, world, variables).exact for world in worlds)


def disturbed(model: BooleanSCM, world: World, variables: Sequence[str]) -> Replay:
    """The rows in which the model's mechanisms, on the observed values, miss the observed one."""
    observed = world.by_name(variables)
    return Replay(
        world,
        tuple(
            (v, model.functions[v].on(observed, world.mask) ^ observed[v])
            for v in model.endogenous
            if v not in world.targets
        ),
    )


def disturbed_cells(model: BooleanSCM, worlds: Sequence[World], variables: Sequence[str]) -> int:
    """How many cells of the worlds the model disturbs: all their rows at once, one below the other."""
    observed, scored, rows = dict.fromkeys(variables, 0), dict.fromkeys(variables, 0), 0
    for world in worlds:
        for variable, column in world.by_name(variables).items():
            observed[variable] |= column << rows
            if variable not in world.targets:
                scored[variable] |= world.mask << rows
        rows += len(world.rows)
    mask = (1 << rows) - 1
    wrong = (
        (function.on(observed, mask) ^ observed[variable]) & scored[variable]
        for variable, function in model.functions.items()
    )
    return sum(map(int.bit_count, wrong))
