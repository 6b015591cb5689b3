"""Members left in a ShapeWorld episode, as a list that tells what an action would show.

Up to eight shapes relations are machine words, and set algebra cuts millions of them at once. In larger
worlds a list is within reach where few are left: one solver call each.
"""

from __future__ import annotations

from typing import Protocol

from symcause.answers import Unknown
from symcause.families.shapeworld.bounds import EPISODE_MEMBERS, EPISODE_SHAPES
from symcause.families.shapeworld.models.causal_relations import Effects
from symcause.families.shapeworld.models.dynamics import after
from symcause.families.shapeworld.space.relation_slices import Slices
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.world_separation import Move
from symcause.families.shapeworld.verifier.transcript_clauses import base_clauses, decoded
from symcause.solvers.sat.projected_models import projected_models

Left = tuple[int, int]
"""A state, and how many members show it."""


class Members(Protocol):
    """A list of relations, asked what an action would show."""

    def __len__(self) -> int: ...

    def outcomes(self, state: int, move: Move) -> list[Left]:
        """What an action that is not void can show, and in how many members."""
        ...


class _Sliced:
    """A long list, cut by set algebra."""

    def __init__(self, slices: Slices) -> None:
        self._slices = slices

    def __len__(self) -> int:
        return self._slices.whole.bit_count()

    def outcomes(self, state: int, move: Move) -> list[Left]:
        outcomes = self._slices.outcomes(self._slices.whole, state, *move)
        return [(shown, part.bit_count()) for shown, part in outcomes]


class _Few:
    """A short list, each member asked by itself."""

    def __init__(self, relations: list[Effects]) -> None:
        self._relations = relations

    def __len__(self) -> int:
        return len(self._relations)

    def outcomes(self, state: int, move: Move) -> list[Left]:
        found: dict[int, int] = {}
        for effects in self._relations:
            shown = after(effects, state, *move)
            found[shown] = found.get(shown, 0) + 1
        return sorted(found.items())


def _few(space: ShapeWorldSpace) -> list[Effects] | None:
    """All members, one solver call each; None if they are too many."""
    size, found = space.case.size, list[Effects]()
    if size > EPISODE_SHAPES:
        return None
    clauses = [*base_clauses(size, space.scope.name, None), *space.evidence]
    for model in projected_models(clauses, range(1, size * (size - 1) + 1)):
        if len(found) == EPISODE_MEMBERS:
            return None
        found.append(decoded(size, [one > 0 for one in model]))
    return found


def members_of(space: ShapeWorldSpace) -> Members | Unknown:
    """All members, where they can be listed."""
    codes = space.codes
    if not isinstance(codes, Unknown):
        return _Sliced(Slices(space.coding, codes, unseen=space.case.unseen))
    few = _few(space)
    return codes if few is None else _Few(few)


def count_of(space: ShapeWorldSpace) -> int | Unknown:
    """How many members there are, where they can be listed."""
    codes = space.codes
    if not isinstance(codes, Unknown):
        return len(codes)
    few = _few(space)
    return codes if few is None else len(few)
