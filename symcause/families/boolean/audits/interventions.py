"""Interventions on gold with everything that can be seen under them.

A row of a world is fixed by its *context*: the values of the free roots and, if the targets are assigned
row by row, of the targets. An :class:`Intervention` holds one simulated row for each of its contexts, or
for a random part of them where there are many.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_CONTEXTS = 256

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
    most: int = MOST_CONTEXTS,
) -> Intervention:
    """Simulate the contexts of a setup, at most so many."""
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


def _distinct(total: int, count: int, rng: random.Random) -> set[int]:
    """So many different numbers below *total*, which may be astronomical."""
    found: set[int] = set()
    while len(found) < count:
        found.add(rng.randrange(total))
    return found


def column(bits: Iterable[int]) -> int:
    """An integer whose bit *i* is the *i*-th bit given."""
    return int("".join(map(str, bits))[::-1] or "0", 2)


def table(columns: Sequence[int], rows: int) -> NDArray[np.uint8]:
    """Columns side by side as a table with one line a row."""
    import numpy as np

    size = (rows + 7) // 8
    packed = b"".join(c.to_bytes(size, "little") for c in columns)
    bits = np.frombuffer(packed, dtype=np.uint8).reshape(len(columns), size)
    return np.unpackbits(bits, axis=1, count=rows, bitorder="little").T
