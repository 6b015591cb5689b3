"""Sums of many answers' figures, in a memory that does not grow with their number.

Tables ask for the sum and the number of a metric, often among the answers in which other metrics are 1.
So answers in which the same metrics are known, the same are 1, and which came equally far, are added up in
one *cell*; there are a few hundred kinds at most. Intervals resample latent problems, so a few metrics are
also added up for each of these.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from symcause.families.boolean.scoring.figures import METRICS
from symcause.scoring.statistics import Total

_PLACE = {name: position for position, name in enumerate(METRICS)}
_STAGE = _PLACE["stage"]
_RESAMPLED = {
    name: position
    for position, name in enumerate(("train_exact", "heldout_world_exact", "joint_success"))
}
"""The metrics that are added up for each latent problem: sum, number, and how often it is 1."""

_WIDTH = 1 + 3 * len(_RESAMPLED)  # the number of answers first


@dataclass
class _Cell:
    """Answers of one kind: their number, and the sums of what is neither 0 nor 1 in them."""

    known: int
    ones: int
    stage: float
    number: int = 0
    sums: dict[int, float] = field(default_factory=dict)

    def sum(self, place: int) -> float:
        return float(self.number) if self.ones >> place & 1 else self.sums.get(place, 0.0)


class Tallies:
    """Figures of answers, added up."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int, float], _Cell] = {}
        self._latents = array("d")

    def __len__(self) -> int:
        return sum(cell.number for cell in self._cells.values())

    @property
    def kinds(self) -> int:
        """How many kinds of answers there are."""
        return len(self._cells)

    def add(self, row: Sequence[float], latent: int) -> None:
        """Count one answer to the latent problem of this number."""
        known = ones = 0
        for place, value in enumerate(row):
            if value == value:  # not NaN
                known |= 1 << place
                ones |= (value == 1) << place
        key = known, ones, row[_STAGE]
        cell = self._cells.setdefault(key, _Cell(*key))
        cell.number += 1
        rest = known & ~ones
        while rest:
            place = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            if row[place]:
                cell.sums[place] = cell.sums.get(place, 0.0) + row[place]
        self._add_latent(row, latent)

    def _add_latent(self, row: Sequence[float], latent: int) -> None:
        sums, start = self._latents, latent * _WIDTH
        if len(sums) < start + _WIDTH:
            sums.extend([0.0] * (start + _WIDTH - len(sums)))
        sums[start] += 1
        for name, position in _RESAMPLED.items():
            value, at = row[_PLACE[name]], start + 1 + 3 * position
            if value == value:  # not NaN
                sums[at] += value
                sums[at + 1] += 1
                sums[at + 2] += value == 1

    def total(self, metric: str, given: Iterable[str] = (), beside: str | None = None) -> Total:
        """Sum and number of a metric where it is known, all *given* are 1, and *beside* is known."""
        place = _PLACE[metric]
        known = 1 << place | (0 if beside is None else 1 << _PLACE[beside])
        ones = 0
        for name in given:
            ones |= 1 << _PLACE[name]
        cells = [c for c in self._cells.values() if not known & ~c.known and not ones & ~c.ones]
        return Total(sum((c.sum(place) for c in cells), 0.0), sum(c.number for c in cells))

    def beyond(self, stage: int) -> int:
        """How many answers came further than this stage."""
        return sum(cell.number for cell in self._cells.values() if cell.stage > stage)

    @property
    def latents(self) -> tuple[int, ...]:
        """The latent problems that were answered, ascending."""
        return tuple(latent for latent, _ in self._rows())

    def by_latent(self, metric: str) -> dict[int, Total]:
        """Sum and number of a metric for each latent problem where it is known."""
        at = 1 + 3 * _RESAMPLED[metric]
        found = {n: Total(row[at], int(row[at + 1])) for n, row in self._rows()}
        return {latent: total for latent, total in found.items() if total.count}

    def where(self, metric: str) -> set[int]:
        """The latent problems with an answer in which the metric is 1."""
        at = 1 + 3 * _RESAMPLED[metric]
        return {latent for latent, row in self._rows() if row[at + 2]}

    def _rows(self) -> Iterator[tuple[int, array[float]]]:
        for latent in range(len(self._latents) // _WIDTH):
            row = self._latents[latent * _WIDTH : (latent + 1) * _WIDTH]
            if row[0]:
                yield latent, row


class Numbers:
    """A set of small numbers, one byte each."""

    def __init__(self) -> None:
        self._held = bytearray()

    def add(self, number: int) -> None:
        if number >= len(self._held):
            self._held.extend(bytes(number + 1 - len(self._held)))
        self._held[number] = 1

    def __contains__(self, number: int) -> bool:
        return number < len(self._held) and self._held[number] == 1

    def __len__(self) -> int:
        return sum(self._held)
