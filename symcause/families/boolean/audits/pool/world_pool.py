"""The world pool: a seeded pool of worlds that gold could show next, from which audits choose.

Candidates are observational worlds, single-variable interventions (constant and assigned) and
interventions on up to three variables; signatures of held-out worlds are left out. Where a world cannot
hold all contexts of its intervention (:mod:`.gold_interventions`), rows are picked that show input patterns
the training worlds lack (:mod:`.row_choice`): patterns that no candidate shows yet first, then as many
as possible. Each candidate looks at a random part of what is lacking, so that equal interventions give
different worlds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice
from math import comb
from typing import TYPE_CHECKING

from symcause.families.boolean.audits.pool.gold_interventions import (
    Probe,
    Setup,
    Signature,
    intervene_all,
)
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, World
from symcause.families.boolean.problem.problem import BooleanProblem

if TYPE_CHECKING:
    from symcause.families.boolean.audits.pool.candidate_table import Candidates

POOL_SIZE = 1_000
MOST_TARGETS = 3
_CONSTANT_SHARE = 0.25  # of the interventions on several variables
_TRIES = 2  # drawn interventions per place of the pool
_ASSIGNED = -1  # in place of constant values
_FEWEST = 64  # candidates that are drawn together at the least


@dataclass(frozen=True)
class PoolOptions:
    """How large the pool is and what its worlds look like; rows None: as the training worlds."""

    size: int = POOL_SIZE
    rows: int | None = None
    targets: int = MOST_TARGETS
    seed: int = 0


DEFAULT_POOL = PoolOptions()


def candidate_worlds(
    problem: BooleanProblem,
    gold: BooleanSCM,
    options: PoolOptions = DEFAULT_POOL,
    probes: Sequence[Probe] = (),
) -> tuple[World, ...]:
    """The pool, without repetitions: it is smaller than asked if the problem has no more to offer."""
    return tuple(candidates(problem, gold, options, probes))


def candidates(
    problem: BooleanProblem,
    gold: BooleanSCM,
    options: PoolOptions = DEFAULT_POOL,
    probes: Sequence[Probe] = (),
) -> Candidates:
    """The same as a table of rows, of which a world is made when it is asked for."""
    from symcause.families.boolean.audits.pool.candidate_table import Candidates
    from symcause.families.boolean.audits.pool.pattern_gaps import lacking
    from symcause.families.boolean.audits.pool.row_choice import RowChoice

    rng = random.Random(options.seed)
    rows = options.rows or usual_rows(problem)
    setups, drawn = _setups(problem.variables, options, held_out_signatures(problem), rng)
    known = intervene_all(gold, problem.variables, setups, rng)
    lacks = lacking(problem.variables, problem.training, known, probes, rng)
    choice = RowChoice(known, lacks, rows)
    found: dict[bytes, int] = {}
    at = 0
    while at < len(drawn) and len(found) < options.size:
        some = drawn[at : at + max(_FEWEST, options.size - len(found))]
        at += len(some)
        for setup, lines in zip(some, choice.lines(some, rng), strict=True):
            found.setdefault(lines, setup)
    kept = list(islice(found.items(), options.size))
    return Candidates(problem.variables, known, [s for _, s in kept], [lines for lines, _ in kept])


def held_out_signatures(problem: BooleanProblem) -> frozenset[Signature]:
    """The signatures that no further world may bear."""
    return frozenset(world.signature(problem.variables) for world in problem.heldout)


def usual_rows(problem: BooleanProblem) -> int:
    """The number of rows that most training worlds have, the larger one of equals."""
    lengths = Counter(len(world.rows) for world in problem.training)
    return max(lengths, key=lambda rows: (lengths[rows], rows))


def _setups(
    names: Sequence[str], options: PoolOptions, banned: frozenset[Signature], rng: random.Random
) -> tuple[list[Setup], list[int]]:
    """Different setups, and their numbers for the places of the pool and some to spare.

    Singles first, for up to a third.
    """
    singles = [Setup(Mode.CONSTANT, (v,), (bit,)) for v in names for bit in (0, 1)]
    singles += [Setup(Mode.ASSIGNED, (v,)) for v in names]
    rng.shuffle(singles)
    singles.insert(0, Setup(Mode.NONE, ()))
    singles = [setup for setup in singles if setup.signature not in banned]
    places = _TRIES * options.size
    groups = _groups(names, options, rng)
    if not groups:
        singles = singles[:places]
        return singles, list(islice(cycle(range(len(singles))), places))
    singles = singles[: -(-options.size // 3)]
    setups = list(singles)
    numbers: dict[tuple[int, int], int | None] = {}  # by group and values; None: banned

    aimed_at = {frozenset(name for name, _ in targets) for _, targets in banned}
    watched = [aimed_at and frozenset(targets) in aimed_at for targets in groups]

    def setup_of(group: int, values: int) -> Setup | None:
        targets = groups[group]
        if values == _ASSIGNED:
            setup = Setup(Mode.ASSIGNED, targets)
        else:
            fixed = tuple([values >> j & 1 for j in range(len(targets))])
            setup = Setup(Mode.CONSTANT, targets, fixed)
        return None if watched[group] and setup.signature in banned else setup

    drawn = list(range(len(singles)))
    barred = [w and setup_of(group, _ASSIGNED) is None for group, w in enumerate(watched)]
    masks = [(1 << len(targets)) - 1 for targets in groups]
    turns = [rng.getrandbits(options.targets)] * len(groups)
    chance = rng.random
    for group in islice(cycle(range(len(groups))), places - len(singles)):
        values = _ASSIGNED
        if barred[group] or chance() < _CONSTANT_SHARE:
            # Constant values take turns, so that a few worlds show all combinations.
            turns[group] += 1
            values = turns[group] & masks[group]
        if (group, values) not in numbers:
            setup = setup_of(group, values)
            numbers[group, values] = None if setup is None else len(setups)
            setups += [] if setup is None else [setup]
        number = numbers[group, values]
        if number is not None:
            drawn.append(number)
    return setups, drawn


def _groups(
    names: Sequence[str], options: PoolOptions, rng: random.Random
) -> list[tuple[str, ...]]:
    """Sets of several targets in random order: all of them if the pool has room, else some."""
    sizes = range(2, min(options.targets, len(names)) + 1)
    if sum(comb(len(names), size) for size in sizes) <= options.size:
        groups = [group for size in sizes for group in combinations(names, size)]
        rng.shuffle(groups)
        return groups
    drawn = (rng.sample(range(len(names)), rng.choice(sizes)) for _ in range(options.size))
    return list(dict.fromkeys(tuple(names[i] for i in sorted(group)) for group in drawn))
