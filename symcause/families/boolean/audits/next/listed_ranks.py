"""Ranks of next experiments where every member is listed and roots are disclosed: outcomes are counted.

Then an outcome leaves the members that show it. Columns are numbered, experiment by experiment, and so are
the outcomes that they make up: counting them is adding up numbers of members at their places. A step of an
episode leaves the members that show what was seen: these are taken from the listing before it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import TYPE_CHECKING

from symcause.families.boolean.audits.next.outcome_counts import RememberedCells
from symcause.families.boolean.bounds import OUTCOME_PLACES
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.member_outcomes import joined_by_all
from symcause.mechanisms.next.outcome_draws import Ranked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_LISTINGS: deque[tuple[RememberedCells, tuple[Experiment, ...], Counter[int]]] = deque(maxlen=2)
"""The last listings: a step of an episode leaves some of the members that were there before it."""


def listed_ranks(
    cells: RememberedCells, asked: tuple[Experiment, ...], new: Collection[Experiment]
) -> dict[Experiment, Ranked[Experiment]]:
    """The experiments that are new with what their outcomes leave."""
    kept = {} if cells.memory is None else cells.memory.listed
    if asked not in kept:
        kept[asked] = _outcome_counts(cells, asked)
    return {e: _counted(e, n) for e, n in zip(asked, kept[asked], strict=True) if e in new}


def _outcome_counts(cells: RememberedCells, asked: tuple[Experiment, ...]) -> list[list[int]]:
    """For every experiment how many members show each of its outcomes."""
    showing = Showing(cells.variables, asked, cells.contexts)
    shown = _kept_from_before(cells, showing, asked)
    if shown is None:
        shown = joined_by_all(showing, cells.branches)
    _LISTINGS.append((cells, asked, shown))
    return outcome_numbers(showing, shown)


def _kept_from_before(
    cells: RememberedCells, showing: Showing[Function], asked: tuple[Experiment, ...]
) -> Counter[int] | None:
    """What is left of an earlier listing, if one world more is known since, seen on the contexts."""
    last = cells.space.problem.worlds[-1]
    experiment = _shown_in(last, cells)
    if experiment not in asked:
        return None
    for earlier, experiments, shown in tuple(_LISTINGS):
        if experiments == asked and _a_world_before(earlier, cells):
            left = _showing_it(showing, shown, asked.index(experiment), last.columns)
            if sum(left.values()) == cells.space.count:
                return left
    return None


def _a_world_before(earlier: RememberedCells, cells: RememberedCells) -> bool:
    """Is all alike, but for the last world?"""
    before, now = earlier.space.problem, cells.space.problem
    return (
        before.worlds == now.worlds[:-1]
        and earlier.contexts == cells.contexts
        and earlier.space.hypotheses == cells.space.hypotheses
        and all(
            getattr(before, one.name) == getattr(now, one.name)
            for one in fields(now)
            if one.name != "worlds"
        )
    )


def _showing_it(
    showing: Showing[Function], shown: Counter[int], at: int, outcome: Sequence[int]
) -> Counter[int]:
    """The members that show this outcome of an experiment."""
    found = [*shown]
    for v, seen in enumerate(outcome):
        wide = showing.column(found, v)
        different = set(wide)
        agreeing = {column for column in different if showing.split(column)[at] == seen}
        if len(agreeing) < len(different):
            found = [one for one, column in zip(found, wide, strict=True) if column in agreeing]
    return Counter({joined: shown[joined] for joined in found})


def _shown_in(world: World, cells: RememberedCells) -> Experiment | None:
    """The experiment that a training world shows on the contexts; None if it shows another thing."""
    contexts, roots = cells.contexts, cells.branches[0].roots
    if world.split is not Split.TRAIN or world.mode is not Mode.CONSTANT or world.holes:
        return None
    if len(world.rows) != contexts.rows:
        return None
    columns = world.by_name(cells.variables)
    if any(columns[r] != contexts.columns[r] for r in roots if r not in world.targets):
        return None
    return Experiment.of((v, bool(columns[v] & 1)) for v in world.targets)


def _counted(experiment: Experiment, numbers: Sequence[int]) -> Ranked[Experiment]:
    """All outcomes are known: how many members show each, and so are left."""
    expected = Fraction(sum([n * n for n in numbers]), sum(numbers))
    most = max(numbers)
    return Ranked(experiment, most, most, min(numbers), len(numbers), expected)


def outcome_numbers(showing: Showing[Function], shown: Counter[int]) -> list[list[int]]:
    """For every experiment how many members show each of its outcomes."""
    import numpy as np

    members = np.array(list(shown.values()), dtype=np.int64)
    codes: Ints | None = None
    sizes: Ints | None = None
    for v in range(showing.variables):
        column = showing.column(shown, v)
        different = {wide: i for i, wide in enumerate(dict.fromkeys(column))}
        if len(different) == 1:
            continue  # a root, or what all members agree on
        blocks = np.array([_numbered(b) for b in zip(*map(showing.split, different), strict=True)])
        of = blocks[:, [different[wide] for wide in column]]
        size = blocks.max(axis=1) + 1
        if codes is None or sizes is None:
            codes, sizes = of, size
        else:
            codes, sizes = _joined(codes, sizes, of, size)
    if codes is None:
        return [[int(members.sum())]] * showing.experiments
    return [_summed(code, members) for code in codes]


def _numbered(blocks: Sequence[int]) -> list[int]:
    """The numbers of different blocks, in the order of their first occurrence."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(block, len(numbers)) for block in blocks]


def _joined(codes: Ints, sizes: Ints, more: Ints, size: Ints) -> tuple[Ints, Ints]:
    """Numbers of pairs of numbers; where these would be many, they are numbered anew."""
    import numpy as np

    joined, sizes = codes * size[:, None] + more, sizes * size
    for i in np.flatnonzero(sizes > OUTCOME_PLACES):
        different, joined[i] = np.unique(joined[i], return_inverse=True)
        sizes[i] = len(different)
    return joined, sizes


def _summed(code: Ints, members: Ints) -> list[int]:
    """The members at each number that occurs; they are few enough for exact sums."""
    import numpy as np

    sums = np.bincount(code, weights=members)
    found: list[int] = sums[sums > 0].astype(np.int64).tolist()
    return found
