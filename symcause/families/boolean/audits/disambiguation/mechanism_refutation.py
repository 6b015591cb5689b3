"""Refutation of Boolean mechanisms: those of a parent set that few worlds of a pool refute."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from symcause.families.boolean.bounds import SURVIVING_FUNCTIONS
from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.mechanisms.worlds.refutation import Pool, ShownPatterns


class MechanismRefutation:
    """Where every function is in the class, pattern by pattern; else by listing."""

    def cheapest(
        self, space: LocalSpace, group: int, pool: Pool[object], gold: BooleanSCM
    ) -> list[tuple[Function, int]]:
        """Mechanisms over a parent set that the pool refutes, with few refuting worlds each."""
        if not space.complete or space.filtered:
            costs = _surviving_functions(space, group, pool)
            refuted = sorted(
                ((f, r) for f, r in costs if r), key=lambda found: found[1].bit_count()
            )
            return refuted[:4]
        names = space.parents(group)
        shown, table, cost, free = _completion(space, group, pool, gold)
        if cost:
            return [(reduce(names, table), cost)]
        flips = []
        for pattern in free:
            output = table >> pattern & 1
            if refuters := shown.against(pattern, 1 - output):
                flips.append((reduce(names, table ^ 1 << pattern), refuters))
        return flips

    def least_refuted(
        self, space: LocalSpace, group: int, pool: Pool[object], gold: BooleanSCM
    ) -> tuple[Function, int]:
        """A mechanism over a parent set with few refuting worlds, perhaps none."""
        if not space.complete or space.filtered:
            costs = _surviving_functions(space, group, pool)
            return min(costs, key=lambda found: found[1].bit_count())
        _, table, cost, _ = _completion(space, group, pool, gold)
        return reduce(space.parents(group), table), cost


MECHANISMS = MechanismRefutation()


def _surviving_functions(
    space: LocalSpace, group: int, pool: Pool[object]
) -> list[tuple[Function, int]]:
    at = space.rows.variables.index(space.variable)
    functions = islice(space.functions(group), SURVIVING_FUNCTIONS)
    return [(function, pool.refuters(at, function)) for function in functions]


def _completion(
    space: LocalSpace, group: int, pool: Pool[object], gold: BooleanSCM
) -> tuple[ShownPatterns, int, int, list[int]]:
    """What the pool shows, a table that fits the rows with few refuters, those, and what was free."""
    names = space.parents(group)
    variables = space.rows.variables
    shown = pool.patterns(variables.index(space.variable), [variables.index(p) for p in names])
    seen, table = space.fixed(group)
    cost = 0
    free = []
    for pattern in shown.patterns:
        if seen >> pattern & 1:
            cost |= shown.against(pattern, table >> pattern & 1)
        else:
            free.append(pattern)
    for pattern in free:
        zero, one = (shown.against(pattern, b) for b in (0, 1))
        if ((one & ~cost).bit_count(), one.bit_count()) < (
            (zero & ~cost).bit_count(),
            zero.bit_count(),
        ):
            table |= 1 << pattern
            cost |= one
        else:
            cost |= zero
    return shown, _as_gold_where_unseen(table, seen, shown, names, gold, space.variable), cost, free


def _as_gold_where_unseen(
    table: int,
    seen: int,
    shown: ShownPatterns,
    names: Sequence[str],
    gold: BooleanSCM,
    variable: str,
) -> int:
    """Patterns that nothing shows take gold's output where gold has no other inputs."""
    own = gold.functions.get(variable)
    if own is None or not set(own.parents) <= set(names):
        return table
    open_patterns = ~(seen | sum(1 << p for p in shown.patterns))
    return table | (own.extended(names) & open_patterns)
