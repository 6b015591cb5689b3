"""Row replay: which rows a model explains, and how many worlds are exact.

An unobserved cell is filled by the model: of a root by some value, of another variable by its mechanism.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from symcause.budgets import StrictMeter
from symcause.families.finite.bounds import REPLAY_COMPLETIONS
from symcause.families.finite.problem.problem import FiniteProblem, FiniteWorld
from symcause.mechanisms.tables.table_models import TableModel

Row = Sequence[int | None]


@dataclass(frozen=True)
class SplitReplay:
    """The worlds of a split that have a scored cell, and how many of them are explained."""

    worlds: int
    exact_worlds: int
    wrong: tuple[int, int] | None = None  # the first row that is not explained: world and row

    @property
    def exact(self) -> bool:
        return self.wrong is None

    @property
    def share(self) -> Fraction | None:
        """The share of exact worlds; None where none is scored."""
        return Fraction(self.exact_worlds, self.worlds) if self.worlds else None


def split_replay(
    problem: FiniteProblem, model: TableModel, worlds: Iterable[FiniteWorld]
) -> SplitReplay:
    """How a model replays worlds; they are numbered as they stand in the file."""
    scored = exact = 0
    wrong: tuple[int, int] | None = None
    place = {id(world): at for at, world in enumerate(problem.worlds)}
    for world in worlds:
        if not is_scored(problem, model, world):
            continue
        scored += 1
        missed = (r for r, row in enumerate(world.rows) if not explains(problem, model, world, row))
        first = next(missed, None)
        if first is None:
            exact += 1
        elif wrong is None:
            wrong = place[id(world)], first
    return SplitReplay(scored, exact, wrong)


def is_scored(problem: FiniteProblem, model: TableModel, world: FiniteWorld) -> bool:
    """Is there an observed cell of a variable with a mechanism that no intervention set?"""
    free = [
        at
        for at, name in enumerate(problem.variables)
        if name in model.functions and name not in world.targets
    ]
    return any(row[at] is not None for row in world.rows for at in free)


def explains(problem: FiniteProblem, model: TableModel, world: FiniteWorld, row: Row) -> bool:
    """Does some completion of the roots that were not observed make every observed cell right?"""
    seen = {v: cell for v, cell in zip(problem.variables, row, strict=True) if cell is not None}
    targets = set(world.targets)
    if len(seen) == len(row):
        return all(f(seen) == seen[v] for v, f in model.functions.items() if v not in targets)
    hidden = _needed(model, targets, seen)
    sizes = dict(zip(problem.variables, problem.sizes, strict=True))
    meter = StrictMeter(
        REPLAY_COMPLETIONS, f"more than {REPLAY_COMPLETIONS:,} completions of a row"
    )
    for values in product(*(range(sizes[v]) for v in hidden)):
        meter.spend()
        roots = {v: seen.get(v, 0) for v in model.roots} | dict(zip(hidden, values, strict=True))
        state = model.run(roots, {v: seen[v] for v in targets})
        if all(state[v] == cell for v, cell in seen.items()):
            return True
    return False


def _needed(model: TableModel, targets: set[str], seen: dict[str, int]) -> list[str]:
    """The unobserved roots on which an observed cell depends."""
    waiting = [v for v in seen if v in model.functions and v not in targets]
    above = set(waiting)
    while waiting:
        for parent in model.functions[waiting.pop()].parents:
            if parent not in above:
                above.add(parent)
                if parent in model.functions and parent not in targets:
                    waiting.append(parent)
    return [v for v in model.roots if v in above and v not in seen]
