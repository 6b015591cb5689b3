"""General outcomes: what members in general position, one a graph, would read after an intervention.

The same members as :func:`~audits.plan.adaptive_plan.general_members` makes, but for plans that ask for
nothing except how far every variable moves: only coefficients are worked out, in whole numbers. For exact
linear data under ``set`` and the exact engine alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from symcause.answers import Unknown
from symcause.families.linear.audits.next.intervention_outcomes import Outcome, current_reading
from symcause.families.linear.audits.plan.adaptive_plan import general_draws, listed_graphs
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.exact_engine import ExactLocal

Ratio = tuple[int, int]
"""A numerator and a denominator, not in lowest terms."""

Moves = tuple[int, ...]
"""By how much all variables move: of each the numerator and the denominator, in lowest terms."""


@dataclass(frozen=True)
class GeneralMember:
    """For every variable its parents, and their coefficients over one denominator."""

    parents: tuple[tuple[int, ...], ...]
    coefficients: tuple[tuple[Sequence[int], int], ...]

    def outcome(self, problem: LinearProblem, step: Manipulation) -> Outcome:
        """What would be read after the intervention if this were the truth."""
        now, names = current_reading(problem), problem.variables
        moves = self.moves(names.index(step.variable), step.value - now[step.variable])
        return read_after([now[name] for name in names], moves)

    def moves(self, at: int, move: Fraction) -> Moves:
        """By how much every variable moves if the one at this place does so by this much."""
        moved: list[Ratio | None] = [None] * len(self.parents)
        moved[at] = move.numerator, move.denominator
        moves: list[int] = []
        for v in range(len(self.parents)):
            top, bottom = self._moved(v, moved)
            factor = gcd(top, bottom)  # the denominator is above 0 already
            moves += (top // factor, bottom // factor)
        return tuple(moves)

    def _moved(self, v: int, moved: list[Ratio | None]) -> Ratio:
        """By how much a variable moves: a sum over its parents."""
        known = moved[v]
        if known is not None:
            return known
        values, scale = self.coefficients[v]
        top, bottom = 0, 1
        for parent, value in zip(self.parents[v], values, strict=True):
            over, under = self._moved(parent, moved)
            if over:
                if under == bottom:
                    top += value * over
                else:
                    top, bottom = top * under + value * over * bottom, bottom * under
        moved[v] = pair = (top, bottom * scale) if top else (0, 1)
        return pair


def read_after(before: Sequence[Fraction], moves: Moves) -> Outcome:
    """What is read after these moves."""
    pairs = zip(moves[::2], moves[1::2], strict=True)
    return tuple(
        value + Fraction(*move) if move[0] else value
        for value, move in zip(before, pairs, strict=True)
    )


def moves_between(before: Sequence[Fraction], reads: Outcome) -> Moves:
    """By how much everything moved between two readings."""
    moves = [after - value for value, after in zip(before, reads, strict=True)]
    return tuple(part for move in moves for part in (move.numerator, move.denominator))


def general_position(space: LinearSpace, seed: int = 0) -> Iterator[GeneralMember] | Unknown:
    """One member in general position a graph, each when it is asked for."""
    graphs = listed_graphs(space)
    if isinstance(graphs, Unknown):
        return graphs
    layout, rng = _Layout(space), general_draws(seed)
    return (layout.member(masks, rng) for masks in graphs)


class _Layout:
    """Where the candidates of every variable stand, and its parent sets as they were met."""

    def __init__(self, space: LinearSpace) -> None:
        self._space = space
        self._known: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}

    def member(self, masks: Sequence[int], rng: random.Random) -> GeneralMember:
        parents, coefficients = [], []
        for i, mask in enumerate(masks):
            own, places = self._known.get((i, mask)) or self._set(i, mask)
            local = self._space.locals[i]
            assert isinstance(local, ExactLocal)
            parents.append(places)
            coefficients.append(local.general(own, rng))
        return GeneralMember(tuple(parents), tuple(coefficients))

    def _set(self, i: int, mask: int) -> tuple[int, tuple[int, ...]]:
        """A parent set as the local space knows it, and its variables in the order of the columns."""
        name, index = self._space.problem.variables[i], self._space.index
        candidates = self._space.problem.candidates(name)
        own = self._space.local_mask(name, mask)
        places = tuple(index[c] for j, c in enumerate(candidates) if own >> j & 1)
        self._known[i, mask] = own, places
        return own, places
