"""Row choice for the candidates of a pool: rows that show patterns which training lacks.

A *pattern* of a probe is lacking if no training world shows it. What each simulated line shows of the
lacking patterns is a set of bits, so a candidate's rows are chosen for all candidates of one size together:
each row shows as much as possible that the ones before it do not. Patterns that no candidate shows yet come
first, which makes a candidate depend on those before it, but only where it can show such a pattern: those
few are chosen one by one, all others side by side.

Random numbers are drawn as :meth:`random.Random.shuffle` and :meth:`random.Random.random` draw them, word
for word, and no choice of rows decides how many are drawn.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from symcause.families.boolean.audits.pool.gold_interventions import Interventions
from symcause.families.boolean.audits.pool.pattern_gaps import Lacking, ones
from symcause.families.boolean.models.worlds import Mode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Places = NDArray[np.int64]

_LOOKED_AT = 0.7  # share of the lacking patterns that one candidate looks at
_AT_ONCE = 1 << 17  # words that are looked at together


class RowChoice:
    """Chooses the lines that candidates with this many *rows* show, one candidate after the other."""

    def __init__(self, known: Interventions, lacking: Lacking, rows: int) -> None:
        self._known, self._lacking, self._rows = known, lacking, rows
        self._lengths = known.lengths.tolist()
        self._assigned = np.array([s.mode is Mode.ASSIGNED for s in known.setups], dtype=bool)
        self._new = lacking.everything  # shown by no candidate yet
        self._wholes: dict[int, bytes] = {}

    def lines(self, setups: Sequence[int], rng: random.Random) -> list[bytes]:
        """The lines of the next candidates, which have these setups, ascending (64-bit numbers)."""
        places: list[Places | None] = [None] * len(setups)
        orders, looks = self._drawn(setups, rng)
        chosen = np.array(setups, dtype=np.int64)
        lengths = self._known.lengths[chosen]
        alone = self._dependent(chosen, orders, looks, places)
        for length in sorted(set(lengths[lengths > self._rows].tolist())):
            together = np.flatnonzero((lengths == length) & ~alone)
            size = max(1, _AT_ONCE // (length * max(1, self._lacking.words)))
            for at in range(0, len(together), size):
                some = together[at : at + size]
                picked = self._picked(
                    chosen[some],
                    np.frombuffer(b"".join(orders[i] for i in some), np.uint8).reshape(-1, length),
                    looks[some],
                )
                for i, line in zip(some.tolist(), picked, strict=True):
                    places[i] = line
        return [
            self._whole(setup) if line is None else line.tobytes()
            for setup, line in zip(setups, places, strict=True)
        ]

    def _whole(self, setup: int) -> bytes:
        """All lines of a setup."""
        if setup not in self._wholes:
            start, end = self._known.starts[setup : setup + 2].tolist()
            self._wholes[setup] = np.arange(start, end, dtype=np.int64).tobytes()
        return self._wholes[setup]

    def _drawn(self, setups: Sequence[int], rng: random.Random) -> tuple[list[bytes], Words]:
        """For each candidate the order in which it looks at lines, and which patterns it looks at."""
        patterns, draw = self._lacking.size, rng.getrandbits
        orders, words = [], []
        nothing = bytes(8 * patterns)
        for setup in setups:
            length = self._lengths[setup]
            if length <= self._rows:
                orders.append(b"")
                words.append(nothing)
                continue
            order = list(range(length))
            for i, size in _bounds(length):
                j = draw(size)
                while j > i:
                    j = draw(size)
                order[i], order[j] = order[j], order[i]
            orders.append(bytes(order))
            words.append(draw(64 * patterns).to_bytes(8 * patterns, "little") if patterns else b"")
        halves = np.frombuffer(b"".join(words), "<u4").reshape(len(setups), patterns, 2)
        numbers = (
            (halves[:, :, 0] >> 5) * 67108864.0 + (halves[:, :, 1] >> 6)
        ) / 9007199254740992.0
        return orders, self._lacking.packed(numbers < _LOOKED_AT)

    def _dependent(
        self,
        setups: Places,
        orders: Sequence[bytes],
        looks: Words,
        found: list[Places | None],
    ) -> NDArray[np.bool_]:
        """Which candidates can show something new, their lines *found* in turn."""
        alone = np.zeros(len(setups), dtype=bool)
        reach = self._lacking.reach[setups]
        at = 0
        while at < len(setups):
            fresh = np.flatnonzero((reach[at:] & self._new).any(axis=1))
            if not fresh.size:
                break
            at += int(fresh[0])
            alone[at] = True
            shown = reach[at]
            if orders[at]:
                order = np.frombuffer(orders[at], np.uint8)[None]
                found[at] = self._picked(setups[at : at + 1], order, looks[at][None], self._new)[0]
                shown = np.bitwise_or.reduce(self._lacking.shows[found[at]], axis=0)
            self._new = self._new & ~shown
            at += 1
        return alone

    def _picked(
        self, setups: Places, orders: NDArray[np.uint8], looks: Words, new: Words | None = None
    ) -> Places:
        """The lines of candidates with equally many contexts, ascending."""
        lines = self._known.starts[setups][:, None] + orders
        if new is not None:
            looks = looks | new
        shows = self._lacking.shows[lines] & looks[:, None, :]
        places = filled(*greedy(shows, self._rows, new, self._lacking.size), orders.shape[1])
        if self._rows > 1:
            self._vary(setups, lines, places)
        return np.sort(np.take_along_axis(lines, places, axis=1), axis=1)

    def _vary(self, setups: Places, lines: Places, places: Places) -> None:
        """Assigned targets show both values: a row makes way for one that differs where all agree."""
        seen = self._known.table[np.take_along_axis(lines, places, axis=1)]
        agree = (seen == seen[:, :1]).all(axis=1) & self._known.targets[setups]
        for i in np.flatnonzero(agree.any(axis=1) & self._assigned[setups]).tolist():
            targets = np.flatnonzero(self._known.targets[setups[i]])
            places[i] = varied(self._known.table[lines[i]][:, targets], places[i].tolist())


@lru_cache(maxsize=512)
def _bounds(length: int) -> tuple[tuple[int, int], ...]:
    """The steps of a shuffle: the highest number that may be drawn, and how many bits are drawn for it."""
    return tuple((i, (i + 1).bit_length()) for i in reversed(range(1, length)))


def greedy(shows: Words, rows: int, new: Words | None, size: int) -> tuple[Places, Places]:
    """By candidate places that show as much as possible that the ones before them do not, and how many.

    What is *new* is worth more than all *size* patterns. There are fewer places where nothing is left.
    """
    here = np.arange(len(shows))
    chosen = np.zeros((len(shows), rows), dtype=np.int64)
    number = np.zeros(len(shows), dtype=np.int64)
    for row in range(rows if shows.size else 0):
        gains = ones(shows)
        if new is not None:
            gains = gains + size * ones(shows & new)
        best = gains.argmax(axis=1)
        gaining = gains[here, best] > 0
        if not gaining.any():
            break
        chosen[gaining, row] = best[gaining]
        number += gaining
        shows &= ~shows[here, best][:, None, :]
    return chosen, number


def filled(chosen: Places, number: Places, length: int) -> Places:
    """The chosen places, and behind them the first ones of all others."""
    candidates, rows = chosen.shape
    if not (number < rows).any():
        return chosen
    column = np.arange(rows)
    own = column < number[:, None]
    taken = np.zeros((candidates, length), dtype=bool)
    at, _ = np.nonzero(own)
    taken[at, chosen[own]] = True
    spare = np.argsort(taken, axis=1, kind="stable")
    return np.where(
        own, chosen, np.take_along_axis(spare, np.maximum(column - number[:, None], 0), axis=1)
    )


def varied(values: NDArray[np.uint8], chosen: list[int]) -> list[int]:
    """The choice with places that make both values of every column appear."""
    for column in range(values.shape[1]):
        first = values[chosen[0], column]
        if all(values[i, column] == first for i in chosen):
            other = next(i for i in range(len(values)) if values[i, column] != first)
            chosen = [*chosen[:-1], other]
    return chosen
