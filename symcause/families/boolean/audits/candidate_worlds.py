"""A seeded finite pool of worlds that gold could show next.

Candidates are observational worlds, single-variable interventions (constant and assigned) and
interventions on up to three variables; signatures of held-out worlds are left out. Where a world cannot
hold all contexts of its intervention (:mod:`.interventions`), rows are picked that show input patterns
the training worlds lack: patterns that no candidate shows yet first, then as many as possible. Each
candidate looks at a random part of what is lacking, so that equal interventions give different worlds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice
from math import comb
from typing import TYPE_CHECKING

from symcause.families.boolean.audits.interventions import Intervention, Setup, Signature, intervene
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POOL_SIZE = 1_000
MOST_TARGETS = 3
_CONSTANT_SHARE = 0.25  # of the interventions on several variables
_LOOKED_AT = 0.7  # share of the lacking patterns that one candidate looks at
_MOST_PROBES = 4_000  # input sets that rows are picked by
_MOST_LACKING = 2_000
_TRIES = 2  # drawn interventions per place of the pool


@dataclass(frozen=True)
class PoolOptions:
    """How large the pool is and what its worlds look like; rows None: as the training worlds."""

    size: int = POOL_SIZE
    rows: int | None = None
    targets: int = MOST_TARGETS
    seed: int = 0


DEFAULT_POOL = PoolOptions()


@dataclass(frozen=True)
class Probe:
    """A variable and a set of inputs (positions) whose patterns are worth showing."""

    variable: int
    inputs: tuple[int, ...]


def candidate_worlds(
    problem: BooleanProblem,
    gold: BooleanSCM,
    options: PoolOptions = DEFAULT_POOL,
    probes: Sequence[Probe] = (),
) -> tuple[World, ...]:
    """The pool, without repetitions: it is smaller than asked if the problem has no more to offer."""
    rng = random.Random(options.seed)
    rows = options.rows or usual_rows(problem)
    banned = held_out_signatures(problem)
    drawn = list(_setups(problem.variables, options, banned, rng))
    if not drawn:
        return ()
    known = {s: intervene(gold, problem.variables, s, rng) for s in dict.fromkeys(drawn)}
    lacking = _Lacking(problem, list(known.values()), probes, rng)
    found: dict[tuple[Setup, frozenset[str]], World] = {}
    for setup in drawn:
        lines = known[setup].table[lacking.pick(known[setup], rows, rng)]
        table = tuple("".join(map(str, line)) for line in lines)
        name = f"candidate_{len(found):03d}"
        world = World(name, Split.TRAIN, setup.mode, setup.targets, table)
        found.setdefault((setup, frozenset(table)), world)
        if len(found) == options.size:
            break
    return tuple(found.values())


def held_out_signatures(problem: BooleanProblem) -> frozenset[Signature]:
    """The signatures that no further world may bear."""
    return frozenset(world.signature(problem.variables) for world in problem.heldout)


def usual_rows(problem: BooleanProblem) -> int:
    """The number of rows that most training worlds have, the larger one of equals."""
    lengths = Counter(len(world.rows) for world in problem.training)
    return max(lengths, key=lambda rows: (lengths[rows], rows))


def _setups(
    names: Sequence[str], options: PoolOptions, banned: frozenset[Signature], rng: random.Random
) -> Iterator[Setup]:
    """Setups for the places of the pool and some to spare: singles first, for up to a third."""
    singles = [Setup(Mode.CONSTANT, (v,), (bit,)) for v in names for bit in (0, 1)]
    singles += [Setup(Mode.ASSIGNED, (v,)) for v in names]
    rng.shuffle(singles)
    singles.insert(0, Setup(Mode.NONE, ()))
    singles = [setup for setup in singles if setup.signature not in banned]
    places = _TRIES * options.size
    groups = _groups(names, options, rng)
    if not groups:
        yield from islice(cycle(singles), places)
        return
    singles = singles[: -(-options.size // 3)]
    yield from singles
    turn = dict.fromkeys(groups, rng.getrandbits(options.targets))
    for targets in islice(cycle(groups), places - len(singles)):
        setup = Setup(Mode.ASSIGNED, targets)
        if setup.signature in banned or rng.random() < _CONSTANT_SHARE:
            # Constant values take turns, so that a few worlds show all combinations.
            turn[targets] += 1
            values = tuple(turn[targets] >> j & 1 for j in range(len(targets)))
            setup = Setup(Mode.CONSTANT, targets, values)
        if setup.signature not in banned:
            yield setup


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


class _Lacking:
    """Patterns that training lacks, by the simulated rows that show them."""

    def __init__(
        self,
        problem: BooleanProblem,
        interventions: Sequence[Intervention],
        probes: Sequence[Probe],
        rng: random.Random,
    ) -> None:
        import numpy as np

        starts = np.cumsum([0, *(len(i.table) for i in interventions)]).tolist()
        self._start = {i.setup: start for i, start in zip(interventions, starts, strict=False)}
        if len(probes) > _MOST_PROBES:
            probes = rng.sample(probes, _MOST_PROBES)
        columns = list(_shown(problem, interventions, probes))
        if len(columns) > _MOST_LACKING:
            columns = rng.sample(columns, _MOST_LACKING)
        self._shows = np.array(columns, dtype=bool).reshape(len(columns), starts[-1]).T
        self._new = np.ones(len(columns), dtype=bool)  # shown by no candidate yet

    def pick(self, intervention: Intervention, rows: int, rng: random.Random) -> list[int]:
        """The lines of an intervention's table that a candidate with so many rows shows."""
        import numpy as np

        order = list(range(len(intervention.table)))
        start = self._start[intervention.setup]
        shows = self._shows[start : start + len(order)]
        if len(order) > rows:
            rng.shuffle(order)
            look = np.array([rng.random() < _LOOKED_AT for _ in range(shows.shape[1])], dtype=bool)
            chosen = self._greedy(shows[order] & (look | self._new), rows)
            if intervention.setup.mode is Mode.ASSIGNED and rows > 1:
                chosen = _varied(intervention.table[order][:, intervention.columns], chosen)
            order = sorted(order[i] for i in chosen)
        self._new &= ~shows[order].any(axis=0)
        return order

    def _greedy(self, shows: NDArray[np.bool_], rows: int) -> list[int]:
        """So many lines, each showing as much as possible that the ones before it do not."""
        import numpy as np

        worth = np.where(self._new, shows.shape[1] + 1, 1)
        chosen: list[int] = []
        while len(chosen) < rows:
            gains = shows @ worth
            best = int(gains.argmax())
            if not gains[best]:
                break
            chosen.append(best)
            shows = shows & ~shows[best]
        taken = set(chosen)
        spare = [i for i in range(len(shows)) if i not in taken]
        return chosen + spare[: rows - len(chosen)]


