"""Pattern gaps: input patterns that the training worlds lack and a world of the pool could show.

A probe is a variable and a set of inputs; a pattern of the inputs is *lacking* if no training world shows
it in a row where the variable is no target, and some simulated line does. The lines are looked at by their
contents, of which there are few, and every line gets the set of the lacking patterns that it shows, as
bits of 64-bit words.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from symcause.families.boolean.audits.pool.gold_interventions import (
    Interventions,
    Probe,
    distinct_lines,
)
from symcause.families.boolean.bounds import GAP_PROBES, LACKING_PATTERNS
from symcause.families.boolean.models.word_bits import set_bits
from symcause.families.boolean.models.worlds import World

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

_AT_ONCE = 1 << 19  # patterns that are looked at together
_CODED = 62  # bits of a number that a pattern and its probe are parts of


@dataclass(frozen=True)
class Lacking:
    """This many patterns, and by simulated line those that it shows."""

    size: int
    shows: Words  # by line
    reach: Words  # by setup: what some line of it shows

    @property
    def words(self) -> int:
        return -(-self.size // 64)

    @cached_property
    def everything(self) -> Words:
        array: Words = self.packed(np.ones((1, self.size), dtype=bool))[0]
        return array

    def packed(self, sets: NDArray[np.bool_]) -> Words:
        """Sets of patterns, a line each, as words."""
        return _packed(sets, self.words)


def lacking(
    variables: Sequence[str],
    training: Sequence[World],
    known: Interventions,
    probes: Sequence[Probe],
    rng: random.Random,
) -> Lacking:
    """What the training worlds lack; where that is much, a random part of it."""
    if len(probes) > GAP_PROBES:
        probes = rng.sample(probes, GAP_PROBES)
    lines, content = known.contents
    free = np.repeat(~known.targets, known.lengths, axis=0)
    seen = np.array([list(row.encode()) for w in training for row in w.rows], dtype=np.uint8) & 1
    scored = np.repeat(
        np.array([[v not in w.targets for v in variables] for w in training], dtype=bool),
        [len(w.rows) for w in training],
        axis=0,
    )
    found: list[tuple[int, int]] = []
    for variable in sorted({probe.variable for probe in probes}):
        own = [i for i, probe in enumerate(probes) if probe.variable == variable]
        shown = lines[np.unique(content[free[:, variable]])]
        trained = distinct_lines(seen[scored[:, variable]])[0]
        for size in sorted({len(probes[i].inputs) for i in own}):
            some = [i for i in own if len(probes[i].inputs) == size]
            found += _patterns([probes[i].inputs for i in some], some, shown, trained)
    found.sort()
    if len(found) > LACKING_PATTERNS:
        found = rng.sample(found, LACKING_PATTERNS)
    shows = _shows(probes, found, lines, content, free)
    reach = np.bitwise_or.reduceat(shows, known.starts[:-1], axis=0)
    return Lacking(len(found), shows, reach)


def ones(words: Words) -> NDArray[np.int64]:
    """How many elements the sets in the last axis have."""
    if words.shape[-1] == 1:
        return set_bits(words[..., 0]).astype(np.int64)
    counted: NDArray[np.int64] = set_bits(words).sum(axis=-1, dtype=np.int64)
    return counted


def _packed(sets: NDArray[np.bool_], words: int) -> Words:
    packed = np.zeros((len(sets), 8 * words), dtype=np.uint8)
    octets = np.packbits(sets, axis=1, bitorder="little")
    packed[:, : octets.shape[1]] = octets
    return packed.view(np.uint64)


def _patterns(
    inputs: Sequence[tuple[int, ...]],
    numbers: Sequence[int],
    shown: NDArray[np.uint8],
    trained: NDArray[np.uint8],
) -> Iterator[tuple[int, int]]:
    """(number of a probe, pattern) that lines show and training does not; all have equally many inputs."""
    size = len(inputs[0])
    room = max(1, _AT_ONCE // max(1, size * (len(shown) + len(trained))))
    room = min(room, 1 << max(0, _CODED - size))
    weights = np.int64(1) << np.arange(size, dtype=np.int64)
    for at in range(0, len(inputs), room):
        some = np.array(inputs[at : at + room], dtype=np.int64).reshape(-1, size)
        place = np.arange(len(some), dtype=np.int64) << size
        codes, known = (
            (table[:, some].astype(np.int64) @ weights + place).ravel()
            for table in (shown, trained)
        )
        for code in np.setdiff1d(codes, known).tolist():
            yield numbers[at + (code >> size)], code & (1 << size) - 1


def _shows(
    probes: Sequence[Probe],
    found: Sequence[tuple[int, int]],
    lines: NDArray[np.uint8],
    content: NDArray[np.int64],
    free: NDArray[np.bool_],
) -> Words:
    """By simulated line the patterns that it shows."""
    words = -(-len(found) // 64)
    shows = np.zeros((len(content), words), dtype=np.uint64)
    asked: dict[int, dict[int, list[int]]] = {}
    for i, (number, _) in enumerate(found):
        probe = probes[number]
        asked.setdefault(probe.variable, {}).setdefault(len(probe.inputs), []).append(i)
    for variable, by_size in asked.items():
        sets = np.zeros((len(lines), len(found)), dtype=bool)
        for size, own in by_size.items():
            room = max(1, _AT_ONCE // max(1, size * len(lines)))
            for at in range(0, len(own), room):
                some = own[at : at + room]
                inputs = np.array([probes[found[i][0]].inputs for i in some], dtype=np.int64)
                wanted = np.array([[found[i][1]] for i in some]) >> np.arange(size) & 1
                sets[:, some] = (lines[:, inputs.reshape(-1, size)] == wanted).all(axis=2)
        shows |= np.where(free[:, variable, None], _packed(sets, words)[content], np.uint64(0))
    return shows
