"""Comparison of two models: the experiments that tell them apart, best first, each with a witness.

Over the same roots an experiment is judged by all assignments of them: the share of those under which some
mechanism gives something else (*disagreement*), then the share of all that mechanisms give (*cells*). Over
other roots it tells two models apart iff one of them can come to a state that the other cannot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from symcause.families.finite.space.root_assignments import (
    States,
    assignments,
    distinct,
    simulated,
    simulated_together,
)
from symcause.mechanisms.tables.table_models import TableModel

Setting: TypeAlias = tuple[tuple[int, int], ...]
"""What an experiment sets: places of variables, with the positions of values."""

_CELLS = 1 << 18
"""Values: so many are simulated together."""


@dataclass(frozen=True)
class RootWitness:
    """An assignment of the roots, and what differs under it: place, value of the first, of the second."""

    roots: tuple[tuple[int, int], ...]
    differences: tuple[tuple[int, int, int], ...]
    states: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class StateWitness:
    """A state that only one of the two models can come to."""

    state: tuple[int, ...]
    in_first: bool


@dataclass(frozen=True)
class Compared:
    """Two models under an experiment; the shares are None over other roots."""

    setting: Setting
    disagreement: Fraction | None
    cells: Fraction | None
    witness: RootWitness | StateWitness | None

    @property
    def separable(self) -> bool:
        """Does the experiment tell them apart?"""
        return self.witness is not None


@dataclass(frozen=True)
class Comparison:
    """Two models of the same variables, with these numbers of values."""

    variables: tuple[str, ...]
    sizes: tuple[int, ...]
    first: TableModel
    second: TableModel

    @property
    def same_roots(self) -> bool:
        """Have they the same roots?"""
        return set(self.first.roots) == set(self.second.roots)

    def best(self, settings: Sequence[Setting]) -> Compared | None:
        """The best experiment, the first one where none tells them apart; None if there is none at all."""
        if self.same_roots:
            return next(self._compared([settings[self._best(settings)]])) if settings else None
        apart = (one for one in self._compared(settings) if one.separable)
        first = Compared(settings[0], None, None, None) if settings else None
        return next(apart, first)

    def separations(self, settings: Sequence[Setting]) -> Iterator[Compared]:
        """The experiments that tell them apart, best first."""
        apart = (one for one in self._compared(settings) if one.separable)
        yield from sorted(apart, key=_rank) if self.same_roots else apart

    def _best(self, settings: Sequence[Setting]) -> int:
        """Where the best experiment stands, over the same roots."""
        given = assignments(self.variables, self.sizes, self.first.roots)
        together, models = max(1, _CELLS // max(1, given.size)), (self.first, self.second)
        ranks = list[tuple[int, Fraction]]()
        for start in range(0, len(settings), together):
            some = settings[start : start + together]
            one, other = (simulated_together(m, self.variables, given, some) for m in models)
            differs = one != other  # nowhere in a root, nor where a variable is set
            lines, cells = (
                np.count_nonzero(shown, axis=axes).tolist()
                for shown, axes in ((differs.any(axis=2), 1), (differs, (1, 2)))
            )
            scored = (self._scored(setting) for setting in some)
            ranks += [
                (-rows, Fraction(-number, max(1, len(places))))
                for rows, number, places in zip(lines, cells, scored, strict=True)
            ]
        return ranks.index(min(ranks))

    def _scored(self, setting: Setting) -> list[int]:
        """Places of what mechanisms give under an experiment."""
        done = dict(setting)
        return [
            at
            for at, name in enumerate(self.variables)
            if name not in self.first.roots and at not in done
        ]

    def _compared(self, settings: Sequence[Setting]) -> Iterator[Compared]:
        given = [
            assignments(self.variables, self.sizes, model.roots)
            for model in (self.first, self.second)
        ]
        for setting in settings:
            one, other = (
                simulated(model, self.variables, states, dict(setting))
                for model, states in zip((self.first, self.second), given, strict=True)
            )
            yield (
                self._same(setting, one, other) if self.same_roots else _other(setting, one, other)
            )

    def _same(self, setting: Setting, one: States, other: States) -> Compared:
        scored = self._scored(setting)
        differs: NDArray[np.bool_] = one[:, scored] != other[:, scored]
        rows = differs.any(axis=1)
        if not rows.any():
            return Compared(setting, Fraction(0), Fraction(0), None)
        at = int(rows.argmax())
        rooted = [place for place, name in enumerate(self.variables) if name in self.first.roots]
        witness = RootWitness(
            tuple([(place, int(one[at, place])) for place in rooted]),
            tuple(
                [
                    (p, int(one[at, p]), int(other[at, p]))
                    for p in scored
                    if one[at, p] != other[at, p]
                ]
            ),
            (tuple(one[at].tolist()), tuple(other[at].tolist())),
        )
        disagreement = Fraction(int(np.count_nonzero(rows)), len(differs))
        return Compared(
            setting, disagreement, Fraction(int(np.count_nonzero(differs)), differs.size), witness
        )


def _rank(one: Compared) -> tuple[Fraction, Fraction]:
    """Smaller is better."""
    assert one.disagreement is not None
    assert one.cells is not None
    return -one.disagreement, -one.cells


def _other(setting: Setting, one: States, other: States) -> Compared:
    first, second = set(distinct(one)), set(distinct(other))
    least = min(first ^ second, default=None)
    witness = None if least is None else StateWitness(least, least in first)
    return Compared(setting, None, None, witness)