def _shown(
    problem: BooleanProblem, interventions: Sequence[Intervention], probes: Sequence[Probe]
) -> Iterator[NDArray[np.bool_]]:
    """For each pattern that training lacks: the simulated rows that show it."""
    import numpy as np

    names = problem.variables
    rows = np.concatenate([i.table for i in interventions]).astype(np.int64)
    lengths = [len(i.table) for i in interventions]
    free = {v: np.repeat([v not in i.setup.targets for i in interventions], lengths) for v in names}
    seen = np.array([list(map(int, r)) for w in problem.training for r in w.rows], dtype=np.int64)
    scored = {
        v: np.repeat(
            [v not in w.targets for w in problem.training], [len(w.rows) for w in problem.training]
        )
        for v in names
    }
    for probe in probes:
        weights = 1 << np.arange(len(probe.inputs), dtype=np.int64)
        inputs, name = list(probe.inputs), names[probe.variable]
        patterns = rows[:, inputs] @ weights
        known = seen[scored[name]][:, inputs] @ weights
        new = free[name] & ~np.isin(patterns, known)
        for pattern in np.unique(patterns[new]):
            yield new & (patterns == pattern)


def _varied(values: NDArray[np.uint8], chosen: list[int]) -> list[int]:
    """Assigned targets show both values: a row makes way for one that differs where all agree."""
    for place in range(values.shape[1]):
        first = values[chosen[0], place]
        if all(values[i, place] == first for i in chosen):
            other = next(i for i in range(len(values)) if values[i, place] != first)
            chosen = [*chosen[:-1], other]
    return chosen
