"""The fewest further worlds that leave as few members as a pool: observation, and experiments on gold.

Among the fewest the choice is the first in the order of the pool. Where members are too many to list, the
layer of mechanisms finds some of the fewest, or proves how many it takes at least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symcause.answers import Unknown
from symcause.budgets import StrictMeter
from symcause.errors import LimitError
from symcause.families.finite.bounds import (
    COVER_STEPS,
    ORDERED_MEMBERS,
    POOL_CONTEXTS,
    WORLD_CHOICE_ROUNDS,
)
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.space.finite_space import FiniteSpace
from symcause.families.finite.space.model_comparison import Setting
from symcause.families.finite.space.root_assignments import assignments, simulated
from symcause.mechanisms.tables.table_branches import TableBranches
from symcause.mechanisms.tables.table_evidence import TableWorld
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_worlds import TableWorldChoice
from symcause.models.bit_sets import bits


@dataclass(frozen=True)
class FurtherWorld:
    """A world that gold shows: what was set, and rows as positions of values."""

    do: dict[str, Value]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Fewest:
    """Worlds that leave as few members as the whole pool, and how few of them could do."""

    worlds: tuple[FurtherWorld, ...]
    pool_size: int
    count_before: int
    count_after: int
    lower_bound: int

    @property
    def minimal(self) -> bool:
        """Can no fewer worlds do?"""
        return len(self.worlds) == self.lower_bound


def pool_of(space: FiniteSpace, gold: TableModel, most_targets: int = 1) -> list[FurtherWorld]:
    """Observation, then the experiments, each as gold shows it, equal rows once."""
    given = assignments(space.over, space.problem.sizes, gold.roots, POOL_CONTEXTS)
    settings: list[Setting] = [(), *space.settings(most_targets)]
    worlds = []
    for setting in settings:
        states = simulated(gold, space.over, given, dict(setting))
        rows = tuple(dict.fromkeys(map(tuple, states.tolist())))
        worlds.append(FurtherWorld(space.values_of(setting), rows))
    return worlds


def fewest_worlds(space: FiniteSpace, gold: TableModel, most_targets: int = 1) -> Fewest | Unknown:
    """The fewest worlds of the pool; gold must be a member."""
    count = space.count()
    if not isinstance(count, int):
        return count
    try:
        pool = pool_of(space, gold, most_targets)
        if count > ORDERED_MEMBERS:
            return _beyond_lists(space, gold, pool, count)
        members = space.first_members(count)
        if isinstance(members, Unknown):
            return members
        refuting = _refuting(space, members, pool)
        demands = sorted(set(refuting) - {0}, key=int.bit_count)
        meter = StrictMeter(
            COVER_STEPS,
            f"more than {COVER_STEPS:,} partial choices of further worlds",
            within=space.meter,
        )
        chosen = first_cover(demands, len(pool), meter)
        worlds = tuple([pool[at] for at in chosen])
        return Fewest(worlds, len(pool), count, refuting.count(0), len(chosen))
    except LimitError as error:
        return Unknown(str(error))


def _refuting(
    space: FiniteSpace, members: Sequence[TableModel], pool: Sequence[FurtherWorld]
) -> list[int]:
    """Which worlds refute each member, as a mask; a root is right whatever it is."""
    known = dict[tuple[str, TableFunction], int]()
    places = {name: at for at, name in enumerate(space.over)}

    def against(name: str, function: TableFunction) -> int:
        if (name, function) not in known:
            parents = [
                (places[p], radix)
                for p, radix in zip(function.parents, _radices(function), strict=True)
            ]
            known[name, function] = sum(
                [
                    1 << at
                    for at, world in enumerate(pool)
                    if name not in world.do
                    and any(
                        function.outputs[sum([row[p] * radix for p, radix in parents])]
                        != row[places[name]]
                        for row in world.rows
                    )
                ]
            )
        return known[name, function]

    masks = []
    for member in members:
        mask = 0
        for name, function in member.functions.items():
            mask |= against(name, function)
        masks.append(mask)
    return masks


def _radices(function: TableFunction) -> list[int]:
    radices, radix = [], 1
    for size in function.sizes:
        radices.append(radix)
        radix *= size
    return radices


def first_cover(demands: Sequence[int], number: int, meter: StrictMeter) -> tuple[int, ...]:
    """The first of the smallest sets of things below *number* that meet all demands.

    >>> first_cover([0b110, 0b011, 0b1100], 4, StrictMeter(100, "too many"))
    (0, 2)
    """
    needed = _irredundant(demands)
    size = 0
    while True:
        cover = next(_covers(needed, 0, number, size, meter), None)
        if cover is not None:
            return cover
        size += 1


def _irredundant(demands: Sequence[int]) -> list[int]:
    """The demands without those that are met with another one."""
    kept = list[int]()
    for demand in sorted(set(demands), key=int.bit_count):
        if not any(other & demand == other for other in kept):
            kept.append(demand)
    return kept


def _covers(
    demands: Sequence[int], start: int, number: int, left: int, meter: StrictMeter
) -> Iterator[tuple[int, ...]]:
    """The sets of so many things from *start* on that meet all demands, in order."""
    meter.spend(1 + len(demands) // 64)
    if not demands:
        yield ()
        return
    disjoint, used = 0, 0
    for demand in demands:
        if not demand & used:
            disjoint, used = disjoint + 1, used | demand
    if disjoint > left:
        return
    last = min([demand.bit_length() for demand in demands])  # some demand has nothing beyond
    for at in range(start, min(last, number)):
        rest = [demand >> at + 1 << at + 1 for demand in demands if not demand >> at & 1]
        if 0 not in rest:
            for others in _covers(rest, at + 1, number, left - 1, meter):
                yield (at, *others)


def _beyond_lists(
    space: FiniteSpace, gold: TableModel, pool: Sequence[FurtherWorld], count: int
) -> Fewest:
    """Some of the fewest worlds, found without a list of the members."""
    assert isinstance(space.exact, TableBranches), "what is counted is opened"
    worlds = [TableWorld(world.rows, tuple(world.do)) for world in pool]
    choice = TableWorldChoice(space.exact, gold, worlds)
    *_, last = choice.run(WORLD_CHOICE_ROUNDS)
    chosen = tuple([pool[at] for at in bits(last.chosen)])
    return Fewest(chosen, len(pool), count, choice.whole.count, last.lower_bound)
