"""Interventions on the gold model, simulated in all their contexts for a pool of worlds.

A row of a world is fixed by its *context*: the values of the free roots and, if the targets are assigned
row by row, of the targets. An :class:`Intervention` holds one simulated row for each of its contexts, or
for a random part of them where there are many. :class:`Interventions` are many of them in one table, which
gold computes at once: a column has a bit for every context of every setup.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from symcause.families.boolean.bounds import GOLD_CONTEXTS
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Signature = tuple[str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class Setup:
    """Mode, targets and, for constant ones, their values."""

    mode: Mode
    targets: tuple[str, ...]
    values: tuple[int, ...] = ()

    @property
    def signature(self) -> Signature:
        """As :meth:`symcause.families.boolean.models.worlds.World.signature` of any world of this setup."""
        shown = map(str, self.values) if self.mode is Mode.CONSTANT else ["*"] * len(self.targets)
        return str(self.mode), tuple(sorted(zip(self.targets, shown, strict=True)))


@dataclass(frozen=True)
class Probe:
    """A variable and a set of inputs (positions) whose patterns are worth showing."""

    variable: int
    inputs: tuple[int, ...]


@dataclass(frozen=True)
class Intervention:
    """A setup and the complete rows that gold shows under it, one line a context."""

    setup: Setup
    columns: tuple[int, ...]  # positions of the targets
    table: NDArray[np.uint8]


def intervene(
    gold: BooleanSCM,
    variables: Sequence[str],
    setup: Setup,
    rng: random.Random,
    most: int = GOLD_CONTEXTS,
) -> Intervention:
    """Simulate the contexts of a setup, at most this many."""
    free = [r for r in gold.roots if r not in setup.targets]
    free += setup.targets if setup.mode is Mode.ASSIGNED else ()
    total = 1 << len(free)
    contexts = range(total) if total <= most else sorted(_distinct(total, most, rng))
    mask = (1 << len(contexts)) - 1
    given = {v: column(c >> j & 1 for c in contexts) for j, v in enumerate(free)}
    if setup.mode is Mode.CONSTANT:
        given |= {v: mask * bit for v, bit in zip(setup.targets, setup.values, strict=True)}
    columns = gold.run(given, setup.targets, mask)
    return Intervention(
        setup,
        tuple(map(variables.index, setup.targets)),
        table([columns[v] for v in variables], len(contexts)),
    )


@dataclass(frozen=True)
class Interventions:
    """Different setups and the complete rows that gold shows under them, one below the other."""

    setups: tuple[Setup, ...]
    starts: NDArray[np.int64]  # the first line of each setup, and behind the last one the end
    targets: NDArray[np.bool_]  # by setup and variable
    table: NDArray[np.uint8]  # by line and variable

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """How many lines each setup has."""
        import numpy as np

        return np.diff(self.starts)

    @cached_property
    def contents(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The different lines of the table, and which of them each line is."""
        return distinct_lines(self.table)


def intervene_all(
    gold: BooleanSCM,
    variables: Sequence[str],
    setups: Sequence[Setup],
    rng: random.Random,
    most: int = GOLD_CONTEXTS,
) -> Interventions:
    """What :func:`intervene` simulates for one setup after the other."""
    import numpy as np

    where = {v: i for i, v in enumerate(variables)}
    roots = [where[root] for root in gold.roots]
    free: list[list[int]] = []
    places: list[int] = []  # of targets, in a table by setup and variable
    constant: list[tuple[int, int]] = []
    for number, setup in enumerate(setups):
        aimed = [where[v] for v in setup.targets]
        at = number * len(variables)
        places += [at + place for place in aimed]
        left = [root for root in roots if root not in aimed]
        free.append(left + aimed if setup.mode is Mode.ASSIGNED else left)
        constant += [(at + p, value) for p, value in zip(aimed, setup.values, strict=False)]
    targets = np.zeros((len(setups), len(variables)), dtype=bool)
    targets.reshape(-1)[places] = True
    constants = np.zeros(targets.shape, dtype=np.uint8)
    if constant:
        at_constants, values = zip(*constant, strict=True)
        constants.reshape(-1)[list(at_constants)] = values
    lengths = np.array([min(1 << min(len(f), 62), most) for f in free], dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    given = np.repeat(constants, lengths, axis=0)
    for number, own in enumerate(free):
        if 1 << len(own) > most:
            drawn = sorted(_distinct(1 << len(own), most, rng))
            lines = [[context >> j & 1 for j in range(len(own))] for context in drawn]
            given[starts[number] : starts[number + 1], own] = lines
    for size in {len(own) for own in free if 1 << len(own) <= most} - {0}:
        chosen = [number for number, own in enumerate(free) if len(own) == size]
        contexts = np.arange(1 << size)[:, None] >> np.arange(size) & 1
        spots = starts[chosen][:, None] + np.arange(1 << size)
        columns = np.array([free[number] for number in chosen])
        given[spots[:, :, None], columns[:, None, :]] = contexts
    rows = int(starts[-1])
    return Interventions(
        tuple(setups),
        starts,
        targets,
        _run(gold, variables, given, np.repeat(targets, lengths, axis=0), rows),
    )


def _run(
    gold: BooleanSCM,
    variables: Sequence[str],
    given: NDArray[np.uint8],
    clamped: NDArray[np.bool_],
    rows: int,
) -> NDArray[np.uint8]:
    """Complete rows, where every row has targets of its own."""
    import numpy as np

    mask = (1 << rows) - 1
    columns = dict(zip(variables, _columns(given), strict=True))
    free = dict(zip(variables, _columns(~clamped), strict=True))
    for name in gold.order:  # before it is computed, its column holds what it is set to
        columns[name] |= gold.functions[name].on(columns, mask) & free[name]
    return np.ascontiguousarray(table([columns[v] for v in variables], rows))


def _columns(lines: NDArray[np.uint8] | NDArray[np.bool_]) -> list[int]:
    """The columns of a table as integers."""
    import numpy as np

    packed = np.packbits(lines, axis=0, bitorder="little")
    return [int.from_bytes(column.tobytes(), "little") for column in packed.T]


def _distinct(total: int, count: int, rng: random.Random) -> set[int]:
    """This many different numbers below *total*, which may be astronomical."""
    found: set[int] = set()
    while len(found) < count:
        found.add(rng.randrange(total))
    return found


def column(bits: Iterable[int]) -> int:
    """An integer whose bit *i* is the *i*-th bit given."""
    return int("".join(map(str, bits))[::-1] or "0", 2)


def table(columns: Sequence[int], rows: int) -> NDArray[np.uint8]:
    """Columns side by side as a table with one line per row."""
    import numpy as np

    size = (rows + 7) // 8
    packed = b"".join(c.to_bytes(size, "little") for c in columns)
    bits = np.frombuffer(packed, dtype=np.uint8).reshape(len(columns), size)
    return np.unpackbits(bits, axis=1, count=rows, bitorder="little").T


def distinct_lines(table: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The different lines of a table, and which one each line is."""
    import numpy as np

    octets = np.packbits(table, axis=1)
    padded = np.zeros((len(table), -(-octets.shape[1] // 8) * 8), dtype=np.uint8)
    padded[:, : octets.shape[1]] = octets
    coded = padded.view(np.uint64)
    if coded.shape[1] == 1:
        _, first, content = np.unique(coded[:, 0], return_index=True, return_inverse=True)
    else:
        _, first, content = np.unique(coded, return_index=True, return_inverse=True, axis=0)
    return table[first], content.reshape(-1)
