"""Completion of rows with holes: values of unobserved cells that leave a model the fewest wrong ones.

Given the model, rows do not touch each other: in each the unobserved cells take the values with the fewest
disturbed cells. Unobserved roots are free, all their values run side by side as the bits of one integer; an
unobserved endogenous cell follows its mechanism or is itself disturbed, the fewest of them first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from symcause.errors import LimitError
from symcause.families.boolean.bounds import DISTURBED_CHOICES, UNOBSERVED_ROOTS
from symcause.families.boolean.models.functions import Function, full_mask, projection
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem

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
        functions = {v: model.functions[v] for v in model.order if v not in world.targets}
        known: dict[str, tuple[dict[str, int], set[str]]] = {}
        for r, row in enumerate(world.rows):
            if row not in known:
                known[row] = _Row(problem.variables, functions, row).best()
            filled, wrong = known[row]
            values.update({(w, r, v): bit for v, bit in filled.items()})
            disturbed += [(w, r, v) for v in problem.variables if v in wrong]
    return Completion(values, tuple(disturbed))


class _Row:
    """One row, all values of its unobserved roots at once."""

    def __init__(
        self, variables: tuple[str, ...], functions: Mapping[str, Function], row: str
    ) -> None:
        self.functions = functions
        bits = dict(zip(variables, row, strict=True))
        self.holes = tuple(v for v, bit in bits.items() if bit == "?")
        free = [v for v in self.holes if v not in functions]
        if len(free) > UNOBSERVED_ROOTS:
            raise LimitError(
                f"a row with {len(free)} unobserved roots: too many ways to complete it"
            )
        self.mask = full_mask(len(free))
        self.given = {v: self.mask if bit == "1" else 0 for v, bit in bits.items() if bit != "?"}
        self.given |= {v: projection(j, len(free)) for j, v in enumerate(free)}

    def best(self) -> tuple[dict[str, int], set[str]]:
        """The unobserved cells, and which cells are disturbed; the first of the best."""
        following = [v for v in self.holes if v in self.functions]
        best: tuple[dict[str, int], set[str]] | None = None
        for size in range(len(following) + 1):
            if best is not None and size >= len(best[1]):
                break
            if comb(len(following), size) > DISTURBED_CHOICES:
                raise LimitError(f"a row with {len(following)} unobserved cells: too many ways")
            for chosen in combinations(following, size):
                pair = self._run(chosen)
                if best is None or len(pair[1]) < len(best[1]):
                    best = pair
        assert best is not None
        return best

    def _run(self, chosen: Sequence[str]) -> tuple[dict[str, int], set[str]]:
        """The best values where exactly these of the unobserved cells are disturbed."""
        columns, wrong = dict(self.given), {}
        planes: list[int] = []  # how many observed cells are wrong, in binary
        for v, function in self.functions.items():
            output = function.on(columns, self.mask)
            if v not in self.given:
                columns[v] = output ^ self.mask if v in chosen else output
            elif carry := output ^ self.given[v]:
                wrong[v] = carry
                for i, plane in enumerate(planes):
                    planes[i], carry = plane ^ carry, plane & carry
                planes += [carry] if carry else []
        left = self.mask
        for plane in reversed(planes):
            left = left & ~plane or left
        at = (left & -left).bit_length() - 1
        missed = {v for v, rows in wrong.items() if rows >> at & 1}
        return {v: columns[v] >> at & 1 for v in self.holes}, missed | set(chosen)
