"""The completion of partly observed rows that a model likes best.

Given the model, rows do not touch each other: in each the unobserved cells take the values with the fewest
disturbed cells. A row's unobserved cells are tried one pattern after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from symcause.errors import LimitError
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem

MOST_UNOBSERVED = 14
"""Most unobserved cells of a row, all of whose values are tried."""

Cell = tuple[int, int, str]


@dataclass(frozen=True)
class Completion:
    """Values of the unobserved cells, and the cells that are disturbed then."""

    values: dict[Cell, int]
    disturbed: tuple[Cell, ...]


def least_completion(
    problem: BooleanProblem, model: BooleanSCM, worlds: tuple[World, ...] | None = None
) -> Completion:
    """A completion of the training rows with the fewest disturbed cells.

    Raises LimitError where a row has too many unobserved cells.
    """
    values: dict[Cell, int] = {}
    disturbed: list[Cell] = []
    for w, world in enumerate(problem.training if worlds is None else worlds):
        functions = {v: f for v, f in model.functions.items() if v not in world.targets}
        for r, row in enumerate(world.rows):
            filled, wrong = _best(problem.variables, functions, row)
            values.update({(w, r, v): bit for v, bit in filled.items()})
            disturbed += [(w, r, v) for v in problem.variables if v in wrong]
    return Completion(values, tuple(disturbed))


def _best(
    variables: tuple[str, ...], functions: Mapping[str, Function], row: str
) -> tuple[dict[str, int], list[str]]:
    """The unobserved cells of a row, and which cells are disturbed; the first of the best patterns."""
    state = {v: bit == "1" for v, bit in zip(variables, row, strict=True)}
    holes = [v for v, bit in zip(variables, row, strict=True) if bit == "?"]
    if len(holes) > MOST_UNOBSERVED:
        raise LimitError(f"a row with {len(holes)} unobserved cells: too many ways to complete it")
    best: tuple[dict[str, int], list[str]] | None = None
    for bits in product((0, 1), repeat=len(holes)):
        filled = dict(zip(holes, bits, strict=True))
        state |= {v: bool(bit) for v, bit in filled.items()}
        wrong = [v for v, function in functions.items() if function(state) != state[v]]
        if best is None or len(wrong) < len(best[1]):
            best = filled, wrong
            if not wrong:
                break
    assert best is not None
    return best
