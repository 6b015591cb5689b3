"""The margin of a model: how many more wrong cells (noise) the next best model needs.

The margin of a model M is the least number of disturbed cells of any *other* model of the class, minus M's
own. Another model over M's roots differs in some variable V: V's mechanism is then not M's, and the rest is
free, so the least cost of another model is the least, over V, of a least acyclic choice in which V's costs
leave M's function out. Over other roots every model is another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic

import numpy as np

from symcause.mechanisms.descendants import descendants
from symcause.mechanisms.local_space import F, M
from symcause.mechanisms.noise.disturbance_space import DisturbanceSpace, Roots
from symcause.models.bit_sets import mask_of
from symcause.solvers.acyclic.cost_arrays import Cost, CostTable
from symcause.solvers.acyclic.least_cost import NEVER, Placing


@dataclass(frozen=True)
class Margin(Generic[M]):
    """What there is to say of a model M; None where there is no other, or no M."""

    value: int | None
    variables: Mapping[str, int | None]  # the same where only this mechanism changes
    second: M | None  # another model at that distance
    without: dict[str, int | None] | None  # the same without each training world


def best_model(space: DisturbanceSpace[F, M]) -> M | None:
    """A model with the least number of disturbed cells."""
    pair = min(space.placings.items(), key=lambda p: int(p[1].least[0]), default=None)
    if pair is None or pair[1].least[0] >= NEVER:
        return None
    roots, placing = pair
    return _read(space, roots, placing.order())


def margin_of(space: DisturbanceSpace[F, M], model: M, tied: bool = False) -> Margin[M]:
    """The margin of a model, whether it is in the class or not.

    Where it is *tied* with another one that disturbs no cell either, they still are without any world, if
    that leaves both a cell to disturb.
    """
    if tied and space.readings.each and (len(space.root_sets) == 1 or _always_scored(space)):
        margin = margin_of(space.whole(), model)
        _, *bare = _unscored(space, space.root_sets[0]).tolist()
        pairs = zip(space.readings.worlds, bare, strict=True)
        return replace(margin, without={world.id: None if never else 0 for world, never in pairs})
    costs = _costs(space, model)
    own = sum(costs.values(), start=np.zeros(space.readings.parts, dtype=np.int64))
    best, source = np.full(space.readings.parts, NEVER, dtype=np.int64), None
    for cost, read in _others(space, model):
        if cost[0] < best[0]:
            source = read
        best = np.minimum(best, cost)
        if not best.any():
            break  # nothing costs less
    value = None if best[0] >= NEVER else int(best[0] - own[0])
    without = {
        world.id: None if best[i] >= NEVER else int(best[i] - own[i])
        for i, world in enumerate(space.readings.worlds, 1)
        if space.readings.each
    }
    second = None if source is None else source()
    return Margin(
        value, _alone(space, model, costs), second, without if space.readings.each else None
    )


def within(space: DisturbanceSpace[F, M], model: M, most: int) -> Iterator[M]:
    """Other models with at most this many disturbed cells: the least of each kind; none iff none exists."""
    for cost, read in _others(space, model):
        if cost[0] <= most:
            yield read()


class _Reading(Generic[F, M]):
    """A model that is read off when somebody wants it."""

    def __init__(
        self,
        space: DisturbanceSpace[F, M],
        roots: Roots,
        placing: Placing,
        forced: tuple[str, F] | None = None,
    ) -> None:
        self._given = (space, roots, placing, forced)

    def __call__(self) -> M:
        space, roots, placing, forced = self._given
        if forced is None:
            return _read(space, roots, placing.order())
        variable, function = forced
        costs = space.local[variable].least_other(function)
        order = placing.order_with(space.variables.index(variable), costs)
        return _read(space, roots, order, forced)


def _others(space: DisturbanceSpace[F, M], model: M) -> Iterator[tuple[Cost, _Reading[F, M]]]:
    """The least costs of other models: over other roots, and with another mechanism of each variable."""
    for roots, placing in space.placings.items():
        bare = _unscored(space, roots)
        if set(roots) != set(model.roots):
            yield np.maximum(placing.least, bare), _Reading(space, roots, placing)
            continue
        for variable in space.local:
            if variable not in roots:
                function = model.functions[variable]
                position = space.variables.index(variable)
                costs = space.local[variable].least_other(function)
                least = placing.with_costs(position, costs)
                yield np.maximum(least, bare), _Reading(space, roots, placing, (variable, function))


def _costs(space: DisturbanceSpace[F, M], model: M) -> dict[str, Cost]:
    """What each mechanism of the model costs."""
    where = {name: i for i, name in enumerate(space.variables)}
    return {v: space.readings.disturbed(f, where[v]) for v, f in model.functions.items()}


def _always_scored(space: DisturbanceSpace[F, M]) -> bool:
    """Without any one world every root set surely leaves a cell to disturb: two worlds have one for all."""
    most = max(map(len, space.root_sets), default=0)
    free = (len(space.variables) - len(world.targets) for world in space.readings.worlds)
    return sum(number > most for number in free) >= 2


def _unscored(space: DisturbanceSpace[F, M], roots: Roots) -> Cost:
    """NEVER without each world that alone has a cell to disturb over these roots, else 0: there they are no
    root set of the class."""
    inner = [v for v in space.variables if v not in roots]
    scored = [any(v not in world.targets for v in inner) for world in space.readings.worlds]
    alone = [here and sum(scored) == 1 for here in scored] if space.readings.each else []
    return np.array([0, *(NEVER if only else 0 for only in alone)], dtype=np.int64)


def _alone(
    space: DisturbanceSpace[F, M], model: M, own: Mapping[str, Cost]
) -> dict[str, int | None]:
    """The margin where one mechanism changes: to parents that are none of the variable's descendants."""
    names = space.variables
    where = {name: i for i, name in enumerate(names)}
    found: dict[str, int | None] = {}
    for variable in names:
        if variable not in model.functions:
            continue
        below = descendants(model, variable)
        outside = mask_of(where[v] for v in names if v not in below)
        function = model.functions[variable]
        local = space.local.get(variable)
        costs = {} if local is None else local.least_other(function)
        firsts = CostTable.of(costs, space.readings.parts).firsts()
        least = min((cost for s, cost in firsts if not s & ~outside), default=NEVER)
        found[variable] = None if least >= NEVER else least - int(own[variable][0])
    return found


def _read(
    space: DisturbanceSpace[F, M],
    roots: Roots,
    order: list[int],
    forced: tuple[str, F] | None = None,
) -> M:
    """The cheapest mechanisms along an order; the forced variable takes another than the function."""
    names = space.variables
    functions: dict[str, F] = {}
    placed = 0
    for position in order:
        variable = names[position]
        if variable not in roots:
            other = forced[1] if forced is not None and forced[0] == variable else None
            local = space.local[variable]
            costs = space.costs[variable] if other is None else local.least_other(other)
            firsts = CostTable.of(costs, space.readings.parts).firsts()
            inside = ((cost, s.bit_count(), s) for s, cost in firsts if not s & ~placed)
            functions[variable] = local.cheapest(min(inside)[-1], other)
        placed |= 1 << position
    return space.build(roots, {v: functions[v] for v in names if v in functions})
