"""Safe rows for Boolean siblings and padding: rows on which all members of a space agree.

A context of an intervention is *safe* for a space if gold's row in it is every member's row: then every
mechanism that some member has gives what the row shows. Evidence only removes members, so worlds of safe
rows leave the space as it is: that is what open siblings and padding are made of. Whoever uses them counts
again all the same.
"""

from __future__ import annotations

import random
from dataclasses import replace

from symcause.errors import LimitError
from symcause.families.boolean.bounds import (
    CONTEXT_BITS,
    DRAWN_CONTEXTS,
    SAFE_MECHANISMS,
    SAFE_TRIES,
)
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, World
from symcause.families.boolean.space.exact.exact_space import ExactSpace


def safe_rows(
    space: ExactSpace, gold: BooleanSCM, like: World, rng: random.Random
) -> tuple[str, ...]:
    """All rows of gold under the intervention of a world on which the members agree, in random order."""
    variables = space.problem.variables
    rows = _contexts(gold, like, variables, rng)
    world = replace(like, rows=rows, units=None)
    columns, unsafe = world.by_name(variables), 0
    for name in variables:
        if name in like.targets:
            continue
        if space.mechanism_count(name) > SAFE_MECHANISMS:
            raise LimitError(f"{name} has too many mechanisms to find rows that all agree on")
        for function in space.mechanisms(name):
            unsafe |= function.on(columns, world.mask) ^ columns[name]
            if unsafe == world.mask:
                return ()
    return tuple(row for i, row in enumerate(rows) if not unsafe >> i & 1)


def _contexts(
    gold: BooleanSCM, like: World, variables: tuple[str, ...], rng: random.Random
) -> tuple[str, ...]:
    """Rows of gold in many contexts of one intervention: free roots, and targets that are assigned."""
    free = [name for name in gold.roots if name not in like.targets]
    free += like.targets if like.mode is Mode.ASSIGNED else ()
    if len(free) <= CONTEXT_BITS:
        patterns = list(range(1 << len(free)))
        rng.shuffle(patterns)
    else:
        drawn = (rng.getrandbits(len(free)) for _ in range(DRAWN_CONTEXTS))
        patterns = list(dict.fromkeys(drawn))
    mask = (1 << len(patterns)) - 1
    given = {
        name: sum((pattern >> place & 1) << i for i, pattern in enumerate(patterns))
        for place, name in enumerate(free)
    }
    if like.mode is Mode.CONSTANT:
        seen = dict(zip(variables, like.rows[0], strict=True))
        given |= {name: mask if seen[name] == "1" else 0 for name in like.targets}
    found = gold.run(given, like.targets, mask)
    return tuple("".join(str(found[v] >> i & 1) for v in variables) for i in range(len(patterns)))


def refilled(space: ExactSpace, gold: BooleanSCM, like: World, rng: random.Random) -> World | None:
    """A world of the same shape with safe rows, as many different ones if there are enough; None without.

    What an intervention assigns row by row varies where it did.
    """
    variables, rows = space.problem.variables, safe_rows(space, gold, like, rng)
    if not rows:
        return None
    for _ in range(SAFE_TRIES):
        chosen = list(rng.sample(rows, min(len(rows), len(set(like.rows)))))
        chosen += [rng.choice(chosen) for _ in range(len(like.rows) - len(chosen))]
        rng.shuffle(chosen)
        world = replace(like, rows=tuple(chosen))
        if like.mode is not Mode.ASSIGNED or _varying(like, variables) <= _varying(
            world, variables
        ):
            return world
    return None


def _varying(world: World, variables: tuple[str, ...]) -> set[str]:
    """The targets that take both values."""
    columns = world.by_name(variables)
    return {name for name in world.targets if columns[name] not in (0, world.mask)}
