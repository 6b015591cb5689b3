"""Distance between tables, and the tables of a parent set in order of distance.

Two functions differ on some of the patterns of their joint parents. Their distance is the share of these
patterns or, where the strategy counts *entries*, their number; a mechanism that one model lacks is then as
far away as its table is long, else at distance 0.

Nothing is materialised: inside one parent set the seen patterns are settled, every free pattern has a
cheapest output and surcharges for the others, and choices are listed by increasing sum with a heap.

*How near at all.* Inputs that the reference does not read are independent of it, so among all functions of
S one that reads only the common inputs T is nearest to it: on each pattern of T it takes the output that
the reference has most often. If S holds every input of the reference, any other function differs on
one pattern at least.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod

from symcause.mechanisms.tables.table_functions import TableFunction, all_matter, table_of
from symcause.mechanisms.tables.table_space import TableSpace

Costed = tuple[Fraction, TableFunction]

_fraction = lru_cache(Fraction)
"""The same number is one object: what waits in line is compared without arithmetic then."""

Option = tuple[int, int]
"""What an output costs more than the cheapest one, and the output."""


@dataclass(frozen=True)
class TableDistances:
    """How far table functions are from each other: shares of patterns, or numbers of *entries*."""

    entries: bool = False

    def near(self, space: TableSpace, reference: TableFunction | None) -> TableNearness:
        """How near the functions of a variable can be, before any is listed."""
        return TableNearness(space, reference, self.entries)

    def by_distance(
        self, space: TableSpace, group: int, reference: TableFunction | None
    ) -> Iterator[Costed]:
        """The functions of one parent set other than the reference, nearest first."""
        if reference is None:
            alone = Fraction(space.patterns(group) if self.entries else 0)
            yield from ((alone, function) for function in space.functions(group))
            return
        counts = agreement(space, group, reference)
        inputs = sum(counts[0])  # assignments that only the reference reads
        scale = 1 if self.entries else inputs * len(counts)
        found = _listed if not space.complete else _completed
        for cost, function in found(space, group, counts, inputs):
            if function != reference:
                yield _fraction(cost, scale), function

    def lost(self, reference: TableFunction) -> Fraction:
        """What it costs that a mechanism of the reference is none."""
        return Fraction(len(reference.outputs) if self.entries else 0)


class TableNearness:
    """No function of a parent set, other than the reference, is nearer to it than this."""

    def __init__(self, space: TableSpace, reference: TableFunction | None, entries: bool) -> None:
        self._space, self._reference, self._entries = space, reference, entries
        self._read = 0 if reference is None else space.group(reference)
        self._known: dict[tuple[int, int], Fraction] = {}

    def key(self, group: int) -> tuple[int, int]:
        """What the bound depends on: the common inputs and, where it matters, the joint patterns."""
        common = group & self._read
        if self._entries or common == self._read:
            return common, self._space.patterns(group | self._read)
        return common, 0

    def keyed(self, groups: Iterable[int]) -> dict[tuple[int, int], list[int]]:
        """Parent sets by their key."""
        found: dict[tuple[int, int], list[int]] = {}
        for group in groups:
            found.setdefault(self.key(group), []).append(group)
        return found

    def bound(self, key: tuple[int, int]) -> Fraction:
        if key not in self._known:
            self._known[key] = self._bound(*key)
        return self._known[key]

    def _bound(self, common: int, patterns: int) -> Fraction:
        if self._reference is None:
            return Fraction(patterns if self._entries else 0)
        if common == self._read:
            return _fraction(1, 1 if self._entries else patterns)
        counts = agreement(self._space, common, self._reference)
        differing = sum([sum(held) - max(held) for held in counts])
        share = Fraction(differing, len(self._reference.outputs))
        return share * patterns if self._entries else share


def table_distance(first: TableFunction, second: TableFunction) -> Fraction:
    """The share of the patterns of their joint parents on which two functions differ."""
    sizes = dict(zip(first.parents, first.sizes, strict=True))
    sizes |= dict(zip(second.parents, second.sizes, strict=True))
    one, other = (_over(function, sizes) for function in (first, second))
    differing = sum([a != b for a, b in zip(one, other, strict=True)])
    return Fraction(differing, prod(sizes.values()))


def _over(function: TableFunction, sizes: dict[str, int]) -> list[int]:
    """The outputs of a function over more parents than it has."""
    strides = _strides(function)
    return [function.outputs[at] for at in _places([strides.get(p, 0) for p in sizes], sizes)]


def _strides(function: TableFunction) -> dict[str, int]:
    """How far the pattern goes on where a parent has the next value."""
    return {p: prod(function.sizes[:j]) for j, p in enumerate(function.parents)}


def _places(strides: Iterable[int], sizes: Iterable[int] | dict[str, int]) -> list[int]:
    """The sum of strides, as many as each value says, for every pattern of parents of these sizes."""
    lengths = sizes.values() if isinstance(sizes, dict) else sizes
    places = [0]
    for stride, size in zip(strides, lengths, strict=True):
        places = [at + value * stride for value in range(size) for at in places]
    return places


def agreement(space: TableSpace, group: int, reference: TableFunction) -> list[list[int]]:
    """For each pattern of a parent set: on how many extensions the reference has each output."""
    strides, held = _strides(reference), set(space.parents(group))
    names = space.parents(group)
    inside = _places([strides.get(p, 0) for p in names], space.sizes(group))
    others = [(p, size) for p, size in zip(reference.parents, reference.sizes, strict=True)]
    more = [(strides[p], size) for p, size in others if p not in held]
    outside = _places([stride for stride, _ in more], [size for _, size in more])
    known: dict[int, list[int]] = {}
    for at in inside:
        if at not in known:
            counts = [0] * space.values
            for further in outside:
                counts[reference.outputs[at + further]] += 1
            known[at] = counts
    return [known[at] for at in inside]


def _listed(
    space: TableSpace, group: int, counts: Sequence[Sequence[int]], inputs: int
) -> Iterator[tuple[int, TableFunction]]:
    found = [
        (sum([inputs - held[y] for held, y in zip(counts, f.outputs, strict=True)]), f)
        for f in space.functions(group)
    ]
    yield from sorted(found, key=lambda item: (item[0], item[1].table))


def _completed(
    space: TableSpace, group: int, counts: Sequence[Sequence[int]], inputs: int
) -> Iterator[tuple[int, TableFunction]]:
    names, sizes, known = space.parents(group), space.sizes(group), space.fixed(group)
    outputs, cost = [0] * len(counts), 0
    free: list[tuple[list[Option], int]] = []
    for pattern, held in enumerate(counts):
        if pattern in known:
            outputs[pattern] = known[pattern]
            cost += inputs - held[known[pattern]]
        elif space.values > 1:
            most = max(held)
            cost += inputs - most
            free.append((sorted([(most - n, y) for y, n in enumerate(held)]), pattern))
    free.sort(key=lambda item: (item[0][1][0], item[1]))
    for more, chosen in _by_sum([options for options, _ in free]):
        for (_, pattern), output in zip(free, chosen, strict=True):
            outputs[pattern] = output
        if all_matter(outputs, sizes):
            yield (
                cost + more,
                TableFunction(names, table_of(outputs, space.values), sizes, space.values),
            )


def _by_sum(options: Sequence[Sequence[Option]]) -> Iterator[tuple[int, list[int]]]:
    """One option of each, by rising sum of costs.

    Each list rises from 0, and lists stand by the cost of their second option. A choice follows from
    exactly one other, which does not cost more: the last list that has not its first option takes the
    next one, or the list behind it takes its second, which the last one may give up for that.
    """
    chosen = [0] * len(options)
    yield 0, [first[0][1] for first in options]
    heap: list[tuple[int, int, tuple[tuple[int, int], ...]]] = []
    if options:
        heap.append((options[0][1][0], 0, ((0, 1),)))
    while heap:
        total, last, taken = heapq.heappop(heap)
        for place, index in taken:
            chosen[place] = index
        yield total, [option[i][1] for option, i in zip(options, chosen, strict=True)]
        for place, _ in taken:
            chosen[place] = 0
        here, before = taken[-1][1], taken[:-1]
        cost = options[last][here][0]
        if here + 1 < len(options[last]):
            more = total - cost + options[last][here + 1][0]
            heapq.heappush(heap, (more, last, (*before, (last, here + 1))))
        if last + 1 < len(options):
            second = options[last + 1][1][0]
            heapq.heappush(heap, (total + second, last + 1, (*taken, (last + 1, 1))))
            if here == 1:
                moved = (*before, (last + 1, 1))
                heapq.heappush(heap, (total - cost + second, last + 1, moved))
