"""Members that differ from a reference model, nearest first.

Nearness: fewest changed mechanisms, then the smallest truth-table distance. The distance of two
functions is the share of assignments to their joint parents on which they differ; distances of the
changed mechanisms add up. A mechanism that exists on one side only (other root sets) is changed, at
distance 0. Ties: changed variables in problem order, then parent sets, then a fixed listing order.

Nothing is materialised. Inside one parent set the seen patterns are settled, every free pattern has a
cheap value (the reference's) and a surcharge for the other one, and sets of surcharges are listed by
increasing sum with a heap; parent sets and variables are merged lazily.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from symcause.families.boolean.models.functions import Function, projection, reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.branch import Branch
from symcause.families.boolean.space.local import LocalSpace
from symcause.families.boolean.space.space import ExactSpace
from symcause.models.names import natural
from symcause.solvers.acyclic import Choices, enumerate_acyclic, live


@dataclass(frozen=True)
class Alternative:
    """A member with the mechanisms in which it differs from the reference."""

    model: BooleanSCM
    changed: tuple[str, ...]
    distance: Fraction


def nearest(
    space: ExactSpace, reference: BooleanSCM, *, most_changes: int | None = None
) -> Iterator[Alternative]:
    """All members other than the reference, nearest first, with at most so many changes."""
    total = len(space.problem.variables)
    for changes in range(1, (total if most_changes is None else most_changes) + 1):
        streams = [
            _with_changes(branch, reference, changes)
            for branch in space.branches
            if not branch.is_empty
        ]
        for _, alternative in heapq.merge(*streams, key=lambda found: found[0]):
            yield alternative


_Ranked = tuple[tuple[Fraction, tuple[int, ...], tuple[int, ...]], Alternative]


def _with_changes(branch: Branch, reference: BooleanSCM, changes: int) -> Iterator[_Ranked]:
    """The members of one branch with exactly so many changes, by distance."""
    spaces = branch.endogenous
    forced = [s for s in spaces if reference.functions.get(s.variable) not in _Kept(s)]
    lost = len([v for v in reference.endogenous if v in branch.roots])
    free = [s for s in spaces if s not in forced]
    extra = changes - len(forced) - lost
    if extra < 0 or extra > len(free):
        return
    streams = [
        _changing(branch, reference, sorted([*forced, *chosen], key=spaces.index))
        for chosen in combinations(free, extra)
    ]
    yield from heapq.merge(*streams, key=lambda found: found[0])


class _Kept:
    """Membership of an optional function in a local space."""

    def __init__(self, space: LocalSpace) -> None:
        self._space = space

    def __contains__(self, function: object) -> bool:
        return isinstance(function, Function) and function in self._space


def _changing(
    branch: Branch, reference: BooleanSCM, changing: Sequence[LocalSpace]
) -> Iterator[_Ranked]:
    """The members that differ from the reference in exactly these mechanisms."""
    names = {s.variable for s in changing}
    choices = []
    for v, options in zip(branch.variables, branch.choices, strict=True):
        if v in branch.roots or v in names:
            choices.append(options)
        else:
            choices.append({branch.local(v).group(reference.functions[v]): 1})
    at = [branch.variables.index(s.variable) for s in changing]
    streams = []
    for groups in _acyclic(choices, at):
        parts = [
            _by_distance(s, groups[i], reference.functions.get(s.variable))
            for s, i in zip(changing, at, strict=True)
        ]
        streams.append(_sums(parts, tuple(at), tuple(groups[i] for i in at)))
    kept = {v: f for v, f in reference.functions.items() if v not in branch.roots}
    for rank, functions in heapq.merge(*streams, key=lambda found: found[0]):
        changed = {s.variable: f for s, f in zip(changing, functions, strict=True)}
        model = BooleanSCM(branch.roots, {**kept, **changed})
        yield rank, Alternative(model, model.changed(reference), rank[0])


def _acyclic(choices: Choices, free: Sequence[int]) -> Iterator[Sequence[int]]:
    """The acyclic choices; one free variable needs no search: its parents must stand before it."""
    if len(free) != 1:
        yield from enumerate_acyclic(choices)
    elif found := live(choices, free[0]):
        groups = [next(iter(options)) for options in choices]
        for group in found:
            groups[free[0]] = group
            yield tuple(groups)


_Costed = tuple[Fraction, Function]


def _sums(
    parts: list[Iterator[_Costed]], variables: tuple[int, ...], groups: tuple[int, ...]
) -> Iterator[tuple[tuple[Fraction, tuple[int, ...], tuple[int, ...]], tuple[Function, ...]]]:
    """Combinations of one function a variable, by increasing total distance."""
    seen = [_Memo(part) for part in parts]
    first = tuple(memo.get(0) for memo in seen)
    if any(item is None for item in first):
        return
    start = (0,) * len(parts)
    heap = [(sum((item[0] for item in first if item), Fraction(0)), start)]
    pushed = {start}
    while heap:
        total, index = heapq.heappop(heap)
        items = [memo.get(i) for memo, i in zip(seen, index, strict=True)]
        yield (total, variables, groups), tuple(item[1] for item in items if item)
        for k in range(len(index)):
            following = (*index[:k], index[k] + 1, *index[k + 1 :])
            item, here = seen[k].get(following[k]), items[k]
            if item and here and following not in pushed:
                pushed.add(following)
                heapq.heappush(heap, (total - here[0] + item[0], following))


class _Memo:
    """Random access to a lazy stream."""

    def __init__(self, stream: Iterator[_Costed]) -> None:
        self._stream = stream
        self._items: list[_Costed] = []

    def get(self, index: int) -> _Costed | None:
        while len(self._items) <= index:
            item = next(self._stream, None)
            if item is None:
                return None
            self._items.append(item)
        return self._items[index]


def distance(first: Function, second: Function) -> Fraction:
    """The share of assignments to the joint parents on which two functions differ."""
    joint = natural({*first.parents, *second.parents})
    differing = first.extended(joint) ^ second.extended(joint)
    return Fraction(differing.bit_count(), 1 << len(joint))


def _by_distance(space: LocalSpace, group: int, reference: Function | None) -> Iterator[_Costed]:
    """The functions of one parent set other than the reference, nearest first."""
    if reference is None:
        yield from ((Fraction(0), function) for function in space.functions(group))
    elif space.listing is not None:
        listed = [(distance(f, reference), f) for f in space.functions(group) if f != reference]
        yield from sorted(listed, key=lambda item: (item[0], item[1].table))
    else:
        yield from _completions(space, group, reference)


def _completions(space: LocalSpace, group: int, reference: Function) -> Iterator[_Costed]:
    names = space.parents(group)
    fixed = space.rows.table([space.rows.variables.index(name) for name in names])
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
