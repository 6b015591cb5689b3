"""Candidate worlds drawn one after the other, their rows picked one by one, written anew.

The same stream of random numbers gives the same pool as the engine that draws side by side.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, cycle, islice
from math import comb

from symcause.families.boolean.audits.pool.gold_interventions import Probe, Setup, intervene
from symcause.families.boolean.audits.pool.world_pool import (
    PoolOptions,
    held_out_signatures,
    usual_rows,
)
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem

Shown = frozenset[tuple[int, int]]
"""Numbers of probes with a pattern each."""


def second_candidates(
    problem: BooleanProblem, gold: BooleanSCM, options: PoolOptions, probes: Sequence[Probe]
) -> tuple[World, ...]:
    rng = random.Random(options.seed)
    rows = options.rows or usual_rows(problem)
    names = problem.variables
    drawn = list(_setups(problem, options, rng))
    tables = {s: intervene(gold, names, s, rng).table.tolist() for s in dict.fromkeys(drawn)}
    assert len(probes) <= 4_000, "a random part of them is not drawn here"
    known = {
        (number, _pattern(list(map(int, row)), probe))
        for number, probe in enumerate(probes)
        for world in problem.training
        if names[probe.variable] not in world.targets
        for row in world.rows
    }
    shows = {
        setup: [_shown(line, setup, names, probes) - known for line in table]
        for setup, table in tables.items()
    }
    lacking = sorted({pair for lines in shows.values() for line in lines for pair in line})
    assert len(lacking) <= 2_000, "a random part of them is not drawn here"
    new = set(lacking)
    found: dict[tuple[Setup, frozenset[str]], World] = {}
    for setup in drawn:
        table = tables[setup]
        order = list(range(len(table)))
        if len(order) > rows:
            rng.shuffle(order)
            look = {pair for pair in lacking if rng.random() < 0.7} | new
            chosen = _greedy([shows[setup][i] & look for i in order], rows, new, len(lacking))
            if setup.mode is Mode.ASSIGNED and rows > 1:
                targets = [names.index(v) for v in setup.targets]
                chosen = _varied([[table[i][t] for t in targets] for i in order], chosen)
            order = sorted(order[i] for i in chosen)
        for i in order:
            new -= shows[setup][i]
        texts = tuple("".join(map(str, table[i])) for i in order)
        name = f"candidate_{len(found):03d}"
        world = World(name, Split.TRAIN, setup.mode, setup.targets, texts)
        found.setdefault((setup, frozenset(texts)), world)
        if len(found) == options.size:
            break
    return tuple(found.values())


def _setups(problem: BooleanProblem, options: PoolOptions, rng: random.Random) -> Iterator[Setup]:
    names, banned = problem.variables, held_out_signatures(problem)
    singles = [Setup(Mode.CONSTANT, (v,), (bit,)) for v in names for bit in (0, 1)]
    singles += [Setup(Mode.ASSIGNED, (v,)) for v in names]
    rng.shuffle(singles)
    singles.insert(0, Setup(Mode.NONE, ()))
    singles = [setup for setup in singles if setup.signature not in banned]
    sizes = range(2, min(options.targets, len(names)) + 1)
    if sum(comb(len(names), size) for size in sizes) <= options.size:
        groups = [group for size in sizes for group in combinations(names, size)]
        rng.shuffle(groups)
    else:
        drawn = [rng.sample(range(len(names)), rng.choice(sizes)) for _ in range(options.size)]
        groups = list(dict.fromkeys(tuple(names[i] for i in sorted(group)) for group in drawn))
    if not groups:
        yield from islice(cycle(singles), 2 * options.size)
        return
    singles = singles[: -(-options.size // 3)]
    yield from singles
    turn = dict.fromkeys(groups, rng.getrandbits(options.targets))
    for targets in islice(cycle(groups), 2 * options.size - len(singles)):
        setup = Setup(Mode.ASSIGNED, targets)
        if setup.signature in banned or rng.random() < 0.25:
            turn[targets] += 1
            values = tuple(turn[targets] >> j & 1 for j in range(len(targets)))
            setup = Setup(Mode.CONSTANT, targets, values)
        if setup.signature not in banned:
            yield setup


def _pattern(line: Sequence[int], probe: Probe) -> int:
    return sum(line[p] << j for j, p in enumerate(probe.inputs))


def _shown(
    line: Sequence[int], setup: Setup, names: Sequence[str], probes: Sequence[Probe]
) -> Shown:
    return frozenset(
        (number, _pattern(line, probe))
        for number, probe in enumerate(probes)
        if names[probe.variable] not in setup.targets
    )


def _greedy(shows: list[Shown], rows: int, new: set[tuple[int, int]], size: int) -> list[int]:
    chosen: list[int] = []
    seen: set[tuple[int, int]] = set()
    while len(chosen) < rows:
        gains = [sum(size + 1 if p in new else 1 for p in line - seen) for line in shows]
        best = gains.index(max(gains))
        if not gains[best]:
            break
        chosen.append(best)
        seen |= shows[best]
    spare = [i for i in range(len(shows)) if i not in chosen]
    return chosen + spare[: rows - len(chosen)]


def _varied(values: list[list[int]], chosen: list[int]) -> list[int]:
    for place in range(len(values[0])):
        first = values[chosen[0]][place]
        if all(values[i][place] == first for i in chosen):
            other = next(i for i in range(len(values)) if values[i][place] != first)
            chosen = [*chosen[:-1], other]
    return chosen
