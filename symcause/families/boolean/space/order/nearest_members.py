"""Members of a Boolean space in order of nearness to a reference model, nearest first.

Nearness: fewest changed mechanisms, then the smallest truth-table distance (:mod:`.function_distance`);
distances of the changed mechanisms add up. A mechanism that exists on one side only (other root sets) is
changed, at distance 0. Ties: changed variables in problem order, then parent sets, then a fixed listing
order.

A member that has others over its roots has one that differs in a single mechanism (docs/concepts.md,
Proposition 5): if there is none with one change, there is none with more.

Nothing is materialised. Variables and parent sets are streams merged by distance, and a stream is opened
only when the bound on how near its members can be is the next distance in line. A budget counts what is
opened, so the same question ends at the same place on every machine.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, count, islice

from symcause.budgets import Meter, StrictMeter
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.exact.root_branch import Branch
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.families.boolean.space.order.function_distance import Costed, Nearness, by_distance
from symcause.solvers.acyclic.acyclic_choices import enumerate_acyclic, live


@dataclass(frozen=True)
class Alternative:
    """A member with the mechanisms in which it differs from the reference."""

    model: BooleanSCM
    changed: tuple[str, ...]
    distance: Fraction


def _comparing(most: int | None, meter: Meter | None = None) -> Meter:
    """Counts what is opened; past the bound it raises LimitError. Without a bound it only counts."""
    return StrictMeter(
        most,
        f"more than {most or 0:,} parent sets compared to find the nearest alternatives",
        remedy="symcause alternatives goes on without this bound",
        within=meter,
    )


def nearest(
    space: ExactSpace,
    reference: BooleanSCM,
    *,
    most_changes: int | None = None,
    most_compared: int | None = None,
) -> Iterator[Alternative]:
    """All members other than the reference, nearest first, with at most this many changes.

    With *most_compared*, LimitError where more parent sets would have to be compared.
    """
    total = len(space.problem.variables)
    budget = _comparing(most_compared, space.tally.meter)
    member, alone = reference in space, True  # alone: no member over its roots differs in one
    for changes in range(1, (total if most_changes is None else most_changes) + 1):
        streams = []
        for branch in space.branches:
            if member and alone and changes > 1 and set(branch.roots) == set(reference.roots):
                continue  # by exchange
            # Each root that is another's here changes two mechanisms: one is gained and one is lost.
            if 2 * len(set(branch.roots) - set(reference.roots)) <= changes:
                budget.spend()
                if not branch.is_empty:
                    streams.append(_with_changes(branch, reference, changes, budget))
        for _, alternative in heapq.merge(*streams, key=lambda found: found[0]):
            alone = alone and changes > 1
            yield alternative


_Rank = tuple[Fraction, tuple[int, ...], tuple[int, ...]]
_Ranked = tuple[_Rank, Alternative]


@dataclass(frozen=True)
class _Later:
    """A stream of alternatives, or of later ones, by rank; to be opened when its bound is the next."""

    stream: Callable[[], _Stream]


_Stream = Iterator[tuple[_Rank, Alternative | _Later]]


def _in_order(stream: _Stream) -> Iterator[_Ranked]:
    """The alternatives of a stream by rank, where what is later is opened as late as possible."""
    serial = count()
    heap: list[tuple[_Rank, bool, int, Alternative | _Later, _Stream]] = []

    def push(stream: _Stream) -> None:
        for rank, item in islice(stream, 1):
            entry = (rank, isinstance(item, Alternative), next(serial), item, stream)
            heapq.heappush(heap, entry)

    push(stream)
    while heap:
        rank, _, _, item, rest = heapq.heappop(heap)
        push(rest)
        if isinstance(item, Alternative):
            yield rank, item
        else:
            push(item.stream())


def _with_changes(
    branch: Branch, reference: BooleanSCM, changes: int, budget: Meter
) -> Iterator[_Ranked]:
    """The members of one branch with exactly this many changes, by distance."""
    spaces = branch.endogenous
    forced = [s for s in spaces if reference.functions.get(s.variable) not in _Kept(s)]
    lost = len([v for v in reference.endogenous if v in branch.roots])
    free = [s for s in spaces if s not in forced]
    extra = changes - len(forced) - lost
    if extra < 0 or extra > len(free):
        return
    yield from _in_order(
        _choosing(branch, reference, sorted([*forced, *added], key=spaces.index), budget)
        for added in combinations(free, extra)
    )


def _choosing(
    branch: Branch, reference: BooleanSCM, changing: Sequence[LocalSpace], budget: Meter
) -> tuple[_Rank, _Later]:
    budget.spend()
    return (Fraction(0), (), ()), _Later(lambda: _changing(branch, reference, changing, budget))


class _Kept:
    """Membership of an optional function in a local space."""

    def __init__(self, space: LocalSpace) -> None:
        self._space = space

    def __contains__(self, function: object) -> bool:
        return isinstance(function, Function) and function in self._space


def _changing(
    branch: Branch, reference: BooleanSCM, changing: Sequence[LocalSpace], budget: Meter
) -> _Stream:
    """The members that differ from the reference in exactly these mechanisms.

    Parent sets that can be equally near wait together, so that few things wait.
    """
    names = {s.variable for s in changing}
    choices = []
    for v, options in zip(branch.variables, branch.choices, strict=True):
        if v in branch.roots or v in names:
            choices.append(options)
        else:
            choices.append({branch.local(v).group(reference.functions[v]): 1})
    at = tuple(branch.variables.index(s.variable) for s in changing)
    near = [Nearness(s, reference.functions.get(s.variable)) for s in changing]
    keyed: dict[tuple[tuple[int, int], ...], list[tuple[int, ...]]] = {}
    if len(at) == 1:  # no search: its parents stand before it
        for own, alone in near[0].keyed(live(choices, at[0])).items():
            keyed[(own,)] = list(zip(alone, strict=True))
    for groups in enumerate_acyclic(choices, tried=budget.spend) if len(at) != 1 else ():
        key = tuple([n.key(groups[i]) for n, i in zip(near, at, strict=True)])
        keyed.setdefault(key, []).append(tuple([groups[i] for i in at]))
    alike: dict[Fraction, list[tuple[int, ...]]] = {}
    for key, found in keyed.items():
        bound = sum((n.bound(k) for n, k in zip(near, key, strict=True)), Fraction(0))
        alike.setdefault(bound, []).extend(found)
    opening = partial(_of_groups, branch, reference, changing, budget)
    for bound in sorted(alike):
        yield (bound, (), ()), _Later(partial(_waiting, bound, at, sorted(alike[bound]), opening))


def _waiting(
    bound: Fraction,
    at: tuple[int, ...],
    alike: list[tuple[int, ...]],
    opening: Callable[[tuple[int, ...]], _Stream],
) -> _Stream:
    for groups in alike:
        yield (bound, at, groups), _Later(partial(opening, groups))


def _of_groups(
    branch: Branch,
    reference: BooleanSCM,
    changing: Sequence[LocalSpace],
    budget: Meter,
    groups: tuple[int, ...],
) -> _Stream:
    """The members whose changed mechanisms have these parent sets."""
    budget.spend()
    parts = [
        by_distance(s, group, reference.functions.get(s.variable))
        for s, group in zip(changing, groups, strict=True)
    ]
    at = tuple(branch.variables.index(s.variable) for s in changing)
    kept = {v: f for v, f in reference.functions.items() if v not in branch.roots}
    for distance, functions in _sums(parts):
        changed = {s.variable: f for s, f in zip(changing, functions, strict=True)}
        model = BooleanSCM(branch.roots, {**kept, **changed})
        yield (distance, at, groups), Alternative(model, model.changed(reference), distance)


def _sums(parts: list[Iterator[Costed]]) -> Iterator[tuple[Fraction, tuple[Function, ...]]]:
    """Combinations of one function a variable, by increasing total distance."""
    if len(parts) == 1:
        yield from ((distance, (function,)) for distance, function in parts[0])
        return
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
        yield total, tuple(item[1] for item in items if item)
        for k in range(len(index)):
            following = (*index[:k], index[k] + 1, *index[k + 1 :])
            item, here = seen[k].get(following[k]), items[k]
            if item and here and following not in pushed:
                pushed.add(following)
                heapq.heappush(heap, (total - here[0] + item[0], following))


class _Memo:
    """Random access to a lazy stream."""

    def __init__(self, stream: Iterator[Costed]) -> None:
        self._stream = stream
        self._items: list[Costed] = []

    def get(self, index: int) -> Costed | None:
        while len(self._items) <= index:
            item = next(self._stream, None)
            if item is None:
                return None
            self._items.append(item)
        return self._items[index]
