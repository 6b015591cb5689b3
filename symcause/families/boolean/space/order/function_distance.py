"""Distance between Boolean functions, and the functions of a parent set in order of distance.

The distance of two functions is the share of assignments to their joint parents on which they differ.

Nothing is materialised: inside one parent set the seen patterns are settled, every free pattern has a cheap
value (the reference's) and a surcharge for the other one, and sets of surcharges are listed by increasing
sum with a heap.

*How near at all.* Inputs that the reference does not read are independent of it, so among all functions
of S one that reads only the common inputs T is nearest to it: on each pattern of T it takes the value that
the reference has more often, and differs from it in d(T) = Σ min(zeros, ones) of the assignments. If S
holds every input of the reference, any other function differs in one assignment at least.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from symcause.families.boolean.models.functions import Function, projection, reduce
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.models.variable_names import natural

Costed = tuple[Fraction, Function]


class Nearness:
    """No function of a parent set, other than the reference, is nearer to it than this."""

    def __init__(self, space: LocalSpace, reference: Function | None) -> None:
        self._space = space
        self._reference = reference
        self._read = 0 if reference is None else space.group(reference)
        self._known: dict[tuple[int, int], Fraction] = {}

    def key(self, group: int) -> tuple[int, int]:
        """What the bound depends on: the common inputs and, where all are common, their number."""
        common = group & self._read
        return common, (group | self._read).bit_count() if common == self._read else 0

    def keyed(self, groups: Iterable[int]) -> dict[tuple[int, int], list[int]]:
        """Parent sets by their key."""
        found: dict[tuple[int, int], list[int]] = {}
        read = self._read
        for group in groups:
            common = group & read
            key = common, (group | read).bit_count() if common == read else 0
            if key in found:
                found[key].append(group)
            else:
                found[key] = [group]
        return found

    def bound(self, key: tuple[int, int]) -> Fraction:
        if key not in self._known:
            self._known[key] = self._bound(*key)
        return self._known[key]

    def _bound(self, common: int, joint: int) -> Fraction:
        if self._reference is None:
            return Fraction(0)
        if common == self._read:
            return Fraction(1, 1 << joint)
        zeros, ones = _agreement(self._space.parents(common), self._reference)
        differing = sum(map(min, zeros, ones))
        return Fraction(differing, 1 << len(self._reference.parents))


class FunctionDistances:
    """How far Boolean functions are from each other."""

    def near(self, space: LocalSpace, reference: Function | None) -> Nearness:
        """How near the functions of a variable can be, before any is listed."""
        return Nearness(space, reference)

    def by_distance(
        self, space: LocalSpace, group: int, reference: Function | None
    ) -> Iterator[Costed]:
        """The functions of one parent set other than the reference, nearest first."""
        if reference is None:
            yield from ((Fraction(0), function) for function in space.functions(group))
        elif not space.complete:
            listed = [(distance(f, reference), f) for f in space.functions(group) if f != reference]
            yield from sorted(listed, key=lambda item: (item[0], item[1].table))
        else:
            yield from _completions(space, group, reference)

    def lost(self, reference: Function) -> Fraction:
        """A mechanism that exists on one side only is at distance 0."""
        return Fraction(0)


DISTANCES = FunctionDistances()


def distance(first: Function, second: Function) -> Fraction:
    """The share of assignments to the joint parents on which two functions differ."""
    joint = natural({*first.parents, *second.parents})
    differing = first.extended(joint) ^ second.extended(joint)
    return Fraction(differing.bit_count(), 1 << len(joint))


def _completions(space: LocalSpace, group: int, reference: Function) -> Iterator[Costed]:
    names = space.parents(group)
    fixed = space.rows.fixed(group)
    if fixed is None:
        return
    seen, value = fixed
    zeros, ones = _agreement(names, reference)
    size = zeros[0] + ones[0]
    scale = size << len(names)
    table, cost, surcharges = value, 0, []
    for pattern in range(1 << len(names)):
        if seen >> pattern & 1:
            cost += zeros[pattern] if value >> pattern & 1 else ones[pattern]
        else:
            cheap_one = ones[pattern] > zeros[pattern]
            table |= cheap_one << pattern
            cost += min(zeros[pattern], ones[pattern])
            surcharges.append((abs(ones[pattern] - zeros[pattern]), pattern))
    for extra, flips in _subsets_by_sum(sorted(surcharges)):
        function = reduce(names, table ^ flips)
        if len(function.parents) == len(names) and function != reference:
            yield Fraction(cost + extra, scale), function


def _agreement(names: Sequence[str], reference: Function) -> tuple[list[int], list[int]]:
    """For each pattern of *names*: on how many extensions the reference is 0, and on how many 1."""
    joint = natural({*names, *reference.parents})
    table = reference.extended(joint)
    cells = [(1 << (1 << len(joint))) - 1]
    for name in names:
        ones = projection(joint.index(name), len(joint))
        cells = [cell & ~ones for cell in cells] + [cell & ones for cell in cells]
    hits = [(cell & table).bit_count() for cell in cells]
    size = 1 << (len(joint) - len(names))
    return [size - hit for hit in hits], hits


def _subsets_by_sum(costs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """(sum, set of patterns) over all subsets of the sorted (cost, pattern) list, by rising sum."""
    yield 0, 0
    if not costs:
        return
    heap = [(costs[0][0], 0, 1 << costs[0][1])]
    while heap:
        total, last, chosen = heapq.heappop(heap)
        yield total, chosen
        if last + 1 < len(costs):
            (cost, pattern), (following, at) = costs[last], costs[last + 1]
            heapq.heappush(heap, (total + following, last + 1, chosen | 1 << at))
            swapped = chosen ^ (1 << pattern) | 1 << at
            heapq.heappush(heap, (total - cost + following, last + 1, swapped))
